"""What is left to play in a stage, with the bounds of what each hand can bring."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine import Rules, can_be_handed_in, most_points, most_zeros


class HandBounds(Protocol):
    """What one hand still to be played can bring: 0 to `most` points for each of `players` seats.

    It does not matter which seat has which points: what is allowed in one order is allowed in every other.
    """

    @property
    def players(self) -> int:
        """How many seats are dealt to."""

    @property
    def most(self) -> int:
        """The most points that one seat can have, and that all seats can have together."""

    @property
    def hands(self) -> int:
        """How many hands it stands for: one, but for a sheet with totals."""

    @property
    def tells_zeros(self) -> bool:
        """Whether 0 points will be a zero for the tie-breaks, and every other number a hand that counts there."""

    def allows(self, points: Sequence[int]) -> bool:
        """Whether the hand can end with these points; with fewer points than seats, whether some of it can."""


@dataclass(frozen=True, slots=True)
class RuledHand:
    """A hand of Chicken Foot: bounded by the tiles of its set."""

    rules: Rules
    players: int
    centre: int | None

    @property
    def most(self) -> int:
        return most_points(self.rules, self.centre)

    @property
    def hands(self) -> int:
        return 1

    @property
    def tells_zeros(self) -> bool:
        """Not where a zero needs going out and somebody can have 0 points without (A32)."""
        return not self.rules.zero_needs_out or most_zeros(self.rules, self.centre) == 1

    def allows(self, points: Sequence[int]) -> bool:
        return can_be_handed_in(self.rules, players=self.players, centre=self.centre, points=points)


@dataclass(frozen=True, slots=True)
class TotalledHands:
    """All hands of a table that hands in totals only: 0 to `most` points for all seats together."""

    players: int
    most: int
    hands: int

    @property
    def tells_zeros(self) -> bool:
        """A sheet with totals may not say."""
        return False

    def allows(self, points: Sequence[int]) -> bool:
        return min(points, default=0) >= 0 and sum(points) <= self.most


@dataclass(frozen=True, slots=True)
class HandToCome:
    """One hand at one table: the entry of each seat (None: a fill-in that does not count), and what it can bring."""

    round: int
    table: int
    seats: tuple[int | None, ...]
    bounds: HandBounds


@dataclass(frozen=True, slots=True)
class ToCome:
    """All that is left to play: hands of seated tables, and hands of rounds that have no seating yet.

    `unseated` holds the most that one seat can have in each hand of those rounds. `bounded` is False where the rules
    say nothing about what a hand can bring: then everybody may still make it.
    """

    hands: tuple[HandToCome, ...] = ()
    unseated: tuple[int, ...] = ()
    bounded: bool = True

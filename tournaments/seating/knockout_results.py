"""Who goes on from a table or a round, who may not be guessed, and in which order the others went out."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.seating.draw import Round
from tournaments.seating.knockout import KnockoutPlan, Level


@dataclass(frozen=True, slots=True)
class Cut:
    """Who is through, who is tied on the line for `places` that are left, who is out.

    `unfilled` places have nobody to take them, because too few people came.
    """

    through: tuple[int, ...]
    on_the_line: tuple[int, ...]
    places: int
    out: tuple[int, ...]
    unfilled: int = 0


def advancing(ranked: Sequence[Sequence[int]], number: int, absent: Collection[int] = ()) -> Cut:
    """Cut a ranking (groups of tied entries, best first) after so many; never guesses within a tied group.

    Whoever was absent is out, whatever the ranking says.
    """
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Played:
    """What one entry did at its table: points, the lowest hand, and the points adjusted for the table.

    `adjusted` is comparable between tables (lower is better), say the points minus the mean of the table.
    """

    entry: int
    points: int
    lowest_hand: int
    adjusted: Fraction


@dataclass(frozen=True, slots=True)
class TableResult:
    """A finished table: groups of tied entries, best first, and who did not come (they are placed last)."""

    ranked: tuple[tuple[Played, ...], ...]
    absent: tuple[int, ...] = ()


Key = tuple[int, int]
"""A table: number of the round (0 is the first) and of the table (0 is A)."""


@dataclass(frozen=True, slots=True)
class LevelOutcome:
    """What a round has decided so far.

    `cuts[t]` for each table (None while it is not finished); `wild_cards` only when all tables are finished and no line
    is open; `out` those who certainly went out, the best first.
    """

    cuts: tuple[Cut | None, ...]
    wild_cards: tuple[int, ...]
    out: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Whether everybody who goes on is known."""
        raise NotImplementedError


def outcome(level: Level, tables: Round, results: Mapping[int, TableResult], seeds: Sequence[int]) -> LevelOutcome:
    """What the finished tables of a round decide; `seeds` are all entries of the knockout, best first."""
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class FinalRank:
    """The place of one entry in the whole knockout, and the round it reached (0 is the first)."""

    entry: int
    place: int
    level: int


def ranking(
    plan: KnockoutPlan, tables: Sequence[Round], results: Mapping[Key, TableResult], seeds: Sequence[int]
) -> tuple[FinalRank, ...]:
    """Everybody whose place is decided, best first.

    The eliminated by round reached, place at that table, adjusted points in that round, then seed; absent people last
    of their table.
    """
    raise NotImplementedError

"""Where the people of a later round come from: a fixed draw that is known from the start, or seeded anew."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine import Sentence
from tournaments.seating.knockout import Level


class LaterRounds(Enum):
    """How rounds after the first are seated."""

    FIXED = "fixed"
    BY_SEED = "by seed"
    BY_PERFORMANCE = "by performance"


@dataclass(frozen=True, slots=True)
class PlaceOf:
    """Whoever takes this place (from 1) at that table (0 is A) of the round before."""

    table: int
    place: int

    @property
    def words(self) -> Sentence:
        """ "2nd of table C"."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class WildCard:
    """The best (1), second best … of those who did not go on by their place."""

    rank: int


@dataclass(frozen=True, slots=True)
class SecondChance:
    """Whoever takes this place (from 1) at that table (0 is A) of the repechage."""

    table: int
    place: int


@dataclass(frozen=True, slots=True)
class Bye:
    """The entry of that seed (from 1), who did not play in the first round."""

    seed: int


@dataclass(frozen=True, slots=True)
class Reseeded:
    """Somebody from the round before; who it is, the seeding decides when that round is complete."""


Source = PlaceOf | WildCard | SecondChance | Bye | Reseeded


def fixed_draw(before: Level, sizes: Sequence[int]) -> tuple[tuple[Source, ...], ...]:
    """The sources of each table of the next round (of these sizes), known before anything is played.

    Winners are dealt in table order, runners-up reversed, and so on; then places trade inside their class until no two
    from one table share the next, as far as that is possible.
    """
    raise NotImplementedError

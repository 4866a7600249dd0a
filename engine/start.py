"""What does not change while a hand is played, and the phases that it goes through."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from engine.masks import Masks, masks_of
from engine.rules import Rules


class Phase(Enum):
    """What the table waits for: the centre, trains on it, anything that fits, toes on a double."""

    SEARCH = "search"
    OPENING = "opening"
    FREE = "free"
    FOOT = "foot"


class ImpossibleDeal(ValueError):
    """These tiles are not a deal of these rules: a mistake of the caller."""


@dataclass(frozen=True, slots=True)
class Start:
    """What does not change while a hand is played.

    `due` are the doubles that it may start from, the one that is wanted most first (A7). `first` is the seat that
    begins; where the centre comes from a rack it is the first to draw if nobody holds it (A4).
    """

    rules: Rules
    players: int
    due: tuple[int, ...]
    first: int
    reserve: int = field(init=False, compare=False, repr=False)
    masks: Masks = field(init=False, compare=False, repr=False)
    values: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """What each tile of the set costs, lightest tile first."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "reserve", self.rules.reserve_for(self.players))
        object.__setattr__(self, "masks", masks_of(self.rules.set))
        object.__setattr__(self, "values", _values(self.rules.set, self.rules.zero_blank, self.rules.other_blanks))


@lru_cache(1024)
def _values(top: int, zero_blank: int, other_blanks: int) -> tuple[int, ...]:
    rules = Rules(set=top, zero_blank=zero_blank, other_blanks=other_blanks)
    return tuple(map(rules.value, rules.tiles.tiles))


def holder(start: Start, racks: Sequence[int]) -> tuple[int, int]:
    """The centre and who holds it; if nobody does, the double that is due and who draws first for it."""
    masks = start.masks
    for number in start.due:
        for seat, rack in enumerate(racks):
            if rack & masks.double[number]:
                return number, seat
    return start.due[0], start.first

"""Tiles and the sets they come in: double-six, -nine, -twelve, -fifteen and -eighteen, one of each tile."""

from dataclasses import dataclass
from functools import cache
from typing import Self

from engine.words import N_, Sentence, Unreadable, say

DIGITS = "0123456789abcdefghi"
"""One sign per number, so that a tile is two signs: a is 10, i is 18."""

SETS = (6, 9, 12, 15, 18)
"""The highest number of each set that is made and sold."""

_SET_NAMES = {
    6: say("set.6", N_("double-six set")),
    9: say("set.9", N_("double-nine set")),
    12: say("set.12", N_("double-twelve set")),
    15: say("set.15", N_("double-fifteen set")),
    18: say("set.18", N_("double-eighteen set")),
}


class UnreadableTile(Unreadable):
    """The text is not a tile."""


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One domino. The two numbers come in any order and are kept with the higher first: Tile(3, 7) == Tile(7, 3)."""

    high: int
    low: int

    def __post_init__(self) -> None:
        high, low = max(self.high, self.low), min(self.high, self.low)
        if low < 0 or high >= len(DIGITS):
            raise ValueError(f"no tile has the numbers {high} and {low}")
        object.__setattr__(self, "high", high)
        object.__setattr__(self, "low", low)

    @classmethod
    def double(cls, number: int) -> Self:
        """The double of a number: Tile.double(9) is 9-9."""
        return cls(number, number)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read '73' or '7-3', 'c6' or '12-6'; the order of the two numbers does not matter. Raises UnreadableTile."""
        ends = [_number(end) for end in (text.strip().split("-") if "-" in text else text.strip())]
        match ends:
            case [int(first), int(second)]:
                return cls(first, second)
        raise UnreadableTile(
            say(
                "tile.unreadable",
                N_("“{text}” is not a tile. Write both numbers, for example 7-3 or 12-0."),
                text=text,
            )
        )

    @property
    def is_double(self) -> bool:
        return self.high == self.low

    @property
    def pips(self) -> int:
        """The dots on the tile. What it costs in the score is the rules' own: Rules.value."""
        return self.high + self.low

    def carries(self, number: int) -> bool:
        return number in (self.high, self.low)

    def other(self, number: int) -> int:
        """The number at the other end. Raises ValueError if the tile does not carry this one."""
        if not self.carries(number):
            raise ValueError(f"{self} does not carry {number}")
        return self.high + self.low - number

    def text(self) -> str:
        """Two signs, the higher number first: '73', 'c6'."""
        return DIGITS[self.high] + DIGITS[self.low]

    def __str__(self) -> str:
        """For people: 7-3, 12-6."""
        return f"{self.high}-{self.low}"


def _number(end: str) -> int | str:
    end = end.strip().lower()
    if len(end) == 1 and end in DIGITS:
        return DIGITS.index(end)
    if len(end) == 2 and end.isascii() and end.isdecimal() and int(end) < len(DIGITS):
        return int(end)
    return end


@dataclass(frozen=True, slots=True)
class TileSet:
    """A set by its highest number; each pair of numbers is there once (A54)."""

    top: int

    def __post_init__(self) -> None:
        if self.top not in SETS:
            raise ValueError(f"there is no double-{self.top} set")

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile, lightest first, and among equals the one with the higher number last."""
        return _tiles(self.top)

    @property
    def size(self) -> int:
        return (self.top + 1) * (self.top + 2) // 2

    @property
    def pips(self) -> int:
        """All dots of the set: 495 for a double-nine."""
        return self.top * self.size

    @property
    def name(self) -> Sentence:
        return _SET_NAMES[self.top]

    def carrying(self, number: int) -> tuple[Tile, ...]:
        """The tiles that carry a number, its double among them."""
        return tuple(tile for tile in self.tiles if tile.carries(number))


@cache
def _tiles(top: int) -> tuple[Tile, ...]:
    every = (Tile(high, low) for high in range(top + 1) for low in range(high + 1))
    return tuple(sorted(every, key=lambda tile: (tile.pips, tile.high)))

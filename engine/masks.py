"""The tiles of a set as bits of one integer, for the parts that must be fast.

Tile i of a set is bit 1 << i, lightest first, so the heaviest tile of a mask is its top bit. Open ends are counted in
one integer too, a field of ENDS bits for each number.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from engine.moves import Play
from engine.tiles import DIGITS, Tile, TileSet

ENDS = 6
"""Bits to count the ends that show one number; there are never more than 19 of them."""

ONE = tuple(1 << ENDS * number for number in range(len(DIGITS)))
"""One end more that shows a number."""

COUNT = tuple((1 << ENDS) - 1 << ENDS * number for number in range(len(DIGITS)))
"""The field of a number among the ends."""


class Masks:
    """The tables of one set; get them with `masks_of`. `at[high][low]` is the bit of a tile, 0 if it is foreign.

    `plays_with` has for the bit of each tile the bits of its higher and its lower number, and the plays that join them;
    a double has no second number: no bit, and the same play.
    """

    __slots__ = (
        "at",
        "carrying",
        "double",
        "doubles",
        "everything",
        "high",
        "low",
        "matching",
        "plays_with",
        "tiles",
    )

    def __init__(self, top: int) -> None:
        self.tiles = TileSet(top).tiles
        bit = {tile: 1 << index for index, tile in enumerate(self.tiles)}
        self.at = tuple(tuple(bit.get(Tile(one, two), 0) for two in range(len(DIGITS))) for one in range(len(DIGITS)))
        self.everything = (1 << len(self.tiles)) - 1
        self.carrying = tuple(self.mask(TileSet(top).carrying(number)) for number in range(top + 1))
        self.double = tuple(self.at[number][number] for number in range(top + 1))
        self.doubles = sum(self.double)
        self.high = tuple(tile.high for tile in self.tiles)
        self.low = tuple(tile.low for tile in self.tiles)
        self.plays_with = {bit[tile]: _plays_with(tile) for tile in self.tiles}
        self.matching = Matching(self.carrying)

    def mask(self, tiles: Iterable[Tile]) -> int:
        """The mask of some tiles, without those that the set lacks."""
        mask = 0
        for tile in tiles:
            mask |= self.at[tile.high][tile.low]
        return mask

    def tiles_of(self, mask: int) -> tuple[Tile, ...]:
        """The tiles of a mask, lightest first."""
        return tuple(self.tiles[bit.bit_length() - 1] for bit in bits(mask))


def _plays_with(tile: Tile) -> tuple[int, int, Play, Play]:
    low = 0 if tile.is_double else 1 << tile.low
    return 1 << tile.high, low, Play(tile, tile.high), Play(tile, tile.low)


class Matching(dict[int, int]):
    """The tiles that carry any of some numbers, given as one bit for each number; worked out when first asked for."""

    def __init__(self, carrying: tuple[int, ...]) -> None:
        self.carrying = carrying

    def __missing__(self, numbers: int) -> int:
        mask = 0
        for number, carrying in enumerate(self.carrying):
            if numbers >> number & 1:
                mask |= carrying
        self[numbers] = mask
        return mask


@cache
def masks_of(top: int) -> Masks:
    """The tables of a set, made once."""
    return Masks(top)


@cache
def numbers_of(mask: int) -> tuple[int, ...]:
    """The numbers of a mask that has one bit for each number, rising."""
    return tuple(bit.bit_length() - 1 for bit in bits(mask))


def bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def points_of(racks: Iterable[int], values: Sequence[int]) -> list[int]:
    """What the tiles of each rack count together; `values` are those of the tiles, lightest first."""
    points = []
    for tiles in racks:
        rack, left = tiles, 0
        while rack:
            index = rack.bit_length() - 1
            left += values[index]
            rack ^= 1 << index
        points.append(left)
    return points

"""A table of cells on which tiles are laid: what is free, what has room for a foot, what still has a way out.

The cells are the bits of one large number, so that a question about a whole box is one operation.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from games.drawing.shapes import GAP, HALF, Box, Face, Spot, faces_of, spots

CLEAR = HALF + 2 * GAP
"""The side of a square that half a tile fits into with its gap all round."""


@lru_cache(4096)
def _block(width: int, height: int, row: int) -> int:
    return sum(((1 << width) - 1) << (line * row) for line in range(height))


@dataclass(slots=True)
class Board:
    """Tiles by number, each with its spot; `reach` is how far from the centre's middle tiles may lie, in cells."""

    reach: int
    size_of_doubles: int
    taken: int = 0
    around: Box = field(default_factory=lambda: Box(0, 0, 0, 0))
    laid: dict[int, Spot] = field(default_factory=dict)
    masks: dict[int, int] = field(default_factory=dict)

    @property
    def row(self) -> int:
        return 2 * self.reach

    def copy(self) -> "Board":
        """A board of its own with the same tiles."""
        return Board(self.reach, self.size_of_doubles, self.taken, self.around, dict(self.laid), dict(self.masks))

    def mask(self, box: Box, margin: int = 0) -> int:
        """The cells of a box and of a margin round it."""
        corner = (box.y - margin + self.reach) * self.row + box.x - margin + self.reach
        return _block(box.width + 2 * margin, box.height + 2 * margin, self.row) << corner

    def lay(self, number: int, spot: Spot) -> None:
        """Put a tile there."""
        mask = self.mask(spot.box)
        self.taken |= mask
        self.laid[number] = spot
        self.masks[number] = mask
        self.around = self.around.with_other(spot.box)

    def take_away(self, number: int, around: Box) -> None:
        """Take a tile back; `around` is the box round everything without it."""
        self.taken ^= self.masks.pop(number)
        del self.laid[number]
        self.around = around

    def is_free(self, spot: Spot, joins: int) -> bool:
        """Whether a tile can lie there: on free cells, away from all but the one that it joins with its own half."""
        box, row, edge = spot.box, 2 * self.reach, self.reach - 3 * CLEAR
        if box.x < -edge or box.y < -edge or box.right > edge or box.bottom > edge:
            return False
        # Asked a hundred thousand times for one drawing, so the large number is shifted once and the rest is small.
        corner = (box.y - GAP + self.reach) * row + box.x - GAP + self.reach
        near = (self.taken >> corner) & _block(box.width + 2 * GAP, box.height + 2 * GAP, row)
        if near & (_block(box.width, box.height, row) << GAP * (row + 1)) or near & ~(self.masks[joins] >> corner):
            return False
        return not (spot.turns and spot.open.touches(self.laid[joins].box))

    def choices(self, faces: Iterable[Face], joins: int, *, toes: int | None) -> Iterator[tuple[Face, Spot]]:
        """Every spot for a tile at these faces: a double that needs room for `toes`, no double where it is None."""
        for face in faces:
            for spot in spots(face, double=toes is not None, size=self.size_of_doubles):
                if self.is_free(spot, joins) and (not toes or self.has_room_for_foot(spot, toes)):
                    yield face, spot

    def has_room_for_foot(self, spot: Spot, toes: int) -> bool:
        """Whether a double there would have a face with room for each of its toes."""
        around = self.around
        self.lay(-1, spot)
        free = sum(any(self.is_free(toe, -1) for toe in spots(face, double=False)) for face in faces_of(spot))
        self.take_away(-1, around)
        return free >= toes

    def ways_out(self) -> int:
        """From where half a tile, clear of everything, can be moved out of the layout: its upper left cells."""
        margin = 2 * CLEAR
        free = self.mask(self.around, margin) & ~self.taken
        for step in (1, self.row):
            free &= free >> step
            free &= free >> (2 * step)
        outside = self.mask(Box(self.around.x - margin, self.around.y - margin, 1, 1)) & free
        while True:
            grown = outside
            for _ in range(3):
                grown = (grown | grown << 1 | grown >> 1 | grown << self.row | grown >> self.row) & free
            if grown == outside:
                return outside
            outside = grown

    def leads_out(self, spot: Spot, ways_out: int) -> bool:
        """Whether what goes on beyond a tile there could leave the layout."""
        across, down = spot.way.value
        for step in (0, 1, HALF):
            x, y = spot.open.x + across * step - GAP, spot.open.y + down * step - GAP
            if ways_out >> ((y + self.reach) * self.row + x + self.reach) & 1:
                return True
        return False

"""The tiles of a drawing as they are painted: where each lies, which way round, and which end of it is open."""

from dataclasses import dataclass

from engine import Layout
from games.drawing.drawing import Drawing
from games.drawing.shapes import Box, Spot


@dataclass(frozen=True, slots=True)
class Lying:
    """One tile: `first` is the number of its upper or left half. `size` is 2 for one drawn twice as large, and so on.

    `number` counts the tiles in the order in which they were laid, the centre is 0. `open` is where it can be joined:
    its open half, the whole of a double.
    """

    number: int
    box: Box
    first: int
    second: int
    is_flat: bool
    size: int
    open: Box
    branch: str = ""

    @property
    def is_double(self) -> bool:
        return self.first == self.second


def lying(layout: Layout, drawing: Drawing) -> tuple[Lying, ...]:
    """The centre and every tile of a layout as it lies in its drawing."""
    centre = drawing.centre
    tiles = [_double(0, centre, layout.centre, "")]
    for number, (piece, spot) in enumerate(zip(layout.pieces, drawing.spots, strict=True), 1):
        if piece.tile.is_double:
            tiles.append(_double(number, spot, piece.joins, piece.branch))
        else:
            tiles.append(_other(number, spot, (piece.joins, piece.leaves), piece.branch))
    return tuple(tiles)


def _double(number: int, spot: Spot, value: int, branch: str) -> Lying:
    flat = spot.box.width > spot.box.height
    size = min(spot.box.width, spot.box.height) // 2
    return Lying(number, spot.box, value, value, flat, size, spot.box, branch)


def _other(number: int, spot: Spot, values: tuple[int, int], branch: str) -> Lying:
    joining_first = (spot.joining.x, spot.joining.y) < (spot.open.x, spot.open.y)
    first, second = values if joining_first else values[::-1]
    return Lying(number, spot.box, first, second, spot.way.lies_flat, 1, spot.open, branch)

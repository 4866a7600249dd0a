"""Where a tile can lie against another: boxes, the faces at which tiles join, and the spots beyond a face.

Everything is counted in cells, whole numbers, y downwards: half a tile is two cells long and wide, so a tile is four by
two. A double lies across what it joins, and so half of it stands out on each side.
"""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

HALF = 2
"""Cells along the side of half a tile."""
GAP = 1
"""Cells that stay free between tiles that do not join."""


class Way(Enum):
    """A direction on the table."""

    RIGHT = (1, 0)
    DOWN = (0, 1)
    LEFT = (-1, 0)
    UP = (0, -1)

    @property
    def left(self) -> "Way":
        """A quarter of a turn to the left of it."""
        across, down = self.value
        return Way((down, -across))

    @property
    def right(self) -> "Way":
        """A quarter of a turn to the right of it."""
        across, down = self.value
        return Way((-down, across))

    @property
    def lies_flat(self) -> bool:
        """Whether it goes from side to side."""
        return self.value[1] == 0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its upper left corner."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    def moved(self, way: Way, cells: int) -> "Box":
        """The same box further on."""
        across, down = way.value
        return Box(self.x + across * cells, self.y + down * cells, self.width, self.height)

    def with_other(self, other: "Box") -> "Box":
        """The smallest box round both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def overlaps(self, other: "Box") -> bool:
        """Whether they have a cell in common."""
        across, down = self._shared(other)
        return across > 0 and down > 0

    def touches(self, other: "Box") -> bool:
        """Whether they have at least a cell's length of edge in common, or overlap; a corner alone is no touch."""
        across, down = self._shared(other)
        return (across > 0 and down >= 0) or (across >= 0 and down > 0)

    def _shared(self, other: "Box") -> tuple[int, int]:
        return (
            min(self.right, other.right) - max(self.x, other.x),
            min(self.bottom, other.bottom) - max(self.y, other.y),
        )


@dataclass(frozen=True, slots=True)
class Face:
    """A place at which a tile can join: the middle of the edge there, and the way out."""

    x: int
    y: int
    out: Way


@dataclass(frozen=True, slots=True)
class Spot:
    """A tile as it would lie: its box, the way it leads on, the half that joins and the half that is left open.

    A double has neither half nearer: both are the whole box.
    """

    box: Box
    way: Way
    joining: Box
    open: Box
    turns: bool = False

    @property
    def is_double(self) -> bool:
        return self.joining == self.box


@lru_cache(32_768)
def spots(face: Face, *, double: bool, size: int = 1) -> tuple[Spot, ...]:
    """Every way to lay a tile against a face: a double across it, `size` times as large; others also round a corner.

    A search asks for the same ones over and over, so they are kept.
    """
    across, down = face.out.value
    if double:
        x, y = face.x + across * size, face.y + down * size
        box = _centred(x, y, size, 2 * size) if face.out.lies_flat else _centred(x, y, 2 * size, size)
        return (Spot(box, face.out, box, box),)
    joining = _centred(face.x + across, face.y + down, 1, 1)
    return tuple(
        Spot(joining.with_other(beyond), way, joining, beyond, turns=way is not face.out)
        for way in (face.out, face.out.left, face.out.right)
        for beyond in [joining.moved(way, HALF)]
    )


@lru_cache(32_768)
def faces_of(spot: Spot) -> tuple[Face, ...]:
    """Where tiles can join a tile: straight on, or round a corner; at a double its toes: ahead, left and right."""
    ways = (spot.way, spot.way.left, spot.way.right)
    return tuple(face for way in ways for face in faces_along(spot.open, way))


def faces_round(hub: Box) -> tuple[Face, ...]:
    """Every face of the centre, once round it."""
    left, top, right, bottom = (faces_along(hub, way) for way in (Way.LEFT, Way.UP, Way.RIGHT, Way.DOWN))
    return (*reversed(left), *top, *right, *reversed(bottom))


def faces_along(box: Box, way: Way) -> tuple[Face, ...]:
    """The faces of one edge, as many as leave a gap between the tiles there, spread along it."""
    length = box.height if way.lies_flat else box.width
    count = (length + GAP) // (HALF + GAP)
    first = length // 2 if count == 1 else 1
    steps = [first + (length - HALF) * number // max(1, count - 1) for number in range(count)]
    if way.lies_flat:
        return tuple(Face(box.x if way is Way.LEFT else box.right, box.y + step, way) for step in steps)
    return tuple(Face(box.x + step, box.y if way is Way.UP else box.bottom, way) for step in steps)


def size_of_double(toes: int) -> int:
    """How large doubles are drawn so that their toes find room: once, as long as there are no more than three."""
    size = 1
    while _on_edge(2 * size) + 2 * _on_edge(size) < toes:
        size += 1
    return size


def size_of_hub(trains: int) -> int:
    """How large the centre is drawn so that its trains find room: once for four trains, twice for eight, and so on."""
    size = 1
    while 2 * _on_edge(2 * size) + 2 * _on_edge(size) < trains:
        size += 1
    return size


def _on_edge(halves: int) -> int:
    return (HALF * halves + GAP) // (HALF + GAP)


def _centred(x: int, y: int, half_width: int, half_height: int) -> Box:
    return Box(x - half_width, y - half_height, 2 * half_width, 2 * half_height)

"""Can these points be left over together? An exact search on the values of the tiles, with no tiles known.

Everybody's points have to be made of tiles, no tile twice, and of no more tiles than can be left. Tiles of equal value
are the same here. What the search finds possible may still be out of reach in play; what it finds impossible cannot be.
"""

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache

from engine.bounds import trains_laid
from engine.options import CentreFrom, DeadFoot
from engine.outcome import Ended
from engine.rules import Rules
from engine.tiles import Tile

SMALL = 18
"""Points up to this are placed first, smallest first: few tiles make them, so contradictions show early."""

STEPS = 4000
"""Steps after which the search gives up."""


class Packing(Enum):
    """What the search found; it gives up where it would take too long."""

    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


def pack(rules: Rules, *, players: int, centre: int, ended: Ended, points: Sequence[int]) -> Packing:
    """Whether tiles can be left that make these points.

    `points` are those of players who hold tiles, so not of the one who went out; a 0 stands for the 0-0 alone.
    """
    limit, ordered = most_left_tiles(rules, players, ended), tuple(sorted(points))
    found = set()
    for values in _leavable(rules, centre, ended):
        found.add(_Search(values, ordered).result(limit))
        if Packing.POSSIBLE in found:
            return Packing.POSSIBLE
    return Packing.UNKNOWN if Packing.UNKNOWN in found else Packing.IMPOSSIBLE


def most_left_tiles(rules: Rules, players: int, ended: Ended) -> int:
    """How many tiles can be left on all racks together.

    On the table lie the centre and what was played: by somebody who is out at least the tiles dealt, in a blocked hand
    at least the opening. The reserve stays in the yard, unless a search may have drawn it (A6).
    """
    size = rules.tiles.size
    if ended is Ended.STOPPED:
        return size - 1
    reserve = rules.reserve_for(players) if rules.centre is CentreFrom.ASIDE else 0
    if ended is Ended.OUT:
        return size - rules.set_aside - reserve - rules.hand_size(players)
    return size - 1 - reserve - trains_laid(rules, players, somebody_out=False)


@lru_cache(1024)
def _leavable(rules: Rules, centre: int, ended: Ended) -> tuple[tuple[int, ...], ...]:
    """How many tiles of each value can be left, in one or several ways, one of which must hold.

    When nobody can play on, some number (of the foot, or of an end) is on no rack, whichever that is; only a rule that
    ends a hand on a hopeless foot leaves tiles that would still fit.
    """
    tiles = [tile for tile in rules.tiles.tiles if tile != Tile.double(centre)]
    ways = [tiles]
    if ended is Ended.BLOCKED and rules.dead_foot is not DeadFoot.END_WHEN_HOPELESS:
        ways = [[tile for tile in tiles if not tile.carries(number)] for number in range(rules.set, -1, -1)]
    counted = [Counter(map(rules.value, way)) for way in ways]
    return tuple(tuple(count[value] for value in range(max(count) + 1)) for count in counted)


class _GaveUp(Exception):
    """Too many steps."""


class _Search:
    """One search: small points first, each made of as few and as large tiles as possible, failures remembered."""

    def __init__(self, values: tuple[int, ...], points: tuple[int, ...]) -> None:
        self.left = list(values)
        self.zeros = points.count(0)
        small = [number for number in points if 0 < number <= SMALL]
        self.points = small + [number for number in reversed(points) if number > SMALL]
        self.failed: dict[tuple[int, tuple[int, ...]], int] = {}
        self.steps = 0

    def result(self, tiles: int) -> Packing:
        if self.zeros > self.left[0]:
            return Packing.IMPOSSIBLE
        if sum(self.points) > self._heaviest(tiles - self.zeros):
            return Packing.IMPOSSIBLE
        try:
            return Packing.POSSIBLE if self._place(0, tiles - self.zeros) else Packing.IMPOSSIBLE
        except _GaveUp:
            return Packing.UNKNOWN

    def _heaviest(self, tiles: int) -> int:
        """The points of so many tiles, the heaviest that are left."""
        points = 0
        for value in range(len(self.left) - 1, 0, -1):
            taken = min(tiles, self.left[value])
            points, tiles = points + taken * value, tiles - taken
        return points

    def _place(self, index: int, tiles: int) -> bool:
        """Whether the points from this one on can be made of what is left, with so many tiles."""
        if index == len(self.points):
            return True
        state = index, tuple(self.left)
        if self.failed.get(state, -1) >= tiles:
            return False
        placed = self._fill(index, self.points[index], len(self.left) - 1, tiles)
        if not placed:
            self.failed[state] = tiles
        return placed

    def _fill(self, index: int, rest: int, largest: int, tiles: int) -> bool:
        """Whether the rest of these points can be made of tiles no larger than the last one, and then the others."""
        if rest == 0:
            return self._place(index + 1, tiles)
        self.steps += 1
        if self.steps > STEPS:
            raise _GaveUp
        spare = tiles - (len(self.points) - index - 1)
        for value in range(min(rest, largest), 0, -1):
            if value * spare < rest:
                return False
            if self.left[value]:
                self.left[value] -= 1
                if self._fill(index, rest - value, value, tiles - 1):
                    return True
                self.left[value] += 1
        return False

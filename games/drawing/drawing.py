"""The drawing of a hand: where each tile of a layout lies, so that none covers another and the whole stays small.

A hand that is over is drawn as a whole. A hand that goes on is drawn from turn to turn: what lies stays there, and
only where the next tile finds no room is everything laid anew. Both depend on the tiles alone, never on chance.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine import Layout
from games.drawing.board import Board
from games.drawing.search import Effort, Search, Stuck, Taste
from games.drawing.shapes import Box, Spot, size_of_double, size_of_hub
from games.drawing.strips import board_of, in_strips
from games.drawing.tree import CENTRE, Node, trains_of, tree_of

TRIES = 9
LARGER, ROOMIER = (4, 6, 8, 10), (0.3, 0.8, 1.2, 2.0)
"""What is tried next: a centre so many times larger, with trains at any of its faces, and how roomy."""
GREATER, AIRIER = (2, 3, 4), (0.4, 0.8, 1.2)
"""What is tried last: doubles so many times as large, which have room for more round them, and how roomy."""
STEPS_BACK = 10
EFFORT = 220_000
"""Tiles of the hand times tiles laid, after which doubles are drawn larger at once: of the sets up to 15 hardly a hand
needs so much, and of 18 one in ten, which would take many seconds."""
SQUARE = (1.0, 1.0)
WIDE = (1.6, 1.0)
"""The shape of a page: for a phone as well as a desk, and for the screen in a hall."""
ROOM_ROUND = 32
"""Cells that a board has at least round what lies on it already."""
FILLS_LIVE = 0.1
"""What a hand that goes on fills at least; one that has spread further is laid anew."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The spots of the centre and of the tiles in the order in which they were laid, and the box round them all."""

    centre: Spot
    spots: tuple[Spot, ...]
    around: Box

    @property
    def fills(self) -> float:
        """The share of the smallest square round it that is tiles."""
        covered = sum(spot.box.width * spot.box.height for spot in (self.centre, *self.spots))
        return covered / max(self.around.width, self.around.height) ** 2


@lru_cache(64)
def draw(layout: Layout, shape: tuple[float, float] = SQUARE) -> Drawing:
    """The drawing of a whole hand."""
    tree = tree_of(layout)
    try:
        return _searched(tree, layout, shape)
    except Stuck:
        return _drawing(board_of(in_strips(tree)), len(layout.pieces))


@lru_cache(512)
def draw_live(layout: Layout, shape: tuple[float, float] = SQUARE) -> Drawing:
    """The drawing of a hand that goes on; what was laid before lies where it lay, as long as that leaves room."""
    tree = tree_of(layout, growing=True)
    if not layout.pieces:
        return _anew(tree, layout, shape)
    before = draw_live(replace(layout, pieces=layout.pieces[:-1]), shape)
    search = _resumed(tree, layout, before, shape)
    number = len(layout.pieces)
    try:
        drawing = _drawing(search.go_on(number), number)
    except Stuck:
        return _anew(tree, layout, shape)
    return drawing if drawing.fills >= FILLS_LIVE else max(drawing, _anew(tree, layout, shape), key=_fills)


def _anew(tree: Sequence[Node], layout: Layout, shape: tuple[float, float]) -> Drawing:
    """Everything laid again with room for what comes, or without where that cannot be had."""
    try:
        return _searched(tree, layout, shape)
    except Stuck:
        return draw(layout, shape)


def _fills(drawing: Drawing) -> float:
    return drawing.fills


def _searched(
    tree: Sequence[Node], layout: Layout, shape: tuple[float, float], effort: Effort | None = None
) -> Drawing:
    """Tries that leave more and more room. Raises Stuck where none succeeds."""
    effort = effort or Effort()
    count, trains = len(layout.pieces), trains_of(layout)
    blame: Counter[int] = Counter()
    for one in _tries(count, trains):
        if one.doubles == 1 and effort.steps * len(tree) > EFFORT:
            continue
        search = _begun(tree, layout, Taste.roomy(one.room, shape), blame, doubles=one.doubles)
        search.effort = effort
        search.begin(_hub(size_of_hub(trains) + one.larger), trains if one.spread else 0)
        try:
            return _drawing(search.run(steps_back=STEPS_BACK), count)
        except Stuck:
            continue
    raise Stuck


@dataclass(frozen=True, slots=True)
class _Try:
    """How roomy, how much larger the centre, whether trains are spread round it, how many times as large doubles."""

    room: float
    larger: int
    spread: bool
    doubles: int = 1


def _tries(count: int, trains: int) -> Iterator[_Try]:
    """What is tried, small drawings first."""
    room = min(1.2, max(0.0, (count - 40) / 100))
    for number in range(TRIES):
        yield _Try(room + 0.15 * number, number % 3 + (trains > 4) + (count > 90), spread=True)
    for larger in LARGER:
        for roomy in ROOMIER:
            yield _Try(roomy, larger, spread=False)
    for doubles in GREATER:
        for roomy in AIRIER:
            yield _Try(roomy, 2 * doubles, spread=True, doubles=doubles)


def _resumed(tree: Sequence[Node], layout: Layout, before: Drawing, shape: tuple[float, float]) -> Search:
    """The search with everything in its spot that lay there before."""
    around = before.around
    far = max(-around.x, -around.y, around.right, around.bottom) + ROOM_ROUND
    search = _begun(tree, layout, Taste.roomy(1.0, shape), Counter(), far=far)
    search.begin(before.centre.box, trains_of(layout))
    for number, spot in enumerate(before.spots, 1):
        search.lay(number, spot)
    return search


def _begun(
    tree: Sequence[Node], layout: Layout, taste: Taste, blame: Counter[int], *, far: int = 0, doubles: int = 1
) -> Search:
    reach = max(far, (56 + len(tree) // 3) * (1 if doubles == 1 else 2))
    return Search(tree, Board(reach, doubles * size_of_double(layout.rules.toes)), taste, blame)


def _hub(size: int) -> Box:
    return Box(-size, -2 * size, 2 * size, 4 * size)


def _drawing(board: Board, count: int) -> Drawing:
    """The tiles that lie there, without those that were only given room."""
    centre = board.laid[CENTRE]
    spots = tuple(board.laid[number] for number in range(1, count + 1))
    around = centre.box
    for spot in spots:
        around = around.with_other(spot.box)
    return Drawing(centre, spots, around)

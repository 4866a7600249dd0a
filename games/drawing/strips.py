"""A drawing that always succeeds: every branch in a strip of its own, and doubles as large as what hangs on them.

It takes more room than a search needs, so it is for the few hands in which a search finds nothing.
"""

from collections.abc import Sequence

from games.drawing.board import Board
from games.drawing.shapes import GAP, HALF, Box, Face, Spot, Way, spots
from games.drawing.tree import CENTRE, Node


def in_strips(tree: Sequence[Node]) -> dict[int, Spot]:
    """A spot for the centre and every tile."""
    widths = _widths(tree)
    sides = (tree[CENTRE].next[::2], tree[CENTRE].next[1::2])
    size = max(1, *(_size_for(_together(numbers, widths)) for numbers in sides))
    hub = Box(-size, -2 * size, 2 * size, 4 * size)
    laid = {CENTRE: Spot(hub, Way.RIGHT, hub, hub)}
    todo = [
        (number, face)
        for way, numbers in zip((Way.RIGHT, Way.LEFT), sides, strict=True)
        for number, face in _side_by_side(hub, way, numbers, widths)
    ]
    while todo:
        number, face = todo.pop()
        node = tree[number]
        size = _size_for(_together(node.next, widths))
        spot = spots(face, double=node.is_double, size=size)[0]
        laid[number] = spot
        todo += _side_by_side(spot.open, spot.way, node.next, widths)
    return laid


def board_of(laid: dict[int, Spot]) -> Board:
    """These tiles on a board that is large enough."""
    around = laid[CENTRE].box
    for spot in laid.values():
        around = around.with_other(spot.box)
    reach = max(-around.x, -around.y, around.right, around.bottom) + 1
    board = Board(reach, size_of_doubles=1)
    for number, spot in laid.items():
        board.lay(number, spot)
    return board


def _widths(tree: Sequence[Node]) -> list[int]:
    """How wide a strip each tile needs, with all that hangs on it; always even."""
    widths = [HALF] * len(tree)
    for node in reversed(tree):
        within = _together(node.next, widths)
        widths[node.number] = 4 * _size_for(within) if node.is_double else max(HALF, within)
    return widths


def _together(numbers: Sequence[int], widths: Sequence[int]) -> int:
    return sum(widths[number] for number in numbers) + GAP * max(0, len(numbers) - 1)


def _size_for(length: int) -> int:
    """How large a double is on whose long side so many cells find room."""
    return max(1, -(-length // 4))


def _side_by_side(box: Box, way: Way, numbers: Sequence[int], widths: Sequence[int]) -> list[tuple[int, Face]]:
    """Where each of these tiles joins the edge of a box, strip beside strip."""
    length = box.height if way.lies_flat else box.width
    at = (length - _together(numbers, widths)) // 2
    found = []
    for number in numbers:
        middle = at + widths[number] // 2
        at += widths[number] + GAP
        if way.lies_flat:
            face = Face(box.x if way is Way.LEFT else box.right, box.y + middle, way)
        else:
            face = Face(box.x + middle, box.y if way is Way.UP else box.bottom, way)
        found.append((number, face))
    return found

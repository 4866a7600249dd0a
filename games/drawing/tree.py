"""Which tile joins which: the layout of a hand as a tree that grows from the centre."""

from dataclasses import dataclass

from engine import Layout

CENTRE = 0
"""The number of the centre; the tiles that were laid are 1, 2, 3, … in their order."""


@dataclass(frozen=True, slots=True)
class Node:
    """One tile: the one it joins, those that join it, and how many hang on it altogether."""

    number: int
    joins: int
    is_double: bool
    next: tuple[int, ...]
    below: int


def tree_of(layout: Layout, *, growing: bool = False) -> tuple[Node, ...]:
    """The centre and every tile in the order in which they were laid.

    Of a hand that goes on (`growing`) also the tiles that may come: two at each end, toes owed, trains not laid.
    """
    joins = [CENTRE]
    last: dict[str, int] = {}
    for number, piece in enumerate(layout.pieces, 1):
        name = piece.branch
        joins.append(last[name] if name in last else last.get(name[:-1], CENTRE))
        last[name] = number
    doubles = [True, *(piece.tile.is_double for piece in layout.pieces)]
    if growing:
        for name in layout.ends:
            joins += [last[name], len(joins)]
        for foot in layout.feet:
            joins += [last[foot.branch]] * foot.owed
        joins += [CENTRE] * (trains_of(layout) - sum(len(name) == 1 for name in last))
        doubles += [False] * (len(joins) - len(doubles))
    return _nodes(joins, doubles)


def trains_of(layout: Layout) -> int:
    """How many trains begin at the centre, or will."""
    return max(1, layout.rules.arms_for(layout.players))


def _nodes(joins: list[int], doubles: list[bool]) -> tuple[Node, ...]:
    following: list[list[int]] = [[] for _ in joins]
    below = [0] * len(joins)
    for number in range(len(joins) - 1, CENTRE, -1):
        following[joins[number]].insert(0, number)
        below[joins[number]] += below[number] + 1
    return tuple(
        Node(number, joins[number], doubles[number], tuple(following[number]), below[number])
        for number in range(len(joins))
    )

"""Finding a spot for every tile of a layout: a search that tries the best spot first and goes back where it is stuck.

A tile goes where the whole stays small, straight on rather than round a corner, and never where something else that has
still to be laid would lose its room: a double needs room for its toes, and whatever goes on needs a way out. The tiles
with the fewest spots come first, and whatever got stuck comes earlier in the next try.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from games.drawing.board import Board
from games.drawing.shapes import GAP, HALF, Box, Face, Spot, Way, faces_of, faces_round
from games.drawing.tree import CENTRE, Node

REACH = 2 * HALF + GAP
"""How far from a tile another one can lie that joins it, with its gap."""
NEAR = 8
"""Cells within which a new tile can take room from another one's faces."""


Choices = tuple[tuple[Face, Spot], ...]


@dataclass(frozen=True, slots=True)
class Taste:
    """What a spot costs: the size of the whole, the distance from the centre, a corner, room taken from others.

    `wide` and `high` are the shape of the page: a wide page has more room from side to side.
    """

    size: float
    near: float
    own_room: float
    others_room: float
    wide: float = 1.0
    high: float = 1.0
    corner: float = 0.2

    @classmethod
    def roomy(cls, how: float, shape: tuple[float, float]) -> "Taste":
        """From 0, as small as it can be, to 2 and more, where everything grows away from the centre."""
        return cls(1 - 0.5 * min(how, 1), 0.1 - 0.2 * min(how, 1.5), 0.5 + 0.5 * how, 1 + 2 * how, *shape)


@dataclass(slots=True)
class Effort:
    """How many tiles were laid in all tries of one drawing: counted, never timed, so that it is the same anywhere."""

    steps: int = 0


class Stuck(Exception):
    """No spot was found for some tile within the steps that were allowed."""


@dataclass(slots=True)
class Search:
    """One try. `blame` counts how often each tile was stuck or stood above one that was; it lives through the tries."""

    tree: Sequence[Node]
    board: Board
    taste: Taste
    blame: Counter[int]
    faces: dict[int, tuple[Face, ...]] = field(default_factory=dict)
    waiting: dict[int, tuple[int, ...]] = field(default_factory=dict)
    effort: Effort = field(default_factory=Effort)
    known: dict[int, Choices] = field(default_factory=dict)
    """What `_open` has found, as long as nothing is laid near."""

    def begin(self, hub: Box, trains: int) -> None:
        """Lay the centre; `trains` faces spread round it are for the trains, or every face where that is 0."""
        self.board.lay(CENTRE, Spot(hub, Way.RIGHT, hub, hub))
        ring = faces_round(hub)
        spread = tuple(ring[(2 * number + 1) * len(ring) // (2 * trains)] for number in range(trains))
        self.faces[CENTRE] = spread or ring
        if self.tree[CENTRE].next:
            self.waiting[CENTRE] = self.tree[CENTRE].next

    def run(self, *, steps_back: int) -> Board:
        """Lay every tile. Raises Stuck after so many steps back."""
        stuck: Counter[int] = Counter()
        path: list[_Step] = []
        here = self
        while here.waiting:
            number = here._next()
            step = _Step(here, number, here._ranked(number))
            after = step.take()
            while after is None:
                here._note(step.number)
                steps_back -= 1
                culprit = self._culprit(step.number, stuck)
                while path and step.number != culprit:
                    step = path.pop()
                if steps_back < 0 or step.number != culprit:
                    raise Stuck
                here, after = step.before, step.take()
            path.append(step)
            here = after
        return here.board

    def go_on(self, number: int) -> Board:
        """Lay this tile beside those that lie already. Raises Stuck where that leaves something without room."""
        after = _Step(self, number, self._ranked(number)).take()
        if after is None:
            raise Stuck
        return after.board

    def after(self, number: int, spot: Spot) -> "Search":
        """The same with this tile at that spot."""
        self.effort.steps += 1
        after = replace(
            self, board=self.board.copy(), faces=dict(self.faces), waiting=dict(self.waiting), known=dict(self.known)
        )
        after.lay(number, spot)
        return after

    def _culprit(self, number: int, stuck: Counter[int]) -> int:
        """Whose spot to change where a tile is stuck: that of the tile it joins, and of one further in each time."""
        stuck[number] += 1
        for _ in range(stuck[number]):
            number = self.tree[number].joins
        return number

    def _note(self, number: int) -> None:
        while number != CENTRE:
            self.blame[number] += 1
            number = self.tree[number].joins

    def _toes(self, number: int) -> int | None:
        """How many toes a tile will have; None where it is no double."""
        return len(self.tree[number].next) if self.tree[number].is_double else None

    def _next(self) -> int:
        """The tile to lay next: what was stuck most, then what has the fewest spots, then what most hangs on."""
        return min((self._urgency(joins, numbers) for joins, numbers in self.waiting.items()))[-1]

    def _urgency(self, joins: int, numbers: tuple[int, ...]) -> tuple[int, int, int, int]:
        number = max(numbers, key=lambda one: (self.tree[one].is_double, self.tree[one].below, -one))
        choices = self._choices(joins, number)
        spare = len({face for face, _ in choices}) - len(numbers) + 1
        return (-self.blame[number], min(len(choices), spare, 2), -self.tree[number].below, number)

    def lay(self, number: int, spot: Spot) -> None:
        """Put a tile at a spot, and wait for those that join it."""
        node = self.tree[number]
        self.board.lay(number, spot)
        for joins in [one for one in self.known if _is_close(self.board.laid[one].box, spot.box, REACH)]:
            del self.known[joins]
        self.waiting[node.joins] = tuple(one for one in self.waiting[node.joins] if one != number)
        if not self.waiting[node.joins]:
            del self.waiting[node.joins]
        if node.next:
            self.faces[number] = faces_of(spot)
            self.waiting[number] = node.next

    def _choices(self, joins: int, number: int) -> Choices:
        """Every spot for a tile that joins this one."""
        toes = self._toes(number)
        return self._open(joins) if toes is None else tuple(self.board.choices(self.faces[joins], joins, toes=toes))

    def _open(self, joins: int) -> Choices:
        """Every spot at this tile for one that is no double."""
        if joins not in self.known:
            self.known[joins] = tuple(self.board.choices(self.faces[joins], joins, toes=None))
        return self.known[joins]

    def all_go_on(self) -> bool:
        """Whether everything that waits has a face, and a way out where more hangs on it."""
        ways_out = self.board.ways_out()
        for joins, numbers in self.waiting.items():
            choices = self._open(joins)
            if len({face for face, _ in choices}) < len(numbers):
                return False
            long = sum(self.tree[number].below > 0 for number in numbers)
            if long and len({face for face, spot in choices if self.board.leads_out(spot, ways_out)}) < long:
                return False
        return True

    # What a spot costs

    def _ranked(self, number: int) -> list[Spot]:
        """The spots for a tile, the best first; those that leave another one without room are left out."""
        joins = self.tree[number].joins
        found = []
        for place, (_face, spot) in enumerate(self._choices(joins, number)):
            cost = self._cost(number, spot)
            if cost is not None:
                found.append((cost, place, spot))
        return [spot for _cost, _place, spot in sorted(found, key=lambda one: one[:2])]

    def _cost(self, number: int, spot: Spot) -> float | None:
        taste, around = self.taste, self.board.around
        whole = around.with_other(spot.box)
        wide, high = whole.width / taste.wide, whole.height / taste.high
        x, y = spot.box.x + spot.box.width / 2, spot.box.y + spot.box.height / 2
        cost = taste.size * (max(wide, high) + 0.15 * (wide + high))
        cost += taste.near * (abs(x) / taste.wide + abs(y) / taste.high) + (taste.corner if spot.turns else 0)
        self.board.lay(number, spot)
        room = self._room(number, spot)
        self.board.take_away(number, around)
        return None if room is None else cost + room

    def _room(self, number: int, spot: Spot) -> float | None:
        """What it costs in room, with the tile in its spot: its own for what follows, and that of what is near."""
        node, cost = self.tree[number], 0.0
        if node.next:
            free = self._free(number, faces_of(spot), node.next)
            if free[0] < len(node.next):
                return None
            follows_double = self.tree[node.next[0]].is_double
            own = min(free[0], 3) * 2 if node.is_double else min(free[1], 3 if follows_double else 7)
            cost -= self.taste.own_room * own
        for joins, waiting in self.waiting.items():
            faces = self.faces[joins]
            numbers = tuple(one for one in waiting if one != number)
            if not numbers or not any(_is_near(one, spot.box) for one in faces):
                continue
            if self.tree[numbers[0]].is_double or joins not in self.known:
                free = self._free(joins, faces, numbers)
            else:
                left = [(face, one) for face, one in self._open(joins) if not _is_close(one.box, spot.box)]
                free = len({face for face, _ in left}), len(left)
            if free[0] < len(numbers):
                return None
            if self.tree[joins].is_double:
                lacks = max(0, len(numbers) + 1 - free[0])
            else:
                lacks = max(0, (2 if self.tree[numbers[0]].is_double else 4) - free[1])
            cost += self.taste.others_room * lacks
        return cost

    def _free(self, joins: int, faces: tuple[Face, ...], numbers: tuple[int, ...]) -> tuple[int, int]:
        """How many faces have room for the first of these tiles, and how many spots there are."""
        choices = list(self.board.choices(faces, joins, toes=self._toes(numbers[0])))
        return len({face for face, _ in choices}), len(choices)


@dataclass(slots=True)
class _Step:
    """A tile to lay, the search before it, and the spots not tried yet, the best first."""

    before: Search
    number: int
    ranked: list[Spot]

    def take(self) -> Search | None:
        """The search after the best spot that leaves all others a way out; None where none is left."""
        while self.ranked:
            after = self.before.after(self.number, self.ranked.pop(0))
            if after.all_go_on():
                return after
        return None


def _is_close(one: Box, other: Box, gap: int = GAP) -> bool:
    """Whether there are fewer cells than the gap between them, across and down."""
    return (
        one.x - gap < other.right
        and other.x < one.right + gap
        and one.y - gap < other.bottom
        and other.y < one.bottom + gap
    )


def _is_near(face: Face, box: Box) -> bool:
    return box.x - NEAR < face.x < box.right + NEAR and box.y - NEAR < face.y < box.bottom + NEAR

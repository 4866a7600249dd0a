"""What a rehearsal does next: a function of where its tournament stands, its seed and its mishaps. Pure.

Whoever takes over by hand changes where it stands, and the rehearsal goes on from there.
"""

import math
import random
from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass
from enum import Enum

FEWEST_WITH_MISHAPS = 8
"""From so many people on some stay at home or come late: the tables can do without them."""
ONE_IN = 15
"""One in so many never comes, and as many come late."""
GROUPS = 3
"""In so many groups people arrive."""
TABLES_PER_SLIP = 4


class Mishap(Enum):
    """What may go wrong in a rehearsal."""

    NO_SHOWS = "no_shows"
    LATE = "late"
    SLIPS = "slips"
    MISSING_SHEET = "missing_sheet"
    CORRECTION = "correction"


class Act(Enum):
    """What the desk does in one step."""

    ARRIVE = "arrive"
    NOT_COMING = "not_coming"
    SETTLE = "settle"
    CUT = "cut"
    PLAN = "plan"
    SEAT = "seat"
    REDRAW = "redraw"
    PUBLISH = "publish"
    LATE = "late"
    CORRECT = "correct"
    SLIP = "slip"
    MISSING = "missing"
    HAND_IN = "hand_in"
    ON_SCREEN = "on_screen"
    VOID = "void"
    CLOSE = "close"
    FINISH = "finish"


class Need(Enum):
    """What is needed before the next round is seated."""

    NOTHING = "nothing"
    SETTLING = "settling"
    CUT = "cut"
    PLAN = "plan"
    OVER = "over"
    """Every planned round is played."""


class Phase(Enum):
    """What the newest round is."""

    BETWEEN = "between"
    """There is none, or it is closed."""
    DRAFT = "draft"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table of people in the open round: who is there, and whether hands are missing. On screen it has no sheet."""

    number: int
    people: int
    is_missing: bool
    on_screen: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """Something that was done: in which round and at which table (0: at none)."""

    act: Act
    round: int
    table: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a rehearsal stands. `people` and `expected` are numbers of entries; standbys are not among them.

    `round` is the number of the newest round, 0 before the first; `bots_play`: only tables of bots are missing.
    """

    seed: int
    mishaps: frozenset[Mishap]
    people: tuple[int, ...]
    expected: tuple[int, ...]
    phase: Phase
    round: int = 0
    need: Need = Need.NOTHING
    is_stale: bool = False
    tables: tuple[TableNow, ...] = ()
    bots_play: bool = False
    is_finished: bool = False
    done: frozenset[Done] = frozenset()


@dataclass(frozen=True, slots=True)
class Step:
    """The next thing to do: in which round, at which table (0: at none), about which entries."""

    act: Act
    round: int
    table: int = 0
    entries: tuple[int, ...] = ()

    @property
    def done(self) -> Done:
        return Done(self.act, self.round, self.table)


def next_step(scene: Scene) -> Step | None:
    """The next step; None where bots have to play first, or the evening is over: whoever reopens it finishes it."""
    if scene.is_finished:
        return None
    match scene.phase:
        case Phase.BETWEEN:
            return _between(scene)
        case Phase.DRAFT:
            return Step(Act.REDRAW if scene.is_stale else Act.PUBLISH, scene.round)
        case Phase.OPEN:
            return _playing(scene)


def chance_of(seed: int, *what: object) -> random.Random:
    """The chance of one thing in a rehearsal: whatever else happens, it stays what it is."""
    return random.Random(" ".join(map(str, (seed, *what))))


def absent(scene: Scene) -> tuple[int, ...]:
    """Who never comes, by number."""
    return _by_lot(scene, scene.people)[: _so_many(scene, Mishap.NO_SHOWS)]


def late(scene: Scene) -> tuple[int, ...]:
    """Who comes when the first round is being played, by number."""
    order = _by_lot(scene, scene.people)
    never = _so_many(scene, Mishap.NO_SHOWS)
    return order[never : never + _so_many(scene, Mishap.LATE)]


def _so_many(scene: Scene, mishap: Mishap) -> int:
    if mishap not in scene.mishaps or len(scene.people) < FEWEST_WITH_MISHAPS:
        return 0
    return math.ceil(len(scene.people) / ONE_IN)


def _by_lot(scene: Scene, numbers: Collection[int], *of: object) -> tuple[int, ...]:
    """Numbers in an order in which each has a lot of its own, so that a newcomer moves nobody else."""
    return tuple(sorted(numbers, key=lambda number: (chance_of(scene.seed, "lot", *of, number).random(), number)))


def _between(scene: Scene) -> Step | None:
    coming = scene.round + 1
    arriving = [number for number in _by_lot(scene, scene.expected, "door") if number not in _held(scene)]
    if arriving:
        group = math.ceil(len(scene.people) / GROUPS)
        return Step(Act.ARRIVE, coming, entries=tuple(sorted(arriving[:group])))
    gone = tuple(sorted(set(absent(scene)) & set(scene.expected)))
    if gone:
        return Step(Act.NOT_COMING, coming, entries=gone)
    if scene.need is Need.OVER:
        finish = Step(Act.FINISH, scene.round)
        return None if finish.done in scene.done else finish
    acts = {Need.NOTHING: Act.SEAT, Need.SETTLING: Act.SETTLE, Need.CUT: Act.CUT, Need.PLAN: Act.PLAN}
    return Step(acts[scene.need], coming)


def _held(scene: Scene) -> Set[int]:
    """Who is expected and does not come through the door now. After the first round nobody is late any more."""
    return {*absent(scene), *(late(scene) if scene.round == 0 else ())}


def _playing(scene: Scene) -> Step | None:
    waiting = sorted(set(late(scene)) & set(scene.expected))
    if waiting and scene.round == 1:
        return Step(Act.LATE, 1, entries=(waiting[0],))
    corrects = Mishap.CORRECTION in scene.mishaps and scene.round > 1 and bool(scene.tables)
    if corrects and not any(one.act is Act.CORRECT for one in scene.done):
        return Step(Act.CORRECT, scene.round - 1)
    missing = [table for table in scene.tables if table.is_missing]
    if missing:
        return _handing_in(scene, missing)
    return None if scene.bots_play else Step(Act.CLOSE, scene.round)


def _handing_in(scene: Scene, missing: Sequence[TableNow]) -> Step:
    """The next sheet: the slips of a table come before its right one, and the missing sheet is found last."""
    lost, slips = _lost(scene), _slips(scene)
    at_hand = [table for table in missing if table.number != lost]
    table = at_hand[0] if at_hand else missing[0]
    if table.on_screen:
        return Step(Act.ON_SCREEN, scene.round, table.number)
    if table.people < 2:
        return Step(Act.VOID, scene.round, table.number)
    if table.number == lost and Done(Act.MISSING, scene.round, lost) not in scene.done:
        return Step(Act.MISSING, scene.round, lost)
    if table.number in slips and Done(Act.SLIP, scene.round, table.number) not in scene.done:
        return Step(Act.SLIP, scene.round, table.number)
    return Step(Act.HAND_IN, scene.round, table.number)


def _slips(scene: Scene) -> Set[int]:
    """The tables whose sheet has a slip in this round: one, and one more for every few tables."""
    if Mishap.SLIPS not in scene.mishaps:
        return frozenset()
    order = _by_lot(scene, [table.number for table in scene.tables if not table.on_screen], "slip", scene.round)
    return frozenset(order[: math.ceil(len(order) / TABLES_PER_SLIP)])


def _lost(scene: Scene) -> int:
    """The table whose sheet is missed in the first round; 0: none."""
    if Mishap.MISSING_SHEET not in scene.mishaps or scene.round != 1 or len(scene.tables) < 2:
        return 0
    with_sheets = [table.number for table in scene.tables if not table.on_screen]
    others = [number for number in with_sheets if number not in _slips(scene)]
    return next(iter(_by_lot(scene, others or with_sheets, "lost")), 0)

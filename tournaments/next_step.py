"""What the organiser does next, and what is in the way of it. Pure: plain values in, one value out.

The console shows the answer as one big button with a list below it; nothing else decides the order of an evening.
"""

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class Heads:
    """How many entries have each status."""

    expected: int = 0
    here: int = 0
    standby: int = 0
    withdrawn: int = 0

    @property
    def entered(self) -> int:
        """Everybody who has not withdrawn."""
        return self.expected + self.here + self.standby


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table of the open round: hands not handed in, hands typed and not accepted, and what is odd about those.

    `people` are those who have not left. Where bots play among themselves, or where it is played on screen, nothing is
    typed.
    """

    number: int
    hands: int
    missing: int = 0
    not_accepted: int = 0
    asked: tuple[str, ...] = ()
    people: int = 2
    is_of_bots: bool = False
    is_on_screen: bool = False
    rests: bool = False

    @property
    def waits_for(self) -> "Why":
        """What hands that are missing wait for."""
        if self.is_of_bots:
            return Why.BOTS_REST if self.rests else Why.BOTS_PLAY
        return Why.ON_SCREEN if self.is_on_screen else Why.NOT_HANDED_IN


@dataclass(frozen=True, slots=True)
class RoundNow:
    """The round that is a draft or open. `came` and `went` name who is not in a draft but here, and the other way."""

    number: int
    is_draft: bool
    tables: tuple[TableNow, ...] = ()
    came: tuple[str, ...] = ()
    went: tuple[str, ...] = ()


class Need(Enum):
    """What a stage needs before its next round can be seated."""

    NOTHING = "nothing"
    CUT = "cut"
    PLAN = "plan"


@dataclass(frozen=True, slots=True)
class StageNow:
    """The stage of the next round, where there is more than one open stage.

    `people` play its next round; `level` are groups of people, by name, who have to be parted first, `shared` those who
    share the first place of a final and may go on doing so. `not_here` go on and are not here. `corrected` says what a
    correction after the cut would change.
    """

    number: int
    need: Need
    people: int = 0
    level: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    not_here: tuple[str, ...] = ()
    corrected: str = ""


@dataclass(frozen=True, slots=True)
class Evening:
    """Where a tournament stands: its smallest table, how many rounds are closed; `now` is None between rounds.

    `stage` is None for an open evening.
    """

    heads: Heads
    planned: int
    smallest: int
    closed: int = 0
    now: RoundNow | None = None
    is_public: bool = True
    is_finished: bool = False
    stage: StageNow | None = None


class Do(Enum):
    """What the big button does."""

    ADD_NAMES = "add_names"
    TICK_ARRIVALS = "tick_arrivals"
    SETTLE = "settle"
    MAKE_CUT = "make_cut"
    CHOOSE_PLAN = "choose_plan"
    SEAT = "seat"
    DRAW_AGAIN = "draw_again"
    PUBLISH_SEATING = "publish_seating"
    TYPE_RESULTS = "type_results"
    WATCH_BOTS = "watch_bots"
    WATCH_SCREENS = "watch_screens"
    ACCEPT_AND_CLOSE = "accept_and_close"
    CLOSE = "close"
    FINISH = "finish"
    LOOK_BACK = "look_back"


class Why(Enum):
    """What kind of thing is in the way."""

    NOT_PUBLIC = "not_public"
    NOT_ARRIVED = "not_arrived"
    TOO_FEW_HERE = "too_few_here"
    LEVEL = "level"
    SHARED = "shared"
    GOES_ON_AND_NOT_HERE = "goes_on_and_not_here"
    CORRECTED = "corrected"
    CAME_SINCE = "came_since"
    WENT_SINCE = "went_since"
    NOT_HANDED_IN = "not_handed_in"
    BOTS_PLAY = "bots_play"
    BOTS_REST = "bots_rest"
    ON_SCREEN = "on_screen"
    NOT_ACCEPTED = "not_accepted"
    ASKED_ABOUT = "asked_about"
    TOO_FEW_AT_TABLE = "too_few_at_table"


@dataclass(frozen=True, slots=True)
class InTheWay:
    """One thing in the way: of a table, of people by name or by number, or what is said about it in `said`."""

    why: Why
    table: int | None = None
    count: int = 0
    of: int = 0
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step. `round` is the round it is about, `stage` the stage (0: none); `people` how many it is for."""

    do: Do
    round: int = 0
    people: int = 0
    in_the_way: tuple[InTheWay, ...] = ()
    stage: int = 0


def next_step(evening: Evening) -> NextStep:
    """The one thing to do next in an evening."""
    if evening.is_finished:
        return NextStep(Do.LOOK_BACK, in_the_way=_not_public(evening))
    if evening.now is None:
        return _between_rounds(evening)
    if evening.now.is_draft:
        return _with_draft(evening, evening.now)
    return _while_playing(evening, evening.now)


def _between_rounds(evening: Evening) -> NextStep:
    heads = evening.heads
    number = evening.closed + 1
    stage = evening.stage
    if evening.closed and stage is not None:
        needed = _before_seating(evening, stage, number)
        if needed is not None:
            return needed
    if evening.closed >= evening.planned:
        shared = _in_stage(stage) if stage else ()
        return NextStep(Do.FINISH, in_the_way=(*shared, *_not_public(evening)), stage=stage.number if stage else 0)
    if not heads.entered:
        return NextStep(Do.ADD_NAMES, number)
    late = (InTheWay(Why.NOT_ARRIVED, count=heads.expected),) if heads.expected else ()
    if stage is not None and stage.people >= evening.smallest:
        return _seat_stage(evening, stage, number, late)
    if heads.here < evening.smallest:
        too_few = InTheWay(Why.TOO_FEW_HERE, count=heads.here, of=evening.smallest)
        return NextStep(Do.TICK_ARRIVALS, number, heads.expected, (too_few, *late))
    return NextStep(Do.SEAT, number, heads.here, (*late, *_not_public(evening)))


def _before_seating(evening: Evening, stage: StageNow, number: int) -> NextStep | None:
    """What a stage needs before its next round: ties parted, the cut, the plan of a knockout; None where nothing."""
    in_the_way = (*_in_stage(stage), *_not_public(evening))
    if stage.level:
        return NextStep(Do.SETTLE, number, len(stage.level), in_the_way, stage.number)
    if stage.need is Need.CUT:
        return NextStep(Do.MAKE_CUT, number, stage.people, in_the_way, stage.number)
    if stage.need is Need.PLAN:
        return NextStep(Do.CHOOSE_PLAN, number, stage.people, in_the_way, stage.number)
    return None


def _seat_stage(evening: Evening, stage: StageNow, number: int, late: tuple[InTheWay, ...]) -> NextStep:
    """The next round of a stage: a knockout from the start is planned first; later ones wait for no late comers."""
    if stage.need is Need.PLAN:
        in_the_way = (*late, *_not_public(evening))
        return NextStep(Do.CHOOSE_PLAN, number, stage.people, in_the_way, stage.number)
    in_the_way = (*(late if number == 1 else ()), *_in_stage(stage), *_not_public(evening))
    return NextStep(Do.SEAT, number, stage.people, in_the_way, stage.number)


def _in_stage(stage: StageNow) -> tuple[InTheWay, ...]:
    found = [InTheWay(Why.LEVEL, said=(names,)) for names in stage.level]
    found += [InTheWay(Why.SHARED, said=(names,)) for names in stage.shared]
    if stage.not_here:
        found.append(InTheWay(Why.GOES_ON_AND_NOT_HERE, count=len(stage.not_here), said=stage.not_here))
    if stage.corrected:
        found.append(InTheWay(Why.CORRECTED, said=(stage.corrected,)))
    return tuple(found)


def _with_draft(evening: Evening, draft: RoundNow) -> NextStep:
    changed = tuple(
        InTheWay(why, count=len(names), said=names)
        for why, names in ((Why.CAME_SINCE, draft.came), (Why.WENT_SINCE, draft.went))
        if names
    )
    if changed:
        return NextStep(Do.DRAW_AGAIN, draft.number, evening.heads.here, (*changed, *_not_public(evening)))
    return NextStep(Do.PUBLISH_SEATING, draft.number, evening.heads.here, _not_public(evening))


def _while_playing(evening: Evening, playing: RoundNow) -> NextStep:
    missing = tuple(
        InTheWay(table.waits_for, table.number, table.missing, table.hands) for table in playing.tables if table.missing
    )
    asked = tuple(
        InTheWay(Why.ASKED_ABOUT, table.number, len(table.asked), said=table.asked)
        for table in playing.tables
        if table.asked
    )
    waiting = tuple(
        InTheWay(Why.NOT_ACCEPTED, table.number, table.not_accepted)
        for table in playing.tables
        if table.not_accepted and not table.missing
    )
    alone = tuple(
        InTheWay(Why.TOO_FEW_AT_TABLE, table.number, table.people)
        for table in playing.tables
        if table.missing and table.people < 2 and not table.is_of_bots
    )
    in_the_way = (*alone, *missing, *asked, *waiting, *_not_public(evening))
    if missing and all(one.why in {Why.BOTS_PLAY, Why.BOTS_REST} for one in missing):
        return NextStep(Do.WATCH_BOTS, playing.number, len(missing), in_the_way)
    if missing and all(one.why is not Why.NOT_HANDED_IN for one in missing):
        return NextStep(Do.WATCH_SCREENS, playing.number, len(missing), in_the_way)
    if missing:
        return NextStep(Do.TYPE_RESULTS, playing.number, len(missing), in_the_way)
    if waiting:
        return NextStep(Do.ACCEPT_AND_CLOSE, playing.number, len(waiting), in_the_way)
    return NextStep(Do.CLOSE, playing.number, in_the_way=in_the_way)


def _not_public(evening: Evening) -> tuple[InTheWay, ...]:
    return () if evening.is_public else (InTheWay(Why.NOT_PUBLIC),)

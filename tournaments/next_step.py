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

    `people` are those who have not left.
    """

    number: int
    hands: int
    missing: int = 0
    not_accepted: int = 0
    asked: tuple[str, ...] = ()
    people: int = 2
    is_of_bots: bool = False


@dataclass(frozen=True, slots=True)
class RoundNow:
    """The round that is a draft or open. `came` and `went` name who is not in a draft but here, and the other way."""

    number: int
    is_draft: bool
    tables: tuple[TableNow, ...] = ()
    came: tuple[str, ...] = ()
    went: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evening:
    """Where a tournament stands: its smallest table, how many rounds are closed; `now` is None between rounds."""

    heads: Heads
    planned: int
    smallest: int
    closed: int = 0
    now: RoundNow | None = None
    is_public: bool = True
    is_finished: bool = False


class Do(Enum):
    """What the big button does."""

    ADD_NAMES = "add_names"
    TICK_ARRIVALS = "tick_arrivals"
    SEAT = "seat"
    DRAW_AGAIN = "draw_again"
    PUBLISH_SEATING = "publish_seating"
    TYPE_RESULTS = "type_results"
    WATCH_BOTS = "watch_bots"
    ACCEPT_AND_CLOSE = "accept_and_close"
    CLOSE = "close"
    FINISH = "finish"
    LOOK_BACK = "look_back"


class Why(Enum):
    """What kind of thing is in the way."""

    NOT_PUBLIC = "not_public"
    NOT_ARRIVED = "not_arrived"
    TOO_FEW_HERE = "too_few_here"
    CAME_SINCE = "came_since"
    WENT_SINCE = "went_since"
    NOT_HANDED_IN = "not_handed_in"
    BOTS_PLAY = "bots_play"
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
    """The next step. `round` is the round it is about (0: none); `people` how many it is for."""

    do: Do
    round: int = 0
    people: int = 0
    in_the_way: tuple[InTheWay, ...] = ()


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
    if evening.closed >= evening.planned:
        return NextStep(Do.FINISH, in_the_way=_not_public(evening))
    if not heads.entered:
        return NextStep(Do.ADD_NAMES, number)
    late = (InTheWay(Why.NOT_ARRIVED, count=heads.expected),) if heads.expected else ()
    if heads.here < evening.smallest:
        too_few = InTheWay(Why.TOO_FEW_HERE, count=heads.here, of=evening.smallest)
        return NextStep(Do.TICK_ARRIVALS, number, heads.expected, (too_few, *late))
    return NextStep(Do.SEAT, number, heads.here, (*late, *_not_public(evening)))


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
        InTheWay(Why.BOTS_PLAY if table.is_of_bots else Why.NOT_HANDED_IN, table.number, table.missing, table.hands)
        for table in playing.tables
        if table.missing
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
    if missing and all(one.why is Why.BOTS_PLAY for one in missing):
        return NextStep(Do.WATCH_BOTS, playing.number, len(missing), in_the_way)
    if missing:
        return NextStep(Do.TYPE_RESULTS, playing.number, len(missing), in_the_way)
    if waiting:
        return NextStep(Do.ACCEPT_AND_CLOSE, playing.number, len(waiting), in_the_way)
    return NextStep(Do.CLOSE, playing.number, in_the_way=in_the_way)


def _not_public(evening: Evening) -> tuple[InTheWay, ...]:
    return () if evening.is_public else (InTheWay(Why.NOT_PUBLIC),)

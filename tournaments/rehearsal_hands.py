"""Sheets of a rehearsal: hands that bots of the engine play by the tournament's rules, and the slips in them."""

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from itertools import permutations

from django.utils.translation import gettext as _

import engine
from games.checks import rack_text, read_rack, without_names
from games.models import Report
from games.reports import Handed, Line
from tournaments import screen_moves
from tournaments.findings import check
from tournaments.models import Table
from tournaments.queries.screens import screen_of
from tournaments.queries.tables import TableState
from tournaments.refusals import Refused
from tournaments.rehearsal_course import chance_of
from tournaments.results import lines_for

BOT = "heaviest"
"""Who plays for everybody: quick, and not worse than most people."""


class Way(Enum):
    """How a hand is typed."""

    POINTS = "points"
    TILES = "tiles"
    RECORD = "record"


WAYS = (Way.POINTS, Way.POINTS, Way.TILES, Way.POINTS, Way.RECORD)
"""Most tables write points alone; every few hands somebody notes the tiles left, or the whole hand."""
HIGHEST_FREE = 60
"""The most points of a hand of a game that the engine does not know."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a table hands in: its missing hands, and the totals on the paper by place."""

    handed: tuple[Handed, ...]
    totals: Mapping[int, int]


def sheet_of(state: TableState, rules: engine.AnyRules, *, seed: int, round: int) -> Sheet:
    """The missing hands of a table, as its people would have played them: a function of the seed and who sits there."""
    handed: list[Handed] = []
    before = _last_starter(state)
    for number in state.missing:
        handed.append(_hand(state, rules, number, before, seed=seed, round=round))
        before = handed[-1].starter_place
    totals = {seat.place or 0: 0 for seat in state.seats}
    known = {number: one.lines for number, one in state.reports.items() if number is not None}
    known |= {one.number: one.lines for one in handed if one.number is not None}
    for lines in known.values():
        for line in lines:
            totals[line.place] += line.points or 0
    return Sheet(tuple(handed), totals)


def with_a_slip(state: TableState, rules: engine.AnyRules, right: Sheet, *, seed: int, round: int) -> Sheet:
    """The sheet with a slip that the checks find, of a kind by lot; as it is where they would find none."""
    asked = {finding.sentence for finding in check(state, rules, right.handed, right.totals)}
    chance = chance_of(seed, "slip", round, state.number)
    kinds = [list(slips(right)) for slips in (_digits_too_many, _second_zeros, _wrong_sums)]
    if isinstance(rules, engine.Rules):
        kinds += [list(_tiles_twice(right, rules)), list(_turns_forgotten(right))]
    chance.shuffle(kinds)
    for kind in kinds:
        chance.shuffle(kind)
        for slip in kind:
            if {finding.sentence for finding in check(state, rules, slip.handed, slip.totals)} - asked:
                return slip
    return right


def play_on_screen(table: Table, at: datetime) -> str:
    """Play the next hand of a table on screen to its end, every seat by the moves that people make; says which one.

    Somebody who has opened a seat of the rehearsal may move as well: whoever is first has moved.
    """
    now = screen_of(table)
    if now is None:
        raise Refused(_("Table {table} is not played on screen.").format(table=table.number))
    now = screen_moves.deal_next(play_id=now.play.pk, counter=now.play.counter, at=at)
    while now.in_turn is not None and now.sitting is not None:
        step, counter = now.sitting.choice(BOT), now.play.counter
        now = screen_moves.move(
            play_id=now.play.pk, place=now.in_turn, counter=counter, sent=step.text(), step=step, at=at
        ).now
    return _("Hand {hand} was played on screen.").format(hand=now.play.hand)


def _last_starter(state: TableState) -> int | None:
    known = [number for number in state.reports if number is not None]
    return state.reports[max(known)].report.starter_place if known else None


def _hand(
    state: TableState, rules: engine.AnyRules, number: int, before: int | None, *, seed: int, round: int
) -> Handed:
    there = [seat.place or 0 for seat in state.seats if seat.is_there_for(number)]
    what = f"round {round} table {state.number}"
    if not isinstance(rules, engine.Rules):
        return _free_hand(state, number, there, seed=seed, what=what)
    played = engine.play_bots(
        rules,
        [BOT] * len(there),
        centre=state.hands[number - 1].centre or 0,
        hand=number,
        before=there.index(before) if before in there else None,
        secret=engine.table_secret(hashlib.sha256(str(seed).encode()).digest(), what),
    )
    points = dict(zip(there, played.outcome.points, strict=True))
    handed = Handed(
        number,
        Report.Ended(played.outcome.ended.value),
        lines_for(state, number, points),
        out_place=None if played.outcome.out is None else there[played.outcome.out],
        starter_place=there[played.first],
    )
    return _by_way(handed, WAYS[(state.number + number) % len(WAYS)], played.record, there)


def _by_way(handed: Handed, way: Way, record: engine.Record, there: Sequence[int]) -> Handed:
    """The hand as the table types it: with the tiles left, with what everybody did in turn, or neither."""
    if way is Way.POINTS:
        return handed
    racks = dict(zip(there, map(rack_text, record.left), strict=True))
    with_tiles = replace(handed, lines=tuple(replace(line, rack=racks.get(line.place)) for line in handed.lines))
    if way is Way.TILES:
        return with_tiles
    on_paper = replace(record, deal=(), yard=(), hand=0, bots=(), seal="", deal_key="", bots_key="")
    return replace(with_tiles, record=without_names(on_paper, there))


def _free_hand(state: TableState, number: int, there: Sequence[int], *, seed: int, what: str) -> Handed:
    """A hand of a game without tiles: everybody has some points, and nothing is known of how it ended."""
    chance = chance_of(seed, what, number)
    points = {place: chance.randint(0, HIGHEST_FREE) for place in there}
    return Handed(number, Report.Ended.NOT_SAID, lines_for(state, number, points))


def _digits_too_many(right: Sheet) -> Iterator[Sheet]:
    for index, line in _with_points(right):
        yield _typed(right, index, replace(line, points=(line.points or 0) * 10 + 5))


def _second_zeros(right: Sheet) -> Iterator[Sheet]:
    for index, line in _with_points(right):
        yield _typed(right, index, replace(line, points=0))


def _wrong_sums(right: Sheet) -> Iterator[Sheet]:
    for place, total in right.totals.items():
        yield Sheet(right.handed, {**right.totals, place: total + int(math.copysign(10, total - 10))})


def _tiles_twice(right: Sheet, rules: engine.Rules) -> Iterator[Sheet]:
    """A tile of one rack that stands on another one too."""
    for index, one in enumerate(right.handed):
        for line, other in permutations([line for line in one.lines if line.rack], 2):
            tiles = read_rack(f"{line.rack} {(other.rack or '').split()[0]}")
            yield _typed(right, index, replace(line, points=rules.points(tiles), rack=rack_text(tiles)))


def _turns_forgotten(right: Sheet) -> Iterator[Sheet]:
    for index, one in enumerate(right.handed):
        if one.record:
            record = engine.read_record(one.record)
            for turn in range(len(record.turns)):
                turns = record.turns[:turn] + record.turns[turn + 1 :]
                text = replace(record, turns=turns).text()
                yield Sheet(_instead(right, index, replace(one, record=text)), {})


def _with_points(right: Sheet) -> Iterator[tuple[int, Line]]:
    """The lines in which points are typed, each with the index of its hand."""
    for index, one in enumerate(right.handed):
        for line in one.lines:
            if line.points and line.rack is None:
                yield index, line


def _typed(right: Sheet, index: int, line: Line) -> Sheet:
    """The sheet with one line typed otherwise."""
    one = right.handed[index]
    lines = tuple(line if each.place == line.place else each for each in one.lines)
    out = None if line.points == 0 else one.out_place
    return Sheet(_instead(right, index, replace(one, lines=lines, out_place=out)), {})


def _instead(right: Sheet, index: int, one: Handed) -> tuple[Handed, ...]:
    return (*right.handed[:index], one, *right.handed[index + 1 :])

"""Sheets of a rehearsal: hands that bots of the engine play by the tournament's rules, and the slips in them."""

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

import engine
from games.models import Report, Score
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
    """The sheet with a slip that the checks find; as it is where they would find none.

    A slip is a digit too many, a second zero, or a sum that is wrong.
    """
    asked = {finding.sentence for finding in check(state, rules, right.handed, right.totals)}
    slips = list(_slips(right))
    chance_of(seed, "slip", round, state.number).shuffle(slips)
    for slip in slips:
        found = {finding.sentence for finding in check(state, rules, slip.handed, slip.totals)}
        if found - asked:
            return slip
    return right


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
    return Handed(
        number,
        Report.Ended(played.outcome.ended.value),
        lines_for(state, number, points),
        out_place=None if played.outcome.out is None else there[played.outcome.out],
        starter_place=there[played.first],
    )


def _free_hand(state: TableState, number: int, there: Sequence[int], *, seed: int, what: str) -> Handed:
    """A hand of a game without tiles: everybody has some points, and nothing is known of how it ended."""
    chance = chance_of(seed, what, number)
    points = {place: chance.randint(0, HIGHEST_FREE) for place in there}
    return Handed(number, Report.Ended.NOT_SAID, lines_for(state, number, points))


def _slips(right: Sheet) -> Iterator[Sheet]:
    """The sheet with each of the slips that people make."""
    for index, one in enumerate(right.handed):
        for line in one.lines:
            if line.state is not Score.State.PLAYED or not line.points:
                continue
            for wrong in (line.points * 10 + 5, 0):
                handed = (*right.handed[:index], _typed(one, line, wrong), *right.handed[index + 1 :])
                yield Sheet(handed, {})
    for place, total in right.totals.items():
        yield Sheet(right.handed, {**right.totals, place: total + int(math.copysign(10, total - 10))})


def _typed(one: Handed, line: Line, points: int) -> Handed:
    lines = tuple(replace(each, points=points) if each.place == line.place else each for each in one.lines)
    return replace(one, lines=lines, out_place=None if points == 0 else one.out_place)


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

"""What the checks say about results: impossible, odd, or nothing at all; each with table, hand and person named."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from django.utils.translation import gettext as _

import engine
from games.checks import check_handed
from games.models import Report, Score
from games.reports import Handed, Line
from tournaments.queries.tables import TableState
from tournaments.refusals import in_words


class Weight(Enum):
    """How much a finding weighs."""

    ASK = "ask"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd or impossible about what is handed in; `hand` None: about the sheet as a whole."""

    weight: Weight
    hand: int | None
    place: int | None
    sentence: str
    has_way_round: bool = True
    """Whether an organiser may take it in although it is refused; what contradicts itself cannot be stored at all."""
    turn: int | None = None
    legal: tuple[str, ...] = ()
    """The turn of the record that it is about, from 0 on, and what could have stood there."""


def check(
    state: TableState,
    rules: engine.AnyRules,
    handed: Sequence[Handed],
    sheet: Mapping[int, int] | None = None,
) -> list[Finding]:
    """What the engine finds in the hands handed in for a table; `sheet` are the totals of the paper, by place.

    The sheet's total is compared where every hand of the table is known, from this sending or from before.
    """
    centres = {hand.number: hand.centre for hand in state.hands}
    findings: list[Finding] = []
    for one in handed:
        if one.number is None:
            findings += _check_totals(state, rules, one)
        elif one.ended not in {Report.Ended.VOID, Report.Ended.NOT_SAID} and not one.although:
            findings += _check_hand(state, rules, one, centres[one.number])
    if sheet:
        findings += _check_sheet(state, handed, sheet)
    return findings


def check_anew(
    state: TableState,
    rules: engine.AnyRules,
    handed: Sequence[Handed],
    sheet: Mapping[int, int] | None = None,
) -> list[Finding]:
    """As `check`, whatever was said about letting hands through."""
    return check(state, rules, [replace(one, although="") for one in handed], sheet)


def findings_of_typed(state: TableState, rules: engine.AnyRules) -> list[Finding]:
    """What the engine finds in the reports of a table that count, are stored, and are not accepted yet."""
    return check(
        state, rules, [one for one in handed_in(state) if state.reports[one.number].report.accepted_at is None]
    )


def handed_in(state: TableState) -> list[Handed]:
    """What counts of a table, as it would be handed in today: its hands, or its sheet with totals."""
    return [
        Handed(
            number,
            Report.Ended(current.report.ended),
            current.lines,
            although=current.report.although,
            out_place=current.report.out_place,
            record=current.report.record,
            checked=Report.Checked(current.report.checked),
        )
        for number, current in state.reports.items()
        if (number is None) == state.by_totals
    ]


def _check_hand(state: TableState, rules: engine.AnyRules, one: Handed, centre: int | None) -> list[Finding]:
    played = [line for line in one.lines if line.state is Score.State.PLAYED]
    if not played:
        return [Finding(Weight.REFUSE, one.number, None, _named(state, one.number, None, _("nobody has points.")))]
    return [
        Finding(
            Weight.REFUSE if found.kind is engine.Kind.REFUSE else Weight.ASK,
            one.number,
            found.place,
            _named(state, one.number, found.place, in_words(found.sentence)),
            turn=found.turn,
            legal=found.legal,
        )
        for found in check_handed(rules, centre, one)
    ]


def _check_totals(state: TableState, rules: engine.AnyRules, one: Handed) -> list[Finding]:
    """What cannot be on a sheet with totals: counts that contradict each other, points that no tiles make."""
    played = [line for line in one.lines if line.state is Score.State.PLAYED and line.points is not None]
    findings = []
    for line in played:
        wrong = _contradiction(line, len(state.hands))
        if wrong:
            sentence = _named(state, None, line.place, wrong)
            findings.append(Finding(Weight.REFUSE, None, line.place, sentence, has_way_round=False))
    if findings or one.although:
        return findings
    for line in played:
        wrong = _unlikely_counts(line, len(state.hands), rules)
        if wrong:
            findings.append(Finding(Weight.REFUSE, None, line.place, _named(state, None, line.place, wrong)))
    centres = [hand.centre for hand in state.hands]
    verdict = engine.check_totals(rules, centres=centres, totals=[line.points or 0 for line in played])
    for found in verdict.findings:
        place = None if found.seat is None else played[found.seat].place
        findings.append(Finding(Weight.REFUSE, None, place, _named(state, None, place, in_words(found.sentence))))
    return findings


def _contradiction(line: Line, asked: int) -> str:
    """What contradicts itself in one line of totals, in words; empty where nothing does."""
    hands = asked if line.hands is None else line.hands
    if hands < 1:
        return _("a sheet has at least one hand. Type a as the points of somebody who missed all of them.")
    if hands > asked:
        return _("{hands} hands are more than the {count} of this round.").format(hands=hands, count=asked)
    if line.zeros is not None and line.zeros > hands:
        return _("{zeros} zeros are more than {hands} hands.").format(zeros=line.zeros, hands=hands)
    if line.lowest_other == 0:
        return _("the lowest other hand is the lowest one that is not 0. Leave it empty where there is none.")
    return ""


def _unlikely_counts(line: Line, asked: int, rules: engine.AnyRules) -> str:
    """Which counts of one line of totals do not fit its points, in words; empty where all do."""
    points = line.points or 0
    hands = asked if line.hands is None else line.hands
    if line.zeros == hands and points != 0:
        return _("every hand was a zero, and the total is {points}.").format(points=points)
    if not rules.has_tiles or points < 0:
        return ""
    if points == 0 and line.zeros is not None and line.zeros != hands:
        return _("a total of 0 means that each of the {hands} hands was a zero.").format(hands=hands)
    if line.lowest_other is not None and line.lowest_other > points:
        return _("the lowest other hand, {lowest}, is more than the total, {points}.").format(
            lowest=line.lowest_other, points=points
        )
    return ""


def _check_sheet(state: TableState, handed: Sequence[Handed], sheet: Mapping[int, int]) -> list[Finding]:
    """The total on the paper against the sum of the hands, for each seat whose hands are all known."""
    known = {number: one.lines for number, one in state.reports.items() if number is not None}
    known.update((one.number, one.lines) for one in handed if one.number is not None)
    if len(known) < len(state.hands):
        return []
    findings = []
    for place, total in sorted(sheet.items()):
        points = [line.points for lines in known.values() for line in lines if line.place == place]
        found = sum(value for value in points if value is not None)
        if found != total:
            words = _("the sheet says {total}, and the hands add up to {sum}. Look at both again.").format(
                total=total, sum=found
            )
            findings.append(Finding(Weight.ASK, None, place, _named(state, None, place, words)))
    return findings


def _named(state: TableState, hand: int | None, place: int | None, words: str) -> str:
    """The sentence of a check with table, hand and person in front."""
    seat = next((seat for seat in state.seats if seat.place == place), None)
    where = _("Table {table}, {hand}").format(table=state.number, hand=hand_in_words(hand))
    if seat is None:
        return _("{where}: {words}").format(where=where, words=words)
    return _("{where}, {name}: {words}").format(where=where, name=seat.player, words=words)


def hand_in_words(number: int | None) -> str:
    return _("the totals") if number is None else _("hand {number}").format(number=number)

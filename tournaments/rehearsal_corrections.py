"""The correction of a rehearsal: a number of the round before that was read wrong, found after the next seating."""

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.reports import Current, Handed
from tournaments.downstream import in_stage
from tournaments.findings import check, hand_in_words
from tournaments.models import Rehearsal, Round
from tournaments.queries.facts import Facts, PlayedTable, Reported, facts_of
from tournaments.queries.overall import overall
from tournaments.queries.stage_lists import stage_facts
from tournaments.queries.tables import TableState, table_states
from tournaments.refusals import Refused
from tournaments.rehearsal_course import chance_of
from tournaments.results import NotPlausible, report_table

LOOKS_LIKE = {"0": "6", "1": "7", "2": "7", "3": "8", "4": "9", "5": "6", "6": "0", "7": "1", "8": "3", "9": "4"}
"""Digits that are taken for one another on paper."""


@dataclass(frozen=True, slots=True)
class Misread:
    """A number that was typed as `was` and should have been `now`; `place` is whose it is."""

    state: TableState
    current: Current
    place: int
    was: int
    now: int

    @property
    def number(self) -> int | None:
        """The hand; None for a sheet with totals."""
        return None if self.current.report.hand is None else self.current.report.hand.number

    def handed(self) -> Handed:
        """The correction; it says no more than the points, for that is what was looked up again."""
        report = self.current.report
        lines = tuple(replace(line, rack=None) for line in self.current.lines)
        return Handed(
            self.number,
            report.Ended(report.ended),
            tuple(replace(line, points=self.now) if line.place == self.place else line for line in lines),
            based_on=report.revision,
            out_place=report.out_place,
            starter_place=report.starter_place,
        )


def correct(*, rehearsal: Rehearsal, round: Round, by: str, at: datetime) -> str:
    """Correct one number of a closed round; returns what it was and what it moved: something, where any number does.

    What the desk is asked first (somebody else would be through) is answered with yes and told. Refused where no number
    can be another one.
    """
    rules = engine.read_rules(rehearsal.tournament.rules)
    states = [state for state in table_states(round) if not state.is_of_bots]
    facts = facts_of(rehearsal.tournament)
    before = _outcome(facts, round)
    found = [one for state in states for one in _misread(state)]
    chance_of(rehearsal.seed, "correction", round.number).shuffle(found)
    possible = (one for one in found if not check(one.state, rules, [one.handed()]))
    first = next(possible, None)
    if first is None:
        raise Refused(_("No number of round {number} could be another one.").format(number=round.number))
    moving = (one for one in (first, *possible) if _outcome(_as_corrected(facts, round, one), round) != before)
    one = next(moving, first)
    asked = _hand_in(one, by=by, at=at)
    places = _outcome(facts_of(rehearsal.tournament), round).places
    moved = sum(1 for entry, place in places.items() if before.places.get(entry) != place)
    return " ".join(part for part in (_told(round, one), _moves(moved, asked), asked) if part)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The place of each entry (by id) after the round, and what is said where others would be through by now."""

    places: dict[int, int | None]
    through: tuple[str, ...]


def _outcome(facts: Facts, round: Round) -> _Outcome:
    found = stage_facts(facts)
    stages = found.spans if found.spans[0].stage.pk else ()
    through = tuple(sentence for span in stages for sentence in in_stage(found, span))
    rows = overall(facts, round.number).standings.rows
    return _Outcome({row.entry: row.place for row in rows}, through)


def _misread(state: TableState) -> Iterator[Misread]:
    """Every number of a table that counts with every number that it can have been; what is known by points first."""
    counted = [one for number, one in state.reports.items() if (number is None) == state.by_totals]
    plain = [one for one in counted if not one.report.record and all(line.rack is None for line in one.lines)]
    for current in plain or counted:
        for line in current.lines:
            if line.points:
                yield from (Misread(state, current, line.place, line.points, now) for now in _others(line.points))


def _others(points: int) -> Sequence[int]:
    """What a number can have been on paper: one digit another, two exchanged, ten more or less."""
    digits = str(abs(points))
    other = {digits[:at] + LOOKS_LIKE[one] + digits[at + 1 :] for at, one in enumerate(digits)}
    other |= {digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :] for at in range(len(digits) - 1)}
    found = {int(text) for text in other} | {abs(points) + 10, abs(points) - 10}
    return sorted(number if points > 0 else -number for number in found if number > 0 and number != abs(points))


def _as_corrected(facts: Facts, round: Round, one: Misread) -> Facts:
    """The facts as they would be with the correction."""

    def put_right(report: Reported) -> Reported:
        scored = replace(report.scores[one.place], points=one.now)
        return replace(report, scores={**report.scores, one.place: scored})

    def table_of(table: PlayedTable) -> PlayedTable:
        if table.number != one.state.number:
            return table
        if table.sheet is not None:
            return replace(table, sheet=put_right(table.sheet))
        return replace(
            table, hands={hand: put_right(it) if hand == one.number else it for hand, it in table.hands.items()}
        )

    rounds = [
        replace(played, tables=tuple(map(table_of, played.tables))) if played.number == round.number else played
        for played in facts.rounds
    ]
    return replace(facts, rounds=tuple(rounds))


def _hand_in(one: Misread, *, by: str, at: datetime) -> str:
    """Hand the correction in; what is asked about it is answered with yes, and returned."""
    why, key = _("Misread: {was} is {now}.").format(was=one.was, now=one.now), uuid.uuid4()
    try:
        report_table(table=one.state.table, handed=[one.handed()], key=key, by=by, at=at, why=why)
    except NotPlausible as odd:
        report_table(table=one.state.table, handed=[one.handed()], key=key, by=by, at=at, why=why, confirmed=True)
        return " ".join(finding.sentence for finding in odd.findings)
    return ""


def _told(round: Round, one: Misread) -> str:
    name = next(seat.player for seat in one.state.seats if seat.place == one.place)
    where = hand_in_words(one.number)
    return _("Round {round}, table {table}, {hand}, {name}: {was} was typed, and {now} is right.").format(
        round=round.number, table=one.state.number, hand=where, name=name, was=one.was, now=one.now
    )


def _moves(moved: int, asked: str) -> str:
    if moved:
        words = ngettext(
            "{count} person has another place after that round.",
            "{count} people have another place after that round.",
            moved,
        )
        return words.format(count=moved)
    return "" if asked else _("Nobody has another place.")

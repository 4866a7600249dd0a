"""One round of an import: seated as the file says, its hands reported, closed when it is complete."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.models import Report
from games.reports import Current, Handed
from tournaments import drafts, entries, findings, programme, results, rounds
from tournaments.exchange.sheet_words import Notes
from tournaments.files.sheets import HandLine, SeatLine, Sheets
from tournaments.models import Entry, Round, Tournament
from tournaments.queries.tables import TableState, table_states
from tournaments.refusals import Refused


@dataclass(frozen=True, slots=True)
class RoundIn:
    """What became of one round: whether it was seated now, how many hands came in, and whether it is closed."""

    number: int
    seated: bool
    hands: int
    closed: bool


@dataclass(frozen=True, slots=True)
class SheetRound:
    """What the files say of one round; `entries` by the names of the seating."""

    number: int
    seats: tuple[SeatLine, ...]
    hands: tuple[HandLine, ...]
    centres: tuple[int | None, ...]
    entries: Mapping[str, Entry]

    @classmethod
    def of(cls, sheets: Sheets, number: int, entries: Mapping[str, Entry]) -> "SheetRound":
        return cls(
            number,
            tuple(seat for seat in sheets.seating if seat.round == number),
            tuple(hand for hand in sheets.hands if hand.round == number),
            sheets.centres(number),
            entries,
        )

    @property
    def first_line(self) -> int:
        """Where the round begins in the seating."""
        return min(seat.line for seat in self.seats)


def take_in(tournament: Tournament, sheet: SheetRound, notes: Notes, *, by: str, at: datetime) -> RoundIn:
    """Seat a round unless it is here, and report its hands. What is wrong goes to the notes.

    After a fault in a hand all the others are still looked at; a fault in the seating leaves nothing to look at, so
    that raises NotImported.
    """
    faults = len(notes.faults)
    now = tournament.rounds.filter(number=sheet.number).first()
    if now is None:
        seated = _seat(tournament, sheet, notes, by=by, at=at)
    else:
        seated = now
        _check_seating(now, sheet, notes)
    _check_centres(tuple(seated.centres), sheet, notes)
    notes.stop_if_wrong(since=faults)
    count = sum(_report(state, sheet, notes, by=by, at=at) for state in table_states(seated))
    return RoundIn(sheet.number, now is None, count, _close(seated, by=by, at=at))


# --- the seating


def _seat(tournament: Tournament, sheet: SheetRound, notes: Notes, *, by: str, at: datetime) -> Round:
    faults = len(notes.faults)
    tables = _tables(sheet, notes)
    notes.stop_if_wrong(since=faults)
    try:
        _plan(tournament, sheet, by=by, at=at)
        _not_here(tournament, sheet, notes, by=by, at=at)
        draft = drafts.seat_from_paper(tournament=tournament, tables=tables, by=by, at=at)
        return drafts.publish_round(draft=draft, by=by, at=at)
    except Refused as refused:
        notes.fault_in_seating(sheet.first_line, refused.sentence)
        raise notes.refusal() from refused


def _tables(sheet: SheetRound, notes: Notes) -> list[list[Entry]]:
    """The entries table by table in the order of the seats; both are numbered from 1 without a gap."""
    tables: list[list[Entry]] = []
    seat_before, table_before = 0, 0
    for seat in sheet.seats:
        if seat.table != table_before:
            if seat.table != table_before + 1:
                text = _("Round {round} has a table {table} and no table {before}.")
                notes.fault_in_seating(
                    seat.line, text.format(round=seat.round, table=seat.table, before=seat.table - 1)
                )
            tables.append([])
            seat_before = 0
        if seat.seat != seat_before + 1:
            text = _("Table {table} of round {round} has a seat {seat} and no seat {before}.")
            notes.fault_in_seating(
                seat.line, text.format(table=seat.table, round=seat.round, seat=seat.seat, before=seat.seat - 1)
            )
        tables[-1].append(sheet.entries[seat.name])
        seat_before, table_before = seat.seat, seat.table
    return tables


def _plan(tournament: Tournament, sheet: SheetRound, *, by: str, at: datetime) -> None:
    """A round that was not planned is planned with the centres of the file."""
    following = tournament.rounds.count() + 1
    if sheet.number != following:
        text = _("Round {number} cannot come next: round {next} has to come first.")
        raise Refused(text.format(number=sheet.number, next=following))
    tournament.refresh_from_db()
    before = programme.programme_of(tournament)
    if len(before.plan) >= sheet.number:
        return
    if not sheet.centres:
        text = _("Round {number} is not planned and has no hands in the file, so nobody knows how many it will have.")
        raise Refused(text.format(number=sheet.number))
    after = replace(before, plan=(*before.plan, sheet.centres))
    programme.change_tournament(tournament=tournament, programme=after, by=by, at=at)


def _not_here(tournament: Tournament, sheet: SheetRound, notes: Notes, *, by: str, at: datetime) -> None:
    """Whoever is here and not on the paper is not here for this round."""
    seated = {sheet.entries[seat.name].number for seat in sheet.seats}
    here = tournament.entries.filter(status=Entry.Status.HERE).exclude(number__in=seated).select_related("player")
    away = list(here.order_by("number"))
    if not away:
        return
    numbers = [entry.number for entry in away]
    entries.set_status(tournament=tournament, entries=numbers, status=Entry.Status.EXPECTED, by=by, at=at)
    text = _("Not seated in round {round}, so not here: {names}.")
    names = ", ".join(str(entry.player) for entry in away)
    notes.remark_on_seating(sheet.first_line, text.format(round=sheet.number, names=names))


def _check_seating(now: Round, sheet: SheetRound, notes: Notes) -> None:
    """A round that is here must say the same, seat by seat."""
    if now.state == Round.State.DRAFT:
        text = _("Round {number} is drawn as a draft. Publish it or throw it away first.")
        notes.fault_in_seating(sheet.first_line, text.format(number=now.number))
        return
    taken = {
        (seat.table.number, seat.place): seat.player
        for seat in now.seats.select_related("table", "player")
        if seat.table is not None
    }
    for seat in sheet.seats:
        there = taken.pop((seat.table, seat.seat), None)
        if there is None or there.pk != sheet.entries[seat.name].player_id:
            text = _("Round {round} is seated already, and at seat {seat} of table {table} sits {there}, not {name}.")
            who = there or _("nobody")
            notes.fault_in_seating(
                seat.line,
                text.format(round=seat.round, seat=seat.seat, table=seat.table, there=who, name=seat.name),
            )
    for (table, place), player in sorted(taken.items()):
        text = _("Round {round} is seated already, and {name} at seat {seat} of table {table} is not in the file.")
        notes.fault_in_seating(sheet.first_line, text.format(round=sheet.number, name=player, seat=place, table=table))


def _check_centres(planned: Sequence[int | None], sheet: SheetRound, notes: Notes) -> None:
    for hand in sheet.hands:
        if hand.hand > len(planned):
            text = ngettext(
                "Round {round} has {count} hand here, so there is no hand {hand}.",
                "Round {round} has {count} hands here, so there is no hand {hand}.",
                len(planned),
            )
            notes.fault_in_hands(hand.line, text.format(round=hand.round, count=len(planned), hand=hand.hand))
        elif hand.centre != planned[hand.hand - 1]:
            text = _("Hand {hand} of round {round} is planned with the centre {planned}, not {centre}.")
            notes.fault_in_hands(
                hand.line,
                text.format(
                    hand=hand.hand,
                    round=hand.round,
                    planned=_centre(planned[hand.hand - 1]),
                    centre=_centre(hand.centre),
                ),
            )


def _centre(number: int | None) -> str:
    return _("none") if number is None else str(number)


# --- the hands


def _report(state: TableState, sheet: SheetRound, notes: Notes, *, by: str, at: datetime) -> int:
    """Hand in what a table has not handed in yet; returns how many hands that were."""
    lines = {hand.hand: hand for hand in sheet.hands if hand.table == state.number}
    fresh = [one for hand in lines.values() if (one := _handed(state, hand, notes)) is not None]
    if not fresh:
        return 0
    rules = engine.read_rules(state.table.round.tournament.rules)
    wrong: set[int | None] = set()
    for finding in findings.check(state, rules, fresh):
        line = next(hand.line for hand in lines.values() if hand.hand == finding.hand)
        if finding.weight is findings.Weight.REFUSE:
            wrong.add(finding.hand)
            notes.fault_in_hands(line, finding.sentence)
        else:
            notes.remark_on_hands(line, finding.sentence)
    # All of it is undone where anything is wrong; until then the rest is looked at as if it were right.
    passing = [replace(one, although="-") if one.number in wrong else one for one in fresh]
    try:
        results.report_table(
            table=state.table, handed=passing, key=uuid.uuid4(), by=by, at=at, confirmed=True, accepted=True
        )
    except Refused as refused:
        notes.fault_in_hands(min(hand.line for hand in lines.values()), refused.sentence)
        return 0
    return len(fresh)


def _handed(state: TableState, hand: HandLine, notes: Notes) -> Handed | None:
    """The hand as it is handed in; None where it is here already, which is a fault if it says something else."""
    one = Handed(
        hand.hand,
        Report.Ended(hand.ended.value),
        results.lines_for(state, hand.hand, {score.seat: score.points for score in hand.points}),
        out_place=hand.out_seat,
        starter_place=hand.starter_seat,
    )
    now = state.reports.get(hand.hand)
    if now is None:
        return one
    if not _says_the_same(now, one):
        text = _("Table {table}, hand {hand} is handed in already, with another result. Correct it in Henhouse.")
        notes.fault_in_hands(hand.line, text.format(table=state.number, hand=hand.hand))
    return None


def _says_the_same(now: Current, one: Handed) -> bool:
    """Whether the report says what the file says; who went out only where the file says it."""
    if one.out_place is None:
        one = replace(one, out_place=now.report.out_place)
    return now.says(one)


def _close(seated: Round, *, by: str, at: datetime) -> bool:
    """Close the round when every table has handed in every hand, and all are accepted."""
    if seated.state == Round.State.CLOSED:
        return True
    if any(state.missing or state.not_accepted for state in table_states(seated)):
        return False
    rounds.close_round(round=seated, by=by, at=at)
    return True

"""Typing results: which tables are not in, the sheet of one table, its checks while typing, the history of a hand."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

import engine
from games.reports import Handed, Line
from tournaments import results
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.forms import number_in
from tournaments.desk.frame import look_and_post, page
from tournaments.desk.rounds import published_round, table_of
from tournaments.desk.sheet import Sheet, read_hands, read_totals, rebased, sheet_of
from tournaments.findings import check
from tournaments.models import Role, Round, Table, Tournament
from tournaments.queries.hands import current_hand, left_of, replay_for
from tournaments.queries.replays import context_of
from tournaments.queries.reports import ReportedHand, history_of
from tournaments.queries.screens import played_now
from tournaments.queries.tables import TableState, table_state, table_states
from tournaments.refusals import Refused


@dataclass(frozen=True, slots=True)
class Waiting:
    """The tables of a round in the order in which they need somebody: not in first, then typed, then accepted."""

    round: Round
    not_in: list[TableState]
    typed: list[TableState]
    accepted: list[TableState]


@require_safe
@for_tournament(Role.SCOREKEEPER)
def desk_results(request: DeskRequest, tournament: Tournament, number: int | None = None) -> HttpResponse:
    """The tables of a round, those not handed in first; `?table=7` goes to that table's sheet."""
    published = list(tournament.rounds.exclude(state=Round.State.DRAFT).order_by("number"))
    chosen = _chosen(published, number)
    wanted = request.GET.get("table", "").strip()
    if chosen and wanted and chosen.tables.filter(number=number_in(wanted)).exists():
        return redirect("desk-table", tournament.slug, chosen.number, number_in(wanted))
    waiting = _waiting(chosen) if chosen else None
    context = {"rounds": published, "round": chosen, "wanted": wanted, "waiting": waiting}
    return page(request, tournament, "desk/results.html", "desk-results", context)


@look_and_post
@for_tournament(Role.SCOREKEEPER)
def desk_table(request: DeskRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """The sheet of one table; a closed round is corrected by organisers only."""
    found = _table(tournament, number, table)
    state = table_state(found)
    by_totals = request.GET.get("by") == "totals" or (state.by_totals and request.GET.get("by") != "hands")
    if request.method != "POST":
        return _sheet_page(request, tournament, sheet_of(state), by_totals=by_totals)
    by_totals = request.POST.get("by") == "totals"
    sheet, handed, totals = _read(request, state, by_totals=by_totals)
    if sheet.errors:
        return _sheet_page(request, tournament, sheet, by_totals=by_totals)
    try:
        reports = results.report_table(
            table=found,
            handed=handed,
            key=uuid.UUID(sheet.key),
            by=str(request.user),
            at=timezone.now(),
            sheet=totals,
            why=sheet.why,
            confirmed=frozenset(request.POST.getlist("asked")) if "confirmed" in request.POST else False,
            accepted=_accepting(request),
            may_correct_closed=request.role.rank >= Role.ORGANISER.rank,
        )
        if _accepting(request):
            results.accept_tables(round=found.round, tables=[table], by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _sheet_page(request, tournament, sheet, by_totals=by_totals, refused=refused)
    _say_saved(request, found, len(reports))
    return redirect("desk-results-of", tournament.slug, number)


@require_POST
@for_tournament(Role.SCOREKEEPER)
def desk_table_check(request: DeskRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """What the checks say about the sheet as typed so far; stores nothing."""
    state = table_state(_table(tournament, number, table))
    sheet, handed, totals = _read(request, state, by_totals=request.POST.get("by") == "totals")
    findings = check(state, engine.read_rules(tournament.rules), handed, totals)
    return render(request, "desk/_table_check.html", {"sheet": sheet, "findings": findings})


@require_POST
@for_tournament(Role.SCOREKEEPER)
def accept_results(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Accept what the named tables of a round have handed in."""
    round = published_round(tournament, number)
    tables = [number_in(value) for value in request.POST.getlist("table")]
    try:
        count = results.accept_tables(round=round, tables=tables, by=str(request.user), at=timezone.now())
    except Refused as refused:
        messages.error(request, refused.sentence)
    else:
        messages.success(
            request, ngettext("{count} hand accepted.", "{count} hands accepted.", count).format(count=count)
        )
    return redirect("desk-results-of", tournament.slug, number)


@require_POST
@for_tournament(Role.ORGANISER)
def void_missing(request: DeskRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Declare the hands of a table void that will never be handed in."""
    found = _table(tournament, number, table)
    why = request.POST.get("why", "")
    try:
        results.void_missing(table=found, why=why, key=uuid.uuid4(), by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _sheet_page(
            request, tournament, sheet_of(table_state(found)), by_totals=False, refused=refused, void_why=why
        )
    messages.success(request, _("The missing hands of table {table} are void.").format(table=table))
    return redirect("desk-results-of", tournament.slug, number)


@require_safe
@for_tournament(Role.SCOREKEEPER)
def desk_hand(request: DeskRequest, tournament: Tournament, number: int, table: int, hand: int) -> HttpResponse:
    """Every report of one hand, the newest first: who, when, why, and what changed."""
    found = _table(tournament, number, table)
    reported: ReportedHand | None = history_of(found, hand or None)
    if reported is None:
        raise Http404
    context: dict[str, Any] = {
        "table": found,
        "reported": reported,
        **_replay(found, hand, request.GET.get("turn", "")),
    }
    return page(request, tournament, "desk/hand.html", "desk-results", context)


def _replay(table: Table, hand: int, asked: str) -> dict[str, Any]:
    """What a page needs to show a hand turn by turn; nothing where it has no record."""
    current = current_hand(table, hand) if hand else None
    if current is None or not current.report.record:
        return {}
    names = {seat.place or 0: str(seat.player) for seat in table.seats.select_related("player")}
    replay = replay_for(current, names)
    if replay is None:
        return {}
    return context_of(replay, [names.get(one.place, str(one.place)) for one in left_of(current)], asked)


def _chosen(published: list[Round], number: int | None) -> Round | None:
    """The round asked for; otherwise the open one, otherwise the last."""
    if number is not None:
        found = next((one for one in published if one.number == number), None)
        if found is None:
            raise Http404
        return found
    return next((one for one in published if one.state == Round.State.OPEN), published[-1] if published else None)


def _waiting(chosen: Round) -> Waiting:
    states = table_states(chosen)
    return Waiting(
        chosen,
        [state for state in states if state.missing],
        [state for state in states if not state.missing and state.not_accepted],
        [state for state in states if not state.missing and not state.not_accepted],
    )


def _table(tournament: Tournament, number: int, table: int) -> Table:
    return table_of(published_round(tournament, number), table)


def _read(request: DeskRequest, state: TableState, *, by_totals: bool) -> tuple[Sheet, list[Handed], dict[int, int]]:
    data = {name: str(value) for name, value in request.POST.items()}
    if request.role.rank < Role.ORGANISER.rank:
        data.pop("although", None)
    if by_totals:
        sheet, handed = read_totals(state, data)
        return sheet, handed, {}
    return read_hands(state, data)


def _may_type(request: DeskRequest, round: Round) -> bool:
    return round.state == Round.State.OPEN or request.role.rank >= Role.ORGANISER.rank


def _accepting(request: DeskRequest) -> bool:
    """Whether the button that was pressed accepts what it saves."""
    return "accept" in request.POST or request.POST.get("confirmed") == "accept"


def _sheet_page(
    request: DeskRequest,
    tournament: Tournament,
    sheet: Sheet,
    *,
    by_totals: bool,
    refused: Refused | None = None,
    void_why: str = "",
) -> HttpResponse:
    table = sheet.state.table
    if isinstance(refused, results.Conflict):
        sheet = rebased(sheet, refused.handed.number, refused.current.report.revision)
    rules, is_on_screen = engine.read_rules(tournament.rules), played_now(table) is not None
    findings = refused.findings if isinstance(refused, results.NotPlausible) else ()
    context = {
        "sheet": sheet,
        "table": table,
        "round": table.round,
        "by_totals": by_totals,
        "has_tiles": rules.has_tiles,
        "may_type": _may_type(request, table.round) and not is_on_screen,
        "is_on_screen": is_on_screen,
        "problem": refused,
        "void_why": void_why,
        "findings": findings,
        "asks": bool(findings) and isinstance(refused, results.NotPlausible) and not refused.refuses,
        "accepting": _accepting(request),
        "first_empty": "" if sheet.errors or refused else sheet.first_empty,
        "refuses": isinstance(refused, results.NotPlausible) and refused.refuses and refused.has_way_round,
        "conflict": _side_by_side(sheet, refused) if isinstance(refused, results.Conflict) else None,
        "back": reverse("desk-results-of", args=[tournament.slug, table.round.number]),
    }
    return page(request, tournament, "desk/table.html", "desk-results", context)


@dataclass(frozen=True, slots=True)
class SideBySide:
    """One hand in two versions: name, what is stored, what was typed now."""

    by: str
    revision: int
    hand: int | None
    lines: list[tuple[str, str, str]]


def _side_by_side(sheet: Sheet, conflict: results.Conflict) -> SideBySide:
    stored = {line.place: line for line in conflict.current.lines}
    typed = {line.place: line for line in conflict.handed.lines}
    lines = [
        (str(seat.player), _points(stored.get(seat.place or 0)), _points(typed.get(seat.place or 0)))
        for seat in sheet.state.seats
    ]
    report = conflict.current.report
    return SideBySide(report.by, report.revision, conflict.handed.number, lines)


def _points(line: Line | None) -> str:
    return _("not played") if line is None or line.points is None else str(line.points)


def _say_saved(request: DeskRequest, table: Table, count: int) -> None:
    if count:
        words = ngettext("Table {table}: {count} hand saved.", "Table {table}: {count} hands saved.", count)
        messages.success(request, words.format(table=table.number, count=count))
    else:
        messages.info(request, _("Table {table}: nothing new was typed.").format(table=table.number))

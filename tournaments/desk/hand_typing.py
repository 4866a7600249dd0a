"""Typing one hand with the tiles that were left or with its whole record, checked at once; nothing typed is lost."""

import uuid
from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

import engine
from games.models import Hand
from games.reports import Handed
from tournaments import results
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.frame import look_and_post, page
from tournaments.desk.hand_form import WAYS, HandForm, form_of, read_form, with_mark
from tournaments.desk.rounds import published_round, table_of
from tournaments.findings import Finding, Weight, check
from tournaments.models import Role, Round, Tournament
from tournaments.queries.tables import TableState, table_state
from tournaments.refusals import Refused

LARGEST_FILE = 100_000


@look_and_post
@for_tournament(Role.SCOREKEEPER)
def type_hand(request: DeskRequest, tournament: Tournament, number: int, table: int, hand: int) -> HttpResponse:
    """The form of one hand, `?way=tiles` or `?way=record`; a closed round is corrected by organisers only."""
    state, asked = _hand(tournament, number, table, hand)
    if request.method != "POST":
        way = request.GET.get("way", "")
        return _form_page(request, tournament, form_of(state, asked, way if way in WAYS else WAYS[0]))
    form, handed = _read(request, state, asked)
    if handed is None:
        return _form_page(request, tournament, form)
    try:
        results.report_table(
            table=state.table,
            handed=[handed],
            key=uuid.UUID(form.key),
            by=str(request.user),
            at=timezone.now(),
            why=form.why,
            confirmed=frozenset(request.POST.getlist("asked")) if "confirmed" in request.POST else False,
            accepted=_accepting(request),
            may_correct_closed=request.role.rank >= Role.ORGANISER.rank,
        )
    except Refused as refused:
        return _form_page(request, tournament, form, refused=refused)
    messages.success(request, _("Table {table}, hand {hand} is saved.").format(table=table, hand=hand))
    return redirect("desk-table", tournament.slug, number, table)


@require_POST
@for_tournament(Role.SCOREKEEPER)
def check_hand(request: DeskRequest, tournament: Tournament, number: int, table: int, hand: int) -> HttpResponse:
    """What the checks say about the hand as typed so far; stores nothing."""
    state, asked = _hand(tournament, number, table, hand)
    form, handed = _read(request, state, asked)
    findings: list[Finding] = []
    if handed is not None:
        findings = check(state, engine.read_rules(tournament.rules), [handed])
        form = _marked(form, findings)
    context = {"form": form, "findings": findings, "is_right": handed is not None and not findings}
    return render(request, "desk/_hand_check.html", context)


def _hand(tournament: Tournament, number: int, table: int, hand: int) -> tuple[TableState, Hand]:
    state = table_state(table_of(published_round(tournament, number), table))
    asked = next((one for one in state.hands if one.number == hand), None)
    if asked is None or state.is_of_bots or not engine.read_rules(tournament.rules).has_tiles:
        raise Http404
    return state, asked


def _read(request: DeskRequest, state: TableState, hand: Hand) -> tuple[HandForm, Handed | None]:
    data = {name: str(value) for name, value in request.POST.items()}
    if request.role.rank < Role.ORGANISER.rank:
        data.pop("although", None)
    file = request.FILES.get("file")
    text = ""
    if file is not None:
        text = file.read(LARGEST_FILE).decode("utf-8", errors="replace")
    return read_form(state, hand, data, uploaded=text.lstrip("\ufeff"))


def _accepting(request: DeskRequest) -> bool:
    """Whether the button that was pressed accepts what it saves."""
    return "accept" in request.POST or request.POST.get("confirmed") == "accept"


def _marked(form: HandForm, findings: Sequence[Finding]) -> HandForm:
    """The form with the first turn marked that a finding is about."""
    for finding in findings:
        if finding.turn is not None:
            return with_mark(form, finding.turn, finding.sentence, finding.legal)
    return form


def _form_page(
    request: DeskRequest, tournament: Tournament, form: HandForm, *, refused: Refused | None = None
) -> HttpResponse:
    table = form.state.table
    findings = refused.findings if isinstance(refused, results.NotPlausible) else ()
    rules = engine.read_rules(tournament.rules)
    refuses = any(finding.weight is Weight.REFUSE for finding in findings)
    where = [tournament.slug, table.round.number, table.number]
    context = {
        "form": _marked(form, findings),
        "table": table,
        "round": table.round,
        "problem": refused,
        "findings": findings,
        "accepting": _accepting(request),
        "asks": bool(findings) and not refuses,
        "refuses": refuses,
        "tiles": rules.tiles.tiles if isinstance(rules, engine.Rules) else (),
        "centre": "" if form.hand.centre is None else engine.Tile.double(form.hand.centre).text(),
        "may_type": table.round.state == Round.State.OPEN or request.role.rank >= Role.ORGANISER.rank,
        "back": reverse("desk-table", args=where),
        "check": reverse("check-hand", args=[*where, form.hand.number]),
    }
    if isinstance(refused, results.Conflict):
        context["rebased"] = refused.current.report.revision
    return page(request, tournament, "desk/type_hand.html", "desk-results", context)

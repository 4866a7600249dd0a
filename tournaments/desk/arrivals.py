"""Arrivals: who is here tonight, one large row each; walk-ins; everybody at once; undo."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import entries
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.changes import describe
from tournaments.desk.forms import WalkInForm, number_in
from tournaments.desk.frame import page
from tournaments.models import Change, Entry, Player, Role, Tournament
from tournaments.names import compare_key
from tournaments.queries import evening
from tournaments.queries.changes import told, undoable
from tournaments.queries.players import KnownPlayer
from tournaments.refusals import Refused, in_words
from tournaments.rounds import allowed_sizes
from tournaments.seating.sizes import NoSplit, splits


@require_safe
@for_tournament(Role.SCOREKEEPER)
def arrivals(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    return _arrivals(request, tournament)


@require_safe
@for_tournament(Role.SCOREKEEPER)
def arrivals_live(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """What others have changed since: their rows, the counts, the last changes; 204 where nothing has."""
    since = number_in(request.GET.get("since"))
    if since == evening.last_change(tournament):
        return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
    return _moved(request, tournament, since)


@require_POST
@for_tournament(Role.SCOREKEEPER)
def set_status(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Say of one entry what it is now: the pressed button carries "number:status"."""
    number, _colon, status = request.POST.get("set", "").partition(":")
    if status not in Entry.Status or not number_in(number):
        return _refused(request, tournament, _("This could not be read. Press the button once more."))
    try:
        change = entries.set_status(
            tournament=tournament,
            entries=[number_in(number)],
            status=Entry.Status(status),
            by=str(request.user),
            at=timezone.now(),
        )
    except Refused as refused:
        return _refused(request, tournament, refused.sentence)
    if request.htmx:
        return _moved(request, tournament, number_in(request.POST.get("since")), also=[number_in(number)])
    return _back(tournament, change)


@require_POST
@for_tournament(Role.SCOREKEEPER)
def everybody_is_here(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    try:
        change = entries.everybody_is_here(tournament=tournament, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _refused(request, tournament, refused.sentence)
    return _back(tournament, change)


@require_POST
@for_tournament(Role.SCOREKEEPER)
def walk_in(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Enter somebody who is not on the list; `player` says who of the club, `is_new` that they only look known."""
    form = WalkInForm(request.POST)
    by, at = str(request.user), timezone.now()
    try:
        if "player" in request.POST:
            name = _take(tournament, request.POST["player"], by=by, at=at)
        elif form.is_valid():
            is_new = "is_new" in request.POST
            entry = entries.walk_in(tournament=tournament, name=form.cleaned_data["name"], is_new=is_new, by=by, at=at)
            name = str(entry.player)
        else:
            return _arrivals(request, tournament, walk_in=form)
    except entries.LooksLike as alike:
        return _arrivals(request, tournament, walk_in=form, alike=alike.players, typed=form.cleaned_data["name"])
    except Refused as refused:
        form.add_error(None, refused.sentence)
        return _arrivals(request, tournament, walk_in=form)
    messages.success(request, _("{name} is here.").format(name=name))
    return redirect("arrivals", tournament.slug)


@require_POST
@for_tournament(Role.SCOREKEEPER)
def undo(request: DeskRequest, tournament: Tournament, change: int) -> HttpResponse:
    """Take back one change of the list of entries."""
    row = get_object_or_404(Change, pk=change, tournament=tournament)
    command = entries.undo_enter if row.verb == "entry.enter" else entries.undo_status
    try:
        command(change=row, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _refused(request, tournament, refused.sentence)
    messages.success(request, _("Taken back."))
    return redirect("history" if request.POST.get("from") == "history" else "arrivals", tournament.slug)


def _take(tournament: Tournament, player: str, *, by: str, at: Any) -> str:
    """Enter a known player who is here, or mark them as here where they are entered already; returns their name."""
    known = get_object_or_404(Player, pk=number_in(player), club=tournament.club_id)
    if not entries.enter(tournament=tournament, players=[known], status=Entry.Status.HERE, by=by, at=at):
        number = tournament.entries.values_list("number", flat=True).get(player=known)
        entries.set_status(tournament=tournament, entries=[number], status=Entry.Status.HERE, by=by, at=at)
    return str(known)


def _arrivals(
    request: DeskRequest,
    tournament: Tournament,
    *,
    refused: str = "",
    walk_in: WalkInForm | None = None,
    alike: Sequence[KnownPlayer] = (),
    typed: str = "",
) -> HttpResponse:
    asked = request.GET.get("q", "").strip()
    rows = evening.presence(tournament)
    if asked:
        rows = [row for row in rows if compare_key(asked) in compare_key(row.name)]
    counted = _counted(tournament)
    context = {
        **counted,
        "rows": rows,
        "asked": asked,
        "walk_in": walk_in or WalkInForm(initial={"name": asked}),
        "alike": alike,
        "typed": typed,
        "refused": refused,
        "done": [one for one in counted["undos"] if str(one[0].pk) == request.GET.get("done")],
    }
    return page(request, tournament, "desk/arrivals.html", "arrivals", context)


def _counted(tournament: Tournament) -> dict[str, Any]:
    """Head counts, the tables they give, and the last changes that can be taken back. Five queries."""
    heads = evening.heads(tournament)
    here = heads[Entry.Status.HERE]
    try:
        tables = in_words(splits(here, allowed_sizes(tournament), tournament.preferred_size)[0].words)
    except NoSplit as none:
        tables = in_words(none.sentence)
    return {
        "since": evening.last_change(tournament),
        "here": here,
        "expected": heads[Entry.Status.EXPECTED],
        "standby": heads[Entry.Status.STANDBY],
        "withdrawn": heads[Entry.Status.WITHDRAWN],
        "tables": tables,
        "undos": [(one.change, describe(one)) for one in told(tournament, undoable(tournament, 3))],
    }


def _refused(request: DeskRequest, tournament: Tournament, sentence: str) -> HttpResponse:
    if not request.htmx:
        return _arrivals(request, tournament, refused=sentence)
    return _moved(request, tournament, number_in(request.POST.get("since")), refused=sentence)


def _back(tournament: Tournament, change: Change | None) -> HttpResponse:
    """Back to the list, which says what was done and offers to take it back."""
    query = f"?done={change.pk}" if change is not None else ""
    return redirect(reverse("arrivals", args=[tournament.slug]) + query)


def _moved(
    request: DeskRequest, tournament: Tournament, since: int, *, also: Sequence[int] = (), refused: str = ""
) -> HttpResponse:
    """The rows that changed after the change `since`, and the counts, each swapped into its own place."""
    moves = evening.moves_since(tournament, since)
    context = {
        **_counted(tournament),
        "tournament": tournament,
        "rows": evening.presence(tournament, moves.statuses | set(also)),
        "others": moves.others,
        "refused": refused,
        "swap": True,
    }
    fragment = render_to_string("desk/_arrivals_moved.html", context, request)
    return HttpResponse(fragment, headers={"Cache-Control": "no-store"})

"""A table of bots, or one on screen, as it plays: what lies on the table, turn by turn, without a reload."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.drawing import SQUARE, WIDE, replay_of
from tournaments.models import Round, Table, Tournament
from tournaments.public.frame import People, frame, progress_of
from tournaments.public.shelf import from_shelf, public_tournament, sent
from tournaments.queries.facts import facts_of, fill_in_players
from tournaments.queries.replays import context_of
from tournaments.queries.watching import OnScreenWatched, Watched, watched

AGE = 1
"""Seconds that a proxy may keep what is shown."""


@require_safe
def watch(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The page of a table that is played at a pace or on screen.

    `?seen=` is what the browser has: nothing is sent where it is that. With `?hall=1` it fills the screen of a hall.
    What may be seen depends on the time, so the page is kept by what is seen and not by the version alone.
    """
    tournament = public_tournament(slug)
    row = Table.objects.filter(round__tournament=tournament, round__number=number, number=table)
    laid = row.exclude(round__state=Round.State.DRAFT).first()
    now = watched(laid, at=timezone.now()) if laid else None
    if now is None:
        raise Http404
    stamp = f"{tournament.version}-{now.stamp}"
    if request.GET.get("seen") == stamp:
        return HttpResponse(status=204)
    hall = request.GET.get("hall") == "1"

    def page() -> HttpResponse:
        context = _context(tournament, number, table, now, stamp, hall=hall)
        return render(request, "public/watch_hall.html" if hall else "public/watch.html", context)

    kept = from_shelf(request, f"{stamp} hall" if hall else stamp, page)
    return sent(request, kept, AGE, is_secret=tournament.is_rehearsal)


def _context(
    tournament: Tournament, number: int, table: int, now: Watched | OnScreenWatched, stamp: str, *, hall: bool
) -> dict[str, Any]:
    facts = facts_of(tournament)
    people = People(facts, fill_in_players(tournament))
    played = facts.round(number)
    laid = played.table(table) if played else None
    if laid is None:
        raise Http404
    look = now.looked_at()
    names = {seat.place: people.name_in(seat) for seat in laid.seats}
    title = _("Watch table %(table)d of round %(round)d") % {"table": table, "round": number}
    sheet = (
        _("Round %(round)d, table %(table)d") % {"round": number, "table": table},
        reverse("table-result", args=[tournament.slug, number, table]),
    )
    context = {
        **frame(tournament, "results", sheet, (title, "")),
        "subtitle": title,
        "progress": progress_of(facts),
        "number": number,
        "table": table,
        "play": now.play,
        "stamp": stamp,
        "hall": hall,
        "goes_on": now.goes_on,
        "hand": now.number,
        "hands": len(played.centres) if played else 0,
        "in_turn": names.get(look.in_turn),
        "is_over": look.is_over,
        "looked_for": look.looked_for,
        "needs_dealing": look.needs_dealing,
    }
    if look.record is not None:
        at_table = [names[place] for place in look.places]
        replay = replay_of(look.record, at_table, WIDE if hall else SQUARE, live=True)
        context |= context_of(replay, at_table, str(replay.last))
    return context

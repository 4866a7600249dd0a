"""One table of a round that runs: who comes late, moves, leaves, comes back, or fills in."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import seats
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.forms import number_in
from tournaments.desk.frame import page
from tournaments.desk.rounds import published_round, table_of
from tournaments.models import Player, Role, Round, Seat, Table, Tournament
from tournaments.queries.seating import laid_of, who_may_fill_in, without_seat
from tournaments.refusals import Refused
from tournaments.stage_members import stays


@require_safe
@for_tournament(Role.ORGANISER)
def table(request: DeskRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Who sits at a table, and everything that can change about it while the round runs."""
    return _table(request, tournament, published_round(tournament, number), table)


@require_POST
@for_tournament(Role.ORGANISER)
def add(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Seat somebody who came late, or who sat out, at a table that is named."""
    round = published_round(tournament, number)
    at = _named_table(request, round)
    entry = (
        tournament.entries.select_related("player", "tournament")
        .filter(number=number_in(request.POST.get("entry")))
        .first()
    )
    try:
        if entry is None:
            raise Refused(_("Choose who is to be seated."))
        seat = seats.add_to_table(table=at, entry=entry, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _table(request, tournament, round, at.number, refused.sentence)
    messages.success(request, _sits(seat, at))
    return redirect("seat", tournament.slug)


@require_POST
@for_tournament(Role.ORGANISER)
def fill_in(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Let somebody play at a second table, for no entry."""
    round = published_round(tournament, number)
    at = _named_table(request, round)
    player = Player.objects.filter(entries__tournament=tournament, pk=number_in(request.POST.get("player"))).first()
    try:
        if player is None:
            raise Refused(_("Choose who fills in."))
        seat = seats.fill_in(table=at, player=player, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _table(request, tournament, round, at.number, refused.sentence)
    messages.success(request, _sits(seat, at))
    return redirect("seat-table", tournament.slug, number, at.number)


@require_POST
@for_tournament(Role.ORGANISER)
def move(request: DeskRequest, tournament: Tournament, number: int, table: int, place: int) -> HttpResponse:
    """Move somebody to another table."""
    round = published_round(tournament, number)
    seat = _seat(round, table, place)
    to = round.tables.filter(number=number_in(request.POST.get("table"))).first()
    try:
        if to is None:
            raise Refused(_("Choose the table that {name} moves to.").format(name=seat.player))
        seat = seats.move(seat=seat, table=to, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _table(request, tournament, round, table, refused.sentence)
    messages.success(request, _sits(seat, to))
    return redirect("seat-table", tournament.slug, number, to.number)


@require_POST
@for_tournament(Role.ORGANISER)
def leave(request: DeskRequest, tournament: Tournament, number: int, table: int, place: int) -> HttpResponse:
    """Mark somebody as left from a hand on; `hand` "back" says that they are there again."""
    round = published_round(tournament, number)
    seat = _seat(round, table, place)
    back = request.POST.get("hand") == "back"
    try:
        hand = number_in(request.POST.get("hand"))
        if not back and not hand:
            raise Refused(_("Choose the hand from which {name} is away.").format(name=seat.player))
        seats.leave(seat=seat, from_hand=None if back else hand, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _table(request, tournament, round, table, refused.sentence)
    said = _("{name} is back.") if back else _("{name} has left from hand {hand} on.")
    messages.success(request, said.format(name=seat.player, hand=hand))
    return redirect("seat-table", tournament.slug, number, table)


def _table(request: DeskRequest, tournament: Tournament, round: Round, number: int, refused: str = "") -> HttpResponse:
    laid = laid_of(round)
    this = next((one for one in laid.tables if one.number == number), None)
    if this is None:
        raise Http404
    context: dict[str, Any] = {
        "refused": refused,
        "typed": request.POST,
        "round": round,
        "table": this,
        "others": [one for one in laid.tables if one.number != number],
        "hands": range(1, len(round.centres) + 1),
        "without_seat": [] if stays(tournament, round.number) else without_seat(round),
        "may_fill_in": who_may_fill_in(round, this.sitters),
    }
    return page(request, tournament, "desk/seat_table.html", "seat", context)


def _seat(round: Round, table: int, place: int) -> Seat:
    rows = Seat.objects.select_related("round__tournament", "table", "player", "entry")
    return get_object_or_404(rows, round=round, table__number=table, place=place)


def _named_table(request: DeskRequest, round: Round) -> Table:
    return table_of(round, number_in(request.POST.get("table")))


def _sits(seat: Seat, at: Table) -> str:
    return _("{name} sits at table {table}, seat {place}.").format(name=seat.player, table=at.number, place=seat.place)

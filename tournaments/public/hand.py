"""One hand of one table: its score, how far it was checked, and where there is a record the hand turn by turn."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Report
from games.reports import Current
from tournaments.models import Table, Tournament
from tournaments.public.frame import Choice, People, frame, progress_of
from tournaments.public.results import CHECKED_CHIPS, HandCell, SeatLine, head_of, sheet_of
from tournaments.public.shelf import for_everybody
from tournaments.queries.facts import PlayedRound, PlayedTable, facts_of, fill_in_players
from tournaments.queries.hands import Left, current_hand, left_of, replay_for
from tournaments.queries.replays import context_of


@dataclass(frozen=True, slots=True)
class Line:
    """One seat: who sits there, what the hand brought, and the tiles left where they are known."""

    name: str
    address: str
    hand: HandCell
    left: Left | None


@for_everybody(asks=("turn",))
def hand(request: HttpRequest, tournament: Tournament, number: int, table: int, hand: int) -> HttpResponse:
    """One hand; `?turn=17` shows it after that turn."""
    facts = facts_of(tournament)
    played = facts.round(number)
    laid = played.table(table) if played else None
    if played is None or laid is None or laid.by_totals or not 1 <= hand <= len(played.centres):
        raise Http404
    row = Table.objects.filter(round__tournament=tournament, round__number=number, number=table).get()
    current = current_hand(row, hand)
    people = People(facts, fill_in_players(tournament))
    names = {seat.place or 0: people.name_in(seat) for seat in laid.seats}
    title = _("Hand %(hand)d of table %(table)d") % {"hand": hand, "table": table}
    sheet = (
        _("Round %(round)d, table %(table)d") % {"round": number, "table": table},
        reverse("table-result", args=[tournament.slug, number, table]),
    )
    context = {
        **frame(tournament, "results", sheet, (title, "")),
        "subtitle": title,
        "progress": progress_of(facts),
        "played": played,
        "head": head_of(played, laid, hand),
        "lines": _lines(sheet_of(facts, played, laid, people).lines, laid, hand, current),
        "others": _others(tournament, played, laid, hand),
        "report": current.report if current else None,
        "checked_chip": CHECKED_CHIPS.get(current.report.checked, "") if current else "",
        "although": Report.Checked.ALTHOUGH.value,
        "turn": request.GET.get("turn", ""),
    }
    replay = replay_for(current, names) if current else None
    if replay is not None and current is not None:
        seats = [names[left.place] for left in left_of(current)]
        context |= context_of(replay, seats, request.GET.get("turn", ""))
    return render(request, "public/hand.html", context)


def _lines(lines: tuple[SeatLine, ...], laid: PlayedTable, hand: int, current: Current | None) -> list[Line]:
    left = {one.place: one for one in left_of(current)} if current else {}
    return [
        Line(line.name, line.address, line.by_hand[hand - 1][1], left.get(seat.place or 0))
        for line, seat in zip(lines, laid.seats, strict=True)
    ]


def _others(tournament: Tournament, played: PlayedRound, laid: PlayedTable, this: int) -> list[Choice]:
    """The other hands of the table."""
    return [
        Choice(
            f"{centre}-{centre}" if centre is not None else str(number),
            reverse("hand", args=[tournament.slug, played.number, laid.number, number]),
            number == this,
        )
        for number, centre in enumerate(played.centres, 1)
    ]

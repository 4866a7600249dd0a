"""Who sits where: by name, to find a chair, and by table."""

from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Seat, Tournament
from tournaments.names import compare_key
from tournaments.public.drawn import how_drawn
from tournaments.public.frame import People, frame, progress_of, round_choices
from tournaments.public.shelf import for_everybody
from tournaments.queries.facts import Facts, PlayedRound, Seated, facts_of, fill_in_players


@dataclass(frozen=True, slots=True)
class Chair:
    """Where one person sits; no table for a sit-out. `on_screen` where that table is played in the browser."""

    name: str
    address: str
    table: int | None
    place: int | None
    note: str
    on_screen: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """A table with who sits there, in the order of the seats; `on_screen` where it is played in the browser."""

    number: int
    address: str
    on_screen: bool
    chairs: tuple[Chair, ...]


@for_everybody(asks=("name",))
def seating(request: HttpRequest, tournament: Tournament, number: int | None = None) -> HttpResponse:
    """The seats of the newest round, or of one that is named; `?name=` keeps those whose name holds the text."""
    facts = facts_of(tournament)
    played = facts.last_round if number is None else facts.round(number)
    if number is not None and played is None:
        raise Http404
    wanted = request.GET.get("name", "").strip()[:80]
    page = "seating/" if number is None else f"seating/{number}/"
    context = {
        **frame(tournament, "seating", page=page),
        "progress": progress_of(facts),
        "played": played,
        "wanted": wanted,
    }
    if played is not None:
        context |= _seats(facts, played, wanted)
    return render(request, "public/seating.html", context)


def _seats(facts: Facts, played: PlayedRound, wanted: str) -> dict[str, Any]:
    people = People(facts, fill_in_players(facts.tournament))
    chairs: dict[int | None, list[Chair]] = {}
    by_entry: dict[int | None, list[Chair]] = {}
    at_tables = [seat for table in played.tables for seat in table.seats]
    on_screen = {table.number for table in played.tables if table.on_screen}
    for seat in (*at_tables, *played.sits_out):
        chair = replace(_chair(seat, people), on_screen=seat.table in on_screen)
        chairs.setdefault(seat.table, []).append(chair)
        by_entry.setdefault(people.entry_in(seat), []).append(chair)
    by_name = [chair for entry in people.in_order() for chair in by_entry.get(entry.pk, [])]
    by_name += sorted(by_entry.get(None, []), key=lambda chair: (chair.name, chair.table or 0, chair.place or 0))
    found = [chair for chair in by_name if compare_key(wanted) in compare_key(chair.name)]
    slug = facts.tournament.slug
    return {
        "by_name": found,
        "by_table": [
            Laid(
                table.number,
                reverse("table-result", args=[slug, played.number, table.number]),
                table.on_screen,
                tuple(chairs.get(table.number, ())),
            )
            for table in played.tables
        ],
        "sits_out": chairs.get(None, []),
        "drawn": how_drawn(facts, played, people),
        "choices": round_choices(facts, "seating-round", played),
    }


def _chair(seat: Seated, people: People) -> Chair:
    return Chair(people.name_in(seat), people.address_in(seat), seat.table, seat.place, _note(seat))


def _note(seat: Seated) -> str:
    if seat.role == Seat.Role.FILLS_IN:
        return _("fills in")
    if seat.first_hand > 1:
        return _("from hand %(number)d") % {"number": seat.first_hand}
    if seat.last_hand is not None:
        return _("left")
    return ""

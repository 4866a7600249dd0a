"""One player in one tournament: where they sat, with whom, and what they scored."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Seat, Tournament
from tournaments.public.fair import worked_words
from tournaments.public.frame import People, frame, progress_of
from tournaments.public.results import HandCell, HandHead, Sheet, sheet_of
from tournaments.public.rows import Cell
from tournaments.public.shelf import for_everybody
from tournaments.public.stage_words import reached_words, with_note
from tournaments.public.standings import line_of
from tournaments.public.where_they_stand import where_they_stand
from tournaments.queries.facts import Facts, facts_of, fill_in_players
from tournaments.queries.overall import overall
from tournaments.queries.standings import ledger_from, policy_of
from tournaments.refusals import in_words
from tournaments.standings import Section


@dataclass(frozen=True, slots=True)
class Met:
    """Somebody who sat at the same table, and their points there."""

    name: str
    address: str
    points: Cell


@dataclass(frozen=True, slots=True)
class Visit:
    """One round of one player: a table with its hands, or a sit-out."""

    round: int
    table: int | None
    address: str
    place: int | None
    note: str
    hands: tuple[tuple[HandHead, HandCell], ...]
    points: Cell
    met: tuple[Met, ...]


@for_everybody()
def entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The page of the entry with this number."""
    facts = facts_of(tournament)
    found = next((one for one in facts.entries.values() if one.number == number), None)
    if found is None:
        raise Http404
    people = People(facts, fill_in_players(tournament))
    shown = overall(facts)
    row = next(row for row in shown.standings.rows if row.entry == found.pk)
    how = shown.reached.get(found.pk)
    stands = "" if row.section is Section.BOTS else where_they_stand(shown.found, found.pk)
    if how is not None and not stands:
        stands = reached_words(how)
    name = people.name(found.pk)
    context = {
        **frame(tournament, "", (name, ""), page=f"entry/{number}/"),
        "subtitle": name,
        "progress": progress_of(facts),
        "row": row,
        "by_average": tournament.measure == Tournament.Measure.AVERAGE,
        "compared_by": in_words(policy_of(tournament).comparison.label()),
        "worked": worked_words(row, name, tournament),
        "line": with_note(line_of(row, facts, people, list(facts.rounds)), stands),
        "visits": visits_of(facts, found.pk, people),
        "played": tables_played(facts, found.pk),
    }
    return render(request, "public/entry.html", context)


def tables_played(facts: Facts, entry: int) -> str:
    """ "4 tables played, 3 of them counted": the second part only where they differ."""
    ledger = next(one for one in ledger_from(facts).entries if one.entry == entry)
    played, counted = ledger.tables_played, ledger.tables_counted
    words = ngettext("%(count)d table played", "%(count)d tables played", played) % {"count": played}
    if played == counted:
        return words
    return _("%(played)s, %(counted)d of them counted") % {"played": words, "counted": counted}


def visits_of(facts: Facts, entry: int, people: People) -> list[Visit]:
    """Every round in which this entry was seated, in order; a fill-in is a visit of its own."""
    visits = []
    for played, table, seat in facts.seats():
        if people.entry_in(seat) != entry:
            continue
        if table is None:
            visits.append(Visit(played.number, None, "", None, _("sat out"), (), Cell(""), ()))
            continue
        sheet = sheet_of(facts, played, table, people)
        own = table.seats.index(seat)
        note = ""
        if seat.role == Seat.Role.FILLS_IN:
            note = _("filled in: counts") if facts.tournament.fill_in_counts else _("filled in: does not count")
        visits.append(
            Visit(
                round=played.number,
                table=table.number,
                address=reverse("table-result", args=[facts.tournament.slug, played.number, table.number]),
                place=seat.place,
                note=note,
                hands=() if sheet.by_totals else sheet.lines[own].by_hand,
                points=sheet.lines[own].total,
                met=_met(sheet, own),
            )
        )
    return visits


def _met(sheet: Sheet, own: int) -> tuple[Met, ...]:
    return tuple(Met(line.name, line.address, line.total) for at, line in enumerate(sheet.lines) if at != own)

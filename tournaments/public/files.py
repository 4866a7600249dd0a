"""The standings to take home: for a spreadsheet, and for a machine."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse, JsonResponse

from tournaments.models import Tournament
from tournaments.public.frame import People
from tournaments.public.shelf import for_everybody
from tournaments.queries.facts import facts_of
from tournaments.queries.standings import standings_from
from tournaments.spreadsheet import as_csv_for_spreadsheets
from tournaments.standings import value_text

COLUMNS = ("rank", "name", "total", "zeros", "lowest_other", "hands")


@for_everybody()
def standings_csv(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list as a spreadsheet opens it: the columns of the list, then one for each round."""
    facts = facts_of(tournament)
    people = People(facts)
    numbers = [played.number for played in facts.rounds]
    rows: list[Sequence[object]] = [(*COLUMNS, *(f"round_{number}" for number in numbers))]
    for row in standings_from(facts).rows:
        points = {result.round: result.points for result in row.rounds}
        own = (row.place, people.name(row.entry), row.total, row.zeros, row.lowest_other, row.hands)
        rows.append((*own, *(points.get(number) for number in numbers)))
    return HttpResponse(
        as_csv_for_spreadsheets(rows),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{tournament.slug}-standings.csv"'},
    )


@for_everybody()
def standings_json(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list for a machine. What is not known or not there is null, never a number."""
    facts = facts_of(tournament)
    people = People(facts)
    ranked = standings_from(facts)
    content = {
        "tournament": tournament.name,
        "club": tournament.club.name,
        "date": tournament.date.isoformat(),
        "state": tournament.state,
        "version": tournament.version,
        "changed_at": tournament.changed_at.isoformat(),
        "provisional": ranked.provisional,
        "open_round": ranked.open_round,
        "tables_in": ranked.tables_in,
        "tables": ranked.tables,
        "standings": [
            {
                "section": row.section.value,
                "rank": row.place,
                "entry": facts.entries[row.entry].number,
                "name": people.name(row.entry),
                "total": row.total,
                "average": None if row.average is None else value_text(row.average),
                "zeros": row.zeros,
                "lowest_other": row.lowest_other,
                "hands": row.hands,
                "rounds": [
                    {"round": one.round, "points": one.points, "imputed_hands": one.imputed_hands} for one in row.rounds
                ],
                "why": None if row.order_reason is None else str(row.order_reason),
            }
            for row in ranked.rows
        ],
    }
    return JsonResponse(content, json_dumps_params={"ensure_ascii": False})

"""The standings to take home: for a spreadsheet, and for a machine."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from tournaments.files.spreadsheet import for_spreadsheets
from tournaments.models import Tournament
from tournaments.public.shelf import for_everybody
from tournaments.queries.facts import facts_of
from tournaments.queries.standings_list import COLUMNS, as_content, standings_list


@for_everybody()
def standings_csv(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list as a spreadsheet opens it: its columns, one for each round, then what only some lists have."""
    found = standings_list(facts_of(tournament))
    header = (*COLUMNS, *(f"round_{number}" for number in found.round_numbers), *found.more_columns)
    rows = [(*row.cells, *row.round_cells(found.round_numbers), *found.more_cells(row)) for row in found.rows]
    return HttpResponse(
        for_spreadsheets(header, rows),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{tournament.slug}-standings.csv"'},
    )


@for_everybody()
def standings_json(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list for a machine. What is not known or not there is null, never a number."""
    return JsonResponse(as_content(facts_of(tournament)), json_dumps_params={"ensure_ascii": False})

"""The history of a tournament: who did what when, in words, with undo where it is possible."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.changes import describe
from tournaments.desk.frame import page
from tournaments.models import Role, Tournament
from tournaments.queries.changes import UNDOABLE, changes, told

ON_A_PAGE = 50


@require_safe
@for_tournament(Role.SCOREKEEPER)
def history(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    shown = Paginator(changes(tournament), ON_A_PAGE).get_page(request.GET.get("page"))
    rows = [
        (one.change, describe(one), one.change.verb in UNDOABLE and not one.is_undone)
        for one in told(tournament, shown.object_list)
    ]
    return page(
        request,
        tournament,
        "desk/history.html",
        "history",
        {"rows": rows, "shown": shown, "zone": tournament.time_zone},
    )

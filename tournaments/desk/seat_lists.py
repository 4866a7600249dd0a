"""Who sits where on paper for the wall: by name in large type, and by table."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.frame import page
from tournaments.desk.rounds import round_of
from tournaments.models import Role, Tournament
from tournaments.queries.seating import laid_of


@require_safe
@for_tournament(Role.SCOREKEEPER)
def lists(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The two lists of one round; those of a draft say that it is one."""
    round = round_of(tournament, number)
    context = {"round": round, "laid": laid_of(round)}
    return page(request, tournament, "desk/seat_lists.html", "seat", context)

"""Pages that move by themselves: the same page again, asked for with the version that the browser has."""

from inspect import unwrap

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, resolve, reverse

from tournaments.models import Tournament
from tournaments.public.shelf import for_everybody

STOP_POLLING = 286
MOVING = frozenset(
    {
        "bracket",
        "bracket-list",
        "bracket-round",
        "entry",
        "results",
        "results-hands",
        "results-round",
        "seating",
        "seating-round",
        "table-result",
    }
)


@for_everybody()
def live_page(request: HttpRequest, tournament: Tournament, page: str) -> HttpResponse:
    """One of the moving pages by the rest of its address; the browser takes the part that it has on screen.

    A finished tournament tells the browser to stop asking.
    """
    try:
        found = resolve(reverse("tournament", args=[tournament.slug]) + page)
    except Resolver404:
        raise Http404 from None
    if found.url_name not in MOVING:
        raise Http404
    arguments = {name: value for name, value in found.kwargs.items() if name != "slug"}
    response: HttpResponse = unwrap(found.func)(request, tournament, **arguments)
    if tournament.state == Tournament.State.FINISHED:
        response.status_code = STOP_POLLING
    return response

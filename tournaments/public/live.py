"""Pages that move by themselves: the cheapest possible answer while nothing has changed."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from tournaments.models import Tournament

POLL = re.compile(r"^/[a-z-]+/t/(?P<slug>[-\w]+)/live/")


def unchanged_poll(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """First middleware: a poll that carries the present version is answered 204 after one indexed read.

    A tournament that the public may not see answers 404, whatever version the poll carries. Everything else goes on.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        poll = POLL.match(request.path_info)
        if poll is None:
            return get_response(request)
        row = (
            Tournament.with_removed.filter(slug=poll["slug"])
            .exclude(state=Tournament.State.DRAFT)
            .filter(removed_at__isnull=True)
            .values_list("version", flat=True)
            .first()
        )
        if row is None:
            return HttpResponse(status=404, headers={"Cache-Control": "no-store"})
        if request.GET.get("v") == str(row):
            return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
        return get_response(request)

    return answer

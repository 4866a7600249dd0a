"""Pages that move by themselves: the cheapest possible answer while nothing has changed."""

import re
from collections.abc import Callable

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from tournaments.models import Tournament

POLL = re.compile(r"^/[a-z-]+/t/(?P<slug>[-\w]+)/live/")


_VERSION = f"SELECT version FROM {Tournament._meta.db_table} WHERE slug = %s AND state <> %s AND removed_at IS NULL"  # noqa: S608


def public_version(slug: str) -> int | None:
    """The version of a tournament that the public may see, or None. One indexed read.

    Written out, because building the same query from the model takes longer than everything else in a poll.
    """
    with connection.cursor() as cursor:
        cursor.execute(_VERSION, [slug, Tournament.State.DRAFT.value])
        row = cursor.fetchone()
    return None if row is None else int(row[0])


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
        version = public_version(poll["slug"])
        if version is None:
            return HttpResponse(status=404, headers={"Cache-Control": "no-store"})
        if request.GET.get("v") == str(version):
            return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
        return get_response(request)

    return answer

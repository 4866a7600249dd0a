"""Finished pages: computed once for each version, kept compressed, the same bytes for everybody.

A page of the world depends on what is stored, on the language in its address and on the release; on nothing else. So a
view behind these doors must not look at cookies, sessions or headers, and any proxy may keep what it answers.
"""

import gzip
import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.core.cache import cache
from django.db.models import Count, Exists, OuterRef, QuerySet, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from tournaments.models import Club, Stage, Tournament

KEEP_FOR = 60 * 60
"""Seconds that a page stays on the shelf; the pages of versions that nobody asks for fall off by themselves."""
MAKING_TAKES = 15
"""Seconds after which whoever waits for another's work does it themselves."""
LOOK_EVERY = 0.02
DAYS_BEGIN_EVERY = 15 * 60
"""Seconds from the earliest midnight of a time zone to the next: in every zone a day begins at a quarter of an hour."""
AGE_LIVE = 2
AGE_STILL = 60

Args = ParamSpec("Args")
View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Kept:
    """A finished answer: its bytes compressed, and what has to be said with them."""

    packed: bytes
    status: int
    headers: tuple[tuple[str, str], ...]
    etag: str


def for_everybody(
    *, asks: tuple[str, ...] = ()
) -> Callable[[Callable[Concatenate[HttpRequest, Tournament, Args], HttpResponse]], View]:
    """A public page of a tournament, named in its address as `<slug:slug>`; a draft or removed one does not exist.

    The view is called with the request and the tournament, its club loaded. `asks` names the parameters of the address
    that the view reads; an answer to such a question is not kept, so that nobody can fill the shelf.
    """

    def door(view: Callable[Concatenate[HttpRequest, Tournament, Args], HttpResponse]) -> View:
        @require_safe
        @wraps(view)
        def answer(request: HttpRequest, /, slug: str, *args: Args.args, **kwargs: Args.kwargs) -> HttpResponse:
            found = public_tournament(slug)
            age = AGE_STILL if found.state == Tournament.State.FINISHED else AGE_LIVE

            def make() -> HttpResponse:
                return view(request, found, *args, **kwargs)

            if any(name in request.GET for name in asks):
                return sent(request, packed(make()), age, is_secret=found.is_rehearsal)
            kept = from_shelf(request, f"{found.pk} {found.version}", make)
            return sent(request, kept, age, is_secret=found.is_rehearsal)

        return answer

    return door


def public_tournament(slug: str) -> Tournament:
    """The tournament at this address, its club loaded; a draft or removed one does not exist (Http404). One query.

    A rehearsal is found by its address alone, in which there is a secret.
    """
    knockouts = Stage.objects.filter(tournament=OuterRef("pk"), kind=Stage.Kind.KNOCKOUT)
    read = Tournament.with_rehearsals.select_related("club").annotate(is_knockout=Exists(knockouts))
    found = read.filter(slug=slug).first()
    if found is None or not found.is_public:
        raise Http404
    found.has_knockout = found.is_knockout
    return found


def for_everybody_club(view: Callable[[HttpRequest, Club, datetime], HttpResponse]) -> View:
    """A public page of a club, named in its address as `<slug:club>`. The view gets the time it is."""

    @require_safe
    @wraps(view)
    def answer(request: HttpRequest, club: str) -> HttpResponse:
        found = Club.objects.filter(slug=club).first()
        if found is None:
            raise Http404
        at = timezone.now()
        known = Tournament.with_removed.filter(club=found, rehearsal_of=None)
        stamp = f"{found.pk} {found.name} {found.place} {stamp_of(known, at)}"
        return sent(request, from_shelf(request, stamp, lambda: view(request, found, at)), AGE_LIVE)

    return answer


def for_everybody_home(view: Callable[[HttpRequest, list[Club], datetime], HttpResponse]) -> View:
    """The first page of all: every club and what goes on there."""

    @require_safe
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        clubs = list(Club.objects.order_by("name", "id"))
        at = timezone.now()
        known = Tournament.with_removed.filter(rehearsal_of=None)
        stamp = f"{[(club.pk, club.name, club.place) for club in clubs]} {stamp_of(known, at)}"
        return sent(request, from_shelf(request, stamp, lambda: view(request, clubs, at)), AGE_LIVE)

    return answer


def stamp_of(tournaments: QuerySet[Tournament], at: datetime) -> str:
    """Another text whenever one of these tournaments has changed visibly, came or went, or a day may have begun."""
    counted = tournaments.aggregate(count=Count("pk"), versions=Sum("version"))
    return f"{counted['count']} {counted['versions']} {int(at.timestamp()) // DAYS_BEGIN_EVERY}"


def from_shelf(request: HttpRequest, stamp: str, make: Callable[[], HttpResponse]) -> Kept:
    """The page from the shelf; where it is not there yet, one makes it and the others wait for it.

    Without its store (a broker that is down) the page is made every time.
    """
    parts = [settings.RELEASE, get_language() or "", request.path, stamp]
    key = "page." + hashlib.sha256("\n".join(parts).encode()).hexdigest()
    try:
        return _kept_or_made(key, make)
    except (OSError, RedisError):
        return packed(make())


def _kept_or_made(key: str, make: Callable[[], HttpResponse]) -> Kept:
    give_up = time.monotonic() + MAKING_TAKES
    while True:
        kept: Kept | None = cache.get(key)
        if kept is not None:
            return kept
        if cache.add(f"{key}.making", 1, MAKING_TAKES) or time.monotonic() > give_up:
            try:
                kept = cache.get(key) or packed(make())  # it may have been finished just before
                cache.set(key, kept, KEEP_FOR)
            finally:
                cache.delete(f"{key}.making")
            return kept
        time.sleep(LOOK_EVERY)


def packed(response: HttpResponse) -> Kept:
    """An answer as it is kept."""
    headers = tuple((name, value) for name, value in response.items() if name.lower() != "content-length")
    tag = hashlib.sha256(response.content).hexdigest()[:32]
    return Kept(gzip.compress(response.content, 6, mtime=0), response.status_code, headers, f'W/"{tag}"')


def sent(request: HttpRequest, kept: Kept, age: int, *, is_secret: bool = False) -> HttpResponse:
    """What is kept as an answer to this request: 304 where the browser has it, unpacked only for who cannot do it.

    What lies at a secret address (`is_secret`) is kept by nobody on the way, and by no robot.
    """
    known = parse_etags(request.headers.get("If-None-Match", ""))
    # Compared weakly, as the standard has it: a proxy may have left the W/ out.
    if kept.etag.removeprefix("W/") in {tag.removeprefix("W/") for tag in known} or known == ["*"]:
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(kept.packed, status=kept.status, headers=dict(kept.headers))
        if takes_gzip(request.headers.get("Accept-Encoding", "")):
            response["Content-Encoding"] = "gzip"
        else:
            response.content = gzip.decompress(kept.packed)
        response["Content-Length"] = str(len(response.content))
    response["ETag"] = kept.etag
    response["Cache-Control"] = "private, no-cache" if is_secret else f"public, max-age={age}"
    if is_secret:
        response["X-Robots-Tag"] = "noindex, nofollow"
    response["Vary"] = "Accept-Encoding"
    return response


def takes_gzip(accepts: str) -> bool:
    """Whether a browser that says this takes compressed pages."""
    for part in accepts.lower().split(","):
        coding, _semicolon, quality = part.partition(";")
        if coding.strip() == "gzip":
            return quality.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False

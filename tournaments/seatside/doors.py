"""What all pages of a seat have in common: they are one person's own, and nobody else is told anything.

No referrer is sent, so browsers do not say either from which page a form comes, and Django's check against forms of
other sites would refuse them all. What stands in its place is stricter: a cookie that other sites cannot send, and a
token in each form that follows from it.
"""

from collections.abc import Callable
from functools import wraps
from hmac import compare_digest
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from redis.exceptions import RedisError

from tournaments import rates
from tournaments.models.seat_key import COOKIE_LASTS
from tournaments.seat_keys import Opened, token_of

Args = ParamSpec("Args")


def private(view: Callable[Concatenate[HttpRequest, Args], HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that nobody keeps and no shared cache is given, and whose address no other site is told."""

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, /, *args: Args.args, **kwargs: Args.kwargs) -> HttpResponse:
        response = require_http_methods(["GET", "HEAD", "POST"])(view)(request, *args, **kwargs)
        response["Cache-Control"] = "private, no-store"
        response["Referrer-Policy"] = "no-referrer"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return answer


def address_of(entry: int) -> str:
    """The page of this entry's seat."""
    return reverse("my-seat", args=[entry])


def keep_cookie(response: HttpResponse, opened: Opened) -> None:
    """Let the browser keep what opens a seat: for the pages of this seat alone, so two people can share a tablet."""
    response.set_cookie(
        _name(opened.entry.pk),
        opened.cookie,
        max_age=COOKIE_LASTS,
        path=address_of(opened.entry.pk),
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def cookie_of(request: HttpRequest, entry: int) -> str:
    """What the browser keeps for a seat; empty where it has nothing."""
    return request.COOKIES.get(_name(entry), "")


def is_own_form(request: HttpRequest, cookie: str) -> bool:
    """Whether a form comes from the page of the seat that this cookie opens."""
    return compare_digest(request.POST.get("token", "").encode(), token_of(cookie).encode())


def count(request: HttpRequest, what: str, *, most: int, seconds: int) -> None:
    """Count a request of this network. Raises rates.TooMany. A store that is away must not stop a game: not counted."""
    try:
        rates.count(request, what, most=most, seconds=seconds)
    except (OSError, RedisError):
        return


def by_htmx(request: HttpRequest) -> bool:
    """Whether a part of the page is asked for."""
    return request.headers.get("HX-Request") == "true"


def _name(entry: int) -> str:
    return f"seat-{entry}"

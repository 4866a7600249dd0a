"""Who may do what. A desk view is reached through one of these doors, which load its club or tournament by its address.

Whoever may not see a thing gets 404, whether it exists or not: nothing can be learnt by guessing addresses. Only the
root of the desk sends a stranger to the sign-in page; the page of the 404 offers signing in and comes back.
docs/roles.md holds the table of roles and what each may do.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django_htmx.middleware import HtmxDetails

from tournaments.models import Club, Membership, Role, Tournament, User


class DeskRequest(HttpRequest):
    """A request that came through one of the doors: somebody is signed in, and has `role` in the club it is about.

    `htmx` is true where htmx asks, for a part of a page.
    """

    user: User
    role: Role
    htmx: HtmxDetails


Args = ParamSpec("Args")
View = Callable[..., HttpResponse]


def role_in(user: User, club: Club) -> Role | None:
    """The role of a user in a club; None for somebody who is no member."""
    role = Membership.objects.filter(user=user, club=club).values_list("role", flat=True).first()
    return None if role is None else Role(role)


def may_make_clubs(user: User) -> bool:
    """Owners of a club may make another, and whoever holds the first account; a helper by invitation may not."""
    return user.is_superuser or Membership.objects.filter(user=user, role=Role.OWNER).exists()


def signed_in(view: Callable[Concatenate[DeskRequest, Args], HttpResponse]) -> View:
    """A page for anybody who has signed in; a stranger is sent to the sign-in page and comes back afterwards."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Args.args, **kwargs: Args.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return _personal(view(cast("DeskRequest", request), *args, **kwargs))

    return answer


def for_club(least: Role) -> Callable[[Callable[Concatenate[DeskRequest, Club, Args], HttpResponse]], View]:
    """A page of a club for members whose role is at least `least`; its address names the club as `<slug:club>`.

    The view is called with the request (which carries the role) and the club.
    """

    def door(view: Callable[Concatenate[DeskRequest, Club, Args], HttpResponse]) -> View:
        @wraps(view)
        def answer(request: HttpRequest, /, club: str, *args: Args.args, **kwargs: Args.kwargs) -> HttpResponse:
            found = Club.objects.filter(slug=club).first()
            entered = _enter(request, found, least)
            return _personal(view(entered, cast("Club", found), *args, **kwargs))

        return answer

    return door


def for_tournament(
    least: Role, *, removed: bool = False
) -> Callable[[Callable[Concatenate[DeskRequest, Tournament, Args], HttpResponse]], View]:
    """A desk page of a tournament for members whose role is at least `least`; its address names it as `<slug:slug>`.

    The view is called with the request (which carries the role) and the tournament, its club loaded. A removed
    tournament does not exist, unless the page is for putting it back (`removed`).
    """

    def door(view: Callable[Concatenate[DeskRequest, Tournament, Args], HttpResponse]) -> View:
        @wraps(view)
        def answer(request: HttpRequest, /, slug: str, *args: Args.args, **kwargs: Args.kwargs) -> HttpResponse:
            known = Tournament.with_removed if removed else Tournament.with_rehearsals
            found = known.select_related("club").filter(slug=slug).first()
            entered = _enter(request, found.club if found else None, least)
            return _personal(view(entered, cast("Tournament", found), *args, **kwargs))

        return answer

    return door


def _enter(request: HttpRequest, club: Club | None, least: Role) -> DeskRequest:
    """The request with the person's role on it; Http404 where there is no such club or the role is too small."""
    user = request.user
    role = role_in(user, club) if club is not None and user.is_authenticated else None
    if role is None or role.rank < least.rank:
        raise Http404
    entered = cast("DeskRequest", request)
    entered.role = role
    return entered


def _personal(response: HttpResponse) -> HttpResponse:
    """Mark a page as one person's own, so that no proxy keeps it."""
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_cache=True)
    return response

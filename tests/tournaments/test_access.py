import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory

from tests.factories import NOW, a_member, a_tournament
from tournaments.access import DeskRequest, for_club, for_tournament, role_in, signed_in
from tournaments.models import Club, Role, Tournament, User


@for_club(Role.ORGANISER)
def club_page(request: DeskRequest, club: Club, page: int = 1) -> HttpResponse:
    return HttpResponse(f"{request.role} {club.slug} {page}")


@for_tournament(Role.ORGANISER)
def tournament_page(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    return HttpResponse(f"{request.role} {tournament.slug}")


@for_tournament(Role.OWNER, removed=True)
def removed_page(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    return HttpResponse(tournament.slug)


@signed_in
def own_page(request: DeskRequest) -> HttpResponse:
    return HttpResponse(str(request.user))


def asked_by(user: User | AnonymousUser) -> HttpRequest:
    request = RequestFactory().get("/en/desk/?page=2")
    request.user = user
    return request


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.OWNER])
def test_a_role_that_is_large_enough_opens_the_page(club: Club, tournament: Tournament, role: Role) -> None:
    member = a_member(club, role)
    assert club_page(asked_by(member), club="barnyard", page=2).content.decode() == f"{role} barnyard 2"
    assert tournament_page(asked_by(member), slug="friday-evening").content.decode() == f"{role} friday-evening"


def test_everybody_else_finds_nothing(
    club: Club, tournament: Tournament, scorekeeper: User, other_organiser: User
) -> None:
    for user in (scorekeeper, other_organiser, AnonymousUser()):
        with pytest.raises(Http404):
            club_page(asked_by(user), club="barnyard")
        with pytest.raises(Http404):
            tournament_page(asked_by(user), slug="friday-evening")


def test_what_does_not_exist_looks_the_same(owner: User) -> None:
    with pytest.raises(Http404):
        club_page(asked_by(owner), club="nowhere")
    with pytest.raises(Http404):
        tournament_page(asked_by(owner), slug="nothing")


def test_a_removed_tournament_opens_only_where_it_can_be_put_back(club: Club, owner: User, organiser: User) -> None:
    a_tournament(club, slug="gone", removed_at=NOW)
    with pytest.raises(Http404):
        tournament_page(asked_by(owner), slug="gone")
    assert removed_page(asked_by(owner), slug="gone").content == b"gone"
    with pytest.raises(Http404):
        removed_page(asked_by(organiser), slug="gone")


def test_the_pages_of_the_desk_are_kept_by_no_proxy(owner: User) -> None:
    assert own_page(asked_by(owner))["Cache-Control"] == "private, no-cache"


def test_the_role_of_somebody_who_is_no_member_is_none(club: Club, scorekeeper: User, other_organiser: User) -> None:
    assert role_in(scorekeeper, club) == Role.SCOREKEEPER
    assert role_in(other_organiser, club) is None

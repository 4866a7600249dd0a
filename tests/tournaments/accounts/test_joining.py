"""Joining a club by invitation, through its page."""

import pytest
from django.test import Client
from django.utils import timezone

from tournaments import links
from tournaments.models import Club, OneTimeLink, Role, User

NEW = {"name": "Newt Helper", "username": "newt", "password": "seven grey geese", "again": "seven grey geese"}


@pytest.fixture
def door(club: Club) -> str:
    return f"/en/join/{links.invite(club=club, role=Role.SCOREKEEPER, by='Olive', at=timezone.now())}/"


def test_a_preview_of_the_link_uses_nothing_up(stranger: Client, door: str) -> None:
    page = stranger.get(door).content.decode()
    assert ("Join Barnyard as scorekeeper" in page, f"/en/sign-in/?next={door}" in page) == (True, True)
    assert OneTimeLink.objects.get().used_at is None


def test_somebody_new_makes_an_account_and_is_a_member(stranger: Client, door: str) -> None:
    answer = stranger.post(door, NEW, follow=True)
    assert [address for address, _status in answer.redirect_chain] == ["/en/desk/barnyard/"]
    assert b"You are a member of Barnyard now." in answer.content
    user = User.objects.get()
    assert (user.username, user.is_staff, list(user.memberships.values_list("role"))) == (
        "newt",
        False,
        [("scorekeeper",)],
    )
    assert stranger.get(door).status_code == 404


def test_somebody_with_an_account_signs_in_first_and_accepts(
    other_organiser: User, stranger: Client, door: str
) -> None:
    other_organiser.set_password("seven grey geese")
    other_organiser.save()
    typed = {"username": other_organiser.username, "password": "seven grey geese"}
    assert stranger.post(f"/en/sign-in/?next={door}", typed)["Location"] == door
    assert b"You are signed in as <b>Otis Other</b>" in stranger.get(door).content
    assert stranger.post(door)["Location"] == "/en/desk/barnyard/"
    assert other_organiser.memberships.count() == 2


def test_a_member_is_told_so_and_the_link_stays_good(as_organiser: Client, door: str) -> None:
    assert b"You are a member of Barnyard already" in as_organiser.post(door).content
    assert OneTimeLink.objects.get().used_at is None


def test_a_user_name_that_is_taken_is_said_beside_its_field(stranger: Client, door: str) -> None:
    User.objects.create_user("newt", name="Another Newt")
    page = stranger.post(door, {**NEW, "username": "NEWT"}).content.decode()
    assert "Somebody already uses this user name" in page
    assert 'aria-invalid="true"' in page

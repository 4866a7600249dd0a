"""The link from the terminal, through its page."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import a_club
from tournaments import links, sign_in
from tournaments.models import Club, OneTimeLink, User

FIRST = {
    "name": "Olive Owner",
    "username": "Olive",
    "password": "seven grey geese",
    "again": "seven grey geese",
    "club_name": "Barnyard",
}


@pytest.fixture
def door(db: None) -> str:
    return f"/en/enter/{links.terminal_link(at=timezone.now())}/"


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_looking_at_the_link_makes_nobody_and_uses_nothing_up(stranger: Client, door: str) -> None:
    for _ in range(3):
        assert b"Make the first account" in stranger.get(door).content
    assert stranger.head(door).status_code == 200
    assert (User.objects.count(), OneTimeLink.objects.get().used_at) == (0, None)


def test_the_first_account_is_made_and_stands_at_its_desk(stranger: Client, door: str) -> None:
    answer = stranger.post(door, FIRST, follow=True)
    assert [address for address, _status in answer.redirect_chain] == ["/en/desk/"]
    assert (b"Welcome, Olive Owner" in answer.content, b"Barnyard" in answer.content) == (True, True)
    assert User.objects.get().username == "olive"


def test_the_link_opens_once(stranger: Client, door: str) -> None:
    stranger.post(door, FIRST)
    again = Client().post(door, {**FIRST, "username": "other"})
    assert (again.status_code, b"no longer good" in again.content) == (404, True)
    assert (User.objects.count(), Club.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"club_name": ""}, "This field is required."),
        ({"again": "seven grey gees"}, "The two passwords are not the same."),
        ({"password": "12345678", "again": "12345678"}, "too common"),
        ({"password": "Olive Owner", "again": "Olive Owner"}, "too similar"),
        ({"username": "two words"}, "Enter a valid username"),
    ],
)
def test_what_cannot_be_used_is_said_and_the_link_stays_good(
    stranger: Client, door: str, typed: dict[str, str], said: str
) -> None:
    answer = stranger.post(door, {**FIRST, **typed})
    assert (answer.status_code, said in answer.content.decode()) == (200, True)
    assert b'value="Olive Owner"' in answer.content
    assert (User.objects.count(), OneTimeLink.objects.get().used_at) == (0, None)


def test_with_a_demo_club_the_own_club_can_wait(stranger: Client, door: str) -> None:
    demo = a_club("Demo", is_demo=True)
    assert stranger.post(door, {**FIRST, "club_name": ""}).status_code == 302
    assert list(User.objects.get().memberships.values_list("club", "role")) == [(demo.pk, "owner")]


def test_the_way_back_in_is_open_however_often_somebody_guessed(stranger: Client, door: str) -> None:
    olive = User.objects.create_superuser("olive", name="Olive Owner", password="forgotten geese")
    for _ in range(sign_in.PER_NAME + 1):
        stranger.post("/en/sign-in/", {"username": "olive", "password": "guess"})
    assert "too often" in stranger.post("/en/sign-in/", {"username": "olive", "password": "guess"}).content.decode()
    assert b"Come in as Olive Owner" in stranger.get(door).content
    new = {"password": "nine white hens", "again": "nine white hens"}
    assert stranger.post(door, new)["Location"] == "/en/desk/"
    olive.refresh_from_db()
    assert (is_signed_in(stranger), olive.check_password("nine white hens")) == (True, True)


def test_coming_back_keeps_the_password_unless_a_new_one_is_typed_twice(stranger: Client, door: str) -> None:
    olive = User.objects.create_superuser("olive", name="Olive Owner", password="seven grey geese")
    for typed in ({"password": "nine white hens"}, {"again": "nine white hens"}):
        answer = stranger.post(door, {"password": "", "again": "", **typed})
        assert (answer.status_code, "not the same" in answer.content.decode()) == (200, True)
    assert stranger.post(door, {"password": "", "again": ""}).status_code == 302
    olive.refresh_from_db()
    assert olive.check_password("seven grey geese")


def test_the_link_signs_nobody_else_in(stranger: Client, door: str) -> None:
    User.objects.create_superuser("shut", name="Shut", password="x")
    User.objects.filter(username="shut").update(is_active=False)
    User.objects.create_user("helper", name="Helper", password="x")
    assert b"Make the first account" in stranger.get(door).content

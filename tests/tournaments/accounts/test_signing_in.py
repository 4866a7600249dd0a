"""The pages for signing in and out and for another password."""

import pytest
from django.test import Client

from tests.conftest import browser
from tournaments.models import User

GOOD = {"username": "olive", "password": "seven grey geese"}


@pytest.fixture
def olive(db: None) -> User:
    return User.objects.create_user("olive", name="Olive Owner", password="seven grey geese")


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("", "/en/desk/"),
        ("?next=/en/desk/barnyard/", "/en/desk/barnyard/"),
        ("?next=https://elsewhere.example/", "/en/desk/"),
        ("?next=//elsewhere.example/", "/en/desk/"),
        ("?next=javascript:alert(1)", "/en/desk/"),
        ("?next=nowhere", "/en/desk/"),
    ],
)
def test_signing_in_goes_on_to_a_page_of_ours(olive: User, stranger: Client, wanted: str, given: str) -> None:
    assert stranger.post(f"/en/sign-in/{wanted}", GOOD)["Location"] == given


def test_a_wrong_password_is_said_at_the_top_and_is_not_sent_back(olive: User, stranger: Client) -> None:
    page = stranger.post("/en/sign-in/", {**GOOD, "password": "wrong geese"}).content.decode()
    assert ('class="errors"' in page, "is not right" in page, "wrong geese" in page) == (True, True, False)
    assert 'value="olive"' in page


def test_a_shut_account_does_not_open(olive: User, stranger: Client) -> None:
    User.objects.update(is_active=False)
    assert "is not right" in stranger.post("/en/sign-in/", GOOD).content.decode()


def test_signing_out(olive: User) -> None:
    client = browser(olive)
    assert b"You have signed out." in client.post("/en/sign-out/", follow=True).content
    assert client.get("/en/desk/")["Location"] == "/en/sign-in/?next=/en/desk/"


def test_another_password_ends_the_other_sessions_and_not_this_one(olive: User) -> None:
    here, elsewhere = browser(olive), browser(olive)
    typed = {"present": "seven grey geese", "password": "nine white hens", "again": "nine white hens"}
    assert here.post("/en/password/", typed)["Location"] == "/en/desk/"
    assert (here.get("/en/desk/").status_code, elsewhere.get("/en/desk/").status_code) == (200, 302)


def test_another_password_needs_the_present_one(olive: User) -> None:
    typed = {"present": "guess", "password": "nine white hens", "again": "nine white hens"}
    assert b"not your present password" in browser(olive).post("/en/password/", typed).content
    olive.refresh_from_db()
    assert olive.check_password("seven grey geese")


def test_the_sign_in_of_the_support_pages_is_the_same_and_comes_back(db: None, stranger: Client) -> None:
    User.objects.create_superuser("olive", name="Olive", password="seven grey geese")
    answer = stranger.get("/en/support/tournaments/club/", follow=True)
    address, _status = answer.redirect_chain[-1]
    assert address == "/en/sign-in/?next=%2Fen%2Fsupport%2Ftournaments%2Fclub%2F"
    assert stranger.post(address, GOOD)["Location"] == "/en/support/tournaments/club/"


@pytest.mark.parametrize("address", ["/en/sign-in/", "/en/enter/x/", "/en/join/x/"])
def test_no_proxy_keeps_these_pages(db: None, stranger: Client, address: str) -> None:
    assert "no-store" in stranger.get(address)["Cache-Control"]

import datetime as dt

import pytest
from django.http import HttpRequest
from django.test import RequestFactory

from tests.factories import NOW
from tournaments import sign_in
from tournaments.models import FailedSignIn, User
from tournaments.refusals import Refused

WRONG = "not this one"
MINUTE = dt.timedelta(minutes=1)


@pytest.fixture
def olive(db: None) -> User:
    return User.objects.create_user("olive", name="Olive Owner", password="seven grey geese")


def coming_from(address: str = "192.0.2.1") -> HttpRequest:
    return RequestFactory(REMOTE_ADDR=address).post("/")


def attempt(
    username: str = "olive", password: str = WRONG, *, at: dt.datetime = NOW, address: str = "192.0.2.1"
) -> User:
    return sign_in.sign_in(request=coming_from(address), username=username, password=password, at=at)


def fail(times: int, username: str = "olive", *, at: dt.datetime = NOW, address: str = "192.0.2.1") -> None:
    for _ in range(times):
        with pytest.raises(sign_in.WrongPassword):
            attempt(username, at=at, address=address)


@pytest.mark.parametrize("username", ["olive", "Olive", "OLIVE"])
def test_the_right_password_opens_whatever_the_capitals_of_the_name(olive: User, username: str) -> None:
    assert attempt(username, "seven grey geese") == olive


@pytest.mark.parametrize("password", ["", "Seven grey geese"])
def test_a_wrong_password_and_an_unknown_name_are_told_alike(olive: User, password: str) -> None:
    said = set()
    for username in ("olive", "nobody"):
        with pytest.raises(sign_in.WrongPassword) as refused:
            attempt(username, password)
        said.add(refused.value.sentence)
    assert len(said) == 1


def test_an_account_without_a_password_opens_by_none(db: None) -> None:
    demo = User.objects.create_user("demo", name="Demo")
    for password in ("", "demo", demo.password):
        with pytest.raises(sign_in.WrongPassword):
            attempt("demo", password)


def test_after_ten_failures_the_name_waits_even_with_the_right_password(olive: User) -> None:
    fail(sign_in.PER_NAME)
    with pytest.raises(Refused, match=r"Try again in 15 minutes\."):
        attempt("olive", "seven grey geese", address="198.51.100.7")
    with pytest.raises(Refused, match=r"Try again in 1 minute\."):
        attempt("OLIVE", "seven grey geese", at=NOW + 14 * MINUTE + dt.timedelta(seconds=20))
    assert attempt("olive", "seven grey geese", at=NOW + 15 * MINUTE) == olive


def test_pressing_again_while_waiting_does_not_make_the_wait_longer(olive: User) -> None:
    fail(sign_in.PER_NAME)
    for minute in range(1, 15):
        with pytest.raises(Refused, match="too often"):
            attempt(at=NOW + minute * MINUTE)
    assert attempt("olive", "seven grey geese", at=NOW + 15 * MINUTE) == olive


def test_the_name_that_waits_keeps_nobody_else_waiting(olive: User) -> None:
    fail(sign_in.PER_NAME, "otis")
    assert attempt("olive", "seven grey geese") == olive


def test_an_address_that_tries_many_names_waits(olive: User) -> None:
    for number in range(sign_in.PER_ADDRESS):
        fail(1, f"guess-{number}")
    with pytest.raises(Refused, match="too often"):
        attempt("olive", "seven grey geese")
    assert attempt("olive", "seven grey geese", address="192.0.2.2") == olive


def test_long_addresses_count_by_their_network(olive: User) -> None:
    for number in range(sign_in.PER_ADDRESS):
        fail(1, f"guess-{number}", address=f"2001:db8::{number:x}")
    with pytest.raises(Refused, match="too often"):
        attempt("olive", "seven grey geese", address="2001:db8::ffff")
    assert attempt("olive", "seven grey geese", address="2001:db8:0:1::1") == olive


def test_signing_in_clears_the_failures_of_the_name_but_not_of_the_address(olive: User) -> None:
    fail(3)
    attempt("olive", "seven grey geese")
    assert FailedSignIn.objects.count() == 3


def test_what_was_typed_is_not_kept(olive: User) -> None:
    fail(1, "my-own-secret")
    kept = str(list(FailedSignIn.objects.values()))
    assert ("my-own-secret" in kept, "192.0.2.1" in kept) == (False, False)

"""The cast: who stands around in most tests.

`club` has an owner, an organiser and a scorekeeper; `other_club` has an organiser of its own; the stranger has not
signed in. For each of them there is a browser: `as_owner`, `as_organiser`, `as_scorekeeper`, `as_other_organiser`,
`stranger`. Everything else is made by tests/factories.py.
"""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client, override_settings

from tests.cut import how_many, pytest_addoption, pytest_collection_modifyitems
from tests.factories import a_club, a_member, a_tournament
from tournaments.models import Club, Role, Tournament, User

__all__ = ["how_many", "pytest_addoption", "pytest_collection_modifyitems"]


@pytest.fixture(scope="session", autouse=True)
def quick_settings() -> Iterator[None]:
    """Static files by their plain names and without a collected folder; passwords hashed quickly."""
    plain = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(STORAGES=plain, STATIC_ROOT=None, PASSWORD_HASHERS=hashers):
        yield


@pytest.fixture(autouse=True)
def empty_shelf() -> Iterator[None]:
    """No public page kept from another test, whose tournament may have had the same id and version."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def club(db: None) -> Club:
    return a_club("Barnyard", slug="barnyard")


@pytest.fixture
def other_club(db: None) -> Club:
    return a_club("Duckpond", slug="duckpond")


@pytest.fixture
def owner(club: Club) -> User:
    return a_member(club, Role.OWNER, "Olive Owner")


@pytest.fixture
def organiser(club: Club) -> User:
    return a_member(club, Role.ORGANISER, "Orla Organiser")


@pytest.fixture
def scorekeeper(club: Club) -> User:
    return a_member(club, Role.SCOREKEEPER, "Skye Scorekeeper")


@pytest.fixture
def other_organiser(other_club: Club) -> User:
    return a_member(other_club, Role.ORGANISER, "Otis Other")


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return a_tournament(club, "Friday evening", slug="friday-evening")


def browser(user: User) -> Client:
    """A browser in which this user has signed in."""
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def stranger() -> Client:
    return Client()


@pytest.fixture
def as_owner(owner: User) -> Client:
    return browser(owner)


@pytest.fixture
def as_organiser(organiser: User) -> Client:
    return browser(organiser)


@pytest.fixture
def as_scorekeeper(scorekeeper: User) -> Client:
    return browser(scorekeeper)


@pytest.fixture
def as_other_organiser(other_organiser: User) -> Client:
    return browser(other_organiser)

"""Points beside the hands and lots at the desk."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW, a_player, an_entry, some_entries
from tournaments.models import LedgerLine, Tournament

pytestmark = pytest.mark.django_db
PAGE = "/en/desk/t/friday-evening/points/"


@pytest.fixture
def wren(tournament: Tournament) -> Tournament:
    an_entry(tournament, a_player(tournament.club, "Wren"))
    return tournament


def test_points_are_given_and_taken_back(wren: Tournament, as_organiser: Client) -> None:
    sent = {"entry": "1", "kind": "penalty", "points": "-5", "reason": "Helped carry tables", "round_number": ""}
    answer = as_organiser.post(PAGE, sent, follow=True)
    assert "Wren: -5 points are added." in answer.content.decode()
    line = LedgerLine.objects.get()
    assert (line.points, line.reason, line.round_number, line.by) == (-5, "Helped carry tables", None, "Orla Organiser")
    as_organiser.post(f"{PAGE}{line.pk}/take-back/")
    line.refresh_from_db()
    assert line.taken_back_by == "Orla Organiser"
    again = as_organiser.post(f"{PAGE}{line.pk}/take-back/")
    assert (again.status_code, "This line has been taken back already." in again.content.decode()) == (200, True)


def test_what_is_missing_is_said_and_nothing_typed_is_lost(wren: Tournament, as_organiser: Client) -> None:
    sent = {"entry": "1", "kind": "penalty", "points": "0", "reason": "Late again", "round_number": ""}
    page = as_organiser.post(PAGE, sent).content.decode()
    assert "A penalty or adjustment needs points other than 0 and a reason." in page
    assert 'value="Late again"' in page
    for wrong in ({"points": "five"}, {"entry": "77"}, {"entry": ""}, {"reason": " "}, {"round_number": "1"}):
        assert "Not saved yet." in as_organiser.post(PAGE, {**sent, "points": "5", **wrong}).content.decode()
    assert LedgerLine.objects.count() == 0


def test_lots_are_drawn_once(wren: Tournament, as_organiser: Client) -> None:
    assert "1 lot is drawn." in as_organiser.post(PAGE + "lots/", follow=True).content.decode()
    assert "a lot is drawn once" in as_organiser.post(PAGE + "lots/", follow=True).content.decode()


def test_a_finished_tournament_takes_no_points(wren: Tournament, as_organiser: Client) -> None:
    Tournament.objects.update(state=Tournament.State.FINISHED)
    sent = {"entry": "1", "kind": "penalty", "points": "5", "reason": "Late", "round_number": ""}
    for answer in (as_organiser.post(PAGE, sent), as_organiser.post(PAGE + "lots/")):
        assert "is finished, so nothing in it can change" in answer.content.decode()
    assert LedgerLine.objects.count() == 0


@pytest.mark.parametrize("count", [1, 30])
def test_the_page_takes_as_many_queries_for_thirty_as_for_one(
    tournament: Tournament, as_organiser: Client, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for entry in some_entries(tournament, count):
        LedgerLine.objects.create(entry=entry, kind="penalty", points=5, reason="Late", by="Orla", at=NOW)
    with django_assert_num_queries(8):
        as_organiser.get(PAGE)

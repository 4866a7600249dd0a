"""Arrivals at the desk: plain and htmx, the wrong person, one row at a time."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import a_player, an_entry, some_entries
from tournaments.models import Entry, Player, Tournament

pytestmark = pytest.mark.django_db
PAGE = "/en/desk/t/friday-evening/arrivals/"
HTMX = {"HX-Request": "true"}


def statuses(tournament: Tournament) -> dict[str, str]:
    return dict(tournament.entries.values_list("player__name", "status"))


@pytest.fixture
def birds(tournament: Tournament) -> Tournament:
    """Wren is here; Avocet, Heron and Teal are expected."""
    for name in ("Wren", "Heron", "Teal", "Avocet"):
        status = Entry.Status.HERE if name == "Wren" else Entry.Status.EXPECTED
        an_entry(tournament, a_player(tournament.club, name), status=status)
    return tournament


def test_the_list_is_in_the_order_of_names_and_counts_heads(birds: Tournament, as_scorekeeper: Client) -> None:
    page = as_scorekeeper.get(PAGE).content.decode()
    assert re.findall(r'data-find="(\w+)" data-key="entry-\d" data-state="(\w+)"', page) == [
        ("Avocet", "expected"),
        ("Heron", "expected"),
        ("Teal", "expected"),
        ("Wren", "here"),
    ]
    assert re.findall(r"<b>(\d+)</b><span>([\w ]+)</span>", page) == [("1", "here"), ("3", "not arrived")]
    assert "One person cannot play alone. 2 more people make a table." in page


def test_ticking_one_row_changes_only_that_one(birds: Tournament, as_scorekeeper: Client) -> None:
    """Public fault 47: ticking one row of a sorted list also ticked its neighbour."""
    answer = as_scorekeeper.post(PAGE + "status/", {"set": "2:here"})
    assert answer.status_code == 302
    assert statuses(birds) == {"Wren": "here", "Heron": "here", "Teal": "expected", "Avocet": "expected"}


def test_with_htmx_one_row_and_the_counts_are_swapped(birds: Tournament, as_scorekeeper: Client) -> None:
    answer = as_scorekeeper.post(PAGE + "status/", {"set": "2:here", "since": "0"}, headers=HTMX)
    page = answer.content.decode()
    assert re.findall(r'<(?:li|section) id="([\w-]+)"[^>]* hx-swap-oob="true"', page) == [
        "entry-2",
        "arrivals-counts",
        "arrivals-undo",
    ]
    assert 'id="here-2" name="set" value="2:expected" aria-pressed="true"' in page
    assert "Heron: here" in page


def test_what_somebody_else_did_comes_with_the_next_poll(birds: Tournament, as_scorekeeper: Client) -> None:
    since = birds.changes.count()
    assert as_scorekeeper.get(PAGE + "live/", {"since": since}).status_code == 204
    as_scorekeeper.post(PAGE + "status/", {"set": "3:standby"})
    page = as_scorekeeper.get(PAGE + "live/", {"since": since}).content.decode()
    assert re.findall(r'<li id="([\w-]+)"', page) == ["entry-3"]
    last = birds.changes.order_by("-pk").values_list("pk", flat=True)[0]
    assert as_scorekeeper.get(PAGE + "live/", {"since": last}).status_code == 204


def test_a_poll_says_that_the_list_itself_has_changed(birds: Tournament, as_scorekeeper: Client) -> None:
    as_scorekeeper.post(PAGE + "walk-in/", {"name": "Osprey"})
    assert "Show the list again" in as_scorekeeper.get(PAGE + "live/", {"since": 0}).content.decode()


def test_everybody_is_here_and_one_undo(birds: Tournament, as_scorekeeper: Client) -> None:
    """Public fault 56."""
    answer = as_scorekeeper.post(PAGE + "everybody/", follow=True)
    assert statuses(birds) == dict.fromkeys(["Wren", "Heron", "Teal", "Avocet"], "here")
    undo = re.findall(r'action="(/en/desk/t/friday-evening/undo/\d+/)"', answer.content.decode())
    as_scorekeeper.post(undo[0])
    assert statuses(birds) == {"Wren": "here", "Heron": "expected", "Teal": "expected", "Avocet": "expected"}
    again = as_scorekeeper.post(undo[0])
    assert (again.status_code, "This has been taken back already." in again.content.decode()) == (200, True)


def test_finding_a_name(birds: Tournament, as_scorekeeper: Client) -> None:
    birds.entries.filter(number=2).get().player.__class__.objects.filter(name="Heron").update(name="Zoë Héron")
    found = as_scorekeeper.get(PAGE, {"q": "heron"}).content.decode()
    assert re.findall(r'data-find="([^"]+)"', found) == ["Zoë Héron"]
    assert "Nobody called “osprey” is on the list." in as_scorekeeper.get(PAGE, {"q": "osprey"}).content.decode()


def test_somebody_walks_in(birds: Tournament, as_scorekeeper: Client) -> None:
    answer = as_scorekeeper.post(PAGE + "walk-in/", {"name": "Osprey"}, follow=True)
    assert (statuses(birds)["Osprey"], "Osprey is here." in answer.content.decode()) == ("here", True)


def test_known_people_are_offered_to_a_walk_in(birds: Tournament, as_scorekeeper: Client) -> None:
    known = a_player(birds.club, "Osprey Mor")
    page = as_scorekeeper.post(PAGE + "walk-in/", {"name": "osprey mor"}).content.decode()
    assert re.findall(r'name="(player|is_new)" value="(\d+)"', page) == [("player", str(known.pk)), ("is_new", "1")]
    assert 'name="name" value="osprey mor"' in page
    as_scorekeeper.post(PAGE + "walk-in/", {"name": "osprey mor", "player": known.pk})
    assert (statuses(birds)["Osprey Mor"], Player.objects.filter(name="Osprey Mor").count()) == ("here", 1)


def test_a_walk_in_who_is_on_the_list_is_marked_as_here(birds: Tournament, as_scorekeeper: Client) -> None:
    heron = Player.objects.get(name="Heron")
    as_scorekeeper.post(PAGE + "walk-in/", {"name": "Heron", "player": heron.pk})
    assert (statuses(birds)["Heron"], birds.entries.count()) == ("here", 4)


def test_somebody_new_of_a_known_name(birds: Tournament, as_scorekeeper: Client) -> None:
    as_scorekeeper.post(PAGE + "walk-in/", {"name": "Heron", "is_new": "1"})
    assert list(birds.entries.filter(player__name="Heron").values_list("status", flat=True)) == ["expected", "here"]


def test_a_walk_in_without_a_name_keeps_the_page(birds: Tournament, as_scorekeeper: Client) -> None:
    answer = as_scorekeeper.post(PAGE + "walk-in/", {"name": " "})
    assert (answer.status_code, "Not saved yet." in answer.content.decode()) == (200, True)


@pytest.mark.parametrize("pressed", ["", "2", "x:here", "2:gone", "99999999999999999999:here"])
def test_a_button_that_cannot_be_read_changes_nothing(birds: Tournament, as_scorekeeper: Client, pressed: str) -> None:
    before = statuses(birds)
    answer = as_scorekeeper.post(PAGE + "status/", {"set": pressed}, follow=True)
    assert (answer.status_code, statuses(birds)) == (200, before)


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_an_old_page_of_a_finished_tournament_is_refused(
    birds: Tournament, as_scorekeeper: Client, headers: dict[str, str]
) -> None:
    """Public fault 53."""
    Tournament.objects.update(state=Tournament.State.FINISHED)
    answer = as_scorekeeper.post(PAGE + "status/", {"set": "2:here"}, headers=headers)
    assert "Friday evening is finished, so nothing in it can change. Reopen it first." in answer.content.decode()
    assert (answer.status_code, statuses(birds)["Heron"]) == (200, "expected")


def test_names_are_shown_as_they_are(tournament: Tournament, as_scorekeeper: Client) -> None:
    an_entry(tournament, a_player(tournament.club, 'O\'Brien <b>"x"'))
    page = as_scorekeeper.get(PAGE).content.decode()
    assert "O&#x27;Brien &lt;b&gt;&quot;x&quot;" in page
    assert "<b>&quot;" not in page


@pytest.mark.parametrize("count", [1, 30])
def test_the_page_takes_as_many_queries_for_thirty_as_for_one(
    tournament: Tournament, as_scorekeeper: Client, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    some_entries(tournament, count)
    with django_assert_num_queries(8):
        as_scorekeeper.get(PAGE)


@pytest.mark.parametrize("count", [1, 30])
def test_a_tap_takes_as_many_queries_for_thirty_as_for_one(
    tournament: Tournament, as_scorekeeper: Client, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    some_entries(tournament, count, status=Entry.Status.EXPECTED)
    with django_assert_num_queries(19):
        as_scorekeeper.post(PAGE + "status/", {"set": "1:here", "since": 0}, headers=HTMX)

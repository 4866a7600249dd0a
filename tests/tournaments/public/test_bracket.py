"""The bracket as everybody sees it: words where nobody is yet, places and points where a table is in, one tab."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import a_tournament
from tests.played import hand_in
from tests.staged import again, planned, play, qualifying, seated
from tournaments.models import Club, Round, Tournament

pytestmark = pytest.mark.django_db


def page(tournament: Tournament, more: str = "") -> str:
    response = Client().get(f"/en/t/{tournament.slug}/bracket/{more}")
    assert response.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_a_tournament_without_a_knockout_has_no_bracket(club: Club) -> None:
    tournament = a_tournament(club, slug="friday")
    assert Client().get("/en/t/friday/bracket/").status_code == 404
    assert "Bracket" not in Client().get(f"/en/t/{tournament.slug}/").content.decode()


def test_before_the_plan_the_page_says_what_it_waits_for(club: Club) -> None:
    tournament = qualifying(club, 16)
    assert "as soon as the organisers have said how the knockout is played" in page(tournament)
    assert "/bracket/" in Client().get(f"/en/t/{tournament.slug}/").content.decode()


def test_empty_seats_are_words(club: Club) -> None:
    tournament = qualifying(club, 16, draw="fixed")
    planned(tournament)
    text = page(again(tournament))
    for words in ("not seated yet", "1st of table A", "2nd of table D", "Semi-finals"):
        assert words in text


def test_a_table_that_is_out_leaves_its_places_open_and_nobody_is_waved_through(club: Club) -> None:
    tournament = qualifying(club, 16, draw="fixed")
    planned(tournament)
    round = seated(tournament)
    play(round, close=False)
    Round.objects.get(pk=round.pk).tables.get(number=3).game.reports.all().delete()  # type: ignore[union-attr]
    Tournament.objects.filter(pk=tournament.pk).update(version=99)
    text = page(again(tournament))
    assert (text.count("through"), text.count("1st of table C"), text.count("2nd of table C")) == (6, 1, 1)


def test_while_a_table_plays_its_people_may_still_go_on_and_what_is_certain_is_said(club: Club) -> None:
    tournament = qualifying(club, 8, draw="fixed", centres=(9, 8))
    planned(tournament)
    round = seated(tournament)
    assert page(again(tournament)).count("may still qualify") == 8
    hand_in(round, 1, {1: [0, 3, 90, 95]})
    text = page(again(tournament))
    assert (text.count("may still qualify"), text.count("through")) == (8, 0)
    hand_in(round, 1, {2: [5, 0, 30, 31]})
    text = page(again(tournament))
    # The others of table 1 would fill a place that nobody takes at table 2, so even they are not out yet.
    assert (text.count("may still qualify"), text.count("through"), text.count(" out ")) == (6, 2, 0)
    hand_in(round, 2, {1: [0, 3, 90, 95], 2: [5, 0, 30, 31]})
    text = page(again(tournament))
    assert (text.count("may still qualify"), text.count("through"), text.count(" out ")) == (0, 4, 4)


def test_places_points_and_who_goes_on_stand_beside_the_names(club: Club) -> None:
    tournament = qualifying(club, 16)
    planned(tournament)
    play(seated(tournament))
    text = page(again(tournament), "list/")
    assert (text.count("through"), text.count(" out "), "seeded after the round before" in text) == (8, 8, True)


def test_each_round_has_an_address_of_its_own(club: Club) -> None:
    tournament = qualifying(club, 16)
    planned(tournament)
    answers = [Client().get(f"/en/t/{tournament.slug}/bracket/{number}/").status_code for number in (1, 2, 4, 5)]
    assert answers == [404, 200, 200, 404]


def test_the_bracket_costs_the_same_queries_for_eight_people_and_for_thirty_two(club: Club) -> None:
    counts = []
    for people in (8, 32):
        tournament = qualifying(club, people)
        planned(tournament)
        play(seated(tournament))
        with CaptureQueriesContext(connection) as queries:
            page(again(tournament))
        counts.append(len(queries))
    assert counts[0] == counts[1]

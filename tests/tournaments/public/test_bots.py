"""Bots on the pages of the world: named as what they are, apart from people."""

import re

import pytest
from django.test import Client

from games.models import BotPlay
from tests.bot_rounds import publish_next
from tests.factories import NOW, a_club, a_tournament, some_entries
from tests.played import hand_in
from tournaments import bot_hands, bots
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def mixed() -> Tournament:
    """Four people at table 1 and four bots at table 2; both are in with the first of two rounds."""
    tournament = a_tournament(a_club(), slug="mixed", plan=[[9, 8], [7, 6]])
    some_entries(tournament, 4)
    bots.enter_bots(tournament=tournament, bot="heaviest", count=4, by="Orla", at=NOW)
    round = publish_next(tournament)
    hand_in(round, 1, {1: [0, 5, 7, 9], 2: [0, 5, 7, 9]})
    for play in BotPlay.objects.all():
        bot_hands.play_table(play=play.pk, now=lambda: NOW)
    return tournament


def test_bots_stand_below_the_people_with_places_of_their_own(mixed: Tournament, stranger: Client) -> None:
    html = stranger.get("/en/t/mixed/").content.decode()
    people, apart = html.split("Bots: programs that play")
    assert len(re.findall(r"Bot \d \(heaviest\)", people)) == 0
    assert len(re.findall(r"Bot \d \(heaviest\)", apart)) == 4
    assert re.findall(r'rank">(\d)', apart) == ["1", "2", "3", "4"]


def test_files_mark_the_place_of_a_bot(mixed: Tournament, stranger: Client) -> None:
    rows = stranger.get("/en/t/mixed/standings.csv").content.decode().splitlines()[1:]
    assert [row.split(",")[0] for row in rows] == ["1", "2", "3", "4", "bot 1", "bot 2", "bot 3", "bot 4"]
    listed = stranger.get("/en/t/mixed/standings.json").json()["standings"]
    assert [one["section"] for one in listed] == ["ranked"] * 4 + ["bots"] * 4


@pytest.mark.parametrize("page", ["seating/", "results/", "results/1/2/", "entry/5/"])
def test_every_page_names_a_bot_as_one(mixed: Tournament, stranger: Client, page: str) -> None:
    assert "Bot 1 (heaviest)" in stranger.get(f"/en/t/mixed/{page}").content.decode()

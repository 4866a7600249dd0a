"""Bots on the pages of the world: named as what they are, apart from people."""

import datetime as dt
import re
from pathlib import Path

import pytest
from django.test import Client

import engine
from engine.__main__ import main as verify
from games.models import BotPlay
from tests.bot_rounds import a_bot_tournament, only_table, play_now, play_of, publish_next
from tests.factories import NOW, a_club, a_tournament, some_entries
from tests.played import hand_in
from tournaments import bot_hands, bot_tables, bots
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
        bot_hands.play_tables(plays=[play.pk], now=lambda: NOW)
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


def test_the_page_of_a_table_shows_seals_before_and_keys_after(stranger: Client) -> None:
    round = publish_next(a_bot_tournament(plan=[[9, 8]], pace=1))
    table, page = only_table(round), f"/en/t/{round.tournament.slug}/results/1/1/"
    secret = bytes(play_of(table).secret)
    keys = [engine.hand_keys(secret, number) for number in (1, 2)]
    secrets = [key.hex() for pair in keys for key in (pair.deal, pair.bots)] + [secret.hex()]

    def shown() -> list[bool]:
        html = stranger.get(page).content.decode()
        assert [pair.seal in html for pair in keys] == [True, True]
        return [key in html for key in secrets]

    assert shown() == [False] * 5
    play_now(table)
    assert shown() == [False] * 5
    assert stranger.get(f"{page}records.txt").status_code == 404
    sealed = list(play_of(table).sealed.order_by("number"))
    bot_hands.show_due(game=play_of(table).game_id, at=sealed[0].shown_at)
    assert shown() == [True, True, False, False, False]
    bot_hands.show_due(game=play_of(table).game_id, at=sealed[1].shown_at)
    assert shown() == [True] * 5


def test_the_keys_of_a_table_played_once_more_stay_hidden_until_its_hands_are_over(stranger: Client) -> None:
    round = publish_next(a_bot_tournament(plan=[[9, 8]], pace=1))
    table, page = only_table(round), f"/en/t/{round.tournament.slug}/results/1/1/"
    play_now(table)
    bot_hands.show_due(game=play_of(table).game_id, at=NOW + dt.timedelta(hours=1))
    bot_tables.play_again(table=table, why="a slip", by="Orla", at=NOW)
    html = stranger.get(page).content.decode()
    secret = bytes(play_of(table).secret)
    keys = [engine.hand_keys(secret, number) for number in (1, 2)]
    assert [[pair.seal in html, pair.deal.hex() in html] for pair in keys] == [[True, False], [True, False]]
    assert secret.hex() not in html


def test_the_records_are_a_file_that_the_engine_verifies(mixed: Tournament, stranger: Client, tmp_path: Path) -> None:
    answer = stranger.get("/en/t/mixed/results/1/2/records.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert "{hand 1: 1 Bot " in answer.content.decode()
    file = tmp_path / "records.txt"
    file.write_bytes(answer.content)
    assert verify(["verify", str(file)]) == 0
    assert len(engine.read_records(file.read_text())) == 2


@pytest.mark.parametrize("page", ["seating/", "results/", "results/1/2/", "entry/5/"])
def test_every_page_names_a_bot_as_one(mixed: Tournament, stranger: Client, page: str) -> None:
    assert "Bot 1 (heaviest)" in stranger.get(f"/en/t/mixed/{page}").content.decode()

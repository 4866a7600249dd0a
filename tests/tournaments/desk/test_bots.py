"""Bots at the desk: entered, planned, started, paused, stopped, repeated; and whether anybody plays for them."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import BotPlay
from tests.bot_rounds import a_bot_table, play_of
from tests.factories import NOW, a_round, some_entries
from tests.played import hand_in
from tests.screen_tables import a_screen_table, play_table
from tournaments import bot_hands, bot_tables, heartbeats, rounds
from tournaments.models import BotTables, Change, Club, Entry, Tournament
from tournaments.tasks import play_bot_tables

pytestmark = pytest.mark.django_db
PAGE = "/en/desk/t/friday-evening/bots/"
TONIGHT = "/en/desk/t/friday-evening/"


def text(client: Client, address: str = PAGE) -> str:
    return re.sub(r"\s+", " ", client.get(address).content.decode())


def play_all() -> None:
    for play in BotPlay.objects.all():
        bot_hands.play_tables(plays=[play.pk], now=timezone.now)


def test_bots_are_entered_and_the_page_says_where_they_sit(tournament: Tournament, as_organiser: Client) -> None:
    answer = as_organiser.post(PAGE, {"bot": "lookahead", "count": "3"}, follow=True)
    html = answer.content.decode()
    assert "3 bots are entered." in html
    assert "A table with real tiles never has a bot" in html
    assert [str(one.player) for one in tournament.entries.select_related("player")] == [
        f"Bot {number} (lookahead)" for number in (1, 2, 3)
    ]


def test_what_cannot_be_entered_is_said_beside_the_field(tournament: Tournament, as_organiser: Client) -> None:
    html = as_organiser.post(PAGE, {"bot": "stockfish", "count": "0"}).content.decode()
    assert ("Select a valid choice" in html, "greater than or equal to 1" in html) == (True, True)
    assert tournament.entries.count() == 0


def test_the_plan_is_kept(tournament: Tournament, as_organiser: Client) -> None:
    as_organiser.post(f"{PAGE}plan/", {"starts": "asked", "pace": "3"})
    assert list(BotTables.objects.values_list("starts", "pace")) == [("asked", 3)]
    assert "Seconds a turn" in as_organiser.post(f"{PAGE}plan/", {"starts": "asked", "pace": "-1"}).content.decode()


def test_a_bot_is_taken_out_and_plays_again(tournament: Tournament, as_organiser: Client) -> None:
    person = some_entries(tournament, 1)[0]
    as_organiser.post(PAGE, {"bot": "random", "count": "1"})
    as_organiser.post(f"{PAGE}status/", {"number": "2", "status": "withdrawn"})
    assert Entry.objects.get(number=2).status == "withdrawn"
    as_organiser.post(f"{PAGE}status/", {"number": "2", "status": "here"})
    as_organiser.post(f"{PAGE}status/", {"number": str(person.number), "status": "withdrawn"})
    assert list(tournament.entries.order_by("number").values_list("status", flat=True)) == ["here", "here"]


def test_a_table_is_told_when_to_begin_on_the_clock_of_the_hall(tournament: Tournament, as_organiser: Client) -> None:
    Tournament.objects.update(time_zone="Asia/Kolkata")
    table = a_bot_table(a_round(tournament, [some_entries(tournament, 4)]))
    as_organiser.post(f"{PAGE}1/2/", {"do": "start", "start_at": "2036-03-06T20:00", "pace": "2"})
    stored = play_of(table)
    assert (stored.start_at, stored.pace) == (dt.datetime(2036, 3, 6, 14, 30, tzinfo=dt.UTC), 2)
    assert 'value="2036-03-06T20:00"' in text(as_organiser, f"{PAGE}1/2/")


def test_a_table_is_paused_resumed_stopped_and_repeated_with_who_and_why(
    tournament: Tournament, as_organiser: Client
) -> None:
    table = a_bot_table(a_round(tournament, [some_entries(tournament, 4)]))
    states = []
    for do in ("pause", "resume", "cancel", "again"):
        as_organiser.post(f"{PAGE}1/2/", {"do": do, "why": "the hall"})
        states.append(play_of(table).state)
    assert states == ["paused", "waiting", "cancelled", "waiting"]
    told = Change.objects.filter(verb__startswith="bots.").order_by("pk").values_list("verb", "by", "facts__why")
    assert list(told) == [
        ("bots.pause", "Orla Organiser", "the hall"),
        ("bots.resume", "Orla Organiser", None),
        ("bots.cancel", "Orla Organiser", "the hall"),
        ("bots.again", "Orla Organiser", "the hall"),
    ]
    history = text(as_organiser, f"{TONIGHT}history/")
    assert "Round 1, table 2: the bots stop before the end. the hall" in history


def test_without_a_reason_nothing_happens(tournament: Tournament, as_organiser: Client) -> None:
    table = a_bot_table(a_round(tournament, [some_entries(tournament, 4)]))
    html = as_organiser.post(f"{PAGE}1/2/", {"do": "pause", "why": " "}).content.decode()
    assert ("Say why" in html, play_of(table).state) == (True, "waiting")


def test_a_tournament_of_bots_is_made_at_the_club(club: Club, as_organiser: Client) -> None:
    typed = {"name": "Machines", "rules": "spruce", "bot": "heaviest", "count": "8"}
    html = as_organiser.post("/en/desk/barnyard/tournaments/bots/", typed, follow=True).content.decode()
    made = Tournament.objects.get(name="Machines")
    assert (made.rules, made.entries.count()) == ("spruce", 8)
    assert "with bots only, they are drawn and ranked as people would be" in html


def test_tonight_says_that_bots_play_and_what_is_left(tournament: Tournament, as_organiser: Client) -> None:
    round = a_round(tournament, [some_entries(tournament, 4)], centres=[9])
    a_bot_table(round)
    assert "Bots play at table 2: 1 hand is to come." in text(as_organiser, TONIGHT)
    hand_in(round, 1, {1: [0, 1, 2, 3]})
    assert "Bots are playing round 1" in text(as_organiser, TONIGHT)
    play_all()
    assert "Every table of round 1 is in" in text(as_organiser, TONIGHT)


def test_tonight_says_which_bots_wait_for_somebody(tournament: Tournament, as_organiser: Client) -> None:
    round = a_round(tournament, [some_entries(tournament, 4)], centres=[9])
    table = a_bot_table(round)
    bot_tables.pause_table(table=table, why="a break", by="Orla", at=NOW)
    html = text(as_organiser, TONIGHT)
    assert "The bots of table 2 wait until somebody lets them play: 1 hand is to come." in html
    assert ("bots wait" in html, "bots play</span>" in html) == (True, False)


def test_tonight_is_red_when_no_worker_is_alive(tournament: Tournament, as_organiser: Client) -> None:
    a_bot_table(a_round(tournament, [some_entries(tournament, 4)]))
    for address in (TONIGHT, PAGE, f"{PAGE}machine/"):
        assert "No worker is alive, so no bot plays." in text(as_organiser, address)
    heartbeats.beat(worker="worker@barn", at=timezone.now())
    heartbeats.note_queues(lengths={"bots": 7}, at=timezone.now())
    html = text(as_organiser, TONIGHT)
    assert "No worker is alive" not in html
    assert re.findall(r"<b>(\d+)</b><span>(worker alive|table waits|messages in)", html) == [
        ("1", "worker alive"),
        ("1", "table waits"),
        ("7", "messages in"),
    ]


def test_nothing_is_red_where_no_bot_waits_for_a_worker(tournament: Tournament, as_organiser: Client) -> None:
    for address in (PAGE, f"{PAGE}machine/"):
        html = text(as_organiser, address)
        assert ("No worker is alive" in html, "none waits for a worker" in html) == (False, True)
    table = a_screen_table(a_round(tournament, [], centres=[9]))
    for address in (PAGE, f"{PAGE}machine/"):
        assert "No worker is alive" not in text(as_organiser, address)
    play_table(table)
    rounds.close_round(round=table.round, by="Orla", at=NOW)
    assert "worker" not in text(as_organiser, TONIGHT)


def test_tonight_without_bots_says_nothing_of_workers(tournament: Tournament, as_organiser: Client) -> None:
    assert "worker" not in text(as_organiser, TONIGHT)


@pytest.mark.parametrize("tables", [1, 8])
def test_the_page_takes_as_many_queries_for_eight_tables_as_for_one(
    tournament: Tournament, as_organiser: Client, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    round = a_round(tournament, [some_entries(tournament, 4)])
    for _ in range(tables):
        a_bot_table(round)
    play_all()
    with django_assert_num_queries(15):
        as_organiser.get(PAGE)


def test_the_task_plays_the_table_that_it_is_told(tournament: Tournament) -> None:
    table = a_bot_table(a_round(tournament, [some_entries(tournament, 4)]))
    play_bot_tables.apply(([play_of(table).pk],))
    assert (play_of(table).state, timezone.now() > NOW) == ("finished", True)

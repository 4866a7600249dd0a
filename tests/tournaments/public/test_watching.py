"""A table of bots as it plays: each turn at its time and not before, nothing of racks, and nothing sent twice."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone

import engine
from games.models import BotPlay, ScreenPlay
from tests.bot_rounds import a_bot_round, only_table, play_now, play_of
from tests.factories import NOW, a_round, a_tournament
from tests.screen_tables import a_screen_round, a_screen_table, deal, play_hand, tap
from tests.screen_tables import play_of as screen_play_of
from tests.two_deals import secret
from tournaments import screen_tables
from tournaments.bot_hands import show_due
from tournaments.models import Club, Table
from tournaments.queries.watching import watched_bots

pytestmark = pytest.mark.django_db
PACE = dt.timedelta(seconds=2)


@pytest.fixture
def table() -> Table:
    """A table of four bots, two seconds a turn, computed at once and not shown yet."""
    laid = only_table(a_bot_round(pace=2))
    BotPlay.objects.filter(game=laid.game_id).update(start_at=NOW)
    play_now(laid)
    return laid


def first_turn(table: Table) -> dt.datetime:
    hand = play_of(table).sealed.order_by("number")[0]
    return hand.shown_at - PACE * (hand.turns - 1)


def seen_at(table: Table, at: dt.datetime) -> tuple[int, int]:
    """The number of the hand that is shown, and how many turns of it."""
    now = watched_bots(table, at=at)
    assert now is not None
    assert now.hand is not None
    return now.hand.number, now.seen


def test_each_turn_is_seen_when_its_time_has_come(table: Table) -> None:
    first = first_turn(table)
    almost = dt.timedelta(microseconds=1)
    moments = [first - almost, first, first + PACE - almost, first + PACE, first + 5 * PACE]
    assert [seen_at(table, at) for at in moments] == [(1, 0), (1, 1), (1, 1), (1, 2), (1, 6)]


def test_the_next_hand_follows_the_last_turn(table: Table) -> None:
    hand = play_of(table).sealed.order_by("number")[0]
    assert (seen_at(table, hand.shown_at), show_due(game=hand.play.game_id, at=hand.shown_at)) == ((2, 0), 1)
    assert seen_at(table, hand.shown_at + PACE) == (2, 0)


def test_a_paused_table_shows_nothing_more(table: Table) -> None:
    at = first_turn(table) + 3 * PACE
    BotPlay.objects.filter(game=table.game_id).update(state="paused", paused_at=at)
    assert seen_at(table, at + 20 * PACE) == (1, 4)


def test_what_is_seen_says_nothing_of_what_is_hidden(table: Table) -> None:
    now = watched_bots(table, at=first_turn(table) + 9 * PACE)
    assert now is not None
    assert now.hand is not None
    whole, record = engine.read_record(now.hand.record), now.looked_at().record
    assert record is not None
    assert (record.turns, record.seal) == (whole.turns[:10], whole.seal)
    assert (record.deal, record.yard, record.left, record.score) == ((), (), (), ())
    assert (record.deal_key, record.bots_key, record.ended) == ("", "", None)


def moved_to(table: Table, turns: int) -> None:
    """Let so many turns of the first hand be over by now."""
    by = timezone.now() - first_turn(table) - PACE * (turns - 1)
    for hand in play_of(table).sealed.all():
        play_of(table).sealed.filter(pk=hand.pk).update(shown_at=hand.shown_at + by)


def address(table: Table) -> str:
    return f"/en/t/{table.round.tournament.slug}/results/{table.round.number}/{table.number}/watch/"


def test_the_page_moves_by_turns_and_sends_nothing_twice(table: Table) -> None:
    Client().get(address(table))  # the first page of all takes a turn's time where the machine is busy
    moved_to(table, 6)
    response = Client().get(address(table))
    text = response.content.decode()
    assert (response.status_code, len(re.findall('class="layout-tile', text))) == (200, 1 + played(table, 6))
    asked = re.search(r"\?seen=([^\"]+)", text)
    assert asked is not None
    again = Client().get(address(table), {"seen": asked[1]})
    assert (again.status_code, again.content) == (204, b"")
    moved_to(table, 12)
    later = Client().get(address(table), {"seen": asked[1]}).content.decode()
    assert len(re.findall('class="layout-tile', later)) == 1 + played(table, 12)


def test_the_hall_sees_the_same_without_the_rest_of_the_page(table: Table) -> None:
    at = first_turn(table) + 5 * PACE
    BotPlay.objects.filter(game=table.game_id).update(state="paused", paused_at=at)
    plain = Client().get(address(table)).content.decode()
    hall = Client().get(address(table), {"hall": "1"}).content.decode()
    assert f"{address(table)}?hall=1&amp;seen=" in hall
    assert 'class="hall"' in hall
    assert ('class="tabs"' in hall, 'class="tabs"' in plain, 'href="?hall=1"' in plain) == (False, True, True)
    assert [len(re.findall('class="layout-tile', one)) for one in (hall, plain)] == [1 + played(table, 6)] * 2
    asked = re.search(r"seen=([^\"]+)", hall)
    assert asked is not None
    assert Client().get(address(table), {"hall": "1", "seen": asked[1]}).status_code == 204


def played(table: Table, turns: int) -> int:
    """How many tiles were laid in the first turns."""
    record = engine.read_record(play_of(table).sealed.order_by("number")[0].record)
    return sum(turn.play is not None for turn in record.turns[:turns])


def test_the_table_leads_there_and_a_table_at_full_speed_does_not(table: Table) -> None:
    result = address(table).removesuffix("watch/")
    assert address(table) in Client().get(result).content.decode()
    BotPlay.objects.filter(game=table.game_id).update(pace=0)
    assert Client().get(address(table)).status_code == 404


# Tables on screen


@pytest.fixture
def on_screen() -> Table:
    """Two people and two bots, two hands to play, nothing dealt yet."""
    return a_screen_round()


def test_a_table_on_screen_is_watched_move_by_move(on_screen: Table, stranger: Client) -> None:
    page = address(on_screen)
    assert "The tiles are not dealt yet." in stranger.get(page).content.decode()
    deal(on_screen)
    for _move in range(6):
        now = tap(on_screen).now
    text = stranger.get(page).content.decode()
    laid = sum(step.move.text() not in {"+", "-"} for step in now.sitting.steps) if now.sitting else 0
    name = on_screen.seats.get(place=now.in_turn).player.name
    assert len(re.findall('class="layout-tile', text)) == 1 + laid
    assert f"It is the turn of {name}." in text
    asked = re.search(r"\?seen=([^\"]+)", text)
    assert asked is not None
    assert stranger.get(page, {"seen": asked[1]}).status_code == 204
    tap(on_screen)
    assert stranger.get(page, {"seen": asked[1]}).status_code == 200


def test_between_two_hands_on_screen_the_last_one_lies_there(on_screen: Table, stranger: Client) -> None:
    play_hand(on_screen)
    text = stranger.get(address(on_screen)).content.decode()
    assert ("The hand is over." in text, "between two hands" in text, "It is the turn of" in text) == (
        True,
        True,
        False,
    )
    play_hand(on_screen)
    over = stranger.get(address(on_screen)).content.decode()
    assert ("finished" in over, "hx-get" in over) == (True, False)


def test_a_table_that_was_stopped_on_screen_says_so(on_screen: Table, stranger: Client) -> None:
    deal(on_screen)
    screen_tables.stop_table(table=on_screen, why="no network", by="Orla", at=NOW)
    text = stranger.get(address(on_screen)).content.decode()
    assert ("This table goes on with real tiles." in text, "layout-tile" in text) == (True, False)


def test_a_table_with_real_tiles_is_not_watched(on_screen: Table, stranger: Client) -> None:
    ScreenPlay.objects.all().delete()
    assert stranger.get(address(on_screen)).status_code == 404


def test_the_page_of_a_table_on_screen_shows_seals_before_and_keys_after(on_screen: Table, stranger: Client) -> None:
    play = screen_play_of(on_screen)
    keys = [engine.hand_keys(bytes(play.secret), number) for number in (1, 2)]
    secrets = [keys[0].deal.hex(), keys[1].deal.hex(), bytes(play.secret).hex()]
    page = address(on_screen).removesuffix("watch/")

    def shown() -> list[bool]:
        html = stranger.get(page).content.decode()
        assert [pair.seal in html for pair in keys] == [True, True]
        return [key in html for key in secrets]

    assert shown() == [False] * 3
    assert "Watch it being played" in stranger.get(page).content.decode()
    play_hand(on_screen)
    assert shown() == [True, False, False]
    play_hand(on_screen)
    assert shown() == [True] * 3
    assert "Watch it being played" not in stranger.get(page).content.decode()


def test_the_seal_of_a_hand_that_is_dealt_again_is_another_one(on_screen: Table, stranger: Client) -> None:
    page = address(on_screen).removesuffix("watch/")
    seal = engine.hand_keys(bytes(screen_play_of(on_screen).secret), 1).seal
    deal(on_screen)
    assert seal in stranger.get(page).content.decode()
    screen_tables.deal_again(table=on_screen, why="a rack was seen", by="Orla", at=NOW)
    assert seal not in stranger.get(page).content.decode()


def test_a_hand_that_cannot_go_on_says_so(on_screen: Table, stranger: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    deal(on_screen)
    monkeypatch.setattr(engine, "VERSION", "another")
    assert "This hand has to be dealt again" in stranger.get(address(on_screen)).content.decode()


def test_a_centre_that_is_looked_for_is_named(stranger: Client, club: Club) -> None:
    """Where nobody holds the double that is due they draw for it in turn."""
    tournament = a_tournament(club, rules="chickie6", plan=[[6]])
    table = a_screen_table(a_round(tournament, [], centres=[6]), 2, 0)
    for number in range(50):
        ScreenPlay.objects.update(secret=secret(number))
        now = deal(table)
        if now.sitting is not None and now.sitting.hand.phase is engine.Phase.SEARCH:
            break
        ScreenPlay.objects.update(state="waiting", hand=None, first=None)
    text = stranger.get(address(table)).content.decode()
    name = table.seats.get(place=now.in_turn).player.name
    assert ("The 6-6 is looked for" in text, f"It is the turn of {name}." in text) == (True, True)


def test_the_results_lead_to_a_table_that_is_played_on_screen(on_screen: Table, stranger: Client) -> None:
    results = f"/en/t/{on_screen.round.tournament.slug}/results/"
    assert address(on_screen) in stranger.get(results).content.decode()
    play_hand(on_screen)
    play_hand(on_screen)
    assert address(on_screen) not in stranger.get(results).content.decode()


def test_a_table_of_bots_alone_on_screen_is_one_of_bots(stranger: Client) -> None:
    round = a_bot_round()
    round.tables.update(on_screen=True)
    assert "watch/" not in stranger.get(f"/en/t/{round.tournament.slug}/results/").content.decode()
    assert stranger.get(address(only_table(round))).status_code == 404

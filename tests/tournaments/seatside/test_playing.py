"""The page of a seat as its person plays on it: plain forms, one's own rack alone, nothing lost."""

import datetime as dt
import random
import re
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from redis.exceptions import ConnectionError as Away

import engine
from games.models import Report, ScreenPlay
from games.screen import Dealing, Sitting, Step
from games.screens import OnScreen
from tests.factories import a_round, some_entries
from tests.screen_tables import a_screen_round, a_screen_table, deal, now_at, play_hand, play_table, tap
from tests.seated import entry_at, page_of, seated, send, sit_down, token
from tournaments import programme, screen_tables
from tournaments.models import Round, Table, Tournament
from tournaments.queries.seat_now import SeatNow
from tournaments.seatside import playing

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def table() -> Table:
    """Two people and two bots, two hands to play."""
    return a_screen_round()


@pytest.fixture
def browsers(table: Table) -> dict[int, Client]:
    return seated(table)


def page(client: Client, table: Table, place: int, **asked: str) -> str:
    answer = client.get(page_of(entry_at(table, place)), asked)
    assert answer.status_code == 200
    return str(answer.content.decode())


def text(answer: Any) -> str:
    return str(answer.content.decode())


def stamp_on(html: str) -> str:
    return str(re.findall(r'hx-get="[^"]*\?seen=([^"&]+)', html)[0])


def drawn_tiles(html: str) -> set[str]:
    """Every tile that is drawn on a page, on the rack or on the table."""
    found = re.findall(r"<title>(?:domino )?(\d+)-(\d+)</title>", html)
    return {engine.Tile(int(one), int(other)).text() for one, other in found}


def hand_at(table: Table) -> engine.Hand:
    sitting = now_at(table).sitting
    assert sitting is not None
    return sitting.hand


def place_in_turn(table: Table) -> int:
    place = now_at(table).in_turn
    assert place is not None
    return place


def other_than(place: int) -> int:
    return {1: 2, 2: 1}[place]


def a_tap(table: Table, chance: random.Random) -> dict[str, str]:
    move = chance.choice(hand_at(table).legal_moves())
    return {"tile": move.tile.text()} if isinstance(move, engine.Play) else {"move": move.text()}


def test_a_whole_table_without_javascript_shows_each_person_their_own_rack(
    table: Table, browsers: dict[int, Client]
) -> None:
    chance = random.Random(3)
    assert "Deal the first hand" in page(browsers[1], table, 1)
    for number in (1, 2):
        assert send(table, browsers[number], number, deal="1").status_code == 302
        while (now := now_at(table)).in_turn is not None:
            assert now.sitting is not None
            hand = now.sitting.hand
            lies = {piece.tile.text() for piece in now.sitting.layout.pieces}
            if hand.phase is not engine.Phase.SEARCH:
                lies.add(engine.Tile.double(hand.centre).text())
            for place, browser in browsers.items():
                html = page(browser, table, place, show="1")
                assert drawn_tiles(html) == lies | {tile.text() for tile in hand.rack(place - 1)}
                assert ('name="tile"' in html) == (place == now.in_turn)
                assert ('http-equiv="refresh"' in html) == (place != now.in_turn)
            client = browsers[now.in_turn]
            answer = send(table, client, now.in_turn, **a_tap(table, chance))
            if answer.status_code == 200:  # several ends: the second tap
                place = re.findall(r'name="move" value="([^"]+@[^"]+)"', text(answer))[0]
                answer = send(table, client, now.in_turn, move=place)
            assert answer.status_code == 302
            assert now_at(table).play.counter > now.play.counter
        over = [page(browser, table, place) for place, browser in browsers.items()]
        assert [f"Hand {number} is over" in html for html in over] == [True, True]
    assert ["last hand of your table" in html for html in over] == [True, True]
    assert Report.objects.filter(checked="record").count() == 2


def test_the_page_is_given_what_the_seat_is_shown_and_never_the_hand(table: Table, browsers: dict[int, Client]) -> None:
    """Whatever a template is given, it could show."""
    secret = (Sitting, Dealing, engine.Hand, OnScreen, ScreenPlay, SeatNow)
    answers = [browsers[1].get(page_of(entry_at(table, 1)))]
    deal(table)
    answers += [browsers[place].get(page_of(entry_at(table, place))) for place in browsers]
    answers.append(send(table, browsers[1], 1, move="nonsense"))
    play_hand_from(table)
    answers.append(browsers[1].get(page_of(entry_at(table, 1))))
    given = [value for answer in answers for value in flat(answer)]
    assert any(type(value).__name__ == "Shown" for value in given)
    assert [value for value in given if isinstance(value, secret)] == []


def flat(answer: Any) -> list[object]:
    """Everything that the templates of an answer were given."""
    return [value for part in answer.context for value in part.flatten().values()]


def play_hand_from(table: Table) -> None:
    """Play the hand that is dealt to its end."""
    chance = random.Random(1)
    while now_at(table).in_turn is not None:
        tap(table, Step(chance.choice(hand_at(table).legal_moves())))


def every_answer(table: Table) -> list[Any]:
    """One answer of each kind that the room gives."""
    first = entry_at(table, 1)
    browser, address = sit_down(first), page_of(first)
    answers = [
        Client().get("/seat/open/guessed/"),
        Client().post("/seat/open/guessed/"),
        Client().put("/seat/open/guessed/"),
        Client().get(address),
        Client().get(address, headers=HTMX),
        Client().post(address, {"deal": "1"}),
        browser.delete(address),
        browser.get(address),
        browser.head(address),
        browser.post(address, {"deal": "1"}),
        send(table, browser, 1, deal="1"),
        browser.get(address, headers=HTMX),
        browser.get(address, {"seen": stamp_on(text(browser.get(address)))}, headers=HTMX),
        browser.get(address, headers={"If-None-Match": "*", "Accept-Encoding": "gzip"}),
        send(table, browser, 1, move="nonsense"),
        send(table, browser, 1, counter="0", move="+"),
        browser.post(address, {"move": "+"}, headers=HTMX),
        browser.get(address, REMOTE_ADDR="10.0.0.9", HTTP_COOKIE=f"seat-{first.pk}=guessed"),
    ]
    play_hand_from(table)
    return [*answers, browser.get(address)]


def test_every_answer_is_private(table: Table) -> None:
    answers = every_answer(table)
    assert {answer.status_code for answer in answers} == {200, 204, 302, 404, 405}
    headers = ("Cache-Control", "Referrer-Policy", "X-Robots-Tag")
    assert {tuple(answer[name] for name in headers) for answer in answers} == {
        ("private, no-store", "no-referrer", "noindex, nofollow")
    }
    assert [name for answer in answers for name in ("ETag", "Last-Modified", "Expires", "Age") if name in answer] == []
    assert {name for answer in answers for name in answer.cookies} <= {f"seat-{entry_at(table, 1).pk}"}


def test_nothing_of_a_seat_is_put_on_the_shelf(table: Table, browsers: dict[int, Client]) -> None:
    with patch.object(cache, "set") as kept:
        deal(table)
        for place, browser in browsers.items():
            page(browser, table, place)
    assert kept.call_count == 0


def test_whoever_is_not_in_turn_is_told_so_and_learns_nothing_of_the_rack_that_is(
    table: Table, browsers: dict[int, Client]
) -> None:
    deal(table)
    waits = other_than(place_in_turn(table))
    rack = hand_at(table).rack(place_in_turn(table) - 1)
    answers = {
        re.findall(r"notice-refuse\"><p>([^<]*)", text(send(table, browsers[waits], waits, tile=tile.text())))[0]
        for tile in hand_at(table).rules.tiles.tiles
    }
    assert rack
    assert answers == {"It is not your turn yet. Wait for the others."}


def test_what_the_rules_refuse_is_said_and_nothing_is_lost(table: Table, browsers: dict[int, Client]) -> None:
    deal(table)
    place = place_in_turn(table)
    before = now_at(table).play.counter
    assert "is not a move" in text(send(table, browsers[place], place, move="hello"))
    assert "is not a tile" in text(send(table, browsers[place], place, tile="<b>"))
    assert "lies in the centre" in text(send(table, browsers[place], place, move="*99"))
    assert now_at(table).play.counter == before


def test_an_old_page_is_answered_with_the_hand_as_it_is(table: Table, browsers: dict[int, Client]) -> None:
    deal(table)
    place, counter = place_in_turn(table), str(now_at(table).play.counter)
    move = {"move": hand_at(table).legal_moves()[0].text(), "counter": counter}
    assert send(table, browsers[place], place, **move).status_code == 302
    now = now_at(table)
    assert send(table, browsers[place], place, **move).status_code == 302  # a double tap
    old = text(send(table, browsers[place], place, move="-", counter=counter))
    assert "meant for an earlier moment" in old
    assert drawn_tiles(old) >= {tile.text() for tile in hand_at(table).rack(place - 1)}
    assert now_at(table).play.counter == now.play.counter


def test_a_form_without_the_token_of_this_seat_does_nothing(table: Table, browsers: dict[int, Client]) -> None:
    before = now_at(table).play.counter
    other = token(browsers[2], entry_at(table, 2))
    answers = [send(table, browsers[1], 1, deal="1", token=wrong) for wrong in ("", "é", other)]
    assert ["did not come from this page" in text(answer) for answer in answers] == [True] * 3
    assert now_at(table).play.counter == before


def test_a_poll_is_answered_with_nothing_until_something_happens(table: Table, browsers: dict[int, Client]) -> None:
    deal(table)
    waits = other_than(place_in_turn(table))
    entry, stamp = entry_at(table, waits), stamp_on(page(browsers[waits], table, waits))
    quiet = browsers[waits].get(page_of(entry), {"seen": stamp}, headers=HTMX)
    assert (quiet.status_code, quiet.content) == (204, b"")
    Tournament.objects.update(version=77)  # another table handed something in: nobody's choice of an end is swept away
    assert browsers[waits].get(page_of(entry), {"seen": stamp}, headers=HTMX).status_code == 204
    tap(table)
    news = browsers[waits].get(page_of(entry), {"seen": stamp}, headers=HTMX)
    assert text(news).startswith('<div id="my-seat"')


def test_a_quiet_poll_takes_few_queries(
    table: Table, browsers: dict[int, Client], django_assert_num_queries: Any
) -> None:
    deal(table)
    entry, stamp = entry_at(table, 1), stamp_on(page(browsers[1], table, 1))
    with django_assert_num_queries(5):
        browsers[1].get(page_of(entry), {"seen": stamp}, headers=HTMX)


def with_clock(table: Table, seconds: int = 30) -> None:
    screen_tables.set_clock(table=table, seconds=seconds, by="Orla", at=timezone.now())


def long_ago(table: Table) -> None:
    ScreenPlay.objects.filter(game=table.game_id).update(moved_at=timezone.now() - dt.timedelta(seconds=31))


def test_the_clock_is_shown_and_whose_time_is_over_is_told_what_was_done(
    table: Table, browsers: dict[int, Client]
) -> None:
    with_clock(table)
    deal(table, timezone.now())
    place = place_in_turn(table)
    html, other = page(browsers[place], table, place), page(browsers[other_than(place)], table, other_than(place))
    assert "It is your turn." in html
    assert f"It is the turn of {entry_at(table, place).player}." in other
    assert "Time left for this move:" in other
    assert ("the clock does not wait" in other, "The table waits for you" in other) == (True, False)
    assert 28 <= int(re.findall(r'data-left="(\d+)"', html)[0]) <= 30
    poll = re.findall(r'hx-get="([^"]+)" hx-trigger', html)[0].replace("&amp;", "&")
    assert browsers[place].get(poll, headers=HTMX).status_code == 204
    long_ago(table)
    assert "Your time was over, so this move was made for you." in text(browsers[place].get(poll, headers=HTMX))


def test_whoever_played_in_another_window_is_not_told_that_their_time_was_over(
    table: Table, browsers: dict[int, Client]
) -> None:
    with_clock(table)
    deal(table, timezone.now())
    place = place_in_turn(table)
    poll = re.findall(r'hx-get="([^"]+)" hx-trigger', page(browsers[place], table, place))[0].replace("&amp;", "&")
    send(table, browsers[place], place, move=hand_at(table).legal_moves()[0].text())
    answer = browsers[place].get(poll, headers=HTMX)
    assert (answer.status_code, "Your time was over" in text(answer)) == (200, False)


def test_a_new_clock_is_not_the_end_of_somebodys_time(table: Table, browsers: dict[int, Client]) -> None:
    deal(table, timezone.now())
    place = place_in_turn(table)
    poll = re.findall(r'hx-get="([^"]+)" hx-trigger', page(browsers[place], table, place))[0].replace("&amp;", "&")
    assert "The table waits for you" in page(browsers[place], table, place)
    with_clock(table)
    answer = text(browsers[place].get(poll, headers=HTMX))
    assert ("Time left for this move:" in answer, "Your time was over" in answer) == (True, False)


def test_after_a_hand_everybody_sees_the_points_and_anybody_goes_on(table: Table, browsers: dict[int, Client]) -> None:
    first = play_hand(table)
    assert first.sitting is not None
    outcome = first.sitting.hand.outcome()
    assert outcome is not None
    html = page(browsers[1], table, 1)
    assert re.findall(r'<td class="n total">(\d+)</td>', html) == [str(points) for points in outcome.points]
    assert send(table, browsers[2], 2, deal="1", counter=str(first.play.counter)).status_code == 302
    assert send(table, browsers[1], 1, deal="1", counter=str(first.play.counter)).status_code == 302  # both pressed it
    assert (now_at(table).state, now_at(table).play.hand) == ("playing", 2)


def test_the_second_hand_shows_what_both_come_to(table: Table, browsers: dict[int, Client]) -> None:
    play_table(table)
    found: dict[int, int] = {}
    for report in Report.objects.all():
        for score in report.scores.all():
            found[score.place] = found.get(score.place, 0) + (score.points or 0)
    html = page(browsers[1], table, 1)
    assert re.findall(r'<td class="n">(\d+)</td>', html) == [str(found[place]) for place in sorted(found)]
    assert 'href="/en/t/' in html


def test_what_can_be_played_stays_marked_until_it_is_switched_off(table: Table, browsers: dict[int, Client]) -> None:
    answer = send(table, browsers[1], 1, deal="1", show="1")
    assert answer["Location"] == page_of(entry_at(table, 1)) + "?show=1"
    place = place_in_turn(table)
    sitting = now_at(table).sitting
    assert sitting is not None
    fits = {move.tile.text() for move in sitting.hand.legal_moves() if isinstance(move, engine.Play)}
    html = page(browsers[place], table, place, show="1")
    assert set(re.findall(r'play-fits" id="tile-(\w+)"', html)) == fits
    assert "play-fits" not in page(browsers[place], table, place)
    play_hand_from(table)
    assert 'name="show" value="1"' in page(browsers[1], table, 1, show="1")


def test_htmx_gets_the_part_alone(table: Table, browsers: dict[int, Client]) -> None:
    deal(table)
    place = place_in_turn(table)
    answer = browsers[place].get(page_of(entry_at(table, place)), headers=HTMX)
    assert text(answer).startswith('<div id="my-seat"')
    moved = browsers[place].post(
        page_of(entry_at(table, place)),
        {
            "play": str(now_at(table).play.pk),
            "counter": str(now_at(table).play.counter),
            "token": token(browsers[place], entry_at(table, place)),
            "move": hand_at(table).legal_moves()[0].text(),
        },
        headers=HTMX,
    )
    assert (moved.status_code, text(moved).startswith('<div id="my-seat"')) == (200, True)


def test_who_taps_too_often_is_asked_to_wait(
    table: Table, browsers: dict[int, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "TAPS", {"most": 1, "seconds": 60})
    deal(table)
    answers = [send(table, browsers[1], 1, move="nonsense") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert send(table, browsers[2], 2, move="nonsense").status_code == 200


def test_who_guesses_cookies_is_asked_to_wait(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MISSES", {"most": 1, "seconds": 60})
    address = page_of(entry_at(table, 1))
    assert [Client().get(address).status_code for _ in range(2)] == [404, 429]


def test_a_game_goes_on_while_the_store_is_away(table: Table, browsers: dict[int, Client]) -> None:
    with patch.object(cache, "add", side_effect=Away):
        assert send(table, browsers[1], 1, deal="1").status_code == 302
    assert now_at(table).state == "playing"


# --- where somebody sits when nothing is played on screen


def test_a_table_of_real_tiles_is_not_played_here(table: Table) -> None:
    round = table.round
    seats = some_entries(round.tournament, 3)
    paper = Table.objects.create(round=round, number=7, game=None)
    for place, entry in enumerate(seats, 1):
        paper.seats.create(round=round, place=place, entry=entry, player=entry.player)
    assert "You play at table 7, seat 2, with real tiles." in page(sit_down(seats[1]), paper, 2)


def test_who_sits_out_and_who_has_no_seat(tournament: Tournament) -> None:
    four = some_entries(tournament, 4)
    round = a_round(tournament, [four[:3]], sits_out=[four[3]])
    late = some_entries(tournament, 1)[0]
    pages = [text(sit_down(entry).get(page_of(entry))) for entry in (four[3], late)]
    assert ["You sit out round 1." in pages[0], "You have no seat in round 1." in pages[1]] == [True, True]
    Round.objects.filter(pk=round.pk).delete()
    assert "Nobody is seated yet." in text(sit_down(late).get(page_of(late)))


def test_the_link_goes_along_to_the_next_round(table: Table, browsers: dict[int, Client]) -> None:
    entry, tournament = entry_at(table, 1), table.round.tournament
    play_table(table)
    Round.objects.filter(pk=table.round_id).update(state="closed", closed_at=timezone.now())
    assert "last hand of your table" in page(browsers[1], table, 1)
    second = a_round(tournament, [], centres=[7])
    newer = a_screen_table(second, 0, 0)
    newer.seats.create(round=second, place=1, entry=entry, player=entry.player)
    screen_tables.lay_screen_tables(round=second, tables=[newer])
    assert "round 2" in page(browsers[1], table, 1)


def test_what_was_sent_from_the_table_of_an_earlier_round_does_nothing_at_the_next_one(
    table: Table, browsers: dict[int, Client]
) -> None:
    earlier = str(now_at(table).play.pk)
    Round.objects.filter(pk=table.round_id).update(state="closed", closed_at=timezone.now())
    newer = a_screen_table(a_round(table.round.tournament, [], centres=[7]), 0, 0)
    for place in (1, 2):
        entry = entry_at(table, place)
        newer.seats.create(round=newer.round, place=place, entry=entry, player=entry.player)
    screen_tables.lay_screen_tables(round=newer.round, tables=[newer])
    for sent in ({"deal": "1"}, {"move": "+"}, {"tile": "7-7"}):
        assert "meant for an earlier moment" in text(send(newer, browsers[1], 1, play=earlier, **sent))
    assert now_at(newer).state == "waiting"


def test_a_stopped_table_says_so(table: Table, browsers: dict[int, Client]) -> None:
    deal(table)
    html = page(browsers[1], table, 1)
    screen_tables.stop_table(table=table, why="the screen broke", by="Orla", at=timezone.now())
    answer = browsers[1].get(page_of(entry_at(table, 1)), {"seen": stamp_on(html)}, headers=HTMX)
    assert "goes on with real tiles" in text(answer)
    assert "meant for an earlier moment" in text(send(table, browsers[1], 1, move="+"))


def test_a_hand_that_another_engine_dealt_waits_for_the_organisers(
    table: Table, browsers: dict[int, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    deal(table)
    monkeypatch.setattr(engine, "VERSION", "another")
    assert "has to be dealt again" in page(browsers[1], table, 1)


def test_whoever_has_left_is_not_in_the_hand(table: Table, browsers: dict[int, Client]) -> None:
    table.seats.filter(place=1).update(last_hand=0)
    assert "You are not there for hand 1" in text(send(table, browsers[1], 1, deal="1"))
    assert now_at(table).state == "waiting"
    deal(table)
    assert "Hand 1 is played without you." in page(browsers[1], table, 1)
    assert 'name="tile"' not in text(send(table, browsers[1], 1, move="+"))


def test_after_the_tournament_it_says_so(table: Table, browsers: dict[int, Client]) -> None:
    play_table(table)
    Round.objects.filter(pk=table.round_id).update(state="closed", closed_at=timezone.now())
    programme.finish(tournament=table.round.tournament, by="Orla", at=timezone.now())
    assert "The tournament is finished." in page(browsers[1], table, 1)
    for sent in ({"move": "+"}, {"deal": "1"}):
        assert "is over: nothing more is played." in text(send(table, browsers[1], 1, **sent))


def test_a_draft_tournament_links_to_no_public_page(table: Table, browsers: dict[int, Client]) -> None:
    play_table(table)
    Tournament.objects.update(state="draft")
    assert "/en/t/" not in page(browsers[1], table, 1)

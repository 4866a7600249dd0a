"""Tables on screen at the desk: where they stand, clocks, dealing again, real tiles; links made and taken back."""

import datetime as dt
import html
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW, a_round, a_tournament
from tests.screen_tables import a_screen_table, deal, now_at, play_hand, play_table
from tournaments import bots, rounds, screen_tables, seat_keys
from tournaments.models import Club, Round, SeatKey, Table, Tournament

DESK = "/en/desk/t/friday-evening/"
TABLES = f"{DESK}rounds/1/screen/"
TABLE = f"{TABLES}1/"
HTMX = {"HX-Request": "true"}


def text_of(answer: Any) -> str:
    return " ".join(html.unescape(answer.content.decode()).split())


@pytest.fixture
def evening(club: Club) -> Tournament:
    return a_tournament(club, "Friday evening", slug="friday-evening", plan=[[9, 8]], time_zone="Europe/Berlin")


@pytest.fixture
def table(evening: Tournament) -> Table:
    """The only table of the first round: two people, two bots, two hands."""
    return a_screen_table(a_round(evening, []))


def addresses(answer: Any) -> list[str]:
    """The links on a sheet of cards."""
    return re.findall(r"http://testserver(/seat/open/[^<]+)</p>", answer.content.decode())


def test_the_page_says_where_each_table_stands(as_organiser: Client, table: Table) -> None:
    assert "on screen: nobody has dealt the first hand yet" in text_of(as_organiser.get(TABLES))
    turn = deal(table).in_turn
    name = table.seats.get(place=turn).player.name
    for address in (TABLES, TABLE, DESK):
        assert f"on screen, hand 1 of 2: turn of {name} since 20:30" in text_of(as_organiser.get(address))


def test_between_hands_and_after_the_last(as_organiser: Client, table: Table) -> None:
    play_hand(table)
    assert "hand 1 of 2 is over, the next one is not dealt yet" in text_of(as_organiser.get(TABLE))
    play_hand(table)
    page = text_of(as_organiser.get(TABLE))
    assert ("on screen: every hand is played" in page, "Stop it on screen" in page) == (True, False)


def test_tonight_leads_to_the_tables_on_screen_and_follows_each_move(as_organiser: Client, table: Table) -> None:
    page = as_organiser.get(DESK)
    step, text = page.context["tonight"].step, text_of(page)
    assert (step.title, step.address) == ("Round 1 is being played on screen", TABLES)
    assert "Table 1 is being played on screen: 2 hands are to come." in text
    live = f"{DESK}live/?v={page.context['tonight'].live}"
    assert as_organiser.get(live).status_code == 204
    deal(table)
    assert "turn of" in text_of(as_organiser.get(live))
    play_table(table)
    assert as_organiser.get(DESK).context["tonight"].step.title == "Every table of round 1 is in"


def test_a_page_that_looks_again_gets_nothing_until_somebody_has_moved(as_organiser: Client, table: Table) -> None:
    for address in (TABLES, TABLE):
        seen = as_organiser.get(address).context["seen"]
        assert as_organiser.get(f"{address}?v={seen}", headers=HTMX).status_code == 204
        deal(table)
        part = as_organiser.get(f"{address}?v={seen}", headers=HTMX)
        assert (part.status_code, "turn of" in text_of(part), "<html" in text_of(part)) == (200, True, False)
        play_hand(table)


def test_a_clock_is_set_at_one_table_and_at_all(as_organiser: Client, table: Table) -> None:
    answer = as_organiser.post(TABLE, {"do": "clock", "clock": "60"}, follow=True)
    assert ("The clock: 1 minute a move." in text_of(answer), now_at(table).play.clock) == (True, 60)
    other = a_screen_table(table.round)
    answer = as_organiser.post(TABLES, {"clock": "45"}, follow=True)
    assert "The clock of every table: 45 seconds a move." in text_of(answer)
    assert [now_at(one).play.clock for one in (table, other)] == [45, 45]
    assert "Select a valid choice" in text_of(as_organiser.post(TABLES, {"clock": "7"}))
    assert "Select a valid choice" in text_of(as_organiser.post(TABLE, {"do": "clock", "clock": "x"}))
    assert now_at(table).play.clock == 45


def test_a_hand_is_dealt_again_with_a_reason(as_organiser: Client, table: Table) -> None:
    deal(table)
    assert "Say why" in as_organiser.post(TABLE, {"do": "again"}).context["refused"]
    answer = as_organiser.post(TABLE, {"do": "again", "why": "Wren saw a tile"}, follow=True)
    assert ("The hand is dealt again, with other tiles." in text_of(answer), now_at(table).play.deals) == (True, 2)


def test_a_table_goes_on_with_real_tiles(as_organiser: Client, table: Table) -> None:
    play_hand(table)
    answer = as_organiser.post(TABLE, {"do": "stop", "why": "no network"}, follow=True)
    page = text_of(answer)
    assert "Table 1 goes on with real tiles." in page
    assert ("stopped on screen: goes on with real tiles" in page, now_at(table).state) == (True, "stopped")
    again = as_organiser.post(TABLE, {"do": "stop", "why": "no network"})
    assert "Table 1 is stopped on screen" in again.context["refused"]
    assert "Table 1: 1 hand is missing." in text_of(as_organiser.get(DESK))


def test_a_button_that_nobody_knows_does_nothing(as_organiser: Client, table: Table) -> None:
    assert as_organiser.post(TABLE, {"do": "dance"}).context["refused"] == "Choose what is to be done with the table."


def test_links_are_made_for_those_without_one_and_shown_once(as_organiser: Client, table: Table) -> None:
    assert "2 people have no link" in text_of(as_organiser.get(TABLES))
    sheet = as_organiser.post(f"{TABLES}links/", {"for": "missing"})
    assert (sheet.status_code, sheet["Cache-Control"]) == (200, "private, no-store")
    assert sheet["Referrer-Policy"] == "no-referrer"
    made = addresses(sheet)
    names = [card.person.name for card in sheet.context["cards"]]
    assert (len(made), sheet.content.decode().count('class="qr"')) == (2, 2)
    assert names == [str(seat.player) for seat in table.seats.order_by("place")[:2]]
    assert [f"You are {name}" in text_of(Client().get(link)) for name, link in zip(names, made, strict=True)] == [
        True,
        True,
    ]
    page = text_of(as_organiser.get(TABLES))
    assert ("Everybody has a link" in page, [link for link in made if link in page]) == (True, [])
    again = as_organiser.post(f"{TABLES}links/", {"for": "missing"}, follow=True)
    assert "Nobody here needs a new link: everybody has one." in text_of(again)


def test_a_new_link_ends_the_old_one_of_this_person_alone(as_organiser: Client, table: Table) -> None:
    first, second = addresses(as_organiser.post(f"{TABLES}links/", {"for": "all"}))
    entry = table.seats.get(place=1).entry
    assert entry is not None
    newer = addresses(as_organiser.post(f"{TABLES}links/", {"for": entry.number}))
    assert len(newer) == 1
    assert [Client().get(link).status_code for link in (first, second, *newer)] == [404, 200, 200]


def test_a_link_is_taken_back(as_organiser: Client, table: Table) -> None:
    first, second = addresses(as_organiser.post(f"{TABLES}links/", {"for": "all"}))
    entry = table.seats.get(place=2).entry
    assert entry is not None
    page = text_of(as_organiser.post(f"{TABLES}take-back/", {"for": entry.number}, follow=True))
    assert f"The link of {entry.player} is taken back." in page
    assert "1 person has no link" in page
    assert [Client().get(link).status_code for link in (first, second)] == [200, 404]
    again = text_of(as_organiser.post(f"{TABLES}take-back/", {"for": entry.number}, follow=True))
    assert "has no link that could be taken back" in again
    assert "Choose whose link" in text_of(as_organiser.post(f"{TABLES}take-back/", {"for": "77"}, follow=True))


def test_the_page_shows_which_links_were_opened(as_organiser: Client, table: Table) -> None:
    entries = [seat.entry for seat in table.seats.order_by("place")[:2] if seat.entry]
    made = seat_keys.make_keys(tournament=table.round.tournament, entries=entries, by="Orla", at=NOW)
    seat_keys.exchange(secret=made[entries[0]], nonce=seat_keys.new_nonce(), at=NOW)
    people = as_organiser.get(TABLE).context["people"]
    assert [person.key.state for person in people] == [SeatKey.State.OPENED, SeatKey.State.WAITING]


@pytest.mark.parametrize(("days", "without"), [(1, "Everybody has a link"), (2, "1 person has no link")])
def test_who_opened_a_link_some_days_ago_needs_another_one(
    as_organiser: Client, table: Table, days: int, without: str
) -> None:
    entries = [seat.entry for seat in table.seats.order_by("place")[:2] if seat.entry]
    then = timezone.now() - dt.timedelta(days=days)
    made = seat_keys.make_keys(tournament=table.round.tournament, entries=entries, by="Orla", at=then)
    seat_keys.exchange(secret=made[entries[0]], nonce=seat_keys.new_nonce(), at=then)
    page = text_of(as_organiser.get(TABLES))
    assert (without in page, "run out" in page) == (True, days == 2)
    assert len(addresses(as_organiser.post(f"{TABLES}links/", {"for": "missing"}))) == days - 1


def test_everybody_reads_which_tables_are_on_screen(as_organiser: Client, table: Table) -> None:
    for client, address in ((Client(), "/en/t/friday-evening/seating/"), (as_organiser, f"{DESK}rounds/1/lists/")):
        page = text_of(client.get(address))
        assert page.count("on screen") == 5  # the table, and the four who sit there
    page = text_of(as_organiser.get(f"{DESK}seat/"))
    assert ("Tables on screen" in page, 'href="/en/desk/t/friday-evening/rounds/1/screen/1/"' in page) == (True, True)


def test_the_sheet_of_a_table_says_that_nothing_is_typed_until_it_is_stopped(
    as_organiser: Client, table: Table
) -> None:
    sheet = f"{DESK}rounds/1/tables/1/"
    page = text_of(as_organiser.get(sheet))
    assert ("its hands are handed in by themselves" in page, "Save and accept" in page) == (True, False)
    screen_tables.stop_table(table=table, why="no network", by="Orla", at=NOW)
    page = text_of(as_organiser.get(sheet))
    assert ("its hands are handed in by themselves" in page, "Save and accept" in page) == (False, True)


def test_the_seating_is_taken_back_until_a_hand_is_dealt(as_organiser: Client, table: Table) -> None:
    for address in (DESK, f"{DESK}seat/"):
        assert "Take the seating back" in text_of(as_organiser.get(address))
    deal(table)
    for address in (DESK, f"{DESK}seat/"):
        assert "Take the seating back" not in text_of(as_organiser.get(address))


def test_tonight_asks_for_no_worker_where_bots_play_on_screen_alone(
    as_organiser: Client, evening: Tournament, table: Table
) -> None:
    assert "Who plays for the bots" not in text_of(as_organiser.get(DESK))
    bots.enter_bots(tournament=evening, bot="random", count=1, by="Orla", at=NOW)
    assert "Who plays for the bots" in text_of(as_organiser.get(DESK))


def test_without_tables_on_screen_there_is_no_such_page(as_organiser: Client, evening: Tournament) -> None:
    a_round(evening, [])
    assert [as_organiser.get(address).status_code for address in (TABLES, TABLE)] == [404, 404]


def test_a_closed_round_makes_no_links(as_organiser: Client, table: Table) -> None:
    play_table(table)
    rounds.close_round(round=Round.objects.get(), by="Orla", at=NOW)
    page = text_of(as_organiser.get(TABLES))
    assert ("on screen: every hand is played" in page, "Make" in page) == (True, False)


@pytest.mark.parametrize("count", [1, 4])
def test_the_page_takes_as_many_queries_for_many_hands_that_are_played_as_for_one(
    evening: Tournament, as_organiser: Client, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    round = a_round(evening, [])
    for _table in range(count):
        screen_tables.set_clock(table=deal_at(round), seconds=60, by="Orla", at=NOW)
    with django_assert_num_queries(11):
        as_organiser.get(TABLES)


def deal_at(round: Round) -> Table:
    """One more table at which a hand is played."""
    table = a_screen_table(round)
    deal(table)
    return table

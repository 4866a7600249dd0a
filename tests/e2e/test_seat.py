"""Seating a round in a real browser: choose, draw, swap, publish, a late comer; and how the pages look."""

from typing import Any

from django.test import Client
from playwright.sync_api import Page, expect

from tests.conftest import browser as signed_in
from tests.e2e.conftest import Shoot
from tests.factories import a_club, a_member, a_player, a_round, a_tournament, an_entry
from tournaments.models import Entry, Role, Round, Tournament

NAMES = (
    "Wren Adair", "Robin Swift", "Heron Vale", "Pip Featherstonehaugh-Cholmondeley", "Zoë Partridge", "Teal Drake",
    "మయూర పిచ్చుక", "Lark Ñandú", "Dot Plume", "Kite Renard", "Merle Noir", "Ibis N’Diaye", "Gale Petrel",
)  # fmt: skip


def an_evening() -> tuple[Tournament, list[Entry], Client]:
    club = a_club("Barnyard", slug="barnyard")
    tournament = a_tournament(club, "Friday evening", slug="friday-evening")
    entries = [an_entry(tournament, a_player(club, name)) for name in NAMES]
    return tournament, entries, signed_in(a_member(club, Role.ORGANISER, "Orla Organiser"))


def sign_in(page: Page, live_server: Any, client: Client) -> None:
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])


def test_a_round_is_seated(page: Page, live_server: Any, complaints: list[str], shoot: Shoot) -> None:
    tournament, entries, client = an_evening()
    a_round(tournament, [entries[:5], entries[5:9], entries[9:]], state=Round.State.CLOSED)
    sign_in(page, live_server, client)
    seat = f"{live_server.url}/en/desk/t/friday-evening/seat/"
    page.goto(seat)
    shoot(seat, "seat-choose")
    page.get_by_role("button", name="Draw the seating").click()
    expect(page.get_by_role("heading", name="Round 2: the draft")).to_be_visible()
    drawn = Round.objects.get(number=2)
    first, second = (drawn.seats.get(table__number=table, place=1) for table in (1, 2))
    page.get_by_text("Choose two people from lists").click()
    page.get_by_label("Let", exact=True).select_option(str(first.entry and first.entry.number))
    page.get_by_label("change places with").select_option(str(second.entry and second.entry.number))
    page.get_by_role("button", name="Swap them").click()
    expect(page.get_by_role("status")).to_contain_text("have changed places")
    shoot(seat, "seat-draft")
    shoot(f"{seat}paper/", "seat-paper")
    Entry.objects.filter(pk=entries[0].pk).update(status=Entry.Status.EXPECTED)
    shoot(seat, "seat-draft-old")
    Entry.objects.filter(pk=entries[0].pk).update(status=Entry.Status.HERE)
    page.get_by_role("button", name="Accept and publish round 2").click()
    expect(page.get_by_role("heading", name="Round 2 is being played")).to_be_visible()
    an_entry(tournament, a_player(tournament.club, "Lark Late"))
    page.goto(seat)
    shoot(seat, "seat-running")
    page.get_by_role("button", name="Add to the table").click()
    expect(page.get_by_role("status")).to_contain_text("Lark Late sits at table")
    page.goto(f"{live_server.url}/en/desk/t/friday-evening/rounds/2/tables/1/seats/")
    page.locator("summary").first.click()
    page.get_by_role("button", name="Mark as left").first.click()
    expect(page.get_by_role("status")).to_contain_text("has left from hand 1 on")
    shoot(page.url, "seat-table")
    shoot(f"{live_server.url}/en/desk/t/friday-evening/rounds/2/lists/", "seat-lists")


def test_the_seating_is_typed_from_paper(page: Page, live_server: Any, complaints: list[str], shoot: Shoot) -> None:
    _tournament, entries, client = an_evening()
    sign_in(page, live_server, client)
    page.goto(f"{live_server.url}/en/desk/t/friday-evening/seat/paper/")
    for number, entry in enumerate(entries[:12]):
        page.locator(f"#t{number // 4 + 1}s{number % 4 + 1}").fill(entry.player.name.lower())
    page.locator("#t1s1").fill("Wern Adair")
    page.get_by_role("button", name="Take it over as a draft").click()
    expect(page.get_by_role("alert")).to_contain_text("Is it Wren Adair?")
    page.screenshot(path="build/screens/seat-paper-wrong.png", full_page=True)
    page.locator("#t1s1").fill("1")
    page.get_by_label("Everybody else who is here sits this round out").check()
    page.locator("#t1s1").press("Enter")
    expect(page.get_by_role("heading", name="Round 1: the draft")).to_be_visible()
    assert [len(table.seats.all()) for table in Round.objects.get().tables.order_by("number")] == [4, 4, 4]

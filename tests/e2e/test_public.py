"""What a phone in the hall sees: a list that moves by itself, a seat that is found, pages that fit."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.conftest import Shoot
from tests.factories import a_club, a_player, a_round, a_tournament, an_entry
from tests.played import hand_in
from tournaments.models import Round, Shown, Tournament

NAMES = (
    "Wren Hatcher",
    "Pip Featherstonehaugh-Cholmondeley",
    "મોર ચકલી",
    "मोर चिमणी",
    "ময়ূৰ ঘৰচিৰিকা",
    "மயில் குருவி",
    "మయూర పిచ్చుక",
    "Robin O’Coop",
)
ADDRESSES = {
    "home": "/en/",
    "public-club": "/en/c/barnfield/",
    "standings": "/en/t/friday/",
    "standings-after": "/en/t/friday/after/1/",
    "public-seating": "/en/t/friday/seating/",
    "public-results": "/en/t/friday/results/",
    "public-hands": "/en/t/friday/results/1/hands/",
    "public-table": "/en/t/friday/results/1/1/",
    "public-rules": "/en/t/friday/rules/",
    "entry": "/en/t/friday/entry/2/",
}


@pytest.fixture
def evening(transactional_db: None) -> Tournament:
    """Eight people at two tables, round 1 closed, round 2 open with nothing in."""
    club = a_club("Barnfield Domino Club", slug="barnfield", place="The Old Granary")
    tournament = a_tournament(club, "Friday evening in March", slug="friday", plan=[[9, 8, 7], [6, 5]], place="Hall")
    entries = [an_entry(tournament, a_player(club, name)) for name in NAMES]
    entries[0].player.shown = Shown.HIDDEN
    entries[0].player.save()
    first = a_round(tournament, [entries[:4], entries[4:]])
    for number in (1, 2):
        hand_in(first, number, {1: [0, 12, 30, 41], 2: [9, 0, 3, 17], 3: [20 + number, 5, 0, 44]})
    Round.objects.filter(pk=first.pk).update(state=Round.State.CLOSED, closed_at=first.published_at)
    a_round(tournament, [[*entries[:2], *entries[4:6]], [*entries[2:4], *entries[6:]]])
    return tournament


@pytest.mark.usefixtures("complaints")
def test_the_list_moves_by_itself(live_server: LiveServer, page: Page, evening: Tournament) -> None:
    page.goto(f"{live_server.url}/en/t/friday/")
    expect(page.locator(".as-of")).to_contain_text("round 2 · 0 of 2 tables in")
    seats = page.context.new_page()
    seats.goto(f"{live_server.url}/en/t/friday/results/")
    hand_in(evening.rounds.get(number=2), 1, {1: [0, 8, 9, 10], 2: [4, 0, 6, 7]})
    expect(page.locator(".as-of")).to_contain_text("round 2 · 1 of 2 tables in", timeout=4000)
    expect(page.locator("tr.changed")).to_have_count(4)
    expect(page.locator("td.rank").first).to_have_text("1")
    expect(seats.locator(".chip-in")).to_have_count(1, timeout=4000)
    hand_in(evening.rounds.get(number=2), 2, {1: [0, 8, 9, 10], 2: [4, 0, 6, 7]})
    expect(page.locator(".as-of")).to_contain_text("2 of 2 tables in", timeout=4000)


@pytest.mark.usefixtures("complaints")
def test_a_seat_is_found_while_typing_and_stays_found(live_server: LiveServer, page: Page, evening: Tournament) -> None:
    page.goto(f"{live_server.url}/en/t/friday/seating/")
    page.get_by_label("Your name").press_sequentially("coop")
    expect(page.locator("#by-name li:visible")).to_have_count(1)
    expect(page.locator("#by-name li:visible")).to_contain_text("table 2")
    hand_in(evening.rounds.get(number=2), 1, {1: [0, 8, 9, 10], 2: [4, 0, 6, 7]})
    expect(page.locator(".as-of")).to_contain_text("1 of 2 tables in", timeout=4000)
    expect(page.get_by_label("Your name")).to_have_value("coop")
    expect(page.locator("#by-name li:visible")).to_have_count(1)


def test_a_seat_is_found_without_any_script(live_server: LiveServer, browser: Browser, evening: Tournament) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/en/t/friday/seating/")
    page.get_by_label("Your name").fill("coop")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("#by-name li")).to_have_count(1)


@pytest.mark.usefixtures("complaints", "evening")
def test_every_page_fits_and_can_be_read(live_server: LiveServer, browser: Browser, page: Page, shoot: Shoot) -> None:
    for name, address in ADDRESSES.items():
        shoot(f"{live_server.url}{address}", name)
    for scheme in ("light", "dark"):
        context = browser.new_context(viewport={"width": 320, "height": 700}, bypass_csp=True, reduced_motion="reduce")
        view = context.new_page()
        view.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        for name, address in ADDRESSES.items():
            view.goto(f"{live_server.url}{address}")
            assert view.evaluate("document.documentElement.scrollWidth") <= 320, name
            found = Axe().run(view).response["violations"]
            assert [(name, one["id"], one["nodes"][0]["html"]) for one in found] == []
        context.close()

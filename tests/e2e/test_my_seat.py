"""Two people play on screen against two bots: one on a telephone that loses its connection, one without JavaScript."""

from collections.abc import Iterator
from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Report, ScreenPlay
from tests.e2e.conftest import SHOTS, WIDTHS, Shoot, is_complaint
from tests.e2e.test_desk import CONTRAST, WHOLE
from tests.screen_tables import a_screen_round, now_at, tap
from tests.seated import entry_at, link_of, page_of
from tournaments import screen_tables, seat_keys
from tournaments.models import Player, Seat, Table

WREN, ROBIN = 1, 2
BY_HAND = 12
"""Moves that are made in the browsers; the rest of the hand is played quicker."""


@pytest.fixture
def table(transactional_db: None) -> Table:
    """Two people and two bots, two hands to play."""
    laid = a_screen_round()
    for place, name in ((WREN, "Wren Reed"), (ROBIN, "Robin Hay")):
        Player.objects.filter(seats__table=laid, seats__place=place).update(name=name, sort_name=name)
    return laid


@pytest.fixture
def plain(browser: Browser) -> Iterator[BrowserContext]:
    """A browser without JavaScript."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 800})
    yield context
    context.close()


def sit_down(page: Page, live_server: LiveServer, table: Table, place: int) -> None:
    page.goto(live_server.url + link_of(entry_at(table, place)))
    page.get_by_role("button", name="Sit down").click()


def a_move(page: Page) -> None:
    """What somebody does who does not know the game: a tile that is marked, else a draw, else a pass."""
    fitting = page.locator(".play-fits")
    if fitting.count():
        fitting.first.click()
        return
    for name in ("Draw a tile", "Pass"):
        button = page.get_by_role("button", name=name, exact=True)
        if button.count():
            button.click()
            return
    raise AssertionError("there is nothing to do")


def marked(page: Page) -> None:
    """Have marked what fits; it stays so."""
    expect(page.locator(".play-turn-mine")).to_be_visible()
    at_rest(page)
    if not page.locator(".play [name=show]").count():
        page.get_by_role("link", name="Show what I can play").click()
    expect(page.get_by_role("link", name="Do not show what fits")).to_be_visible()
    at_rest(page)


def at_rest(page: Page) -> None:
    """Wait until the page has settled after a change of the table."""
    expect(page.locator(".play-rests, .htmx-settling, .htmx-swapping")).to_have_count(0)


def move(page: Page, table: Table) -> None:
    """Make a move in the browser of whoever is in turn: it is stored before anybody goes on."""
    before = now_at(table).play.counter
    expect(page.locator(f"[name=counter][value='{before}']")).to_be_attached(timeout=8000)
    marked(page)
    a_move(page)
    places = page.locator(".play-places button, .play-turn:not(.play-turn-mine), .hand-result")
    moved = page.locator(f"[name=counter]:not([value='{before}'])")
    expect(places.or_(moved).first).to_be_attached()
    at_rest(page)
    if page.locator(".play-places button").count():
        page.locator(".play-places button").first.click()
    expect(moved.or_(page.locator(".hand-result")).first).to_be_attached()
    assert now_at(table).play.counter > before


@pytest.mark.timeout(300)
def test_two_people_play_a_hand(
    live_server: LiveServer, page: Page, plain: BrowserContext, table: Table, *, shoot: Shoot
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    sit_down(page, live_server, table, WREN)
    expect(page.get_by_text("this is you")).to_be_visible()
    robin = plain.new_page()
    said: list[str] = []
    for one in (page, robin):
        one.on("console", lambda message: said.append(message.text) if is_complaint(message) else None)
    sit_down(robin, live_server, table, ROBIN)
    robin.get_by_role("button", name="Deal the first hand").click()
    expect(page.locator(".play-rack")).to_be_visible()  # nobody has loaded this page again
    lost = False
    for _ in range(BY_HAND):
        if now_at(table).in_turn == ROBIN:
            robin.goto(live_server.url + page_of(entry_at(table, ROBIN)))
            if not lost:
                lost = True
                robin_moves_while_the_other_has_no_connection(page, robin, table)
            else:
                move(robin, table)
        else:
            expect(page.locator(".play-turn-mine")).to_be_visible()
            move(page, table)
    assert lost
    while now_at(table).in_turn is not None:
        tap(table, at=timezone.now())
    expect(page.get_by_role("heading", name="Hand 1 is over")).to_be_visible()
    robin.goto(live_server.url + page_of(entry_at(table, ROBIN)))
    expect(robin.get_by_role("heading", name="Hand 1 is over")).to_be_visible()
    assert [report.checked for report in Report.objects.all()] == ["record"]
    shoot(live_server.url + page_of(entry_at(table, WREN)), "my-seat-over")
    a_link_is_taken_back(page, robin, live_server, table)
    of_the_lost_connection = ("htmx:sendError", "Failed to load resource: net::ERR_INTERNET_DISCONNECTED")
    of_the_taken_link = "Failed to load resource: the server responded with a status of 404"
    assert [one for one in said if not one.startswith((*of_the_lost_connection, of_the_taken_link))] == []


def robin_moves_while_the_other_has_no_connection(page: Page, robin: Page, table: Table) -> None:
    page.context.set_offline(True)
    move(robin, table)
    expect(page.get_by_text("No connection just now.")).to_be_visible(timeout=8000)
    page.context.set_offline(False)
    expect(page.get_by_text("No connection just now.")).to_be_hidden(timeout=8000)
    counter = now_at(table).play.counter
    expect(page.locator(f"[name=counter][value='{counter}']")).to_be_attached(timeout=8000)


def a_link_is_taken_back(page: Page, robin: Page, live_server: LiveServer, table: Table) -> None:
    seat_keys.revoke(entry=entry_at(table, ROBIN), by="Orla", at=timezone.now())
    robin.goto(live_server.url + page_of(entry_at(table, ROBIN)))
    expect(robin.get_by_text("This seat is not open in this browser.")).to_be_visible()
    assert ScreenPlay.objects.get().hand == 1
    page.get_by_role("button", name="Next hand").click()
    expect(page.locator(".play-rack")).to_be_visible()
    assert ScreenPlay.objects.get().hand == 2


def test_who_taps_twice_lays_one_tile(live_server: LiveServer, page: Page, table: Table) -> None:
    """A bot and another one: before the second tap it is Wren's turn again, and another tile lies under the finger."""
    Seat.objects.filter(table=table, place=ROBIN).update(last_hand=0)
    page.set_viewport_size({"width": 360, "height": 740})
    sit_down(page, live_server, table, WREN)
    page.get_by_role("button", name="Deal the first hand").click()
    expect(page.locator(".play-turn-mine")).to_be_visible()
    marked(page)
    rack, before = page.locator(".play-tile"), now_at(table).play.counter
    held = rack.count()
    box = page.locator(".play-fits").first.bounding_box()
    assert box is not None
    at = (box["x"] + 10, box["y"] + 30)
    page.mouse.click(*at)
    expect(page.locator(f"[name=counter][value='{before + 1}']")).to_be_attached()
    page.mouse.click(*at)
    page.wait_for_timeout(600)
    assert (rack.count(), now_at(table).play.counter) == (held - 1, before + 1)


def test_a_page_that_nobody_sees_asks_for_nothing(live_server: LiveServer, page: Page, table: Table) -> None:
    sit_down(page, live_server, table, WREN)
    expect(page.get_by_text("this is you")).to_be_visible()
    looks: list[str] = []
    page.evaluate("Object.defineProperty(document, 'hidden', {configurable: true, get: () => true})")
    page.on("request", lambda request: looks.append(request.url))
    page.wait_for_timeout(4500)
    assert looks == []
    page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(500)
    assert len(looks) == 1  # at once, not at the next stroke of the clock


@pytest.mark.timeout(240)
def test_the_page_of_a_seat_fits_and_can_be_read(live_server: LiveServer, browser: Browser, table: Table) -> None:
    """In light everything that axe knows; at night, where only colours differ, their contrast."""
    context = browser.new_context(bypass_csp=True, reduced_motion="reduce")
    page, found = context.new_page(), []
    page.goto(live_server.url + link_of(entry_at(table, WREN)))
    found += faults(page, "my-seat-link")
    page.get_by_role("button", name="Sit down").click()
    found += faults(page, "my-seat-begins")
    page.get_by_role("button", name="Deal the first hand").click()
    expect(page.locator(".play-rack")).to_be_visible()
    screen_tables.set_clock(table=table, seconds=100, by="Orla", at=timezone.now())
    for place, name in ((WREN, "my-seat-turn"), (ROBIN, "my-seat-waits")):
        while now_at(table).in_turn != place:
            tap(table, at=timezone.now())
        page.goto(f"{live_server.url}{page_of(entry_at(table, WREN))}?show=1")
        found += faults(page, name)
    seat_keys.revoke(entry=entry_at(table, WREN), by="Orla", at=timezone.now())
    page.reload()
    found += faults(page, "my-seat-gone")
    context.close()
    assert found == []


def faults(page: Page, name: str) -> list[tuple[str, str, str]]:
    """What is wrong with a page as it is now, at every width, by day and by night; it leaves a picture of each."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    found = []
    for scheme, width in product(("light", "dark"), (320, *WIDTHS)):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.set_viewport_size({"width": width, "height": 740})
        page.screenshot(path=SHOTS / f"{name}-{width}-{scheme}.png", full_page=True)
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            found.append((name, f"{width} {scheme}", "scrolls sideways"))
        if width != 320:
            violations = Axe().run(page, options=WHOLE if scheme == "light" else CONTRAST).response["violations"]
            found += [(name, f"{width} {scheme} {one['id']}", one["nodes"][0]["html"]) for one in violations]
    return found

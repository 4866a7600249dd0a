"""A long hand on screen on a phone: its tiles can be read, and the table is slid in a box of its own above the rack."""

from collections import Counter

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from engine import Play
from games.models import Game
from tests.e2e.conftest import SHOTS
from tests.e2e.test_my_seat import at_rest, faults, plain, sit_down
from tests.screen_tables import a_screen_round, deal, now_at, tap
from tests.seated import entry_at, page_of
from tournaments.models import Table, Tournament

__all__ = ["plain"]

WREN = 1
HALF_TILE = "document.querySelector('.play-table .layout').getScreenCTM().a * 40"
IN_SIGHT = """
(what) => {
  const board = document.querySelector(".board-slides");
  const found = [...board.querySelectorAll(what)];
  const [box, at] = [board, what === ".play-end" ? found[0] : found.pop()].map((one) => one.getBoundingClientRect());
  return at.left >= box.left && at.right <= box.right && at.top >= box.top && at.bottom <= box.bottom;
}
"""
SLIDES = """
(it => it.scrollHeight > it.clientHeight || it.scrollWidth > it.clientWidth)(document.querySelector(".board-slides"))
"""
STANDS = "[...document.querySelectorAll('.board-slides')].map((one) => `${one.scrollLeft} ${one.scrollTop}`).join()"


def five_play(top: int) -> Table:
    """Five people with the tiles of this set, the first hand dealt."""
    table = a_screen_round(5, 0, plan=((top, top - 1),))
    Tournament.objects.update(rules=f"gamerules set={top}")
    Game.objects.update(rules=f"gamerules set={top}")
    table = Table.objects.get()
    deal(table, timezone.now())
    return table


def tiles_of(table: Table) -> int:
    sitting = now_at(table).sitting
    return 0 if sitting is None else len(sitting.layout.pieces)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("top", "slides"), [(9, False), (12, True)])
def test_a_long_hand_can_be_read_on_a_phone(
    live_server: LiveServer, page: Page, transactional_db: None, complaints: list[str], top: int, *, slides: bool
) -> None:
    table = five_play(top)
    page.set_viewport_size({"width": 360, "height": 740})
    sit_down(page, live_server, table, WREN)
    smallest, slid = 100.0, 0
    while now_at(table).in_turn is not None:
        if now_at(table).in_turn == WREN and tiles_of(table):
            page.goto(live_server.url + page_of(entry_at(table, WREN)))
            smallest = min(smallest, page.evaluate(HALF_TILE))
            assert page.evaluate(IN_SIGHT, ".layout-tile")
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
            slid += page.evaluate(SLIDES)
        tap(table, at=timezone.now())
    assert smallest >= 14
    assert (slid > 0) == slides


def moved_to(table: Table, tiles: int) -> None:
    """Play until so many tiles lie, and it is Wren's turn with a choice of places for a tile."""
    while tiles_of(table) < tiles or now_at(table).in_turn != WREN or not tile_of_many(table):
        tap(table, at=timezone.now())


def tile_of_many(table: Table) -> str:
    """A tile of whoever is in turn that can go to several ends; nothing where there is none."""
    sitting = now_at(table).sitting
    assert sitting is not None
    plays = [move for move in sitting.hand.legal_moves() if isinstance(move, Play)]
    ends = Counter(play.tile.text() for play in plays for _ in sitting.layout.places(play.joins))
    return next((text for text, count in ends.items() if count > 1), "")


def test_the_table_is_slid_to_what_is_new_and_stays_where_somebody_looks(
    live_server: LiveServer, page: Page, transactional_db: None, complaints: list[str]
) -> None:
    table = five_play(12)
    moved_to(table, 40)
    page.set_viewport_size({"width": 360, "height": 740})
    sit_down(page, live_server, table, WREN)
    board = page.get_by_role("region", name="The table")
    board.focus()
    page.screenshot(path=SHOTS / "play-table-1.png")
    rack = page.locator(".play-rack")
    rack_at = rack.bounding_box()
    assert rack_at is not None
    assert rack_at["y"] + 60 <= 740
    board.evaluate("it => it.scrollTo(0, 0)")
    looked = page.evaluate(STANDS)
    page.wait_for_timeout(2500)
    assert page.evaluate(STANDS) == looked
    page.get_by_role("link", name="Show what I can play").click()
    expect(page.get_by_role("link", name="Do not show what fits")).to_be_visible()
    at_rest(page)
    assert page.evaluate(STANDS) == looked
    page.locator(f"#tile-{tile_of_many(table)}").click()
    expect(page.locator(".play-places")).to_be_visible()
    at_rest(page)
    page.screenshot(path=SHOTS / "play-table-2.png")
    assert page.evaluate(IN_SIGHT, ".play-end")
    at = page.locator(".play-places button").first.bounding_box()
    assert at is not None
    assert at["height"] >= 44
    board.evaluate("it => it.scrollTo(0, 0)")
    page.locator(".play-places button").first.click()
    expect(page.locator(".play-places")).to_have_count(0)
    at_rest(page)
    assert page.evaluate(IN_SIGHT, ".layout-tile")
    page.get_by_label("the whole table at once").check()
    assert not page.evaluate(SLIDES)
    page.screenshot(path=SHOTS / "play-table-3.png")
    tap(table, at=timezone.now())
    counter = now_at(table).play.counter
    expect(page.locator(f"[name=counter][value='{counter}']")).to_be_attached(timeout=8000)
    expect(page.get_by_label("the whole table at once")).to_be_checked()


def test_without_javascript_a_link_leads_to_the_newest_tile(
    live_server: LiveServer, plain: BrowserContext, transactional_db: None
) -> None:
    table = five_play(12)
    moved_to(table, 46)
    page = plain.new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    sit_down(page, live_server, table, WREN)
    assert page.locator(".board-slides").get_attribute("tabindex") == "0"
    page.get_by_role("link", name="to the newest tile").click()
    assert page.evaluate(SLIDES)
    assert page.evaluate(IN_SIGHT, ".layout-tile")


@pytest.mark.timeout(240)
def test_a_long_hand_fits_the_page_and_can_be_read(
    live_server: LiveServer, browser: Browser, transactional_db: None
) -> None:
    table = five_play(12)
    moved_to(table, 40)
    context = browser.new_context(bypass_csp=True, reduced_motion="reduce")
    page = context.new_page()
    sit_down(page, live_server, table, WREN)
    found = faults(page, "play-table")
    page.locator(f"#tile-{tile_of_many(table)}").click()
    expect(page.locator(".play-places")).to_be_visible()
    found += faults(page, "play-table-ends")
    context.close()
    assert found == []

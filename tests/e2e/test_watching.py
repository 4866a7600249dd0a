"""Looking on at a table of bots in a real browser: it moves by itself, turn by turn."""

from typing import Literal

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import BotPlay
from tests.bot_rounds import a_bot_round, a_bot_tournament, only_table, play_now, publish_next
from tests.e2e.conftest import SHOTS, Shoot
from tests.screen_tables import a_screen_round, deal, tap
from tests.tournaments.public.test_watching import address, moved_to, played
from tournaments.models import Round, Table


@pytest.fixture
def table(transactional_db: None) -> Table:
    """A table of four bots that has been computed and is shown at a turn every two seconds."""
    return watchable(a_bot_round(pace=2))


@pytest.fixture
def large(transactional_db: None) -> Table:
    """The same with a double eighteen, far more than fits on a phone."""
    tournament = a_bot_tournament(pace=2)
    tournament.rules = "gamerules set=18"
    tournament.save()
    return watchable(publish_next(tournament))


def watchable(round: Round) -> Table:
    laid = only_table(round)
    BotPlay.objects.filter(game=laid.game_id).update(start_at=laid.round.published_at)
    play_now(laid)
    return laid


def test_a_table_of_bots_moves_without_a_reload(
    live_server: LiveServer, page: Page, table: Table, complaints: list[str], shoot: Shoot
) -> None:
    moved_to(table, 20)
    page.goto(f"{live_server.url}{address(table)}")
    page.evaluate("window.openedOnce = true")
    expect(page.locator(".replay-says")).not_to_be_empty()
    before = page.locator(".layout-tile").count()
    moved_to(table, 30)
    expect(page.locator(".layout-tile")).not_to_have_count(before, timeout=8000)
    assert page.evaluate("window.openedOnce === true")
    assert page.locator(".layout-tile").count() >= 1 + played(table, 30)
    shoot(f"{live_server.url}{address(table)}", "watch")


def test_a_table_on_screen_is_watched_from_the_results(
    live_server: LiveServer, page: Page, transactional_db: None, complaints: list[str], shoot: Shoot
) -> None:
    """From the results to the table, then move by move to the end of the hand."""
    table = a_screen_round()
    deal(table)
    for _move in range(8):
        tap(table)
    results = f"{live_server.url}/en/t/{table.round.tournament.slug}/results/"
    page.goto(results)
    page.get_by_role("link", name="Watch it being played (table 1)").click()
    page.evaluate("window.openedOnce = true")
    before = page.locator(".layout-tile").count()
    while tap(table).now.in_turn is not None:
        pass
    expect(page.get_by_text("The hand is over.")).to_be_visible(timeout=8000)
    assert page.locator(".layout-tile").count() > before
    assert page.evaluate("window.openedOnce === true")
    shoot(results, "results-on-screen")
    deal(table)
    shoot(f"{live_server.url}{address(table)}", "watch-on-screen")


IN_SIGHT = """
() => {
  const board = document.querySelector(".board-slides");
  const [box, at] = [board, board.querySelector(".layout-new:not([hidden])")].map((one) => one.getBoundingClientRect());
  return at.left >= box.left && at.right <= box.right && at.top >= box.top && at.bottom <= box.bottom;
}
"""


def test_a_large_hand_is_slid_on_a_phone_with_the_newest_tile_in_sight(
    live_server: LiveServer, page: Page, large: Table, complaints: list[str]
) -> None:
    moved_to(large, 100)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server.url}{address(large)}")
    board = page.locator(".board-slides")
    assert board.evaluate("it => it.scrollWidth > it.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(IN_SIGHT)
    before = page.locator(".layout-tile").count()
    moved_to(large, 110)
    expect(page.locator(".layout-tile")).not_to_have_count(before, timeout=8000)
    page.wait_for_function(IN_SIGHT)
    page.get_by_label("the whole table at once").check()
    assert board.evaluate("it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight")
    before = page.locator(".layout-tile").count()
    moved_to(large, 120)
    expect(page.locator(".layout-tile")).not_to_have_count(before, timeout=8000)
    expect(page.get_by_label("the whole table at once")).to_be_checked()
    assert complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_screen_of_a_hall_is_filled_by_the_table(
    live_server: LiveServer, page: Page, large: Table, complaints: list[str], scheme: Literal["light", "dark"]
) -> None:
    moved_to(large, 40)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{live_server.url}{address(large)}?hall=1")
    board = page.locator(".replay-board").bounding_box()
    assert board is not None
    assert (board["width"] > 1300, board["height"] > 1000) == (True, True)
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    tile = page.locator(".layout-centre").bounding_box()
    assert tile is not None
    assert min(tile["width"], tile["height"]) >= 30
    assert page.locator(".hall-seats b").first.evaluate("it => parseFloat(getComputedStyle(it).fontSize)") >= 38
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"watch-hall-1920-{scheme}.png")
    before = page.locator(".layout-tile").count()
    moved_to(large, 60)
    expect(page.locator(".layout-tile")).not_to_have_count(before, timeout=8000)
    expect(page.locator(".hall")).to_have_count(1)
    assert complaints == []

"""Looking on at a table of bots in a real browser: it moves by itself, turn by turn."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import BotPlay
from tests.bot_rounds import a_bot_round, only_table, play_now
from tests.e2e.conftest import Shoot
from tests.screen_tables import a_screen_round, deal, tap
from tests.tournaments.public.test_watching import address, moved_to, played
from tournaments.models import Table


@pytest.fixture
def table(transactional_db: None) -> Table:
    """A table of four bots that has been computed and is shown at a turn every two seconds."""
    laid = only_table(a_bot_round(pace=2))
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

"""Looking on at a table of bots in a real browser: it moves by itself, turn by turn."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import BotPlay
from tests.bot_rounds import a_bot_round, only_table, play_now
from tests.e2e.conftest import Shoot
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

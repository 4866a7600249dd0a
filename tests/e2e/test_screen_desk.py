"""An organiser runs tables on screen: put on screen, filled with bots, published, looked after."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.acts import press, said, tab
from tests.e2e.conftest import SHOTS, Shoot
from tests.factories import NOW, a_tournament, some_entries
from tests.screen_tables import deal, tap
from tournaments import bots, drafts
from tournaments.models import Club, Table, Tournament
from tournaments.seating.sizes import Split


@pytest.fixture
def evening(transactional_db: None, club: Club) -> Tournament:
    """Ten people drawn at tables of four, and two bots that are free."""
    tournament = a_tournament(club, "Friday evening", slug="friday-evening", sizes=[3, 4])
    some_entries(tournament, 10)
    bots.enter_bots(tournament=tournament, bot="heaviest", count=2, by="Orla", at=NOW)
    drafts.draft_round(tournament=tournament, split=Split((4, 3, 3)), seed=3, by="Orla", at=NOW)
    return tournament


@pytest.mark.usefixtures("complaints")
def test_tables_on_screen_come_out_even_with_bots(desk: Page, shoot: Shoot) -> None:
    desk.locator("#screen-2").click()
    said(desk, "Table 2 is played on screen.")
    expect(desk.locator("#table-2 .table-foot")).to_contain_text("on screen")
    press(desk, "Play all on screen")
    said(desk, "Every table is played on screen.")
    press(desk, "Fill with 2 bots")
    said(desk, "2 bots have sat down")
    expect(desk.locator("#table-3 .sitter")).to_have_count(4)
    shoot(desk.url, "planner-filled")

    desk.get_by_role("button", name="Accept and publish round 1").click()
    said(desk, "Round 1 is published")
    tab(desk, "Tonight")
    desk.get_by_role("link", name="Look at the tables on screen").click()
    press(desk, "Make 10 links to print or scan")
    expect(desk.locator(".seat-card")).to_have_count(10)
    for width in (360, 1280):
        desk.set_viewport_size({"width": width, "height": 1200})
        desk.screenshot(path=SHOTS / f"screen-cards-{width}.png", full_page=True)
    desk.emulate_media(media="print")
    desk.screenshot(path=SHOTS / "screen-cards-print.png", full_page=True)
    desk.emulate_media(media="screen")
    desk.get_by_role("link", name="Done: back to the tables on screen").click()
    expect(desk.get_by_role("heading", name="Everybody has a link")).to_be_visible()
    shoot(desk.url, "screen-tables")
    table = Table.objects.get(number=2)
    deal(table)
    expect(desk.locator("#screens")).to_contain_text("hand 1 of")
    desk.locator("#screens").get_by_role("link", name="Table 2").click()
    shoot(desk.url, "screen-table")
    tap(table)
    tab(desk, "Tonight")
    expect(desk.locator("#tonight")).to_contain_text("turn of")
    shoot(desk.url, "tonight-playing")

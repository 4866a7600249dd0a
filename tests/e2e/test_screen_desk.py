"""An organiser runs tables on screen: put on screen, filled with bots, published, looked after."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.conftest import browser as signed_in
from tests.e2e.acts import press, said
from tests.e2e.conftest import Shoot
from tests.factories import NOW, a_member, a_tournament, some_entries
from tournaments import bots, drafts
from tournaments.models import Club, Role, Tournament
from tournaments.seating.sizes import Split


@pytest.fixture
def evening(transactional_db: None, club: Club) -> Tournament:
    """Ten people drawn at tables of four, and two bots that are free."""
    tournament = a_tournament(club, "Friday evening", slug="friday-evening", sizes=[3, 4])
    some_entries(tournament, 10)
    bots.enter_bots(tournament=tournament, bot="heaviest", count=2, by="Orla", at=NOW)
    drafts.draft_round(tournament=tournament, split=Split((4, 3, 3)), seed=3, by="Orla", at=NOW)
    return tournament


@pytest.fixture
def desk(live_server: LiveServer, page: Page, evening: Tournament) -> Page:
    """The page of the draft, with the organiser signed in."""
    user = a_member(evening.club, Role.ORGANISER, "Orla Organiser")
    cookie = signed_in(user).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page.set_viewport_size({"width": 1280, "height": 1600})
    page.goto(f"{live_server.url}{reverse('seat', args=[evening.slug])}")
    return page


@pytest.mark.usefixtures("complaints")
def test_tables_on_screen_come_out_even_with_bots(desk: Page, shoot: Shoot) -> None:
    shoot(desk.url, "planner-real-tiles")
    desk.locator("#screen-2").click()
    said(desk, "Table 2 is played on screen.")
    expect(desk.locator("#table-2 .table-foot")).to_contain_text("on screen")
    press(desk, "Play all on screen")
    said(desk, "Every table is played on screen.")
    shoot(desk.url, "planner-on-screen")
    press(desk, "Fill with 2 bots")
    said(desk, "2 bots have sat down")
    expect(desk.locator("#table-3 .sitter")).to_have_count(4)
    shoot(desk.url, "planner-filled")

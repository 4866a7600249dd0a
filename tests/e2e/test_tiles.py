"""A scorekeeper types the tiles left with the thumb, and a record with a slip in it."""

from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.acts import sign_in
from tests.e2e.conftest import Shoot
from tests.factories import a_round, a_tournament, some_entries
from tests.recorded import ANN_TEXT
from tournaments.models import Club, User


def test_tiles_are_tapped_and_a_record_is_pasted(
    club: Club, organiser: User, live_server: LiveServer, page: Page, *, complaints: list[str], shoot: Shoot
) -> None:
    tournament = a_tournament(club, slug="friday-evening", plan=[[8, 7]])
    a_round(tournament, [some_entries(tournament, 4)])
    sign_in(page, live_server, organiser)
    address = f"{live_server.url}{reverse('type-hand', args=['friday-evening', 1, 1, 1])}"
    page.goto(address)
    page.locator("#rack-1").focus()
    page.locator("[data-tile='97']").click()
    page.locator("[data-tile='64']").click()
    page.locator("#rack-2").focus()
    expect(page.locator("[data-tile='97']")).to_be_disabled()
    page.locator("[data-tile='21']").click()
    page.locator("#rack-4").fill("00")
    expect(page.locator("#hand-check")).to_contain_text("These tiles can be left.")
    assert page.locator("#rack-1").input_value() == "97 64"
    page.get_by_role("button", name="Save and accept").click()
    expect(page.get_by_text("Table 1, hand 1 is saved.")).to_be_visible()
    second = f"{live_server.url}{reverse('type-hand', args=['friday-evening', 1, 1, 1])}?way=record"
    page.goto(second)
    page.locator("#record").fill(ANN_TEXT.replace("38 62 41", "38 26 41"))
    expect(page.locator("#hand-check mark")).to_have_text("26")
    shoot(address, "hand-tiles")
    shoot(second, "hand-record")
    shoot(f"{live_server.url}{reverse('desk-table', args=['friday-evening', 1, 1])}", "desk-table-tiles")
    assert complaints == []

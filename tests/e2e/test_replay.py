"""A stranger looks at a recorded hand: turn by turn with keys and buttons, and sends a link to one moment."""

from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.conftest import Shoot
from tests.recorded import a_recorded_round
from tournaments.models import Club


def test_a_hand_is_looked_at_turn_by_turn(
    club: Club, live_server: LiveServer, page: Page, complaints: list[str], shoot: Shoot
) -> None:
    a_recorded_round(club, slug="friday-evening")
    address = f"{live_server.url}{reverse('hand', args=['friday-evening', 1, 1, 1])}"
    page.goto(address)
    expect(page.locator("[data-replay-says]")).to_contain_text("The hand is blocked")
    expect(page.locator(".layout-tile:visible")).to_have_count(39)
    page.keyboard.press("Home")
    expect(page.locator(".layout-tile:visible")).to_have_count(1)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-replay-says]")).to_contain_text("Foot on 4-4: 3 toes are owed.")
    expect(page.locator(".layout-foot:visible")).to_have_count(1)
    assert page.url.endswith("?turn=5")
    page.get_by_role("link", name="one turn back").click()
    expect(page.locator(".layout-foot:visible")).to_have_count(0)
    page.locator("[data-turn='12']").click()
    expect(page.locator("[aria-current=step]")).to_have_text("27")
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("[data-replay-number]")).not_to_have_text("12")
    page.get_by_role("button", name="Pause").click()
    page.goto(f"{address}?turn=17")
    expect(page.locator("[data-replay-number]")).to_have_text("17")
    shoot(f"{address}?turn=17", "hand-turn")
    shoot(address, "hand")
    assert complaints == []

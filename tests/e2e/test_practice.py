"""A stranger plays a whole hand against bots: taps tiles and ends, by keyboard too, and looks at it afterwards."""

import secrets
from types import SimpleNamespace

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.conftest import Shoot


def one_move(page: Page) -> str:
    """What somebody does who does not know the game: a tile that is marked, else a draw, else a pass."""
    expect(page.locator(".htmx-settling, .htmx-swapping")).to_have_count(0)
    fitting = page.locator(".play-fits")
    if fitting.count():
        fitting.first.click()
        return "tile"
    for name in ("Draw a tile", "Pass"):
        button = page.get_by_role("button", name=name, exact=True)
        if button.count() and not (name == "Draw a tile" and page.get_by_text("does not fit: pass").count()):
            button.click()
            return name
    raise AssertionError("there is nothing to do")


@pytest.fixture(autouse=True)
def the_same_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every time the same tiles: a story that ends otherwise each time tells nothing."""
    fixed = SimpleNamespace(token_bytes=bytes, choice=lambda found: found[0], token_urlsafe=secrets.token_urlsafe)
    monkeypatch.setattr("games.practice.secrets", fixed)


def test_a_hand_is_played_to_its_end(live_server: LiveServer, page: Page, complaints: list[str], shoot: Shoot) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{live_server.url}/en/")
    page.get_by_role("link", name="Practise a hand").click()
    shoot(page.url, "practice-start")
    page.get_by_role("button", name="Deal the tiles").click()
    page.get_by_role("link", name="Show what I can play").click()
    expect(page.get_by_role("link", name="Do not show what fits")).to_be_visible()
    counter, shot, keyboard = page.locator("[name=counter]"), False, False
    for _ in range(60):
        if not counter.count():
            break
        before = counter.input_value()
        one_move(page)
        expect(page.locator(f".play:not(:has(.play-places)) [name=counter][value='{before}']")).to_have_count(0)
        places = page.locator(".play-places button")
        if places.count():
            if places.count() > 2 and not shot:
                page.screenshot(path="build/screens/practice-ends-360.png", full_page=True)
                shot = True
            if keyboard:
                page.locator(".play-end").last.click()
            else:
                expect(places.first).to_be_focused()
                page.keyboard.press("Enter")
                keyboard = True
            expect(page.locator(f"[name=counter][value='{before}']")).to_have_count(0)
        elif counter.count() and int(before) in (5, 12):
            shoot(f"{page.url.split('#')[0]}?show=1", f"practice-{before}")
    expect(page.get_by_role("heading", name="The hand is over")).to_be_visible()
    assert keyboard
    shoot(page.url, "practice-over")
    page.get_by_role("link", name="to the beginning").click()
    expect(page.locator(".layout-tile:visible")).to_have_count(1)
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_text("It is your turn.")).to_be_visible()
    assert complaints == []

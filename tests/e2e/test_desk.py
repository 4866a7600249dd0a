"""The desk's pages as somebody works with them: by keyboard, by tapping, without a script, at night, on a phone."""

from collections.abc import Iterator
from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Hand, Report
from tests.conftest import browser as signed_in
from tests.e2e.acts import press, said, sign_in, tab
from tests.e2e.conftest import SHOTS, WIDTHS
from tests.factories import a_member, a_player, a_round, a_tournament, an_entry
from tournaments import uploads
from tournaments.demo.fill import Stage, fill_demo
from tournaments.models import Club, Role, Tournament, User

WHOLE = {"resultTypes": ["violations"]}
CONTRAST = {**WHOLE, "runOnly": ["color-contrast"]}


@pytest.fixture
def tonight(transactional_db: None) -> Tournament:
    """The demo's evening: round 2 with some tables in, one typed, one begun, one with nothing."""
    return fill_demo(stage=Stage.PLAYING, seed=1, at=timezone.now())


@pytest.fixture
def keeper(tonight: Tournament) -> User:
    return a_member(tonight.club, Role.OWNER, "Olive Owner")


def come_in(context: BrowserContext, live_server: LiveServer, user: User) -> None:
    """Be signed in without the page for it."""
    cookie = signed_in(user).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])


def addresses(tonight: Tournament) -> Iterator[tuple[str, str]]:
    """Every kind of page at the desk, by a name for its picture."""
    names = "Name\nWren Adair\nWren Adaire\nHeron Vale\n\nTotal 3"
    held = uploads.hold_text(tournament=tonight, text=names, by="Olive", at=timezone.now())
    next_week = tonight.club.tournaments.latest("date").slug
    corrected = Hand.objects.get(reports__revision=2)
    yield "desk", reverse("desk")
    for name in ("club-desk", "new-tournament", "players", "members", "club-settings"):
        yield name, reverse(name, args=[tonight.club.slug])
    for name in ("console", "arrivals", "names", "seat", "wishes", "desk-results", "points", "programme", "history"):
        yield name, reverse(name, args=[tonight.slug])
    for name in ("copy-tournament", "remove-tournament", "replace-rules"):
        yield name, reverse(name, args=[tonight.slug])
    for name in ("console", "seat", "seat-paper", "desk-results"):
        yield f"{name}-before", reverse(name, args=[next_week])
    yield "names-preview", reverse("names-preview", args=[tonight.slug, held.pk])
    yield "desk-table", reverse("desk-table", args=[tonight.slug, 2, 1])
    yield "desk-table-totals", reverse("desk-table", args=[tonight.slug, 2, 1]) + "?by=totals"
    yield "desk-hand", reverse("desk-hand", args=[tonight.slug, 1, corrected.game.table.number, corrected.number])
    yield "seat-table", reverse("seat-table", args=[tonight.slug, 2, 1])
    yield "cut-round", reverse("cut-round", args=[tonight.slug, 2])


@pytest.mark.timeout(300)
def test_every_page_of_the_desk_fits_and_can_be_read(
    live_server: LiveServer, browser: Browser, tonight: Tournament, keeper: User
) -> None:
    """In light everything that axe knows; at night, where only colours differ, their contrast."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    context = browser.new_context(bypass_csp=True, reduced_motion="reduce")
    come_in(context, live_server, keeper)
    page = context.new_page()
    found: list[tuple[str, str, str]] = []
    for (name, address), (scheme, rules) in product(addresses(tonight), (("light", WHOLE), ("dark", CONTRAST))):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        answer = page.goto(f"{live_server.url}{address}")
        assert (name, answer and answer.status) == (name, 200)
        for width in (*WIDTHS, 320):
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
                found.append((name, f"scrolls sideways at {width}", address))
            if width in WIDTHS:
                page.screenshot(path=SHOTS / f"{name}-{width}-{scheme}.png", full_page=True)
                violations = Axe().run(page, options=rules).response["violations"]
                found += [(f"{name} {width} {scheme}", one["id"], one["nodes"][0]["html"]) for one in violations]
    context.close()
    assert found == []


@pytest.mark.usefixtures("complaints")
def test_a_table_is_typed_by_keyboard_alone(
    live_server: LiveServer, page: Page, tonight: Tournament, keeper: User
) -> None:
    """Nine hands on the keyboard: numbers, Enter, and one letter where a hand was blocked."""
    come_in(page.context, live_server, keeper)
    page.goto(f"{live_server.url}{reverse('desk-results', args=[tonight.slug])}")
    keys = page.keyboard
    keys.type("7")
    keys.press("Enter")
    page.get_by_role("heading", name="Table 7").wait_for()
    expect(page.locator("#h1s1")).to_be_focused()
    for number in (0, 12, 25):
        keys.type(str(number))
        keys.press("Enter")
    expect(page.locator("#h2s1")).to_be_focused()
    for number in (14, 9, 31):
        keys.type(str(number))
        keys.press("Enter")
    expect(page.get_by_label("How hand 2 ended")).to_be_focused()
    keys.type("b")
    keys.press("Enter")
    for number in (0, 0, 18):
        keys.type(str(number))
        keys.press("Enter")
    expect(page.locator("#sheet-1")).to_be_focused()
    expect(page.locator("#sheet-sums td.total")).to_have_text(["14", "21", "74"])
    keys.press("Enter")
    expect(page.get_by_role("button", name="Save and accept")).to_be_focused()
    keys.press("Enter")
    expect(page.locator(".errors")).to_be_focused()
    expect(page.locator(".errors")).to_contain_text("Table 7, hand 3: Two players have 0 points")
    keys.press("Tab")
    keys.press("Enter")
    keys.press("Tab")
    expect(page.get_by_label("Who went out?")).to_be_focused()
    keys.press("ArrowDown")  # past "not said" and the first of the two
    keys.press("ArrowDown")
    while not page.evaluate("document.activeElement.name === 'confirmed'"):
        keys.press("Shift+Tab")
    keys.press("Enter")
    said(page, "Table 7: 3 hands saved")
    expect(page.get_by_label("Table on the sheet in your hand")).to_be_focused()
    reports = Report.objects.filter(hand__game__table__number=7, hand__game__table__round__number=2)
    assert list(reports.order_by("hand__number").values_list("ended", "out_place")) == [
        ("out", 1),
        ("blocked", None),
        ("out", 2),
    ]
    assert not reports.filter(accepted_at=None).exists()


@pytest.mark.usefixtures("complaints")
def test_people_arrive_by_tapping(live_server: LiveServer, browser: Browser, tonight: Tournament, keeper: User) -> None:
    evening = tonight.club.tournaments.latest("date")
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    come_in(context, live_server, keeper)
    page = context.new_page()
    page.goto(f"{live_server.url}{reverse('arrivals', args=[evening.slug])}")
    here = page.locator(".count", has_text="here")
    for count, row in enumerate(page.locator("#arrivals > li").all()[:3], 1):
        row.get_by_role("button", name="is here").tap()
        expect(here.locator("b")).to_have_text(str(count))
        expect(row.get_by_role("button", pressed=True)).to_be_visible()
    page.locator("#arrivals-undo").get_by_role("button", name="Take back").first.tap()
    expect(here.locator("b")).to_have_text("2")
    page.get_by_label("Find a name").fill("nobody of this name")
    expect(page.get_by_text("Nobody of this name is on the list.")).to_be_visible()
    page.locator("#walk-in").get_by_label("Name").fill("Nightjar Lamp")
    page.get_by_role("button", name="Add; they are here").tap()
    said(page, "Nightjar Lamp is here")
    expect(here.locator("b")).to_have_text("3")
    context.close()


def test_a_round_without_any_script(
    live_server: LiveServer, browser: Browser, tonight: Tournament, keeper: User
) -> None:
    """Sign in, arrivals, seating, one table, the standings: everything answers to plain forms."""
    evening = tonight.club.tournaments.latest("date")
    page = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740}).new_page()
    sign_in(page, live_server, keeper)
    page.goto(f"{live_server.url}{reverse('console', args=[evening.slug])}")
    page.get_by_role("link", name="Open arrivals").click()
    page.get_by_label("Find a name").fill("heron")
    press(page, "Find")
    page.get_by_role("button", name="Heron Vale is here").click()
    press(page, "Everybody is here (11 more)")
    tab(page, "Seating")
    press(page, "Draw the seating")
    said(page, "Round 1 is drawn")
    press(page, "Accept and publish round 1")
    tab(page, "Results")
    page.get_by_label("Table on the sheet in your hand").fill("1")
    press(page, "Type it")
    for hand in range(1, 5):
        for seat, points in enumerate((0, 11, 23, 40), 1):
            page.locator(f"#h{hand}s{seat}").fill(str(points))
    press(page, "Save and accept")
    said(page, "Table 1: 4 hands saved")
    tab(page, "Public page")
    expect(page.locator(".as-of")).to_contain_text("round 1 · 1 of 3 tables in")
    expect(page.locator("td.total").first).to_have_text("0")


def test_a_sheet_for_eight_fits_a_laptop_and_a_phone(
    live_server: LiveServer, page: Page, owner: User, club: Club
) -> None:
    """Not even the sheet's own frame scrolls: whoever types sees every seat and how the hand ended."""
    evening = a_tournament(club, "Friday evening", slug="friday-evening")
    long = [an_entry(evening, a_player(club, f"Pip Featherstonehaugh-Cholmondeley {seat}")) for seat in range(1, 9)]
    a_round(evening, [long])
    come_in(page.context, live_server, owner)
    page.goto(f"{live_server.url}{reverse('desk-table', args=[evening.slug, 1, 1])}")
    for width in (1280, 1024, 360, 320):
        page.set_viewport_size({"width": width, "height": 800})
        inner, outer = page.locator(".scroll").evaluate("frame => [frame.scrollWidth, frame.clientWidth]")
        assert (width, inner) == (width, outer)

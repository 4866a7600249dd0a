"""The desk's pages as somebody works with them: by keyboard alone, by tapping, without any script, at night, on a phone."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from games.models import Report
from tests.conftest import browser as signed_in
from tests.e2e.conftest import SHOTS, WIDTHS
from tests.factories import a_member
from tournaments import uploads
from tournaments.demo.fill import Stage, fill_demo
from tournaments.models import Role, Tournament, User


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
    corrected = Report.objects.get(revision=2).hand
    yield "desk", reverse("desk")
    for name in ("club-desk", "new-tournament", "players", "members", "club-settings"):
        yield name, reverse(name, args=[tonight.club.slug])
    for name in ("console", "arrivals", "names", "seat", "desk-results", "points", "programme", "history"):
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
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_of_the_desk_fits_and_can_be_read(
    live_server: LiveServer, browser: Browser, tonight: Tournament, keeper: User, width: int, scheme: str
) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce"
    )
    come_in(context, live_server, keeper)
    page = context.new_page()
    found: list[tuple[str, str, str]] = []
    for name, address in addresses(tonight):
        answer = page.goto(f"{live_server.url}{address}")
        assert (name, answer and answer.status) == (name, 200)
        page.screenshot(path=SHOTS / f"{name}-{width}-{scheme}.png", full_page=True)
        violations = Axe().run(page).response["violations"]
        found += [(name, one["id"], one["nodes"][0]["html"]) for one in violations]
        page.set_viewport_size({"width": min(width, 320), "height": 800})
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            found.append((name, "scrolls sideways", address))
        page.set_viewport_size({"width": width, "height": 800})
    context.close()
    assert found == []

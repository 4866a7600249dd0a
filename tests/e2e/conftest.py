"""A real Chromium: Debian's own, found on this machine; nothing is downloaded.

Without one the stories are skipped, and fail where HENHOUSE_NEED_BROWSER is set.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

from tests.conftest import browser as signed_in
from tests.factories import a_member
from tournaments.models import Role, Tournament

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
)
SHOTS = Path(__file__).resolve().parent.parent.parent / "build" / "screens"
WIDTHS = (360, 1280)

# The browser's driver runs a loop of its own, in which Django would refuse to talk to the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")


def chromium() -> str | None:
    """Where this machine's Chromium is."""
    return next((path for path in map(shutil.which, CHROMIUMS) if path), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives the browser and uses committed rows."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.django_db(transaction=True))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    path = chromium()
    if path is None:
        if os.environ.get("HENHOUSE_NEED_BROWSER"):
            pytest.fail("There is no Chromium on this machine: apt install chromium")
        pytest.skip("no Chromium on this machine (apt install chromium)")
    return {"executable_path": path, "args": list(QUIET), "headless": True}


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    return {"locale": "en-GB", "timezone_id": "UTC", "reduced_motion": "reduce"}


def is_complaint(message: ConsoleMessage) -> bool:
    """Whether the console says that something is wrong; a poll cut off by going to another page is not."""
    cut_off = message.text.startswith(("htmx:sendAbort", "htmx:afterRequest"))
    return message.type in {"error", "warning"} and not cut_off


@pytest.fixture
def complaints(page: Page) -> Iterator[list[str]]:
    """What the browser's console complains of during the test: errors and refused resources; empty at the end."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if is_complaint(message) else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    yield found
    assert found == []


Shoot = Callable[[str, str], list[Path]]


@pytest.fixture
def shoot(browser: Browser, page: Page) -> Shoot:
    """`shoot(address, name)` saves the page as NAME-360-light.png … NAME-1280-dark.png in build/screens.

    It opens the address with the cookies of `page`, so that the screen is seen as the person signed in there sees it.
    """

    def take(address: str, name: str) -> list[Path]:
        SHOTS.mkdir(parents=True, exist_ok=True)
        taken: list[Path] = []
        for width in WIDTHS:
            for scheme in ("light", "dark"):
                context = browser.new_context(
                    viewport={"width": width, "height": 800},
                    color_scheme="dark" if scheme == "dark" else "light",
                    storage_state=page.context.storage_state(),
                    reduced_motion="reduce",
                )
                view = context.new_page()
                view.goto(address)
                file = SHOTS / f"{name}-{width}-{scheme}.png"
                view.screenshot(path=file, full_page=True)
                assert view.evaluate("document.documentElement.scrollWidth") <= width, f"{name} scrolls sideways"
                context.close()
                taken.append(file)
        return taken

    return take


@pytest.fixture
def desk(live_server: LiveServer, page: Page, evening: Tournament) -> Page:
    """The page of the draft of the story's own fixture `evening`, with the organiser signed in."""
    user = a_member(evening.club, Role.ORGANISER, "Orla Organiser")
    cookie = signed_in(user).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page.set_viewport_size({"width": 1280, "height": 1600})
    page.goto(f"{live_server.url}{reverse('seat', args=[evening.slug])}")
    return page

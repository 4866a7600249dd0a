"""What people do in a browser, so that a story reads like the evening: sign in, take in a seating, type a table."""

import re

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tournaments.models import User

PASSWORD = "seven grey geese"


def sign_in(page: Page, live_server: LiveServer, user: User) -> None:
    """Sign in through the page, and arrive at the desk."""
    user.refresh_from_db()
    user.set_password(PASSWORD)
    user.save()
    page.goto(f"{live_server.url}/en/sign-in/")
    page.get_by_label("User name").fill(user.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="My clubs").wait_for()


def tab(page: Page, name: str) -> None:
    """Go to another page of the tournament's desk."""
    page.locator("nav.tabs").get_by_role("link", name=name, exact=True).click()


def press(page: Page, name: str) -> None:
    """Press a button that stands on the page once."""
    page.get_by_role("button", name=name, exact=True).click()


def said(page: Page, text: str) -> None:
    """Wait until the desk has said this."""
    expect(page.locator(".messages .notice", has_text=re.compile(re.escape(text)))).to_be_visible()

"""That a browser reaches the served site at all; the stories stand beside this file."""

from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer


def test_a_browser_reaches_the_site(live_server: LiveServer, page: Page) -> None:
    page.goto(f"{live_server.url}/health")
    assert '"alive": true' in page.content()

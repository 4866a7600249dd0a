"""An evening is rehearsed in the browser: from the door to the final list, watched by a stranger, and thrown away."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.acts import press, said, sign_in, tab
from tests.e2e.conftest import Shoot
from tests.factories import a_member
from tests.rehearsed import evening_1
from tournaments.models import Club, Rehearsal, Role, Tournament

SOON = 8000
"""Milliseconds in which a step shows everywhere: two seconds of polling, and a busy machine."""


@pytest.mark.timeout(240)
@pytest.mark.usefixtures("complaints")
def test_an_evening_is_rehearsed(
    live_server: LiveServer, page: Page, browser: Browser, club: Club, shoot: Shoot
) -> None:
    tournament = evening_1(club)
    sign_in(page, live_server, a_member(club, Role.ORGANISER))
    page.goto(f"{live_server.url}{reverse('console', args=[tournament.slug])}")
    page.get_by_role("link", name="Rehearse this evening").click()
    shoot(page.url, "rehearse")
    page.get_by_label("one step for each press").check()
    page.get_by_label("Seed").fill("5")
    press(page, "Rehearse this evening")
    rehearsal = Rehearsal.objects.get()
    address = page.url
    everybody_sees = page.get_by_role("link", name="Watch it as everybody would").get_attribute("href") or ""

    for count in range(1, 7):
        press(page, "Next")
        expect(page.locator("#rehearsal")).to_contain_text(f"{count} step")
    watching = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    watching.goto(f"{live_server.url}{everybody_sees}")
    expect(watching.locator(".rehearsal-mark")).to_contain_text("Nothing here counts")
    expect(watching.locator(".as-of")).to_contain_text("round 1 · 0 of 5 tables in")

    page.get_by_label("at once").check()
    press(page, "Go on like this")
    said(page, "The rehearsal goes on: at once, to the end.")
    expect(watching.locator(".as-of")).to_contain_text("final", timeout=90_000)
    expect(page.get_by_role("heading", name="The rehearsal is over")).to_be_visible(timeout=SOON)
    report = page.locator("#rehearsal")
    for sentence in ("Sheets that were sent back", "cannot be closed yet: table", "comes late", "Who never came"):
        expect(report).to_contain_text(sentence)
    expect(report).to_contain_text(re.compile(r"(person has|people have) another place"))
    assert rehearsal.steps.filter(was_refused=True).exclude(act__in=["slip", "missing"]).count() == 0
    shoot(address, "rehearsal")
    shoot(f"{live_server.url}{everybody_sees}", "rehearsal-watched")

    page.get_by_role("link", name="Throw this rehearsal away").click()
    page.get_by_label("To go on, type the name").fill("Rehearsal: Barn evening")
    press(page, "Throw it away")
    said(page, "Rehearsal: Barn evening is thrown away.")
    tab(page, "Tonight")
    expect(page.locator("#rounds + *").first).to_contain_text("No round is seated yet")
    assert watching.request.get(f"{live_server.url}{everybody_sees}").status == 404
    assert Tournament.with_rehearsals.count() == 1
    watching.context.close()

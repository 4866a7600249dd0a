"""A club evening through its pages, from a secretary's spreadsheet to the final list; the hall looks on."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.acts import press, said, sign_in
from tests.tournaments.standings.test_evening import CASE, HANDS, TWO_TABLES_OUT, rows_of
from tournaments.models import Club, User

TABLES = range(1, 6)
SOON = 5000
"""Milliseconds in which a report must show on every screen: two seconds of polling, and a busy machine."""

SEATING = {(row["round"], row["table"], row["seat"]): row["name"] for row in rows_of("seating.csv")}
PLAYED = {(row["round"], row["table"], row["hand"]): row for row in rows_of("hands.csv")}


@pytest.fixture
def looking_on(browser: Browser, live_server: LiveServer) -> Iterator[Callable[..., Page]]:
    """Opens a public page on somebody's screen; whatever a screen complains of fails the test, and so does a reload."""
    found: list[str] = []
    screens: list[Page] = []

    def look(address: str, **context: Any) -> Page:
        screen = browser.new_context(reduced_motion="reduce", **context).new_page()
        screen.on("console", lambda said: found.append(said.text) if said.type in {"error", "warning"} else None)
        screen.on("pageerror", lambda error: found.append(str(error)))
        screen.goto(f"{live_server.url}{address}")
        screen.evaluate("window.openedOnce = true")
        screens.append(screen)
        return screen

    yield look
    reloaded = [screen.url for screen in screens if not screen.evaluate("window.openedOnce === true")]
    for screen in screens:
        screen.context.close()
    assert (found, reloaded) == ([], [])


@pytest.mark.timeout(240)
@pytest.mark.usefixtures("complaints")
def test_a_club_evening(
    live_server: LiveServer, page: Page, owner: User, club: Club, looking_on: Callable[..., Page]
) -> None:
    sign_in(page, live_server, owner)
    make_the_tournament(page)
    take_in_the_names(page)
    everybody_is_here(page)
    everybody_sees = page.get_by_role("link", name="Public page").get_attribute("href") or ""
    phone = looking_on(everybody_sees, viewport={"width": 360, "height": 740})
    hall = looking_on(everybody_sees, viewport={"width": 1280, "height": 800})

    for number, seat in ((1, seat_from_file), (2, seat_by_typing), (3, seat_from_file)):
        page.get_by_role("link", name="Seat 30 people").click()
        seat(page, number)
        expect(phone.locator(".as-of")).to_contain_text(f"round {number} · 0 of 5 tables in", timeout=SOON)
        page.get_by_role("link", name="Type results").click()
        order = (1, 3, 5, 2, 4)
        for count, table in enumerate(order, 1):
            if number == 3 and count == 4:
                type_table(page, 3, 2, hands=1, accept=False)
                for screen in (phone, hall):
                    expect(screen.locator(".as-of")).to_contain_text("round 3 · 3 of 5 tables in", timeout=SOON)
                    assert as_shown(screen) == TWO_TABLES_OUT
            type_table(page, number, table)
            if count in (1, 3, 5):
                for screen in (phone, hall):
                    expect(screen.locator(".as-of")).to_contain_text(f"{count} of 5 tables in", timeout=SOON)
        page.get_by_role("link", name="On to the next step").click()
        press(page, f"Close round {number}")
        said(page, f"Round {number} is closed")
    press(page, "Finish the tournament")
    for screen in (phone, hall):
        expect(screen.locator(".as-of")).to_contain_text("final", timeout=SOON)
        assert [line_of(row) for row in as_shown(screen)] == rows_of("standings.csv")


def make_the_tournament(page: Page) -> None:
    page.get_by_role("link", name="Make the first one").click()
    page.get_by_label("Name", exact=True).fill("Friday evening")
    press(page, "Make the tournament")
    page.get_by_role("heading", name="Who plays tonight?").wait_for()
    press(page, "Publish: let everybody see it")
    said(page, "Everybody can see Friday evening now")


def take_in_the_names(page: Page) -> None:
    page.get_by_role("link", name="Add names").click()
    page.get_by_label("Or choose a file").set_input_files(CASE / "roster.csv")
    press(page, "Look at the list")
    expect(page.locator(".taps li .name")).to_have_text([row["Name"] for row in rows_of("roster.csv")])
    press(page, "Accept the list: 30 people are entered")


def everybody_is_here(page: Page) -> None:
    press(page, "Everybody is here (30 more)")
    expect(page.locator(".count").first).to_have_text("30here")
    page.get_by_role("link", name="On to the next step").click()


def seat_from_file(page: Page, number: int) -> None:
    page.get_by_role("link", name="Type the seating, or take it from a file").click()
    page.get_by_label("A CSV file with the columns").set_input_files(CASE / "seating.csv")
    press(page, "Read it into the form")
    publish(page, number)


def seat_by_typing(page: Page, number: int) -> None:
    page.get_by_role("link", name="Type the seating, or take it from a file").click()
    press(page, "One more seat at each table")
    page.get_by_label("Seat 6").first.wait_for()
    for (of_round, table, seat), name in SEATING.items():
        if of_round == str(number):
            page.get_by_role("group", name=f"Table {table}").get_by_label(f"Seat {seat}").fill(name)
    publish(page, number)


def publish(page: Page, number: int) -> None:
    press(page, "Take it over as a draft")
    for table in TABLES:
        names = [name for (of, at, _seat), name in SEATING.items() if (of, at) == (str(number), str(table))]
        card = page.locator(".table-card", has=page.get_by_role("heading", name=re.compile(rf"^Table {table}\b")))
        expect(card.locator("li > span:nth-child(2)")).to_contain_text(names)
    press(page, f"Accept and publish round {number}")
    said(page, f"Round {number} is published")


def type_table(page: Page, number: int, table: int, *, hands: int = 0, accept: bool = True) -> None:
    """Take a sheet off the pile: its number, its hands, save, and say yes to what is odd and right all the same."""
    field = page.get_by_label("Table on the sheet in your hand")
    expect(field).to_be_focused()
    field.fill(str(table))
    field.press("Enter")
    page.get_by_role("heading", name=f"Table {table}", exact=True).wait_for()
    rows = [PLAYED[str(number), str(table), str(hand)] for hand in range(1, (hands or HANDS[number]) + 1)]
    for row in rows:
        for seat in range(1, 7):
            page.locator(f"#h{row['hand']}s{seat}").fill(row[f"seat_{seat}"])
        if row["ended"] == "blocked":
            page.get_by_label(f"How hand {row['hand']} ended").select_option("blocked")
    save = "Save and accept" if accept else "Save only"
    press(page, save)
    if any(is_odd(row) for row in rows):
        for row in rows:
            if row["ended"] == "out" and zeros(row) > 1:
                page.locator(f"#out-{row['hand']}").select_option(row["out_seat"])
        press(page, f"I have looked again: it is right. {save}")
    said(page, f"Table {table}")


def zeros(row: dict[str, str]) -> int:
    return sum(row[f"seat_{seat}"] == "0" for seat in range(1, 7))


def is_odd(row: dict[str, str]) -> bool:
    """Whether somebody has 0 points who did not go out: they were left with the 0-0 alone."""
    return zeros(row) > (row["ended"] == "out")


def as_shown(screen: Page) -> list[tuple[int | None, str, int, int, int, int]]:
    """The public list as it stands on a screen: place, name, total, zeros, lowest other hand, hands."""
    rows: list[list[str]] = screen.locator("table.standings tr[data-key]").evaluate_all(
        """rows => rows.map(row => [
            row.querySelector('.rank').textContent,
            row.querySelector('th a').textContent,
            row.querySelector('.total').textContent,
            ...[...row.querySelectorAll('[data-label]')].slice(0, 3).map(cell => cell.textContent),
        ])"""
    )
    return [
        (int(place) if place else None, name, int(total), int(zeros), int(lowest), int(hands))
        for place, name, total, zeros, lowest, hands in rows
    ]


def line_of(row: tuple[int | None, str, int, int, int, int]) -> dict[str, str]:
    return dict(zip(("rank", "name", "total", "zeros", "lowest_other", "hands"), map(str, row), strict=True))

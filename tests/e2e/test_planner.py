"""The draft of a seating in a real browser: swapped by key, mouse and finger; locked, drawn again, taken back."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.conftest import browser as signed_in
from tests.e2e.acts import press, said, sign_in
from tests.e2e.conftest import Shoot
from tests.factories import NOW, a_player, a_round, a_tournament, an_entry
from tournaments import drafts, wishes
from tournaments.models import Club, Entry, Round, Tournament, User, Wish
from tournaments.seating.sizes import Split

NAMES = (
    "Wren Adair",
    "Robin Bly",
    "Heron Vale",
    "Plover Marsh",
    "Dunlin Shaw",
    "Siskin Hope",
    "Curlew Fenn",
    "Avocet Lowe",
    "Merlin Frost",
    "Osprey Dale",
    "Pipit Moss",
)


@pytest.fixture
def evening(transactional_db: None, club: Club) -> Tournament:
    """Eleven people, one round behind them, the next one drawn as a draft."""
    tournament = a_tournament(club, "Friday evening", slug="friday-evening")
    people = [an_entry(tournament, a_player(club, name)) for name in NAMES]
    a_round(tournament, [people[:4], people[4:8], people[8:]], state=Round.State.CLOSED)
    wishes.add(tournament=tournament, kind=Wish.Kind.APART, entries=[1, 5], by="Orla", at=NOW)
    drafts.draft_round(tournament=tournament, split=Split((4, 4, 3)), seed=3, by="Orla", at=NOW)
    return tournament


def renewed(page: Page, act: Callable[[], None]) -> None:
    """Do something, and wait until the page has another draft to show."""
    page.locator("#seat").evaluate("part => part.classList.add('old')")
    act()
    page.locator("#seat:not(.old)").wait_for()


def sitters(page: Page, table: int) -> Locator:
    return page.locator(f"#table-{table} .sitter")


def names_at(page: Page, table: int) -> list[str]:
    return sitters(page, table).all_inner_texts()


@pytest.mark.usefixtures("complaints")
def test_a_draft_is_changed_by_keyboard_alone(desk: Page, live_server: LiveServer, shoot: Shoot) -> None:
    first, second = names_at(desk, 1), names_at(desk, 2)
    keys = desk.keyboard
    sitters(desk, 1).first.focus()
    keys.press("Enter")
    expect(sitters(desk, 1).first).to_have_attribute("aria-pressed", "true")
    keys.press("Escape")
    expect(sitters(desk, 1).first).to_have_attribute("aria-pressed", "false")
    keys.press("Space")
    sitters(desk, 2).first.focus()
    keys.press("Enter")
    said(desk, f"{first[0]} and {second[0]} have changed places.")
    expect(sitters(desk, 1).first).to_have_text(second[0])
    expect(sitters(desk, 1).first).to_be_focused()
    assert (names_at(desk, 1), names_at(desk, 2)) == ([second[0], *first[1:]], [first[0], *second[1:]])

    desk.locator("#lock-1").focus()
    keys.press("Enter")
    said(desk, "Table 1 is locked")
    expect(desk.locator("#table-1 .chip", has_text="locked")).to_be_visible()
    kept = names_at(desk, 1)
    shoot(desk.url, "planner")
    for _time in range(2):
        renewed(desk, lambda: press(desk, "Draw the rest again"))
        said(desk, "Round 2 is drawn again.")
        assert names_at(desk, 1) == kept

    for words in ("drawn again", "drawn again", "table 1 of the draft locked", "changed places"):
        renewed(desk, desk.locator("#step-back").click)
        said(desk, "Taken back: Round 2:")
        expect(desk.locator(".messages .notice")).to_contain_text(words)
    assert (names_at(desk, 1), names_at(desk, 2)) == (first, second)
    expect(desk.locator("#step-back")).to_have_count(0)


@pytest.mark.usefixtures("complaints")
def test_a_name_is_dragged_onto_another(desk: Page) -> None:
    first, third = names_at(desk, 1), names_at(desk, 3)
    sitters(desk, 1).nth(1).drag_to(sitters(desk, 3).nth(2))
    said(desk, f"{first[1]} and {third[2]} have changed places.")
    assert names_at(desk, 1)[1] == third[2]
    sitters(desk, 1).nth(0).drag_to(desk.locator("#quality"))
    sitters(desk, 1).nth(0).click()
    expect(sitters(desk, 1).first).to_have_attribute("aria-pressed", "true")


@pytest.mark.usefixtures("complaints")
def test_what_a_swap_does_is_marked_at_once(desk: Page) -> None:
    """Wren and Dunlin are to be kept apart; whoever moves one of them to the other sees it in words."""
    wren, dunlin = desk.get_by_role("button", name="Wren Adair"), desk.get_by_role("button", name="Dunlin Shaw")
    card = desk.locator(".table-card", has=wren)
    stays = card.locator(".sitter").filter(has_not_text="Wren Adair").first
    stays.click()
    dunlin.click()
    expect(card.locator(".why-wrong", has_text="to be kept apart from Dunlin Shaw")).to_be_visible()
    expect(card.locator(".chip", has_text="wish not kept")).to_be_visible()
    expect(desk.locator(".notice-refuse")).to_contain_text(
        "Wren Adair and Dunlin Shaw were to be kept apart and are not."
    )


def test_a_draft_that_somebody_walks_in_on_says_so_by_itself(desk: Page, evening: Tournament) -> None:
    an_entry(evening, a_player(evening.club, "Nightjar Lamp"))
    Tournament.objects.filter(pk=evening.pk).update(version=evening.version + 5)
    expect(desk.get_by_text("Came since: Nightjar Lamp")).to_be_visible(timeout=9000)
    expect(desk.get_by_role("button", name="Draw it again for 12 people")).to_be_visible()


def test_names_are_held_and_dragged_by_a_finger(
    live_server: LiveServer, browser: Browser, evening: Tournament, organiser: User
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 1600}, has_touch=True, is_mobile=True)
    cookie = signed_in(organiser).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}{reverse('seat', args=[evening.slug])}")
    first, second = names_at(page, 1), names_at(page, 2)
    sitters(page, 2).first.scroll_into_view_if_needed()
    start, end = sitters(page, 1).first.bounding_box(), sitters(page, 2).first.bounding_box()
    assert start is not None
    assert end is not None
    finger = context.new_cdp_session(page)

    def touch(kind: str, *where: tuple[float, float]) -> None:
        points = [{"x": x + 40, "y": y + 12} for x, y in where]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (start["x"], start["y"]))
    page.locator(".sitter.dragged").wait_for()
    touch("touchMove", (end["x"], end["y"]))
    touch("touchEnd")
    said(page, f"{first[0]} and {second[0]} have changed places.")
    sitters(page, 1).first.tap()
    sitters(page, 2).first.tap()
    expect(sitters(page, 1).first).to_have_text(first[0])
    context.close()


def test_a_draft_without_any_script(
    live_server: LiveServer, browser: Browser, evening: Tournament, organiser: User
) -> None:
    """Two presses, a lock, a redraw, the way back, and wishes: plain forms all of them."""
    page = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740}).new_page()
    sign_in(page, live_server, organiser)
    page.goto(f"{live_server.url}{reverse('seat', args=[evening.slug])}")
    first, second = names_at(page, 1), names_at(page, 2)
    sitters(page, 1).first.click()
    expect(page.get_by_text("Now press the name of who changes places with them.")).to_be_visible()
    sitters(page, 2).first.click()
    said(page, f"{first[0]} and {second[0]} have changed places.")
    page.locator("#lock-2").click()
    press(page, "Draw the rest again")
    assert names_at(page, 2) == [first[0], *second[1:]]
    for _step in range(3):
        page.locator("#step-back").click()
    assert (names_at(page, 1), names_at(page, 2)) == (first, second)
    page.get_by_role("link", name="Wishes about seats").click()
    page.get_by_label("They sit together").check()
    page.get_by_label("Wren Adair").check()
    page.get_by_label("Dunlin Shaw").check()
    press(page, "Note this wish")
    said(page, "The wish is noted.")
    page.get_by_role("link", name="Back to the seating").click()
    press(page, "Draw it again")
    expect(page.get_by_text("Nothing is drawn: these wishes cannot be kept")).to_be_visible()
    page.get_by_role("button", name="Ignore this one and draw : Kept apart").click()
    said(page, "Round 2 is drawn again.")
    together = page.locator(".table-card", has_text="Wren Adair")
    expect(together.get_by_role("button", name="Dunlin Shaw")).to_be_visible()
    assert Entry.objects.filter(tournament=evening, status="here").count() == 11

"""The bracket in a real browser: its lines end where the seats are, a phone shows one round, the list has all."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.acts import press, sign_in
from tests.e2e.conftest import Shoot
from tests.staged import a_knockout, again, planned, play, qualifying, seated, staged, tables_of
from tournaments.models import Club, Player, Tournament, User

MIDDLES = """() => {
  const from = document.querySelector('.bracket').getBoundingClientRect().top;
  const middle = (box) => box.top + box.height / 2;
  const rows = [...document.querySelectorAll('.bracket-round')].map((round) =>
    [...round.querySelectorAll('.bracket-card')].map((card) =>
      [...card.querySelectorAll('li')].map((row) => middle(row.getBoundingClientRect()))));
  const lines = [...document.querySelectorAll('.bracket-lines')].map((svg) =>
    [...svg.querySelectorAll('path')].map((path) => {
      const at = (length) => path.getPointAtLength(length).matrixTransform(path.getScreenCTM()).y;
      return [at(0), at(path.getTotalLength())];
    }));
  return {rows, lines};
}"""

NAMES = (
    "Featherstonehaughmockingbirdwhistlethwaitebarnyardcockadoodlehenhouserooster-AZ",
    "Peregrine Maximiliana Featherstonehaugh of the Long Barn by the Old Mill Pond XY",
    "ભારતીયખેડૂતમરઘાંઉછેરમંડળનાપ્રમુખરમેશચંદ્રપટેલ",
    "રમેશચંદ્ર પટેલ",
)
CUT_OFF = "(link) => link.scrollWidth > link.clientWidth + 1"


@pytest.fixture
def knockout(transactional_db: None, club: Club) -> Tournament:
    """Sixteen people in a knockout with a fixed draw: the first round is over, in the second one table is in."""
    tournament = qualifying(club, 16, draw="fixed")
    planned(tournament)
    play(seated(tournament))
    seated(tournament)
    return again(tournament)


def test_lines_lead_from_each_place_to_its_seat(live_server: LiveServer, page: Page, knockout: Tournament) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{live_server.url}{reverse('bracket', args=[knockout.slug])}")
    found: dict[str, Any] = page.evaluate(MIDDLES)
    first, second, final = found["rows"]
    into_second, into_final = found["lines"]
    assert (len(into_second), len(into_final)) == (8, 4)
    ends = sorted(round(end) for _start, end in into_second)
    assert ends == sorted(round(row) for card in second for row in card)
    starts = {round(start) for start, _end in into_second}
    assert starts <= {round(row) for card in first for row in card[:2]}
    # Nobody has a place before the table is finished: the lines start in the middle of the card.
    assert {round(start) for start, _end in into_final} == {round(sum(card) / len(card)) for card in second}
    assert sorted(round(end) for _start, end in into_final) == sorted(round(row) for row in final[0])


def test_a_phone_shows_the_round_that_is_played_and_the_others_by_a_link(
    live_server: LiveServer, page: Page, knockout: Tournament, complaints: list[str]
) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{live_server.url}{reverse('bracket', args=[knockout.slug])}")
    shown = page.locator(".bracket-round:visible h3")
    expect(shown).to_have_text(["Semi-finals"])
    page.get_by_role("link", name="Final", exact=True).click()
    expect(shown).to_have_text(["Final"])
    page.get_by_role("link", name="As a list", exact=True).click()
    expect(page.locator("h3")).to_have_text(["Round 1", "Semi-finals", "Final"])


def test_screens_of_a_bracket(live_server: LiveServer, knockout: Tournament, shoot: Shoot) -> None:
    for name in ("bracket", "bracket-list"):
        assert len(shoot(f"{live_server.url}{reverse(name, args=[knockout.slug])}", name)) == 4


@pytest.fixture
def many(transactional_db: None, club: Club) -> Tournament:
    """Sixty people with names of all kinds in a knockout from the start: fifteen tables, the second round is seated."""
    tournament, _people = staged(club, a_knockout(takes="all", how_many="", carries="points"), people=60, sizes=[4])
    for number, name in enumerate(NAMES):
        Player.objects.filter(entries__tournament=tournament, entries__number=number + 1).update(name=name)
    planned(tournament, 1)
    first = seated(tournament)
    play(first, {one: 3 * at * at + at for table in tables_of(first) for at, one in enumerate(table)})
    seated(tournament)
    return again(tournament)


def test_a_large_bracket_shows_a_round_at_a_time_and_whole_names(
    live_server: LiveServer, page: Page, many: Tournament, shoot: Shoot
) -> None:
    """Names of eighty letters, without a space or in Gujarati, are read to their end on a phone and on a desk."""
    address = f"{live_server.url}{reverse('bracket', args=[many.slug])}"
    assert len(shoot(address, "bracket-large")) == 4
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(address)
        expect(page.locator(".bracket-round:visible")).to_have_count(1)
        page.get_by_role("link", name="Round 1", exact=True).click()
        expect(page.locator(".bracket-card:visible")).to_have_count(15)
        for name in NAMES:
            assert page.get_by_role("link", name=name, exact=True).evaluate(CUT_OFF) is False
    page.emulate_media(media="print")
    expect(page.locator(".bracket-round:visible")).to_have_count(5)


def test_other_numbers_for_some_tables_on_a_phone(
    live_server: LiveServer, page: Page, club: Club, owner: User, complaints: list[str]
) -> None:
    """One number holds for all tables; a link opens a box for each of them, and the plans follow."""
    tournament = qualifying(club, 16)
    page.set_viewport_size({"width": 360, "height": 800})
    sign_in(page, live_server, owner)
    page.goto(f"{live_server.url}{reverse('stage', args=[tournament.slug, 2])}")
    expect(page.get_by_text("4x4 -> 2x4 -> final 4")).to_be_visible()
    expect(page.get_by_label("table A").first).to_be_hidden()
    page.get_by_text("Different for some tables").click()
    page.get_by_label("table A").first.fill("3")
    press(page, "Work out the plans with these numbers")
    expect(page.get_by_text("4x4 (A 3, B-D 2) -> 1x5 + 1x4 -> final 4")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    press(page, "Play it like this")
    expect(page.get_by_text("9 people go on: 3 from table A, 2 from each of the tables B to D.").first).to_be_visible()

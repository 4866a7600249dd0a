"""An evening with a cut: twenty-two arrive, two walk in, one leaves; three rounds, a tie, semi-finals, the final."""

import re
from collections.abc import Mapping

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Score
from tests.e2e.acts import press, said, sign_in
from tests.e2e.conftest import Shoot
from tests.factories import a_player, a_tournament, an_entry
from tournaments.models import Club, Entry, Round, Seat, Tournament, User

BIRDS = (
    "Wren", "Robin", "Heron", "Plover", "Dunlin", "Siskin", "Curlew", "Avocet", "Merlin", "Osprey", "Pipit",
    "Teal", "Knot", "Ruff", "Swift", "Martin", "Linnet", "Dipper", "Gannet", "Fulmar", "Petrel", "Shearwater",
)  # fmt: skip
LATE = ("Kestrel Late", "Hobby Late")
LOST = 10
"""What whoever did not go out was left with in the first two rounds."""


@pytest.fixture
def evening(transactional_db: None, club: Club) -> Tournament:
    """Twenty-two people on the list, nobody is here yet; three rounds of one hand."""
    tournament = a_tournament(club, "Friday evening", slug="friday-evening", plan=[[9], [8], [7]], sizes=[4, 5])
    for bird in BIRDS:
        an_entry(tournament, a_player(club, f"{bird} Barn"), status=Entry.Status.EXPECTED)
    return tournament


@pytest.mark.timeout(420)
@pytest.mark.usefixtures("complaints")
def test_an_evening_with_a_cut_and_a_final(
    live_server: LiveServer, page: Page, evening: Tournament, owner: User, shoot: Shoot
) -> None:
    page.set_viewport_size({"width": 1280, "height": 1400})
    sign_in(page, live_server, owner)
    plan_a_knockout(page, live_server, evening)
    doors(page, live_server, evening)
    for number in (1, 2, 3):
        seat(page, live_server, evening, number)
        play(page, live_server, evening, number, points_of(evening, number))
        close(page, live_server, evening, number)
        if number == 1:
            leaves(page, live_server, evening, "Shearwater Barn")
    through = settle_and_cut(page, live_server, evening)
    gone = through[2]
    leaves(page, live_server, evening, gone)
    step_on(page, live_server, evening, "Choose how it is played")
    expect(page.get_by_text("2x4 -> final 4").first).to_be_visible()
    press(page, "Play it like this")
    seat(page, live_server, evening, 4)
    semi = tables_of(evening, 4)
    assert sorted(name for table in semi for name in table) == sorted(through)
    play(page, live_server, evening, 4, {name: 5 * at for table in semi for at, name in enumerate(table)}, away=gone)
    bracket = f"{live_server.url}{reverse('bracket', args=[evening.slug])}"
    phone = page.context.browser.new_context(viewport={"width": 360, "height": 800}).new_page()  # type: ignore[union-attr]
    phone.goto(bracket)
    expect(phone.locator(".bracket-round:visible h3")).to_have_text(["Semi-finals"])
    expect(phone.locator(".bracket-round:visible li", has_text=gone)).to_contain_text("did not come")
    close(page, live_server, evening, 4)
    seat(page, live_server, evening, 5)
    (final,) = tables_of(evening, 5)
    play(page, live_server, evening, 5, {name: 7 * at for at, name in enumerate(final)})
    close(page, live_server, evening, 5)
    phone.goto(bracket)
    expect(phone.locator(".bracket-round:visible li").first).to_contain_text(f"{final[0]}wins")
    shoot(bracket, "story-bracket")
    page.goto(f"{live_server.url}{reverse('console', args=[evening.slug])}")
    press(page, "Finish the tournament")
    said(page, "Friday evening is finished")
    phone.goto(f"{live_server.url}{reverse('tournament', args=[evening.slug])}")
    expect(phone.locator("table.standings tr[data-key] th a").first).to_have_text(final[0])


def plan_a_knockout(page: Page, live_server: LiveServer, evening: Tournament) -> None:
    page.goto(f"{live_server.url}{reverse('stages', args=[evening.slug])}")
    page.get_by_label("How the tournament goes").select_option("knockout")
    press(page, "Take these stages")
    said(page, "The stages are saved")
    page.locator("#id_s2-how_many").fill("8")
    press(page, "Save the stages")
    said(page, "The stages are saved")


def doors(page: Page, live_server: LiveServer, evening: Tournament) -> None:
    page.goto(f"{live_server.url}{reverse('arrivals', args=[evening.slug])}")
    press(page, "Everybody is here (22 more)")
    expect(page.locator(".count").first).to_have_text("22here")
    for name in LATE:
        page.locator("#walk-in").get_by_label("Name").fill(name)
        press(page, "Add; they are here")
        expect(page.locator("#arrivals .name", has_text=name)).to_be_visible()


def leaves(page: Page, live_server: LiveServer, evening: Tournament, name: str) -> None:
    page.goto(f"{live_server.url}{reverse('arrivals', args=[evening.slug])}")
    row = page.locator("#arrivals > li", has_text=name)
    row.locator("summary").click()
    row.get_by_role("button", name="Withdraws").click()
    expect(row.locator(".chip-left")).to_be_visible()


def step_on(page: Page, live_server: LiveServer, evening: Tournament, button: str) -> None:
    """Take the one big step that the console offers."""
    page.goto(f"{live_server.url}{reverse('console', args=[evening.slug])}")
    expect(page.locator("#next-button")).to_have_text(re.compile(re.escape(button)))
    page.locator("#next-button").click()


def seat(page: Page, live_server: LiveServer, evening: Tournament, number: int) -> None:
    step_on(page, live_server, evening, "Seat ")
    page.get_by_role("button", name="Draw the seating").click()
    press(page, f"Accept and publish round {number}")
    said(page, f"Round {number} is published")


def tables_of(evening: Tournament, number: int) -> list[list[str]]:
    """The names at each table of a round, in seat order."""
    rows = evening.rounds.get(number=number).tables.order_by("number")
    return [list(row.seats.order_by("place").values_list("player__name", flat=True)) for row in rows]


def seats_of(evening: Tournament) -> list[Seat]:
    return list(Seat.objects.filter(round__tournament=evening).select_related("player", "table"))


def points_of(evening: Tournament, number: int) -> dict[str, int]:
    """Points so that two people are level for the eighth place after round 3, and all others are not.

    In each round somebody goes out who has not before. The two are those of the first seats who went out once: they get
    the same in round 3. Whoever goes out in round 3 is before them, some more as well, and everybody else far behind.
    """
    zeros = Score.objects.filter(points=0, report__game__table__round__tournament=evening).select_related(
        "report__game"
    )
    seats = {(seat.table and seat.table.game_id, seat.place): seat.player.name for seat in seats_of(evening)}
    went_out = {seats[score.report.game_id, score.place] for score in zeros}
    tables = tables_of(evening, number)
    out = {min(table, key=lambda name: (name in went_out, name)) for table in tables}
    others = sorted(
        (name for table in tables for name in table if name not in out), key=lambda one: (one not in went_out, one)
    )
    if number < 3:
        return {**dict.fromkeys(out, 0), **dict.fromkeys(others, LOST)}
    first, second, *rest = others
    before, behind = rest[: 7 - len(out)], rest[7 - len(out) :]
    own = {first: 20, second: 20, **dict.fromkeys(before, 5), **{name: 35 + at for at, name in enumerate(behind)}}
    return {**dict.fromkeys(out, 0), **own}


def play(
    page: Page, live_server: LiveServer, evening: Tournament, number: int, points: Mapping[str, int], *, away: str = ""
) -> None:
    """Type every table of a round; whoever is away has an empty field."""
    for table, names in enumerate(tables_of(evening, number), 1):
        page.goto(f"{live_server.url}{reverse('desk-table', args=[evening.slug, number, table])}")
        there = [name for name in names if name != away]
        own = {name: points[name] for name in there}
        if 0 not in own.values():
            own[min(own, key=lambda name: own[name])] = 0
        for place, name in enumerate(names, 1):
            if name in own:
                page.locator(f"#h1s{place}").fill(str(own[name]))
        press(page, "Save and accept")
        said(page, f"Table {table}")


def close(page: Page, live_server: LiveServer, evening: Tournament, number: int) -> None:
    step_on(page, live_server, evening, f"Close round {number}")
    said(page, f"Round {number} is closed")
    assert Round.objects.get(tournament=evening, number=number).state == Round.State.CLOSED


def settle_and_cut(page: Page, live_server: LiveServer, evening: Tournament) -> list[str]:
    """Two are level on the line: the extra hand decides; then the cut. Returns who is in, by seed."""
    step_on(page, live_server, evening, "Settle it")
    tie = page.locator("section.card").first
    expect(tie).to_contain_text("For 1 place:")
    fields = tie.locator("input[id^='points-']")
    expect(fields).to_have_count(2)
    fields.nth(0).fill("12")
    fields.nth(1).fill("3")
    press(page, "Take these points")
    said(page, "The tie is settled")
    press(page, "Make the cut")
    said(page, "The cut is made")
    names: list[str] = page.locator("table tbody th").all_inner_texts()
    assert len(names) == 8
    return [name.strip() for name in names]

"""A whole round on screen through the pages: ten people at tables of four, two bots, links, every hand, closed."""

import random
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.factories import a_tournament, some_entries
from tests.screen_tables import now_at
from tests.seated import send
from tournaments.models import Club, Entry, Round, Table, Tournament
from tournaments.queries.standings import standings_of
from tournaments.standings import Section

DESK = "/en/desk/t/ten-people/"
SEAT = f"{DESK}seat/"
SCREEN = f"{DESK}rounds/1/screen/"
Browsers = dict[tuple[int, int], Client]
"""A browser for each person, by table and seat."""


@pytest.fixture
def ten(club: Club) -> Tournament:
    cache.clear()
    tournament = a_tournament(club, slug="ten-people", plan=[[9]], sizes=[3, 4])
    some_entries(tournament, 10)
    return tournament


def desk(client: Client, address: str, **fields: str) -> str:
    """What the desk answers to a button of the draft, as one line of text."""
    draft = Round.objects.filter(state="draft").first()
    sent = {**fields, "drawing": draft.drawing} if draft else fields
    answer = client.post(address, sent, follow=True)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def sit_down_all(sheet: Any) -> Browsers:
    """Everybody opens the link on their card in a browser of their own."""
    found: Browsers = {}
    for card in sheet.context["cards"]:
        client = Client(enforce_csrf_checks=True)
        link = card.address.removeprefix("http://testserver")
        nonce = re.findall(r'name="nonce" value="([^"]+)"', client.get(link).content.decode())[0]
        seat = client.post(link, {"nonce": nonce}, follow=True)
        assert seat.status_code == 200
        found[card.person.table, card.person.place] = client
    return found


def play(table: Table, browsers: Browsers, chance: random.Random) -> int:
    """Play the only hand of a table, everybody from their own page; how many moves people made."""
    first = next(place for number, place in browsers if number == table.number)
    send(table, browsers[table.number, first], first, deal="1")
    moves = 0
    while (place := now_at(table).in_turn) is not None:
        sitting = now_at(table).sitting
        assert sitting is not None
        move = chance.choice(sitting.hand.legal_moves()).text()
        assert send(table, browsers[table.number, place], place, move=move).status_code == 302
        moves += 1
    return moves


def test_ten_people_at_tables_of_four_all_on_screen(as_organiser: Client, ten: Tournament) -> None:
    as_organiser.post(f"{DESK}bots/", {"bot": "heaviest", "count": "2"})
    assert "Round 1 is drawn." in desk(as_organiser, f"{SEAT}draw/", tables="4-3-3")
    desk(as_organiser, f"{SEAT}screen/", screen="all")
    assert "2 bots have sat down" in desk(as_organiser, f"{SEAT}screen/", fill="all")
    assert "Round 1 is published" in desk(as_organiser, f"{SEAT}publish/")
    tables = list(Table.objects.order_by("number"))
    assert [(table.on_screen, table.seats.count()) for table in tables] == [(True, 4)] * 3

    sheet = as_organiser.post(f"{SCREEN}links/", {"for": "missing"})
    browsers = sit_down_all(sheet)
    assert len(browsers) == 10
    people = as_organiser.get(SCREEN).context["people"]
    assert {person.key.state for person in people} == {"opened"}

    chance = random.Random(4)
    for table in tables:
        assert "being played on screen" in desk(as_organiser, f"{DESK}rounds/1/close/")
        assert play(table, browsers, chance) > 3
    tonight = as_organiser.get(DESK).context["tonight"]
    assert tonight.step.title == "Every table of round 1 is in"
    assert "Round 1 is closed." in desk(as_organiser, f"{DESK}rounds/1/close/")

    rows = standings_of(Tournament.objects.get()).rows
    bots = set(Entry.objects.exclude(player__bot="").values_list("pk", flat=True))
    by_section = [(row.section, row.entry in bots) for row in rows]
    assert by_section == [(Section.RANKED, False)] * 10 + [(Section.BOTS, True)] * 2
    assert all(row.total is not None for row in rows)

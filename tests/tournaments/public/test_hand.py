"""A hand's page: score, how it was checked, the layout at any turn, tiles left, and nothing where nothing is known."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Report
from tests.factories import NOW
from tests.recorded import a_recorded_round
from tournaments.models import Club, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def round(club: Club) -> Round:
    return a_recorded_round(club, slug="friday-evening")


def page(client: Client, hand: int, turn: str = "") -> str:
    address = reverse("hand", args=["friday-evening", 1, 1, hand])
    response = client.get(address, {"turn": turn} if turn else {})
    assert response.status_code == 200
    return response.content.decode()


def shown_tiles(html: str) -> list[str]:
    """The tiles of the layout that are not hidden."""
    groups = re.findall(
        r'<g class="layout-tile[^"]*" data-since="\d+" data-until="\d+"( hidden)?>.*?<title>([^<]*)<', html
    )
    return [title for hidden, title in groups if not hidden]


def test_the_end_of_a_recorded_hand(round: Round, stranger: Client) -> None:
    html = page(stranger, 1)
    assert "record verified" in html
    assert len(shown_tiles(html)) == 1 + 38
    assert "The hand is blocked: nobody can go on." in html
    assert 'aria-current="step">+</a>' in html
    assert html.count("<title>domino 9-9</title>") == 2  # among the tiles left, and on the rack


def test_every_turn_is_a_page(round: Round, stranger: Client) -> None:
    html = page(stranger, 1, "5")
    assert len(shown_tiles(html)) == 1 + 5
    assert "plays 4-4 on 4. Foot on 4-4: 3 toes are owed." in html
    assert re.search(r'<rect class="layout-foot"[^>]*data-since="5" data-until="8"/>', html)
    assert 'href="?turn=4"' in html
    assert 'href="?turn=6"' in html
    assert page(stranger, 1, "0").count('class="layout-tile layout-centre" data-since="0" data-until="47">') == 1
    for odd in ("-3", "x", "999999999", "²"):
        assert len(shown_tiles(page(stranger, 1, odd))) == 39


def test_a_replay_leaves_the_rest_of_the_page_its_time(round: Round, stranger: Client) -> None:
    times = [re.search(r"As of (\d\d:\d\d:\d\d) ·", page(stranger, hand)) for hand in (1, 2)]
    assert [time and time[1] for time in times] == [f"{NOW:%H:%M:%S}"] * 2


def test_a_hand_without_record_has_its_points(round: Round, stranger: Client) -> None:
    html = page(stranger, 2)
    assert "points possible" in html
    assert "not said" in html
    assert "data-replay" not in html
    assert "is not handed in yet" in page(stranger, 3)


def test_a_record_that_cannot_be_laid_leaves_the_score(round: Round, stranger: Client) -> None:
    Report.objects.filter(hand__number=1).update(record="nonsense")
    html = page(stranger, 1)
    assert "data-replay" not in html
    assert ">62</td>" in html


@pytest.mark.parametrize("where", [(2, 1, 1), (1, 2, 1), (1, 1, 4), (1, 1, 0)])
def test_no_such_hand(round: Round, stranger: Client, where: tuple[int, int, int]) -> None:
    assert stranger.get(reverse("hand", args=["friday-evening", *where])).status_code == 404


def test_pages_count_how_far_hands_were_checked_and_lead_to_them(round: Round, stranger: Client) -> None:
    html = stranger.get(reverse("results", args=["friday-evening"])).content.decode()
    assert "record verified: 1" in html
    assert "points possible: 1" in html
    assert f'href="{reverse("hand", args=["friday-evening", 1, 1, 2])}"' in html


def test_names_are_public_names_and_stored_nowhere(round: Round, stranger: Client) -> None:
    stored = Report.objects.get(hand__number=1).record
    assert "[Players 1;2;3;4]" in stored
    assert "Ann" not in page(stranger, 1)

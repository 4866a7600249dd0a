"""What went wrong at other events, for a hand typed as points, as tiles left and as a record: through the desk."""

import html as entities
import random
import uuid
from collections.abc import Mapping
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from engine import Ended, Game, Record, Rules, record_of
from games.checks import rack_text
from games.models import Report
from tests.factories import a_player, a_round, a_tournament, an_entry
from tournaments.models import Club, Round

pytestmark = pytest.mark.django_db
WAYS = ("points", "tiles", "record")
ODD_NAMES = ('O\'Brien <b>"x"', "=1+1 Wren", "Heron", "<script>alert(1)</script>")


def a_hand(seed: int, ended: Ended = Ended.OUT) -> Record:
    """The record of a hand of random moves at a table of four that ended so, on 9-9, with no second zero."""
    chance = random.Random(seed)
    while True:
        hand = dealt = Game(Rules(), 4).shuffle(chance)
        moves = []
        while hand.ended is None:
            moves.append(chance.choice(hand.legal_moves()))
            hand = hand.play(moves[-1])
        record = record_of(dealt, moves, ("1", "2", "3", "4"))
        if record.ended is ended and record.score.count(0) == (ended is Ended.OUT):
            return record


@pytest.fixture
def round(club: Club) -> Round:
    tournament = a_tournament(club, slug="friday-evening", plan=[[9]])
    entries = [an_entry(tournament, a_player(club, name)) for name in ODD_NAMES]
    return a_round(tournament, [entries])


def typed(way: str, record: Record) -> tuple[str, dict[str, str]]:
    """Where a hand is typed in this way, and what is typed."""
    key = str(uuid.uuid4())
    ended = "" if record.ended is Ended.OUT else "blocked"
    if way == "points":
        points = {f"h1s{place}": str(value) for place, value in enumerate(record.score, 1)}
        return reverse("desk-table", args=["friday-evening", 1, 1]), {"key": key, "ended-1": ended, **points}
    address = reverse("type-hand", args=["friday-evening", 1, 1, 1])
    if way == "tiles":
        racks = {f"rack-{place}": rack_text(rack) for place, rack in enumerate(record.left, 1)}
        return address, {"key": key, "way": "tiles", "ended": ended, **racks}
    return address, {"key": key, "way": "record", "record": record.text()}


def send(client: Client, way: str, record: Record, **more: str) -> tuple[int, str]:
    address, data = typed(way, record)
    answer = client.post(address, {**data, "accept": "yes", **more})
    if answer.status_code == 200 and "I have looked again" in answer.content.decode():
        text = answer.content.decode()
        asked = [entities.unescape(part.split('"')[0]) for part in text.split('name="asked" form="sheet" value="')[1:]]
        asked += [entities.unescape(part.split('"')[0]) for part in text.split('name="asked" form="hand" value="')[1:]]
        answer = client.post(address, {**data, "asked": asked, "confirmed": "accept", **more})
    return answer.status_code, answer.content.decode()


def changed(record: Record, **fields: object) -> Record:
    return replace(record, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("way", WAYS)
def test_a_zero_in_every_hand_is_a_result_and_the_best_one(as_organiser: Client, round: Round, way: str) -> None:
    """Row 2: stored, shown as 0 and not blank, the table complete, ranked first."""
    record = a_hand(1)
    out = record.score.index(0)
    assert send(as_organiser, way, record)[0] == 302
    report = Report.objects.get()
    assert [score.points for score in report.scores.order_by("place")] == list(record.score)
    assert report.out_place == out + 1
    page = as_organiser.get(reverse("table-result", args=["friday-evening", 1, 1])).content.decode()
    assert '<span class="chip chip-in">in</span>' in page
    assert page.count(">0</td>") >= 1
    first = as_organiser.get(reverse("standings-json", args=["friday-evening"])).json()["standings"][0]
    assert (first["rank"], first["entry"], first["total"], first["zeros"]) == (1, out + 1, 0, 1)


@pytest.mark.parametrize("way", WAYS)
def test_parts_that_do_not_add_up_are_flagged(as_organiser: Client, round: Round, way: str) -> None:
    """Row 15: the paper's total is one too many; the hand's own points count."""
    record = a_hand(2)
    send(as_organiser, way, record)
    right = record.score[1]
    points = {f"h1s{place}": str(value) for place, value in enumerate(record.score, 1)}
    sheet: Mapping[str, str] = {**points, "rev-1": "1", "sheet-2": str(right + 1)}
    said = as_organiser.post(reverse("desk-table-check", args=["friday-evening", 1, 1]), sheet).content.decode()
    assert f"the sheet says {right + 1}, and the hands add up to {right}. Look at both again." in said
    page = as_organiser.get(reverse("hand", args=["friday-evening", 1, 1, 1])).content.decode()
    assert f'<td class="n total">{right}</td>' in page


@pytest.mark.parametrize("way", WAYS)
def test_what_no_tiles_can_make_is_refused(as_scorekeeper: Client, round: Round, way: str) -> None:
    """Row 57: four times 150 on 9-9, where all other tiles make 477."""
    record = a_hand(3, Ended.BLOCKED)
    heavy = tuple(tile for tile in reversed(Rules().tiles.tiles) if str(tile) != "9-9")[:10]
    wrong = changed(record, score=(150,) * 4, left=(heavy,) * 4, deal=(), yard=())
    status, html = send(as_scorekeeper, way, wrong)
    assert status == 200
    assert "Not saved yet" in html
    words = {"points": "600 points", "tiles": "is there twice", "record": "150 points are written down"}[way]
    assert words in html
    assert not Report.objects.exists()


@pytest.mark.parametrize("way", WAYS)
def test_nobody_on_zero_needs_blocked(as_scorekeeper: Client, round: Round, way: str) -> None:
    """Row 57: nobody went out, and nobody says that the hand was blocked."""
    record = changed(a_hand(3, Ended.BLOCKED), ended=Ended.OUT)
    status, html = send(as_scorekeeper, way, record)
    assert status == 200
    words = {
        "points": "Nobody has 0 points, so nobody went out. Was the hand blocked?",
        "tiles": "Everybody has tiles left, so nobody went out. Was the hand blocked?",
        "record": "the record does not say so with the right mark: =",
    }[way]
    assert words in html
    assert send(as_scorekeeper, way, changed(record, ended=Ended.BLOCKED))[0] == 302


@pytest.mark.parametrize("way", WAYS)
def test_names_are_shown_literally_wherever_a_hand_is_typed_and_shown(
    as_organiser: Client, round: Round, way: str
) -> None:
    """Row 68: quotes, tags and a leading = break neither the form, the checks nor the hand's page."""
    record = a_hand(4)
    broken = changed(record, left=(*record.left[:3], record.left[2]), score=(*record.score[:3], 999), deal=(), yard=())
    for html in (
        send(as_organiser, way, broken)[1],
        as_organiser.get(typed(way, record)[0], {"way": way}).content.decode(),
    ):
        assert "O&#x27;Brien &lt;b&gt;&quot;x&quot;" in html
        assert "<b>&quot;" not in html
        assert "<script>alert" not in html
    assert send(as_organiser, way, record)[0] == 302
    page = as_organiser.get(reverse("hand", args=["friday-evening", 1, 1, 1])).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page
    assert "O'Brien" not in Report.objects.get().record

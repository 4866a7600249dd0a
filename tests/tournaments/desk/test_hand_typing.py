"""Typing a hand with the tiles left or its record: points worked out, mistakes named and marked, nothing lost."""

import html as entities
import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import Report
from tests.factories import a_round, a_tournament, some_entries
from tests.recorded import ANN_TEXT, LEFT
from tournaments.models import Club, Round

pytestmark = pytest.mark.django_db
TURNS = ANN_TEXT[ANN_TEXT.index("1. ") :]
RACKS = {f"rack-{place}": rack for place, rack in enumerate(LEFT, 1)}


@pytest.fixture
def round(club: Club) -> Round:
    tournament = a_tournament(club, slug="friday-evening", plan=[[8, 7]])
    return a_round(tournament, [some_entries(tournament, 4)])


def sent(client: Client, data: Mapping[str, object], *, name: str = "type-hand") -> Any:
    return client.post(reverse(name, args=["friday-evening", 1, 1, 1]), dict(data))


def said(answer: Any) -> str:
    assert answer.status_code == 200
    return str(answer.content.decode())


def stored() -> list[tuple[str, str, list[int | None]]]:
    return [
        (report.checked, report.ended, [score.points for score in report.scores.order_by("place")])
        for report in Report.objects.order_by("revision")
    ]


def test_points_come_from_the_tiles(as_scorekeeper: Client, round: Round) -> None:
    assert sent(as_scorekeeper, {"way": "tiles", "ended": "blocked", **RACKS}).status_code == 302
    assert stored() == [("tiles", "blocked", [62, 43, 11, 40])]
    assert Report.objects.get().accepted_at is None
    html = said(as_scorekeeper.get(reverse("type-hand", args=["friday-evening", 1, 1, 1])))
    assert 'value="99 96 77 66 11 10"' in html
    assert '<option value="blocked" selected>' in html


@pytest.mark.parametrize("typed", ["976400", "79 46 00", "9-7, 6-4; 0-0", " 97  64 00 "])
def test_tiles_are_typed_as_one_likes(as_scorekeeper: Client, round: Round, typed: str) -> None:
    data = {"way": "tiles", "rack-1": typed, "rack-2": "", "rack-3": "21", "rack-4": "a"}
    assert sent(as_scorekeeper, data).status_code == 302
    report = Report.objects.get()
    assert [score.rack for score in report.scores.order_by("place")] == ["97 64 00", "", "21", None]
    assert (report.out_place, report.ended) == (2, "out")


@pytest.mark.parametrize(
    ("racks", "words"),
    [
        ({"rack-2": "97 86 99"}, "9-9 is there twice, and the set has it once."),
        ({"rack-2": "97 97 86"}, "9-7 is there twice, and the set has it once."),
        ({"rack-2": "97 88"}, "8-8 is the starting double and lies on the table."),
        ({"rack-2": "97 b1"}, "is not in the double-nine set."),
        ({"rack-2": "97 8x"}, "“8x” is not a tile."),
        ({"rack-2": ""}, "No tiles are left here, so this player went out."),
        ({f"rack-{place}": "" for place in range(1, 5)}, "Type the tiles that were left"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_typed_is_lost(
    as_scorekeeper: Client, round: Round, racks: dict[str, str], words: str
) -> None:
    data = {"way": "tiles", "ended": "blocked", **RACKS, **racks}
    html = said(sent(as_scorekeeper, data))
    assert words in html
    assert all(f'name="{name}" value="{value}"' in html for name, value in racks.items())
    assert stored() == []
    checked = said(sent(as_scorekeeper, data, name="check-hand"))
    assert words in checked


def test_a_blocked_hand_with_no_number_closed_is_asked_about(as_scorekeeper: Client, round: Round) -> None:
    data: dict[str, Any] = {"way": "tiles", "ended": "blocked", **RACKS, "rack-3": "75 43 00", "rack-4": "98 76 82"}
    html = said(sent(as_scorekeeper, data))
    assert "Every number is still on somebody" in html
    asked = re.findall(r'name="asked" form="hand" value="([^"]*)"', html)
    data |= {"confirmed": "save", "asked": [entities.unescape(one) for one in asked]}
    assert sent(as_scorekeeper, data).status_code == 302
    assert stored()[0][0] == "tiles"


def test_a_record_is_typed_pasted_or_uploaded(as_scorekeeper: Client, round: Round) -> None:
    assert sent(as_scorekeeper, {"way": "record", "record": TURNS, "first": "2", **RACKS}).status_code == 302
    assert stored() == [("record", "blocked", [62, 43, 11, 40])]
    record = Report.objects.get().record
    assert "[Players 1;2;3;4]" in record
    assert Report.objects.get().starter_place == 2
    assert sent(as_scorekeeper, {"way": "record", "record": ANN_TEXT, "rev": "1"}).status_code == 302
    assert len(stored()) == 1
    file = SimpleUploadedFile("hand.txt", ANN_TEXT.replace("8. 57", "8. {late} 57").encode())
    assert sent(as_scorekeeper, {"way": "record", "file": file, "rev": "1"}).status_code == 302
    assert Report.objects.get().record == record
    html = said(as_scorekeeper.get(reverse("type-hand", args=["friday-evening", 1, 1, 1]), {"way": "record"}))
    assert "1. 80 84 85 87" in html
    assert '<option value="2" selected>' in html


@pytest.mark.parametrize(
    ("old", "new", "marked", "words", "legal"),
    [
        ("38 62 41", "38 26 41", "26", "6-2 cannot go there: no end shows a 2.", "62"),
        ("80 84 85 87", "80 84 85 97", "97", "9-7 cannot go there", "81 83"),
        ("13 65", "13 6x", "6x", "“6x” is not a move.", ""),
        ("7. 81 90 93 16", "7. 81 93 16", "7.", "round 7 has 3 turns, and 4 are playing.", ""),
    ],
)
def test_the_first_wrong_word_is_marked(
    as_scorekeeper: Client, round: Round, *, old: str, new: str, marked: str, words: str, legal: str
) -> None:
    data = {"way": "record", "record": ANN_TEXT.replace(old, new)}
    for name in ("type-hand", "check-hand"):
        html = said(sent(as_scorekeeper, data, name=name))
        assert f"<mark>{marked}</mark>" in html
        assert words in html
        assert legal in html
    assert stored() == []


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (TURNS, "Say which tiles were left"),
        (ANN_TEXT.replace("=", ""), "Say how the hand ended"),
        ("", "Type the record of the hand"),
        (ANN_TEXT.replace("[Start 8]", "[Start 7]"), "The record starts from another double."),
        (ANN_TEXT.replace("Ann;Bob;Cy;Dee", "Ann;Bob;Cy"), "Line "),
        ("[" * 30_000, "["),
    ],
)
def test_a_record_that_lacks_something_says_what(as_scorekeeper: Client, round: Round, record: str, words: str) -> None:
    html = said(sent(as_scorekeeper, {"way": "record", "record": record, "first": "2"}))
    assert words in html
    assert stored() == []


def test_only_an_organiser_goes_past_the_checks(as_scorekeeper: Client, as_organiser: Client, round: Round) -> None:
    data = {"way": "record", "record": ANN_TEXT.replace("38 62 41", "38 26 41"), "although": "all agree"}
    assert "ask an organiser" in said(sent(as_scorekeeper, data))
    assert sent(as_organiser, data).status_code == 302
    assert stored() == [("although", "blocked", [62, 43, 11, 40])]


def test_another_version_meanwhile_is_a_conflict(as_scorekeeper: Client, round: Round) -> None:
    sent(as_scorekeeper, {"way": "tiles", "ended": "blocked", **RACKS})
    other = {"way": "tiles", "ended": "blocked", **RACKS, "rack-4": "98 76", "rev": "0", "why": "one too many"}
    html = said(sent(as_scorekeeper, other))
    assert "has handed in something else meanwhile" in html
    assert 'name="rev" value="1"' in html
    assert sent(as_scorekeeper, {**other, "rev": "1"}).status_code == 302
    assert [one[0] for one in stored()] == ["tiles", "tiles"]


def test_other_games_and_missing_hands_have_no_such_page(as_scorekeeper: Client, club: Club) -> None:
    tournament = a_tournament(club, slug="cards", rules="free", plan=[[None]])
    a_round(tournament, [some_entries(tournament, 3)])
    assert as_scorekeeper.get(reverse("type-hand", args=["cards", 1, 1, 1])).status_code == 404


def test_a_hand_is_accepted_with_its_saving(as_scorekeeper: Client, round: Round) -> None:
    assert sent(as_scorekeeper, {"way": "tiles", "ended": "blocked", **RACKS, "accept": "yes"}).status_code == 302
    assert Report.objects.get().accepted_by != ""

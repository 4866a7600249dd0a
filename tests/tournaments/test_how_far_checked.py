"""How far a hand is checked by what is handed in: points, tiles left, a record, or the organiser's word."""

import uuid
from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.models import Report
from games.reports import Handed
from tests.engine.test_record import ANN
from tests.factories import NOW, a_round, a_tournament, some_entries
from tests.played import hand_in, hand_of, table_of
from tournaments import results
from tournaments.models import Club, Round, Tournament

pytestmark = pytest.mark.django_db

LEFT = ("99 96 77 66 11 10", "97 86 94", "70 40 00", "98 76 82")
POINTS = (62, 43, 11, 40)


@pytest.fixture
def round(club: Club) -> Round:
    tournament = a_tournament(club, plan=[[8, 7]])
    return a_round(tournament, [some_entries(tournament, 4)])


def with_tiles(one: Handed, racks: Sequence[str | None]) -> Handed:
    lines = tuple(replace(line, rack=rack) for line, rack in zip(one.lines, racks, strict=True))
    return replace(one, lines=lines)


def the_hand(round: Round, *, points: Sequence[int] = POINTS, based_on: int = 0) -> Handed:
    return hand_of(table_of(round, 1), 1, points, ended=Report.Ended.BLOCKED, based_on=based_on)


def handed_in(round: Round, one: Handed, **more: object) -> Report:
    reports = results.report_table(
        table=table_of(round, 1),
        handed=[one],
        key=uuid.uuid4(),
        by="Skye",
        at=NOW,
        **more,  # type: ignore[arg-type]
    )
    return reports[0]


def sentences(round: Round, one: Handed) -> list[str]:
    with pytest.raises(results.NotPlausible) as refused:
        handed_in(round, one)
    return [finding.sentence for finding in refused.value.findings]


def test_points_tiles_and_record_each_say_how_far(round: Round) -> None:
    points = the_hand(round)
    assert handed_in(round, points, confirmed=True).checked == Report.Checked.POINTS
    tiles = with_tiles(replace(points, based_on=1), LEFT)
    second = handed_in(round, tiles)
    assert (second.checked, second.revision, second.why) == ("tiles", 2, "more is known about it now")
    assert [score.rack for score in second.scores.all()] == list(LEFT)
    record = replace(tiles, based_on=2, record=replace(ANN, names=("1", "2", "3", "4")).text())
    third = handed_in(round, record)
    assert (third.checked, third.revision) == ("record", 3)


def test_the_same_points_again_leave_tiles_and_record_where_they_are(round: Round) -> None:
    handed_in(round, with_tiles(the_hand(round), LEFT))
    assert hand_in(round, 1, {1: POINTS}, ended="blocked", based_on=1) == []
    corrected = hand_in(round, 1, {1: (62, 43, 11, 41)}, ended="blocked", based_on=1, why="misread")
    assert [(report.checked, report.revision) for report in corrected] == [("points", 2)]
    assert {score.rack for score in corrected[0].scores.all()} == {None}


def test_tiles_are_named_that_are_seen_twice(round: Round) -> None:
    twice = with_tiles(the_hand(round), ("99 96 77 66 11 10", "97 86 94", "70 40 00", "98 76 77"))
    found = sentences(round, replace(twice, lines=(*twice.lines[:3], replace(twice.lines[3], points=44))))
    assert found[0].endswith("7-7 is there twice, and the set has it once. Please look at the tiles again.")
    centre = with_tiles(the_hand(round, points=(62, 43, 11, 16)), (*LEFT[:3], "88"))
    assert sentences(round, centre)[0].endswith(
        "8-8 is the starting double and lies on the table. Please look at the tiles again."
    )


def test_points_that_the_tiles_do_not_make_are_refused(round: Round) -> None:
    other = with_tiles(the_hand(round, points=(62, 43, 11, 41)), LEFT)
    assert sentences(round, other)[0].endswith(
        "41 points are written down, and the tiles left make 40. Please look at both again."
    )


def test_tiles_answer_who_holds_only_the_double_blank(round: Round) -> None:
    two_zeros = hand_of(table_of(round, 1), 1, (0, 0, 11, 40))
    assert "Two players have 0 points" in sentences(round, two_zeros)[0]
    assert handed_in(round, with_tiles(two_zeros, ("00", "", "70 40", "98 76 82"))).checked == "tiles"
    assert Report.objects.get().out_place == 2


def test_a_record_with_a_fault_names_the_turn(round: Round) -> None:
    text = replace(ANN, names=("1", "2", "3", "4")).text()
    wrong = replace(with_tiles(the_hand(round), LEFT), record=text.replace("38 62 41", "38 26 41"))
    with pytest.raises(results.NotPlausible) as refused:
        handed_in(round, wrong)
    (finding,) = refused.value.findings
    assert (finding.turn, finding.place) == (18, 4)
    assert finding.sentence.endswith("round 5, 26: 6-2 cannot go there: no end shows a 2.")
    assert "62" in finding.legal
    accepted = handed_in(round, replace(wrong, although="the table agrees"))
    assert (accepted.checked, accepted.although, accepted.record) == ("although", "the table agrees", wrong.record)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"centre": 7}, "The record starts from another double."),
        ({"names": ("1", "2", "3", "4", "5")}, "The record is of another number of players."),
    ],
)
def test_a_record_of_another_hand_is_refused(round: Round, change: dict[str, object], words: str) -> None:
    record = replace(ANN, **{"left": (), "score": (), "names": ("1", "2", "3", "4"), **change})  # type: ignore[arg-type]
    found = sentences(round, replace(with_tiles(the_hand(round), LEFT), record=record.text()))
    assert any(sentence.endswith(words) for sentence in found)


def test_void_hands_and_other_games_are_not_checked(round: Round, club: Club) -> None:
    results.void_missing(table=table_of(round, 1), why="lost", key=uuid.uuid4(), by="Orla", at=NOW)
    assert set(Report.objects.values_list("checked", flat=True)) == {"nothing"}
    other: Tournament = a_tournament(club, rules="free", plan=[[None]])
    second = a_round(other, [some_entries(other, 3)])
    assert hand_in(second, 1, {1: [5, 12, 7]}, ended="not_said")[0].checked == "nothing"

"""Seating and hands from files: the values, and every fault by file and line."""

import csv
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Ended
from tournaments.files.sheets import (
    Fault,
    FaultySheets,
    HandLine,
    SeatLine,
    SeatPoints,
    SheetFile,
    Sheets,
    read_seating,
    read_sheets,
)

CASE = Path(__file__).parents[2] / "cases" / "evening-1"

SEATING = (
    "round,table,seat,name",
    "1,1,1,Amber Finch",
    '1,1,2,"Swift, Robin"',
    "1,2,1,Dot Plume",
    "1,2,2,Wren Hatcher",
)
HANDS = (
    "round,table,hand,centre,starter_seat,ended,out_seat,seat_1,seat_2",
    "1,1,1,9,2,out,1,0,12",
    "1,1,2,8,1,blocked,,7,3",
    "1,2,1,9,,out,2,31,0",
)


def sheets(seating: tuple[str, ...] = SEATING, hands: tuple[str, ...] = HANDS, codec: str = "utf-8") -> Sheets:
    first = SheetFile("seating.csv", "\n".join(seating).encode(codec))
    return read_sheets(first, SheetFile("hands.csv", "\r\n".join(hands).encode(codec)))


def changed(lines: tuple[str, ...], at: int, line: str) -> tuple[str, ...]:
    """The file with its line `at` (from 1) changed, or added below the last."""
    return (*lines[: at - 1], line, *lines[at:])


def faults(seating: tuple[str, ...] = SEATING, hands: tuple[str, ...] = HANDS) -> list[str]:
    with pytest.raises(FaultySheets) as caught:
        sheets(seating, hands)
    told = [str(fault.in_file) for fault in caught.value.faults]
    assert str(caught.value) == "\n".join(told)
    return told


def test_the_evening_is_read_whole() -> None:
    read = read_sheets(
        SheetFile("seating.csv", (CASE / "seating.csv").read_bytes()),
        SheetFile("hands.csv", (CASE / "hands.csv").read_bytes()),
    )
    assert read.rounds == (1, 2, 3)
    assert [read.centres(number) for number in read.rounds] == [(9, 8, 7, 6), (5, 4, 3), (2, 1, 0)]
    assert (len(read.seating), len(read.names), len(read.hands)) == (90, 30, 50)
    at = {(seat.round, seat.table, seat.seat): seat.name for seat in read.seating}
    totals = dict.fromkeys(read.names, 0)
    for hand in read.hands:
        for points in hand.points:
            totals[at[hand.round, hand.table, points.seat]] += points.points or 0
    with (CASE / "standings.csv").open(encoding="utf-8", newline="") as file:
        assert totals == {row["name"]: int(row["total"]) for row in csv.DictReader(file)}


def test_lines_become_values_in_order() -> None:
    read = sheets(seating=(SEATING[0], *reversed(SEATING[1:])), hands=(HANDS[0], *reversed(HANDS[1:])))
    assert read.seating == (
        SeatLine(5, 1, 1, 1, "Amber Finch"),
        SeatLine(4, 1, 1, 2, "Swift, Robin"),
        SeatLine(3, 1, 2, 1, "Dot Plume"),
        SeatLine(2, 1, 2, 2, "Wren Hatcher"),
    )
    assert read.hands == (
        HandLine(4, 1, 1, 1, 9, 2, Ended.OUT, 1, (SeatPoints(1, 0), SeatPoints(2, 12))),
        HandLine(3, 1, 1, 2, 8, 1, Ended.BLOCKED, None, (SeatPoints(1, 7), SeatPoints(2, 3))),
        HandLine(2, 1, 2, 1, 9, None, Ended.OUT, 2, (SeatPoints(1, 31), SeatPoints(2, 0))),
    )
    assert read.names == ("Wren Hatcher", "Dot Plume", "Swift, Robin", "Amber Finch")


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "cp1252"])
def test_the_encoding_does_not_matter(codec: str) -> None:
    assert sheets(codec=codec) == sheets()


def test_semicolons_columns_in_another_order_and_more_columns_do_not_matter() -> None:
    seating = (
        "Name;Town;Seat;Table;Round",
        *(f"{name};Roost;{seat};{table};{round_}" for round_, table, seat, name in csv.reader(SEATING[1:])),
    )
    assert sheets(seating=seating) == sheets()


def test_a_game_without_centres_and_with_negative_points_is_read() -> None:
    hands = (HANDS[0], "1,1,1,,,stopped,,-5,−12")
    assert sheets(hands=hands).hands == (
        HandLine(2, 1, 1, 1, None, None, Ended.STOPPED, None, (SeatPoints(1, -5), SeatPoints(2, -12))),
    )


def test_somebody_absent_has_no_points() -> None:
    read = sheets(hands=changed(HANDS, 2, "1,1,1,9,1,blocked,,0,Absent"))
    assert read.hands[0].points == (SeatPoints(1, 0), SeatPoints(2, None))


def test_a_seating_can_come_alone() -> None:
    assert read_seating(SheetFile("seating.csv", "\n".join(SEATING).encode())) == sheets().seating
    with pytest.raises(FaultySheets):
        read_seating(SheetFile("seating.csv", b"round,table,seat,name\n"))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("1,2,x,Dot Plume", "“x” under seat is no number from 1 to 8."),
        ("0,2,1,Dot Plume", "“0” under round is no number from 1 to 100."),
        ("1,2.5,1,Dot Plume", "“2.5” under table is no number from 1 to 1000."),
        ("1,2,9,Dot Plume", "“9” under seat is no number from 1 to 8."),
        ("1,2,1,", "There is no name."),
        ("1,2,1,Plume, Dot", "It has 5 cells, more than there are headings. A name with a comma needs quotes."),
        ("1,2,2,Dot Plume", "Wren Hatcher and Dot Plume (line 4) both sit at seat 2 of table 2 in round 1."),
        ("1,2,1,Amber Finch", "Amber Finch sits in round 1 already, at table 1 (line 2)."),
        ("1,3,1,Dot Plume", "Dot Plume sits alone at table 3 in round 1."),
    ],
)
def test_what_is_wrong_with_a_seat_is_said(line: str, fault: str) -> None:
    found = faults(seating=changed(SEATING, 4, line))
    told = [one for one in found if one.startswith("seating.csv")]
    assert fault in {one.split(": ", 1)[1] for one in told}


def test_one_person_spelt_in_two_ways_is_asked_about() -> None:
    again = ("2,1,1,amber  finch", '2,1,2,"Swift, Robin"', "2,2,1,Dot Plume", "2,2,2,Wren Hatcher")
    assert faults(seating=SEATING + again) == [
        "seating.csv, line 6: amber finch is spelt Amber Finch in line 2. Write both alike if they are one person."
    ]


def test_two_people_with_like_names_in_one_round_are_two() -> None:
    assert sheets(seating=(*SEATING, "1,1,3,Ambér Finch"), hands=HANDS[:1]).names[-1] == "Ambér Finch"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("1,1,1,9,2,out,1,0,l2", "“l2” under seat_2 is no whole number."),
        ("1,1,1,9,2,out,1,0,1.5", "“1.5” under seat_2 is no whole number."),
        ("1,1,1,9,2,out,1,0,", "Swift, Robin at seat 2 has no points. Write the points, or “absent”."),
        ("1,1,1,9,2,out,1,0", "Swift, Robin at seat 2 has no points. Write the points, or “absent”."),
        ("1,1,1,nine,2,out,1,0,12", "“nine” under centre is no whole number."),
        ("1,1,1,9,2,won,1,0,12", "“won” under ended is none of: out, blocked, stopped."),
        ("1,1,1,9,2,blocked,1,0,12", "A seat went out, and yet the hand ended as “blocked”. One of the two is wrong."),
        ("1,1,1,9,2,out,3,0,12", "Under out_seat stands seat 3, where nobody played."),
        ("1,1,1,9,3,out,1,0,12", "Under starter_seat stands seat 3, where nobody played."),
        ("1,1,1,9,2,out,1,0,absent", "Under starter_seat stands seat 2, where nobody played."),
        ("1,3,1,9,2,out,1,0,12", "Nobody is seated at table 3 in round 1."),
        ("1,1,2,8,2,out,1,0,12", "Round 1, table 1, hand 2 stands in line 2 already."),
        ("1,1,1,7,2,out,1,0,12", "Hand 1 of round 1 has the centre 9 here and 7 in line 2."),
        ("1,1,1,,2,out,1,0,12", "Hand 1 of round 1 has the centre 9 here and none in line 2."),
        ("1,1,4,6,2,out,1,0,12", "Round 1 has a hand 4 and no hand 3 at any table."),
    ],
)
def test_what_is_wrong_with_a_hand_is_said(line: str, fault: str) -> None:
    found = faults(hands=changed(HANDS, 2, line))
    assert fault in {one.split(": ", 1)[1] for one in found}
    assert all(one.startswith("hands.csv, line ") for one in found)


def test_points_for_a_seat_where_nobody_sits_are_told() -> None:
    hands = (f"{HANDS[0]},seat_3", "1,1,1,9,2,out,1,0,12,4")
    assert faults(hands=hands) == ["hands.csv, line 2: There are points for seat 3, where nobody sits."]


def test_all_faults_of_both_files_are_told_at_once_in_order() -> None:
    seating = (*SEATING, "1,2,1,Amber Finch")
    hands = (*HANDS[:2], "1,1,2,8,1,blocked,,7,", "1,9,1,x,,gone,,31,0", "1,2,1,9,,out,2,31,0")
    assert faults(seating=seating, hands=hands) == [
        "seating.csv, line 6: Amber Finch and Dot Plume (line 4) both sit at seat 1 of table 2 in round 1.",
        "seating.csv, line 6: Amber Finch sits in round 1 already, at table 1 (line 2).",
        "hands.csv, line 3: Swift, Robin at seat 2 has no points. Write the points, or “absent”.",
        "hands.csv, line 4: “x” under centre is no whole number.",
        "hands.csv, line 4: “gone” under ended is none of: out, blocked, stopped.",
    ]


def test_a_seat_that_cannot_be_read_does_not_make_the_hands_look_wrong() -> None:
    assert (
        faults(seating=changed(SEATING, 3, "1,1,zwei,Robin"))
        == [
            "seating.csv, line 3: “zwei” under seat is no number from 1 to 8.",
            "seating.csv, line 2: Amber Finch sits alone at table 1 in round 1.",
        ][::-1]
    )


def test_lines_are_counted_as_an_editor_does() -> None:
    seating = ("", SEATING[0], "", '1,1,1,"Amber\nFinch"', "1,1,x,Robin Swift")
    with pytest.raises(FaultySheets) as caught:
        read_seating(SheetFile("seating.csv", "\n".join(seating).encode()))
    assert [fault.line for fault in caught.value.faults] == [4, 6]


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "seating.csv, line 1: There is no column round, table, seat, name. The first line names the columns: "),
        (b"round,table,name\n1,1,Amber", "seating.csv, line 1: There is no column seat. "),
        (b"round,table,seat,name,name\n", "seating.csv, line 1: The heading name stands there twice."),
        (b"round,table,seat,name\n\n", "seating.csv: Nobody is seated in it."),
        (b"round,table\0", "seating.csv: The file holds NUL characters"),
        (b" " * (3 * 1024 * 1024), "seating.csv: It has more than 2 MB."),
    ],
)
def test_a_file_that_is_no_sheet_is_told_as_a_whole(data: bytes, fault: str) -> None:
    with pytest.raises(FaultySheets) as caught:
        read_sheets(SheetFile("seating.csv", data), SheetFile("hands.csv", "\n".join(HANDS).encode()))
    assert [str(one.in_file)[: len(fault)] for one in caught.value.faults] == [fault]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(alphabet='0129,x-"\n ½', max_size=20), max_size=4), st.binary(max_size=60))
def test_any_lines_are_read_or_told_to_be_wrong(lines: list[str], tail: bytes) -> None:
    hands = "\n".join((HANDS[0], *lines)).encode() + tail
    try:
        read = read_sheets(SheetFile("s", "\n".join(SEATING).encode()), SheetFile("h", hands))
    except FaultySheets as faulty:
        found: tuple[Fault, ...] = faulty.faults
    else:
        found = ()
        assert read.rounds == (1,)
    assert {fault.file for fault in found} <= {"h"}

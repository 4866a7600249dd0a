"""A seating from paper at the desk: typed, or read out of a file."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import NOW, a_player, a_round, an_entry, some_entries
from tournaments import drafts
from tournaments.models import Entry, Round, Tournament
from tournaments.seating.sizes import Split

SEAT = "/en/desk/t/friday-evening/seat/"
PAPER = f"{SEAT}paper/"
BIRDS = ("Wren", "Robin", "Heron", "Teal", "Pipit", "Siskin")
EVENING = Path(__file__).parents[2] / "cases" / "evening-1"


@pytest.fixture
def birds(tournament: Tournament) -> list[Entry]:
    return [an_entry(tournament, a_player(tournament.club, name)) for name in BIRDS]


def typed(*tables: str, **more: str) -> dict[str, str]:
    """What the form sends for tables written as "Wren, Robin, Heron"."""
    cells = {
        f"t{number}s{place}": name.strip()
        for number, names in enumerate(tables, 1)
        for place, name in enumerate(names.split(","), 1)
    }
    return {"tables": str(len(tables)), "seats": "5", **cells, **more}


def seated(round: Round) -> list[list[str]]:
    return [[str(seat.player) for seat in table.seats.order_by("place")] for table in round.tables.order_by("number")]


def errors(answer: Any) -> list[tuple[str, str]]:
    return [(cell.name, cell.error) for cell in answer.context["wrong"]]


def test_typed_names_and_numbers_become_the_draft(as_organiser: Client, birds: list[Entry]) -> None:
    as_organiser.post(PAPER, typed("wren, 2, HERON", "Teal, , Pipit, Siskin"))
    draft = Round.objects.get()
    assert (draft.state, draft.algorithm) == ("draft", "")
    assert seated(draft) == [["Wren", "Robin", "Heron"], ["Teal", "Pipit", "Siskin"]]


def test_the_form_has_room_for_everybody_and_names_who_is_entered(as_organiser: Client, birds: list[Entry]) -> None:
    page = as_organiser.get(PAPER)
    assert ([len(table) for table in page.context["paper"].tables], page.context["names"]) == ([5, 5], list(BIRDS))


def test_a_name_that_nobody_has_is_said_beside_its_seat(as_organiser: Client, birds: list[Entry]) -> None:
    answer = as_organiser.post(PAPER, typed("Wern, Robin, Heron", "Teal, Ostrich, Siskin"))
    assert (answer.status_code, errors(answer)) == (
        200,
        [
            ("t1s1", "Nobody entered is called “Wern”. Is it Wren?"),
            ("t2s2", "Nobody entered is called “Ostrich”."),
        ],
    )
    assert 'value="Wern"' in answer.content.decode()
    assert Round.objects.count() == 0


def test_one_person_in_two_seats_is_said_with_both(as_organiser: Client, birds: list[Entry]) -> None:
    answer = as_organiser.post(PAPER, typed("Wren, Robin, Heron", "Teal, Pipit, 1"))
    assert errors(answer) == [("t2s3", "Wren sits at table 1, seat 1 already.")]


def test_namesakes_are_told_apart_by_number(as_organiser: Client, tournament: Tournament, birds: list[Entry]) -> None:
    an_entry(tournament, a_player(tournament.club, "Wren"))
    sheet = ("Wren, Robin, Heron", "Teal, Pipit, Siskin")
    answer = as_organiser.post(PAPER, typed(*sheet, rest="on"))
    assert errors(answer) == [("t1s1", "Several people are called Wren: type one of the numbers 1, 7.")]
    as_organiser.post(PAPER, typed("Wren (7), Robin, Heron", "Teal, Pipit, Siskin", rest="on"))
    assert Round.objects.get().seats.get(table__number=1, place=1).entry_id == Entry.objects.get(number=7).pk


def test_whoever_is_here_and_not_on_the_paper_is_named(as_organiser: Client, birds: list[Entry]) -> None:
    answer = as_organiser.post(PAPER, typed("Wren, Robin, Heron, Teal"))
    assert answer.context["refused"] == (
        "The paper seats 4 people, and 6 are here. Not on the paper: Pipit, Siskin. "
        "Seat them, or tick that they sit out."
    )
    as_organiser.post(PAPER, typed("Wren, Robin, Heron, Teal", rest="on"))
    assert sorted(str(seat.player) for seat in Round.objects.get().seats.filter(role="sits_out")) == [
        "Pipit",
        "Siskin",
    ]


def test_a_table_of_one_is_refused_and_nothing_typed_is_lost(as_organiser: Client, birds: list[Entry]) -> None:
    answer = as_organiser.post(PAPER, typed("Wren, Robin, Heron, Teal, Pipit", "Siskin"))
    assert answer.context["refused"].startswith("Table 2 has 1 person; the rules can deal to 2,")
    assert 'value="Siskin"' in answer.content.decode().split("<fieldset")[2]


def test_an_empty_form_says_what_to_do(as_organiser: Client, birds: list[Entry]) -> None:
    assert as_organiser.post(PAPER, {}).context["refused"] == "Nobody is seated yet: type who sits where."


def test_more_tables_keep_what_is_typed(as_organiser: Client, birds: list[Entry]) -> None:
    page = as_organiser.post(PAPER, typed("Wren, Robin", more="1"))
    paper = page.context["paper"]
    assert (len(paper.tables), paper.tables[0][1].text, paper.tables[2][1].name) == (3, "Robin", "t3s2")


def test_one_more_seat_at_each_table_up_to_the_most_that_any_game_has(as_organiser: Client, birds: list[Entry]) -> None:
    page = as_organiser.post(PAPER, typed("Wren, Robin", "Teal", wider="1"))
    tables = page.context["paper"].tables
    assert [[cell.name for cell in table][-1] for table in tables] == ["t1s6", "t2s6"]
    assert (tables[0][1].text, page.context["may_be_wider"]) == ("Robin", True)
    widest = as_organiser.post(PAPER, typed("Wren, Robin") | {"seats": "8", "wider": "1"})
    assert (len(widest.context["paper"].tables[0]), widest.context["may_be_wider"]) == (8, False)


def test_the_form_begins_with_the_draft_and_replaces_it(as_organiser: Client, birds: list[Entry]) -> None:
    tournament = birds[0].tournament
    draft = drafts.draft_round(tournament=tournament, split=Split((3, 3)), seed=1, by="Orla", at=NOW)
    page = as_organiser.get(PAPER)
    assert [[cell.text for cell in table if cell.text] for table in page.context["paper"].tables] == seated(draft)
    as_organiser.post(PAPER, typed("Wren, Robin, Heron", "Teal, Pipit, Siskin"))
    assert seated(Round.objects.get()) == [["Wren", "Robin", "Heron"], ["Teal", "Pipit", "Siskin"]]


def test_whoever_has_gone_since_the_draft_is_left_out_of_the_form(as_organiser: Client, birds: list[Entry]) -> None:
    draft = drafts.draft_round(tournament=birds[0].tournament, split=Split((3, 3)), seed=1, by="Orla", at=NOW)
    Entry.objects.filter(pk=birds[2].pk).update(status=Entry.Status.WITHDRAWN)
    page = as_organiser.get(PAPER)
    there = [[name for name in table if name != "Heron"] for table in seated(draft)]
    assert [[cell.text for cell in table if cell.text] for table in page.context["paper"].tables] == there


def test_whoever_is_on_the_paper_is_here(as_organiser: Client, birds: list[Entry]) -> None:
    Entry.objects.update(status=Entry.Status.EXPECTED)
    as_organiser.post(PAPER, typed("Wren, Robin, Heron"))
    assert sorted(Entry.objects.filter(status="here").values_list("number", flat=True)) == [1, 2, 3]


def test_nothing_is_typed_while_a_round_is_open(as_organiser: Client, tournament: Tournament) -> None:
    a_round(tournament, [some_entries(tournament, 4)])
    page = as_organiser.get(PAPER)
    assert page.context["why"] == "Round 1 is not closed yet. Close it before the next one is seated."


# --- from a file


def file_of(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("seating.csv", text.encode())


def test_a_file_is_read_into_the_form_and_changes_nothing(as_organiser: Client, birds: list[Entry]) -> None:
    rows = "round,table,seat,name\n1,1,1,Wren\n1,1,2,Robin\n1,1,3,Heron\n1,2,1,Teal\n1,2,2,Pipit\n1,2,3,siskin\n"
    page = as_organiser.post(f"{PAPER}file/", {"file": file_of(rows)})
    paper = page.context["paper"]
    assert [[cell.text for cell in table if cell.text] for table in paper.tables] == [
        ["Wren", "Robin", "Heron"],
        ["Teal", "Pipit", "siskin"],
    ]
    assert (Round.objects.count(), page.context["wrong"]) == (0, [])


def test_a_file_says_every_fault_with_its_line(as_organiser: Client, birds: list[Entry]) -> None:
    answer = as_organiser.post(f"{PAPER}file/", {"file": file_of("round,table,seat,name\n1,one,1,Wren\n1,1,2,\n")})
    assert answer.status_code == 200
    assert answer.context["refused"].startswith("seating.csv, line 2:")
    assert "seating.csv, line 3: There is no name." in answer.context["refused"]


def test_a_file_without_this_round_says_which_it_has(as_organiser: Client, birds: list[Entry]) -> None:
    answer = as_organiser.post(f"{PAPER}file/", {"file": file_of("round,table,seat,name\n3,1,1,Wren\n3,1,2,Robin\n")})
    assert answer.context["refused"] == "seating.csv has no round 1. The rounds in it: 3."


def test_a_file_cannot_ask_for_a_thousand_tables(as_organiser: Client, birds: list[Entry]) -> None:
    answer = as_organiser.post(
        f"{PAPER}file/", {"file": file_of("round,table,seat,name\n1,900,1,Wren\n1,900,2,Teal\n")}
    )
    assert answer.context["refused"] == ("The file names more tables than people are entered. Enter the people first.")


def test_no_file_asks_for_one(as_organiser: Client, birds: list[Entry]) -> None:
    assert as_organiser.post(f"{PAPER}file/").context["refused"] == "Choose the file with the seating."


def test_the_seating_of_the_real_evening_goes_in_by_file(as_organiser: Client, tournament: Tournament) -> None:
    text = (EVENING / "seating.csv").read_text(encoding="utf-8")
    first = [line for line in csv.reader(io.StringIO(text)) if line[0] == "1"]
    for _round, _table, _seat, name in first:
        an_entry(tournament, a_player(tournament.club, name))
    page = as_organiser.post(f"{PAPER}file/", {"file": file_of(text)})
    cells = {cell.name: cell.text for table in page.context["paper"].tables for cell in table}
    answer = as_organiser.post(PAPER, {**cells, "tables": str(len(page.context["paper"].tables)), "seats": "6"})
    assert answer.status_code == 302
    expected: dict[str, list[str]] = {}
    for _round, table, _seat, name in first:
        expected.setdefault(table, []).append(name)
    assert seated(Round.objects.get()) == list(expected.values())


@pytest.mark.parametrize("people", [4, 120])
def test_the_form_costs_the_same_for_one_table_and_for_thirty(
    as_organiser: Client, tournament: Tournament, people: int
) -> None:
    some_entries(tournament, people)
    with CaptureQueriesContext(connection) as queries:
        as_organiser.get(PAPER)
    assert len(queries) == 9

"""The standings in a terminal and for other programs."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.factories import NOW, a_player, a_round, a_tournament, an_entry
from tests.played import hand_in
from tournaments.models import Club, Shown, Tournament
from tournaments.rounds import close_round


@pytest.fixture
def evening(club: Club) -> Tournament:
    """Round 1 of two hands closed; in round 2 table 1 of two is in; one entry only sat out, one is hidden."""
    tournament = a_tournament(club, "Friday evening", slug="friday", plan=[[9, 8], [7]])
    names = ("Wren", "Robin", "Heron", "Plover", "=Dunlin", "Siskin", "Late Lark")
    entries = [an_entry(tournament, a_player(club, name)) for name in names]
    entries[1].player.shown = Shown.HIDDEN
    entries[1].player.save()
    first = a_round(tournament, [entries[:3], entries[3:6]], sits_out=entries[6:])
    hand_in(first, 1, {1: [0, 10, 20], 2: [5, 0, 7]})
    hand_in(first, 2, {1: [4, 0, 9], 2: [0, 11, 30]})
    close_round(round=first, by="Orla", at=NOW)
    second = a_round(tournament, [[entries[0], entries[3], entries[4]], [entries[1], entries[2], entries[5]]])
    hand_in(second, 1, {1: [8, 0, 3]})
    return tournament


def written(*args: str) -> str:
    out = StringIO()
    call_command("standings", *args, stdout=out)
    return out.getvalue()


def test_the_csv_is_plain_and_a_cell_without_a_number_is_empty(evening: Tournament) -> None:
    assert written("friday", "--format", "csv") == (
        "rank,name,total,zeros,lowest_other,hands\n"
        "1,Plover,4,2,4,3\n"
        "2,Wren,13,1,5,3\n"
        "3,=Dunlin,14,1,3,3\n"
        ",Player 2,10,1,10,2\n"
        ",Heron,27,0,7,2\n"
        ",Siskin,39,0,9,2\n"
        ",Late Lark,,,,0\n"
    )


def test_as_it_stood_after_a_round(evening: Tournament) -> None:
    assert written("friday", "--format", "csv", "--after", "1").splitlines()[1:] == [
        "1,Plover,4,1,4,2",
        "2,Wren,5,1,5,2",
        "3,Player 2,10,1,10,2",
        "4,=Dunlin,11,1,11,2",
        "5,Heron,27,0,7,2",
        "6,Siskin,39,0,9,2",
        ",Late Lark,,,,0",
    ]


def test_the_table_parts_who_is_still_playing_and_who_is_not_ranked(evening: Tournament) -> None:
    assert written("friday") == (
        "Friday evening\n"
        "Provisional: round 2, 1 of 2 tables in\n"
        "\n"
        "place  name       total  zeros  lowest other  hands\n"
        "    1  Plover         4      2             4      3\n"
        "    2  Wren          13      1             5      3\n"
        "    3  =Dunlin       14      1             3      3\n"
        "-- still playing\n"
        "       Player 2      10      1            10      2\n"
        "       Heron         27      0             7      2\n"
        "       Siskin        39      0             9      2\n"
        "-- not ranked\n"
        "       Late Lark                                  0\n"
    )


def test_the_json_is_that_of_the_public_page(evening: Tournament) -> None:
    found = json.loads(written("friday", "--format", "json"))
    assert [(row["rank"], row["name"], row["zeros"]) for row in found["standings"]][3:] == [
        (None, "Player 2", 1),
        (None, "Heron", 0),
        (None, "Siskin", 0),
        (None, "Late Lark", None),
    ]
    assert (found["open_round"], found["tables_in"], found["tables"]) == (2, 1, 2)


@pytest.mark.parametrize(
    ("state", "text"), [(Tournament.State.PUBLISHED, "No round is seated yet."), (Tournament.State.FINISHED, "Final")]
)
def test_the_table_says_how_far_it_is(club: Club, state: str, text: str) -> None:
    a_tournament(club, slug="friday", state=state)
    assert written("friday").splitlines()[1] == text


def test_between_rounds_it_says_after_which(evening: Tournament) -> None:
    hand_in(evening.rounds.get(number=2), 2, {1: [9, 8, 0]})
    close_round(round=evening.rounds.get(number=2), by="Orla", at=NOW)
    assert written("friday").splitlines()[1] == "After round 2"
    assert written("friday", "--after", "1").splitlines()[1] == "After round 1"


@pytest.mark.parametrize("number", ["2", "3", "0"])
def test_only_a_closed_round_has_a_list_of_its_own(evening: Tournament, number: str) -> None:
    with pytest.raises(CommandError, match=f"no list after round {number}"):
        written("friday", "--after", number)


def test_a_tournament_that_is_not_there(evening: Tournament) -> None:
    with pytest.raises(CommandError, match="no tournament with the address “saturday”"):
        written("saturday")

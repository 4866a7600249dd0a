"""Faults that other tournament software had in public, tried on ours from the desk to the list that everybody sees."""

import csv
import io
import json
import os
import subprocess
import sys
import uuid
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from games.models import Report
from games.reports import Handed
from tests.factories import NOW, a_player, a_tournament, an_entry
from tests.played import hand_in
from tournaments import drafts, ledger, players, results, rounds, seats
from tournaments.models import Club, Entry, LedgerLine, Round, Shown, Tournament
from tournaments.queries.standings import standings_of
from tournaments.queries.tables import table_state
from tournaments.refusals import Refused
from tournaments.results import NotPlausible

CASE = Path(__file__).parents[1] / "cases" / "evening-1"


def evening(club: Club, people: int, hands: Sequence[int], **settings: str) -> tuple[Tournament, list[Entry]]:
    """A published tournament of another game (any points), with so many hands in each round, and its entries."""
    plan = [[None] * count for count in hands]
    tournament = a_tournament(club, slug="friday", rules="free", plan=plan, **settings)
    return tournament, [an_entry(tournament, a_player(club, f"Bird {number}")) for number in range(1, people + 1)]


def seated(tournament: Tournament, *tables: Sequence[Entry]) -> Round:
    draft = drafts.seat_from_paper(tournament=tournament, tables=tables, by="Orla", at=NOW)
    return drafts.publish_round(draft=draft, by="Orla", at=NOW)


def play(played: Round, *points: Sequence[Sequence[int]]) -> None:
    """Hand in every table, the points of its people hand by hand, and close the round."""
    for number, of_people in enumerate(points, 1):
        by_hand = dict(enumerate(zip(*of_people, strict=True), 1))
        hand_in(played, number, by_hand, ended="not_said")
    rounds.close_round(round=played, by="Orla", at=NOW)


def listed(client: Client) -> list[dict[str, str]]:
    """The public list as a spreadsheet gets it."""
    text = client.get("/en/t/friday/standings.csv").content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_four_equal_averages_share_one_place_and_the_next_is_four_further(club: Club, stranger: Client) -> None:
    tournament, entries = evening(club, 43, [3], measure="average", comparison="totals")
    orders = list(permutations([10, 12, 15]))[:4]
    points = [[number % 3, number // 3, 1] for number in range(1, 39)] + [list(order) for order in orders]
    points.append([20, 20, 20])
    tables = [range(start, min(start + 8, 43)) for start in range(0, 43, 8)]
    played = seated(tournament, *[[entries[number] for number in table] for table in tables])
    play(played, *[[points[number] for number in table] for table in tables])
    assert [row["rank"] for row in listed(stranger)[38:]] == ["39", "39", "39", "39", "43"]


def test_a_zero_is_shown_and_nothing_but_zeros_is_first(club: Club, stranger: Client) -> None:
    tournament, entries = evening(club, 3, [3])
    play(seated(tournament, entries), [[0, 9, 9], [0, 0, 0], [1, 1, 1]])
    assert [list(row.values())[:7] for row in listed(stranger)] == [
        ["1", "Bird 2", "0", "3", "", "3", "0"],
        ["2", "Bird 3", "3", "0", "1", "3", "3"],
        ["3", "Bird 1", "18", "1", "9", "3", "18"],
    ]
    assert Round.objects.get().state == Round.State.CLOSED


def test_a_fill_in_does_not_count_and_every_view_has_the_same_total(club: Club, stranger: Client) -> None:
    tournament, entries = evening(club, 5, [1, 1, 1])
    first, second, others = entries[0], entries[1], entries[2:]
    for points in ([[10], [50]], [[20], [50]]):
        play(seated(tournament, [first, second], others), points, [[40], [30], [60]])
    last = seated(tournament, [first, second], others)
    seats.fill_in(table=last.tables.get(number=2), player=first.player, by="Orla", at=NOW)
    play(last, [[70], [90]], [[99], [98], [97], [80]])
    assert next((row["name"], row["total"], row["hands"]) for row in listed(stranger)) == ("Bird 1", "100", "3")
    found = json.loads(stranger.get("/en/t/friday/standings.json").content)["standings"][0]
    assert (found["name"], found["total"], [one["points"] for one in found["rounds"]]) == ("Bird 1", 100, [10, 20, 70])
    page = stranger.get("/en/t/friday/entry/1/").content.decode()
    assert "4 tables played, 3 of them counted" in page
    assert "filled in: does not count" in page
    assert standings_of(tournament).rows[0].total == 100


def test_the_average_ranks_and_not_the_best_single_hand(club: Club, stranger: Client) -> None:
    tournament, entries = evening(club, 2, [3], measure="average")
    play(seated(tournament, entries), [[0, 60, 30], [20, 20, 20]])
    assert [row["name"] for row in listed(stranger)] == ["Bird 2", "Bird 1"]


def test_penalties_and_notes_multiply_nothing(club: Club, stranger: Client) -> None:
    tournament, entries = evening(club, 2, [2, 1])
    play(seated(tournament, entries), [[4, 0], [5, 5]])
    play(seated(tournament, entries), [[6], [5]])
    before = listed(stranger)
    for points, number in ((2, 1), (3, 2)):
        ledger.add_line(
            entry=entries[0],
            kind=LedgerLine.Kind.PENALTY,
            points=points,
            reason="late",
            round_number=number,
            by="Orla",
            at=NOW,
        )
    for note in ("owes a cake", "owes two", "brought one"):
        player = entries[0].player
        players.edit(player=player, name=player.name, sort_name="", note=note, shown=Shown.NAME, by="Orla", at=NOW)
    after = listed(stranger)
    assert [before[0][key] for key in ("name", "total", "zeros", "hands", "round_1", "round_2")] == [
        *["Bird 1", "10", "1", "3", "4", "6"]
    ]
    changed = {key for key in after[0] if after[0][key] != before[0][key]}
    assert (changed, after[0]["total"], after[1]) == ({"total"}, "15", before[1])
    assert "2 tables played" in stranger.get("/en/t/friday/entry/1/").content.decode()


def test_the_hands_make_the_total_and_nobody_has_won_before_the_last_hand(club: Club, stranger: Client) -> None:
    tournament, entries = evening(club, 2, [3])
    played = seated(tournament, entries)
    hand_in(played, 1, {1: [12, 20], 2: [18, 20]}, ended="not_said")
    assert [(row["rank"], row["name"]) for row in listed(stranger)] == [("", "Bird 1"), ("", "Bird 2")]
    table = played.tables.get()
    last = table_state(table)
    handed = [Handed(3, Report.Ended.NOT_SAID, results.lines_for(last, 3, {1: 30, 2: 21}))]

    def send(*, confirmed: bool) -> None:
        results.report_table(
            table=table,
            handed=handed,
            sheet={1: 61, 2: 61},
            key=uuid.uuid4(),
            confirmed=confirmed,
            accepted=True,
            by="Skye",
            at=NOW,
        )

    with pytest.raises(NotPlausible, match="the sheet says 61, and the hands add up to 60"):
        send(confirmed=False)
    send(confirmed=True)
    rounds.close_round(round=played, by="Orla", at=NOW)
    assert [(row["rank"], row["name"], row["total"]) for row in listed(stranger)] == [
        ("1", "Bird 1", "60"),
        ("2", "Bird 2", "61"),
    ]


def test_the_standings_are_the_same_bytes_after_a_restart_in_mid_round(tmp_path: Path) -> None:
    """Each command is a process of its own, with another order of hashes."""
    hands = [
        line
        for line in (CASE / "hands.csv").read_text(encoding="utf-8").splitlines(keepends=True)
        if not line.startswith(("3,2,", "3,4,"))
    ]
    (tmp_path / "hands.csv").write_text("".join(hands), encoding="utf-8")

    def manage(*args: str, seed: int = 0) -> bytes:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("HENHOUSE_")}
        env = {**kept, "HENHOUSE_DATA": str(tmp_path), "PYTHONHASHSEED": str(seed)}
        command = [sys.executable, "manage.py", *args]
        return subprocess.run(command, cwd=settings.BASE_DIR, env=env, check=True, capture_output=True).stdout

    manage("migrate", "-v0")
    files = ("--seating", str(CASE / "seating.csv"), "--hands", str(tmp_path / "hands.csv"))
    manage("import_sheets", "evening-1", *files, "--club", "Barnyard")
    for form in ("csv", "json", "table"):
        lists = {manage("standings", "evening-1", "--format", form, seed=seed) for seed in (1, 2)}
        assert [len(found.splitlines()) > 30 for found in lists] == [True]


@pytest.mark.django_db
def test_an_unconfirmed_table_is_named_and_the_next_round_waits(club: Club) -> None:
    tournament, entries = evening(club, 4, [1, 1])
    played = seated(tournament, entries[:2], entries[2:])
    hand_in(played, 1, {1: [4, 0]}, ended="not_said")
    hand_in(played, 2, {1: [5, 0]}, ended="not_said", accepted=False)
    with pytest.raises(Refused, match="results of table 2 are typed but not accepted"):
        rounds.close_round(round=played, by="Orla", at=NOW)
    with pytest.raises(Refused, match="Round 1 is not closed yet"):
        drafts.seat_from_paper(tournament=tournament, tables=[entries], by="Orla", at=NOW)
    found = standings_of(tournament)
    assert (found.provisional, found.open_round, found.last_closed) == (True, 1, None)

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tournaments.seating.test_record import a_draw
from tournaments.seating.__main__ import MOVES_A_SECOND, main
from tournaments.seating.draw import ALGORITHM
from tournaments.seating.record import to_text


def test_a_plan_and_its_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--people", "16", "--rounds", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines[:5]] == [f"round {number}" for number in range(1, 6)]
    assert lines[6] == "Nobody meets anybody twice."


def test_a_plan_for_machines_with_people_who_come_and_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    apart = tmp_path / "apart.txt"
    apart.write_text("1 2\n3, 4\n\n")
    options = ["--people", "13", "--rounds", "4", "--sizes", "4,3,3,3", "--leave", "2:2", "--join", "3:1"]
    assert main(["plan", *options, "--apart", str(apart), "--seconds", "0.02", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [[len(table) for table in drawn["tables"]] for drawn in report["rounds"]] == [
        [4, 3, 3, 3],
        [4, 3, 3, 3],
        [4, 4, 3],
        [4, 4, 4],
    ]
    assert report["apart_broken"] == []
    assert report["repeats"][0] >= report["repeats"][1]


def test_rounds_already_played_are_taken_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fixed = tmp_path / "played.txt"
    fixed.write_text("1 2 3 4\n5 6 7 8\n\n1 2 5 6\n3 4 7 8\n")
    assert main(["plan", "--people", "8", "--rounds", "3", "--fixed", str(fixed)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("round 3: ")
    assert "12 meetings are repeats (best possible: 8)" in out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--people", "2", "--size", "4"], "2 people do not fill a table of 3. Allow tables of 2, or wait for 1 more."),
        (["--people", "8", "--leave", "1:6", "--leave", "1:3"], "--leave 1:9: only 8 people are there then."),
        (["--people", "8", "--leave", "2:1"], "Nobody can leave or join after round 2: the last round is 2."),
        (
            ["--people", "8", "--apart", "other.bin"],
            "other.bin is not a text in UTF-8. Save it as one, and try again.",
        ),
        (["--people", "8", "--fixed", "twice.txt"], "Round 2 of the rounds played has 3 at 2 places."),
        (
            ["--people", "8", "--fixed", "alone.txt"],
            "Round 1 of the rounds played has a table of 1; tables have 2 to 8 seats.",
        ),
        (
            ["--people", "12", "--fixed", "long.txt"],
            "Round 1 of the rounds played has a table of 10; tables have 2 to 8 seats.",
        ),
        (["--people", "3", "--fixed", "once.txt"], "Round 1 of the rounds played has 4; the people are 1 to 3."),
        (["--people", "8", "--fixed", "nobody.txt"], "Round 1 of the rounds played has 0; the people are 1 to 8."),
        (
            ["--people", "8", "--fixed", "done.txt"],
            "2 rounds are planned, and 2 are played: nothing is left to plan.",
        ),
        (
            ["--people", "4", "--fixed", "once.txt", "--join", "0:2"],
            "Round 1 is played already, so nobody leaves or joins after round 0: say how many people are there now.",
        ),
        (["--people", "8", "--apart", "long.txt"], "long.txt, line 1: nobody is 9; the people are 1 to 8."),
        (["--people", "8", "--apart", "nobody.txt"], "nobody.txt, line 1: nobody is 0; the people are 1 to 8."),
        (
            ["--people", "8", "--apart", "alone.txt"],
            "alone.txt, line 2: a group is two people or more, not 5 alone.",
        ),
        (["--people", "8", "--fixed", "played.txt"], "played.txt, line 2: numbers with spaces or commas are needed."),
    ],
)
def test_what_cannot_be_planned_says_why(
    options: list[str],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("played.txt").write_text("1 2 3 4\nAnna 2\n")
    Path("other.bin").write_bytes(b"\xff\xfe1 2")
    Path("twice.txt").write_text("1 2 3 4\n5 6 7 8\n\n1 3 5 7\n2 3 6 8\n")
    Path("alone.txt").write_text("1 2 3 4\n5\n")
    Path("long.txt").write_text("1 2 3 4 5 6 7 8 9 10\n")
    Path("once.txt").write_text("1 2 3 4\n")
    Path("nobody.txt").write_text("1 2 0\n")
    Path("done.txt").write_text("1 2\n\n1 3\n")
    assert main(["plan", "--rounds", "2", *options]) == 2
    assert capsys.readouterr().err.strip() == sentence


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--rounds", "0"], "argument --rounds: a whole number from 1 is needed, not 0"),
        (["--rounds", "2", "--size", "9"], "argument --size: tables have 2 to 8 seats, not 9"),
        (["--rounds", "2", "--people", "-3"], "argument --people: a whole number from 1 is needed, not -3"),
        (["--rounds", "2", "--sizes", ","], "argument --sizes: the sizes of the tables are needed, for example 4,4,3"),
        (["--rounds", "2", "--sizes", "4,3,1"], "argument --sizes: tables have 2 to 8 seats, not 1"),
        (
            ["--rounds", "2", "--seconds", "-1"],
            "argument --seconds: seconds above 0, up to an hour, are needed, not -1",
        ),
        (
            ["--rounds", "2", "--join", "3"],
            "argument --join: a round and a number of people are needed, for example 3:2, not 3",
        ),
    ],
)
def test_an_option_that_cannot_be_read_says_what_is_needed(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["plan", "--people", "8", *options])
    assert capsys.readouterr().err.strip().endswith(sentence)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--people", "0"], "argument --people: a whole number from 1 is needed, not 0"),
        (["--advance", "two"], "argument --advance: a number from 1 to 7 is needed, or: half; not two"),
        (["--advance", "0"], "argument --advance: a number from 1 to 7 is needed, or: half; not 0"),
        (["--sizes", "5-3"], "argument --sizes: the smaller size stands first: 3-5, not 5-3"),
        (["--sizes", "3-4-5"], "argument --sizes: tables have 2 to 8 seats, not 4-5"),
        (["--sizes", ""], "argument --sizes: tables have 2 to 8 seats, not "),
        (["--final", "100"], "argument --final: tables have 2 to 8 seats, not 100"),
        (["--preferred", "-7"], "argument --preferred: tables have 2 to 8 seats, not -7"),
    ],
)
def test_an_option_of_a_knockout_that_cannot_be_read_says_what_is_needed(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["knockout", "--people", "22", *options])
    assert capsys.readouterr().err.rstrip("\n").endswith(sentence)


def test_a_mark_at_the_beginning_of_a_file_and_other_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "round-2.json"
    file.write_text(to_text(a_draw()), encoding="utf-8-sig")
    assert main(["redraw", str(file)]) == 0
    assert capsys.readouterr().out.strip() == "Drawn again: the same seating."
    file.write_bytes(b"\xff\xfe\x00")
    assert main(["redraw", str(file)]) == 2
    assert capsys.readouterr().err.strip() == "round-2.json is not a text in UTF-8. Save it as one, and try again."


def test_a_file_of_another_version_is_verified_instead(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "round-2.json"
    file.write_text(to_text(a_draw()).replace(ALGORITHM, "henhouse-0"))
    assert main(["redraw", str(file)]) == 0
    assert capsys.readouterr().out.startswith(f"Drawn by henhouse-0; this is {ALGORITHM}, which may draw differently. ")


def test_seconds_are_turned_into_moves_before_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["plan", "--people", "13", "--rounds", "5", "--sizes", "4", "--seconds"]
    plans = []
    for seconds in ("0.02", "0.02", "0.05"):
        assert main([*options, seconds, "--json"]) == 0
        plans.append(json.loads(capsys.readouterr().out)["rounds"])
    assert plans[0] == plans[1]
    assert 0 < plans[0][0]["moves"] <= 0.02 * MOVES_A_SECOND + 1_000 < plans[2][0]["moves"]


def test_a_round_is_drawn_again_from_a_file_without_database_or_settings(tmp_path: Path) -> None:
    file = tmp_path / "round-2.json"
    file.write_text(to_text(a_draw()))
    done = subprocess.run(
        [sys.executable, "-m", "tournaments.seating", "redraw", str(file)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "Drawn again: the same seating.", "")


def test_a_file_that_was_tampered_with_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "round-2.json"
    file.write_text(to_text(a_draw()).replace('"seed":4', '"seed":5'))
    assert main(["redraw", str(file)]) == 1
    assert capsys.readouterr().out.startswith("Drawn again, the seating is another one")
    assert main(["redraw", str(tmp_path / "nothing.json")]) == 2


def test_the_best_knockout_plans(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["knockout", "--people", "22", "--advance", "2", "--sizes", "3-5"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "1. 4x4 + 2x3 -> 3x4 -> final 6",
        "   3 rounds, the last of them the final of 6.",
        "   No byes and no wild cards.",
        "   Round 1: 4 tables of 4 and 2 tables of 3; the smaller tables go to the top seeds.",
        "2. 2x5 + 3x4 -> 2x5 -> final 4",
        "   3 rounds, the last of them the final of 4.",
        "   No byes and no wild cards.",
        "   Round 1: 2 tables of 5 and 3 tables of 4; the smaller tables go to the top seeds.",
    ]


def test_knockout_plans_for_machines_and_where_there_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["knockout", "--people", "10", "--advance", "half", "--sizes", "4,6", "--final", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {
            "plan": "1x6 + 1x4 (3 of 6, 2 of 4) -> final 5",
            "words": [
                "2 rounds, the last of them the final of 5.",
                "No byes and no wild cards.",
                "Round 1: 1 table of 6 and 1 table of 4; the smaller tables go to the top seeds.",
            ],
            "rows": [[10, 5, 0], [[4, 6], [2, 3], 0, 0, [], []]],
        }
    ]
    assert main(["knockout", "--people", "9", "--sizes", "4", "--no-byes", "--no-wild-cards"]) == 2
    assert capsys.readouterr().err.strip() == (
        "9 people do not fit a knockout with these tables and this final. They would with byes for the top seeds."
    )


def test_knockout_plans_with_other_numbers_for_some_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["knockout", "--people", "24", "--sizes", "4-8", "--preferred", "8", "--by-table", "6,3"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "1. 3x8 (A 6, B-C 3) -> 2x6 -> final 4"
    assert main(["knockout", "--people", "18", "--sizes", "4-5", "--by-size", "5:3"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "1. 2x5 + 2x4 (3 of 5, 2 of 4) -> 2x5 -> final 6"


@pytest.mark.parametrize("wrong", [["--by-size", "4:4"], ["--by-table", "6;3"]])
def test_numbers_that_cannot_be_read_are_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["knockout", "--people", "24", *wrong])
    assert f"“{wrong[1]}” does not say how many go on by" in capsys.readouterr().err

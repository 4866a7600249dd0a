"""python -m engine play: a person at the terminal, through what is typed and printed."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from engine import check_full, read_records
from engine.__main__ import main


def played(
    typed: str, *arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, list[str]]:
    """Exit status, and the lines that were printed."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    status = main(["play", "--seed", "3", *arguments])
    return status, capsys.readouterr().out.splitlines()


def test_a_game_from_the_command_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "play", "--seed", "3", "--bots", "heaviest", "lookahead", "heaviest"],
        input="1\nquit\n",
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert done.stderr == ""
    assert done.stdout == (
        "Chicken Foot, one train for each player (gamerules), seed 3."
        " Type the number of a move, or the move, or one of: undo, hint, help, quit.\n"
        "Wren is heaviest, Finch is lookahead, Robin is heaviest.\n"
        "\n"
        "Hand 1, starting from the double 9. Robin first.\n"
        "Robin plays 9-5 on a 9.\n"
        "\n"
        "  centre 9-9\n"
        "    A 9-5\n"
        "\n"
        "  Trains to lay on the 9-9: 3 more. Nothing else can be played before.\n"
        "  Tiles: You 11, Wren 11, Finch 11, Robin 10, yard 10 (9 to draw)\n"
        "  Yours: 3-0  3-1  4-0  3-3  7-1  5-4  8-2  6-5  8-4  8-5  9-6\n"
        "   1  96   9-6 on a 9, leaving a 6\n"
        "> You play 9-6 on a 9.\n"
        "Wren plays 9-2 on a 9.\n"
        "Finch plays 9-8 on a 9.\n"
        "Robin plays 8-3 on a 8.\n"
        "\n"
        "  centre 9-9\n"
        "    A 9-5\n"
        "    B 9-6\n"
        "    C 9-2\n"
        "    D 9-8 8-3\n"
        "\n"
        "  Open ends: 2, 3, 5, 6\n"
        "  Tiles: You 10, Wren 10, Finch 10, Robin 9, yard 10 (9 to draw)\n"
        "  Yours: 3-0  3-1  4-0  3-3  7-1  5-4  8-2  6-5  8-4  8-5\n"
        "   1  30   3-0 on a 3, leaving a 0\n"
        "   2  31   3-1 on a 3, leaving a 1\n"
        "   3  33   lay the double 3-3\n"
        "   4  54   5-4 on a 5, leaving a 4\n"
        "   5  28   8-2 on a 2, leaving a 8\n"
        "   6  65   6-5 on a 6, leaving a 5\n"
        "   7  56   6-5 on a 5, leaving a 6\n"
        "   8  58   8-5 on a 5, leaving a 8\n"
        "> \n"
        "Good-bye.\n"
    )


def test_a_whole_game_and_its_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "evening.txt"
    arguments = ("--rules", "spruce set=6 hands=6,5,0", "--bots", "heaviest", "random", "--record", str(file))
    status, lines = played("1\n" * 200, *arguments, monkeypatch=monkeypatch, capsys=capsys)
    assert (status, sum(line.startswith("Hand ") for line in lines)) == (0, 3)
    records = read_records(file.read_text(encoding="utf-8"))
    outcomes = [check_full(record).outcome for record in records]
    points = [outcome.points for outcome in outcomes if outcome is not None]
    assert len(points) == 3
    totals = [sum(seat) for seat in zip(*points, strict=True)]
    ranked = sorted(zip(totals, ("You", "Wren", "Finch"), strict=True), key=lambda place: place[0])
    assert lines[-1] == f"The game is over: {', '.join(f'{name} {total}' for total, name in ranked)}."


def test_a_move_is_taken_back_and_all_goes_the_same_way_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    once = played("1\n3\nquit\n", monkeypatch=monkeypatch, capsys=capsys)[1]
    again = played("1\n1\nundo\n3\nquit\n", monkeypatch=monkeypatch, capsys=capsys)[1]
    twice = played("1\nundo\n96\nundo\nundo\n1\n3\nquit\n", monkeypatch=monkeypatch, capsys=capsys)[1]
    assert again[-15:] == twice[-15:] == once[-15:]
    assert "> Your last move is taken back." in again
    assert "> There is no move of yours to take back." in twice


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("99", "> 9-9 is not on the rack."),
        ("85", "> 8-5 cannot go there: 3 more trains must be laid on the 9-9 first."),
        ("+", "> There is a tile on the rack that fits, so it must be played."),
        (
            "fly",
            "> “fly” is not a move. Write 96 for 9-6 on a 9, + for a draw, - for a pass, *99 for the centre.",
        ),
        ("help", "> Type the number of a move, or the move, or one of: undo, hint, help, quit."),
        ("", "> Type the number of a move, or the move, or one of: undo, hint, help, quit."),
        ("hint", "> A strong bot would play 96."),
    ],
)
def test_what_is_answered_without_a_move(
    typed: str, answer: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines = played(f"{typed}\n", monkeypatch=monkeypatch, capsys=capsys)
    assert (status, lines[-3:]) == (0, [answer, "> ", "Good-bye."])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rules", "chickie6"], "These rules seat 2 to 3 players at a table, not 4."),
        (["--hands", "0"], "--hands must be 1 or more."),
    ],
)
def test_what_cannot_be_played(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *arguments]) == 2
    assert capsys.readouterr().err == sentence + "\n"


def test_a_record_that_cannot_be_written_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 99))
    assert main(["play", "--rules", "chickie6", "--bots", "random", "--record", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"{tmp_path} cannot be written: Is a directory.\n"

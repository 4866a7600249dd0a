"""python -m engine, and the examples of docs/rules.md run through it."""

import json
import re
import shlex
from pathlib import Path

import pytest

from engine import PRESETS, Rules
from engine.__main__ import main
from engine.bounds import most_of_one, most_tiles
from engine.fields import FIELDS
from engine.limits import LIMITS, rarely_more_than

DOCUMENT = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")


def console_examples() -> list[tuple[str, str]]:
    """Command and what it prints, from the blocks marked console."""
    examples = []
    for block in re.findall(r"```console\n(.*?)```", DOCUMENT, re.DOTALL):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            examples.append((command, output))
    return examples


def table(heading: str) -> dict[str, list[str]]:
    """The rows of the table whose first head cell is `heading`."""
    rows: dict[str, list[str]] = {}
    inside = False
    for line in DOCUMENT.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith(f"| {heading} |"):
            inside = True
        elif inside and not line.startswith("|"):
            return rows
        elif inside and not set(line) <= set("|- "):
            rows[cells[0]] = cells[1:]
    return rows


@pytest.mark.parametrize(("command", "output"), console_examples())
def test_the_examples_of_the_page(command: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = shlex.split(command)
    assert words[:3] == ["python", "-m", "engine"]
    main(words[3:])
    printed = capsys.readouterr()
    assert printed.out + printed.err == output


def test_the_page_has_its_examples() -> None:
    assert len(console_examples()) == 9


def test_every_decision_is_on_the_page_once() -> None:
    assert re.findall(r"^- \*\*(A\d+)\*\*", DOCUMENT, re.MULTILINE) == [f"A{number}" for number in range(1, 56)]


def test_every_option_and_preset_is_on_the_page() -> None:
    assert [name.strip("`") for name in table("option")] == [field.name for field in FIELDS]
    assert re.findall(r"^### `(\w+)`", DOCUMENT, re.MULTILINE) == list(PRESETS)


def test_the_deals_on_the_page() -> None:
    deals = table("players")
    assert len(deals) == 11
    for name, row in deals.items():
        rules = Rules.read(name.strip("`"))
        dealt = [str(rules.hand_size(n)) if n in rules.player_counts() else "–" for n in range(2, 9)]
        assert (name, row) == (name, dealt)


def test_the_bounds_on_the_page() -> None:
    for name, row in table("double-nine, players").items():
        text, what = name.split(": ")
        rules = Rules.read(text.strip("`"))
        held = [most_tiles(rules, players) for players in range(2, 9)]
        points = [None if tiles is None else most_of_one(rules, None, tiles) for tiles in held]
        expected = held if what == "tiles" else points
        assert (name, row) == (name, ["–" if number is None else str(number) for number in expected])


def test_the_rare_points_on_the_page() -> None:
    rows = table("rare, players")
    assert [name.strip("`") for name in rows] == list(LIMITS)
    for name, row in rows.items():
        figures = [rarely_more_than(Rules.read(name.strip("`")), players) for players in range(2, 9)]
        assert (name, row) == (name, ["–" if figure is None else str(figure) for figure in figures])


def test_rules_of_a_preset_are_listed_with_its_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "spruce"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "spruce: Chicken Foot, seven tiles and four trains"
    assert lines[1:21] == [
        f"  {option.label!s:<55}  {option.value}  [{option.name}={option.text}]"
        for option in Rules.read("spruce").options()
    ]
    assert lines[21:24] == [
        "",
        "players  tiles each  trains  yard  of it drawable",
        "      2           7       4    41              41",
    ]
    assert lines[-1] == "      8  8 players × 7 tiles need 56 tiles, the double-nine set has 55."


def test_rules_with_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "free", "wins=highest"]) == 0
    assert capsys.readouterr().out == (
        "free wins=highest: Another game: points only, nothing is checked\n"
        "  Who wins  the highest total  [wins=highest]\n"
    )


@pytest.mark.parametrize(
    ("arguments", "status", "first_line"),
    [
        (["0", "12", "31", "8"], 0, "accept (out)"),
        (["3", "12", "31", "8"], 0, "accept (blocked)"),
        (["--players", "5", "3", "12", "31", "8"], 0, "accept (out)"),
        (["--stopped", "3", "12"], 0, "accept (stopped)"),
        (["0", "0", "31", "8"], 3, "ask (out)"),
        (["0", "0", "0", "8"], 1, "refuse (out)"),
        (["0", "12", "-3"], 1, "refuse (out)"),
        (["--rules", "free", "0", "0", "-30"], 0, "accept (out)"),
    ],
)
def test_check(arguments: list[str], status: int, first_line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *arguments]) == status
    assert capsys.readouterr().out.splitlines()[0] == first_line


@pytest.mark.parametrize(
    ("left", "status", "lines"),
    [
        ("98 10; ; 70 40", 0, ["accept (out): 18 0 11"]),
        ("98 10; 1-1; 2-0", 0, ["accept (blocked): 18 2 2"]),
        (
            "98 10; 89; 99",
            1,
            [
                "refuse (blocked): 18 17 18",
                "  Player 2: 9-8 is there twice, and the set has it once. Please look at the tiles again.",
                "  Player 3: 9-9 is the starting double and lies on the table. Please look at the tiles again.",
            ],
        ),
    ],
)
def test_check_of_tiles(left: str, status: int, lines: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--centre", "9", "--left", left]) == status
    assert capsys.readouterr().out.splitlines() == lines


def test_check_of_all_tiles(capsys: pytest.CaptureFixture[str]) -> None:
    tiles = [tile.text() for tile in Rules().tiles.tiles if tile.text() != "99"]
    left, laid, yard = (
        f"{tiles[1]}; {tiles[9]}; ",
        " ".join(tiles[:1] + tiles[2:9] + tiles[10:50]),
        " ".join(tiles[50:]),
    )
    whole = ["check", "--centre", "9", "--left", left, "--table", laid]
    assert main([*whole, "--yard", yard]) == 0
    assert capsys.readouterr().out.splitlines() == ["accept (out): 1 5 0"]
    assert main([*whole, "--yard", " ".join(tiles[51:])]) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        "  9-6 is missing: it is on no rack, not on the table and not in the yard."
    ]


def test_check_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--json", "--centre", "9", "0", "-3"]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "verdict": "refuse",
        "ended": "out",
        "points": [0, -3],
        "findings": [
            {
                "kind": "refuse",
                "player": 2,
                "code": "hand.negative",
                "sentence": "-3 is below 0, and tiles left over only add points. Please look at this number again.",
            }
        ],
    }


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rules", "chess"], f"“chess” is not a set of rules. Begin with one of {', '.join(PRESETS)}."),
        (
            ["check", "--centre", "12", "0", "1"],
            "The double-nine set has no 12-12: its doubles go from 9-9 down to 0-0.",
        ),
        (["check", "5"], "These rules seat 2 to 8 players at a table, not 1."),
        (["check", "--players", "2", "0", "1", "2"], "There are 3 numbers for 2 players."),
        (["check"], "These rules seat 2 to 8 players at a table, not 0."),
        (["check", "--table", "11", "0", "1"], "--table and --yard go with --left."),
        (["check", "--left", "11; 22"], "Say with --centre which starting double lies on the table."),
        (["check", "--centre", "9", "--left", "11; 22", "3"], "Give the points or the tiles left, not both."),
        (
            ["check", "--centre", "9", "--left", "11; 22", "--yard", "33"],
            "Give --table and --yard together, or neither.",
        ),
        (["check", "--rules", "free", "--left", "11; 22"], "Only hands of Chicken Foot have tiles."),
        (
            ["check", "--centre", "9", "--left", "11; xy"],
            "“xy” is not a tile. Write both numbers, for example 7-3 or 12-0.",
        ),
    ],
)
def test_what_cannot_be_read_is_explained(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", sentence + "\n")


@pytest.mark.parametrize("command", [[], ["rules"], ["check"]])
def test_help_shows_how_to_call_it(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([*command, "--help"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: python -m engine{' ' if command else ''}{''.join(command)}")

"""Records: the text both ways, the examples of docs/record.md, and both checks on true and on damaged records."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.slips import SLIPS, caught, true_hands
from engine import (
    Checked,
    Ended,
    Game,
    Layout,
    Outcome,
    Play,
    Record,
    Rules,
    Tile,
    Turn,
    UnreadableRecord,
    check_full,
    check_public,
    preset,
    read_record,
    read_records,
    record_of,
    replay,
)
from engine.__main__ import main
from engine.matching import matching
from engine.record import TAGS

DOCUMENT = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```record\n(.*?)```", DOCUMENT, re.DOTALL)
ANN = read_record(EXAMPLES[0])
NAMES = ("Wren", "Finch", "Robin", "Dove", "Crow", "Heron", "Stork", "Swift")

PRESETS = ("gamerules", "spruce", "classic4", "coop6", "chickie6")
OPTIONS = (
    "dead_foot=end_when_stuck",
    "dead_foot=end_when_hopeless",
    "dead_foot=release",
    "drawn=may",
    "drawn=must",
    "free_draw=yes",
    "draw=until",
    "double_out=50",
    "double_out=draw",
    "toes=2",
    "reserve=3",
    "centre=search",
    "centre=next",
    "starter=rotates",
    "plays_on=no",
    "hand=3",
    "call=draw",
    "knock=draw",
)


def played(rules: Rules, players: int, chance: random.Random) -> tuple[Record, Outcome]:
    """A random hand, with everything that can be forgotten forgotten now and then."""
    dealt = Game(rules, players).shuffle(chance)
    hand, moves = dealt, []
    while hand.ended is None:
        move = chance.choice(hand.legal_moves())
        if isinstance(move, Play) and chance.random() < 0.1:
            move = replace(move, silent=True)
        moves.append(move)
        hand = hand.play(move)
    outcome = hand.outcome()
    assert outcome is not None
    return record_of(dealt, moves, NAMES[:players]), outcome


def sentences(checked: Checked) -> list[tuple[int | None, int | None, str]]:
    return [(fault.turn, fault.seat, str(fault.sentence)) for fault in checked.faults]


# The page


def test_the_examples_are_right() -> None:
    assert len(EXAMPLES) == 3
    assert check_public(ANN) == Checked((), Outcome(Ended.BLOCKED, None, (62, 43, 11, 40)))
    finch = read_record(EXAMPLES[1])
    assert check_full(finch) == check_public(finch) == Checked((), Outcome(Ended.OUT, 0, (0, 14)))
    assert finch.text() == EXAMPLES[1]


def test_the_console_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "hand.txt").write_text(EXAMPLES[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"```console\n(.*?)```", DOCUMENT, re.DOTALL)
    for example in re.split(r"^\$ python -m engine ", block, flags=re.MULTILINE)[1:]:
        command, _, output = example.partition("\n")
        assert main(command.split()) == 0
        assert capsys.readouterr().out == output


def test_every_tag_is_on_the_page() -> None:
    table = DOCUMENT.split("## What stands before the turns")[1].split("##")[0]
    assert set(re.findall(r"\[(\w+) ", table)) == set(TAGS)


# Text


@given(
    name=st.sampled_from(PRESETS),
    option=st.sampled_from(("", *OPTIONS)),
    top=st.sampled_from([6, 9, 12]),
    seed=st.integers(0, 10**9),
)
def test_true_records_read_back_and_are_right(name: str, option: str, top: int, seed: int) -> None:
    chance = random.Random(seed)
    rules = Rules.read(f"{name} set={top} players=8 {option}")
    record, outcome = played(rules, chance.choice(rules.player_counts()), chance)
    assert read_record(record.text()) == record
    assert check_full(record) == Checked((), outcome)
    assert check_public(record) == Checked((), outcome)
    states = list(replay(record))
    assert (len(states), states[-1].outcome()) == (len(record.turns) + 1, outcome)
    plays = [turn.play for turn in record.turns if turn.play is not None]
    assert len(Layout.of(rules, record.players, record.centre, plays).pieces) == len(plays)


def test_a_file_of_hands() -> None:
    assert read_records(EXAMPLES[0] + EXAMPLES[1]) == (ANN, read_record(EXAMPLES[1]))
    assert read_records("{nothing yet}\n") == ()
    with pytest.raises(UnreadableRecord, match="One hand is expected here, and there are 2"):
        read_record(EXAMPLES[0] + EXAMPLES[1])


def test_rules_follow_from_set_and_trains() -> None:
    head = "[Players Ann;Bob] [Start 6] [First 1]"
    assert read_record(head).rules == Rules()
    assert read_record(f"{head} [Set 12]").rules == Rules(set=12)
    assert read_record(f"{head} [Trains 4]").rules == Rules.read("gamerules arms=4")
    assert read_record(f"{head} [Rules spruce] [Trains 4]").rules == preset("spruce")


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("1. 96", 1, "[Players …] is missing: write the names, parted by semicolons."),
        ("[Players Ann]", 1, "[Players Ann] cannot be read: write the names, parted by semicolons."),
        ("{} [Start x]", 2, "[Start x] cannot be read: write a number from 0 to 9."),
        ("{} [Start 9] [First 3]", 2, "[First 3] cannot be read: write a whole number from 1 to 2."),
        ("{} [Start 9]\n[Start 9]", 3, "[Start …] is there twice."),
        ("{} [Rules spruce] [Set 12]", 2, "[Set 12] does not agree with the rules that are named."),
        ("{} [Set 8]", 2, "[Set 8] cannot be read: write one of 6, 9, 12, 15, 18."),
        ("{} [Rules chess]", 2, f"“chess” is not a set of rules. Begin with one of {', '.join((*PRESETS, 'free'))}."),
        ("{} [Rules spruce hand=40]", 1, "2 players × 40 tiles need 80 tiles, the double-nine set has 55."),
        (
            "{} [Start 9] [First 1] [Left 99]",
            2,
            "[Left 99] cannot be read: write 2 groups of tiles, parted by semicolons.",
        ),
        ("{} <> [Left 99]", 2, "[Left 99] cannot be read: write 2 groups of tiles, parted by semicolons."),
        ("{} [Who Ann]", 2, f"[Who …] is not known here; the tags are {', '.join(TAGS)}."),
        ("{} <> 1. 96 *99", 2, "*99 is not a turn."),
        ("{} <>\n1. 96\n2. 61 11", 3, "round 1 has 1 turn, and 2 are playing."),
        ("{} <>\n1. 96 95\n3. 61 11", 4, "this is round 2, and 3. stands there."),
        ("{} <>\n1. 96 # 95", 3, "95 stands after the end of the hand."),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text: str, line: int, sentence: str) -> None:
    with pytest.raises(UnreadableRecord) as caught:
        read_record(text.replace("{}", "[Players Ann;Bob]\n").replace("<>", "[Start 9] [First 1]"))
    assert str(caught.value.sentence) == f"Line {line}: {sentence}"


# Damaged records


def test_a_digit_swapped() -> None:
    turns = list(ANN.turns)
    turns[18] = Turn(0, Play(Tile(6, 2), 2))
    checked = check_public(replace(ANN, turns=tuple(turns)))
    assert sentences(checked) == [(18, 3, "6-2 cannot go there: no end shows a 2.")]


def test_a_pass_that_cannot_be_true() -> None:
    """Ann drew three times while fives were needed, so she cannot have kept the 9-5."""
    ann = tuple(map(Tile.read, ["95", "96", "77", "66", "11", "10"]))
    checked = check_public(replace(ANN, left=(ann, *ANN.left[1:]), score=()))
    assert sentences(checked) == [
        (None, None, "The hand was not blocked: somebody could go on."),
        (None, 0, "This player drew or passed with a tile that would have fitted."),
    ]


def test_the_legal_tokens_are_told() -> None:
    finch = read_record(EXAMPLES[1])
    turns = (finch.turns[0], Turn(0, Play(Tile(5, 5), 5)))
    (fault,) = check_full(replace(finch, turns=turns, ended=None, left=(), score=())).faults
    assert (fault.turn, fault.seat, fault.legal) == (1, 1, ("+",))


ALWAYS_CAUGHT = list(SLIPS)[:6]


def published() -> dict[tuple[str, str], tuple[float, float]]:
    """The shares on the page, with the deal and without it, by slip and preset."""
    rows = [line.strip("| ").split(" | ") for line in DOCUMENT.splitlines() if " / " in line and line[0] == "|"]
    shares = {}
    for kind, *cells in rows:
        for preset_name, cell in zip(PRESETS, cells, strict=True):
            full, public = map(float, cell.split(" / "))
            shares[kind, preset_name] = full, public
    return shares


@pytest.mark.parametrize("kind", ALWAYS_CAUGHT)
def test_slips_that_never_pass(kind: str) -> None:
    (of,) = caught(Rules(), [kind], 150)
    assert (of.full, of.public) == (of.made, of.made)


def test_every_slip_has_its_published_share() -> None:
    assert list(published()) == [(kind, name) for kind in SLIPS for name in PRESETS]


@pytest.mark.parametrize("kind", list(SLIPS)[6:])
@pytest.mark.parametrize("name", ["gamerules", "spruce"])
def test_slips_that_may_be_another_hand_are_caught_as_often_as_published(kind: str, name: str) -> None:
    """Within four standard errors of the share on the page."""
    (of,) = caught(preset(name), [kind], 200, seed=5)
    for count, percent in zip((of.full, of.public), published()[kind, name], strict=True):
        share = percent / 100
        assert abs(count / of.made - share) <= 4 * (max(share * (1 - share), 0.002) / of.made) ** 0.5


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", PRESETS)
def test_true_hands_are_right_at_length(name: str, how_many: Callable[[int, int], int]) -> None:
    assert all(checked.is_right for checked in true_hands(preset(name), how_many(50, 20000), seed=1))


def test_a_deal_that_is_none() -> None:
    finch = read_record(EXAMPLES[1])
    checked = check_full(replace(finch, yard=finch.yard[:-1]))
    assert sentences(checked) == [(None, None, "The deal and the yard are not the tiles of this game, each once.")]


def test_what_stands_before_the_turns_is_checked() -> None:
    finch = read_record(EXAMPLES[1])
    assert sentences(check_full(replace(finch, first=1))) == [
        (None, 1, "By the deal another player has the first turn.")
    ]
    assert sentences(check_full(replace(finch, search=9))) == [
        (None, None, "By the deal 10 tiles were drawn for the centre.")
    ]


def test_the_end_is_checked() -> None:
    finch = read_record(EXAMPLES[1])
    for check in (check_full, check_public):
        assert not check(replace(finch, ended=Ended.BLOCKED)).is_right
        assert not check(replace(ANN if check is check_public else finch, ended=Ended.OUT, turns=())).is_right
    trailing = replace(ANN, turns=(*ANN.turns, Turn(), Turn()))
    assert check_public(trailing).is_right  # A26
    broken_off = replace(ANN, turns=ANN.turns[:20], ended=None, left=(), score=())
    assert check_public(broken_off) == Checked((), None)


# The matching


@given(st.lists(st.lists(st.integers(0, 4), max_size=4, unique=True), max_size=5))
def test_the_matching_is_the_largest(choices: list[list[int]]) -> None:
    best = 0
    for order in permutations(range(-len(choices), 5), len(choices)):
        best = max(best, sum(choice in of for choice, of in zip(order, choices, strict=True)))
    assert matching(choices) == best


# The terminal


def test_verify_names_round_player_and_token(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hand.txt"
    file.write_text(EXAMPLES[0].replace("62 41", "26 41"), encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    assert capsys.readouterr().out == (
        f"{file}, hand 1: faults\n  round 5, Dee, 26: 6-2 cannot go there: no end shows a 2.\n"
    )
    assert main(["verify", "--json", str(file)]) == 1
    assert capsys.readouterr().out.startswith(f'{{"file": "{file}", "hand": 1, "faults": [{{"round": 5, "turn": 19,')
    assert main(["show", str(file)]) == 1
    assert capsys.readouterr().err == "round 5, Dee, 26: 6-2 does not join a 2 there\n"


def test_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing, binary, wrong = tmp_path / "missing", tmp_path / "binary", tmp_path / "wrong"
    binary.write_bytes(b"\xff\xfe")
    wrong.write_text(EXAMPLES[0].replace("62 41", "41"), encoding="utf-8")
    assert [main(["verify", str(file)]) for file in (missing, binary, wrong)] == [2, 2, 2]
    assert capsys.readouterr().err.splitlines() == [
        f"{missing} cannot be read: No such file or directory.",
        f"{binary} cannot be read: it is not text in UTF-8.",
        f"{wrong}: Line 4: round 5 has 3 turns, and 4 are playing.",
    ]

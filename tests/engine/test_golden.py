"""Whole hands of every preset, kept and looked through: both verifiers must find them right, with these points."""

from collections import Counter
from pathlib import Path

import pytest

from engine import Checked, Ended, Outcome, check_full, check_public, position_text, read_position, read_record, replay

FOLDER = Path(__file__).parent / "golden"

EXPECTED = {
    "gamerules-four-players-out": Outcome(Ended.OUT, 0, (0, 16, 25, 60)),
    "gamerules-two-players-blocked": Outcome(Ended.BLOCKED, None, (32, 52)),
    "spruce-three-players-search-out": Outcome(Ended.OUT, 0, (0, 17, 30)),
    "spruce-four-players-blocked": Outcome(Ended.BLOCKED, None, (9, 2, 50, 24)),
    "classic4-four-players-tap-forgotten": Outcome(Ended.OUT, 1, (18, 0, 24, 28)),
    "classic4-three-players-blocked": Outcome(Ended.BLOCKED, None, (85, 21, 42)),
    "coop6-four-players-search-out": Outcome(Ended.OUT, 2, (27, 45, 0, 38)),
    "coop6-six-players-blocked": Outcome(Ended.BLOCKED, None, (74, 135, 138, 25, 55, 54)),
    "chickie6-three-players-out": Outcome(Ended.OUT, 0, (0, 6, 4)),
    "chickie6-two-players-hopeless-foot": Outcome(Ended.BLOCKED, None, (24, 9)),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_kept_hand_is_right(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    record = read_record(text)
    assert check_full(record) == check_public(record) == Checked((), EXPECTED[name])
    assert text.split("}\n", 1)[1] == record.text()
    for hand in replay(record):
        assert read_position(position_text(hand)) == hand


def test_every_preset_has_two_hands_and_every_file_is_known() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.txt")) == sorted(EXPECTED)
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")] == sorted(EXPECTED)
    presets = Counter(name.partition("-")[0] for name in EXPECTED)
    assert presets == dict.fromkeys(("gamerules", "spruce", "classic4", "coop6", "chickie6"), 2)

"""The checks of a hand beside its three ways of typing: what is caught, and that true hands pass."""

import pytest

from benchmarks.typing_slips import WAYS, caught
from engine import Rules, Tile
from games.checks import rack_text, read_rack

ALWAYS = {
    "points": ("a second zero",),
    "tiles left": ("a tile is typed twice", "a rack is left out", "blocked is not said or said too much"),
    "record": ("a turn is lost", "a plus is lost", "a plus is added", "a draw is written for a play"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("rules", ["gamerules", "spruce", "coop6 zero_blank=50"])
def test_true_hands_pass_and_the_coarse_slips_are_always_noticed(way: str, rules: str) -> None:
    counts = caught(Rules.read(rules), way, 40)
    assert counts["no slip (false alarm)"].refused == 0
    if rules == "gamerules":
        assert {kind: counts[kind].noticed for kind in ALWAYS[way]} == {kind: counts[kind].made for kind in ALWAYS[way]}


def test_racks_are_stored_the_heaviest_first() -> None:
    tiles = [Tile.read(word) for word in ("00", "64", "91", "97")]
    assert rack_text(tiles) == "97 91 64 00"
    assert read_rack("97 91 64 00") == tuple(map(Tile.read, ("97", "91", "64", "00")))
    assert read_rack("") == ()

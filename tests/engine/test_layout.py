"""Where tiles lie: trains and toes by name, and the same open ends as the hand counts."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Foot, Game, Layout, Play, Rules, Tile, read_move


def layout(rules: str, players: int, centre: int, plays: str) -> Layout:
    moves = [read_move(word) for word in plays.split()]
    return Layout.of(Rules.read(rules), players, centre, [move for move in moves if isinstance(move, Play)])


def test_trains_and_toes_have_names() -> None:
    table = layout("gamerules", 2, 9, "97 93 77 71 72 74 11 18")
    assert str(table) == "\n".join(
        [
            "centre 9-9",
            "  A 9-7 7-7",
            "    A1 7-1 1-1",
            "      A11 1-8",
            "    A2 7-2",
            "    A3 7-4",
            "  B 9-3",
        ]
    )
    assert table.feet == (Foot("A", 7, 0), Foot("A1", 1, 2))
    assert table.ends == {"A11": 8, "A2": 2, "A3": 4, "B": 3}
    assert table.places(1) == ("A12",)
    assert table.places(3) == ()


def test_a_tile_may_say_where_it_goes() -> None:
    table = layout("gamerules", 2, 9, "97 93 37")
    assert table.places(7) == ("A", "B")
    play = Play(Tile(7, 0), 7)
    assert table.with_play(play).ends == {"A": 0, "B": 7}
    assert table.with_play(play, "B").ends == {"A": 7, "B": 0}
    with pytest.raises(ValueError, match="7-0 does not join a 7 there"):
        table.with_play(play, "C")


def test_nothing_joins_a_closed_end() -> None:
    with pytest.raises(ValueError, match="7-3 does not join a 7 there"):
        layout("gamerules", 3, 9, "97 98 73")


def test_a_released_foot_owes_nothing() -> None:  # A24
    plays = "54 56 60 46 61 03 36 66 62"  # the last of the seven tiles that carry a 6
    owing = layout("gamerules set=6", 2, 5, plays)
    assert (owing.feet, owing.places(1)) == ((Foot("B", 6, 2),), ())
    free = layout("gamerules set=6 dead_foot=release", 2, 5, plays)
    assert (free.feet, free.places(1)) == ((Foot("B", 6, 0),), ("A",))


@given(
    name=st.sampled_from(["gamerules", "spruce", "classic4", "coop6", "chickie6", "gamerules dead_foot=release"]),
    seed=st.integers(0, 10**9),
    data=st.data(),
)
def test_ends_and_feet_are_those_of_the_hand(name: str, seed: int, data: st.DataObject) -> None:
    rules, chance = Rules.read(name), random.Random(seed)
    hand = Game(rules, data.draw(st.sampled_from(rules.player_counts()))).shuffle(chance)
    while hand.phase.value == "search":
        hand = hand.play(hand.legal_moves()[0])
    table = Layout(rules, hand.start.players, hand.centre)
    while hand.ended is None:
        move = chance.choice(hand.legal_moves())
        hand = hand.play(move)
        if not isinstance(move, Play) or hand.ended is not None:
            continue
        branch = chance.choice(table.places(move.joins))
        table = table.with_play(move, branch)
        assert tuple(sorted(table.ends.values())) == hand.open_ends
        owing = [(foot.number, foot.owed) for foot in table.feet if foot.owed]
        assert owing == ([(hand.need, hand.owed)] if hand.phase.value == "foot" else [])

"""How a hand is dealt, seen and scored, on random hands of every preset; and the text of moves and positions.

What always holds while it is played is in test_laws.py.
"""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    DRAW,
    PASS,
    SETS,
    CentreFrom,
    DoubleOut,
    Ended,
    Hand,
    ImpossibleDeal,
    Kind,
    Move,
    Phase,
    PlaceCentre,
    Play,
    Rules,
    Tile,
    UnreadableMove,
    UnreadablePosition,
    check_hand,
    preset,
    read_move,
    read_position,
)

OPTIONS = (
    "",
    "dead_foot=end_when_stuck",
    "dead_foot=end_when_hopeless",
    "dead_foot=release",
    "drawn=may",
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
    "hand=2",
)


@st.composite
def deals(draw: st.DrawFn) -> tuple[Hand, random.Random]:
    """A dealt hand of any rules that can be dealt, and a source of chance for what follows."""
    name = draw(st.sampled_from(["gamerules", "spruce", "classic4", "coop6", "chickie6"]))
    top = draw(st.sampled_from(SETS))
    rules = Rules.read(f"{name} set={top} players=8 {draw(st.sampled_from(OPTIONS))}")
    players = draw(st.sampled_from(rules.player_counts()))
    chance = random.Random(draw(st.integers(0, 2**32)))
    centres = chance.sample(range(top + 1), chance.randint(1, top + 1))
    return deal(rules, players, centres, chance), chance


def deal(rules: Rules, players: int, centres: list[int], chance: random.Random) -> Hand:
    aside = {Tile.double(centres[0])} if rules.centre is CentreFrom.ASIDE else set()
    tiles = [tile for tile in rules.tiles.tiles if tile not in aside]
    chance.shuffle(tiles)
    return Hand.deal(rules, players=players, centres=centres, tiles=tiles, first=chance.randrange(players))


def states(hand: Hand, chance: random.Random) -> Iterator[tuple[Hand, Move]]:
    """Every state of a random play that goes on, with the move that is made."""
    while hand.ended is None:
        move = chance.choice(hand.legal_moves())
        yield hand, move
        hand = hand.play(move)


def last(hand: Hand, chance: random.Random) -> Hand:
    for before, move in states(hand, chance):
        hand = before.play(move)
    return hand


# Laws


@given(dealt=deals())
def test_every_hand_ends_and_its_points_are_plausible(dealt: tuple[Hand, random.Random]) -> None:
    hand = last(*dealt)
    outcome = hand.outcome()
    assert outcome is not None
    assert hand.legal_moves() == ()
    penalty = 50 if hand.rules.double_out is DoubleOut.COSTS_50 else 0
    racks = [hand.rules.points(hand.rack(seat)) for seat in range(hand.start.players)]
    if outcome.out is None:
        assert (outcome.ended, outcome.points, 0 in hand.racks) == (Ended.BLOCKED, tuple(racks), False)
        assert [outcome.points[seat] for seat in outcome.winners] == [min(racks)] * len(outcome.winners)
    else:
        assert [seat for seat, rack in enumerate(hand.racks) if not rack] == [outcome.out] == list(outcome.winners)
        assert outcome.points[outcome.out] in {0, penalty}
    verdict = check_hand(
        hand.rules, players=hand.start.players, centre=hand.centre, ended=outcome.ended, points=outcome.points
    )
    assert verdict.kind is not Kind.REFUSE


@given(dealt=deals())
def test_a_view_does_not_depend_on_hidden_tiles(dealt: tuple[Hand, random.Random]) -> None:
    hand, chance = dealt
    for state, _ in states(hand, chance):
        if state.phase is Phase.SEARCH or chance.random() > 0.2:
            continue
        seat = state.turn
        hidden = [bit for each, rack in enumerate(state.racks) if each != seat for bit in bits_of(rack)]
        pool = [*hidden, *state.yard]
        chance.shuffle(pool)
        racks, taken = list(state.racks), 0
        for each, rack in enumerate(state.racks):
            if each != seat:
                racks[each] = sum(pool[taken : taken + rack.bit_count()])
                taken += rack.bit_count()
        other = state._replace(racks=tuple(racks), yard=tuple(pool[taken:]))
        assert other.view_for(seat) == state.view_for(seat)


def bits_of(rack: int) -> list[int]:
    return [1 << index for index in range(rack.bit_length()) if rack >> index & 1]


# A view


def test_what_a_seat_sees() -> None:
    hand = read_position("gamerules; centre 9; ends 2 5 5 8; turn 2; racks 52 55 / 50 / 22 66; yard 80 41")
    mine, other = hand.view_for(1), hand.view_for(0)
    assert (mine.rack, mine.held, mine.yard, mine.drawable) == ((Tile(5, 0),), (2, 1, 2), 2, 1)
    assert mine.ends == (2, 5, 5, 8)
    assert [move.text() for move in mine.legal] == ["50"]
    assert [tile.text() for tile in mine.unseen] == ["22", "41", "52", "80", "55", "66"]
    assert (other.legal, other.shown, other.outcome) == ((), (), None)
    over = hand.play(Play(Tile(5, 0), 5)).view_for(0)
    assert [[tile.text() for tile in rack] for rack in over.shown] == [["52", "55"], [], ["22", "66"]]
    assert over.outcome == hand.play(Play(Tile(5, 0), 5)).outcome()


# Dealing


def test_the_deal_is_the_order_of_the_tiles() -> None:
    rules = preset("gamerules")
    tiles = [tile for tile in rules.tiles.tiles if tile != Tile.double(9)]
    hand = Hand.deal(rules, players=4, centres=[9], tiles=tiles, first=2)
    assert [hand.rack(seat) for seat in range(4)] == [tuple(tiles[n : n + 11]) for n in (0, 11, 22, 33)]
    assert [hand.masks.tiles_of(bit)[0] for bit in hand.yard] == tiles[44:]
    assert (hand.turn, hand.phase, hand.owed, hand.drawable) == (2, Phase.OPENING, 4, 9)


@pytest.mark.parametrize(
    ("rules", "players", "centres", "first", "left_out"),
    [
        ("gamerules", 4, [9], 0, "11"),
        ("gamerules", 4, [8], 0, "99"),
        ("spruce", 8, [9], 0, ""),
        ("spruce", 4, [9], 0, "99"),
        ("spruce", 4, [12], 0, ""),
        ("spruce", 4, [9], 4, ""),
    ],
)
def test_what_is_no_deal(rules: str, players: int, centres: list[int], first: int, left_out: str) -> None:
    tiles = [tile for tile in preset(rules).tiles.tiles if tile.text() != left_out]
    with pytest.raises(ImpossibleDeal):
        Hand.deal(preset(rules), players=players, centres=centres, tiles=tiles, first=first)


def test_a_tile_dealt_twice_is_no_deal() -> None:
    tiles = [tile if tile.text() != "11" else Tile(2, 2) for tile in preset("spruce").tiles.tiles]
    with pytest.raises(ImpossibleDeal, match="each once"):
        Hand.deal(preset("spruce"), players=4, centres=[9], tiles=tiles)


def test_an_opening_of_eight_between_two_fails_as_often_as_counted() -> None:  # A15: 36 of 1,431 reserves
    rules = Rules.read("gamerules arms=8")
    tiles = [tile for tile in rules.tiles.tiles if tile != Tile.double(9)]
    nines = [tile for tile in tiles if tile.carries(9)]
    failed = 0
    pairs = [(one, two) for index, one in enumerate(tiles) for two in tiles[:index]]
    for reserve in pairs:
        if not (reserve[0] in nines and reserve[1] in nines) and len(set(reserve) & set(nines)) != 1:
            continue
        chance = random.Random(7)
        rest = [tile for tile in tiles if tile not in reserve]
        chance.shuffle(rest)
        hand = last(Hand.deal(rules, players=2, centres=[9], tiles=[*rest, *reserve]), chance)
        failed += hand.phase is Phase.OPENING and hand.ended is Ended.BLOCKED
    assert (failed, len(pairs)) == (36, 1431)


# Text


@pytest.mark.parametrize(
    "move",
    [DRAW, PASS, PlaceCentre(12), Play(Tile(12, 3), 3), Play(Tile(7, 7), 7), Play(Tile(9, 6), 9, silent=True)],
)
def test_the_text_of_a_move_reads_back(move: Move) -> None:
    assert read_move(move.text()) == move


def test_the_joined_number_comes_first() -> None:
    assert read_move("96") == Play(Tile(9, 6), 9)
    assert read_move("69").text() == "69"
    assert Play(Tile(12, 3), 3).leaves == 12


@pytest.mark.parametrize("text", ["", "9", "966", "*96", "*99!", "!", "z1", "++"])
def test_what_is_no_move_is_named(text: str) -> None:
    with pytest.raises(UnreadableMove) as caught:
        read_move(text)
    assert str(caught.value.sentence) == (
        f"“{text}” is not a move. Write 96 for 9-6 on a 9, + for a draw, - for a pass, *99 for the centre."
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gamerules; racks 11 / 22", "“” cannot be read: write a number of the set as one sign, up to 9."),
        ("gamerules; centre 9; racks 11 / 11", "“racks” cannot be read: a tile is there twice."),
        ("gamerules; centre 9; racks 11 / c1", "“c1” cannot be read: the set has no such tile."),
        ("gamerules; centre 9; racks 11", "These rules seat 2 to 8 players at a table, not 1."),
        ("gamerules; centre 9; centre 8; racks 11 / 22", "“centre” cannot be read: it is there twice."),
        ("gamerules; centre 9; turn 3; racks 11 / 22", "“3” cannot be read: write a seat from 1 to 2."),
        (
            "gamerules; centre 9; drawn 33; racks 11 / 22",
            "“drawn” cannot be read: that tile is not on the rack of the seat in turn.",
        ),
        (
            "gamerules; centre 9; opening 2/4; racks 11 / 22",
            (
                "“opening 2/4” cannot be read: write search, or opening with the trains laid of 2, or foot with its"
                " number and up to 3 toes."
            ),
        ),
        (
            "gamerules; middle 9; racks 11 / 22",
            (
                "“middle” cannot be read: write one of centre, search, opening, foot, ends, first, turn, drawn, silent,"
                " due, racks, lacks, yard."
            ),
        ),
    ],
)
def test_what_is_no_position_is_named(text: str, sentence: str) -> None:
    with pytest.raises(UnreadablePosition) as caught:
        read_position(text)
    assert str(caught.value.sentence) == sentence

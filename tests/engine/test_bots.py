"""Bots: what each plays, that none knows anything hidden, and what draws and passes tell of hidden tiles."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Forgotten, Game, Hand, Play, Rules, position_text, read_move, read_position
from engine.bots import BOTS
from engine.masks import bits
from engine.matching import matching
from engine.simulate import margin, mean, simulate
from engine.start import Start
from engine.worlds import best_move, deal_hidden
from tests.engine.deals import placed_hands

QUICK = [name for name in BOTS if not name.startswith("monte-carlo")]


SEEN = "gamerules; centre 9; ends 3 7 8; racks 87 33 31 / 50 51; yard 10 20"


@pytest.mark.parametrize(("bot", "move"), [("heaviest", "87"), ("doubles-first", "33"), ("lookahead", "33")])
def test_what_each_bot_plays(bot: str, move: str) -> None:
    assert BOTS[bot](read_position(SEEN).view_for(0), random.Random(1)).text() == move


def test_random_plays_every_tile_alike() -> None:
    view, chance = read_position(SEEN).view_for(0), random.Random(1)
    played = Counter(BOTS["random"](view, chance).text() for _ in range(6000))
    assert {move: round(count / 1000) for move, count in played.items()} == {"33": 2, "31": 2, "87": 1, "78": 1}


def test_the_ladder_of_bots() -> None:
    assert list(BOTS) == ["random", "heaviest", "doubles-first", "lookahead", "monte-carlo-20", "monte-carlo-60"]


@given(placed=placed_hands(), bot=st.sampled_from(QUICK))
def test_bots_play_legal_moves_and_know_nothing_hidden(placed: tuple[Hand, random.Random], bot: str) -> None:
    hand, chance = placed
    while hand.ended is None:
        seed = chance.random()
        view = hand.view_for(hand.turn)
        move = BOTS[bot](view, random.Random(seed))
        assert move in view.legal
        assert BOTS[bot](shuffled_beyond(hand, chance).view_for(hand.turn), random.Random(seed)) == move
        hand = hand.play(move)


def shuffled_beyond(hand: Hand, chance: random.Random) -> Hand:
    """The same for the player in turn, every tile hidden from them somewhere else."""
    hidden = [bit for seat, rack in enumerate(hand.racks) if seat != hand.turn for bit in bits(rack)] + [*hand.yard]
    chance.shuffle(hidden)
    racks = []
    for seat, rack in enumerate(hand.racks):
        count = 0 if seat == hand.turn else rack.bit_count()
        racks.append(rack if seat == hand.turn else sum(hidden[:count]))
        hidden = hidden[count:]
    return hand.with_hidden(tuple(racks), tuple(hidden))


# Monte Carlo


@given(placed=placed_hands())
@settings(max_examples=25)
def test_trying_worlds_is_legal_and_knows_nothing_hidden(placed: tuple[Hand, random.Random]) -> None:
    hand, chance = placed
    while hand.ended is None:
        seed = chance.random()
        view = hand.view_for(hand.turn)
        move = best_move(view, random.Random(seed), worlds=2)
        assert move in view.legal
        assert best_move(shuffled_beyond(hand, chance).view_for(hand.turn), random.Random(seed), worlds=2) == move
        hand = hand.play(chance.choice(view.legal))


@pytest.mark.parametrize("bot", ["monte-carlo-20", "monte-carlo-60"])
def test_whole_hands_do_not_hang_on_what_is_hidden(bot: str) -> None:
    chance = random.Random(7)
    hand = Game(Rules.read("gamerules set=6"), 3).shuffle(chance)
    while hand.ended is None:
        view, seed = hand.view_for(hand.turn), chance.random()
        move = BOTS[bot](view, random.Random(seed))
        assert BOTS[bot](shuffled_beyond(hand, chance).view_for(hand.turn), random.Random(seed)) == move
        hand = hand.play(move)


def test_trying_worlds_goes_out_where_heaviest_would_not() -> None:
    """Seat 2 is out after its next turn unless the foot is opened for it to be stuck on."""
    hand = read_position("gamerules reserve=0; centre 9; ends 3 7 7; racks 33 73 / 71")
    assert BOTS["heaviest"](hand.view_for(0), random.Random(1)).text() == "73"
    assert BOTS["monte-carlo-60"](hand.view_for(0), random.Random(1)).text() == "33"


def test_trying_worlds_costs_fewer_points() -> None:
    tally = simulate(Rules(), ["monte-carlo-20", "heaviest", "heaviest", "heaviest"], hands=40, seed=1)
    own, *others = (sum(points * count for points, count in seat.items()) for seat in tally.seats)
    assert own < min(others)


@given(placed=placed_hands())
@settings(max_examples=50)
def test_worlds_agree_with_all_that_is_known(placed: tuple[Hand, random.Random]) -> None:
    hand, chance = placed
    while hand.ended is None:
        view = hand.view_for(hand.turn)
        start = Start(view.rules, view.players, (view.centre,), view.turn)
        world = hand.with_hidden(*deal_hidden(view, start, chance))
        assert world.view_for(hand.turn) == view
        assert sorted([*world.yard, *(bit for rack in world.racks for bit in bits(rack))]) == sorted(
            [*hand.yard, *(bit for rack in hand.racks for bit in bits(rack))]
        )
        hand = hand.play(chance.choice(view.legal))


# What draws and passes tell


def told(hand: Hand, seat: int) -> bool:
    """Whether the rack of a seat can be what the table was told about it."""
    rack = list(bits(hand.racks[seat]))
    places = [
        [number for number, bit in enumerate(rack) if not bit & hand.masks.matching[lacks]]
        for lacks in hand.lacks[seat]
    ]
    return matching(places) == len(places)


@given(placed=placed_hands())
@settings(max_examples=40)
def test_what_is_told_is_true(placed: tuple[Hand, random.Random]) -> None:
    hand, chance = placed
    forgets = Forgotten.DRAWS_ONE in {hand.rules.call, hand.rules.knock}
    while hand.ended is None:
        assert [told(hand, seat) for seat in range(hand.start.players)] == [True] * hand.start.players
        assert read_position(position_text(hand)).lacks == hand.lacks
        move = chance.choice(hand.legal_moves())
        silent = forgets and isinstance(move, Play) and chance.random() < 0.3
        hand = hand.play(Play(move.tile, move.joins, silent=True) if silent and isinstance(move, Play) else move)


def test_a_draw_and_a_pass_tell_what_is_not_on_the_rack() -> None:
    hand = read_position("gamerules; centre 9; ends 3 7; racks 11 22 52 / 33 50 / 44; yard 10 66 20 21")
    for text, lacks in (
        ("+", (((3, 7), (3, 7), (3, 7)), (), ())),
        ("-", (((3, 7), (3, 7), (3, 7), (3, 7)), (), ())),
        ("33", (((3, 7), (3, 7), (3, 7), (3, 7)), (), ())),
        ("+", (((3, 7), (3, 7), (3, 7), (3, 7)), (), ((3,),))),
    ):
        hand = hand.play(read_move(text))
        assert hand.view_for(1).lacks == lacks


def test_where_a_drawn_tile_may_be_kept_nothing_is_told_of_it() -> None:
    hand = read_position("spruce; centre 9; ends 3 7; racks 11 22 / 33 50; yard 31 66 20 21")
    after = hand.play(read_move("+")).play(read_move("-"))
    assert after.view_for(0).lacks == (((3, 7), (3, 7)), ())


def test_where_one_may_draw_at_will_nothing_is_told() -> None:
    hand = read_position("gamerules free_draw=yes; centre 9; ends 3 7; racks 11 22 / 33 50; yard 31 66 20 21")
    assert hand.play(read_move("+")).view_for(0).lacks == ((), ())


def test_a_played_tile_was_the_oldest_that_it_can_have_been() -> None:
    text = "gamerules; centre 9; ends 3 5 7; turn 2; racks 11 22 / 33 50 52; lacks - / 35 5 2; yard 31 66 20 21"
    hand = read_position(text).play(read_move("33"))
    assert position_text(hand).split("; ")[-2] == "lacks - / 35 2"


# The page


PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def test_every_bot_is_on_the_page() -> None:
    assert re.findall(r"^\| `([\w-]+)` \|", PAGE, re.MULTILINE) == [*BOTS, *BOTS]


def line_of(bot: str) -> str:
    """The line of the table as the simulation gives it."""
    tally = simulate(Rules(), [bot, "heaviest", "heaviest", "heaviest"], hands=5000, seed=2026)
    own, *others = map(mean, tally.seats)
    return f"| `{bot}` | {float(own):.1f} ± {margin(tally.seats[0]):.1f} | {float(sum(others) / 3):.1f} |"


@pytest.mark.parametrize("bot", ["random", "heaviest", "doubles-first"])
def test_the_strength_on_the_page(bot: str) -> None:
    assert line_of(bot) in PAGE


@pytest.mark.long(sample=0)
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("bot", ["lookahead", "monte-carlo-20", "monte-carlo-60"])
def test_the_strength_of_slow_bots_on_the_page(bot: str) -> None:
    assert line_of(bot) in PAGE

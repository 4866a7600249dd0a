"""The engine against the oracle, move by move, on random hands of every preset, set, table size and house option."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from engine import (
    DRAW,
    PASS,
    Draw,
    Ended,
    Forgotten,
    Hand,
    Move,
    Outcome,
    Phase,
    PlaceCentre,
    Play,
    Rules,
    Tile,
    position_text,
    read_move,
    read_position,
)
from engine.playout import Greedy, Playout, playout
from tests.engine import oracle
from tests.engine.deals import PRESETS, Deal, random_deal


def engine_move(state: oracle.State, move: oracle.Move, *, silent: bool = False) -> Move:
    """A move of the oracle as a move of the engine."""
    if isinstance(move, str):
        words: dict[str, Move] = {"draw": DRAW, "pass": PASS, "centre": PlaceCentre(state.centre)}
        return words[move]
    tile, number = move
    return Play(Tile(*tile), number, silent)


def engine_outcome(state: oracle.State) -> Outcome | None:
    result = state.result()
    if result is None:
        return None
    ended = Ended.BLOCKED if result.blocked else Ended.OUT
    return Outcome(ended, min(result.went_out, default=None), result.scores)


def seen(hand: Hand) -> tuple[object, ...]:
    """All that both tell about a moment of a hand."""
    outcome = hand.outcome()
    return (
        frozenset(hand.legal_moves()),
        hand.turn if outcome is None else "over",
        tuple(frozenset((tile.high, tile.low) for tile in hand.rack(seat)) for seat in range(hand.start.players)),
        len(hand.yard),
        hand.open_ends,
        outcome,
        frozenset(outcome.winners) if outcome else None,
    )


def seen_by_oracle(state: oracle.State) -> tuple[object, ...]:
    result = state.result()
    return (
        frozenset(engine_move(state, move) for move in state.legal()),
        state.seat if result is None else "over",
        state.racks,
        len(state.yard),
        state.ends,
        engine_outcome(state),
        result.winners if result else None,
    )


def chosen(state: oracle.State, chance: random.Random) -> tuple[oracle.Move, bool]:
    """A legal move, doubles and passes often enough; and whether the player forgets to say what has to be said."""
    moves = sorted(state.legal(), key=str)
    doubles = [move for move in moves if not isinstance(move, str) and oracle.is_double(move[0])]
    move = chance.choice(doubles if doubles and chance.random() < 0.5 else moves)
    forgets = Forgotten.DRAWS_ONE in {state.rules.call, state.rules.knock}
    return move, forgets and not isinstance(move, str) and chance.random() < 0.5


@dataclass(frozen=True)
class Moment:
    """Both at the same moment, and the moves that led here."""

    deal: Deal
    hand: Hand
    state: oracle.State
    moves: tuple[Move, ...] = ()

    def after(self, move: oracle.Move, *, silent: bool = False) -> "Moment":
        theirs = engine_move(self.state, move, silent=silent)
        state = self.state.play(move, silent=silent)
        return Moment(self.deal, self.hand.play(theirs), state, (*self.moves, theirs))

    def __str__(self) -> str:
        """What led here, to be read where the two differ."""
        moves = " ".join(move.text() for move in self.moves)
        return f"{self.deal.rules.text()}, {self.deal.players} players: {moves}"


def begun(deal: Deal) -> Moment:
    return Moment(deal, deal.hand(), deal.oracle())


def side_by_side(deal: Deal, chance: random.Random) -> Iterator[Moment]:
    """Both through the same random hand."""
    moment = begun(deal)
    yield moment
    while moment.state.result() is None:
        move, silent = chosen(moment.state, chance)
        moment = moment.after(move, silent=silent)
        yield moment


def counted(deal: Deal, moves: tuple[Move, ...]) -> tuple[int, int, int]:
    """Turns, tiles played and tiles drawn after the centre was placed, as the engine's moves show them."""
    hand, turns, plays, draws = deal.hand(), 0, 0, 0
    for move in moves:
        searching, hand = hand.phase is Phase.SEARCH, hand.play(move)
        if not searching:
            plays += isinstance(move, Play)
            draws += isinstance(move, Draw)
            turns += not isinstance(move, Draw) or hand.outcome() is not None
    return turns, plays, draws


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_hand_move_by_move(preset: str) -> None:
    agree_on(preset, 100)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_hand_move_by_move_at_length(preset: str, how_many: Callable[[int, int], int]) -> None:
    agree_on(preset, how_many(100, 4000))


def agree_on(preset: str, hands: int) -> None:
    for number in range(hands):
        chance = random.Random(f"{preset} {number}")
        for moment in side_by_side(random_deal(preset, chance), chance):
            assert seen(moment.hand) == seen_by_oracle(moment.state), f"hand {number}: {moment}"
        state = moment.state
        assert counted(moment.deal, moment.moves) == (state.turns, state.plays, state.draws), f"hand {number}: {moment}"


# The playout


def greedy_move(state: oracle.State, kind: Greedy, chance: random.Random) -> oracle.Move:
    """What a simulated player does: never more than it must, the tile chosen in its own way, then the end."""
    plays = [move for move in state.legal() if not isinstance(move, str)]
    if not plays:
        return min(move for move in state.legal() if isinstance(move, str))
    tiles = sorted({tile for tile, _ in plays}, key=lambda tile: (sum(tile), tile[0]))
    if kind is Greedy.RANDOM:
        tile = tiles[int(chance.random() * len(tiles))]
    else:
        doubles = [tile for tile in tiles if oracle.is_double(tile)]
        tile = (doubles if doubles and kind is Greedy.DOUBLES_FIRST else tiles)[-1]
    ends = sorted((number for each, number in plays if each == tile), reverse=True)
    lower = len(ends) == 2 and kind is Greedy.RANDOM and int(chance.random() * 2) == 1
    return tile, ends[lower]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_playout(preset: str) -> None:
    playouts_agree_on(preset, 150)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_playout_at_length(preset: str, how_many: Callable[[int, int], int]) -> None:
    playouts_agree_on(preset, how_many(150, 4000))


def playouts_agree_on(preset: str, hands: int) -> None:
    for number in range(hands):
        chance = random.Random(f"{preset} playout {number}")
        moment = begun(random_deal(preset, chance))
        while not moment.state.placed:
            moment = moment.after(*moment.state.legal())
        hand, state = moment.hand, moment.state
        seats = chance.choices(tuple(Greedy), k=len(state.racks))
        if state.result() is not None:
            assert hand.outcome() == engine_outcome(state)
            continue
        fast = playout(hand, seats, random.Random(number))
        same_chance = random.Random(number)
        while state.result() is None:
            state = state.play(greedy_move(state, seats[state.seat], same_chance))
        slow = Playout(outcome_of(state), state.turns, state.plays, state.draws)
        assert fast == slow, f"hand {number}: {moment}"


def outcome_of(state: oracle.State) -> Outcome:
    outcome = engine_outcome(state)
    assert outcome is not None
    return outcome


# Where the two once differed; the oracle's side of each is in test_oracle.py


@pytest.mark.parametrize("policy", ["end_when_stuck", "end_when_hopeless"])
def test_a43_nobody_is_called_once_the_hand_is_over(policy: str) -> None:
    hand = read_position(f"classic4 dead_foot={policy}; centre 9; ends 6 8; racks 81 22 / 66 99; yard 00 01")
    over = hand.play(read_move("81!")).play(read_move("66"))
    assert over.outcome() == Outcome(Ended.BLOCKED, None, (4, 18))
    assert len(over.yard) == 2


def test_a43_a_call_may_take_the_last_tile_and_block_the_hand() -> None:
    hand = read_position("classic4; centre 9; ends 6 8; racks 81 22 / 66 99; yard 00")
    over = hand.play(read_move("81!")).play(read_move("66"))
    assert over.outcome() == Outcome(Ended.BLOCKED, None, (54, 18))


@pytest.mark.parametrize("option", ["allowed", "50", "draw"])
def test_a29_the_starting_double_as_the_last_tile_leaves_no_foot_open(option: str) -> None:
    hand = read_position(f"spruce hand=1 double_out={option}; centre 9; search; racks 99 / 44; yard 01 02")
    assert hand.play(PlaceCentre(9)).outcome() == Outcome(Ended.OUT, 0, (0, 8))


def test_a7_if_nobody_holds_any_double_that_is_due_the_first_one_drawn() -> None:
    hand = read_position(
        "chickie6; centre 6; search; due 6 3 0; first 2; turn 2; racks 11 62 / 22 53 / 44 55; yard 65 51 33 66"
    )
    for _ in range(3):
        hand = hand.play(DRAW)
    assert (hand.turn, hand.centre, hand.legal_moves()) == (0, 3, (PlaceCentre(3),))


def test_a43_nobody_is_called_after_their_next_turn_has_come() -> None:
    hand = read_position("classic4; centre 9; ends 3 6; racks 31 22 / 99 44; yard 94 55 00")
    for text in ("31!", "+", "-", "+"):
        hand = hand.play(read_move(text))
    assert "silent" not in position_text(hand)


def test_a26_a_hand_may_be_blocked_by_its_deal() -> None:
    """Every six lies in the reserve, so that nobody can begin and nobody can draw."""
    rules = Rules.read("gamerules set=6 hand=5 reserve=17")
    tiles = sorted(tile for tile in rules.tiles.tiles if tile != Tile(6, 6))
    deal = Deal(rules, 2, (6,), tuple(tiles), first=0)
    assert deal.hand().outcome() == engine_outcome(deal.oracle()) == Outcome(Ended.BLOCKED, None, (8, 22))

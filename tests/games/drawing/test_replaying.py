"""A record turn by turn: what is seen when, what is said, and what is not seen before a hand is over."""

import random
from dataclasses import replace

import pytest

from engine import Game, Layout, Phase, Record, Rules, Tile, read_record, record_of, replay
from games.drawing import NotReplayable, When, replay_of
from tests.engine.test_record import ANN, EXAMPLES

NAMES = ("Ann", "Bob", "Cy", "Dee")


def played(rules: str, players: int, seed: int) -> Record:
    """The record of a hand of random moves, with its deal."""
    chance = random.Random(seed)
    hand = dealt = Game(Rules.read(rules), players).shuffle(chance)
    moves = []
    while hand.ended is None:
        moves.append(chance.choice(hand.legal_moves()) if hand.phase is not Phase.SEARCH else hand.legal_moves()[0])
        hand = hand.play(moves[-1])
    return record_of(dealt, moves, NAMES[:players])


def test_what_lies_is_seen_from_its_turn_on() -> None:
    seen = replay_of(ANN, NAMES)
    assert seen.last == len(ANN.turns) == 46
    for moment in (0, 5, 46):
        lies = [one for one in seen.tiles if one.when.holds(moment)]
        assert len(lies) == 1 + sum(turn.play is not None for turn in ANN.turns[:moment])


def test_open_ends_and_feet_are_those_of_the_layout() -> None:
    seen = replay_of(ANN, NAMES)
    layout = Layout(ANN.rules, 4, ANN.centre)
    for moment, turn in enumerate(ANN.turns, 1):
        if turn.play is not None:
            layout = layout.with_play(turn.play)
        assert sum(one.when.holds(moment) for one in seen.ends) == len(layout.ends)
        assert sum(one.when.holds(moment) for one in seen.feet) == sum(foot.owed > 0 for foot in layout.feet)


@pytest.mark.parametrize(("rules", "players"), [("gamerules", 4), ("spruce", 3), ("coop6", 4), ("classic4", 2)])
@pytest.mark.parametrize("seed", range(3))
def test_racks_are_those_of_the_hand_at_every_turn(rules: str, players: int, seed: int) -> None:
    record = played(rules, players, seed)
    seen = replay_of(record, NAMES[:players])
    for moment, hand in enumerate(replay(record)):
        for seat in range(players):
            rack = {one.tile for one in seen.racks[seat] if one.when.holds(moment)}
            assert rack == set(hand.rack(seat))
            assert [one.count for one in seen.held[seat] if one.when.holds(moment)] == [len(rack)]


def test_without_a_deal_racks_are_seen_at_the_end_alone() -> None:
    seen = replay_of(ANN, NAMES)
    assert {one.when for rack in seen.racks for one in rack} == {When(46, 47)}
    assert {one.tile for one in seen.racks[2]} == {Tile.read("70"), Tile.read("40"), Tile.read("00")}


def test_nobody_sees_a_rack_of_a_hand_that_goes_on() -> None:
    record = played("gamerules", 4, 1)
    going_on = replace(record, turns=record.turns[:9], ended=None)
    seen = replay_of(going_on, NAMES, live=True)
    assert seen.racks == ((), (), (), ())
    assert [moment.token for moment in seen.moments[1:]] == [turn.text() for turn in record.turns[:9]]


def test_a_live_hand_keeps_its_tiles_where_they_lie() -> None:
    record = played("gamerules", 4, 1)
    now = replay_of(replace(record, turns=record.turns[:12], ended=None), NAMES, live=True)
    later = replay_of(replace(record, turns=record.turns[:13], ended=None), NAMES, live=True)
    assert [one.tile for one in later.tiles[: len(now.tiles)]] == [one.tile for one in now.tiles]


def test_every_turn_is_said_and_feet_are_announced() -> None:
    seen = replay_of(ANN, NAMES)
    said = [" ".join(map(str, moment.says)) for moment in seen.moments]
    assert said[0] == "The 8-8 lies in the centre. Bob begins."
    assert said[1] == "Bob plays 8-0 on 8."
    assert said[5] == "Bob plays 4-4 on 4. Foot on 4-4: 3 toes are owed."
    assert said[7] == "Dee plays 6-4 on 4. Foot on 4-4: one toe is still owed."
    assert said[8] == "Ann plays 5-4 on 4. The foot on 4-4 is complete."
    assert said[35] == "Dee draws a tile and plays 4-3 on 3. Foot on 3-3: one toe is still owed."
    assert said[36] == "Ann draws a tile and cannot play."
    assert said[46] == "Cy draws a tile and cannot play. The hand is blocked: nobody can go on."
    assert " ".join(map(str, replay_of(read_record(EXAMPLES[1]), NAMES[:2]).moments[-1].says)).endswith(
        "is out: the hand is over."
    )


def test_a_turn_that_cannot_be_laid_is_named() -> None:
    turns = (*ANN.turns[:3], replace(ANN.turns[3], branch="C"), *ANN.turns[4:])
    with pytest.raises(NotReplayable) as wrong:
        replay_of(replace(ANN, turns=turns), NAMES)
    assert wrong.value.turn == 3

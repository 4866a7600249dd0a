"""Hands in order: which double, who begins, totals and zeros."""

import random

import pytest

from engine import Ended, Game, Hand, ImpossibleDeal, Outcome, Played, Rules, Tile, preset
from engine.options import CentreFrom


def played_out(hand: Hand, chance: random.Random) -> Hand:
    while hand.ended is None:
        hand = hand.play(chance.choice(hand.legal_moves()))
    return hand


def turned_over(text: str, top: int = 9) -> list[Tile]:
    """The whole set, these tiles first."""
    first = [Tile.read(word) for word in text.split()]
    return first + [tile for tile in Rules(set=top).tiles.tiles if tile not in first]


def blocked(centre: int, *points: int, first: int = 0) -> Played:
    return Played(centre, first, Outcome(Ended.BLOCKED, None, points))


@pytest.mark.parametrize("name", ["gamerules", "spruce", "classic4", "coop6", "chickie6"])
def test_a_whole_game_has_one_hand_for_each_double(name: str) -> None:
    rules, chance = preset(name), random.Random(20)
    for players in rules.player_counts():
        game = Game(rules, players)
        while not game.is_over:
            game = game.after(played_out(game.shuffle(chance), chance))
        assert sorted(hand.centre for hand in game.played) == list(range(rules.set + 1))
        if rules.centre is not CentreFrom.NEXT_HELD:
            assert [hand.centre for hand in game.played] == list(rules.centres())
        assert game.totals == tuple(map(sum, zip(*(hand.outcome.points for hand in game.played), strict=True)))
        with pytest.raises(ImpossibleDeal, match="the game is over"):
            game.shuffle(chance)


def test_a_double_that_was_passed_over_is_due_again() -> None:  # A7
    game = Game(preset("chickie6"), 2, (blocked(4, 1, 2), blocked(6, 1, 2)))
    assert game.centres == (5, 3, 2, 1, 0)


def test_a_list_of_centres_is_played_as_it_stands() -> None:  # A47
    game = Game(Rules.read("gamerules hands=5,3,5"), 2)
    assert game.centres == (5, 3, 5)
    assert Game(game.rules, 2, (blocked(5, 1, 2),)).centres == (3, 5)


# Who begins


def test_whoever_turns_over_the_double_begins() -> None:  # G5, G10, A3, A4
    game = Game(preset("gamerules"), 4)
    assert game.first_seat(turned_over("11 22 33 44 55 99")) == 1
    second = Game(game.rules, 4, (blocked(9, 1, 2, 3, 4),))
    assert second.lead == 1
    assert second.first_seat(turned_over("11 22 33 44 55 88")) == 2


def test_the_highest_tile_begins_and_then_the_seat_to_the_left() -> None:  # classic4
    game = Game(preset("classic4"), 3)
    assert game.first_seat(turned_over("65 92 83 99")) == 1
    second = Game(game.rules, 3, (blocked(9, 1, 2, 3, first=2),))
    assert second.first_seat(turned_over("99")) == 0


def test_the_lead_draws_first_for_a_centre_that_nobody_holds() -> None:  # A4, A5
    game = Game(preset("spruce"), 2, (blocked(9, 1, 2), blocked(8, 1, 2), blocked(7, 1, 2)))
    tiles = turned_over("11 22 33 44 55 77 88 12 13 14 15 17 18 19 20 30 66")
    hand = game.deal(turned_over("99"), tiles)
    assert (hand.turn, [move.text() for move in hand.legal_moves()]) == (1, ["+"])


# Scores


def test_totals_and_zeros() -> None:
    out = Played(8, 0, Outcome(Ended.OUT, 1, (0, 0, 30)))
    for rules, zeros in (("gamerules", (1, 2, 0)), ("gamerules zero_needs_out=yes", (0, 1, 0))):
        game = Game(Rules.read(rules), 3, (out, Played(7, 0, Outcome(Ended.BLOCKED, None, (4, 0, 9)))))
        assert game.totals == (4, 0, 39)
        assert game.zeros == zeros


def test_only_a_hand_that_is_over_is_scored() -> None:
    game = Game(preset("gamerules"), 3)
    with pytest.raises(ValueError, match="the hand is not over"):
        game.after(game.shuffle(random.Random(1)))

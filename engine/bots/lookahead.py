"""Weighs each play: the pips it sheds, a double more, and how many different numbers stay on the rack to play with."""

from random import Random

from engine.moves import Move, Play
from engine.view import View

LEVEL = 4

DOUBLE, VARIETY = 10, 4
"""What getting rid of a double is worth, and each different number that stays, in pips."""


def choose(view: View, chance: Random) -> Move:  # noqa: ARG001 - nothing is left to chance
    plays = [move for move in view.legal if isinstance(move, Play)]
    return max(plays, key=lambda play: _worth(view, play)) if plays else view.legal[-1]


def _worth(view: View, play: Play) -> int:
    numbers = {number for tile in view.rack if tile != play.tile for number in (tile.high, tile.low)}
    return play.tile.pips + (DOUBLE if play.tile.is_double else 0) + VARIETY * len(numbers)

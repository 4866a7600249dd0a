"""Gets rid of doubles first, then of the heaviest tile."""

from random import Random

from engine.moves import Move, Play
from engine.view import View

LEVEL = 3


def choose(view: View, chance: Random) -> Move:  # noqa: ARG001 - nothing is left to chance
    plays = [move for move in view.legal if isinstance(move, Play)]
    if not plays:
        return view.legal[-1]
    doubles = [play for play in plays if play.tile.is_double]
    heaviest = (doubles or plays)[-1].tile
    return next(play for play in plays if play.tile == heaviest)

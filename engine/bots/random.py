"""Plays any tile that fits, and on any end where it fits; each tile is as likely as the others."""

from random import Random

from engine.moves import Move, Play
from engine.view import View

LEVEL = 1


def choose(view: View, chance: Random) -> Move:
    plays = [move for move in view.legal if isinstance(move, Play)]
    if not plays:
        return view.legal[-1]
    tiles = list(dict.fromkeys(play.tile for play in plays))
    tile = tiles[int(chance.random() * len(tiles))]
    ends = [play for play in plays if play.tile == tile]
    return ends[int(chance.random() * 2)] if len(ends) == 2 else ends[0]

"""What everybody at the table can tell about hidden tiles: who draws or passes had nothing that fitted.

For each seat there is a tuple of numbers given as bits, one for each tile of which something is known, the one that has
been on the rack longest first: the tile carries none of these numbers. Nothing is known of the rest of the rack.
"""

from engine.tiles import Tile

Lacks = tuple[int, ...]


def after_stuck(lacks: Lacks, held: int, numbers: int) -> Lacks:
    """None of the tiles on this rack carries any of these numbers."""
    if not numbers:
        return lacks
    return tuple([one | numbers for one in lacks] + [numbers] * (held - len(lacks)))


def after_play(lacks: Lacks, tile: Tile) -> Lacks:
    """A tile of this rack has been played.

    Nobody saw which one it was. What a tile lacks, every tile that came before it lacks too, so taking away the oldest
    that it can have been leaves all that may be true, and nothing else.
    """
    carried = 1 << tile.high | 1 << tile.low
    for place, one in enumerate(lacks):
        if not one & carried:
            return (*lacks[:place], *lacks[place + 1 :])
    return lacks

"""What a tap of a person means: a move, or a tile of which is still to be said where it goes."""

import engine
from engine import IllegalMove, Tile
from games.screen.dealing import Step
from games.screen.shown import Shown, places_for, refusal_of
from games.screen.sitting import Sitting


def tapped(sitting: Sitting, shown: Shown, *, tile: str, move: str, is_old: bool) -> Step | Tile:
    """The move that was sent as text, or the one place of a tile that was; the tile itself where it has several.

    A tile of an earlier moment (`is_old`), or of somebody who is not in turn, comes back as a move, so that whoever
    makes moves refuses it; nothing is said about a rack that is not theirs. Raises IllegalMove for a tile that fits
    nowhere, and Unreadable.
    """
    if not tile:
        return Step.read(move)
    read = Tile.read(tile)
    if is_old or sitting.turn != shown.view.seat:
        return Step(engine.Play(read, read.high))
    places = places_for(shown, read)
    if not places:
        raise IllegalMove(refusal_of(sitting, read))
    return Step.read(places[0].move) if len(places) == 1 else read

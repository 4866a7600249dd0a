"""What a page needs to show a hand on screen to one seat: at the practice table and in a tournament alike.

All of it comes out of `Shown`, which is all that the seat may see.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import engine
from games.drawing import picture_of
from games.screen import Place, Shown, places_for


@dataclass(frozen=True, slots=True)
class RackTile:
    """A tile of one's own rack. `fits` only where it was asked for."""

    tile: engine.Tile
    is_chosen: bool
    is_drawn: bool
    fits: bool


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat as everybody sees it: who sits there, how many tiles they hold, whether it is their turn."""

    name: str
    held: int
    is_turn: bool
    is_own: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A seat after the hand. `so_far` are its points in all hands of the game, None where that is not said."""

    name: str
    points: int
    left: tuple[engine.Tile, ...]
    is_winner: bool
    is_own: bool
    so_far: int | None


def context_of_hand(shown: Shown, names: Sequence[str], *, chosen: str, shows: bool) -> dict[str, Any]:
    """The context of _play_table.html and _play_side.html while the hand is played.

    `names` are those of the seats, `chosen` the tile of which is asked where it goes; with `shows` what fits is marked.
    """
    view = shown.view
    legal = {move.tile for move in view.legal if isinstance(move, engine.Play)}
    is_mine, searches = view.turn == view.seat, view.phase is engine.Phase.SEARCH
    draws_on = bool(view.drawn) and engine.DRAW in view.legal
    places: tuple[Place, ...] = ()
    if chosen in {tile.text() for tile in view.rack}:
        places = places_for(shown, engine.Tile.read(chosen))
    rack = [
        RackTile(tile, bool(places) and tile.text() == chosen, tile in view.drawn, shows and tile in legal)
        for tile in reversed(view.rack)
    ]
    return {
        "shown": shown,
        "shows": shows,
        "news": [moment.says for moment in shown.news],
        "is_mine": is_mine,
        "in_turn": names[view.turn],
        "rack": rack,
        "places": places,
        "chosen_tile": str(engine.Tile.read(chosen)) if places else "",
        "may_play": bool(legal),
        "seats": [
            SeatShown(name, held, seat == view.turn, seat == view.seat)
            for seat, (name, held) in enumerate(zip(names, view.held, strict=True))
        ],
        # What the rules refuse now is offered all the same: a button that comes and goes would say what fits.
        "may_draw": is_mine and view.drawable > 0 and (not view.drawn or draws_on) and not searches,
        "may_pass": is_mine and (bool(view.drawn) or not view.drawable) and not draws_on,
        "draws_on": draws_on,
        "places_centre": next((move for move in view.legal if isinstance(move, engine.PlaceCentre)), None),
        "searches": searches and engine.DRAW in view.legal,
        "nothing_fits": is_mine and shows and not legal,
        **_board(shown),
    }


def _board(shown: Shown) -> dict[str, Any]:
    """What lies on the table now."""
    replay = shown.replay
    if replay is None:
        return {}
    last = replay.last
    return {
        "picture": picture_of(replay.around),
        "feet": [foot for foot in replay.feet if foot.when.holds(last)],
        "tiles": [(lies, lies.when.since >= max(1, shown.since)) for lies in replay.tiles],
        "ends": [end for end in replay.ends if end.when.holds(last)],
    }


def context_of_end(shown: Shown, names: Sequence[str], *, so_far: Sequence[int | None] = ()) -> dict[str, Any]:
    """The context of _play_results.html: everybody's racks and points. The hand has to be over.

    `so_far` are the points of the seats in all hands of the game; nothing where there is only the one.
    """
    outcome = shown.view.outcome
    if outcome is None:
        raise ValueError("the hand is not over")
    return {
        "over": outcome,
        "over_by": "" if outcome.out is None else names[outcome.out],
        "has_totals": bool(so_far),
        "won": shown.view.seat in outcome.winners,
        "results": [
            Result(
                name,
                points,
                tuple(reversed(left)),
                seat in outcome.winners,
                seat == shown.view.seat,
                so_far[seat] if so_far else None,
            )
            for seat, (name, points, left) in enumerate(zip(names, outcome.points, shown.view.shown, strict=True))
        ],
    }

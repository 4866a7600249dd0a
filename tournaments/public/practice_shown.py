"""What the page of a practice hand is made of: the view of its person, and what lies on the table."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import engine
from games.drawing import GAP
from games.practice import SEAT, Practice
from games.screen import Place, Shown, places_for, shown_to
from tournaments.queries.replays import PIXELS, context_of
from tournaments.refusals import in_words

BOT_NAMES = ("Robin", "Wren", "Heron")


@dataclass(frozen=True, slots=True)
class RackTile:
    """A tile of one's own rack. `fits` only where it was asked for."""

    tile: engine.Tile
    is_chosen: bool
    is_drawn: bool
    fits: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as everybody sees it: who sits there, how many tiles they hold, whether it is their turn."""

    name: str
    held: int
    is_turn: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A seat after the hand."""

    name: str
    points: int
    left: tuple[engine.Tile, ...]
    is_winner: bool


def _names(found: Practice) -> tuple[str, ...]:
    return (_("Your seat"), *BOT_NAMES[: len(found.dealing.bots) - 1])


def shown_for(found: Practice) -> Shown:
    """What the person sees of the hand."""
    return shown_to(found.sitting, SEAT, _names(found))


def context_for(found: Practice, *, chosen: str, shows: bool, turn: str) -> dict[str, Any]:
    """The context of the page. `chosen` is the tile of which is asked where it goes, `turn` that of the replay."""
    shown = shown_for(found)
    context = {
        "counter": found.counter,
        "shown": shown,
        "rules_title": in_words(engine.TITLES[found.dealing.rules]),
        "rules": found.dealing.rules,
        "bot": found.dealing.bots[-1],
        "shows": shows,
        "news": [moment.says for moment in shown.news],
    }
    if shown.view.outcome is not None:
        return context | _over(found, shown, turn)
    return context | _going_on(found, shown, chosen, shows=shows)


def _going_on(found: Practice, shown: Shown, chosen: str, *, shows: bool) -> dict[str, Any]:
    view = shown.view
    legal = {move.tile for move in view.legal if isinstance(move, engine.Play)}
    places: tuple[Place, ...] = ()
    if chosen in {tile.text() for tile in view.rack}:
        places = places_for(shown, engine.Tile.read(chosen))
    rack = [
        RackTile(tile, bool(places) and tile.text() == chosen, tile in view.drawn, shows and tile in legal)
        for tile in reversed(view.rack)
    ]
    names = _names(found)
    return {
        "rack": rack,
        "places": places,
        "chosen_tile": str(engine.Tile.read(chosen)) if places else "",
        "may_play": bool(legal),
        "needs": in_words(shown.needs),
        "seats": [
            Seat(name, held, seat == view.turn) for seat, (name, held) in enumerate(zip(names, view.held, strict=True))
        ],
        "may_draw": view.drawable > 0 and not view.drawn and view.phase is not engine.Phase.SEARCH,
        "may_pass": bool(view.drawn) or not view.drawable,
        "places_centre": next((move for move in view.legal if isinstance(move, engine.PlaceCentre)), None),
        "searches": view.phase is engine.Phase.SEARCH and engine.DRAW in view.legal,
        "nothing_fits": shows and not legal,
        **_board(shown),
    }


def _board(shown: Shown) -> dict[str, Any]:
    """What lies on the table now."""
    replay = shown.replay
    if replay is None:
        return {}
    around, last = replay.around, replay.last
    box = (around.x - GAP, around.y - GAP, around.width + 2 * GAP, around.height + 2 * GAP)
    return {
        "view_box": " ".join(str(PIXELS * value) for value in box),
        "feet": [foot for foot in replay.feet if foot.when.holds(last)],
        "tiles": [(lies, lies.when.since >= max(1, shown.since)) for lies in replay.tiles],
        "ends": [end for end in replay.ends if end.when.holds(last)],
    }


def _over(found: Practice, shown: Shown, turn: str) -> dict[str, Any]:
    """Everybody's racks and points, the record, and the hand turn by turn."""
    names, outcome = _names(found), shown.view.outcome
    if outcome is None or shown.replay is None:
        return {}
    record = found.sitting.record(tuple(map(str, range(1, len(names) + 1))))
    results = [
        Result(name, points, tuple(reversed(left)), seat in outcome.winners)
        for seat, (name, points, left) in enumerate(zip(names, outcome.points, shown.view.shown, strict=True))
    ]
    return {
        "over": outcome,
        "won": SEAT in outcome.winners,
        "results": results,
        "record": record.text(),
        **context_of(shown.replay, names, turn),
    }

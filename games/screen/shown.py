"""What one seat is shown of a hand on screen: its view, what lies on the table, and where a tile of its rack can go."""

from collections.abc import Sequence
from dataclasses import dataclass

import engine
from engine import N_, IllegalMove, Layout, Phase, Play, Sentence, Tile, say
from games.drawing import Box, Moment, Replay, draw_live, lying, replay_of
from games.screen.sitting import Sitting


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile can be laid: the move as a page sends it back, the number that it joins, and the open end there.

    `box` is the end in the drawing; None where a train or a toe begins and there is no end yet.
    """

    move: str
    number: int
    branch: str
    box: Box | None


@dataclass(frozen=True, slots=True)
class Shown:
    """What a seat may be shown, and nothing else of the hand.

    `replay` is the table so far, None while the centre is searched for. `news` are the turns of the others since the
    seat's own last one, `since` the moment from which tiles are new.
    """

    view: engine.View
    layout: Layout
    replay: Replay | None
    since: int
    news: tuple[Moment, ...]
    needs: Sentence


def shown_to(sitting: Sitting, seat: int, names: Sequence[str]) -> Shown:
    """What `seat` is shown. `names` are what the seats are called on the page."""
    view = sitting.hand.view_for(seat)
    needs = _needs(view)
    if view.phase is Phase.SEARCH:
        return Shown(view, sitting.layout, None, 0, (), needs)
    record = sitting.record(tuple(map(str, range(1, view.players + 1))))
    replay = replay_of(record, names, live=not sitting.is_over)
    own = [moment.number for moment in replay.moments[1:] if moment.seat == seat]
    since = own[-1] + 1 if own else 0
    return Shown(view, sitting.layout, replay, since, replay.moments[since:], needs)


def places_for(shown: Shown, tile: Tile) -> tuple[Place, ...]:
    """Every place where the rules let the seat in turn lay this tile now."""
    plays = [move for move in shown.view.legal if isinstance(move, Play) and move.tile == tile]
    if not plays:
        return ()
    ends = {one.branch: one.open for one in lying(shown.layout, draw_live(shown.layout))}
    return tuple(
        Place(f"{play.text()}@{branch}", play.joins, branch, ends.get(branch))
        for play in plays
        for branch in shown.layout.places(play.joins)
    )


def refusal_of(sitting: Sitting, tile: Tile) -> Sentence:
    """Why the seat in turn cannot play a tile that fits nowhere."""
    hand = sitting.hand
    if hand.ended is None and hand.phase is Phase.FREE and tile in hand.rack(hand.turn) and not hand.fresh:
        if tile.is_double:
            nowhere = N_("{tile} fits nowhere: no end shows a {high}.")
        else:
            nowhere = N_("{tile} fits nowhere: no end shows a {high} or a {low}.")
        return say("screen.fits_nowhere", nowhere, tile=str(tile), high=tile.high, low=tile.low)
    try:
        hand.play(Play(tile, tile.high))
    except IllegalMove as illegal:
        return illegal.sentence
    raise ValueError(f"{tile} can be played")


def _needs(view: engine.View) -> Sentence:
    """What may be played now, for everybody at the table."""
    double = str(Tile.double(view.need))
    if view.outcome is not None:
        return say("screen.over", N_("The hand is over."))
    if view.phase is Phase.SEARCH:
        return say("screen.search", N_("The {double} is looked for: it begins the hand."), double=double)
    if view.phase is Phase.OPENING:
        trains = N_("One more train is needed on the {double}."), N_("{count} more trains are needed on the {double}.")
        return say("screen.opening", *trains, count=view.owed, double=double)
    if view.phase is Phase.FOOT:
        toes = (
            N_("Foot on {double}: one more toe is needed before anything else."),
            N_("Foot on {double}: {count} more toes are needed before anything else."),
        )
        return say("screen.foot", *toes, count=view.owed, double=double)
    ends = ", ".join(map(str, sorted(set(view.ends))))
    return say("screen.free", N_("Open ends: {ends}."), ends=ends)

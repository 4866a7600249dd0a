"""When a hand is over, and what it then costs."""

from typing import TYPE_CHECKING

from engine.masks import points_of
from engine.options import DeadFoot, DoubleOut
from engine.outcome import Ended, Outcome
from engine.start import Phase

if TYPE_CHECKING:
    from engine.hand import Hand


def settled(hand: "Hand") -> "Hand":
    """The same hand, over if a house rule ends it on a dead foot, or if nobody can draw or play (A26, A27)."""
    start, phase = hand.start, hand.phase
    if hand.ended is not None or phase is Phase.SEARCH:
        return hand
    if phase is Phase.FOOT and start.rules.dead_foot is not DeadFoot.PLAY_OUT:
        hand = with_dead_foot(hand)
    if len(hand.yard) > start.reserve or hand.ended is not None or sum(hand.racks) & hand.fitting:
        return hand
    return hand._replace(ended=Ended.BLOCKED)


def with_dead_foot(hand: "Hand") -> "Hand":
    """What the house rule makes of a foot for which tiles may be missing; the reserve's count as left (A24, A25)."""
    left = hand.masks.carrying[hand.need] & (sum(hand.racks) | sum(hand.yard))
    if hand.rules.dead_foot is DeadFoot.END_WHEN_HOPELESS:
        return hand._replace(ended=Ended.BLOCKED) if left.bit_count() < hand.owed else hand
    if left:
        return hand
    if hand.rules.dead_foot is DeadFoot.RELEASE:
        return hand._replace(phase=Phase.FREE, need=hand.centre, owed=0)
    return hand._replace(ended=Ended.BLOCKED)


def outcome_of(hand: "Hand") -> Outcome | None:
    """How the hand ended, or None while it is being played (G22, G23, S18)."""
    if hand.ended is None:
        return None
    rules = hand.start.rules
    points = points_of(hand.racks, hand.start.values)
    if hand.ended is not Ended.OUT:
        return Outcome(hand.ended, None, tuple(points))
    out = hand.racks.index(0)
    if rules.double_out is DoubleOut.COSTS_50 and hand.phase is Phase.FOOT and hand.owed == rules.toes:
        points[out] += 50
    return Outcome(hand.ended, out, tuple(points))

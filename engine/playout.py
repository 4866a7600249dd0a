"""A hand played to its end in one loop, for simulations: the same results as Hand, several times faster.

It plays like the bots of the same names, which never decline a tile that fits and never draw when they can play.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.hand import Hand
from engine.masks import COUNT, ENDS, points_of
from engine.options import DeadFoot, DoubleOut, Draws
from engine.outcome import Ended, Outcome
from engine.start import Phase


class Greedy(Enum):
    """The ways to choose a tile that are fast enough here."""

    RANDOM = "random"
    HEAVIEST = "heaviest"
    DOUBLES_FIRST = "doubles-first"


@dataclass(frozen=True, slots=True)
class Playout:
    """How a hand ended, and how many turns, tiles played and tiles drawn it took from where it began."""

    outcome: Outcome
    turns: int
    plays: int
    draws: int


def playout(hand: Hand, seats: Sequence[Greedy], chance: random.Random) -> Playout:  # noqa: C901, PLR0912, PLR0915
    """Play on from a hand whose centre is placed and in which the player in turn has not drawn.

    One loop without calls, because it is the heart of every simulation.
    """
    if hand.phase is Phase.SEARCH or hand.fresh or hand.ended is not None:
        raise ValueError("a playout begins between two turns of a hand that goes on")
    rules, masks, players = hand.rules, hand.masks, hand.start.players
    carrying, matching, high, low = masks.carrying, masks.matching, masks.high, masks.low
    doubles = masks.doubles
    at_random, doubles_first = Greedy.RANDOM, Greedy.DOUBLES_FIRST
    until, must_draw = rules.draw is Draws.UNTIL_PLAYABLE, rules.double_out is DoubleOut.MUST_DRAW
    policy = None if rules.dead_foot is DeadFoot.PLAY_OUT else rules.dead_foot
    toes = rules.toes
    racks, yard, seat = list(hand.racks), list(reversed(hand.yard)), hand.turn
    drawable = hand.drawable
    counts = [(hand.ends & COUNT[number]) >> ENDS * number for number in range(rules.set + 1)]
    shown, need, owed = hand.shown, hand.need, hand.owed
    turns = plays = draws = 0
    ended, out, laid_double = Ended.BLOCKED, -1, False
    while True:
        turns += 1
        fits = carrying[need] if owed else matching[shown]
        playable = racks[seat] & fits
        while not playable and drawable:
            bit = yard.pop()
            drawable -= 1
            draws += 1
            racks[seat] |= bit
            playable = bit & fits
            if not until:
                break
        if playable:
            plays += 1
            kind = seats[seat]
            if kind is at_random:
                pick = int(chance.random() * playable.bit_count())
                for _ in range(pick):
                    playable &= playable - 1
                index = (playable & -playable).bit_length() - 1
            else:
                if kind is doubles_first and playable & doubles:
                    playable &= doubles
                index = playable.bit_length() - 1
            joins, leaves = high[index], low[index]
            laid_double = False
            racks[seat] ^= 1 << index
            if owed:
                if joins != need:
                    joins, leaves = leaves, joins
                owed -= 1
                counts[leaves] += 1
                shown |= 1 << leaves
            else:
                if not shown >> joins & 1 or (
                    kind is at_random and joins != leaves and shown >> leaves & 1 and int(chance.random() * 2) == 1
                ):
                    joins, leaves = leaves, joins
                counts[joins] -= 1
                if not counts[joins]:
                    shown &= ~(1 << joins)
                if joins == leaves:
                    need, owed, laid_double = joins, toes, True
                else:
                    counts[leaves] += 1
                    shown |= 1 << leaves
            if not racks[seat]:
                if must_draw and high[index] == low[index] and drawable:
                    racks[seat] = yard.pop()
                    drawable -= 1
                else:
                    ended, out = Ended.OUT, seat
                    break
            if policy is not None and owed and need != hand.centre:
                left = carrying[need] & (sum(racks) | sum(yard))
                if policy is DeadFoot.END_WHEN_HOPELESS:
                    if left.bit_count() < owed:
                        break
                elif not left:
                    if policy is DeadFoot.END_WHEN_STUCK:
                        break
                    owed = 0
            if not drawable:
                fits = carrying[need] if owed else matching[shown]
        if not drawable:
            for rack in racks:
                if rack & fits:
                    break
            else:
                break
        seat += 1
        if seat == players:
            seat = 0
    points = points_of(racks, hand.start.values)
    if out < 0:
        return Playout(Outcome(ended, None, tuple(points)), turns, plays, draws)
    if laid_double and rules.double_out is DoubleOut.COSTS_50:
        points[out] += 50
    return Playout(Outcome(ended, out, tuple(points)), turns, plays, draws)

"""Whether a record is right, found out fast: one pass over what was laid, one over the racks, all on integers.

Both functions give the outcome of a record that is right, and None where that is not sure: because something is wrong,
because the record breaks off, or because the rules are among the rare ones that are left to the slow checks (several
draws in a turn, draws at will, a last double with a price, something forgotten that costs a tile). The slow checks then
decide, and say what is wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.hand import Hand
from engine.masks import Masks, bits, points_of
from engine.matching import matching
from engine.options import DeadFoot, DoubleOut, DrawnTile, Draws, Forgotten
from engine.outcome import Ended, Outcome
from engine.record import Record, Turn
from engine.start import Start

_PASSED = Turn()


@dataclass(slots=True)
class _Course:
    """What the table saw: the tiles that would have fitted before each turn and after the last, and what was left.

    `held` counts the tiles of each seat; `is_over` says that somebody went out, or that a house rule ended the hand on
    a dead foot.
    """

    fitting: list[int]
    fitting_at_end: int
    drawable: int
    held: list[int]
    unplayed: int
    is_over: bool

    def ended(self, racks: Sequence[int]) -> Ended | None:
        """How the hand ended, if these tiles were left (A26)."""
        if 0 in self.held:
            return Ended.OUT
        if self.is_over or not (self.drawable or any(rack & self.fitting_at_end for rack in racks)):
            return Ended.BLOCKED
        return None


def quick_full(record: Record, hand: Hand) -> Outcome | None:
    """The outcome, if the record is right. `hand` is as it was dealt, with its centre placed."""
    masks, racks = hand.masks, list(hand.racks)
    course = _course(record, hand.start, [rack.bit_count() for rack in racks], len(hand.yard))
    if course is None:
        return None
    must, at = record.rules.drawn is DrawnTile.MUST, masks.at
    seat, yard = record.first, iter(hand.yard)
    for turn, fitting in zip(record.turns, course.fitting, strict=False):
        play = turn.play
        bit = at[play.tile.high][play.tile.low] if play is not None else 0
        if turn.drawn:
            fresh = next(yard)
            if racks[seat] & fitting or (bit != fresh if bit else must and fresh & fitting):
                return None
            racks[seat] ^= fresh ^ bit
        elif bit & ~racks[seat] or (not bit and racks[seat] & fitting):
            return None
        else:
            racks[seat] ^= bit
        seat = seat + 1 if seat + 1 < record.players else 0
    if record.left and _left(record, masks) != racks:
        return None
    return _outcome(record, hand.start, course, racks)


def quick_public(record: Record, start: Start, held: list[int], yard: int) -> Outcome | None:
    """The outcome, if the record is right by what the table saw. `held` and `yard` are tiles before the first turn."""
    racks = _left(record, start.masks)
    course = _course(record, start, held, yard) if racks else None
    if course is None:
        return None
    left = 0
    for rack, count in zip(racks, course.held, strict=True):
        if rack.bit_count() != count or rack & left or rack & ~course.unplayed:
            return None
        left |= rack
    return _outcome(record, start, course, racks) if _passes_are_true(record, start, course, racks) else None


def _left(record: Record, masks: Masks) -> list[int]:
    """The racks that were shown at the end; nothing if a tile is foreign or there twice."""
    at, racks = masks.at, []
    for tiles in record.left:
        rack = 0
        for tile in tiles:
            rack |= at[tile.high][tile.low]
        if rack.bit_count() != len(tiles):
            return []
        racks.append(rack)
    return racks


def _outcome(record: Record, start: Start, course: _Course, racks: Sequence[int]) -> Outcome | None:
    """How the hand ended, if the record says the same."""
    ended, points = course.ended(racks), points_of(racks, start.values)
    if ended is None or record.ended is not ended or (record.score and record.score != tuple(points)):
        return None
    return Outcome(ended, racks.index(0) if ended is Ended.OUT else None, tuple(points))


# What was laid


def _course(  # noqa: C901, PLR0911, PLR0912, PLR0915
    record: Record, start: Start, held: list[int], yard: int
) -> _Course | None:
    """The turns as far as the table shows them, each tile once and on an end that takes it; None if they are not.

    One loop without calls, for speed; it keeps the layout as the playout does.
    """
    rules, masks, players = record.rules, start.masks, record.players
    if rules.draw is not Draws.ONE or rules.free_draw or rules.double_out is not DoubleOut.ALLOWED:
        return None
    at, carrying, matching = masks.at, masks.carrying, masks.matching
    silence_costs = Forgotten.DRAWS_ONE in {rules.call, rules.knock}
    play_out = rules.dead_foot is DeadFoot.PLAY_OUT
    unplayed, centre = masks.everything ^ masks.double[record.centre], record.centre
    counts = [0] * (rules.set + 1)
    shown, need, owed = 0, centre, rules.arms_for(players)
    drawable = max(0, yard - start.reserve)
    fitting: list[int] = []
    seat, is_over = record.first, 0 in held
    for turn in record.turns:
        if is_over:
            if turn != _PASSED:
                return None
            continue
        fits = (carrying[need] if owed else matching[shown]) & unplayed
        fitting.append(fits)
        if turn.drawn:
            if turn.drawn > 1 or not drawable:
                return None
            drawable -= 1
            held[seat] += 1
        play = turn.play
        if play is None:
            if not turn.drawn and drawable:
                return None
        else:
            tile, joins, leaves = play.tile, play.joins, play.leaves
            bit = at[tile.high][tile.low]
            if not bit & fits or (joins != need if owed else not shown >> joins & 1):
                return None
            if play.silent and silence_costs:
                return None
            unplayed ^= bit
            held[seat] -= 1
            if owed:
                owed -= 1
                counts[leaves] += 1
                shown |= 1 << leaves
            else:
                counts[joins] -= 1
                if not counts[joins]:
                    shown ^= 1 << joins
                if joins == leaves:
                    need, owed = joins, rules.toes
                else:
                    counts[leaves] += 1
                    shown |= 1 << leaves
            if not held[seat]:
                is_over = True
            elif not play_out and owed and need != centre:
                left = (carrying[need] & unplayed).bit_count()
                if rules.dead_foot is DeadFoot.END_WHEN_HOPELESS:
                    is_over = left < owed
                elif not left:
                    is_over = rules.dead_foot is DeadFoot.END_WHEN_STUCK
                    owed = 0
        seat = seat + 1 if seat + 1 < players else 0
    return _Course(fitting, carrying[need] if owed else matching[shown], drawable, held, unplayed, is_over)


# Whether draws and passes are true


def _passes_are_true(record: Record, start: Start, course: _Course, racks: Sequence[int]) -> bool:
    """Whether each tile drawn and kept can be told from those that were dealt; backwards, so that later is known.

    A tile that was shown later and would have fitted when its player was stuck must have come afterwards. The question
    and why two matchings answer it are those of engine.public.
    """
    at, players, may = start.masks.at, record.players, record.rules.drawn is DrawnTile.MAY
    later, late = list(racks), [0] * players
    draws: list[list[int]] = [[] for _ in racks]
    last = len(course.fitting) - 1
    seat = (record.first + last) % players
    for turn, fitting in zip(record.turns[last::-1], reversed(course.fitting), strict=True):
        play = turn.play
        if play is None:
            if may and turn.drawn:  # the drawn tile may have fitted
                draws[seat].append(later[seat] & ~late[seat])
            late[seat] |= fitting & later[seat]
            if turn.drawn and not may:
                draws[seat].append(later[seat] & ~late[seat])
        elif turn.drawn:
            late[seat] |= fitting & later[seat]
        else:
            later[seat] |= at[play.tile.high][play.tile.low]
        seat = seat - 1 if seat else players - 1
    return all(map(_can_be_told_apart, draws, late))


def _can_be_told_apart(draws: Sequence[int], late: int) -> bool:
    """Whether each draw can be given one of its tiles, and each late tile one of the draws."""
    given = 0
    for tiles in draws:
        free = tiles & ~given
        free = free & late or free
        given |= free & -free
    if given.bit_count() == len(draws) and not late & ~given:
        return True
    every, needed = ([tuple(bits(tiles & some)) for tiles in draws] for some in (~0, late))
    return matching(every) == len(draws) and matching(needed) == late.bit_count()

"""A record checked with what the table saw and nothing else: plays, draws, passes, and the tiles shown at the end.

Every tile is played once, joins what lies there, and fits a foot or the opening; draws and racks add up; the end, the
tiles left and the score agree. And each player's passes must be true: the tiles that were drawn and kept can be told
from those that were dealt in some way that leaves nothing that fitted on the rack when the player drew or passed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.endings import with_dead_foot
from engine.hand import Hand
from engine.masks import bits, masks_of
from engine.matching import matching
from engine.moves import IllegalMove, Play
from engine.options import DeadFoot, DoubleOut, DrawnTile, Draws, Forgotten
from engine.outcome import Ended, Outcome
from engine.quick import quick_public
from engine.record import Record, Turn
from engine.replay import Checked, Fault
from engine.start import Phase, Start
from engine.tiles import Tile
from engine.words import N_, Sentence, say


@dataclass(slots=True)
class _Seat:
    """What is known of a player: tiles held, and the moments at which something follows about them."""

    held: int
    played: dict[int, int] = field(default_factory=dict)
    """When each tile was played."""
    drew: dict[int, int] = field(default_factory=dict)
    """When each tile was drawn and played at once."""
    draws: list[tuple[int, int]] = field(default_factory=list)
    """When a tile was drawn and kept, and the tiles that it cannot be."""
    stuck: list[tuple[int, int]] = field(default_factory=list)
    """When nothing on the rack fitted, and the tiles that would have."""


def check_public(record: Record) -> Checked:
    """Check a record by what the table saw. The first impossible turn ends the check."""
    start = Start(record.rules, record.players, (record.centre,), record.first)
    outcome = quick_public(record, start, list(held_at_first(record)), yard_at_first(record))
    return explained_public(record) if outcome is None else Checked((), outcome)


def explained_public(record: Record) -> Checked:
    """The same, turn by turn, with a sentence for each fault."""
    table = _Table(record)
    for number, turn in enumerate(record.turns):
        if table.is_over:
            if all(later == Turn() for later in record.turns[number:]):
                break  # trailing passes (A26)
            over = say("record.turn_after_end", N_("The hand was over before this turn."))
            return Checked((Fault(number, record.seat_of(number), over),), None)
        hand, drawable = table.hand, table.drawable
        try:
            table.take(number, turn)
        except IllegalMove as illegal:
            legal = _legal_tokens(record, hand, drawable)
            return Checked((Fault(number, record.seat_of(number), illegal.sentence, legal),), None)
    faults = (*table.at_the_end(), *table.passes())
    return Checked(faults, None if faults else table.outcome())


def _legal_tokens(record: Record, hand: Hand, drawable: int) -> tuple[str, ...]:
    """What could have been written in a turn as far as the table saw: tiles that join and were not left, a draw."""
    left = hand.masks.mask([tile for rack in record.left for tile in rack])
    tokens = []
    for bit in bits(hand.fitting & hand.racks[0] & ~left):
        high, low, *plays = hand.masks.plays_with[bit]
        tokens += [play.text() for number, play in zip((high, low), plays, strict=True) if hand.joinable & number]
    return (*sorted(set(tokens)), "+" if drawable else "-")


def held_at_first(record: Record) -> Iterator[int]:
    """The tiles of each seat before the first turn."""
    size, players = record.rules.hand_size(record.players), record.players
    for seat in range(players):
        searched = len(range((seat - record.lead) % players, record.search, players))
        yield size + searched - (seat == record.placed)


def yard_at_first(record: Record) -> int:
    return record.rules.yard_for(record.players) - record.search


class _Table:
    """The table as the turns go by. `hand` serves for what lies on it; its one rack is every tile not yet played."""

    def __init__(self, record: Record) -> None:
        rules, players = record.rules, record.players
        self.record, self.rules, self.masks = record, rules, masks_of(rules.set)
        start = Start(rules, players, (record.centre,), record.first)
        unplayed = self.masks.everything ^ self.masks.double[record.centre]
        self.hand = Hand(
            start,
            record.centre,
            (unplayed,),
            (),
            phase=Phase.OPENING,
            ends=0,
            shown=0,
            need=record.centre,
            owed=rules.arms_for(players),
            turn=0,
            fresh=0,
            silent=0,
            lacks=((),),
            ended=None,
        )
        self.yard = yard_at_first(record)
        self.seats = [_Seat(held) for held in held_at_first(record)]
        self.forgot: set[int] = set()
        self.is_over = any(not seat.held for seat in self.seats)

    @property
    def drawable(self) -> int:
        return max(0, self.yard - self.hand.start.reserve)

    # A turn

    def take(self, number: int, turn: Turn) -> None:
        place = (self.record.first + number) % len(self.seats)
        seat = self.seats[place]
        fitting = self.hand.fitting & self.hand.racks[0]
        if turn.drawn:
            self._draw(number, turn, seat, fitting)
        elif turn.play is None:
            if self.drawable:
                raise IllegalMove(
                    say("record.must_draw", N_("A tile could be drawn, so nobody passes without drawing."))
                )
            seat.stuck.append((number, fitting))
        self.forgot.discard(place)
        if turn.play is not None:
            self._play(number, turn.play, seat, fitting)

    def _draw(self, number: int, turn: Turn, seat: _Seat, fitting: int) -> None:
        rules = self.rules
        if turn.drawn > 1 and rules.draw is Draws.ONE:
            raise IllegalMove(say("record.one_draw", N_("Only one tile is drawn in a turn.")))
        if turn.drawn > self.drawable:
            raise IllegalMove(say("record.nothing_to_draw", N_("There were not so many tiles to draw.")))
        if not rules.free_draw:
            seat.stuck.append((number, fitting))
        kept = turn.drawn - (turn.play is not None)
        last_may_fit = turn.play is None and rules.drawn is DrawnTile.MAY
        for one in range(kept):
            seat.draws.append((number, 0 if last_may_fit and one == kept - 1 else fitting))
        self.yard -= turn.drawn
        seat.held += turn.drawn
        until = rules.draw is Draws.UNTIL_PLAYABLE and turn.play is None and self.drawable
        if until and rules.drawn is DrawnTile.MUST:
            raise IllegalMove(say("record.until", N_("Tiles are drawn until one fits, and there were more to draw.")))
        if turn.play is not None:
            seat.drew[self.masks.mask([turn.play.tile])] = number

    def _play(self, number: int, play: Play, seat: _Seat, fitting: int) -> None:
        bit = self.masks.mask([play.tile])
        if not bit & self.hand.racks[0]:
            gone = N_("{tile} lies on the table already, or is not in this set.")
            raise IllegalMove(say("record.tile_gone", gone, tile=str(play.tile)))
        if not bit & fitting or not self.hand.joinable >> play.joins & 1:
            raise IllegalMove(self._why_not(play))
        seat.played[bit] = number
        seat.held -= 1
        self._lay(play, bit)
        if not seat.held and play.tile.is_double and self.rules.double_out is DoubleOut.MUST_DRAW and self.drawable:
            self._draw_unseen(number, seat)
        if not seat.held:
            self.is_over = True
        elif self.hand.ended is None:
            self._punish(number, play, seat)
        self.is_over = self.is_over or self.hand.ended is not None

    def _lay(self, play: Play, bit: int) -> None:
        phase, ends, shown, need, owed = self.hand.laid(play)
        racks = (self.hand.racks[0] ^ bit,)
        self.hand = self.hand._replace(racks=racks, phase=phase, need=need, owed=owed, ends=ends, shown=shown)
        if phase is Phase.FOOT and self.rules.dead_foot is not DeadFoot.PLAY_OUT:
            self.hand = with_dead_foot(self.hand)

    def _punish(self, number: int, play: Play, seat: _Seat) -> None:
        for offender in sorted(self.forgot):
            if self.drawable:
                self._draw_unseen(number, self.seats[offender])
        self.forgot.clear()
        if not play.silent:
            return
        tap = self.rules.knock is Forgotten.DRAWS_ONE and seat.held == 1
        foot = self.rules.call is Forgotten.DRAWS_ONE and play.tile.is_double
        if tap or foot:
            self.forgot.add(self.record.seat_of(number))

    def _draw_unseen(self, number: int, seat: _Seat) -> None:
        seat.draws.append((number, 0))
        seat.held += 1
        self.yard -= 1

    def _why_not(self, play: Play) -> Sentence:
        if self.hand.phase is Phase.FREE:
            nowhere = N_("{tile} cannot go there: no end shows a {number}.")
            return say("move.no_such_end", nowhere, tile=str(play.tile), number=play.joins)
        waiting = N_("{tile} cannot go there: tiles are owed to the {double}.")
        return say("record.owed", waiting, tile=str(play.tile), double=str(Tile.double(self.hand.need)))

    # The end

    def at_the_end(self) -> Iterator[Fault]:
        record = self.record
        left = [self.masks.mask(rack) for rack in record.left]
        out = [number for number, seat in enumerate(self.seats) if not seat.held]
        fitting = self.hand.fitting & sum(left)
        blocked = not out and (self.hand.ended is not None or (not self.drawable and bool(left) and not fitting))
        if record.ended is Ended.OUT and not out:
            yield Fault(None, None, say("record.nobody_out", N_("Nobody has played their last tile.")))
        elif out and record.ended is not Ended.OUT:
            yield Fault(None, out[0], say("record.was_out", N_("The hand was over: the last tile had been played.")))
        elif record.ended is Ended.BLOCKED and (self.drawable if not left else not blocked):
            yield Fault(None, None, say("record.not_blocked", N_("The hand was not blocked: somebody could go on.")))
        elif record.ended is not Ended.BLOCKED and blocked:
            yield Fault(None, None, say("record.was_blocked", N_("The hand was blocked: nobody could go on.")))
        for seat, rack in enumerate(record.left):
            yield from self._left(seat, rack)
        if len({tile for rack in record.left for tile in rack}) != sum(map(len, record.left)):
            yield Fault(None, None, say("record.left_twice", N_("A tile is left over twice.")))
        for seat, points in enumerate(record.score if left else ()):
            right = self._points(seat)
            if points != right:
                score = N_("{points} points are written down, and the tiles left make {right}.")
                yield Fault(None, seat, say("record.wrong_score", score, points=points, right=right))

    def _left(self, seat: int, rack: tuple[Tile, ...]) -> Iterator[Fault]:
        if len(rack) != self.seats[seat].held:
            count = N_("{count} tiles are left by the turns, and {shown} are shown.")
            yield Fault(None, seat, say("record.left_count", count, count=self.seats[seat].held, shown=len(rack)))
        for tile in rack:
            if not self.masks.mask([tile]) & self.hand.racks[0]:
                gone = N_("{tile} lies on the table already, or is not in this set.")
                yield Fault(None, seat, say("record.tile_gone", gone, tile=str(tile)))

    def _points(self, seat: int) -> int:
        rules, hand = self.rules, self.hand
        points = rules.points(self.record.left[seat])
        on_double = hand.phase is Phase.FOOT and hand.owed == rules.toes and not self.seats[seat].held
        return points + (50 if on_double and rules.double_out is DoubleOut.COSTS_50 else 0)

    def outcome(self) -> Outcome | None:
        if self.record.ended is None or not self.record.left:
            return None
        out = [number for number, seat in enumerate(self.seats) if not seat.held]
        points = tuple(map(self._points, range(self.record.players)))
        return Outcome(self.record.ended, out[0] if out else None, points)

    # Whether the passes are true

    def passes(self) -> Iterator[Fault]:
        for number, seat in enumerate(self.seats):
            left = self.masks.mask(self.record.left[number]) if self.record.left else 0
            unknown = 0 if self.record.left else seat.held
            if not _can_be_told_apart(seat, left, unknown):
                false = N_("This player drew or passed with a tile that would have fitted.")
                yield Fault(None, number, say("record.false_pass", false))


def _can_be_told_apart(seat: _Seat, left: int, unknown: int) -> bool:
    """Whether each tile drawn and kept can be one that the player later showed, and every other one was dealt.

    `left` are the tiles shown at the end; if nobody showed any, `unknown` draws may be of tiles never seen. Two
    matchings are enough: one that gives each draw a tile, and one that gives a draw to each tile that cannot have been
    dealt; if both can be had, one matching does both (Mendelsohn and Dulmage).
    """
    played = {bit: when for bit, when in seat.played.items() if bit not in seat.drew}
    played |= dict.fromkeys(bits(left), _NEVER)
    tiles = list(played)
    of_draw = [
        [
            index
            for index, bit in enumerate(tiles)
            if played[bit] > when and not bit & cannot_be and _kept(seat, bit, since=when, until=played[bit])
        ]
        for when, cannot_be in seat.draws
    ]
    of_tile = [
        [draw for draw, of in enumerate(of_draw) if index in of]
        for index, bit in enumerate(tiles)
        if not _kept(seat, bit, since=_BEFORE, until=played[bit])
    ]
    return matching(of_tile) == len(of_tile) and matching(of_draw) >= len(of_draw) - unknown


_BEFORE, _NEVER = -1, 10**9
"""When tiles were dealt, and when those were played that were left."""


def _kept(seat: _Seat, bit: int, *, since: int, until: int) -> bool:
    """Whether a tile can have been on the rack from one moment to another, given when nothing there fitted."""
    return not any(since < when < until and bit & fitting for when, fitting in seat.stuck)

"""One hand as a value: who may do what, what a move leads to, and how it ended.

A hand is frozen; `play` gives the next one. It holds integers (engine.masks): a mask for each rack, one count of open
ends, and one pending foot, which is also the opening: a number that must be matched and how many tiles are owed to it
(A19, A20). Since equal ends are interchangeable (A16), where a tile lies is not part of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import lru_cache
from typing import Any, Self, TypeVar, cast

from engine.lacks import Lacks, after_play, after_stuck
from engine.masks import COUNT, ENDS, ONE, Masks, bits, masks_of
from engine.moves import DRAW, PASS, Draw, IllegalMove, Move, Pass, PlaceCentre, Play
from engine.options import CentreFrom, DeadFoot, DoubleOut, DrawnTile, Draws, Forgotten, Starter
from engine.outcome import Ended, Outcome
from engine.rules import Rules
from engine.tiles import Tile
from engine.view import View, view_of
from engine.why import why_not

OfSeat = TypeVar("OfSeat")


class Phase(Enum):
    """What the table waits for: the centre, trains on it, anything that fits, toes on a double."""

    SEARCH = "search"
    OPENING = "opening"
    FREE = "free"
    FOOT = "foot"


class ImpossibleDeal(ValueError):
    """These tiles are not a deal of these rules: a mistake of the caller."""


@dataclass(frozen=True, slots=True)
class Start:
    """What does not change while a hand is played.

    `due` are the doubles that it may start from, the one that is wanted most first (A7). `first` is the seat that
    begins; where the centre comes from a rack it is the first to draw if nobody holds it (A4).
    """

    rules: Rules
    players: int
    due: tuple[int, ...]
    first: int
    reserve: int = field(init=False, compare=False, repr=False)
    masks: Masks = field(init=False, compare=False, repr=False)
    values: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """What each tile of the set costs, lightest tile first."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "reserve", self.rules.reserve_for(self.players))
        object.__setattr__(self, "masks", masks_of(self.rules.set))
        object.__setattr__(self, "values", _values(self.rules.set, self.rules.zero_blank, self.rules.other_blanks))


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand, being played or over. Seats count from 0, clockwise (A44).

    `racks` are masks of tiles; `yard` are single tiles as bits, in the order of drawing, the reserve among them. `ends`
    counts the open ends by number, and `shown` has a bit for each number that has any. While trains or toes are `owed`,
    only tiles that carry `need` may be played; at other times `need` is the centre. `fresh` is the tile just drawn by
    the player in turn, or no tile. `lacks` is what draws and passes have told about each rack (engine.lacks).
    """

    start: Start
    centre: int
    racks: tuple[int, ...]
    yard: tuple[int, ...]
    phase: Phase
    ends: int
    shown: int
    need: int
    owed: int
    turn: int
    fresh: int
    silent: int
    lacks: tuple[Lacks, ...]
    ended: Ended | None

    @classmethod
    def deal(cls, rules: Rules, *, players: int, centres: Sequence[int], tiles: Sequence[Tile], first: int = 0) -> Self:
        """Deal shuffled tiles: the first ones to seat 0, the next to seat 1, …; the rest is the yard, drawn in order.

        `centres` are the doubles still to be played, the one that is due first; only rules that take the next highest
        double held look at the others (A7). Where the centre is set aside, the tiles are the set without it (G6).
        Raises ImpossibleDeal if the tiles are not that, or a table of this size cannot play.
        """
        refusals = (*rules.refusals(players), *rules.refuse_centres(centres))
        if refusals or not 0 <= first < players:
            raise ImpossibleDeal("; ".join(map(str, refusals)) or f"there is no seat {first}")
        masks, each = masks_of(rules.set), rules.hand_size(players)
        order = [masks.at[tile.high][tile.low] for tile in tiles]
        aside = masks.double[centres[0]] if rules.centre is CentreFrom.ASIDE else 0
        if sum(order) != masks.everything - aside or len(set(order)) != len(order) or 0 in order:
            raise ImpossibleDeal("the tiles dealt are not the set of these rules, each once")
        racks = tuple(sum(order[seat * each : (seat + 1) * each]) for seat in range(players))
        due = tuple(centres) if rules.centre is CentreFrom.NEXT_HELD else (centres[0],)
        start = Start(rules, players, due, first)
        return cls._begun(start, racks, tuple(order[players * each :]))

    @classmethod
    def _begun(cls, start: Start, racks: tuple[int, ...], yard: tuple[int, ...]) -> Self:
        aside = start.rules.centre is CentreFrom.ASIDE
        centre, turn = (start.due[0], start.first) if aside else _holder(start, racks)
        return cls(
            start,
            centre,
            racks,
            yard,
            phase=Phase.OPENING if aside else Phase.SEARCH,
            ends=0,
            shown=0,
            need=centre,
            owed=start.rules.arms_for(start.players),
            turn=turn,
            fresh=0,
            silent=0,
            lacks=((),) * start.players,
            ended=None,
        )

    # What is on the table

    @property
    def rules(self) -> Rules:
        return self.start.rules

    @property
    def masks(self) -> Masks:
        return self.start.masks

    def rack(self, seat: int) -> tuple[Tile, ...]:
        """The tiles of a seat, lightest first."""
        return self.masks.tiles_of(self.racks[seat])

    @property
    def drawable(self) -> int:
        """Tiles that may still be drawn: the yard without its reserve (G20). The search may take any (A6)."""
        if self.phase is Phase.SEARCH:
            return len(self.yard)
        return max(0, len(self.yard) - self.start.reserve)

    @property
    def open_ends(self) -> tuple[int, ...]:
        """The number on each end of the layout, in rising order; those closed by the opening or a foot among them."""
        counted = ((number, self.ends >> ENDS * number & (1 << ENDS) - 1) for number in range(self.rules.set + 1))
        return tuple(number for number, count in counted for _ in range(count))

    @property
    def fitting(self) -> int:
        """The tiles that would fit now, whoever holds them."""
        phase, masks = self.phase, self.start.masks
        if phase is Phase.FREE:
            return masks.matching[self.shown]
        return 0 if phase is Phase.SEARCH else masks.carrying[self.need]

    # Playing

    def legal_moves(self) -> tuple[Move, ...]:
        """All that the player in turn may do; empty when the hand is over.

        Plays come lightest tile first. That somebody forgets to announce a foot or to tap is never listed (A43).
        """
        if self.ended is not None:
            return ()
        if self.phase is Phase.SEARCH:
            held = self.racks[self.turn] & self.masks.double[self.centre]
            return (PlaceCentre(self.centre),) if held else (DRAW,)
        rules = self.start.rules
        plays = self._plays((self.fresh or self.racks[self.turn]) & self.fitting)
        if plays:
            if self.fresh and rules.drawn is DrawnTile.MAY:
                plays.append(PASS)
            elif rules.free_draw and not self.fresh and self.drawable:
                plays.append(DRAW)
            return tuple(plays)
        may_draw = self.drawable and (not self.fresh or rules.draw is Draws.UNTIL_PLAYABLE)
        return (DRAW,) if may_draw else (PASS,)

    def _plays(self, tiles: int) -> list[Move]:
        plays: list[Move] = []
        masks = self.start.masks
        high, low = masks.high, masks.low
        shown = self.shown if self.phase is Phase.FREE else 1 << self.need
        while tiles:
            index = (tiles & -tiles).bit_length() - 1
            tiles &= tiles - 1
            if shown >> high[index] & 1:
                plays.append(masks.play_high[index])
            if shown >> low[index] & 1 and low[index] != high[index]:
                plays.append(masks.play_low[index])
        return plays

    def play(self, move: Move) -> "Hand":
        """The hand after this move of the player in turn. Raises IllegalMove with a sentence for the player."""
        if isinstance(move, Play):
            if not self._may_play(move):
                raise IllegalMove(why_not(self, move))
            after = settled(self._after_play(move))
            return self._after_silence(after) if self.silent else after
        if move not in self.legal_moves():
            raise IllegalMove(why_not(self, move))
        match move:
            case Draw():
                return settled(self._after_draw())
            case Pass():
                return self._after_pass()
            case PlaceCentre():
                return settled(self._after_centre())

    def _may_play(self, move: Play) -> bool:
        held = self.start.masks.at[move.tile.high][move.tile.low] & (self.fresh or self.racks[self.turn])
        shown = self.shown if self.phase is Phase.FREE else 1 << self.need
        return bool(held and shown >> move.joins & 1 and self.phase is not Phase.SEARCH and self.ended is None)

    def _after_play(self, move: Play) -> "Hand":
        rules, tile = self.start.rules, move.tile
        rack, yard = self.racks[self.turn] ^ self.start.masks.at[tile.high][tile.low], self.yard
        if not rack and tile.is_double and rules.double_out is DoubleOut.MUST_DRAW and self.drawable:
            rack, yard = yard[0], yard[1:]  # A29
        draft = self._draft()
        draft.racks, draft.yard = _with(self.racks, self.turn, rack), yard
        draft.phase, draft.need, draft.owed, draft.ends = self.laid(move)
        draft.shown = shown_after(self.shown, draft.ends, move)
        draft.turn, draft.fresh = self._next_seat, 0
        draft.silent = self._forgot(move, rack) if move.silent else 0
        draft.lacks = self._lacks_after(tile)
        draft.ended = None if rack else Ended.OUT  # A29, A30
        return draft.done()

    def laid(self, move: Play) -> tuple[Phase, int, int, int]:
        """Phase, number needed, tiles owed and open ends after this tile (A12, A14, A21, A22)."""
        if self.phase is not Phase.FREE:
            owed, ends = self.owed - 1, self.ends + ONE[move.leaves]
            return (self.phase, self.need, owed, ends) if owed else (Phase.FREE, self.centre, 0, ends)
        ends = self.ends - ONE[move.joins]
        if move.tile.is_double:
            return Phase.FOOT, move.joins, self.start.rules.toes, ends
        return Phase.FREE, self.centre, 0, ends + ONE[move.leaves]

    def _after_draw(self) -> "Hand":
        bit, yard = self.yard[0], self.yard[1:]
        racks = _with(self.racks, self.turn, self.racks[self.turn] | bit)
        if self.phase is not Phase.SEARCH:
            return self.changed(racks=racks, yard=yard, fresh=bit, silent=self._still_silent, lacks=self._told())
        for number in self.start.due:
            if bit == self.masks.double[number]:
                return self.changed(racks=racks, yard=yard, centre=number, need=number)
        return self.changed(racks=racks, yard=yard, turn=self._next_seat)

    def _lacks_after(self, tile: Tile) -> tuple[Lacks, ...]:
        lacks = self.lacks[self.turn]
        if self.fresh or not lacks:
            return self.lacks
        return _with(self.lacks, self.turn, after_play(lacks, tile))

    def _after_pass(self) -> "Hand":
        kept = bool(self.fresh) and self.start.rules.drawn is DrawnTile.MAY
        lacks = self.lacks if kept else self._told()
        return self.changed(turn=self._next_seat, fresh=0, silent=self._still_silent, lacks=lacks)

    def _told(self) -> tuple[Lacks, ...]:
        """What everybody knows now that nothing on the rack in turn fits; nothing new where one may draw at will."""
        if self.start.rules.free_draw:
            return self.lacks
        fitting, held = self.shown if self.phase is Phase.FREE else 1 << self.need, self.racks[self.turn].bit_count()
        return _with(self.lacks, self.turn, after_stuck(self.lacks[self.turn], held, fitting))

    def _after_centre(self) -> "Hand":
        rules = self.start.rules
        rack = self.racks[self.turn] ^ self.masks.double[self.centre]
        turn = self.turn if rules.plays_on else self._next_seat  # A2
        return self.changed(
            racks=_with(self.racks, self.turn, rack),
            phase=Phase.OPENING,
            turn=self.start.first if rules.starter is Starter.ROTATES else turn,
            ended=None if rack else Ended.OUT,
        )

    @property
    def _next_seat(self) -> int:
        return (self.turn + 1) % self.start.players

    # Forgetting to announce or to tap (A43)

    @property
    def _still_silent(self) -> int:
        """Who forgot something gets away with it once it is their turn again."""
        return self.silent & ~(1 << self.turn)

    def _forgot(self, move: Play, rack: int) -> int:
        rules = self.start.rules
        foot = rules.call is Forgotten.DRAWS_ONE and move.tile.is_double
        tap = rules.knock is Forgotten.DRAWS_ONE and rack.bit_count() == 1
        return 1 << self.turn if foot or tap else 0

    def _after_silence(self, after: "Hand") -> "Hand":
        """What a play leads to where somebody had forgotten something: they draw one, unless the hand is over."""
        if after.ended is not None:
            return after
        for seat in range(self.start.players):
            if self._still_silent >> seat & 1 and after.drawable:
                racks = _with(after.racks, seat, after.racks[seat] | after.yard[0])
                after = replace(after, racks=racks, yard=after.yard[1:])
        return settled(after)

    # Looking

    def with_hidden(self, racks: tuple[int, ...], yard: tuple[int, ...]) -> "Hand":
        """The same table with these tiles on the racks and in the yard."""
        draft = self._draft()
        draft.racks, draft.yard = racks, yard
        return draft.done()

    def view_for(self, seat: int) -> View:
        """What a seat may see; the only thing a page or a bot is given. Raises IndexError if there is no such seat."""
        return view_of(self, seat)

    def outcome(self) -> Outcome | None:
        """How the hand ended, or None while it is being played (G22, G23, S18)."""
        if self.ended is None:
            return None
        rules = self.start.rules
        values = self.start.values
        points = [sum(values[bit.bit_length() - 1] for bit in bits(rack)) for rack in self.racks]
        if self.ended is not Ended.OUT:
            return Outcome(self.ended, None, tuple(points))
        out = self.racks.index(0)
        if rules.double_out is DoubleOut.COSTS_50 and self.phase is Phase.FOOT and self.owed == rules.toes:
            points[out] += 50
        return Outcome(self.ended, out, tuple(points))

    def changed(self, **changes: Any) -> "Hand":
        """As dataclasses.replace, and several times faster."""
        draft = self._draft()
        for name, value in changes.items():
            setattr(draft, name, value)
        return draft.done()

    def _draft(self) -> "_Draft":
        """A copy that can be changed. Written out because everything that is played goes through here."""
        draft = _Draft()
        draft.start, draft.centre, draft.racks, draft.yard = self.start, self.centre, self.racks, self.yard
        draft.phase, draft.ends, draft.shown = self.phase, self.ends, self.shown
        draft.need, draft.owed, draft.turn, draft.fresh = self.need, self.owed, self.turn, self.fresh
        draft.silent, draft.lacks, draft.ended = self.silent, self.lacks, self.ended
        return draft


class _Draft:
    """A hand that can still be changed: the same slots, but not frozen, which makes a new hand six times faster."""

    __slots__ = tuple(slot.name for slot in fields(Hand))

    start: Start
    centre: int
    racks: tuple[int, ...]
    yard: tuple[int, ...]
    phase: Phase
    ends: int
    shown: int
    need: int
    owed: int
    turn: int
    fresh: int
    silent: int
    lacks: tuple[Lacks, ...]
    ended: Ended | None

    def done(self) -> Hand:
        """The hand itself; nothing may be changed afterwards. The draft is it, no copy."""
        self.__class__ = Hand  # type: ignore[assignment]
        return cast("Hand", self)


def settled(hand: Hand) -> Hand:
    """The same hand, over if a house rule ends it on a dead foot, or if nobody can draw or play (A26, A27)."""
    if hand.ended is not None or hand.phase is Phase.SEARCH:
        return hand
    if hand.phase is Phase.FOOT and hand.start.rules.dead_foot is not DeadFoot.PLAY_OUT:
        hand = with_dead_foot(hand)
    if len(hand.yard) > hand.start.reserve or hand.ended is not None:
        return hand
    fitting = hand.fitting
    if any(rack & fitting for rack in hand.racks):
        return hand
    return replace(hand, ended=Ended.BLOCKED)


def with_dead_foot(hand: Hand) -> Hand:
    """What the house rule makes of a foot for which tiles may be missing; the reserve's count as left (A24, A25)."""
    left = hand.masks.carrying[hand.need] & (sum(hand.racks) | sum(hand.yard))
    if hand.rules.dead_foot is DeadFoot.END_WHEN_HOPELESS:
        return replace(hand, ended=Ended.BLOCKED) if left.bit_count() < hand.owed else hand
    if left:
        return hand
    if hand.rules.dead_foot is DeadFoot.RELEASE:
        return replace(hand, phase=Phase.FREE, need=hand.centre, owed=0)
    return replace(hand, ended=Ended.BLOCKED)


@lru_cache(1024)
def _values(top: int, zero_blank: int, other_blanks: int) -> tuple[int, ...]:
    rules = Rules(set=top, zero_blank=zero_blank, other_blanks=other_blanks)
    return tuple(map(rules.value, rules.tiles.tiles))


def _holder(start: Start, racks: tuple[int, ...]) -> tuple[int, int]:
    """The centre and who holds it; if nobody does, the double that is due and who draws first for it."""
    masks = start.masks
    for number in start.due:
        for seat, rack in enumerate(racks):
            if rack & masks.double[number]:
                return number, seat
    return start.due[0], start.first


def _with(racks: tuple[OfSeat, ...], seat: int, rack: OfSeat) -> tuple[OfSeat, ...]:
    return (*racks[:seat], rack, *racks[seat + 1 :])


def shown_after(shown: int, ends: int, move: Play) -> int:
    """The numbers shown by open ends, of which this move changed two."""
    for number in (move.joins, move.leaves):
        if ends & COUNT[number]:
            shown |= 1 << number
        else:
            shown &= ~(1 << number)
    return shown

"""One hand as a value: who may do what, what a move leads to, and how it ended.

A hand is frozen; `play` gives the next one. It holds integers (engine.masks): a mask for each rack, one count of open
ends, and one pending foot, which is also the opening: a number that must be matched and how many tiles are owed to it
(A19, A20). Since equal ends are interchangeable (A16), where a tile lies is not part of it.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from engine.endings import outcome_of, settled
from engine.lacks import Lacks, after_play, after_stuck
from engine.masks import COUNT, ENDS, ONE, Masks, masks_of
from engine.moves import DRAW, PASS, Draw, IllegalMove, Move, Pass, PlaceCentre, Play
from engine.options import CentreFrom, DoubleOut, DrawnTile, Draws, Forgotten, Starter
from engine.outcome import Ended, Outcome
from engine.rules import Rules
from engine.start import ImpossibleDeal, Phase, Start, holder
from engine.tiles import Tile
from engine.view import View, view_of
from engine.why import why_not

OfSeat = TypeVar("OfSeat")


class Hand(NamedTuple):
    """A hand, being played or over. Seats count from 0, clockwise (A44).

    A named tuple, because a new one is made with every move and a frozen dataclass takes four times as long to make.

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
    def deal(
        cls, rules: Rules, *, players: int, centres: Sequence[int], tiles: Sequence[Tile], first: int = 0
    ) -> "Hand":
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
        return settled(cls._begun(start, racks, tuple(order[players * each :])))

    @classmethod
    def _begun(cls, start: Start, racks: tuple[int, ...], yard: tuple[int, ...]) -> "Hand":
        aside = start.rules.centre is CentreFrom.ASIDE
        centre, turn = (start.due[0], start.first) if aside else holder(start, racks)
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
        return 0 if self.phase is Phase.SEARCH else self.start.masks.matching[self.joinable]

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
        rules, fresh, joinable = self.start.rules, self.fresh, self.joinable
        masks = self.start.masks
        tiles = (fresh or self.racks[self.turn]) & masks.matching[joinable]
        if not tiles:
            may_draw = self.drawable and (not fresh or rules.draw is Draws.UNTIL_PLAYABLE)
            return (DRAW,) if may_draw else (PASS,)
        plays: list[Move] = []
        while tiles:
            bit = tiles & -tiles
            tiles ^= bit
            high, low, on_high, on_low = masks.plays_with[bit]
            if joinable & high:
                plays.append(on_high)
            if joinable & low:
                plays.append(on_low)
        if fresh and rules.drawn is DrawnTile.MAY:
            plays.append(PASS)
        elif rules.free_draw and not fresh and self.drawable:
            plays.append(DRAW)
        return tuple(plays)

    @property
    def joinable(self) -> int:
        """A bit for each number that may be joined now, once the centre lies."""
        return 1 << self.need if self.owed else self.shown

    def play(self, move: Move) -> "Hand":
        """The hand after this move of the player in turn. Raises IllegalMove with a sentence for the player."""
        if isinstance(move, Play):
            after = self._after_play(move)
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

    def _after_play(self, move: Play) -> "Hand":
        start, centre, racks, yard, phase, _, _, _, _, seat, fresh, _, lacks, ended = self
        tile, rack = move.tile, racks[seat]
        bit = start.masks.at[tile.high][tile.low]
        fits = bit & (fresh or rack) and self.joinable >> move.joins & 1
        if not fits or ended is not None or phase is Phase.SEARCH:
            raise IllegalMove(why_not(self, move))
        rack ^= bit
        if not rack and tile.is_double and start.rules.double_out is DoubleOut.MUST_DRAW and self.drawable:
            rack, yard = yard[0], yard[1:]  # A29
        phase, ends, shown, need, owed = self.laid(move)
        if lacks[seat] and not fresh:
            lacks = _with(lacks, seat, after_play(lacks[seat], tile))
        ended = None if rack else Ended.OUT  # A29, A30
        silent = self._forgot(move, rack) if move.silent else 0
        racks, turn = _with(racks, seat, rack), self._next_seat
        return settled(Hand(start, centre, racks, yard, phase, ends, shown, need, owed, turn, 0, silent, lacks, ended))

    def laid(self, move: Play) -> tuple[Phase, int, int, int, int]:
        """Phase, open ends, numbers shown, number needed, and tiles owed after this tile (A12, A14, A21, A22)."""
        joins, leaves, ends, shown = move.joins, move.leaves, self.ends, self.shown
        if self.owed:
            ends, shown, owed = ends + ONE[leaves], shown | 1 << leaves, self.owed - 1
            if owed:
                return self.phase, ends, shown, self.need, owed
            return Phase.FREE, ends, shown, self.centre, 0
        ends -= ONE[joins]
        if not ends & COUNT[joins]:
            shown ^= 1 << joins
        if joins == leaves:
            return Phase.FOOT, ends, shown, joins, self.start.rules.toes
        return Phase.FREE, ends + ONE[leaves], shown | 1 << leaves, self.centre, 0

    def _after_draw(self) -> "Hand":
        start, centre, racks, yard, phase, ends, shown, need, owed, turn, _, _, _, _ = self
        bit, yard = yard[0], yard[1:]
        racks = _with(racks, turn, racks[turn] | bit)
        if phase is not Phase.SEARCH:
            silent, lacks = self._still_silent, self._told()
            return Hand(start, centre, racks, yard, phase, ends, shown, need, owed, turn, bit, silent, lacks, None)
        for number in start.due:
            if bit == start.masks.double[number]:
                return self._replace(racks=racks, yard=yard, centre=number, need=number)
        return self._replace(racks=racks, yard=yard, turn=self._next_seat)

    def _after_pass(self) -> "Hand":
        start, centre, racks, yard, phase, ends, shown, need, owed, _, fresh, _, lacks, _ = self
        if not fresh or start.rules.drawn is not DrawnTile.MAY:
            lacks = self._told()
        turn, silent = self._next_seat, self._still_silent
        return Hand(start, centre, racks, yard, phase, ends, shown, need, owed, turn, 0, silent, lacks, None)

    def _told(self) -> tuple[Lacks, ...]:
        """What everybody knows now that nothing on the rack in turn fits; nothing new where one may draw at will."""
        if self.start.rules.free_draw:
            return self.lacks
        held = self.racks[self.turn].bit_count()
        return _with(self.lacks, self.turn, after_stuck(self.lacks[self.turn], held, self.joinable))

    def _after_centre(self) -> "Hand":
        rules = self.start.rules
        rack = self.racks[self.turn] ^ self.masks.double[self.centre]
        turn = self.turn if rules.plays_on else self._next_seat  # A2
        return self._replace(
            racks=_with(self.racks, self.turn, rack),
            phase=Phase.OPENING,
            turn=self.start.first if rules.starter is Starter.ROTATES else turn,
            ended=None if rack else Ended.OUT,
        )

    @property
    def _next_seat(self) -> int:
        turn = self.turn + 1
        return turn if turn < self.start.players else 0

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
                after = after._replace(racks=racks, yard=after.yard[1:])
        return settled(after)

    # Looking

    def with_hidden(self, racks: tuple[int, ...], yard: tuple[int, ...]) -> "Hand":
        """The same table with these tiles on the racks and in the yard."""
        return self._replace(racks=racks, yard=yard)

    def view_for(self, seat: int) -> View:
        """What a seat may see; the only thing a page or a bot is given. Raises IndexError if there is no such seat."""
        return view_of(self, seat)

    def outcome(self) -> Outcome | None:
        """How the hand ended, or None while it is being played (G22, G23, S18)."""
        return outcome_of(self)


def _with(racks: tuple[OfSeat, ...], seat: int, rack: OfSeat) -> tuple[OfSeat, ...]:
    changed = list(racks)
    changed[seat] = rack
    return tuple(changed)

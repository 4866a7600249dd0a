"""A second Chicken Foot, written from the rules alone: slow, plain, and used by tests to check the engine.

It shares nothing with the engine but the values of `Rules`. A tile is a pair of numbers, the higher first; racks are
sets, the yard is a tuple (the next tile to be drawn first), open ends are a sorted tuple of numbers, and every ply
makes a new state. Nothing is remembered that can be worked out again.

A move is `(tile, number it joins)`, `"centre"` (place the starting double), `"draw"` or `"pass"`. A turn always ends
with a play or a pass: who draws a tile that does not fit still says `"pass"`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine import (
    CentreFrom,
    DeadFoot,
    DoubleOut,
    DrawnTile,
    Draws,
    Forgotten,
    Rules,
    Starter,
)

Bone = tuple[int, int]
Move = tuple[Bone, int] | str


class NotAllowed(ValueError):
    """The move is not one of the legal moves."""


class CannotStart(ValueError):
    """There are fewer tiles than have to be dealt."""


def bone(text: str) -> Bone:
    """'5-3' or '3-5' as a pair, the higher first."""
    one, other = (int(number) for number in text.split("-"))
    return (max(one, other), min(one, other))


def bones(text: str) -> frozenset[Bone]:
    """'5-3 6-6 0-0' as a set of tiles."""
    return frozenset(map(bone, text.split()))


def whole_set(top: int) -> frozenset[Bone]:
    return frozenset((high, low) for high in range(top + 1) for low in range(high + 1))


def is_double(tile: Bone) -> bool:
    return tile[0] == tile[1]


def other_end(tile: Bone, number: int) -> int:
    return tile[1] if tile[0] == number else tile[0]


def value(rules: Rules, tile: Bone) -> int:
    """What one tile left over costs (G22, G25, S19, A51)."""
    if tile == (0, 0):
        return rules.zero_blank
    if 0 in tile:
        return sum(tile) + rules.other_blanks
    return sum(tile)


def points(rules: Rules, rack: Iterable[Bone]) -> int:
    return sum(value(rules, tile) for tile in rack)


@dataclass(frozen=True)
class Foot:
    """A double with its number and the toes it is still owed."""

    number: int
    owed: int


@dataclass(frozen=True)
class Result:
    """How a hand ended. `went_out` is a set of one seat, or empty; `winners` are the seats that won the hand."""

    scores: tuple[int, ...]
    went_out: frozenset[int]
    blocked: bool
    winners: frozenset[int]


@dataclass(frozen=True)
class State:
    """One moment of a hand.

    `arms` is how many trains have been started at the centre; `foot` is the pending foot, if any. `drawn` holds the
    tile that the player to move drew last in this turn. `silent` holds the seat that did not announce a foot or
    tap for the last tile. `wanted` are the doubles that a search may turn up. Tiles in no rack and not in
    the yard lie on the table.
    """

    rules: Rules
    centre: int
    racks: tuple[frozenset[Bone], ...]
    yard: tuple[Bone, ...]
    seat: int
    lead: int = 0
    placed: bool = True
    wanted: tuple[int, ...] = ()
    arms: int = 0
    ends: tuple[int, ...] = ()
    foot: Foot | None = None
    drawn: Bone | None = None
    last_tile: Bone | None = None
    silent: int | None = None
    turns: int = 0
    plays: int = 0
    draws: int = 0

    # What can be seen at a glance

    @property
    def players(self) -> int:
        return len(self.racks)

    @property
    def drawable(self) -> int:
        """Tiles of the yard that may be drawn (G20); a search may have eaten into the reserve (A6)."""
        return max(0, len(self.yard) - self.rules.reserve_for(self.players))

    @property
    def opening(self) -> bool:
        """Whether trains are still missing (G11, S12)."""
        return self.arms < self.rules.arms_for(self.players)

    @property
    def unplayed(self) -> frozenset[Bone]:
        return frozenset(self.yard).union(*self.racks)

    def left_for(self, number: int) -> int:
        """How many tiles with a number have not been played; the double itself lies already (A23)."""
        return sum(number in tile for tile in self.unplayed)

    # What may be played

    def fits(self, tile: Bone) -> set[tuple[Bone, int]]:
        """Every place for a tile: the centre in the opening (A12), the foot while there is one (A21), else any end."""
        if self.opening:
            places = {self.centre}
        elif self.foot is not None:
            places = {self.foot.number}
        else:
            places = set(self.ends)
        return {(tile, number) for number in places if number in tile}

    def fitting(self, seat: int) -> set[tuple[Bone, int]]:
        return {play for tile in self.racks[seat] for play in self.fits(tile)}

    def legal(self) -> set[Move]:
        """Every legal move; none when the hand is over."""
        if self.result() is not None:
            return set()
        if not self.placed:
            return {"centre"} if (self.centre, self.centre) in self.racks[self.seat] else {"draw"}
        if self.drawn is None:
            return self._before_drawing()
        return self._after_drawing(self.drawn)

    def _before_drawing(self) -> set[Move]:
        moves: set[Move] = set(self.fitting(self.seat))
        if not moves:
            return {"draw"} if self.drawable else {"pass"}  # A8
        if self.rules.free_draw and self.drawable:
            moves.add("draw")  # A9
        return moves

    def _after_drawing(self, drawn: Bone) -> set[Move]:
        moves: set[Move] = set(self.fits(drawn))
        if moves:
            return moves | {"pass"} if self.rules.drawn is DrawnTile.MAY else moves
        if self.rules.draw is Draws.UNTIL_PLAYABLE and self.drawable:
            return {"draw"}
        return {"pass"}

    # What a move does

    def play(self, move: Move, *, silent: bool = False) -> "State":
        """The state after a legal move; `silent` is to say and tap nothing where the house asks for it (A43)."""
        if move not in self.legal():
            raise NotAllowed(f"{move} is not one of {self.legal()}")
        if move == "centre":
            return self._place_centre()
        if move == "draw":
            return self._draw()
        if move == "pass":
            return replace(self, seat=self._next(), drawn=None, silent=self._not_mine(), turns=self.turns + 1)
        assert not isinstance(move, str)
        return self._lay(*move, silent=silent)

    def _next(self) -> int:
        return (self.seat + 1) % self.players

    def _place_centre(self) -> "State":
        """Placing is the turn, or the placer plays on (A2); where the start goes round, the seat whose start it is."""
        if self.rules.starter is Starter.ROTATES:
            then = self.lead
        else:
            then = self.seat if self.rules.plays_on else self._next()
        racks = _without(self.racks, self.seat, (self.centre, self.centre))
        return replace(self, racks=racks, placed=True, seat=then)

    def _draw(self) -> "State":
        tile, *rest = self.yard
        racks = _with(self.racks, self.seat, tile)
        if not self.placed:  # in search of the centre, in turn, reserve or not (A5, A6)
            if is_double(tile) and tile[0] in self.wanted:
                return replace(self, racks=racks, yard=tuple(rest), centre=tile[0])
            return replace(self, racks=racks, yard=tuple(rest), seat=self._next())
        silent = self._not_mine()
        after = replace(self, racks=racks, yard=tuple(rest), drawn=tile, silent=silent, draws=self.draws + 1)
        return after if after.result() is None else replace(after, turns=self.turns + 1)

    def _not_mine(self) -> int | None:
        """Who was silent gets away with it once it is their turn again."""
        return None if self.silent == self.seat else self.silent

    def _lay(self, tile: Bone, number: int, *, silent: bool) -> "State":
        seat = self.seat
        ends, arms, foot = list(self.ends), self.arms, self.foot
        if self.opening:
            assert not is_double(tile)  # A19
            arms += 1
            ends.append(other_end(tile, number))
        elif foot is not None:
            assert not is_double(tile)  # A19, A20
            ends.append(other_end(tile, number))
            foot = Foot(number, foot.owed - 1) if foot.owed > 1 else None
        else:
            ends.remove(number)
            if is_double(tile):
                foot = Foot(number, self.rules.toes)
            else:
                ends.append(other_end(tile, number))
        after = replace(
            self,
            racks=_without(self.racks, seat, tile),
            ends=tuple(sorted(ends)),
            arms=arms,
            foot=foot,
            seat=self._next(),
            drawn=None,
            last_tile=tile,
            turns=self.turns + 1,
            plays=self.plays + 1,
        )
        return after._draw_instead_of_going_out(seat, tile)._release()._call_the_silent(seat, silent=silent)

    def _draw_instead_of_going_out(self, seat: int, tile: Bone) -> "State":
        """House rule: a double as the last tile does not end the hand (A29); with nothing to draw it does (A31).

        The rule is about feet that stay open; a centre that was the only tile of a rack has none.
        """
        rule = self.rules.double_out is DoubleOut.MUST_DRAW
        if rule and is_double(tile) and not self.racks[seat] and self.drawable:
            return self._give(seat)
        return self

    def _give(self, seat: int) -> "State":
        """One tile from the yard for a seat that is not at its turn."""
        tile, *rest = self.yard
        return replace(self, racks=_with(self.racks, seat, tile), yard=tuple(rest))

    def _release(self) -> "State":
        """House rule: a foot counts as done once nobody can ever add to it (A24, A25)."""
        if self.rules.dead_foot is DeadFoot.RELEASE and self.foot is not None and not self.left_for(self.foot.number):
            return replace(self, foot=None)
        return self

    def _call_the_silent(self, seat: int, *, silent: bool) -> "State":
        """Who forgot to announce a foot or to tap draws one when somebody else plays the next tile (A43)."""
        after = replace(self, silent=None)
        if self.silent not in (None, seat) and self.result() is None and self.drawable:
            after = after._give(self.silent)
        announce = self.rules.call is Forgotten.DRAWS_ONE and self.last_tile is not None and is_double(self.last_tile)
        tap = self.rules.knock is Forgotten.DRAWS_ONE and len(self.racks[seat]) == 1
        return replace(after, silent=seat) if silent and (announce or tap) else after

    # How it ends

    def result(self) -> Result | None:
        """None while the hand goes on. Going out comes before anything else (A29, A30)."""
        for seat, rack in enumerate(self.racks):
            if not rack:
                return self._went_out(seat)
        if self.placed and (self.dead() or self.stuck()):
            scores = tuple(points(self.rules, rack) for rack in self.racks)
            best = min(scores)
            winners = frozenset(seat for seat, score in enumerate(scores) if score == best)  # G23, A35
            return Result(scores, frozenset(), blocked=True, winners=winners)
        return None

    def _went_out(self, seat: int) -> Result:
        scores = [points(self.rules, rack) for rack in self.racks]
        if self.rules.double_out is DoubleOut.COSTS_50 and self.last_tile is not None and is_double(self.last_tile):
            scores[seat] += 50
        return Result(tuple(scores), frozenset({seat}), blocked=False, winners=frozenset({seat}))

    def dead(self) -> bool:
        """Whether the house rule about dead feet ends the hand (A24)."""
        if self.foot is None:
            return False
        left = self.left_for(self.foot.number)
        if self.rules.dead_foot is DeadFoot.END_WHEN_STUCK:
            return left == 0
        if self.rules.dead_foot is DeadFoot.END_WHEN_HOPELESS:
            return left < self.foot.owed
        return False

    def stuck(self) -> bool:
        """Nothing can be drawn and nobody has a legal play: blocked, at this moment (A26, A27)."""
        return self.drawable == 0 and not any(self.fitting(seat) for seat in range(self.players))


def _without(racks: tuple[frozenset[Bone], ...], seat: int, tile: Bone) -> tuple[frozenset[Bone], ...]:
    return tuple(rack - {tile} if place == seat else rack for place, rack in enumerate(racks))


def _with(racks: tuple[frozenset[Bone], ...], seat: int, tile: Bone) -> tuple[frozenset[Bone], ...]:
    return tuple(rack | {tile} if place == seat else rack for place, rack in enumerate(racks))


def start(
    rules: Rules,
    centres: tuple[int, ...],
    racks: Iterable[Iterable[Bone]],
    yard: Iterable[Bone],
    lead: int,
) -> State:
    """The beginning of a hand.

    `centres` are the doubles that may still begin a hand, in order: the first is the one that is due. The others matter
    only where the next highest held is taken instead, or, if none of them is held, the first that is drawn (A7).
    `lead` is the seat that plays first where the centre is set aside (A3), the first to draw in a search (A4), and the
    one whose start it is where the start goes round.
    """
    hands, pile = tuple(frozenset(rack) for rack in racks), tuple(yard)
    if rules.centre is CentreFrom.ASIDE:
        return State(rules, centres[0], hands, pile, lead, lead)
    wanted = centres if rules.centre is CentreFrom.NEXT_HELD else centres[:1]
    for centre in wanted:
        for seat, rack in enumerate(hands):
            if (centre, centre) in rack:
                return State(rules, centre, hands, pile, seat, lead, placed=False, wanted=wanted)
    return State(rules, centres[0], hands, pile, lead, lead, placed=False, wanted=wanted)


def deal(rules: Rules, centres: tuple[int, ...], tiles: Iterable[Bone], players: int, lead: int) -> State:
    """Deal a whole shuffled set: `hand_size` tiles to each seat in turn of seats, the rest is the yard (G6, S5)."""
    order = list(tiles)
    if rules.centre is CentreFrom.ASIDE:
        order.remove((centres[0], centres[0]))
    each = rules.hand_size(players)
    if players * each + rules.reserve_for(players) > len(order):
        raise CannotStart("more tiles to deal than there are (A50)")
    racks = [order[seat * each : (seat + 1) * each] for seat in range(players)]
    return start(rules, centres, racks, order[players * each :], lead)

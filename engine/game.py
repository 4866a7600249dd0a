"""A game: its hands in order, which double each starts from, who begins, and what has been scored.

Chance comes in as shuffled tiles. Two shuffles make a hand: the first decides who begins, where that is found by
drawing (G5, A3), the second is dealt.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from engine.hand import Hand
from engine.options import CentreFrom, Starter
from engine.outcome import Outcome
from engine.rules import Rules
from engine.start import ImpossibleDeal
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that is over: the number of its starting double, the seat that began, how it ended."""

    centre: int
    first: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Game:
    """The hands that were played, in order. Seats count from 0."""

    rules: Rules
    players: int
    played: tuple[Played, ...] = ()

    @property
    def centres(self) -> tuple[int, ...]:
        """The doubles still to be played, the one that is due first. A double passed over stays (A7)."""
        done = Counter(hand.centre for hand in self.played)
        left = []
        for number in self.rules.centres():
            if done[number]:
                done[number] -= 1
            else:
                left.append(number)
        return tuple(left)

    @property
    def is_over(self) -> bool:
        return not self.centres

    @property
    def lead(self) -> int:
        """The seat that draws first in a search; it moves on with each hand (A4)."""
        return len(self.played) % self.players

    def first_seat(self, search: Sequence[Tile]) -> int:
        """Who begins the next hand, given the whole set as it is turned over from the lead seat on."""
        before = self.played[-1].first if self.played else None
        hand = len(self.played) + 1
        return first_seat(self.rules, self.players, hand=hand, centre=self.centres[0], before=before, search=search)

    def deal(self, search: Sequence[Tile], tiles: Sequence[Tile]) -> Hand:
        """The next hand from two shuffles of the set. Raises ImpossibleDeal if they are not, or the game is over."""
        centres = self.centres
        if not centres:
            raise ImpossibleDeal("the game is over")
        aside = {Tile.double(centres[0])} if self.rules.centre is CentreFrom.ASIDE else set()
        return Hand.deal(
            self.rules,
            players=self.players,
            centres=centres,
            tiles=[tile for tile in tiles if tile not in aside],
            first=self.first_seat(search),
        )

    def shuffle(self, chance: random.Random) -> Hand:
        """The next hand, shuffled by this source of chance."""
        search, tiles = list(self.rules.tiles.tiles), list(self.rules.tiles.tiles)
        chance.shuffle(search)
        chance.shuffle(tiles)
        return self.deal(search, tiles)

    def after(self, hand: Hand) -> Self:
        """The game with this hand scored. Raises ValueError while it is being played."""
        outcome = hand.outcome()
        if outcome is None:
            raise ValueError("the hand is not over")
        played = (*self.played, Played(hand.centre, hand.start.first, outcome))
        return type(self)(self.rules, self.players, played)

    @property
    def totals(self) -> tuple[int, ...]:
        """Everybody's points so far (G24)."""
        return tuple(sum(hand.outcome.points[seat] for hand in self.played) for seat in range(self.players))

    @property
    def zeros(self) -> tuple[int, ...]:
        """How many zeros everybody has (S21, A32)."""
        return tuple(
            sum(
                self.rules.counts_as_zero(hand.outcome.points[seat], went_out=hand.outcome.out == seat)
                for hand in self.played
            )
            for seat in range(self.players)
        )


def first_seat(
    rules: Rules, players: int, *, hand: int, centre: int, before: int | None, search: Sequence[Tile]
) -> int:
    """Who begins hand number `hand`, counted from 1, given the whole set as it is turned over from the lead seat on.

    Where the centre is set aside, that is whoever turns over the double (G5, G10, A3). Where the start moves round, the
    highest of the first tiles begins the first hand (2.3, classic4), then the seat after the one that began `before`.
    Where the centre comes from a rack it is the lead, who draws first if nobody holds it (A5).
    """
    lead = (hand - 1) % players
    if rules.starter is Starter.ROTATES:
        if before is not None:
            return (before + 1) % players
        drawn = list(search[:players])
        return (lead + drawn.index(max(drawn, key=_height))) % players
    if rules.centre is not CentreFrom.ASIDE:
        return lead
    return (lead + list(search).index(Tile.double(centre))) % players


def _height(tile: Tile) -> tuple[int, int]:
    return tile.pips, tile.high

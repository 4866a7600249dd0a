"""Many hands between bots, counted: how they end and what they cost. The same seed gives the same counts anywhere."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import repeat
from math import sqrt

from engine.bots import BOTS
from engine.hand import Hand
from engine.moves import Draw, Play
from engine.options import CentreFrom
from engine.outcome import Ended
from engine.playout import Greedy, Playout, playout
from engine.rules import Rules
from engine.start import Phase
from engine.tiles import Tile

GREEDY = frozenset(bot.value for bot in Greedy)
"""The bots that need no more than a playout."""

CHUNK = 500
"""Hands that share one source of chance."""


@dataclass(slots=True)
class Tally:
    """What many hands amount to. Counters go by points: of each seat, of the highest of a hand, of a whole table."""

    seats: list[Counter[int]]

    hands: int = 0
    blocked: int = 0
    with_zero: int = 0
    with_two_zeros: int = 0
    turns: int = 0
    plays: int = 0
    draws: int = 0
    highest: Counter[int] = field(default_factory=Counter)
    sums: Counter[int] = field(default_factory=Counter)

    def add(self, hand: Playout) -> None:
        points = hand.outcome.points
        self.hands += 1
        self.blocked += hand.outcome.ended is Ended.BLOCKED
        self.with_zero += 0 in points
        self.with_two_zeros += points.count(0) > 1
        self.turns += hand.turns
        self.plays += hand.plays
        self.draws += hand.draws
        for seat, of_seat in zip(self.seats, points, strict=True):
            seat[of_seat] += 1
        self.highest[max(points)] += 1
        self.sums[sum(points)] += 1

    def __iadd__(self, other: "Tally") -> "Tally":
        for name in ("hands", "blocked", "with_zero", "with_two_zeros", "turns", "plays", "draws"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for mine, theirs in zip(
            (*self.seats, self.highest, self.sums), (*other.seats, other.highest, other.sums), strict=True
        ):
            mine.update(theirs)
        return self

    @classmethod
    def of(cls, players: int) -> "Tally":
        """Nothing counted yet at a table of this size."""
        return cls([Counter() for _ in range(players)])

    @property
    def points(self) -> Counter[int]:
        """Points of a player, whatever the seat."""
        return sum(self.seats, Counter())

    @property
    def mean(self) -> Fraction:
        """Points per player and hand."""
        return mean(self.points)


def mean(counted: Counter[int]) -> Fraction:
    """The mean of what was counted."""
    return Fraction(sum(number * count for number, count in counted.items()), counted.total())


def margin(counted: Counter[int]) -> float:
    """Half the width of the 95 % interval of the mean."""
    middle, total = float(mean(counted)), counted.total()
    return 1.96 * sqrt(sum((number - middle) ** 2 * count for number, count in counted.items())) / total


def percentile(counted: Counter[int], share: Fraction) -> int:
    """The least number that at least this share of what was counted does not exceed."""
    needed, seen = share * counted.total(), 0
    for number in sorted(counted):
        seen += counted[number]
        if seen >= needed:
            return number
    raise ValueError("nothing was counted")


def simulate(
    rules: Rules,
    seats: Sequence[str],
    *,
    hands: int,
    seed: int,
    processes: int = 1,
    progress: Callable[[int], None] = lambda _done: None,
) -> Tally:
    """Play so many hands, the starting doubles in turn; `progress` is told how many are done.

    `seats` names a bot of engine.bots for each seat; who begins moves on by one seat with each hand.

    Raises ImpossibleDeal if a table of this size cannot play by these rules.
    """
    tally = Tally.of(len(seats))
    for part in _parts(rules, tuple(seats), hands, seed, processes):
        tally += part
        progress(tally.hands)
    return tally


def _parts(rules: Rules, seats: tuple[str, ...], hands: int, seed: int, processes: int) -> Iterator[Tally]:
    starts = range(0, hands, CHUNK)
    sizes = [min(CHUNK, hands - start) for start in starts]
    if processes == 1:
        yield from map(_chunk, repeat(rules), repeat(seats), starts, sizes, repeat(seed))
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_chunk, repeat(rules), repeat(seats), starts, sizes, repeat(seed))


def _chunk(rules: Rules, seats: tuple[str, ...], start: int, hands: int, seed: int) -> Tally:
    chance, tally = random.Random(f"{seed} {start}"), Tally.of(len(seats))
    fast = [Greedy(name) for name in seats if name in GREEDY]
    own = [random.Random(f"{seed} {start} seat {seat}") for seat in range(len(seats))]
    for number in range(start, start + hands):
        hand = dealt(rules, len(seats), number, chance)
        tally.add(playout(hand, fast, chance) if len(fast) == len(seats) else play_out(hand, seats, own))
    return tally


def play_out(hand: Hand, seats: Sequence[str], chances: Sequence[random.Random]) -> Playout:
    """The hand played to its end, move by move, each seat by its bot with a source of chance of its own."""
    turns = plays = draws = 0
    while hand.ended is None:
        move = BOTS[seats[hand.turn]](hand.view_for(hand.turn), chances[hand.turn])
        hand = hand.play(move)
        plays += isinstance(move, Play)
        draws += isinstance(move, Draw)
        turns += not isinstance(move, Draw) or hand.ended is not None
    outcome = hand.outcome()
    if outcome is None:
        raise ValueError("the hand is not over")
    return Playout(outcome, turns, plays, draws)


def dealt(rules: Rules, players: int, number: int, chance: random.Random) -> Hand:
    """The hand with this number: starting doubles in turn, the first seat moving on, the centre placed."""
    centres = rules.centres()
    turn = number % len(centres)
    due = (*centres[turn:], *centres[:turn])
    aside = {Tile.double(due[0])} if rules.centre is CentreFrom.ASIDE else set()
    tiles = [tile for tile in rules.tiles.tiles if tile not in aside]
    chance.shuffle(tiles)
    hand = Hand.deal(rules, players=players, centres=due, tiles=tiles, first=number % players)
    while hand.phase is Phase.SEARCH:
        hand = hand.play(hand.legal_moves()[0])
    return hand


CALIBRATED = (
    "gamerules",
    "gamerules zero_blank=50",
    "gamerules set=6",
    "gamerules set=12",
    "spruce",
    "spruce set=6",
    "spruce set=12",
    "classic4",
    "coop6",
    "chickie6",
)
"""The rules for which engine.limits keeps figures."""


def calibrate(rules: Rules, *, hands: int, seed: int, processes: int = 1) -> tuple[int, ...]:
    """For each number of players from two up: the points that the highest player of 999 hands in 1,000 does not exceed.

    The largest over the three kinds of bot, so that it holds for clumsy tables too.
    """
    share, figures = Fraction(999, 1000), []
    for players in rules.player_counts():
        tallies = (
            simulate(rules, [bot.value] * players, hands=hands, seed=seed, processes=processes) for bot in Greedy
        )
        figures.append(max(percentile(tally.highest, share) for tally in tallies))
    return tuple(figures)


def usual_figures(rules: Rules, *, hands: int, seed: int, processes: int = 1) -> tuple[tuple[int, int], ...]:
    """For each number of players from two up: the mean points of a hand, in tenths, of heaviest and of random bots."""
    return tuple(
        (
            _tenths(simulate(rules, [Greedy.HEAVIEST.value] * players, hands=hands, seed=seed, processes=processes)),
            _tenths(simulate(rules, [Greedy.RANDOM.value] * players, hands=hands, seed=seed, processes=processes)),
        )
        for players in rules.player_counts()
    )


def _tenths(tally: Tally) -> int:
    return round(tally.mean * 10)

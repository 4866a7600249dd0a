"""Tables by the standings, improved by trades with tables nearby: close scores against meeting again.

People are numbered by their order in the standings. The cost of a table is the sum of the squared differences in score
of its pairs, and for each pair and each person what the rules add (all in whole numbers).
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

WINDOW = 4
"""People trade with tables at most so many numbers away; for a wish, with any table."""

Costs = Sequence[Mapping[int, int]]
"""For each person, what it costs to share a table with another; below 0 where they are to be together."""


@dataclass(frozen=True, slots=True)
class Prices:
    """What a table costs beside its scores.

    `pairs` counts at every table that is not in `free`, `wishes` (the part of it that are wishes) there as well.
    `again[person]` is paid at a `short` table. `gap` is paid for each squared point. People who are `staying`, and
    everybody at a table that is `frozen`, are not moved.
    """

    gap: int
    pairs: Costs
    wishes: Costs
    again: Sequence[int]
    short: frozenset[int]
    free: frozenset[int]
    frozen: frozenset[int]
    staying: frozenset[int]


@dataclass(slots=True)
class Search:
    """Tables of people with their scores, and the prices; `used` counts the trades tried."""

    tables: list[list[int]]
    scores: Sequence[int]
    prices: Prices
    used: int = 0
    table_of: dict[int, int] = field(init=False)
    sums: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.table_of = {person: number for number, table in enumerate(self.tables) for person in table}
        self.sums = [sum(self.scores[person] for person in table) for table in self.tables]

    def run(self, moves: int) -> None:
        """Let people trade as long as it helps, within so many trades tried; only tables that changed are looked at."""
        waiting = deque(number for number in range(len(self.tables)) if self._in_trouble(number))
        queued = set(waiting)
        while waiting and self.used < moves:
            number = waiting.popleft()
            queued.discard(number)
            for person in list(self.tables[number]):
                other = self._best_trade(person)
                if other is not None:
                    for changed in self._trade(person, other):
                        if changed not in queued:
                            queued.add(changed)
                            waiting.append(changed)

    def _in_trouble(self, number: int) -> bool:
        prices, table = self.prices, self.tables[number]
        costs = prices.wishes if number in prices.free else prices.pairs
        return (
            any(other in costs[person] for person in table for other in table)
            or any(self._apart_from_friends(person) for person in table)
            or (number in prices.short and any(prices.again[person] for person in table))
            or any(person in prices.staying for person in table)
        )

    def _apart_from_friends(self, person: int) -> bool:
        here = self.table_of[person]
        return any(cost < 0 and self.table_of[other] != here for other, cost in self.prices.wishes[person].items())

    def _nearby(self, person: int) -> range:
        here, last = self.table_of[person], len(self.tables)
        wishes, table = self.prices.wishes[person], self.tables[here]
        if wishes and (any(wishes.get(other, 0) > 0 for other in table) or self._apart_from_friends(person)):
            return range(last)
        return range(max(here - WINDOW, 0), min(here + WINDOW + 1, last))

    def _best_trade(self, person: int) -> int | None:
        """The other person of the trade that gains most, if any gains."""
        prices, here = self.prices, self.table_of[person]
        if person in prices.staying or here in prices.frozen:
            return None
        best, chosen = 0, None
        left = self._price(person, here, person)
        for there in self._nearby(person):
            if there == here or there in prices.frozen:
                continue
            for other in self.tables[there]:
                if other in prices.staying:
                    continue
                self.used += 1
                gain = left + self._price(other, there, other)
                gain -= self._price(person, there, other) + self._price(other, here, person)
                gain += prices.gap * self._closer(person, other, here, there)
                if gain > best:
                    best, chosen = gain, other
        return chosen

    def _price(self, person: int, number: int, without: int) -> int:
        """What the rules add for a person at a table from which somebody is gone."""
        prices = self.prices
        costs = (prices.wishes if number in prices.free else prices.pairs)[person]
        price = prices.again[person] if number in prices.short else 0
        if costs:
            for other in self.tables[number]:
                if other != without and other in costs:
                    price += costs[other]
        return price

    def _closer(self, person: int, other: int, here: int, there: int) -> int:
        """How much smaller the sum of squared differences gets when two people trade.

        With a and b their scores, s and t the sums and k and m the sizes of their tables without them, it was
        k a² - 2 a s + m b² - 2 b t and becomes k b² - 2 b s + m a² - 2 a t (the others among themselves do not change).
        """
        a, b = self.scores[person], self.scores[other]
        k, m = len(self.tables[here]) - 1, len(self.tables[there]) - 1
        s, t = self.sums[here] - a, self.sums[there] - b
        return (a - b) * ((k - m) * (a + b) - 2 * (s - t))

    def _trade(self, person: int, other: int) -> tuple[int, int]:
        here, there = self.table_of[person], self.table_of[other]
        self.tables[here][self.tables[here].index(person)] = other
        self.tables[there][self.tables[there].index(other)] = person
        self.table_of[person], self.table_of[other] = there, here
        difference = self.scores[other] - self.scores[person]
        self.sums[here] += difference
        self.sums[there] -= difference
        return here, there

"""The rounds being drawn, as arrays that a search can change quickly.

People are numbered 0 to n-1 here. A round is a row of positions: table after table, then one "bench" position for each
person who sits out (a table of one, where nobody meets anybody). All rounds being drawn have the same positions.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tournaments.seating.bounds import cheapest, forced

Chance = Callable[[], float]

DENSE = 200
"""Up to so many people the meetings are a square table; above it only the pairs that met are kept."""

AGAINST = 500
TOGETHER = -450
"""Where the meeting count of a pair starts that should be apart, or together."""

PAIR = 16
"""What a second meeting costs, so that smaller things can be weighed against it."""

BROKEN = 1_000_000
"""What a broken wish costs."""

STEP = [PAIR * j * j for j in range(AGAINST)] + [BROKEN + PAIR * j * j for j in range(AGAINST)] + [-BROKEN] * AGAINST
"""The cost of a pair meeting again after j times: j squared, in PAIRs; below 0 (together) it is read from the end."""

LONG, SHORT, BENCH = 0, 1, 2
AGAIN = (0, 4 * PAIR, 300 * PAIR)
"""The cost, per time before, of sitting at a short table again, or of sitting out again."""

AGAIN_IF_FREE = (0, 1, 300 * PAIR)
"""The same where fewer repeats count for more than equal turns at the short tables."""


class Sparse(dict[int, int]):
    """How often one person met others; whoever is missing was never met."""

    def __missing__(self, key: int) -> int:
        return 0


def shuffled(people: Sequence[int], chance: Chance) -> list[int]:
    """The people in a random order."""
    order = list(people)
    for last in range(len(order) - 1, 0, -1):
        other = int(chance() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


Row = list[int] | Sparse


@dataclass(frozen=True, slots=True)
class Positions:
    """The places of one round: which sit together, of which kind each is, which table it belongs to."""

    sizes: tuple[int, ...]
    bench: int
    others: tuple[tuple[int, ...], ...] = field(init=False)
    kind: tuple[int, ...] = field(init=False)
    table: tuple[int, ...] = field(init=False)
    start: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        others: list[tuple[int, ...]] = []
        kind: list[int] = []
        table: list[int] = []
        start: list[int] = []
        largest = max(self.sizes)
        for number, size in enumerate(self.sizes):
            first = len(table)
            start.append(first)
            block = range(first, first + size)
            others.extend(tuple(other for other in block if other != position) for position in block)
            kind.extend([SHORT if size < largest else LONG] * size)
            table.extend([number] * size)
        for bench in range(self.bench):
            others.append(())
            kind.append(BENCH)
            table.append(len(self.sizes) + bench)
        for name, value in (("others", others), ("kind", kind), ("table", table), ("start", start)):
            object.__setattr__(self, name, tuple(value))

    def tables(self, seats: Sequence[int]) -> list[list[int]]:
        """The people of each table, without the bench."""
        return [list(seats[first : first + size]) for first, size in zip(self.start, self.sizes, strict=True)]

    def sitting_out(self, seats: Sequence[int]) -> list[int]:
        """The people on the bench."""
        return list(seats[len(seats) - self.bench :]) if self.bench else []


class Board:
    """Rounds to draw, with what happened before them, and the cost of both together.

    `met[a][b]` counts meetings before and within the drawn rounds (shifted for pairs with a wish), `had[kind][a]` how
    often a person sat short or sat out. `free` are the positions that may change hands, in every round; `pinned` says
    who keeps one of the others; `apart` and `together` name the partners of each person's wishes.
    """

    __slots__ = ("again", "apart", "before", "free", "had", "met", "people", "pinned", "places", "rounds", "together")

    def __init__(self, people: int, places: Positions) -> None:
        self.people = people
        self.again = AGAIN
        self.places = places
        self.met: list[Row] = (
            [[0] * people for _ in range(people)] if people <= DENSE else [Sparse() for _ in range(people)]
        )
        self.had: tuple[list[int], list[int], list[int]] = ([0] * people, [0] * people, [0] * people)
        self.rounds: list[list[int]] = []
        self.free: list[int] = list(range(people))
        self.pinned: dict[int, int] = {}
        self.apart: dict[int, tuple[int, ...]] = {}
        self.together: dict[int, tuple[int, ...]] = {}
        self.before: Counter[int] = Counter()

    def remember(self, a: int, b: int, times: int = 1) -> None:
        """Note that two people met so often before the drawn rounds (or shift their count for a wish)."""
        self.met[a][b] += times
        self.met[b][a] += times

    def remember_all(self, mates: Sequence[Sequence[int]]) -> None:
        """Note whom each person met before: one list a person, with everybody (and themselves) at each table."""
        for person, there in enumerate(mates):
            times = Counter(there)
            del times[person]
            row = self.met[person]
            for other in times:
                row[other] = times[other]

    def wish(self, a: int, b: int, shift: int) -> None:
        """Note a pair that should be apart (AGAINST) or together (TOGETHER)."""
        self.remember(a, b, shift)
        partners = self.together if shift == TOGETHER else self.apart
        partners[a] = (*partners.get(a, ()), b)
        partners[b] = (*partners.get(b, ()), a)

    def pin(self, position: int, person: int) -> None:
        """Give somebody a position for all drawn rounds."""
        self.pinned[position] = person
        self.free.remove(position)

    def start(self) -> None:
        """Take stock of what lies before the drawn rounds: how many pairs have met how often."""
        self.before = self.levels()

    def levels(self) -> Counter[int]:
        """How many pairs have met how often by now (shifted for pairs with a wish)."""
        both: Counter[int] = Counter()
        for row in self.met:
            both.update(row.values() if isinstance(row, Sparse) else row)
        levels = Counter({times: things // 2 for times, things in both.items() if times})
        levels[0] = self.people * (self.people - 1) // 2 - sum(levels.values())
        return levels

    def add_round(self, seats: list[int]) -> int:
        """Add a drawn round and return what it costs."""
        cost = 0
        met = self.met
        self.rounds.append(seats)
        for position, a in enumerate(seats):
            row = met[a]
            for other in self.places.others[position]:
                if other > position:
                    b = seats[other]
                    cost += STEP[row[b]]
                    row[b] += 1
                    met[b][a] += 1
            kind = self.places.kind[position]
            cost += self.again[kind] * self.had[kind][a]
            self.had[kind][a] += 1
        return cost

    def remove_round(self) -> list[int]:
        """Take the last drawn round away again and return it."""
        seats = self.rounds.pop()
        for position, a in enumerate(seats):
            for other in self.places.others[position]:
                if other > position:
                    self.remember(a, seats[other], -1)
            self.had[self.places.kind[position]][a] -= 1
        return seats

    def set_rounds(self, rounds: Iterable[list[int]]) -> int:
        """Replace all drawn rounds and return their cost."""
        while self.rounds:
            self.remove_round()
        return sum(self.add_round(list(seats)) for seats in rounds)

    def change(self, round_: int, i: int, j: int) -> int:
        """What it would cost to swap the people at two positions of different tables."""
        seats = self.rounds[round_]
        a, b = seats[i], seats[j]
        of_a, of_b = self.met[a], self.met[b]
        cost = 0
        for k in self.places.others[i]:
            x = seats[k]
            cost += STEP[of_b[x]] - STEP[of_a[x] - 1]
        for k in self.places.others[j]:
            x = seats[k]
            cost += STEP[of_a[x]] - STEP[of_b[x] - 1]
        kind_i, kind_j = self.places.kind[i], self.places.kind[j]
        if kind_i != kind_j:
            at_i, at_j = self.had[kind_i], self.had[kind_j]
            cost += self.again[kind_i] * (at_i[b] - at_i[a] + 1) + self.again[kind_j] * (at_j[a] - at_j[b] + 1)
        return cost

    def swap(self, round_: int, i: int, j: int) -> None:
        """Swap the people at two positions of different tables."""
        seats = self.rounds[round_]
        a, b = seats[i], seats[j]
        met = self.met
        of_a, of_b = met[a], met[b]
        for k in self.places.others[i]:
            x = seats[k]
            of_a[x] -= 1
            of_b[x] += 1
            met[x][a] -= 1
            met[x][b] += 1
        for k in self.places.others[j]:
            x = seats[k]
            of_b[x] -= 1
            of_a[x] += 1
            met[x][b] -= 1
            met[x][a] += 1
        kind_i, kind_j = self.places.kind[i], self.places.kind[j]
        if kind_i != kind_j:
            self.had[kind_i][a] -= 1
            self.had[kind_i][b] += 1
            self.had[kind_j][b] -= 1
            self.had[kind_j][a] += 1
        seats[i], seats[j] = b, a

    def lowest_cost(self, rounds: int, earlier: Sequence[int] = ()) -> int:
        """What so many rounds must cost at least; `earlier` are the groups of each played round (see bounds.forced).

        Call it before the first round is added.
        """
        pairs = self.before
        together = sum(things for times, things in pairs.items() if times < 0)
        count = rounds * (sum(size * (size - 1) // 2 for size in self.places.sizes) - together)
        ordinary = Counter({times: things for times, things in pairs.items() if times >= 0})
        spread, _ = cheapest(ordinary, max(0, count), lambda times: STEP[times])
        if together == 0:
            own = self._forced(rounds)
            spread = max(spread, PAIR * (own + rounds * sum(forced(self.places.sizes, groups) for groups in earlier)))
        return spread - BROKEN * together * rounds + self.least_unfair(rounds)

    def least_weighted(self, rounds: int) -> int:
        """The least Q of so many rounds of people who never met before."""
        count = rounds * sum(size * (size - 1) // 2 for size in self.places.sizes)
        pairs = Counter({0: self.people * (self.people - 1) // 2})
        return max(cheapest(pairs, count, lambda times: times)[0], self._forced(rounds))

    def _forced(self, rounds: int) -> int:
        """What so many rounds force on each other, in pairs that meet again."""
        groups = len(self.places.sizes) + self.places.bench
        return forced(self.places.sizes, groups) * rounds * (rounds - 1) // 2

    def least_unfair(self, rounds: int) -> int:
        """What turns at short tables and on the bench must cost at least; to be asked before the first round."""
        cost = 0
        for kind in (SHORT, BENCH):
            seats = self.places.kind.count(kind) * rounds
            again = self.again[kind]
            cost += cheapest(Counter(self.had[kind]), seats, lambda times, again=again: again * times)[0]  # type: ignore[misc]
        return cost

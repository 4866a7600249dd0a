"""Perfect plans without names: rounds of labels in which nobody meets twice, and how people come to labels.

A pattern depends on the table sizes alone, never on a seed, so the rounds already played can be found in it again and
the event goes on as if it had been drawn whole.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations

from tournaments.seating.bank import bank
from tournaments.seating.board import AGAIN, Board, Chance, Positions, shuffled
from tournaments.seating.formula import Labels, formula, with_gaps, without

WHOLE = 65
"""Up to so many people a pattern is always made in full, so that it can be found again after any round."""

TRADES, WAIT = 600, 6
"""How often labels are traded for the sake of people who should not meet, and how long a traded label waits."""

Flat = list[int]
"""A round as the labels by position (see board.Positions)."""


def patterns(places: Positions, rounds: int) -> Iterator[list[Flat]]:
    """Perfect plans for these tables, the bank's first; each may have fewer or more rounds than asked for."""
    people = sum(places.sizes) + places.bench
    wanted = max(rounds, people) if people <= WHOLE else rounds
    sizes = places.sizes + (1,) * places.bench
    for tables in _known(sizes, wanted):
        flat = [[label for table in labels for label in table] for labels in tables]
        yield _fairest_first(flat, places)


def _known(sizes: tuple[int, ...], rounds: int) -> Iterator[list[Labels]]:
    tables, size, smallest = len(sizes), sizes[0], sizes[-1]
    gaps = sizes.count(size - 1)
    yield from (starter.expand() for starter in bank().get(sizes, ()))
    if smallest == size:
        yield formula(tables, size, rounds)
    elif smallest == size - 1:
        yield from _with_gaps(tables, size, gaps, rounds)


def _with_gaps(tables: int, size: int, gaps: int, rounds: int) -> Iterator[list[Labels]]:
    """Plans of equal tables without a few people who do not meet there: a table of the last round, part of a row."""
    for starter in bank().get((size,) * tables, ()) if gaps <= size else ():
        *plan, last = starter.expand()
        yield without(plan, frozenset(last[0][:gaps]))
    if size > tables:
        return
    plan = formula(tables, size, min(rounds + 1, tables))
    if gaps <= size and len(plan) > 1:
        yield without(plan[:-1], frozenset(plan[-1][0][:gaps]))
    yield with_gaps(tables, size, gaps, rounds)


def _fairest_first(rounds: list[Flat], places: Positions) -> list[Flat]:
    """The rounds in an order in which short tables and sitting out come round to everybody before anybody again."""
    if not any(places.kind):
        return rounds
    had = [[0] * len(places.kind) for _ in AGAIN]
    ordered: list[Flat] = []
    waiting = list(rounds)
    while waiting:
        best = min(range(len(waiting)), key=lambda k: (_unfair(waiting[k], places, had), k))
        ordered.append(waiting.pop(best))
        for position, label in enumerate(ordered[-1]):
            had[places.kind[position]][label] += 1
    return ordered


def _unfair(labels: Flat, places: Positions, had: Sequence[list[int]]) -> int:
    return sum(AGAIN[kind] * had[kind][label] for kind, label in zip(places.kind, labels, strict=True) if kind)


def find(pattern: Sequence[Flat], played: Sequence[Flat], places: Positions, chance: Chance, steps: int) -> Flat | None:
    """Who must have which label for the first rounds of the pattern to be the rounds played: label to person.

    Returns None when no such names exist or `steps` were not enough to find any.
    """
    if not played:
        return shuffled(range(len(places.table)), chance)
    if len(played) > len(pattern):
        return None
    search = _Search(pattern[: len(played)], played, places, chance, steps)
    return search.names if search.go_on(0) else None


class _Search:
    """Backtracking over labels; a table of the pattern, once met, stands for one table of the played round."""

    def __init__(
        self, pattern: Sequence[Flat], played: Sequence[Flat], places: Positions, chance: Chance, steps: int
    ) -> None:
        people = len(places.table)
        group = [min(table, len(places.sizes)) for table in places.table]
        self.alike = [*places.sizes, 0]
        self.at = [_where(labels, group) for labels in pattern]
        self.was = [_where(labels, group) for labels in played]
        self.stands_for: list[dict[int, int]] = [{} for _ in pattern]
        self.taken: list[set[int]] = [set() for _ in pattern]
        self.names = [-1] * people
        self.used = [False] * people
        self.order = list(pattern[0])
        self.people = shuffled(range(people), chance)
        self.steps = steps

    def go_on(self, depth: int) -> bool:
        """Name the labels from this depth on; says whether that was possible."""
        if depth == len(self.order):
            return True
        label = self.order[depth]
        for person in self.people:
            if self.used[person] or not self._fits(label, person):
                continue
            if self.steps == 0:
                return False
            self.steps -= 1
            fresh = self._take(label, person)
            if self.go_on(depth + 1):
                return True
            self._give_back(label, person, fresh)
        return False

    def _fits(self, label: int, person: int) -> bool:
        for at, was, stands_for, taken in zip(self.at, self.was, self.stands_for, self.taken, strict=True):
            table, other = at[label], was[person]
            known = stands_for.get(table)
            if known is None:
                if other in taken or self.alike[table] != self.alike[other]:
                    return False
            elif known != other:
                return False
        return True

    def _take(self, label: int, person: int) -> list[int]:
        self.names[label], self.used[person] = person, True
        fresh = [k for k, at in enumerate(self.at) if at[label] not in self.stands_for[k]]
        for k in fresh:
            self.stands_for[k][self.at[k][label]] = self.was[k][person]
            self.taken[k].add(self.was[k][person])
        return fresh

    def _give_back(self, label: int, person: int, fresh: list[int]) -> None:
        self.names[label], self.used[person] = -1, False
        for k in fresh:
            del self.stands_for[k][self.at[k][label]]
            self.taken[k].remove(self.was[k][person])


def _where(labels: Sequence[int], group: Sequence[int]) -> list[int]:
    """The table of each label in a round."""
    table = [0] * len(labels)
    for position, label in enumerate(labels):
        table[label] = group[position]
    return table


def keep_apart(drawn: Sequence[Flat], later: Sequence[Flat], board: Board, names: Flat, chance: Chance) -> int:
    """Trade labels until as few pairs as possible meet that should not; returns the moves used.

    Groups begin where a pattern has people who do not meet: at the tables of the `later` rounds, or in neighbouring
    labels (the rows of the formula).
    """
    if not board.apart:
        return 0
    trades = _Trades(board.apart, _meets(drawn, board.places))
    used, least = 0, -1
    grouped = _in_groups(board.apart, names)
    for labels in [*later[:1], list(range(len(names)))[::-1], list(range(len(names)))]:
        label_of = [0] * len(names)
        for label, person in zip(labels, grouped, strict=True):
            label_of[person] = label
        spent, broken = trades.search(label_of, chance)
        used += spent
        if least < 0 or broken < least:
            least = broken
            for person, label in enumerate(label_of):
                names[label] = person
        if least == 0:
            break
    return used


class _Trades:
    """Searches labels for people so that those who should not meet do not; whoever was just traded has to wait."""

    def __init__(self, apart: Mapping[int, Sequence[int]], meets: Sequence[Set[int]]) -> None:
        self.apart = apart
        self.meets = meets

    def search(self, label_of: Flat, chance: Chance) -> tuple[int, int]:
        """Trade labels in place; returns the moves used and how many wishes stay broken."""
        people = sorted(self.apart)
        best, least = list(label_of), self.broken(label_of)
        now, used = least, 0
        free_at = [0] * len(label_of)
        for trade in range(TRADES):
            if least == 0:
                break
            troubled = [a for a in people if free_at[a] <= trade and self._trouble(a, label_of)]
            if not troubled:
                continue
            a = troubled[int(chance() * len(troubled))]
            used += len(label_of)
            changes = [
                (self._change(a, b, label_of), b) for b in range(len(label_of)) if b != a and free_at[b] <= trade
            ]
            lowest = min(changes, default=(0, a))[0]
            choices = [b for change, b in changes if change == lowest] or [a]
            b = choices[int(chance() * len(choices))]
            label_of[a], label_of[b] = label_of[b], label_of[a]
            free_at[a] = free_at[b] = trade + WAIT
            now += lowest
            if now < least:
                best, least = list(label_of), now
        label_of[:] = best
        return used, least

    def broken(self, label_of: Flat) -> int:
        """How many pairs meet that should not."""
        return sum(self._trouble(a, label_of) for a in self.apart) // 2

    def _trouble(self, a: int, label_of: Flat) -> int:
        meets = self.meets[label_of[a]]
        return sum(label_of[b] in meets for b in self.apart[a])

    def _change(self, a: int, b: int, label_of: Flat) -> int:
        """How many more wishes are broken when two people trade labels."""
        at_a, at_b = label_of[a], label_of[b]
        change = 0
        for person, here, there in ((a, at_a, at_b), (b, at_b, at_a)):
            for enemy in self.apart.get(person, ()):
                if enemy not in (a, b):
                    change += (label_of[enemy] in self.meets[there]) - (label_of[enemy] in self.meets[here])
        return change


def _in_groups(apart: Mapping[int, Sequence[int]], names: Flat) -> Flat:
    """The people with those first who have most wishes, groups in a row."""
    order: dict[int, None] = {}
    for person in sorted(apart, key=lambda person: (-len(apart[person]), person)):
        order.update(dict.fromkeys([person, *apart[person]]))
    order.update(dict.fromkeys(names))
    return list(order)


def _meets(rounds: Sequence[Flat], places: Positions) -> list[set[int]]:
    meets: list[set[int]] = [set() for _ in places.table]
    for labels in rounds:
        for table in places.tables(labels):
            for a, b in combinations(table, 2):
                meets[a].add(b)
                meets[b].add(a)
    return meets

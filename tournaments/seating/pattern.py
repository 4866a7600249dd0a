"""Perfect plans without names: rounds of labels in which nobody meets twice, and how people come to labels.

A pattern depends on the table sizes alone, never on a seed, so the rounds already played can be found in it again and
the event goes on as if it had been drawn whole.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from tournaments.seating.bank import bank
from tournaments.seating.board import AGAIN, Board, Chance, Positions, shuffled
from tournaments.seating.formula import Labels, formula, with_gaps, without

WHOLE = 64
"""Up to so many people a pattern is always made in full, so that it can be found again after any round."""

TRADES = 300
"""How often labels are traded for the sake of people who should not meet."""

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
    if sizes in bank():
        yield bank()[sizes].expand()
    if smallest == size:
        yield formula(tables, size, rounds)
    elif smallest == size - 1:
        whole = (size,) * tables
        if whole in bank() and gaps <= size:
            *plan, last = bank()[whole].expand()
            yield without(plan, frozenset(last[0][:gaps]))
        if size <= tables:
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

    People of one table of a `later` round do not meet in the `drawn` ones, so groups begin there.
    """
    enemies = board.apart
    if not enemies:
        return 0
    if later:
        _spread_groups(later[0], enemies, names)
    meets = _meets(drawn, board.places)
    label_of = [0] * len(names)
    for label, person in enumerate(names):
        label_of[person] = label
    used = 0
    for _ in range(TRADES):
        troubled = [a for a in enemies if any(label_of[b] in meets[label_of[a]] for b in enemies[a])]
        if not troubled:
            break
        a = troubled[int(chance() * len(troubled))]
        used += len(names)
        changes = [(_change(a, b, label_of, meets, enemies), b) for b in range(len(names)) if b != a]
        least = min(changes)[0]
        choices = [b for change, b in changes if change == least]
        b = choices[int(chance() * len(choices))]
        label_of[a], label_of[b] = label_of[b], label_of[a]
    for person, label in enumerate(label_of):
        names[label] = person
    return used


def _meets(rounds: Sequence[Flat], places: Positions) -> list[set[int]]:
    meets: list[set[int]] = [set() for _ in places.table]
    for labels in rounds:
        for table in places.tables(labels):
            for a, b in combinations(table, 2):
                meets[a].add(b)
                meets[b].add(a)
    return meets


def _spread_groups(labels: Flat, enemies: Mapping[int, Sequence[int]], names: Flat) -> None:
    """Give the labels of each table of a later round to people who should not meet, group after group."""
    order: list[int] = []
    for person in sorted(enemies, key=lambda person: (-len(enemies[person]), person)):
        order.extend(member for member in [person, *enemies[person]] if member not in order)
    order.extend(person for person in names if person not in enemies)
    for label, person in zip(labels, order, strict=True):
        names[label] = person


def _change(
    a: int, b: int, label_of: Sequence[int], meets: Sequence[set[int]], enemies: Mapping[int, Sequence[int]]
) -> int:
    """How many more wishes are broken when two people trade labels."""
    at_a, at_b = label_of[a], label_of[b]
    change = 0
    for person, here, there in ((a, at_a, at_b), (b, at_b, at_a)):
        for enemy in enemies.get(person, ()):
            if enemy not in (a, b):
                change += (label_of[enemy] in meets[there]) - (label_of[enemy] in meets[here])
    return change

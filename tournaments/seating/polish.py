"""Seats and table numbers shared out fairly; who meets whom stays as it is.

Tables are lists of people in seat order, numbered by their place in the round. Two tables trade numbers only when they
have the same size, and pinned people keep table and seat.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from tournaments.seating.board import Chance

Tables = list[list[int]]

NUMBER_TRIES = 40
"""How many other numbers are tried for a table whose people were there before."""

NUMBER_SWEEPS = 6


@dataclass(frozen=True, slots=True)
class Pins:
    """Who cannot move: person to seat (0 is the first), and the tables that keep their number."""

    seats: Mapping[int, int]
    tables: Set[int]


NO_PINS = Pins({}, frozenset())


def number_tables(rounds: Sequence[Tables], visits: Sequence[list[int]], chance: Chance, pins: Pins) -> None:
    """Trade numbers between tables of one size so that people come to the same table as rarely as possible.

    `visits[person]` are the numbers visited before; they are brought up to date with the rounds.
    """
    for tables in rounds:
        for number, people in enumerate(tables):
            for person in people:
                visits[person].append(number)
    for _ in range(NUMBER_SWEEPS):
        changed = [_renumber(tables, visits, chance, pins) for tables in rounds]
        if not any(changed):
            return


def _renumber(tables: Tables, visits: Sequence[list[int]], chance: Chance, pins: Pins) -> bool:
    """One sweep over a round; says whether anything changed."""
    alike: dict[int, list[int]] = {}
    for number, people in enumerate(tables):
        if number not in pins.tables:
            alike.setdefault(len(people), []).append(number)
    changed = False
    for here in range(len(tables)):
        others = alike.get(len(tables[here]), [])
        if here in pins.tables or len(others) < 2 or all(visits[person].count(here) < 2 for person in tables[here]):
            continue
        gain, there = _best_number(tables, visits, here, others, chance)
        if gain < 0:
            for person in tables[here]:
                _move(visits[person], here, there)
            for person in tables[there]:
                _move(visits[person], there, here)
            tables[here], tables[there] = tables[there], tables[here]
            changed = True
    return changed


def _best_number(
    tables: Tables, visits: Sequence[list[int]], here: int, others: list[int], chance: Chance
) -> tuple[int, int]:
    """What the best trade of numbers does, and with which table; among many, the first at random that helps."""
    if len(others) <= NUMBER_TRIES:
        return min((_trade(tables, visits, here, number), number) for number in others if number != here)
    for _ in range(NUMBER_TRIES):
        there = others[int(chance() * len(others))]
        gain = _trade(tables, visits, here, there)
        if gain < 0:
            return gain, there
    return 0, here


def _trade(tables: Tables, visits: Sequence[list[int]], here: int, there: int) -> int:
    """What trading two numbers does to the sum of squared visits (half of it)."""
    if here == there:
        return 0
    return sum(visits[person].count(there) - visits[person].count(here) + 1 for person in tables[here]) + sum(
        visits[person].count(here) - visits[person].count(there) + 1 for person in tables[there]
    )


def _move(visited: list[int], leaves: int, comes: int) -> None:
    visited[visited.index(leaves)] = comes


def seat_people(rounds: Sequence[Tables], sat: Sequence[list[int]], pins: Pins) -> None:
    """Order each table so that everybody comes to every seat equally often, as far as it can be.

    `sat[person]` counts how often the person sat in each seat before (as many entries as the largest table has seats);
    it is brought up to date with the rounds.
    """
    for tables in rounds:
        for people in tables:
            people[:] = _order(people, sat, pins)
            for seat, person in enumerate(people):
                sat[person][seat] += 1
    _balance(rounds, sat, pins)


def _order(people: list[int], sat: Sequence[list[int]], pins: Pins) -> list[int]:
    """The order of one table with the least sum of earlier visits to the seat: first the easy way, then exactly."""
    size = len(people)
    if not any(person in pins.seats for person in people):
        order = [-1] * size
        for person in people:
            counts = sat[person]
            least = min(counts[:size])
            seat = next((k for k in range(size) if order[k] < 0 and counts[k] == least), -1)
            if seat < 0:
                break
            order[seat] = person
        else:
            return order
    return _exact_order(people, sat, pins)


def _exact_order(people: list[int], sat: Sequence[list[int]], pins: Pins) -> list[int]:
    size = len(people)
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(size):
        after: dict[int, tuple[int, tuple[int, ...]]] = {}
        for mask, (cost, order) in best.items():
            for k, person in enumerate(people):
                if mask >> k & 1 or pins.seats.get(person, seat) != seat:
                    continue
                reached = (cost + sat[person][seat], (*order, k))
                known = after.get(mask | 1 << k)
                if known is None or reached < known:
                    after[mask | 1 << k] = reached
        best = after
    return [people[k] for k in best[(1 << size) - 1][1]]


def _balance(rounds: Sequence[Tables], sat: Sequence[list[int]], pins: Pins) -> None:
    """Remove every difference of two or more between a person's seats that trading seats can remove.

    For two seats, draw an arrow at each table from the person in one to the person in the other. Trading along a path
    of arrows moves one visit from its first person to its last and leaves all between as they were.
    """
    seats = max((len(people) for tables in rounds for people in tables), default=0)
    again = True
    while again:
        again = False
        for high in range(seats):
            for low in range(seats):
                if high != low and any(counts[high] - counts[low] > 1 for counts in sat):
                    again = _even_out(rounds, sat, pins, high, low) or again


def _even_out(rounds: Sequence[Tables], sat: Sequence[list[int]], pins: Pins, high: int, low: int) -> bool:
    tables = [
        people
        for round_ in rounds
        for people in round_
        if len(people) > max(high, low) and people[high] not in pins.seats and people[low] not in pins.seats
    ]
    leaving: dict[int, list[int]] = {}
    for number, people in enumerate(tables):
        leaving.setdefault(people[high], []).append(number)
    changed = False
    for person in range(len(sat)):
        while sat[person][high] - sat[person][low] > 1:
            path = _path(person, tables, leaving, sat, high=high, low=low)
            if not path:
                break
            changed = True
            for number in path:
                people = tables[number]
                first, second = people[high], people[low]
                people[high], people[low] = second, first
                leaving[first].remove(number)
                leaving.setdefault(second, []).append(number)
                _count(sat[first], high, low)
                _count(sat[second], low, high)
    return changed


def _count(counts: list[int], leaves: int, comes: int) -> None:
    counts[leaves] -= 1
    counts[comes] += 1


def _path(
    person: int,
    tables: list[list[int]],
    leaving: dict[int, list[int]],
    sat: Sequence[list[int]],
    *,
    high: int,
    low: int,
) -> list[int]:
    """The shortest path of tables from a person who sits high too often to one who can take a high seat."""
    came: dict[int, tuple[int, int]] = {person: (-1, -1)}
    waiting = deque([person])
    while waiting:
        here = waiting.popleft()
        if here != person and sat[here][high] < sat[here][low]:
            return list(_back(here, person, came))
        for number in leaving.get(here, ()):
            there = tables[number][low]
            if there not in came:
                came[there] = (here, number)
                waiting.append(there)
    return []


def _back(here: int, person: int, came: dict[int, tuple[int, int]]) -> Iterator[int]:
    while here != person:
        here, number = came[here]
        yield number

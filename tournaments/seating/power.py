"""Power seating: people with similar scores share a table, as far as that does not make the same people meet again.

Tables are cut from the top of the standings, so small tables are at the bottom; then people trade with tables nearby
while that lowers the cost: squared differences in score, meetings again, and turns at small tables.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from random import Random

from tournaments.seating.board import Chance, shuffled
from tournaments.seating.draw import Past, Seating
from tournaments.seating.polish import Pins, seat_people
from tournaments.seating.power_prices import Field, prices
from tournaments.seating.power_rules import Order, PowerRules, Rematch, Rematches, Standing, TopTable
from tournaments.seating.power_search import Search
from tournaments.seating.serpentine import bring, part_in_rows, serpentine
from tournaments.seating.sizes import LARGEST, Split
from tournaments.seating.wishes import Wishes, check

__all__ = ["ALGORITHM", "Order", "PowerRules", "Rematch", "Rematches", "Standing", "TopTable", "draw_power_round"]

ALGORITHM = "henhouse-power-1"
"""The version of the power draw; it changes whenever the same inputs could give another seating."""

MOVES = 2_000
"""Trades tried at most, for each person, where no limit is given."""


def draw_power_round(
    standings: Sequence[Standing],
    split: Split,
    past: Past,
    *,
    seed: int,
    rules: PowerRules | None = None,
    wishes: Wishes | None = None,
    moves: int | None = None,
) -> Seating:
    """Draw the next round by the standings (best first), within so many moves (trades tried).

    Table 1 is the top table. People who are level come in the order of a lot. Whoever sits out is the lowest in the
    standings among those who sat out least. Raises CannotSeat as `draw.draw_round` does.
    """
    rules, wishes = rules or PowerRules(), wishes or Wishes()
    check([standing.entry for standing in standings], split, wishes)
    chance = Random(seed).random
    ranked = _ranked(standings, chance)
    field = Field(ranked, {standing.entry: person for person, standing in enumerate(ranked)}, split, past, rules)
    pinned = {field.index[entry]: place for entry, place in sorted(wishes.fixed.items()) if entry in field.index}
    out = _sitting_out(field, frozenset(pinned))
    playing = [person for person in range(len(ranked)) if person not in out]
    staying = {person: place.table - 1 for person, place in pinned.items()}
    limit = MOVES * len(ranked) if moves is None else moves
    costs = prices(field, frozenset(staying), wishes)
    search = Search(_start(field, playing, staying), [one.score for one in ranked], costs)
    if rules.order is Order.SNAKE:
        tables = search.tables
        used = part_in_rows(tables, dict(enumerate(costs.pairs)), chance, frozenset(staying), limit)
    else:
        search.run(limit)
        tables, used = search.tables, search.used
    seats = {person: place.seat - 1 for person, place in pinned.items() if place.seat is not None}
    seat_people([tables], _sat(field), Pins(seats, frozenset()))
    entries = tuple(tuple(ranked[person].entry for person in table) for table in tables)
    return Seating(entries, tuple(sorted(ranked[person].entry for person in out)), seed, used, ALGORITHM)


def _ranked(standings: Sequence[Standing], chance: Chance) -> list[Standing]:
    """The standings, best first, those who are level in the order of a lot."""
    ordered = sorted(standings, key=lambda standing: (standing.place, standing.entry))
    ranked: list[Standing] = []
    for _, level in groupby(ordered, key=lambda standing: standing.place):
        people = list(level)
        ranked += [people[k] for k in shuffled(range(len(people)), chance)]
    return ranked


def _sitting_out(field: Field, pinned: frozenset[int]) -> frozenset[int]:
    """The lowest in the standings among those who sat out least; who keeps a place, only if nobody else is left."""
    times = Counter(field.index[entry] for out in field.past.sat_out for entry in out if entry in field.index)
    order = sorted(range(len(field.ranked)), key=lambda person: (person in pinned, times[person], -person))
    return frozenset(order[: field.split.sit_outs])


def _start(field: Field, playing: Sequence[int], staying: Mapping[int, int]) -> list[list[int]]:
    """Tables cut from the top, or the snake; people who stay are at their table."""
    tables: list[list[int]] = [[] for _ in field.split.sizes]
    if field.rules.order is Order.SNAKE:
        tables = serpentine(playing, field.split.sizes)
        for person, number in staying.items():
            bring(person, tables, number, staying)
        return tables
    for person in playing:
        if person in staying:
            tables[staying[person]].append(person)
    rest = iter([person for person in playing if person not in staying])
    for table, size in zip(tables, field.split.sizes, strict=True):
        table.extend(next(rest) for _ in range(size - len(table)))
    return tables


def _sat(field: Field) -> list[list[int]]:
    """How often everybody sat in each seat."""
    sat = [[0] * LARGEST for _ in field.ranked]
    for tables in field.past.rounds:
        for table in tables:
            for seat, entry in enumerate(table):
                if entry in field.index:
                    sat[field.index[entry]][min(seat, LARGEST - 1)] += 1
    return sat

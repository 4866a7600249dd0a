"""The serpentine: people in order dealt over the tables row by row, there and back, and trades inside a row."""

from collections.abc import Collection, Mapping, Sequence

from tournaments.seating.board import Chance

SIDEWAYS = 30
"""So many times everybody who still sits with a foe moves without gain, before the search gives up."""

Foes = Mapping[int, Mapping[int, int]]
"""What it costs that two people share a table, both ways round; whoever is missing costs nothing."""

NOBODY: Mapping[int, int] = {}


def serpentine(people: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Deal people in order over the tables, row by row, left to right and back: 1 8 9 16 / 2 7 10 15 / …"""
    tables: list[list[int]] = [[] for _ in sizes]
    rest = iter(people)
    for row in range(max(sizes, default=0)):
        across = range(len(sizes)) if row % 2 == 0 else range(len(sizes) - 1, -1, -1)
        for table in across:
            if row < sizes[table]:
                tables[table].append(next(rest))
    return tables


def bring(person: int, tables: list[list[int]], number: int, staying: Mapping[int, int]) -> None:
    """Trade somebody to the table where they stay, with whoever sits nearest to their own row there and does not."""
    here = next(here for here, table in enumerate(tables) if person in table)
    if here != number:
        row = tables[here].index(person)
        free = [at for at, other in enumerate(tables[number]) if staying.get(other) != number]
        at = min(free, key=lambda other: (abs(other - row), other))
        tables[here][row], tables[number][at] = tables[number][at], person


def part_in_rows(
    tables: list[list[int]], foes: Foes, chance: Chance, staying: Collection[int] = frozenset(), moves: int = 1_000_000
) -> int:
    """Let people of one row trade tables until foes sit apart or no trade helps; returns the trades tried.

    Among equally good trades the nearest is taken, then one by chance. People who are `staying` keep their table.
    """
    best, left = _copy(tables), _whole_cost(tables, foes)
    cost, tried, sideways = left, 0, 0
    while left and tried < moves and sideways < SIDEWAYS:
        before = cost
        for here, table in enumerate(tables):
            for row, person in enumerate(table):
                own = foes.get(person, NOBODY)
                if own and person not in staying and any(other in own for other in table):
                    gain, there = _best_trade(tables, (here, row), foes, chance, staying)
                    tried += len(tables) - 1
                    if there != here and (gain > 0 or sideways):
                        cost -= gain
                        table[row], tables[there][row] = tables[there][row], table[row]
        sideways = 0 if cost < before else sideways + 1
        if cost < left:
            best, left = _copy(tables), cost
    tables[:] = best
    return tried


def _best_trade(
    tables: list[list[int]], at: tuple[int, int], foes: Foes, chance: Chance, staying: Collection[int]
) -> tuple[int, int]:
    """The best trade of one person (table and row) that does no harm: its gain, the other table (their own: none)."""
    here, row = at
    best = (1, 0, 0.0)
    best_table = here
    for there, other in enumerate(tables):
        if there != here and row < len(other) and other[row] not in staying:
            change = _change(tables[here], other, row, foes)
            if change <= min(best[0], 0):
                rank = (change, abs(here - there) if change else 0, chance())
                if rank < best:
                    best, best_table = rank, there
    return -best[0] if best_table != here else 0, best_table


def _change(table: Sequence[int], other: Sequence[int], row: int, foes: Foes) -> int:
    a, b = table[row], other[row]
    of_a, of_b = foes.get(a, NOBODY), foes.get(b, NOBODY)
    change = sum(of_b.get(x, 0) - of_a.get(x, 0) for k, x in enumerate(table) if k != row)
    return change + sum(of_a.get(x, 0) - of_b.get(x, 0) for k, x in enumerate(other) if k != row)


def _whole_cost(tables: Sequence[Sequence[int]], foes: Foes) -> int:
    return sum(foes.get(a, NOBODY).get(b, 0) for table in tables for k, a in enumerate(table) for b in table[:k])


def _copy(tables: Sequence[Sequence[int]]) -> list[list[int]]:
    return [list(table) for table in tables]

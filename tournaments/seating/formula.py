"""Perfect rounds from a formula: people in rows and columns, each row moved on by its own step from round to round.

A round is a list of tables of labels 0 to n-1. Nobody meets twice; people of one row do not meet at all.
"""

from collections.abc import Iterator, Sequence, Set
from itertools import count, islice, product
from math import gcd

from tournaments.seating.fields import ring

Labels = list[list[int]]

LARGEST_RING = 128
"""Above so many tables plain numbers do for any event."""


def formula(tables: int, size: int, rounds: int) -> list[Labels]:
    """Up to `rounds` perfect rounds of so many equal tables; person (row, column) has label row * tables + column."""
    if size > tables:
        return _one_round(tables, size)[:rounds]
    plain = list(islice(_by_numbers(tables, size), rounds))
    if len(plain) == rounds or tables > LARGEST_RING or ring(tables).rows < size:
        return plain
    return list(islice(_by_ring(tables, size), rounds))


def _one_round(tables: int, size: int) -> list[Labels]:
    return [[[row * tables + column for row in range(size)] for column in range(tables)]]


def _by_numbers(tables: int, size: int) -> Iterator[Labels]:
    """Row i moves i columns a round, for as long as no step brings two rows to the same distance again."""
    for step in count():
        if step and tables // gcd(tables, step) < size:
            return
        yield [[row * tables + (column + row * step) % tables for row in range(size)] for column in range(tables)]


def _by_ring(tables: int, size: int) -> Iterator[Labels]:
    """The same in a ring, for as many rounds as it has elements; then each row by itself."""
    plus, times = ring(tables).plus, ring(tables).times
    for step in range(tables):
        yield [[row * tables + plus[column][times[row][step]] for row in range(size)] for column in range(tables)]
    if tables % size == 0:
        for inside in formula(tables // size, size, tables):
            yield [[row * tables + label for label in table] for row, table in product(range(size), inside)]


def with_gaps(tables: int, size: int, gaps: int, rounds: int) -> list[Labels]:
    """Rounds with `gaps` tables one person short: the formula without some people of the first row.

    The missing columns lie as far apart as they can, so that nobody sits short twice early.
    """
    missing = {gap * tables // gaps for gap in range(gaps)}
    return without(formula(tables, size, min(rounds, tables)), missing)


def without(rounds: Sequence[Labels], missing: Set[int]) -> list[Labels]:
    """The rounds without some people, the others numbered anew, smaller tables last."""
    people = sorted(label for table in rounds[0] for label in table) if rounds else []
    number = {label: k for k, label in enumerate(label for label in people if label not in missing)}
    return [
        sorted(
            ([number[label] for label in table if label in number] for table in tables), key=lambda table: -len(table)
        )
        for tables in rounds
    ]

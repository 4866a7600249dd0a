"""Placing points: what the place at each table brings, the same for each head at tables of every size."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from tournaments.standings.compared import AtTable, Compared
from tournaments.standings.ledger import State
from tournaments.standings.policy import Imputation, ImputationKind, Measure, Policy, Wins
from tournaments.standings.tally import EntryTally, RoundTally

MEAN = 6
"""What the places of a table of any size bring for each head."""

PLACING_POINTS = {
    1: (6,),
    2: (9, 3),
    3: (10, 6, 2),
    4: (11, 7, 4, 2),
    5: (12, 8, 5, 3, 2),
    6: (13, 9, 5, 4, 3, 2),
    7: (14, 10, 7, 5, 3, 2, 1),
    8: (15, 11, 7, 5, 4, 3, 2, 1),
}
"""For each place at a table of each size; those for 3, 4 and 5 are what a board-game league uses.

All follow one rule: whole numbers, six a head, the winner of s people has s + 7, everybody something; the steps from
place to place never grow downwards, and the first step is as small as that allows, then the second, and so on. Alone at
a table: the mean.
"""


def give_placing_points(tallies: Sequence[EntryTally], policy: Policy) -> None:
    """Give each tally with a hand its placing points. An open round counts where it is in."""
    at: dict[tuple[int, int], list[tuple[EntryTally, RoundTally]]] = {}
    for tally in tallies:
        for one in tally.rounds:
            table = _table_of(tally, one)
            if one.handed_in and one.played and table is not None:
                at.setdefault((one.asked.number, table), []).append((tally, one))
    found: dict[int, list[AtTable]] = {}
    for (number, table), people in sorted(at.items(), key=lambda one: one[0]):
        for entry, place, points in _places(people, policy.wins):
            found.setdefault(entry, []).append(AtTable(number, table, len(people), place, points))
    for tally in tallies:
        if tally.hands:
            tally.compared = _placed(tally, tuple(found.get(tally.ledger.entry, ())), policy)


def _table_of(tally: EntryTally, one: RoundTally) -> int | None:
    """The table at which it played most hands of the round; of two the lower number."""
    number = one.asked.number
    played: Counter[int] = Counter()
    for line in tally.ledger.hands:
        if line.counts and line.round == number and line.state is State.PLAYED and line.table is not None:
            played[line.table] += 1
    for sheet, hands in zip(one.sheets, one.covered, strict=True):
        played[sheet.table] += hands
    return min(played, key=lambda table: (-played[table], table)) if played else None


def _places(people: Sequence[tuple[EntryTally, RoundTally]], wins: Wins) -> Iterator[tuple[int, int, Fraction]]:
    """Entry, place and points at one table: whoever has fewer hands stands below, whoever is level shares."""
    sign = 1 if wins is Wins.LOWEST else -1
    groups: dict[tuple[int, int], list[int]] = {}
    for tally, one in people:
        key = (-one.hands, sign * (one.points + one.imputed_points))
        groups.setdefault(key, []).append(tally.ledger.entry)
    points, place = PLACING_POINTS[len(people)], 1
    for key in sorted(groups):
        entries = groups[key]
        shared = Fraction(sum(points[place - 1 : place - 1 + len(entries)]), len(entries))
        for entry in entries:
            yield entry, place, shared
        place += len(entries)


def _placed(tally: EntryTally, tables: tuple[AtTable, ...], policy: Policy) -> Compared:
    played = sum((table.points for table in tables), Fraction(0))
    at_table = {table.round for table in tables}
    without = sum(1 for one in tally.rounds if one.handed_in and one.hands and one.asked.number not in at_table)
    given = Fraction(without * _mean_of(policy.imputation, played, len(tables)))
    adjustments = -tally.adjustments if policy.wins is Wins.LOWEST else tally.adjustments
    value, parts = played + given + adjustments, len(tables) + without
    if policy.measure is Measure.AVERAGE:
        value /= max(parts, 1)
    return Compared(value, (), tables, given, adjustments, parts)


def _mean_of(imputation: Imputation, played: Fraction, tables: int) -> Fraction:
    """What a round without a table brings: what its own tables bring on average, else what the places of a table do."""
    if imputation.kind is ImputationKind.OWN_AVERAGE and tables:
        return played / tables
    return Fraction(MEAN)

"""Adjusted points: each hand less the average of this tournament's hands at tables of that size."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from tournaments.standings.compared import AtSize, Compared, Fair, SizeAverage
from tournaments.standings.ledger import EntryLedger, State
from tournaments.standings.policy import ImputationKind, Measure, Policy
from tournaments.standings.tally import EntryTally

SHRINK = 20
"""A size with so many scores is believed by half; with n scores by n/(n+20), for the rest the average of all."""


def adjust(tallies: Sequence[EntryTally], policy: Policy) -> Fair:
    """Give each tally with a hand its adjusted points; returns the averages. An open round counts where it is in."""
    seats = _seats_of([tally.ledger for tally in tallies])
    of_entry = [_by_size(tally, seats) for tally in tallies]
    hands: Counter[int] = Counter()
    points: Counter[int] = Counter()
    for sizes in of_entry:
        for size, (count, total) in sizes.items():
            hands[size] += count
            points[size] += total
    fair = _averages(hands, points)
    for tally, sizes in zip(tallies, of_entry, strict=True):
        if tally.hands:
            tally.compared = _adjusted(tally, sizes, seats, fair, policy)
    return fair


def _averages(hands: Counter[int], points: Counter[int]) -> Fair:
    if not hands.total():
        return Fair()
    overall = Fraction(points.total(), hands.total())
    sizes = []
    for size in sorted(hands):
        count = hands[size]
        used = (points[size] + SHRINK * overall) / (count + SHRINK)
        sizes.append(SizeAverage(size, count, Fraction(points[size], count), used))
    return Fair(overall, tuple(sizes))


Seats = dict[tuple[int, int, int], int]
"""How many played, by round, table and hand, where the lines do not say so themselves."""


def _seats_of(entries: Sequence[EntryLedger]) -> Seats:
    seats: Seats = {}
    for entry in entries:
        for line in entry.hands:
            if line.state is State.PLAYED and line.table is not None:
                where = (line.round, line.table, line.hand)
                seats[where] = line.seats or seats.get(where, 0) + 1
    for entry in entries:
        for sheet in entry.sheets:
            where = (sheet.round, sheet.table, 0)
            seats[where] = sheet.seats or seats.get(where, 0) + 1
    return seats


def _by_size(tally: EntryTally, seats: Seats) -> dict[int, tuple[int, int]]:
    """Played hands and their points by size of table, of the rounds that are in."""
    found: dict[int, tuple[int, int]] = {}
    counted = {one.asked.number for one in tally.rounds if one.handed_in}
    for line in tally.ledger.hands:
        if line.counts and line.state is State.PLAYED and line.round in counted and line.points is not None:
            _add(found, seats.get((line.round, line.table or 0, line.hand), 0), 1, line.points)
    for one in tally.rounds:
        if one.handed_in:
            for sheet, count in zip(one.sheets, one.covered, strict=True):
                _add(found, seats[sheet.round, sheet.table, 0], count, sheet.points)
    return found


def _add(found: dict[int, tuple[int, int]], size: int, hands: int, points: int) -> None:
    before = found.get(size, (0, 0))
    found[size] = (before[0] + hands, before[1] + points)


def _adjusted(
    tally: EntryTally, sizes: dict[int, tuple[int, int]], seats: Seats, fair: Fair, policy: Policy
) -> Compared:
    parts = tuple(AtSize(size, *sizes[size], fair.average(size)) for size in sorted(sizes))
    played = sum((part.adjusted for part in parts), Fraction(0))
    given = Fraction(0)
    for one in tally.rounds:
        if not one.handed_in:
            continue
        for line, points in one.given:
            size = seats.get((line.round, line.table or 0, line.hand))
            given += points - (fair.overall if size is None else fair.average(size))
        if policy.imputation.kind is ImputationKind.OWN_AVERAGE and tally.played:
            given += one.averaged * played / tally.played
    value = played + given + tally.adjustments
    if policy.measure is Measure.AVERAGE:
        value /= tally.hands
    return Compared(value, parts, (), given, tally.adjustments, tally.hands)

"""Ties that were settled, as stored rows and as the values that part people who are level."""

from collections.abc import Collection

from tournaments.models import Settled
from tournaments.queries.facts import Facts
from tournaments.queries.standings import policy_of
from tournaments.standings import DrawnLot, ExtraHand, HandPicked
from tournaments.standings import Settled as Decision


def decision_of(facts: Facts, row: Settled) -> Decision:
    """A stored decision by entry id; who is not entered any more is left out."""
    entries = entries_of(facts, row.order)
    if row.how == Settled.How.LOT:
        return DrawnLot(entries)
    if row.how == Settled.How.HAND_PICKED:
        return HandPicked(entries, row.reason, entries_of(facts, row.between))
    points = dict(zip(row.order, row.points, strict=True))
    scored = tuple((entry, points[facts.entries[entry].number]) for entry in entries)
    return ExtraHand(scored, policy_of(facts.tournament).wins)


def entries_of(facts: Facts, numbers: Collection[int]) -> tuple[int, ...]:
    """The ids of entries by number, in this order."""
    by_number = {entry.number: entry.pk for entry in facts.entries.values()}
    return tuple(by_number[number] for number in numbers if number in by_number)

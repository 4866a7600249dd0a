"""The bracket of a knockout as it is now: what the pure drawing knows, and what is proven of tables still playing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.queries.chances import chances_at_tables
from tournaments.queries.knockouts import KnockoutNow
from tournaments.queries.stage_lists import StageFacts
from tournaments.seating.bracket import Bracket, Card, Column, Known, Mark, Slot, bracket
from tournaments.seating.knockout import Kind
from tournaments.standings import Chance

MARKS = {Chance.THROUGH: Mark.THROUGH, Chance.OUT: Mark.OUT, Chance.MAY_STILL: Mark.MAY_STILL}
GOES_ON = {Mark.THROUGH, Mark.WILD_CARD}


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody stands in a knockout: the last column and card they are in, what is known, where that leads.

    `coming` is the round that they are through to or may still reach; None at the final and where there is none.
    """

    column: Column
    card: Card
    mark: Mark
    coming: Column | None


def bracket_now(found: StageFacts, now: KnockoutNow) -> Bracket:
    """The bracket with the marks of those whose table is still playing. No query."""
    drawn = bracket(now.plan, now.seeds, now.tables, now.results, later=now.later, came=now.came)
    return Bracket(tuple(_proven(found, now, column) for column in drawn.columns))


def standing_in(drawn: Bracket, entry: int) -> Standing | None:
    """Where an entry (by id) stands; None for somebody who is in no seat yet."""
    for at in reversed(range(len(drawn.columns))):
        column = drawn.columns[at]
        for card, slot in ((one, slot) for one in column.cards for slot in one.slots):
            if isinstance(slot.who, Known) and slot.who.entry == entry:
                return Standing(column, card, slot.mark, _after(drawn, at))
    return None


def _after(drawn: Bracket, at: int) -> Column | None:
    """The next round of a bracket, past a repechage."""
    return next((column for column in drawn.columns[at + 1 :] if column.kind is not Kind.REPECHAGE), None)


def _proven(found: StageFacts, now: KnockoutNow, column: Column) -> Column:
    if all(card.finished for card in column.cards):
        return column
    chances = chances_at_tables(found, now, now.first + column.step)
    cards = tuple(
        replace(card, slots=tuple(_with_chance(slot, chances) for slot in card.slots)) for card in column.cards
    )
    return replace(column, cards=cards)


def _with_chance(slot: Slot, chances: Mapping[int, Chance]) -> Slot:
    if slot.mark is not Mark.NOT_YET or not isinstance(slot.who, Known) or slot.who.entry not in chances:
        return slot
    return replace(slot, mark=MARKS[chances[slot.who.entry]])

"""From a ledger and a policy to the list that everybody looks at."""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.standings.adding import add_up
from tournaments.standings.adjusted import adjust
from tournaments.standings.compared import NO_AVERAGES, Fair
from tournaments.standings.comparison import Comparison
from tournaments.standings.ledger import Ledger, after, closed_rounds
from tournaments.standings.placing import give_placing_points
from tournaments.standings.policy import Policy, TieBreak
from tournaments.standings.rows import Decision, RoundResult, Row, Section, Share, Skipped, Standings
from tournaments.standings.tally import EntryTally
from tournaments.standings.tie_breaks import Placed, measured, more_is_better, put_in_order, shared

__all__ = ["Decision", "RoundResult", "Row", "Section", "Share", "Skipped", "Standings", "after", "rank"]


@dataclass(frozen=True, slots=True)
class _Sorted:
    """All entries by section, each in its order."""

    placed: list[Placed]
    waiting: list[EntryTally]
    short: list[EntryTally]
    skipped: list[Skipped]
    fair: Fair


def rank(ledger: Ledger, policy: Policy) -> Standings:
    """Rank a ledger. The order of its entries, hands and rounds does not matter.

    While a round is open, entries whose round is in are ranked among themselves; the others follow without a place, in
    the order of the closed rounds. Raises ValueError for a line in a round that is not asked.
    """
    entries = _sort(ledger, policy)
    playing = [asked for asked in ledger.rounds if not asked.closed]
    provisional = bool(playing)
    current = max(playing, key=lambda asked: asked.number) if playing else None
    rows = _placed_rows(entries.placed, policy, provisional=provisional)
    if entries.waiting:
        before = _positions(closed_rounds(ledger), policy)
        entries.waiting.sort(key=lambda one: before[one.ledger.entry])
    for section, tallies in ((Section.STILL_PLAYING, entries.waiting), (Section.UNRANKED, entries.short)):
        rows += [_row(one, section, None, None, provisional=provisional) for one in tallies]
    return Standings(
        rows=tuple(rows),
        provisional=provisional,
        open_round=current.number if current else None,
        tables_in=sum(table.handed_in for table in current.tables) if current else 0,
        tables=len(current.tables) if current else 0,
        last_closed=max((asked.number for asked in ledger.rounds if asked.closed), default=None),
        skipped=tuple(entries.skipped),
        fair=entries.fair,
    )


def _sort(ledger: Ledger, policy: Policy) -> _Sorted:
    asked = sum(one.hands for one in ledger.rounds)
    needed = max(1, asked if policy.hands_asked is None else min(policy.hands_asked, asked))
    ready, waiting, short = [], [], []
    tallies = add_up(ledger, policy)
    fair = NO_AVERAGES
    if policy.comparison is Comparison.ADJUSTED:
        fair = adjust(tallies, policy)
    elif policy.comparison is Comparison.PLACING:
        give_placing_points(tallies, policy)
    for tally in tallies:
        if tally.waiting:
            waiting.append(tally)
        elif tally.hands < needed:
            short.append(tally)
        else:
            ready.append(tally)
    short.sort(key=lambda one: _short_key(one, policy))
    placed, skipped = put_in_order(ready, policy)
    return _Sorted(placed, waiting, short, skipped, fair)


def _short_key(tally: EntryTally, policy: Policy) -> tuple[int, int | Fraction, int]:
    """Below the line: more hands first, then the measure, then the entry's number; nobody has a place there."""
    if not tally.hands:
        return (0, 0, tally.ledger.entry)
    value = measured(tally, policy.first)
    return (-tally.hands, -value if more_is_better(policy.first, policy.wins) else value, tally.ledger.entry)


def _positions(ledger: Ledger, policy: Policy) -> dict[int, int]:
    """Where each entry stands in the list of the closed rounds, counted from the top; without any, by entry number."""
    entries = _sort(ledger, policy)
    order = [tally for placed in entries.placed for tally in placed.group] + entries.short
    return {tally.ledger.entry: position for position, tally in enumerate(order)}


def _placed_rows(places: list[Placed], policy: Policy, *, provisional: bool) -> list[Row]:
    rows = []
    for placed in places:
        together = shared(placed, policy)
        last = len(placed.group) - 1
        for number, tally in enumerate(placed.group):
            decision = placed.decision if number == last else together
            rows.append(_row(tally, Section.RANKED, placed.place, decision, provisional=provisional))
    return rows


def _row(
    tally: EntryTally, section: Section, place: int | None, decision: Decision | None, *, provisional: bool
) -> Row:
    return Row(
        section=section,
        place=place,
        entry=tally.ledger.entry,
        total=tally.total if tally.hands else None,
        average=Fraction(tally.total, tally.hands) if tally.hands else None,
        zeros=tally.zeros if tally.zeros_known else None,
        lowest_other=tally.lowest if tally.lowest_known else None,
        hands=tally.hands,
        played=tally.played,
        rounds=tuple([one.result() for one in tally.rounds]),
        adjustments=tally.adjustments,
        provisional=provisional,
        withdrawn=tally.ledger.withdrawn,
        lot=tally.ledger.lot,
        lacks=_lacks(tally),
        decision=decision,
        compared=tally.compared,
    )


def _lacks(tally: EntryTally) -> tuple[TieBreak, ...]:
    known = {
        TieBreak.MOST_ZEROS: tally.zeros_known,
        TieBreak.LOWEST_OTHER: tally.lowest_known,
        TieBreak.COUNTBACK: tally.hands_known,
    }
    return tuple(tie_break for tie_break, is_known in known.items() if not is_known)

"""Adds up what each entry has, round by round, with what missed hands are given."""

from tournaments.standings.ledger import EntryLedger, HandScore, Ledger, RoundAsked, SheetTotal, State
from tournaments.standings.missed import find_worst, settle, whole_rounds
from tournaments.standings.policy import ImputationKind, Policy
from tournaments.standings.tally import EntryTally, RoundTally


def add_up(ledger: Ledger, policy: Policy) -> list[EntryTally]:
    """One tally for each entry, by entry number. Raises ValueError for a line of a round that is not asked."""
    asked = sorted(ledger.rounds, key=lambda one: one.number)
    tallies = [_count(entry, asked) for entry in sorted(ledger.entries, key=lambda one: one.entry)]
    rounds = whole_rounds(asked, tallies)
    if policy.imputation.kind is ImputationKind.TABLE_HIGHEST:
        find_worst(ledger, rounds, policy.wins)
    for tally in tallies:
        taken_part = any(one.played or one.missed for one in tally.rounds)
        for one in tally.rounds:
            if one.missed or one.played < one.asked.hands or not one.asked.closed:
                settle(tally, one, rounds[one.asked.number], policy, taken_part=taken_part)
        tally.sum_up()
    return tallies


def _count(entry: EntryLedger, asked: list[RoundAsked]) -> EntryTally:
    """Count played hands; keep the missed ones for later. This loop is the hot one."""
    rounds = {one.number: RoundTally(one) for one in asked}
    try:
        for line in entry.hands:
            if not line.counts:
                continue
            tally = rounds[line.round]
            points = line.points
            if points is None or line.state is State.IMPUTED:
                tally.missed += (line,)
                continue
            tally.points += points
            tally.played += 1
            if points == 0:
                tally.zeros += line.may_be_zero
            elif tally.lowest is None or points < tally.lowest:
                tally.lowest = points
        for sheet in entry.sheets:
            if sheet.counts:
                _count_sheet(entry, rounds[sheet.round], sheet)
    except KeyError as wrong:
        msg = f"entry {entry.entry} has a line in round {wrong}, which is not asked"
        raise ValueError(msg) from None
    return EntryTally(entry, list(rounds.values()))


def _count_sheet(entry: EntryLedger, tally: RoundTally, sheet: SheetTotal) -> None:
    """Add a totals-only sheet, unless the same table's hands are there."""
    at_round = [line for line in entry.hands if line.counts and line.round == sheet.round]
    if any(line.state is State.PLAYED and line.table == sheet.table for line in at_round):
        return
    # The sheet has come in: hands of its table that wait for a report wait no longer.
    tally.missed = tuple(line for line in tally.missed if line.state is not State.NOT_YET or line.table != sheet.table)
    hands = sheet.hands if sheet.hands is not None else _hands_covered(at_round, tally.asked, sheet)
    only_zeros = sheet.zeros == hands
    tally.sheets += (sheet,)
    tally.covered += (hands,)
    tally.points += sheet.points
    tally.played += hands
    tally.zeros += sheet.zeros or 0
    tally.zeros_known &= sheet.zeros is not None
    tally.hands_known &= only_zeros
    if sheet.lowest_other is not None:
        tally.lowest = sheet.lowest_other if tally.lowest is None else min(tally.lowest, sheet.lowest_other)
    else:
        tally.lowest_known &= only_zeros


def _hands_covered(at_round: list[HandScore], asked: RoundAsked, sheet: SheetTotal) -> int:
    """How many hands a sheet stands for that does not say: those asked, less what the entry's other lines account for.

    Whoever was moved is absent at the other table for the hands of the sheet: there only hands played or to come count.
    """
    accounted = set()
    for line in at_round:
        to_come = line.state is State.NOT_YET
        elsewhere = line.table is not None and line.table != sheet.table
        if (to_come or line.points is not None) if elsewhere else not to_come:
            accounted.add(line.hand)
    return max(asked.hands - len(accounted), 1)

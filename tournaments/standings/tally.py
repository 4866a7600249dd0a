"""Adds up what each entry has, round by round, and fills missed hands as the policy says."""

from dataclasses import dataclass, field

from tournaments.standings.ledger import EntryLedger, HandScore, Ledger, RoundAsked, SheetTotal, State
from tournaments.standings.policy import ImputationKind, Policy, Wins
from tournaments.standings.rows import RoundResult

_ONLY_PLAYED = (State.PLAYED,)


@dataclass(slots=True)
class RoundTally:
    """What one entry has in one round while it is being added up."""

    asked: RoundAsked
    points: int = 0
    played: int = 0
    zeros: int = 0
    lowest: int | None = None
    zeros_known: bool = True
    lowest_known: bool = True
    hands_known: bool = True
    imputed_hands: int = 0
    imputed_points: int = 0
    handed_in: bool = True
    missed: tuple[HandScore, ...] = ()
    sheets: tuple[SheetTotal, ...] = ()

    @property
    def hands(self) -> int:
        """Hands that count, played or given."""
        return self.played + self.imputed_hands

    def result(self) -> RoundResult:
        """The round as a value for the row."""
        states: tuple[State, ...] = _ONLY_PLAYED if self.played else ()
        if self.missed:
            seen = {line.state for line in self.missed} | set(states)
            states = tuple(state for state in State if state in seen)
        counts = self.handed_in and self.hands > 0
        points = self.points + self.imputed_points if counts else None
        return RoundResult(
            self.asked.number,
            points,
            states,
            self.hands if counts else 0,
            self.imputed_hands if counts else 0,
            self.imputed_points if counts else 0,
            self.handed_in,
        )


@dataclass(slots=True)
class EntryTally:
    """What one entry has in all rounds that count for it; `waiting` while an open round is not in."""

    ledger: EntryLedger
    rounds: list[RoundTally]
    waiting: bool = False
    points: int = 0
    adjustments: int = 0
    played: int = 0
    hands: int = 0
    zeros: int = 0
    lowest: int | None = None
    zeros_known: bool = True
    lowest_known: bool = True
    hands_known: bool = True

    @property
    def total(self) -> int:
        """Points of all counted hands, with adjustments."""
        return self.points + self.adjustments

    def sum_up(self) -> None:
        """Add the rounds that are in."""
        out = set()
        for tally in self.rounds:
            if not tally.handed_in:
                self.waiting = True
                out.add(tally.asked.number)
                continue
            self.points += tally.points + tally.imputed_points
            self.played += tally.played
            self.hands += tally.played + tally.imputed_hands
            self.zeros += tally.zeros
            if tally.lowest is not None and (self.lowest is None or tally.lowest < self.lowest):
                self.lowest = tally.lowest
            self.zeros_known &= tally.zeros_known
            self.lowest_known &= tally.lowest_known
            self.hands_known &= tally.hands_known
        self.adjustments = sum(line.points for line in self.ledger.adjustments if line.round not in out)


@dataclass(slots=True)
class _Round:
    """What the whole round gives for those who missed hands of it."""

    asked: RoundAsked
    tables_in: frozenset[int]
    all_in: bool
    points: int = 0
    hands: int = 0
    worst: dict[tuple[int, int], int] = field(default_factory=dict)

    def is_in(self, table: int) -> bool:
        return self.asked.closed or table in self.tables_in

    def average(self, missed: int) -> int | None:
        """The round's average times the hands missed, rounded half up once; None while nothing was played."""
        if not self.hands:
            return None
        return (2 * missed * self.points + self.hands) // (2 * self.hands)


def add_up(ledger: Ledger, policy: Policy) -> list[EntryTally]:
    """One tally for each entry, by entry number. Raises ValueError for a line of a round that is not asked."""
    asked = sorted(ledger.rounds, key=lambda one: one.number)
    tallies = [_count(entry, asked) for entry in sorted(ledger.entries, key=lambda one: one.entry)]
    rounds = _whole_rounds(asked, tallies)
    if policy.imputation.kind is ImputationKind.TABLE_HIGHEST:
        _find_worst(ledger, rounds, policy.wins)
    for tally in tallies:
        taken_part = any(one.played or one.missed for one in tally.rounds)
        for one in tally.rounds:
            if one.missed or one.played < one.asked.hands or not one.asked.closed:
                _settle(tally.ledger, one, rounds[one.asked.number], policy, taken_part=taken_part)
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


def _whole_rounds(asked: list[RoundAsked], tallies: list[EntryTally]) -> dict[int, _Round]:
    rounds = {
        one.number: _Round(
            one,
            frozenset(table.number for table in one.tables if table.handed_in),
            one.closed or all(table.handed_in for table in one.tables),
        )
        for one in asked
    }
    for tally in tallies:
        for one in tally.rounds:
            whole = rounds[one.asked.number]
            whole.points += one.points
            whole.hands += one.played
    return rounds


def _find_worst(ledger: Ledger, rounds: dict[int, _Round], wins: Wins) -> None:
    """The worst played points of each table and hand: the highest where the lowest wins, else the lowest."""
    worse = max if wins is Wins.LOWEST else min
    for entry in ledger.entries:
        for line in entry.hands:
            if line.state is State.PLAYED and line.counts and line.table is not None and line.points is not None:
                worst = rounds[line.round].worst
                key = (line.table, line.hand)
                worst[key] = worse(worst.get(key, line.points), line.points)


def _settle(entry: EntryLedger, tally: RoundTally, whole: _Round, policy: Policy, *, taken_part: bool) -> None:
    """Give the missed hands of one round their value, and say whether the round is in for this entry."""
    here = [line for line in entry.hands if line.counts and line.round == tally.asked.number]
    tables = {line.table for line in here if line.table is not None} | {sheet.table for sheet in tally.sheets}
    tally.handed_in = all(whole.is_in(table) for table in tables)
    done = {line.hand for line in here if line.state is State.PLAYED}
    missed = _one_for_each_hand(tally.missed, done)
    tally.missed = tuple(missed)
    if not tables and taken_part:
        missed += _all_missed(tally, missed)
    to_come = len([line for line in missed if line.state is State.NOT_YET])
    if to_come:
        tally.handed_in &= tally.asked.closed
        missed = [line for line in missed if line.state is not State.NOT_YET]
    if tally.sheets:
        # A sheet does not say which hands it stands for; together there are no more than were asked.
        missed = missed[: max(tally.asked.hands - tally.played - to_come, 0)]
    _fill(tally, whole, missed, policy)


def _one_for_each_hand(lines: tuple[HandScore, ...], done: set[int]) -> list[HandScore]:
    """Somebody who was moved has lines at two tables: the played one counts, then one that waits, then a seated one."""
    kept: dict[int, HandScore] = {}
    order = list(State)
    for line in sorted(
        lines,
        key=lambda one: (
            one.hand,
            one.points is None,
            one.state is not State.NOT_YET,
            one.table is None,
            one.table or 0,
            order.index(one.state),
            one.points or 0,
        ),
    ):
        if line.hand not in done:
            kept.setdefault(line.hand, line)
    return list(kept.values())


def _all_missed(tally: RoundTally, said: list[HandScore]) -> list[HandScore]:
    """The hands without a line of an entry without a seat: missed for the reason that its lines give, else absent."""
    state = said[0].state if said else State.ABSENT
    numbers = set(range(1, tally.asked.hands + 1)) - {line.hand for line in said}
    more = [HandScore(tally.asked.number, number, None, state) for number in sorted(numbers)]
    if not said:
        tally.missed = tuple(more)
    return more[: max(tally.asked.hands - len(said), 0)]


def _fill(tally: RoundTally, whole: _Round, missed: list[HandScore], policy: Policy) -> None:
    kind = policy.imputation.kind
    average = 0
    for line in missed:
        value = None
        if line.points is not None:
            value = line.points
        elif kind is ImputationKind.FIXED:
            value = policy.imputation.value
        elif kind is ImputationKind.TABLE_HIGHEST and line.table is not None:
            value = whole.worst.get((line.table, line.hand))
        elif kind is ImputationKind.ROUND_AVERAGE:
            average += 1
        if value is not None:
            tally.imputed_hands += 1
            tally.imputed_points += value
    if average:
        tally.handed_in &= whole.all_in
        points = whole.average(average)
        if points is not None:
            tally.imputed_hands += average
            tally.imputed_points += points

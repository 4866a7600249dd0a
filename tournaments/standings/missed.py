"""What missed hands are given, as the policy says, and whether a round is in for an entry."""

from dataclasses import dataclass, field

from tournaments.standings.ledger import HandScore, Ledger, RoundAsked, State
from tournaments.standings.policy import ImputationKind, Policy, Wins
from tournaments.standings.tally import EntryTally, RoundTally


@dataclass(slots=True)
class WholeRound:
    """What the whole round gives for those who missed hands of it."""

    asked: RoundAsked
    tables_in: frozenset[int]
    all_in: bool
    points: int = 0
    hands: int = 0
    worst: dict[tuple[int, int], int] = field(default_factory=dict)

    def is_in(self, table: int) -> bool:
        return self.asked.closed or table in self.tables_in


def whole_rounds(asked: list[RoundAsked], tallies: list[EntryTally]) -> dict[int, WholeRound]:
    """The rounds by number, with what was played in each."""
    rounds = {
        one.number: WholeRound(
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


def find_worst(ledger: Ledger, rounds: dict[int, WholeRound], wins: Wins) -> None:
    """The worst played points of each table and hand: the highest where the lowest wins, else the lowest."""
    worse = max if wins is Wins.LOWEST else min
    for entry in ledger.entries:
        for line in entry.hands:
            if line.state is State.PLAYED and line.counts and line.table is not None and line.points is not None:
                worst = rounds[line.round].worst
                key = (line.table, line.hand)
                worst[key] = worse(worst.get(key, line.points), line.points)


def settle(own: EntryTally, tally: RoundTally, whole: WholeRound, policy: Policy, *, taken_part: bool) -> None:
    """Give the missed hands of one round their value, and say whether the round is in for this entry."""
    here = [line for line in own.ledger.hands if line.counts and line.round == tally.asked.number]
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
    _fill(own, tally, whole, missed, policy)


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


def _fill(own: EntryTally, tally: RoundTally, whole: WholeRound, missed: list[HandScore], policy: Policy) -> None:
    kind = policy.imputation.kind
    averaged = 0
    for line in missed:
        value = None
        if line.points is not None:
            value = line.points
        elif kind is ImputationKind.FIXED:
            value = policy.imputation.value
        elif kind is ImputationKind.TABLE_HIGHEST and line.table is not None:
            value = whole.worst.get((line.table, line.hand))
        elif kind in {ImputationKind.ROUND_AVERAGE, ImputationKind.OWN_AVERAGE}:
            averaged += 1
        if value is not None:
            tally.imputed_hands += 1
            tally.imputed_points += value
            tally.given += ((line, value),)
    if not averaged:
        return
    if kind is ImputationKind.ROUND_AVERAGE:
        tally.handed_in &= whole.all_in
        points = times_average(averaged, whole.points, whole.hands)
    else:
        others = [one for one in own.rounds if one is not tally and one.asked.closed]
        points = times_average(averaged, sum(one.points for one in others), sum(one.played for one in others))
    if points is not None:
        tally.imputed_hands += averaged
        tally.imputed_points += points
        tally.averaged = averaged


def times_average(missed: int, points: int, hands: int) -> int | None:
    """An average times the hands missed, rounded half up once; None while nothing was played."""
    return (2 * missed * points + hands) // (2 * hands) if hands else None

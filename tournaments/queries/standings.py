"""From the facts of a tournament to its standings: the ledger, the policy, the list."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from engine import AnyRules, read_rules
from games.models import Score
from tournaments.models import Entry, Seat, Tournament
from tournaments.queries.facts import Facts, PlayedRound, PlayedTable, Reported, Seated, facts_of
from tournaments.standings import (
    Adjustment,
    Comparison,
    EntryLedger,
    HandScore,
    Imputation,
    ImputationKind,
    Ledger,
    Measure,
    Policy,
    RoundAsked,
    Section,
    SheetTotal,
    Standings,
    State,
    TableAsked,
    TieBreak,
    Wins,
    after,
    rank,
)

STATES = {
    Score.State.PLAYED.value: State.PLAYED,
    Score.State.ABSENT.value: State.ABSENT,
    Score.State.LEFT.value: State.LEFT,
    Score.State.VOID.value: State.VOID,
}


def standings_of(tournament: Tournament, after_round: int | None = None) -> Standings:
    """The standings now, or as they stood after a round. Five queries."""
    return standings_from(facts_of(tournament), after_round)


def standings_from(facts: Facts, after_round: int | None = None) -> Standings:
    """The standings out of facts that have been read already: people among people, bots apart. No query."""
    ledger = ledger_from(facts)
    ledger = ledger if after_round is None else after(ledger, after_round)
    policy = policy_of(facts.tournament)
    bots = {entry.pk for entry in facts.entries.values() if entry.is_bot}
    if not bots or len(bots) == len(facts.entries):
        return rank(ledger, policy)
    ranked = rank(_only(ledger, facts.entries.keys() - bots), policy)
    apart = [replace(row, section=Section.BOTS) for row in rank(_only(ledger, bots), policy).rows]
    return replace(ranked, rows=(*ranked.rows, *apart))


def _only(ledger: Ledger, entries: Collection[int]) -> Ledger:
    return replace(ledger, entries=tuple(one for one in ledger.entries if one.entry in entries))


def policy_of(tournament: Tournament) -> Policy:
    """How a tournament ranks. What is to fit the first seating is totals until there is one."""
    measure = Measure(tournament.measure)
    fitting = tournament.comparison == Tournament.Comparison.FITTING
    return Policy(
        wins=Wins(read_rules(tournament.rules).wins.value),
        measure=measure,
        tie_breaks=tuple(TieBreak(code) for code in tournament.tie_breaks),
        imputation=Imputation(ImputationKind(tournament.imputation), tournament.imputed_points),
        hands_asked=tournament.hands_asked,
        comparison=Comparison.TOTALS if fitting else Comparison(tournament.comparison),
    )


def ledger_of(tournament: Tournament) -> Ledger:
    """What standings are made of, by the ids of the entries. Five queries."""
    return ledger_from(facts_of(tournament))


def ledger_from(facts: Facts) -> Ledger:
    """The ledger out of facts that have been read already. No query.

    A fill-in's hands belong to the entry of the person who filled in, and count only if the tournament says so.
    """
    counts = facts.tournament.fill_in_counts
    rules = read_rules(facts.tournament.rules)
    entry_of = {entry.player_id: entry.pk for entry in facts.entries.values()}
    hands: dict[int, list[HandScore]] = {entry: [] for entry in facts.entries}
    sheets: dict[int, list[SheetTotal]] = {entry: [] for entry in facts.entries}
    # Counting who played each hand takes its time, so it is done only where it is asked for.
    by_size = facts.tournament.comparison == Tournament.Comparison.ADJUSTED
    sizes: dict[tuple[int, int], tuple[int, ...]] = {}
    for played, table, seat in facts.seats():
        entry = entry_of.get(seat.player) if seat.entry is None else seat.entry
        if entry is None:
            continue
        counted = counts or seat.role != Seat.Role.FILLS_IN
        at_table: tuple[int, ...] = ()
        if by_size and table is not None:
            where = (played.number, table.number)
            if where not in sizes:
                sizes[where] = tuple(table.players_in(hand) for hand in range(1, len(played.centres) + 1))
            at_table = sizes[where]
        total = _sheet_total(played, table, seat, at_table, counts=counted)
        if total is None:
            hands[entry].extend(_hand_scores(played, table, seat, rules, at_table, counts=counted))
        else:
            sheets[entry].append(total)
    adjustments: dict[int, list[Adjustment]] = {entry: [] for entry in facts.entries}
    for line in facts.lines:
        adjustments[line.entry_id].append(Adjustment(line.round_number, line.points))
    return Ledger(
        rounds=tuple(_asked(played) for played in facts.rounds),
        entries=tuple(
            EntryLedger(
                entry=entry.pk,
                withdrawn=entry.status == Entry.Status.WITHDRAWN,
                hands=tuple(hands[entry.pk]),
                sheets=tuple(sheets[entry.pk]),
                adjustments=tuple(adjustments[entry.pk]),
                lot=entry.lot,
            )
            for entry in facts.entries.values()
        ),
    )


def _asked(played: PlayedRound) -> RoundAsked:
    tables = tuple(TableAsked(table.number, table.is_in) for table in played.tables)
    return RoundAsked(played.number, len(played.centres), played.closed, tables)


def _sheet_total(
    played: PlayedRound, table: PlayedTable | None, seat: Seated, sizes: tuple[int, ...], *, counts: bool
) -> SheetTotal | None:
    """The line of a sheet with totals; None where the table is counted hand by hand or this seat did not play."""
    if table is None or table.sheet is None:
        return None
    line = table.sheet.scores.get(seat.place or 0)
    if line is None or line.points is None:
        return None
    seats = sizes[0] if sizes else None
    return SheetTotal(
        played.number, table.number, line.points, line.hands, line.zeros, line.lowest_other, counts, seats
    )


def _hand_scores(
    played: PlayedRound,
    table: PlayedTable | None,
    seat: Seated,
    rules: AnyRules,
    sizes: tuple[int, ...],
    *,
    counts: bool,
) -> Iterator[HandScore]:
    """One line for every hand that the round asks of this seat; `sizes` is how many played each at its table."""
    for hand in range(1, len(played.centres) + 1):
        if table is None:
            yield HandScore(played.number, hand, None, State.SAT_OUT, None, counts)
        else:
            state, points = hand_of_seat(table, seat, hand)
            zero = points != 0 or rules.counts_as_zero(0, went_out=table.out_in(hand) == seat.place)
            size = (sizes[hand - 1] or None) if sizes else None
            yield HandScore(played.number, hand, table.number, state, points, counts, zero, size)


def hand_of_seat(table: PlayedTable, seat: Seated, hand: int) -> tuple[State, int | None]:
    """What became of one seat in one hand, and its points if it was played.

    What was handed in says so; else when the person came and left; else the hand is still to come. Somebody whom a
    report leaves out was not there: nothing unplayed is a number.
    """
    report: Reported | None = table.sheet or table.hands.get(hand)
    line = report.scores.get(seat.place or 0) if report else None
    if line is not None and not (table.sheet and line.points is not None):
        return STATES[line.state], line.points
    if hand < seat.first_hand:
        return State.ABSENT, None
    if not seat.is_there_for(hand):
        return State.LEFT, None
    return (State.NOT_YET if report is None else State.ABSENT), None

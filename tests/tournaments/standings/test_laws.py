"""Laws that hold for every ledger and policy, tried on small tables full of ties, gaps, sheets and open rounds."""

from dataclasses import replace
from itertools import pairwise
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from tournaments.standings import (
    Adjustment,
    EntryLedger,
    HandScore,
    Imputation,
    Ledger,
    Measure,
    Policy,
    RoundAsked,
    Section,
    Share,
    SheetTotal,
    State,
    TableAsked,
    TieBreak,
    Wins,
    after,
    rank,
)

GAPS = (State.ABSENT, State.LEFT, State.VOID, State.NOT_YET, State.SAT_OUT, State.IMPUTED)
TABLES = (1, 2)
NOTHING, FIXED = Imputation.NONE, Imputation.FIXED(3)
points = st.integers(0, 4)
imputations = st.sampled_from([NOTHING, FIXED, Imputation.TABLE_HIGHEST, Imputation.ROUND_AVERAGE])


@st.composite
def policies(draw: st.DrawFn, filled: st.SearchStrategy[Imputation] = imputations) -> Policy:
    measure = draw(st.sampled_from(Measure))
    return Policy(
        draw(st.sampled_from(Wins)),
        measure,
        tuple(draw(st.permutations(list(TieBreak))))[: draw(st.integers(0, len(TieBreak)))],
        draw(filled),
        draw(st.none() | st.integers(1, 4)) if measure is Measure.AVERAGE else None,
    )


@st.composite
def ledgers(draw: st.DrawFn, *, sheets: bool = True) -> Ledger:
    count = draw(st.integers(1, 3))
    last_open = draw(st.booleans())
    rounds = tuple(
        RoundAsked(
            number,
            draw(st.integers(1, 3)),
            not (last_open and number == count),
            tuple(TableAsked(table, draw(st.booleans())) for table in TABLES),
        )
        for number in range(1, count + 1)
    )
    entries = [draw(entry_ledgers(number, rounds, sheets=sheets)) for number in range(1, draw(st.integers(0, 5)) + 1)]
    return Ledger(rounds, tuple(entries))


@st.composite
def entry_ledgers(draw: st.DrawFn, number: int, rounds: tuple[RoundAsked, ...], *, sheets: bool) -> EntryLedger:
    hands: list[HandScore] = []
    totals: list[SheetTotal] = []
    for asked in rounds:
        seat = draw(st.sampled_from(["hands", "hands", "hands", "gaps", "sheet" if sheets else "hands", "none"]))
        table = draw(st.sampled_from(TABLES))
        if seat == "sheet":
            totals.append(draw(sheet_totals(asked, table)))
        elif seat != "none":
            hands += [draw(lines(asked.number, hand + 1, table, seat == "gaps")) for hand in range(asked.hands)]
        if draw(st.integers(0, 5)) == 0:
            hands.append(HandScore(asked.number, 1, 3, State.PLAYED, draw(points), counts=False))
    penalties = draw(st.lists(st.builds(Adjustment, st.none() | st.integers(1, len(rounds)), points), max_size=1))
    lot = draw(st.none() | st.just(number * 7 % 11))
    return EntryLedger(number, draw(st.booleans()), tuple(hands), tuple(totals), tuple(penalties), lot)


@st.composite
def lines(draw: st.DrawFn, number: int, hand: int, table: int, gaps: bool) -> HandScore:  # noqa: FBT001
    state = draw(st.sampled_from([State.PLAYED, *GAPS])) if gaps else State.PLAYED
    at = None if state is State.SAT_OUT else table
    return HandScore(number, hand, at, state, draw(points) if state is State.PLAYED else None)


@st.composite
def sheet_totals(draw: st.DrawFn, asked: RoundAsked, table: int) -> SheetTotal:
    zeros = draw(st.none() | st.integers(0, asked.hands))
    lowest = draw(st.none() | st.integers(1, 3)) if zeros != asked.hands else None
    total = draw(st.integers(0, 9)) if zeros != asked.hands else 0
    return SheetTotal(asked.number, table, total, draw(st.none() | st.just(asked.hands)), zeros, lowest)


def place_of(ledger: Ledger, policy: Policy, entry: int) -> int | None:
    return next(row.place for row in rank(ledger, policy).rows if row.entry == entry)


def with_hand(ledger: Ledger, entry: EntryLedger, old: HandScore, new: tuple[HandScore, ...]) -> Ledger:
    changed = replace(entry, hands=(*[line for line in entry.hands if line != old], *new))
    return replace(ledger, entries=tuple(changed if one.entry == entry.entry else one for one in ledger.entries))


def mixed(ledger: Ledger, chance: Random) -> Ledger:
    """The same facts in another order."""
    entries = tuple(
        replace(
            entry,
            hands=tuple(chance.sample(entry.hands, len(entry.hands))),
            sheets=tuple(chance.sample(entry.sheets, len(entry.sheets))),
            adjustments=tuple(chance.sample(entry.adjustments, len(entry.adjustments))),
        )
        for entry in chance.sample(ledger.entries, len(ledger.entries))
    )
    rounds = (replace(asked, tables=tuple(chance.sample(asked.tables, len(asked.tables)))) for asked in ledger.rounds)
    return Ledger(tuple(chance.sample(list(rounds), len(ledger.rounds))), entries)


@given(ledgers(), policies(), st.randoms(use_true_random=False))
def test_the_order_of_input_does_not_matter(ledger: Ledger, policy: Policy, chance: Random) -> None:
    assert rank(mixed(ledger, chance), policy) == rank(ledger, policy)


@given(ledgers(), policies())
def test_everybody_is_there_once_in_three_sections_with_places_that_count_who_is_ahead(
    ledger: Ledger, policy: Policy
) -> None:
    rows = rank(ledger, policy).rows
    assert sorted(row.entry for row in rows) == sorted(entry.entry for entry in ledger.entries)
    assert [row.section for row in rows] == sorted((row.section for row in rows), key=list(Section).index)
    places = [row.place for row in rows if row.place is not None]
    assert places == sorted(places)
    assert places == [1 + sum(other < place for other in places) for place in places]
    assert [row.place is None for row in rows] == [row.section is not Section.RANKED for row in rows]


@given(ledgers(), policies())
def test_the_parts_add_up(ledger: Ledger, policy: Policy) -> None:
    for row in rank(ledger, policy).rows:
        parts = [one.points for one in row.rounds if one.points is not None]
        assert row.hands == sum(one.hands for one in row.rounds)
        assert row.hands - row.played == sum(one.imputed_hands for one in row.rounds)
        assert row.total == (sum(parts) + row.adjustments if row.hands else None)
        assert (row.average is None) == (row.hands == 0)
        if row.average is not None:
            assert row.average * row.hands == row.total


@given(ledgers(sheets=False), policies())
def test_only_played_hands_are_zeros_and_lowest_hands(ledger: Ledger, policy: Policy) -> None:
    by_number = {entry.entry: entry for entry in ledger.entries}
    for row in rank(ledger, policy).rows:
        counted = {one.round for one in row.rounds if one.handed_in}
        played = [
            line.points
            for line in by_number[row.entry].hands
            if line.counts and line.state is State.PLAYED and line.round in counted
        ]
        assert row.zeros == played.count(0)
        assert row.lowest_other == min((one for one in played if one), default=None)


@given(ledgers(), policies())
def test_each_tie_break_only_splits_ties(ledger: Ledger, policy: Policy) -> None:
    for count in range(len(policy.tie_breaks)):
        fewer, more = (replace(policy, tie_breaks=policy.tie_breaks[: count + extra]) for extra in (0, 1))
        before = {row.entry: row.place for row in rank(ledger, fewer).ranked}
        now = [(row.place, row.entry) for row in rank(ledger, more).ranked]
        assert {entry for _, entry in now} == set(before)
        for (above, one), (below, other) in pairwise(now):
            assert before[one] <= before[other]  # type: ignore[operator] # ranked rows have places
            assert above != below or before[one] == before[other]


@given(ledgers(), policies())
def test_every_row_says_truly_why_it_stands_above_the_next(ledger: Ledger, policy: Policy) -> None:
    ranked = rank(ledger, policy).ranked
    assert [row.decision is None for row in ranked] == [False] * (len(ranked) - 1) + [True] * bool(ranked)
    for row, below in pairwise(ranked):
        decision = row.decision
        assert decision is not None
        assert (decision.by is Share.PLACE) == (row.place == below.place)
        assert (decision.own == decision.other) == (row.place == below.place)
        assert str(row.order_reason).endswith(".")
        shown = {
            Measure.TOTAL: (row.total, below.total),
            Measure.AVERAGE: (row.average, below.average),
            TieBreak.MOST_ZEROS: (row.zeros, below.zeros),
            TieBreak.LOWEST_OTHER: (row.lowest_other, below.lowest_other),
            TieBreak.LOT: (row.lot, below.lot),
        }
        if decision.by in shown:
            assert (decision.own, decision.other) == shown[decision.by]


@given(ledgers(), policies(st.sampled_from([NOTHING, FIXED])), st.data())
def test_a_better_score_never_lowers_ones_own_place(ledger: Ledger, policy: Policy, data: st.DataObject) -> None:
    played = [
        (entry, line)
        for entry in ledger.entries
        for line in entry.hands
        if line.state is State.PLAYED and place_of(ledger, policy, entry.entry) is not None
    ]
    assume(played)
    entry, line = data.draw(st.sampled_from(played))
    better = (line.points or 0) + data.draw(st.integers(1, 4)) * (-1 if policy.wins is Wins.LOWEST else 1)
    before, now = (
        place_of(one, policy, entry.entry)
        for one in (ledger, with_hand(ledger, entry, line, (replace(line, points=better),)))
    )
    assert before is not None
    assert now is not None
    assert now <= before


@given(ledgers(), policies(st.sampled_from([Imputation.TABLE_HIGHEST, Imputation.ROUND_AVERAGE])), st.data())
def test_nor_where_it_lowers_what_others_are_given(ledger: Ledger, policy: Policy, data: st.DataObject) -> None:
    """By the measure alone, and for somebody who missed nothing: others may gain as much, but not more."""
    policy = replace(policy, wins=Wins.LOWEST, measure=Measure.TOTAL, tie_breaks=(), hands_asked=None)
    asked = sum(one.hands for one in ledger.rounds)
    whole = [
        (entry, line)
        for entry in ledger.entries
        for line in entry.hands
        if line.points and len([one for one in entry.hands if one.counts and one.state is State.PLAYED]) == asked
    ]
    assume(whole)
    entry, line = data.draw(st.sampled_from(whole))
    better = (replace(line, points=(line.points or 0) - data.draw(st.integers(1, 4))),)
    before, now = (place_of(one, policy, entry.entry) for one in (ledger, with_hand(ledger, entry, line, better)))
    assert (before is None) == (now is None)
    assert now is None or before is None or now <= before


@given(ledgers(), policies(st.just(NOTHING)), st.data())
def test_a_hand_not_played_never_improves_a_place(ledger: Ledger, policy: Policy, data: st.DataObject) -> None:
    policy = replace(policy, hands_asked=None)
    played = [
        (entry, line) for entry in ledger.entries for line in entry.hands if line.state is State.PLAYED and line.counts
    ]
    assume(played)
    entry, line = data.draw(st.sampled_from(played))
    gap = replace(line, state=data.draw(st.sampled_from(GAPS)), points=None)
    for instead in ((gap,), ()):
        assert place_of(with_hand(ledger, entry, line, instead), policy, entry.entry) is None


@given(ledgers(), policies())
def test_who_still_plays_stands_as_after_the_last_closed_round(ledger: Ledger, policy: Policy) -> None:
    standings = rank(ledger, policy)
    playing = [row.entry for row in standings.still_playing]
    before = [row.entry for row in rank(after(ledger, standings.last_closed or 0), policy).rows]
    assert playing == [entry for entry in before if entry in set(playing)]
    assert standings.provisional == any(not asked.closed for asked in ledger.rounds)


@given(ledgers(), policies(), st.integers(0, 3))
def test_nothing_later_reaches_into_the_list_after_a_round(ledger: Ledger, policy: Policy, number: int) -> None:
    later = replace(
        ledger,
        entries=tuple(
            replace(
                entry,
                withdrawn=not entry.withdrawn,
                hands=tuple(line for line in entry.hands if line.round <= number),
                sheets=tuple(sheet for sheet in entry.sheets if sheet.round <= number),
                adjustments=(*entry.adjustments, Adjustment(number + 1, 50)),
            )
            for entry in ledger.entries
        ),
    )
    standings = rank(after(ledger, number), policy)
    assert rank(after(later, number), policy) == standings
    assert (standings.provisional, standings.still_playing) == (False, ())

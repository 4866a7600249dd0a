"""Fair comparison between tables of different size: adjusted and placing points, exact, beside the raw points."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.typed import places, reasons, typed
from tournaments.standings import (
    Adjustment,
    Comparison,
    Decision,
    EntryLedger,
    HandScore,
    Imputation,
    Ledger,
    Measure,
    Policy,
    RoundAsked,
    Row,
    SheetTotal,
    State,
    TieBreak,
    Wins,
    after,
    decimals,
    default_comparison,
    rank,
    worked_line,
)
from tournaments.standings.placing import MEAN, PLACING_POINTS

ADJUSTED = Policy(comparison=Comparison.ADJUSTED)
PLACING = Policy(comparison=Comparison.PLACING)
A, B, C, D, E = 1, 2, 3, 4, 5
TABLES_OF_3_AND_2 = {A: "@1 10", B: "@1 20", C: "@1 30", D: "@2 40", E: "@2 20"}


def row_of(ledger: Ledger, policy: Policy, entry: int) -> Row:
    return next(row for row in rank(ledger, policy).rows if row.entry == entry)


def values(ledger: Ledger, policy: Policy) -> dict[int, Fraction | None]:
    return {row.entry: row.compared.value if row.compared else None for row in rank(ledger, policy).rows}


# Adjusted points


def test_the_average_of_the_size_is_taken_off() -> None:
    """120 points in five hands are 24 a hand; each size's own average is believed by n/(n+20)."""
    standings = rank(typed(TABLES_OF_3_AND_2), ADJUSTED)
    at_3, at_2 = Fraction(60 + 20 * 24, 23), Fraction(60 + 20 * 24, 22)
    assert standings.fair.overall == 24
    assert [(one.size, one.scores, one.own, one.used) for one in standings.fair.sizes] == [
        (2, 2, Fraction(30), at_2),
        (3, 3, Fraction(20), at_3),
    ]
    assert values(typed(TABLES_OF_3_AND_2), ADJUSTED) == {
        A: 10 - at_3,
        E: 20 - at_2,
        B: 20 - at_3,
        C: 30 - at_3,
        D: 40 - at_2,
    }


def test_the_order_is_that_of_the_adjusted_points_and_the_total_stays() -> None:
    standings = rank(typed(TABLES_OF_3_AND_2), ADJUSTED)
    assert [(row.place, row.entry, row.total) for row in standings.rows] == [
        (1, A, 10),
        (2, E, 20),
        (3, B, 20),
        (4, C, 30),
        (5, D, 40),
    ]
    assert str(standings.rows[1].order_reason) == "Fewer adjusted points: −4.55 against −3.48."
    assert rank(typed(TABLES_OF_3_AND_2), Policy()).rows[0].compared is None


def test_values_that_look_alike_are_told_apart() -> None:
    ledger = typed({A: "@1 10", B: "@1 10", C: "@1 10", D: "@2 10", E: "@2 10"})
    assert (
        reasons(ledger, Policy(tie_breaks=(), comparison=Comparison.ADJUSTED))
        == ["Nothing parts them: they share the place."] * 4
    )
    told = Decision(Comparison.ADJUSTED, Fraction(1, 3), Fraction(1_001, 3_000), Wins.LOWEST).sentence
    assert str(told) == "Fewer adjusted points: 0.333 against 0.334."


def test_the_highest_may_win() -> None:
    policy = Policy(wins=Wins.HIGHEST, comparison=Comparison.ADJUSTED)
    assert places(typed(TABLES_OF_3_AND_2), policy)[0] == (1, D)
    assert reasons(typed(TABLES_OF_3_AND_2), policy)[0].startswith("More adjusted points: ")


def test_how_many_played_a_hand_is_said_by_the_line() -> None:
    """A fill-in without an entry sat there too, so it was a table of 3."""
    lines = tuple(
        EntryLedger(entry, hands=(HandScore(1, 1, 1, State.PLAYED, points, seats=3),))
        for entry, points in ((A, 5), (B, 9))
    )
    ledger = Ledger((RoundAsked(1, 1, closed=True),), lines)
    assert [one.size for one in rank(ledger, ADJUSTED).fair.sizes] == [3]
    counted = tuple(replace(one, hands=(replace(one.hands[0], seats=None),)) for one in lines)
    assert [one.size for one in rank(replace(ledger, entries=counted), ADJUSTED).fair.sizes] == [2]


def test_a_sheet_with_totals_counts_with_its_hands() -> None:
    sheets = {A: (SheetTotal(1, 1, 30, seats=4),), B: (SheetTotal(1, 1, 60, seats=4),)}
    standings = rank(typed({A: "", B: "", C: "@2 10 20 30"}, hands=(3,), sheets=sheets), ADJUSTED)
    assert [(one.size, one.scores, one.own) for one in standings.fair.sizes] == [
        (1, 3, Fraction(20)),
        (4, 6, Fraction(15)),
    ]


def test_penalties_are_added_as_they_are() -> None:
    penalised = typed(TABLES_OF_3_AND_2, penalties={A: (Adjustment(1, 5),)})
    before, now = (row_of(one, ADJUSTED, A).compared for one in (typed(TABLES_OF_3_AND_2), penalised))
    assert before is not None
    assert now is not None
    assert now.value - before.value == 5


@pytest.mark.parametrize(
    ("imputation", "given"),
    [
        (Imputation.ROUND_AVERAGE, Fraction(0)),
        (Imputation.FIXED(30), 30 - Fraction(120, 5)),
        (Imputation.OWN_AVERAGE, 10 - Fraction(60 + 20 * 24, 23)),
    ],
)
def test_what_a_sit_out_is_given(imputation: Imputation, given: Fraction) -> None:
    """The round's average is what is usual, so nothing is left of it; a fixed number is compared with all hands."""
    first = {entry: f"{text} | sat_out" for entry, text in TABLES_OF_3_AND_2.items()}
    compared = row_of(
        typed(first, hands=(1, 1)), Policy(comparison=Comparison.ADJUSTED, imputation=imputation), A
    ).compared
    assert compared is not None
    assert compared.given == given


def test_nothing_given_means_no_place() -> None:
    ledger = typed({A: "10 | sat_out", B: "20 | 3", C: "30 | 4"})
    assert places(ledger, ADJUSTED)[-1] == (None, A)


def test_the_averages_of_an_earlier_round_stay() -> None:
    """Row 14: what happens later (somebody leaves, another round) does not reach into the list of round 1."""
    first = rank(typed(TABLES_OF_3_AND_2), ADJUSTED)
    later = {entry: f"{text} | @1 {entry}" for entry, text in TABLES_OF_3_AND_2.items()}
    later[E] = "@2 20 | left"
    assert rank(after(typed(later, withdrawn=(E,)), 1), ADJUSTED) == first


def test_an_open_table_does_not_count_yet() -> None:
    ledger = typed({A: "@1 10", B: "@1 20", C: "@2 99", D: "@2 99"}, open_tables={1: True, 2: False})
    assert rank(ledger, ADJUSTED).fair.overall == 15


def test_nobody_and_nothing() -> None:
    """Row 10: no entries, no rounds, no tie-break."""
    for policy in (ADJUSTED, PLACING):
        assert rank(Ledger(), replace(policy, tie_breaks=())).rows == ()
        assert [row.compared for row in rank(Ledger((), (EntryLedger(A),)), policy).rows] == [None]


# Placing points


def by_the_rule(size: int) -> tuple[int, ...]:
    """The first table in the order of its steps: whole, six a head, the winner size + 7, steps never growing."""

    def filled(points: list[int], largest: int) -> Iterator[tuple[int, ...]]:
        left, people = MEAN * size - sum(points), size - len(points)
        if not people:
            if not left:
                yield tuple(points)
            return
        for step in range(1, largest + 1):
            if points[-1] > step:
                yield from filled([*points, points[-1] - step], step)

    def in_order(points: list[int]) -> Iterator[tuple[int, ...]]:
        for step in range(1, points[0]):
            yield from filled([*points, points[0] - step], step)

    return next(in_order([size + 7]))


@pytest.mark.parametrize("size", range(2, 9))
def test_the_tables_follow_their_rule(size: int) -> None:
    assert PLACING_POINTS[size] == by_the_rule(size)
    assert sum(PLACING_POINTS[size]) == MEAN * size


def test_places_bring_points_and_shared_places_share_them() -> None:
    ledger = typed({A: "@1 10", B: "@1 20", C: "@1 20", D: "@2 40", E: "@2 20"})
    assert values(ledger, PLACING) == {A: 10, B: 4, C: 4, D: 3, E: 9}
    assert places(ledger, PLACING) == [(1, A), (2, E), (3, B), (3, C), (5, D)]
    assert reasons(ledger, PLACING)[0] == "More placing points: 10 against 9."


def test_whoever_missed_a_hand_stands_below_at_the_table() -> None:
    ledger = typed({A: "@1 10 10", B: "@1 absent 5", C: "@1 30 30"})
    assert values(ledger, PLACING) == {A: 10, C: 6, B: 2}


@given(st.lists(st.integers(0, 3), min_size=2, max_size=8))
def test_every_table_brings_six_a_head(points: list[int]) -> None:
    ledger = typed({entry: str(score) for entry, score in enumerate(points, start=1)})
    found = values(ledger, PLACING)
    assert sum(value or 0 for value in found.values()) == MEAN * len(points)


@pytest.mark.parametrize(
    ("imputation", "value"),
    [(Imputation.ROUND_AVERAGE, 10 + 6), (Imputation.FIXED(0), 10 + 6), (Imputation.OWN_AVERAGE, 10 + 10)],
)
def test_a_round_without_a_table(imputation: Imputation, value: int) -> None:
    ledger = typed({A: "10 | sat_out", B: "20 | 3", C: "30 | 4"})
    assert values(ledger, replace(PLACING, imputation=imputation))[A] == value


def test_penalties_take_placing_points_off() -> None:
    ledger = typed({A: "10", B: "20", C: "30"}, penalties={A: (Adjustment(None, 3),)})
    assert values(ledger, PLACING)[A] == 7


# For people


def test_worked_lines() -> None:
    ledger = typed(
        {A: "@1 10 | @1 8 6 | absent", B: "@1 20 | @1 8 6 | 5", C: "@1 30 | @2 8 4 | 5", D: "@2 4 | @2 9 4 | 5"},
        penalties={A: (Adjustment(1, 5),)},
    )

    def line(entry: int, policy: Policy) -> str:
        compared = row_of(ledger, policy, entry).compared
        assert compared is not None
        return str(worked_line("Wren", compared, policy.measure))

    given = Imputation.FIXED(7)
    assert line(A, replace(ADJUSTED, imputation=given)) == (
        "Wren: 2 hands at tables of 2: 14 points − 2 × 8.18; 1 hand at a table of 3: 10 points − 9.65; "
        "for missed hands: −2.65; penalties and adjustments: 5; together 0.34."
    )
    assert line(D, ADJUSTED) == (
        "Wren: 1 hand at a table of 1: 4 points − 8.57; 2 hands at tables of 2: 13 points − 2 × 8.18; "
        "1 hand at a table of 3: 5 points − 9.65; together −12.58."
    )
    assert line(A, replace(PLACING, imputation=given)) == (
        "Wren: place 1 of 3 in round 1: 10; place 1 of 2 in round 2: 6; for missed hands: 6; "
        "penalties and adjustments: −5; together 17."
    )
    assert line(D, replace(PLACING, measure=Measure.AVERAGE)) == (
        "Wren: place 1 of 1 in round 1: 6; place 2 of 2 in round 2: 3; place 1 of 3 in round 3: 6; "
        "together, divided by 3: 5."
    )


def test_decimals() -> None:
    assert [decimals(Fraction(n, d)) for n, d in ((-16, 5), (61, 1), (2, 3), (-1, 1000), (1, 2))] == [
        "−3.2",
        "61",
        "0.67",
        "0",
        "0.5",
    ]


@pytest.mark.parametrize(
    ("sizes", "short", "comparison", "reason"),
    [
        ([4, 4, 4], [], Comparison.TOTALS, "All tables have the same size."),
        ([], [], Comparison.TOTALS, "All tables have the same size."),
        ([4, 3, 3], [], Comparison.TOTALS, "The tables have 3 or 4 seats, and the smaller ones are shared out."),
        ([4, 3, 3], [2, 1, 1], Comparison.TOTALS, "The tables have 3 or 4 seats, and the smaller ones are shared out."),
        ([4, 3], [3, 1], Comparison.ADJUSTED, "Somebody sits at 3 of the smaller tables, somebody else at 1."),
        (
            [6, 4],
            [],
            Comparison.ADJUSTED,
            "The tables have from 4 to 6 seats, and points are not the same at all of them.",
        ),
    ],
)
def test_what_fits_a_plan(sizes: list[int], short: list[int], comparison: Comparison, reason: str) -> None:
    found, why = default_comparison(sizes, short)
    assert (found, str(why)) == (comparison, reason)


def test_the_measure_and_the_tie_breaks_work_on() -> None:
    ledger = typed({A: "@1 0 20", B: "@1 10 10", C: "@2 12 8", D: "@2 30 5"})
    policy = Policy(measure=Measure.AVERAGE, comparison=Comparison.ADJUSTED, tie_breaks=(TieBreak.MOST_ZEROS,))
    assert places(ledger, policy) == [(1, A), (2, B), (2, C), (4, D)]
    average = row_of(ledger, policy, D).compared
    assert average is not None
    assert (average.value, average.parts) == (Fraction(35, 2) - Fraction(95, 8), 2)

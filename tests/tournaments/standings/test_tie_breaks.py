"""Ties and what parts them: docs/rules.md A32, A36-A41."""

from fractions import Fraction

import pytest

from tests.tournaments.standings.typed import places, reasons, typed
from tournaments.standings import (
    Adjustment,
    Decision,
    Measure,
    Policy,
    Share,
    SheetTotal,
    TieBreak,
    Wins,
    rank,
)

A, B, C, D, E = 1, 2, 3, 4, 5


def by(*tie_breaks: TieBreak, wins: Wins = Wins.LOWEST, measure: Measure = Measure.TOTAL) -> Policy:
    return Policy(wins=wins, measure=measure, tie_breaks=tie_breaks)


def test_without_tie_breaks_the_level_share() -> None:
    ledger = typed({A: "0 20", B: "10 10", C: "30 1"})
    assert places(ledger, by()) == [(1, A), (1, B), (3, C)]
    assert reasons(ledger, by()) == ["Nothing parts them: they share the place.", "Lower total: 20 against 31."]


def test_everybody_level_shares_the_first_place() -> None:
    ledger = typed({C: "5 7", A: "7 5", B: "5 7", D: "7 5"})
    assert places(ledger) == [(1, A), (1, B), (1, C), (1, D)]


def test_each_step_is_for_the_whole_group_and_then_within_each_subgroup() -> None:
    # Level at 30: D has two zeros; A, B, C one each, and A and C have the lowest other hand 4 in common.
    ledger = typed({A: "0 4 12 14", B: "0 7 10 13", C: "0 4 11 15", D: "0 0 9 21", E: "1 1 1 1"})
    policy = by(TieBreak.MOST_ZEROS, TieBreak.LOWEST_OTHER, TieBreak.COUNTBACK)
    assert places(ledger, policy) == [(1, E), (2, D), (3, C), (4, A), (5, B)]
    assert reasons(ledger, policy) == [
        "Lower total: 4 against 30.",
        "More zeros: 2 against 1.",
        "Countback, number 2 from the lowest: 11 against 12.",
        "Lower lowest other hand: 4 against 7.",
    ]


def test_the_order_of_the_list_is_the_order_of_the_steps() -> None:
    ledger = typed({A: "0 0 30", B: "0 10 20"})
    assert places(ledger, by(TieBreak.MOST_ZEROS, TieBreak.LOWEST_OTHER)) == [(1, A), (2, B)]
    assert places(ledger, by(TieBreak.LOWEST_OTHER, TieBreak.MOST_ZEROS)) == [(1, B), (2, A)]


def test_a_penalty_changes_the_total_and_nothing_else() -> None:
    ledger = typed(
        {A: "0 5", B: "2 8"}, penalties={A: (Adjustment(1, 5),), B: (Adjustment(None, -1), Adjustment(1, 1))}
    )
    rows = rank(ledger, Policy()).rows
    assert [(row.place, row.entry, row.total, row.zeros, row.lowest_other, row.adjustments) for row in rows] == [
        (1, A, 10, 1, 5, 5),
        (2, B, 10, 0, 2, 0),
    ]
    assert [row.rounds[0].points for row in rows] == [5, 10]


def test_nothing_but_zeros_has_no_lowest_other_hand_and_stays_level() -> None:
    ledger = typed({A: "0 0", B: "0 0", C: "0 1"})
    assert places(ledger) == [(1, A), (1, B), (3, C)]
    assert [row.lowest_other for row in rank(ledger, Policy()).rows] == [None, None, 1]
    assert rank(ledger, Policy()).skipped == ()


def test_an_undefined_lowest_hand_counts_as_equal_for_all_that_are_level() -> None:
    ledger = typed({A: "0 0", B: "3 12", C: "0 15"}, penalties={A: (Adjustment(None, 15),)})
    standings = rank(ledger, by(TieBreak.LOWEST_OTHER))
    assert [(row.place, row.entry) for row in standings.rows] == [(1, A), (1, B), (1, C)]
    assert [str(skip.sentence) for skip in standings.skipped] == [
        (
            "Lowest other hand was passed over for all who are level at place 1: "
            "somebody there has no hand other than zero."
        )
    ]


def test_countback_goes_on_until_a_hand_differs() -> None:
    ledger = typed({A: "1 5 9 15", B: "15 1 5 9", C: "1 5 8 16"})
    policy = by(TieBreak.COUNTBACK)
    assert places(ledger, policy) == [(1, C), (2, A), (2, B)]
    assert rank(ledger, policy).rows[0].decision == Decision(
        TieBreak.COUNTBACK, (1, 5, 8, 16), (1, 5, 9, 15), Wins.LOWEST
    )
    assert reasons(ledger, policy)[0] == "Countback, number 3 from the lowest: 8 against 9."


def test_countback_stops_where_somebody_has_no_more_hands_and_goes_on_for_the_others() -> None:
    # B runs out after 5; A and C part from D at their first hand.
    ledger = typed({A: "5 10", B: "0 5", C: "5 10", D: "6 9"}, penalties={B: (Adjustment(None, 10),)})
    assert places(ledger, by(TieBreak.COUNTBACK)) == [(1, A), (1, B), (1, C), (4, D)]


def test_head_to_head_adds_the_hands_that_all_of_them_played_at_one_table() -> None:
    ledger = typed({A: "@1 4 9 | @1 7", B: "@1 6 3 | @2 11", C: "@2 1 1 | @2 18"})
    policy = by(TieBreak.HEAD_TO_HEAD)
    # All three never met, so the step is passed over for all three.
    standings = rank(ledger, policy)
    assert [(row.place, row.entry) for row in standings.rows] == [(1, A), (1, B), (1, C)]
    assert [(skip.tie_break, skip.place, skip.entries) for skip in standings.skipped] == [
        (TieBreak.HEAD_TO_HEAD, 1, (A, B, C))
    ]
    assert str(standings.skipped[0].sentence) == (
        "Head-to-head was passed over for all who are level at place 1: they never all sat at one table."
    )
    # Two of them met in round 1: 13 against 9.
    two = typed({A: "@1 4 9 | @1 7", B: "@1 6 3 | @2 11", C: "@2 1 1 | @2 19"})
    assert places(two, policy) == [(1, B), (2, A), (3, C)]
    assert reasons(two, policy)[0] == "Fewer points in the hands that the tied played together: 9 against 13."


def test_head_to_head_leaves_out_hands_that_one_of_them_missed() -> None:
    policy = Policy(measure=Measure.AVERAGE, tie_breaks=(TieBreak.HEAD_TO_HEAD,), hands_asked=2)
    ledger = typed({A: "10 2 9", B: "absent 12 2"})
    assert places(ledger, policy) == [(1, A), (2, B)]
    assert reasons(ledger, policy) == ["Fewer points in the hands that the tied played together: 11 against 14."]


def test_a_drawn_lot_decides_and_is_skipped_until_all_have_one() -> None:
    lines = {A: "5", B: "5", C: "5"}
    policy = by(TieBreak.LOT)
    assert places(typed(lines, lots={A: 3, B: 1, C: 2}), policy) == [(1, B), (2, C), (3, A)]
    assert reasons(typed(lines, lots={A: 3, B: 1, C: 2}), policy) == [
        "Drawn lot: number 1 before number 2.",
        "Drawn lot: number 2 before number 3.",
    ]
    undrawn = rank(typed(lines, lots={A: 3, B: 1}), policy)
    assert [row.place for row in undrawn.rows] == [1, 1, 1]
    assert [str(skip.sentence) for skip in undrawn.skipped] == [
        "Drawn lot was passed over for all who are level at place 1: no lot has been drawn for all of them."
    ]


def test_the_lower_lot_stands_first_where_the_highest_wins_too() -> None:
    assert places(typed({A: "5", B: "5"}, lots={A: 2, B: 1}), by(TieBreak.LOT, wins=Wins.HIGHEST)) == [(1, B), (2, A)]


def test_a_sheet_without_zeros_skips_that_tie_break_for_its_whole_group_only() -> None:
    sheets = {C: (SheetTotal(1, 2, 20, 2, None, 4),)}
    # A, B, C are level at 20; D, E at 30 are a group of their own, where zeros still decide.
    ledger = typed({A: "0 20", B: "17 3", C: "", D: "10 20", E: "0 30"}, sheets=sheets)
    standings = rank(ledger, Policy())
    assert [(row.place, row.entry, row.zeros) for row in standings.rows] == [
        (1, B, 0),
        (2, C, None),
        (3, A, 1),
        (4, E, 1),
        (5, D, 0),
    ]
    assert [(skip.tie_break, skip.place, skip.entries, str(skip.sentence)) for skip in standings.skipped] == [
        (
            TieBreak.MOST_ZEROS,
            1,
            (A, B, C),
            "Most zeros was passed over for all who are level at place 1: a sheet does not say how many zeros.",
        )
    ]
    assert standings.rows[1].lacks == (TieBreak.MOST_ZEROS, TieBreak.COUNTBACK)


def test_a_sheet_that_says_everything_takes_part_in_zeros_and_lowest_other() -> None:
    ledger = typed({A: "0 8 12", B: ""}, sheets={B: (SheetTotal(1, 1, 20, 3, 1, 5),)})
    assert places(ledger) == [(1, B), (2, A)]
    assert rank(ledger, Policy()).skipped == ()
    countback = rank(ledger, by(TieBreak.COUNTBACK))
    assert [(row.place, str(countback.skipped[0].sentence)) for row in countback.rows] == [
        (1, "Countback was passed over for all who are level at place 1: a sheet gives totals only.")
    ] * 2


def test_a_sheet_of_nothing_but_zeros_lacks_nothing() -> None:
    ledger = typed({A: "0 0 0", B: ""}, sheets={B: (SheetTotal(1, 1, 0, 3, 3),)})
    standings = rank(ledger, by(*TieBreak))
    assert [(row.place, row.entry, row.lacks) for row in standings.rows] == [(1, A, ()), (1, B, ())]
    assert [skip.tie_break for skip in standings.skipped] == [TieBreak.HEAD_TO_HEAD, TieBreak.LOT]


def test_sheets_of_one_table_and_as_many_hands_are_hands_played_together() -> None:
    sheets = {
        A: (SheetTotal(1, 1, 12), SheetTotal(2, 1, 8)),
        B: (SheetTotal(1, 1, 9), SheetTotal(2, 2, 11)),
    }
    ledger = typed({A: "", B: ""}, hands=(3, 3), sheets=sheets)
    assert places(ledger, by(TieBreak.HEAD_TO_HEAD)) == [(1, B), (2, A)]


@pytest.mark.parametrize(
    ("tie_breaks", "expected"),
    [
        ((TieBreak.MOST_ZEROS,), [(1, B), (2, A)]),
        ((TieBreak.LOWEST_OTHER,), [(1, B), (2, A)]),
        ((TieBreak.COUNTBACK,), [(1, A), (2, B)]),
        ((TieBreak.HEAD_TO_HEAD,), [(1, A), (1, B)]),
    ],
)
def test_where_the_highest_wins_every_tie_break_looks_up(
    tie_breaks: tuple[TieBreak, ...], expected: list[tuple[int, int]]
) -> None:
    ledger = typed({A: "0 1 29", B: "5 5 20"})
    assert places(ledger, by(*tie_breaks, wins=Wins.HIGHEST)) == expected


def test_where_the_highest_wins_nothing_but_zeros_is_last() -> None:
    ledger = typed({A: "0 0", B: "0 3", C: "-2 1"})
    assert places(ledger, by(wins=Wins.HIGHEST)) == [(1, B), (2, A), (3, C)]
    assert reasons(ledger, by(wins=Wins.HIGHEST)) == ["Higher total: 3 against 0.", "Higher total: 0 against −1."]


def test_averages_are_exact_fractions() -> None:
    policy = Policy(measure=Measure.AVERAGE, tie_breaks=(), hands_asked=2)
    ledger = typed({A: "1 0 0", B: "1 0 absent", C: "0 1 0"})
    rows = rank(ledger, policy).rows
    assert [(row.place, row.entry, row.average) for row in rows] == [
        (1, A, Fraction(1, 3)),
        (1, C, Fraction(1, 3)),
        (3, B, Fraction(1, 2)),
    ]
    assert rows[0].decision == Decision(Share.PLACE, Fraction(1, 3), Fraction(1, 3), Wins.LOWEST)
    assert str(rows[1].order_reason) == "Lower average per hand: 1/3 against 1/2."

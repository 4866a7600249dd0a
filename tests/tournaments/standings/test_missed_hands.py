"""Hands that were not played: what they are worth, and who is ranked without them (A36, docs/standings.md)."""

import pytest

from tests.tournaments.standings.typed import places, typed
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
    SheetTotal,
    State,
    Wins,
    after,
    rank,
)

A, B, C, D = 1, 2, 3, 4
HIGHEST = Policy(imputation=Imputation.TABLE_HIGHEST)
AVERAGE = Policy(imputation=Imputation.ROUND_AVERAGE)


def totals(ledger: Ledger, policy: Policy) -> dict[int, int | None]:
    return {row.entry: row.total for row in rank(ledger, policy).ranked}


@pytest.mark.parametrize("state", ["absent", "left", "void", "not_yet", "imputed"])
def test_a_hand_that_was_not_played_leaves_the_entry_short(state: str) -> None:
    ledger = typed({A: "30 30", B: f"0 {state}", C: "40 1"})
    standings = rank(ledger, Policy())
    assert [(row.section, row.place, row.entry) for row in standings.rows] == [
        (Section.RANKED, 1, C),
        (Section.RANKED, 2, A),
        (Section.UNRANKED, None, B),
    ]
    assert (standings.rows[2].total, standings.rows[2].zeros, standings.rows[2].hands) == (0, 1, 1)


def test_the_unranked_stand_by_hands_then_total_then_number() -> None:
    ledger = typed({A: "9 absent absent", B: "5 5 absent", C: "4 5 left", D: "7 8 9"})
    assert places(ledger) == [(1, D), (None, C), (None, B), (None, A)]


def test_the_unranked_are_turned_round_where_the_highest_wins() -> None:
    ledger = typed({A: "5 absent", B: "6 absent", C: "1 1"})
    assert places(ledger, Policy(wins=Wins.HIGHEST)) == [(1, C), (None, B), (None, A)]


def test_the_tables_highest_is_that_of_the_same_hand_and_table() -> None:
    ledger = typed({A: "@1 3 20", B: "@1 absent 1", C: "@2 50 60", D: "@2 2 absent"})
    assert totals(ledger, HIGHEST) == {A: 23, B: 4, C: 110, D: 62}


def test_a_fill_in_hand_that_does_not_count_is_not_the_tables_highest() -> None:
    assert totals(typed({A: "@1 3 @2 (70)", B: "@2 5", C: "@2 absent"}), HIGHEST) == {A: 3, B: 5, C: 5}


def test_the_tables_highest_knows_nothing_for_a_void_hand_a_sit_out_or_a_sheet() -> None:
    void = typed({A: "5 void", B: "6 void"})
    assert totals(void, HIGHEST) == {}
    sat_out = typed({A: "5", B: "sat_out"})
    assert totals(sat_out, HIGHEST) == {A: 5}
    sheet = typed({A: "", B: "absent"}, hands=(1,), sheets={A: (SheetTotal(1, 1, 12),)})
    assert totals(sheet, HIGHEST) == {A: 12}


def test_where_the_highest_wins_the_tables_worst_is_its_lowest() -> None:
    ledger = typed({A: "10", B: "4", C: "absent"})
    assert totals(ledger, Policy(wins=Wins.HIGHEST, imputation=Imputation.TABLE_HIGHEST)) == {A: 10, B: 4, C: 4}


def test_the_rounds_average_is_rounded_half_up_once_for_all_hands_missed_in_it() -> None:
    # Round 1: 10 + 11 + 0 + 0 in four hands, 5 1/4 a hand. One missed hand gives 5, two give 10 1/2, so 11.
    ledger = typed({A: "10 11", B: "0 0", C: "absent absent"})
    assert totals(ledger, AVERAGE) == {A: 21, B: 0, C: 11}
    one = typed({A: "10 11", B: "0 absent"})
    assert totals(one, AVERAGE) == {A: 21, B: 7}


def test_the_rounds_average_takes_sheets_by_their_hands_and_leaves_fill_ins_out() -> None:
    ledger = typed(
        {A: "", B: "@1 4 (90)", C: "sat_out"},
        hands=(1,),
        sheets={A: (SheetTotal(1, 2, 11, 2),)},
    )
    # 11 points in two hands and 4 in one: 5 a hand.
    assert totals(ledger, AVERAGE) == {A: 11, B: 4, C: 5}


def test_the_rounds_average_of_negative_points_is_rounded_up_at_the_half() -> None:
    ledger = typed({A: "-1", B: "-2", C: "sat_out"})
    assert totals(ledger, AVERAGE) == {A: -1, B: -2, C: -1}


def test_a_round_in_which_nobody_played_has_no_average() -> None:
    assert totals(typed({A: "5 | void", B: "6 | void"}), AVERAGE) == {}


def test_a_fixed_value_fills_every_missed_hand() -> None:
    ledger = typed({A: "5 6 | 7", B: "absent void | sat_out"})
    rows = rank(ledger, Policy(imputation=Imputation.FIXED(20))).rows
    assert [(row.place, row.entry, row.total, row.hands, row.played) for row in rows] == [
        (1, A, 18, 3, 3),
        (2, B, 60, 3, 0),
    ]
    assert [(one.points, one.imputed_hands, one.states) for one in rows[1].rounds] == [
        (40, 2, (State.ABSENT, State.VOID)),
        (20, 1, (State.SAT_OUT,)),
    ]


def test_an_imputed_zero_is_never_a_zero_nor_a_lowest_hand() -> None:
    ledger = typed({A: "0 7", B: "absent 7", C: "0 absent"})
    for policy in (HIGHEST, Policy(imputation=Imputation.FIXED(0))):
        rows = {row.entry: row for row in rank(ledger, policy).rows}
        assert [(rows[one].zeros, rows[one].lowest_other) for one in (A, B, C)] == [(1, 7), (0, 7), (1, None)]


def test_a_hand_imputed_by_the_organiser_keeps_its_points() -> None:
    ledger = typed({A: "5 6", B: "imputed=9 6"})
    row = rank(ledger, Policy()).rows[1]
    assert (row.place, row.total, row.hands, row.played, row.rounds[0].imputed_points) == (2, 15, 2, 1, 9)


def test_one_line_or_none_is_enough_for_a_round_without_a_seat() -> None:
    for missed in ("", "sat_out", "sat_out sat_out sat_out"):
        ledger = typed({A: "1 2 3 | 4", B: f"{missed} | 9"})
        assert totals(ledger, Policy(imputation=Imputation.FIXED(10))) == {A: 10, B: 39}
        assert [row.entry for row in rank(ledger, Policy()).unranked] == [B]


def test_hands_without_a_line_at_a_table_are_never_filled() -> None:
    ledger = typed({A: "1 2 3", B: "1 2"})
    assert totals(ledger, Policy(imputation=Imputation.FIXED(10))) == {A: 6}


def test_a_hand_not_reported_in_a_closed_round_is_never_filled() -> None:
    ledger = typed({A: "1 2", B: "1 not_yet"})
    assert totals(ledger, Policy(imputation=Imputation.FIXED(10))) == {A: 3}


def test_who_never_took_part_is_given_nothing() -> None:
    first, row = rank(typed({A: "5 | 6", B: " | "}), Policy(imputation=Imputation.FIXED(1))).rows
    assert (first.taken_part, row.taken_part) == (True, False)
    assert (row.section, row.total, row.average, row.hands) == (Section.UNRANKED, None, None, 0)
    assert [(one.points, one.states) for one in row.rounds] == [(None, ()), (None, ())]


def test_a_late_comer_does_not_change_the_list_before() -> None:
    ledger = typed({A: "5 | 6", B: "7 | 8", C: " | 9"})
    before = rank(after(ledger, 1), Policy(imputation=Imputation.FIXED(1)))
    assert [(row.place, row.entry) for row in before.rows] == [(1, A), (2, B), (None, C)]
    assert totals(ledger, Policy(imputation=Imputation.FIXED(1))) == {A: 11, B: 15, C: 10}


def test_a_player_moved_within_a_round_counts_each_hand_once() -> None:
    moved = EntryLedger(
        A,
        hands=(
            HandScore(1, 1, 1, State.PLAYED, 5),
            HandScore(1, 2, 1, State.LEFT),
            HandScore(1, 1, 2, State.ABSENT),
            HandScore(1, 2, 2, State.PLAYED, 6),
        ),
    )
    row = rank(Ledger((RoundAsked(1, 2, closed=True),), (moved,)), Policy(imputation=Imputation.FIXED(50))).rows[0]
    assert (row.total, row.hands, row.rounds[0].states) == (11, 2, (State.PLAYED,))


def test_hands_asked_lets_averages_do_with_fewer_hands() -> None:
    policy = Policy(measure=Measure.AVERAGE, hands_asked=2)
    ledger = typed({A: "8 8 8", B: "7 absent 7", C: "1 left left"})
    assert places(ledger, policy) == [(1, B), (2, A), (None, C)]
    # No more can be asked than has been asked so far.
    assert places(typed({A: "8", B: "7"}), policy) == [(1, B), (2, A)]


def test_a_penalty_alone_is_no_total() -> None:
    row = rank(typed({A: "absent"}, penalties={A: (Adjustment(None, 5),)}), Policy()).rows[0]
    assert (row.total, row.average, row.adjustments) == (None, None, 5)


def test_a_sheet_without_a_number_of_hands_covers_those_asked() -> None:
    ledger = typed({A: "", B: ""}, hands=(3,), sheets={A: (SheetTotal(1, 1, 12),), B: (SheetTotal(1, 1, 10, 2),)})
    assert [(row.place, row.entry, row.hands) for row in rank(ledger, Policy()).rows] == [(1, A, 3), (None, B, 2)]


def test_a_sheet_covers_only_the_hands_that_are_not_said_elsewhere() -> None:
    ledger = typed({A: "absent"}, hands=(3,), sheets={A: (SheetTotal(1, 1, 12),)})
    row = rank(ledger, Policy(imputation=Imputation.FIXED(9))).rows[0]
    assert (row.total, row.hands, row.played) == (21, 3, 2)


def test_hands_of_a_table_beat_its_sheet() -> None:
    ledger = typed({A: "12 18 30"}, sheets={A: (SheetTotal(1, 1, 61, 3),)})
    assert totals(ledger, Policy()) == {A: 60}


@pytest.mark.parametrize("state", ["left", "absent"])
def test_a_player_moved_between_a_sheet_and_a_table_of_hands_has_each_hand_once(state: str) -> None:
    policy = Policy(imputation=Imputation.FIXED(50))
    to_hands = typed({A: "@2 absent absent 3 4"}, sheets={A: (SheetTotal(1, 1, 12),)})
    to_sheet = typed({A: f"@1 3 4 {state} {state}"}, sheets={A: (SheetTotal(1, 2, 12),)})
    for ledger in (to_hands, to_sheet):
        row = rank(ledger, policy).rows[0]
        assert (row.place, row.total, row.hands, row.played) == (1, 19, 4, 4)


def test_a_player_moved_away_from_a_sheet_lacks_the_hands_still_to_come() -> None:
    ledger = typed({A: "@2 absent absent not_yet not_yet"}, sheets={A: (SheetTotal(1, 1, 12),)})
    row = rank(ledger, Policy(imputation=Imputation.FIXED(50))).rows[0]
    assert (row.place, row.total, row.hands) == (None, 12, 2)

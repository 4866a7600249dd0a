"""The worked cases of docs/rules.md 5 that concern standings."""

from tests.tournaments.standings.typed import places, reasons, typed
from tournaments.standings import Imputation, Policy, Section, State, TieBreak, rank

A, B, C, D = 1, 2, 3, 4


def test_t17_a_blocked_hand_shared_by_two_has_no_zero() -> None:
    rows = rank(typed({A: "6", B: "6", C: "14"}), Policy()).rows
    assert [(row.place, row.entry, row.total, row.zeros) for row in rows] == [(1, A, 6, 0), (1, B, 6, 0), (3, C, 14, 0)]


def test_t19_zeros_only_break_the_tie() -> None:
    ledger = typed(
        {
            A: "0 0 20 15 10 25 10 12 18 10",
            B: "18 22 0 0 0 20 15 14 21 10",
            C: "30 25 20 22 19 0 0 0 0 15",
        }
    )
    rows = rank(ledger, Policy()).rows
    assert [(row.place, row.entry, row.total, row.zeros) for row in rows] == [
        (1, B, 120, 3),
        (2, A, 120, 2),
        (3, C, 131, 4),
    ]
    assert reasons(ledger) == ["More zeros: 3 against 2.", "Lower total: 120 against 131."]


def test_t20_then_the_lowest_other_hand() -> None:
    ledger = typed({A: "0 14 4 12", B: "13 0 10 7", C: "9 8 0 20"})
    rows = rank(ledger, Policy()).rows
    assert [(row.place, row.entry, row.total, row.lowest_other) for row in rows] == [
        (1, A, 30, 4),
        (2, B, 30, 7),
        (3, C, 37, 8),
    ]
    assert reasons(ledger) == ["Lower lowest other hand: 4 against 7.", "Lower total: 30 against 37."]


def test_t21_then_a_shared_place_that_countback_does_not_part_either() -> None:
    ledger = typed({A: "0 10 5", B: "5 0 10", C: "12 8 0"})
    countback = Policy(tie_breaks=(TieBreak.MOST_ZEROS, TieBreak.LOWEST_OTHER, TieBreak.COUNTBACK))
    assert places(ledger) == [(1, A), (1, B), (3, C)]
    assert places(ledger, countback) == [(1, A), (1, B), (3, C)]
    assert reasons(ledger, countback) == ["Nothing parts them: they share the place.", "Lower total: 15 against 20."]


LATE = {A: "0", C: "35", D: "12", B: "absent"}


def test_t24_a_late_arrival_is_given_the_tables_highest_and_no_zero() -> None:
    rows = {row.entry: row for row in rank(typed(LATE), Policy(imputation=Imputation.TABLE_HIGHEST)).rows}
    late = rows[B]
    assert (late.section, late.total, late.zeros, late.lowest_other) == (Section.RANKED, 35, 0, None)
    assert (late.imputed, late.hands, late.played) == (True, 1, 0)
    first = late.rounds[0]
    assert (first.points, first.imputed, first.imputed_points, first.states) == (35, True, 35, (State.ABSENT,))


def test_t24_the_zero_count_of_a_late_arrival_starts_with_its_first_hand() -> None:
    ledger = typed({A: "0 9", C: "35 9", D: "12 9", B: "absent 0"})
    late = next(row for row in rank(ledger, Policy(imputation=Imputation.TABLE_HIGHEST)).rows if row.entry == B)
    assert (late.total, late.zeros, late.hands, late.played) == (35, 1, 2, 1)


def test_t24_without_a_score_a_late_arrival_is_not_ranked() -> None:
    late = rank(typed(LATE), Policy()).rows[-1]
    assert (late.section, late.place, late.entry, late.total, late.hands) == (Section.UNRANKED, None, B, None, 0)
    assert late.rounds[0].points is None

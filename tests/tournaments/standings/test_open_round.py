"""While a round is open: who has handed in is ranked, everybody else waits below without a place."""

import pytest

from tests.tournaments.standings.typed import places, typed
from tournaments.standings import Adjustment, Imputation, Ledger, Policy, Section, SheetTotal, after, rank

A, B, C, D, E = 1, 2, 3, 4, 5


def test_nobody_and_nothing() -> None:
    for ledger in (Ledger(), typed({}, hands=())):
        standings = rank(ledger, Policy())
        assert (standings.rows, standings.provisional, standings.last_closed) == ((), False, None)


def test_before_the_first_round_nobody_has_a_place() -> None:
    standings = rank(typed({B: "", A: ""}, hands=()), Policy())
    assert [(row.section, row.entry, row.total) for row in standings.rows] == [
        (Section.UNRANKED, A, None),
        (Section.UNRANKED, B, None),
    ]


def test_nobody_has_handed_in_the_first_round() -> None:
    standings = rank(typed({B: "@1 0 0", A: "@2 not_yet not_yet"}, open_tables={1: False, 2: False}), Policy())
    assert [(row.section, row.place, row.entry, row.total) for row in standings.rows] == [
        (Section.STILL_PLAYING, None, A, None),
        (Section.STILL_PLAYING, None, B, None),
    ]
    assert (standings.open_round, standings.tables_in, standings.tables, standings.last_closed) == (1, 0, 2, None)


def test_only_tables_that_are_in_are_ranked_the_rest_keep_the_last_closed_order() -> None:
    ledger = typed(
        {
            A: "30 | @1 30",
            B: "20 | @1 50",
            C: "10 | @2 not_yet",
            D: "10 | @2 not_yet",
            E: "5 | @2 0",
        },
        open_tables={1: True, 2: False},
    )
    standings = rank(ledger, Policy())
    assert [(row.section, row.place, row.entry, row.total, row.provisional) for row in standings.rows] == [
        (Section.RANKED, 1, A, 60, True),
        (Section.RANKED, 2, B, 70, True),
        (Section.STILL_PLAYING, None, E, 5, True),
        (Section.STILL_PLAYING, None, C, 10, True),
        (Section.STILL_PLAYING, None, D, 10, True),
    ]
    assert [row.rounds[1].points for row in standings.rows] == [30, 50, None, None, None]
    assert [row.rounds[1].handed_in for row in standings.rows] == [True, True, False, False, False]
    assert [row.decision is None for row in standings.rows] == [False, True, True, True, True]


def test_a_table_that_says_it_is_in_but_lacks_a_hand_is_still_playing() -> None:
    ledger = typed({A: "0 not_yet", B: "3 4"}, open_tables={1: True})
    assert [(row.section, row.entry) for row in rank(ledger, Policy()).rows] == [
        (Section.RANKED, B),
        (Section.STILL_PLAYING, A),
    ]


def test_a_sheet_ends_the_wait_of_its_table() -> None:
    ledger = typed({A: "not_yet not_yet", B: "3 4"}, open_tables={1: True}, sheets={A: (SheetTotal(1, 1, 6),)})
    assert places(ledger) == [(1, A), (2, B)]


def test_a_table_that_the_round_does_not_know_is_not_in() -> None:
    assert places(typed({A: "@7 1"}, open_tables={1: True})) == [(None, A)]


def test_a_sit_out_without_imputation_is_unranked_at_once() -> None:
    ledger = typed({A: "1 | @1 5", B: "2 | sat_out", C: "3 | @2 not_yet"}, open_tables={1: True, 2: False})
    assert [(row.section, row.entry) for row in rank(ledger, Policy()).rows] == [
        (Section.RANKED, A),
        (Section.STILL_PLAYING, C),
        (Section.UNRANKED, B),
    ]


def test_a_sit_out_waits_for_the_rounds_average() -> None:
    policy = Policy(imputation=Imputation.ROUND_AVERAGE)
    lines = {A: "1 | @1 5", B: "2 | sat_out", C: "3 | @2 not_yet"}
    waiting = rank(typed(lines, open_tables={1: True, 2: False}), policy)
    assert [(row.section, row.entry, row.total) for row in waiting.rows] == [
        (Section.RANKED, A, 6),
        (Section.STILL_PLAYING, B, 2),
        (Section.STILL_PLAYING, C, 3),
    ]
    known = rank(typed({**lines, C: "3 | @2 8"}, open_tables={1: True, 2: True}), policy)
    assert [(row.place, row.entry, row.total) for row in known.rows] == [(1, A, 6), (2, B, 9), (3, C, 11)]


def test_a_sit_out_with_a_fixed_value_is_known_at_once() -> None:
    ledger = typed({A: "1 | @1 5", B: "2 | sat_out", C: "3 | @2 not_yet"}, open_tables={1: True, 2: False})
    policy = Policy(imputation=Imputation.FIXED(30))
    assert places(ledger, policy) == [(1, A), (2, B), (None, C)]


def test_an_absent_seat_waits_for_its_table() -> None:
    policy = Policy(imputation=Imputation.TABLE_HIGHEST)
    lines = {A: "@1 5", B: "@1 absent", C: "@2 1"}
    assert places(typed(lines, open_tables={1: False, 2: True}), policy) == [(1, C), (None, A), (None, B)]
    assert places(typed(lines, open_tables={1: True, 2: True}), policy) == [(1, C), (2, A), (2, B)]


def test_a_penalty_of_the_open_round_waits_with_the_round() -> None:
    penalties = {A: (Adjustment(2, 7),), B: (Adjustment(2, 7), Adjustment(None, 1))}
    ledger = typed({A: "1 | @1 5", B: "2 | @2 not_yet"}, open_tables={1: True, 2: False}, penalties=penalties)
    assert [(row.entry, row.total, row.adjustments) for row in rank(ledger, Policy()).rows] == [(A, 13, 7), (B, 3, 1)]


def test_a_fill_in_seat_does_not_make_anybody_wait() -> None:
    ledger = typed({A: "@1 5 @2 (9)", B: "@2 not_yet"}, open_tables={1: True, 2: False})
    assert places(ledger) == [(1, A), (None, B)]


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_after_a_round_knows_only_the_rounds_so_far(number: int) -> None:
    ledger = typed(
        {A: "5 | @1 1", B: "4 | @2 not_yet"},
        open_tables={1: True, 2: False},
        penalties={A: (Adjustment(2, 9), Adjustment(1, 1))},
    )
    expected: dict[int, list[tuple[int | None, int]]] = {
        0: [(None, A), (None, B)],
        1: [(1, B), (2, A)],
        2: [(1, A), (None, B)],
        3: [(1, A), (None, B)],
    }
    standings = rank(after(ledger, number), Policy())
    assert ([(row.place, row.entry) for row in standings.rows], standings.provisional) == (expected[number], False)


def test_an_earlier_round_reopened_with_all_tables_in_changes_nothing_but_the_mark() -> None:
    ledger = typed({A: "5 | @1 1", B: "4 | @1 9"}, open_tables={1: True})
    assert places(ledger) == [(1, A), (2, B)]
    assert rank(ledger, Policy()).provisional

"""Faults that other tournament software had in public, tried on ours."""

from itertools import islice, permutations

from tests.tournaments.standings.typed import places, typed
from tournaments.standings import Adjustment, Measure, Policy, SheetTotal, after, rank

A, B, C, D = 1, 2, 3, 4


def test_four_equal_averages_share_one_place_and_the_next_is_four_further() -> None:
    ahead = {entry: f"{entry % 3} {entry // 3} 1" for entry in range(1, 39)}
    level = {100 + number: " ".join(order) for number, order in enumerate(islice(permutations(["10", "12", "15"]), 4))}
    ledger = typed({**ahead, **level, 200: "20 20 20"})
    rows = rank(ledger, Policy(measure=Measure.AVERAGE)).rows
    assert [row.place for row in rows[38:]] == [39, 39, 39, 39, 43]
    assert [row.entry for row in rows[38:]] == [100, 101, 102, 103, 200]


def test_a_zero_is_a_score_and_nothing_but_zeros_is_first() -> None:
    rows = rank(typed({A: "0 9 9", B: "0 0 0", C: "1 1 1"}), Policy()).rows
    assert [(row.place, row.entry, row.total, row.zeros, row.hands) for row in rows] == [
        (1, B, 0, 3, 3),
        (2, C, 3, 0, 3),
        (3, A, 18, 1, 3),
    ]
    assert rows[0].rounds[0].points == 0


def test_a_fill_in_table_does_not_count_and_both_numbers_of_tables_are_known() -> None:
    ledger = typed({A: "@1 10 | @2 20 | @1 70 @2 (80)", B: "@1 5 | @2 5 | @1 5"})
    row = rank(ledger, Policy()).rows[1]
    assert (row.entry, row.total, row.hands, [one.points for one in row.rounds]) == (A, 100, 3, [10, 20, 70])
    assert (ledger.entries[0].tables_played, ledger.entries[0].tables_counted) == (4, 3)


def test_the_average_ranks_and_not_the_best_single_hand() -> None:
    assert places(typed({A: "0 60 30", B: "20 20 20"}), Policy(measure=Measure.AVERAGE)) == [(1, B), (2, A)]


def test_penalties_multiply_nothing() -> None:
    lines = {A: "4 5 | 6", B: "5 5 | 5"}
    plain = typed(lines)
    fined = typed(lines, penalties={A: (Adjustment(1, 2), Adjustment(2, 3))})
    before, now = (next(r for r in rank(one, Policy()).rows if r.entry == A) for one in (plain, fined))
    assert (now.total, before.total) == (20, 15)
    assert (now.hands, now.zeros, now.rounds) == (before.hands, before.zeros, before.rounds)
    assert fined.entries[0].tables_played == plain.entries[0].tables_played


def test_somebody_who_leaves_later_does_not_rewrite_old_standings() -> None:
    lines = {A: "5 | 6 | 9", B: "4 | 4 | left", C: "6 | 6 | 1"}
    stayed = {**lines, B: "4 | 4 | 4"}
    before, now = typed(stayed), typed(lines, withdrawn=(B,))
    for number in (1, 2):
        assert rank(after(now, number), Policy()) == rank(after(before, number), Policy())
    assert places(now) == [(1, C), (2, A), (None, B)]
    assert [row.withdrawn for row in rank(now, Policy()).rows] == [False, False, True]


def test_the_hands_make_the_total_and_nobody_has_won_before_the_last_hand() -> None:
    sheets = {A: (SheetTotal(1, 1, 61, 3),)}
    closed = rank(typed({A: "12 18 30", B: "20 20 21"}, sheets=sheets), Policy())
    assert [(row.place, row.entry, row.total) for row in closed.rows] == [(1, A, 60), (2, B, 61)]
    playing = rank(typed({A: "12 18 not_yet", B: "20 20 not_yet"}, open_tables={1: False}), Policy())
    assert (playing.provisional, [row.place for row in playing.rows]) == (True, [None, None])

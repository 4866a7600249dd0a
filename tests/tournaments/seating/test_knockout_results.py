"""Who goes on, who is on the line, wild cards, no-shows, and the order of those who went out."""

from fractions import Fraction
from random import Random

import pytest

from tests.tournaments.seating.knockouts import Knockout, by_points, result
from tournaments.seating.knockout import Kind, KnockoutPlan, Level, Repechage, Step
from tournaments.seating.knockout_draw import LaterRounds
from tournaments.seating.knockout_next import NotYet, next_draw
from tournaments.seating.knockout_planner import knockout_plans
from tournaments.seating.knockout_results import FinalRank, Played, TableCut, advancing, outcome, ranking
from tournaments.seating.knockout_round import seated

SIXTEEN = KnockoutPlan(16, (Level((4,) * 4, (2,) * 4), Level((4, 4), (2, 2))), 4)


def test_a_line_that_is_open_is_said_and_never_guessed() -> None:
    """Scores 40, 40, 40, 40, 5, 40, 40, 40 in seat order, four go on: one is clear, seven are tied for three places."""
    table = result(dict(enumerate([40, 40, 40, 40, 5, 40, 40, 40], 1)))
    ranked = [[one.entry for one in group] for group in table.ranked]
    assert advancing(ranked, 4) == TableCut((5,), (1, 2, 3, 4, 6, 7, 8), 3, ())


@pytest.mark.parametrize(
    ("number", "cut"),
    [
        (1, TableCut((), (7, 3), 1, (9, 4))),
        (2, TableCut((7, 3), (), 0, (9, 4))),
        (3, TableCut((7, 3, 9), (), 0, (4,))),
        (0, TableCut((), (), 0, (7, 3, 9, 4))),
    ],
)
def test_cuts_beside_a_tie(number: int, cut: TableCut) -> None:
    assert advancing([[7, 3], [9], [4]], number) == cut


def test_whoever_did_not_come_is_out_and_leaves_a_place_unfilled() -> None:
    assert advancing([[7], [3], [9]], 2, absent=[3, 4]) == TableCut((7, 9), (), 0, (3, 4))
    assert advancing([[7]], 2, absent=[3, 4]) == TableCut((7,), (), 0, (3, 4), unfilled=1)


def test_adjusted_points_are_the_distance_from_the_mean_of_the_table() -> None:
    table = by_points({1: 10, 2: 30, 3: 50}, {1: 0, 2: 4, 3: 9}, absent=[8])
    assert table.ranked[0] == (Played(1, 10, 0, Fraction(-20)),)
    assert table.absent == (8,)


def test_wild_cards_by_adjusted_points_then_the_lowest_hand_then_the_seed() -> None:
    step = Step(Kind.ROUND, 0, (3, 3, 3, 3), (1, 1, 1, 1))
    tables = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12))
    lowest = dict.fromkeys(range(1, 13), 5) | {8: 2}
    points = [{1: 10, 2: 20, 3: 60}, {4: 15, 5: 25, 6: 65}, {7: 0, 8: 10, 9: 50}, {10: 0, 11: 50, 12: 70}]
    results = {number: by_points(table, lowest) for number, table in enumerate(points)}
    decided = outcome(step, tables, results, range(1, 13), wild_cards=2)
    assert decided.more == (8, 2)
    assert decided.out == (5, 11, 3, 6, 9, 12)
    del results[3]
    waiting = outcome(step, tables, results, range(1, 13), wild_cards=2)
    assert (waiting.complete, waiting.more, waiting.may_still) == (False, (), (8, 2, 5))


def test_an_unfinished_table_holds_the_next_round_back() -> None:
    event = Knockout(SIXTEEN, range(1, 17))
    event.seat()
    event.play(Random(1))
    del event.results[0, 2]
    with pytest.raises(NotYet) as waiting:
        event.seat()
    assert str(waiting.value.sentence) == "Round 1 is not finished: 1 table is missing (C)."
    event.results[0, 2] = result({3: 5, 6: 9, 11: 9, 14: 12})
    with pytest.raises(NotYet) as waiting:
        event.seat()
    assert str(waiting.value.sentence) == ("At table C of round 1 it is open who goes on: 6, 11 are tied for 1 place.")


def test_the_fixed_draw_takes_people_to_their_slots() -> None:
    event = Knockout(SIXTEEN, range(1, 17), LaterRounds.FIXED)
    event.seat()
    for number, table in enumerate(event.tables[0]):
        event.results[0, number] = result({entry: entry for entry in table})
    assert [set(table) for table in event.seat()] == [{1, 3, 7, 5}, {2, 4, 8, 6}]


@pytest.mark.parametrize(
    ("later", "tables"),
    [
        (LaterRounds.BY_SEED, ((1, 4, 5, 8), (2, 3, 6, 7))),
        (LaterRounds.BY_PERFORMANCE, ((4, 1, 5, 8), (3, 2, 6, 7))),
    ],
)
def test_later_rounds_are_seeded_anew(later: LaterRounds, tables: tuple[tuple[int, ...], ...]) -> None:
    """The winner of table D was 30 points below the mean of the table, those of C 20, of B 10 and of A 5."""
    event = Knockout(SIXTEEN, range(1, 17), later)
    event.seat()
    for number, (table, gap) in enumerate(zip(event.tables[0], (5, 10, 20, 30), strict=True)):
        first, second, third, last = table
        points = {first: 50 - gap, second: 50 - gap + 1, third: 50, last: 50 + 2 * gap - 1}
        event.results[0, number] = result(points)
    assert tuple(map(set, event.seat())) == tuple(map(set, tables))


def test_who_did_not_come_is_last_of_the_table_and_the_best_of_the_others_fills_the_place() -> None:
    event = Knockout(SIXTEEN, range(1, 17))
    event.seat()
    event.play(Random(1))
    event.results[0, 0] = result({9: 20}, absent=[1, 8, 16])
    event.results[0, 1] = result({2: 1, 7: 2, 10: 3, 15: 30})
    event.seat()
    on = {entry for table in event.tables[1] for entry in table}
    assert {9, 2, 7, 10} <= on
    places = {rank.entry: rank.place for rank in ranking(SIXTEEN, event.tables, event.results, event.seeds)}
    assert [places[entry] for entry in (1, 8, 16)] == [14, 15, 16]


def test_the_ranking_of_all_with_a_tie_in_the_final_and_a_table_for_the_places_after_it() -> None:
    plan = KnockoutPlan(8, (Level((4, 4), (2, 2)),), 4, third_place=True)
    event = Knockout(plan, range(1, 9))
    event.seat()
    assert event.tables[0] == ((1, 4, 5, 8), (2, 3, 6, 7))
    event.results[0, 0] = result({1: 9, 4: 30, 5: 10, 8: 31})
    event.results[0, 1] = result({2: 9, 3: 33, 6: 10, 7: 8})
    assert event.seat() == ((1, 2, 5, 7), (6, 4, 8, 3))
    event.results[1, 0] = result({1: 9, 2: 9, 5: 20, 7: 20})
    assert [(rank.entry, rank.place) for rank in ranking(plan, event.tables, event.results, event.seeds)] == [
        (1, 1),
        (2, 1),
        (5, 3),
        (7, 3),
    ]
    event.results[1, 1] = result({6: 20, 4: 10, 8: 11}, absent=[3])
    assert ranking(plan, event.tables, event.results, event.seeds)[4:] == (
        FinalRank(4, 5, 1),
        FinalRank(8, 6, 1),
        FinalRank(6, 7, 1),
        FinalRank(3, 8, 1),
    )


def test_a_repechage_brings_some_back() -> None:
    plan = KnockoutPlan(16, (Level((4,) * 4, (1,) * 4, repechage=Repechage((4, 4, 4), (1, 1, 2))),), 8)
    event = Knockout(plan, range(1, 17))
    event.seat()
    event.play(Random(2))
    again = event.seat()
    assert sorted(map(len, again)) == [4, 4, 4]
    event.play(Random(3))
    final = event.seat()[0]
    assert len(final) == 8
    event.play(Random(4))
    ranks = ranking(plan, event.tables, event.results, event.seeds)
    assert [rank.place for rank in ranks] == list(range(1, 17))
    assert {rank.step for rank in ranks[8:]} == {1}


@pytest.mark.parametrize("later", list(LaterRounds))
@pytest.mark.parametrize("no_shows", [0, 0.15])
def test_every_knockout_ends_with_everybody_ranked_once(later: LaterRounds, no_shows: float) -> None:
    for people in range(4, 70):
        for plan in knockout_plans(people, advance=1 + people % 2, repechage=people % 3 == 0, third_place=True):
            played_to_its_end(plan, later, no_shows)


@pytest.mark.parametrize("later", list(LaterRounds))
@pytest.mark.parametrize("no_shows", [0, 0.15])
def test_so_does_one_in_which_other_numbers_go_on_from_some_tables(later: LaterRounds, no_shows: float) -> None:
    by_size, by_table = {3: 1, 4: 2, 5: 3}, (((3, 1),), ((), (1, 2)), ((2, 3, 1), (2, 1)))
    for people in range(20, 70):
        for plan in knockout_plans(people, advance=by_size, repechage=people % 3 == 0, third_place=True):
            played_to_its_end(plan, later, no_shows)
        for plan in knockout_plans(people, advance=by_size, by_table=by_table[people % 3]):
            played_to_its_end(plan, later, no_shows)


def played_to_its_end(plan: KnockoutPlan, later: LaterRounds, no_shows: float) -> None:
    """Seat and play every round of a plan: nobody sits twice or alone, as many go on as it says, all are ranked."""
    people = plan.people
    event = Knockout(plan, range(people, 0, -1), later)
    for number, step in enumerate(plan.steps):
        tables = event.seat()
        if not no_shows:
            assert sorted(map(len, tables)) == sorted(step.sizes)
        seated = [entry for table in tables for entry in table]
        assert len(set(seated)) == len(seated)
        assert min(map(len, tables)) >= 2
        event.play(Random(people + number), no_shows)
    ranks = ranking(plan, event.tables, event.results, event.seeds)
    assert sorted(rank.entry for rank in ranks) == list(range(1, people + 1))
    assert [rank.place for rank in ranks] == sorted(rank.place for rank in ranks)


def test_the_same_seed_seats_the_same() -> None:
    met = [frozenset({1, 8}), frozenset({2, 7})]
    drawn = [seated(next_draw(SIXTEEN, [], {}, range(1, 17)), met=met, seed=5) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert drawn[0].meetings == ()


def test_somebody_who_was_put_in_by_hand_comes_after_all_seeds() -> None:
    step = Step(Kind.ROUND, 0, (3,), (2,))
    decided = outcome(step, ((1, 2, 99),), {0: result({99: 10, 1: 10, 2: 30})}, (2, 1))
    assert decided.cuts[0] == TableCut((1, 99), (), 0, (2,))


@pytest.mark.parametrize("later", list(LaterRounds))
def test_with_few_who_came_there_is_no_table_of_one(later: LaterRounds) -> None:
    event = Knockout(SIXTEEN, range(1, 17), later)
    event.seat()
    for number, table in enumerate(event.tables[0]):
        event.results[0, number] = result({table[0]: 5}, absent=table[1:]) if number < 3 else result({}, absent=table)
    assert event.seat() == ((1, 2, 3),)
    event.results[1, 0] = result({1: 5}, absent=[2, 3])
    with pytest.raises(NotYet) as alone:
        event.seat()
    assert str(alone.value.sentence) == "Only 1 is left and has won: nobody else can go on."
    event.results[1, 0] = result({}, absent=[1, 2, 3])
    with pytest.raises(NotYet) as alone:
        event.seat()
    assert str(alone.value.sentence) == "Nobody is left who could go on. Correct the results of the round before."


def test_nobody_goes_on_from_a_table_that_the_plan_does_not_have() -> None:
    step = Step(Kind.ROUND, 0, (2,), (1,))
    decided = outcome(step, ((1, 2), (3, 4)), {0: result({1: 1, 2: 2}), 1: result({3: 1, 4: 2})}, range(1, 5))
    assert decided.cuts[1] == TableCut((), (), 0, (3, 4))


def test_a_repechage_needs_two_people() -> None:
    plan = KnockoutPlan(6, (Level((3, 3), (1, 1), repechage=Repechage((4,), (2,))),), 4)
    event = Knockout(plan, range(1, 7))
    event.seat()
    for number, table in enumerate(event.tables[0]):
        event.results[0, number] = result({table[0]: 5}, absent=table[1:])
    with pytest.raises(NotYet) as few:
        event.seat()
    assert str(few.value.sentence) == (
        "0 of those who went out were there: too few for a repechage. Choose a plan without one."
    )

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from tournaments.seating.bank import bank, read, write
from tournaments.seating.board import Positions
from tournaments.seating.draw import Past, Wishes, draw_rounds
from tournaments.seating.fields import ring
from tournaments.seating.formula import Labels, formula, with_gaps
from tournaments.seating.pattern import find, patterns
from tournaments.seating.quality import quality
from tournaments.seating.sizes import Split
from tournaments.seating.starter import Starter


def times_met(rounds: Sequence[Labels]) -> Counter[tuple[int, ...]]:
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


def assert_perfect(rounds: Sequence[Labels], sizes: Sequence[int]) -> None:
    for tables in rounds:
        assert sorted(label for table in tables for label in table) == list(range(sum(sizes)))
        assert [len(table) for table in tables] == list(sizes)
    assert max(times_met(rounds).values()) == 1


@pytest.mark.parametrize("size", [2, 3, 4, 8, 9, 12, 15, 16, 20, 25, 27])
def test_two_rows_of_a_ring_differ_by_everything_once(size: int) -> None:
    numbers = ring(size)
    assert all(sorted(row) == list(range(size)) for row in numbers.plus)
    for a, b in combinations(range(numbers.rows), 2):
        differences = [numbers.plus[y].index(x) for x, y in zip(numbers.times[a], numbers.times[b], strict=True)]
        assert sorted(differences) == list(range(size))


@pytest.mark.parametrize(
    ("tables", "size", "rounds"),
    [
        (4, 4, 5),
        (8, 4, 9),
        (16, 4, 21),
        (9, 3, 13),
        (25, 5, 31),
        (12, 3, 16),
        (12, 6, 13),
        (16, 5, 16),
        (7, 5, 7),
        (6, 3, 3),
        (3, 4, 1),
    ],
)
def test_the_formula_gives_so_many_perfect_rounds(tables: int, size: int, rounds: int) -> None:
    found = formula(tables, size, 60)
    assert len(found) == rounds
    assert_perfect(found, (size,) * tables)


def test_the_formula_gives_any_number_of_rounds_to_a_large_field() -> None:
    assert_perfect(formula(250, 4, 20), (4,) * 250)


@pytest.mark.parametrize(("tables", "size", "gaps"), [(8, 4, 1), (8, 4, 3), (26, 4, 3), (7, 6, 7)])
def test_gaps_in_one_row_leave_the_rounds_perfect(tables: int, size: int, gaps: int) -> None:
    sizes = (size,) * (tables - gaps) + (size - 1,) * gaps
    assert_perfect(with_gaps(tables, size, gaps, 6), sizes)


def test_every_plan_of_the_bank_is_what_it_says() -> None:
    """Expanded whole: everybody once a round, the sizes as announced, nobody meets twice (or as often as it says)."""
    assert len(bank()) > 50
    for starter in (starter for starters in bank().values() for starter in starters):
        rounds = starter.expand()
        for tables in rounds:
            assert sorted(label for table in tables for label in table) == list(range(sum(starter.sizes)))
            assert [len(table) for table in tables] == list(starter.sizes)
        assert sum(times * (times - 1) // 2 for times in times_met(rounds).values()) == starter.weighted
        assert read(write(starter)) == starter


def test_the_starter_of_twenty_four_people() -> None:
    bases = ((7, 6, 18, 22, 16, 0, 5, 1, 14, 9, 21, 4, 2, 15, 8, 23, 10, 13, 3, 12, 20, 11, 19, 17),)
    assert_perfect(Starter((4,) * 6, 7, 3, 3, bases).expand(), (4,) * 6)


def test_patterns_come_round_to_everybody_before_anybody_sits_short_again() -> None:
    for sizes, rounds in (((4, 4, 4, 4, 3), 5), ((4, 4, 4, 4, 4, 3), 7)):
        places = Positions(sizes, 0)
        pattern = next(patterns(places, rounds))
        had = Counter(
            label for labels in pattern[:rounds] for position, label in enumerate(labels) if places.kind[position]
        )
        assert len(had) == rounds * 3  # three short seats a round, always other people


@pytest.mark.parametrize(("sizes", "played"), [((4,) * 4, 2), ((4,) * 6, 4), ((3,) * 5, 3), ((4, 4, 4, 4, 3, 3), 2)])
def test_played_rounds_are_found_in_the_pattern_again(sizes: tuple[int, ...], played: int) -> None:
    places = Positions(sizes, 0)
    pattern = next(patterns(places, 5))
    people = list(range(sum(sizes)))
    chance = Random(4).random
    people.sort(key=lambda person: (person * 7 + 3) % 11)
    rounds = [[people[label] for label in labels] for labels in pattern[:played]]
    names = find(pattern, rounds, places, chance, 20_000)
    assert names is not None
    for labels, seats in zip(pattern, rounds, strict=False):
        tables = {frozenset(names[label] for label in table) for table in places.tables(labels)}
        assert tables == {frozenset(table) for table in places.tables(seats)}


def test_rounds_that_belong_to_no_pattern_are_not_found() -> None:
    places = Positions((4,) * 4, 0)
    pattern = next(patterns(places, 5))
    same = list(range(16))
    assert find(pattern, [same, same], places, Random(1).random, 20_000) is None


@pytest.mark.parametrize(
    ("sizes", "rounds"), [((4,) * 4, 5), ((4,) * 8, 9), ((4,) * 7, 8), ((4,) * 6, 7), ((3,) * 5, 7), ((5,) * 7, 7)]
)
def test_perfect_plans_for_any_seed(sizes: tuple[int, ...], rounds: int) -> None:
    for seed in (1, 2):
        drawn = draw_rounds(range(sum(sizes)), Split(sizes), Past(), rounds=rounds, seed=seed)
        report = quality(range(sum(sizes)), Past(), drawn)
        assert (report.repeats.value, report.seat_spread) == (0, int(rounds % sizes[0] > 0))


def test_clubs_of_four_are_kept_apart_in_a_perfect_plan() -> None:
    clubs = frozenset(frozenset(range(first, first + 4)) for first in range(0, 24, 4))
    wishes = Wishes(apart=clubs)
    drawn = draw_rounds(range(24), Split((4,) * 6), Past(), rounds=5, seed=3, wishes=wishes)
    report = quality(range(24), Past(), drawn, wishes)
    assert (report.repeats.value, report.apart_broken) == (0, ())


def test_rounds_beyond_a_perfect_plan_repeat_no_more_than_they_must() -> None:
    drawn = draw_rounds(range(16), Split((4,) * 4), Past(), rounds=7, seed=1)
    report = quality(range(16), Past(), drawn)
    assert (report.weighted.value, report.weighted.bound, report.most.value) == (48, 48, 2)

"""Laws for every number of people from 4 to 200; with more rounds and a longer search under the mark "long"."""

from itertools import combinations

import pytest

from tournaments.seating.draw import Past, Place, Seating, Wishes, draw_round, draw_rounds
from tournaments.seating.event import Event, plan
from tournaments.seating.quality import quality
from tournaments.seating.sizes import Split, splits

EVERY = range(4, 201)
TENTHS = [EVERY[first::10] for first in range(10)]
FEW, MORE = 200, 3_000


def sizes_for(people: int) -> list[Split]:
    """The best split around each size from 3 to 6 that fits without anybody sitting out."""
    found = [splits(people, frozenset({size - 1, size, size + 1}), size)[0] for size in (3, 4, 5, 6) if people >= size]
    return [split for split in dict.fromkeys(found) if split.sit_outs == 0]


def everybody(seating: Seating) -> list[int]:
    return sorted([entry for table in seating.tables for entry in table] + list(seating.sit_outs))


def check_everybody_once(people: int, split: Split, rounds: int, moves: int) -> None:
    drawn = draw_rounds(range(people), split, Past(), rounds=rounds, seed=people, moves=moves)
    for seating in drawn:
        assert everybody(seating) == list(range(people))
        assert tuple(map(len, seating.tables)) == split.sizes
    report = quality(range(people), Past(), drawn)
    assert report.repeats.value >= report.repeats.bound
    assert report.most.value >= report.most.bound
    assert report.weighted.value >= report.weighted.bound
    if len(set(split.sizes)) == 1 and rounds >= split.sizes[0]:
        assert report.seat_spread <= 1


def check_the_past_counts(people: int, rounds: int, moves: int) -> None:
    """Somebody left, two came: bounds hold with the round played, places kept are kept, wishes are kept or named."""
    split = sizes_for(people)[0]
    first = draw_round(range(people), split, Past(), seed=1, moves=moves)
    past = Past((first.tables,), (first.sit_outs,))
    here = [*range(1, people), people + 5, people + 6]
    wishes = Wishes(
        apart=frozenset({frozenset({1, 2, 3}), frozenset({people + 5, people + 6})}), fixed={people + 6: Place(1, 2)}
    )
    again = splits(len(here), frozenset({2, 3, 4, 5, 6}), 4)[0]
    drawn = draw_rounds(here, again, past, rounds=rounds, seed=2, wishes=wishes, moves=moves)
    assert drawn == draw_rounds(here[::-1], again, past, rounds=rounds, seed=2, wishes=wishes, moves=moves)
    report = quality(here, past, drawn, wishes)
    assert report.rounds == rounds + 1
    assert report.repeats.value >= report.repeats.bound
    broken = {
        pair
        for seating in drawn
        for table in seating.tables
        for pair in combinations(sorted(table), 2)
        if pair in wishes.apart_pairs()
    }
    assert {case.pair for case in report.apart_broken} == broken
    assert [everybody(seating) for seating in drawn] == [sorted(here)] * rounds
    assert {seating.tables[0][1] for seating in drawn} == {people + 6}


@pytest.mark.parametrize("people", range(5, 42))
def test_no_bound_is_beaten_when_people_come_and_go(people: int) -> None:
    leave, join = {2: 1, 3: people // 4}, {3: 1, 4: 3}
    event = Event(people, 5, lambda here: splits(here, frozenset({3, 4, 5}), 4)[0], leave=leave, join=join)
    report = plan(event, seed=people, moves=FEW).quality
    assert report.repeats.value >= report.repeats.bound
    assert report.most.value >= report.most.bound
    assert report.weighted.value >= report.weighted.bound


@pytest.mark.parametrize("numbers", TENTHS, ids=lambda numbers: f"{numbers[0]}-{numbers[-1]}")
def test_laws_of_two_rounds(numbers: range) -> None:
    for people in numbers:
        for split in sizes_for(people):
            check_everybody_once(people, split, 2, FEW)
        check_the_past_counts(people, 1, FEW)


@pytest.mark.long
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("numbers", TENTHS, ids=lambda numbers: f"{numbers[0]}-{numbers[-1]}")
def test_laws_of_six_rounds(numbers: range) -> None:
    for people in numbers:
        for split in sizes_for(people):
            check_everybody_once(people, split, 6, MORE)
        check_the_past_counts(people, 3, MORE)

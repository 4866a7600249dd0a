"""Laws for every number of people; whole under the mark "long", and a sample of the same laws always."""

import pytest

from tournaments.seating.draw import Past, Seating, Wishes, draw_round, draw_rounds
from tournaments.seating.quality import quality
from tournaments.seating.sizes import Split, splits

EVERY = range(4, 201)
SAMPLE = (4, 5, 7, 9, 14, 22, 31, 47, 66, 101, 150, 199)
MOVES = 3_000


def sizes_for(people: int) -> list[Split]:
    """The best split around each size from 3 to 6 that fits without anybody sitting out."""
    found = [splits(people, frozenset({size - 1, size, size + 1}), size)[0] for size in (3, 4, 5, 6) if people >= size]
    return [split for split in dict.fromkeys(found) if split.sit_outs == 0]


def check_everybody_once(people: int) -> None:
    for split in sizes_for(people):
        drawn = draw_rounds(range(people), split, Past(), rounds=4, seed=people, moves=MOVES)
        for seating in drawn:
            assert sorted(entry for table in seating.tables for entry in table) == list(range(people))
            assert tuple(map(len, seating.tables)) == split.sizes
        report = quality(range(people), Past(), drawn)
        assert report.repeats.value >= report.repeats.bound
        assert report.most.value >= report.most.bound
        assert report.weighted.value >= report.weighted.bound
        if len(set(split.sizes)) == 1:
            assert report.seat_spread <= 1


def check_the_past_counts(people: int) -> None:
    """Somebody left, somebody came: the rounds played stay as they were, the bounds hold, wishes are kept or named."""
    split = sizes_for(people)[0]
    first = draw_round(range(people), split, Past(), seed=1, moves=MOVES)
    past = Past((first.tables,), (first.sit_outs,))
    here = [*range(1, people), people + 5, people + 6]
    wishes = Wishes(frozenset({frozenset({1, 2, 3}), frozenset({people + 5, people + 6})}))
    again = splits(len(here), frozenset({2, 3, 4, 5, 6}), 4)[0]
    drawn = draw_rounds(here, again, past, rounds=2, seed=2, wishes=wishes, moves=MOVES)
    assert drawn == draw_rounds(here[::-1], again, past, rounds=2, seed=2, wishes=wishes, moves=MOVES)
    report = quality(here, past, drawn, wishes)
    assert report.rounds == 3
    assert report.repeats.value >= report.repeats.bound
    broken = {
        pair
        for seating in drawn
        for pair in wishes.apart_pairs()
        if any(set(pair) <= set(table) for table in seating.tables)
    }
    assert {case.pair for case in report.apart_broken} == broken
    assert {entry for seating in drawn for entry in everybody(seating)} == set(here)


def everybody(seating: Seating) -> list[int]:
    return [entry for table in seating.tables for entry in table] + list(seating.sit_outs)


@pytest.mark.parametrize("people", SAMPLE)
def test_everybody_sits_once_at_tables_as_announced(people: int) -> None:
    check_everybody_once(people)


@pytest.mark.parametrize("people", SAMPLE)
def test_the_past_and_the_wishes_count(people: int) -> None:
    check_the_past_counts(people)


@pytest.mark.long
@pytest.mark.timeout(1_800)
def test_every_number_from_4_to_200() -> None:
    for people in EVERY:
        check_everybody_once(people)
        check_the_past_counts(people)

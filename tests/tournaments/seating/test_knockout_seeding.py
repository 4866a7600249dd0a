"""Seeding a round of a knockout: the serpentine, byes, shorter tables for the top seeds, and who is moved apart."""

from itertools import combinations

import pytest

from tournaments.seating.knockout import Level
from tournaments.seating.knockout_planner import knockout_plans
from tournaments.seating.knockout_seeding import Meeting, seed_tables

FOURS = Level((4,) * 4, (2,) * 4)


def test_the_serpentine() -> None:
    assert seed_tables(range(1, 17), FOURS).tables == ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))


def test_shorter_tables_go_to_the_top_seeds() -> None:
    level = knockout_plans(22)[0].levels[0]
    assert seed_tables(range(1, 23), level).tables == (
        (1, 12, 13),
        (2, 11, 14),
        (3, 10, 15, 22),
        (4, 9, 16, 21),
        (5, 8, 17, 20),
        (6, 7, 18, 19),
    )


def test_top_seeds_wait() -> None:
    seeded = seed_tables((7, 3, 9, 4, 1, 8), Level((2, 2), (1, 1), byes=2))
    assert (seeded.byes, seeded.tables, seeded.meetings) == ((7, 3), ((9, 8), (4, 1)), ())


def test_clubmates_couples_and_recent_opponents_trade_inside_their_row() -> None:
    seeded = seed_tables(
        range(1, 17), FOURS, apart=[frozenset({1, 8}), frozenset({3, 11, 16})], met=[frozenset({2, 7})]
    )
    assert seeded.meetings == ()
    rows = [{table[row] for table in seeded.tables} for row in range(4)]
    assert rows == [{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}]


def test_meetings_that_cannot_be_avoided_are_named() -> None:
    seeded = seed_tables(range(1, 9), Level((4, 4), (2, 2)), apart=[frozenset({1, 4, 5})], met=[frozenset({2, 3, 6})])
    assert len([meeting for meeting in seeded.meetings if not meeting.recent]) == 1
    assert len([meeting for meeting in seeded.meetings if meeting.recent]) == 1
    words = [str(Meeting((1, 4), 0, recent=False).words), str(Meeting((2, 3), 1, recent=True).words)]
    assert words == [
        "1 and 4 should be kept apart but share table A.",
        "2 and 3 met recently and share table B.",
    ]


@pytest.mark.parametrize("people", [*range(6, 41), 64, 101, 250])
def test_everybody_once_each_row_kept_and_the_same_seed_the_same_tables(people: int) -> None:
    level = knockout_plans(people, advance=1, final_sizes=(3, 4, 5))[0].levels[0]
    clubs = [frozenset(range(club, people, 7)) for club in range(7)]
    seeded = seed_tables(range(people), level, apart=clubs, met=[frozenset({0, people - 1})], seed=people)
    assert seeded == seed_tables(range(people), level, apart=clubs, met=[frozenset({0, people - 1})], seed=people)
    assert sorted([*seeded.byes, *(entry for table in seeded.tables for entry in table)]) == list(range(people))
    assert tuple(map(len, seeded.tables)) == level.sizes
    plain = seed_tables(range(people), level)
    for row in range(max(level.sizes)):
        assert {table[row] for table in seeded.tables if row < len(table)} == {
            table[row] for table in plain.tables if row < len(table)
        }
    together = [pair for table in seeded.tables for pair in combinations(table, 2) if (pair[0] - pair[1]) % 7 == 0]
    assert sorted(together) == sorted(meeting.pair for meeting in seeded.meetings if not meeting.recent)
    if people > 21:
        assert together == []


def test_another_number_of_people_is_refused() -> None:
    with pytest.raises(ValueError, match="16 different people play this round, not 15"):
        seed_tables(range(15), FOURS)

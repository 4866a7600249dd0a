from collections import Counter
from itertools import combinations

import pytest

from tournaments.seating.draw import CannotSeat, Past, Place, Seating, Wishes, draw_round, draw_rounds
from tournaments.seating.quality import quality
from tournaments.seating.sizes import Split, splits

CLUB = frozenset({3, 4, 5})


def after(past: Past, *seatings: Seating) -> Past:
    return Past(
        (*past.rounds, *(seating.tables for seating in seatings)),
        (*past.sat_out, *(seating.sit_outs for seating in seatings)),
    )


def one_at_a_time(people: int, split: Split, rounds: int, seed: int) -> list[Seating]:
    drawn: list[Seating] = []
    for number in range(rounds):
        drawn.append(draw_round(range(1, people + 1), split, after(Past(), *drawn), seed=seed + number))
    return drawn


def assert_everybody_once(seating: Seating, entries: list[int], split: Split) -> None:
    assert sorted([entry for table in seating.tables for entry in table] + list(seating.sit_outs)) == sorted(entries)
    assert tuple(len(table) for table in seating.tables) == split.sizes
    assert len(seating.sit_outs) == split.sit_outs


@pytest.mark.parametrize("seed", range(1, 40, 4))
def test_sixteen_people_in_fours_do_not_meet_again_for_three_rounds(seed: int) -> None:
    """Row 36."""
    drawn = one_at_a_time(16, Split((4, 4, 4, 4)), 3, seed)
    assert quality(range(1, 17), Past(), drawn).repeats.value == 0


def test_thirteen_people_at_tables_of_four_sit_out_in_turn() -> None:
    """Row 30: five rounds, five different people; drawing a round again still has exactly one."""
    (split,) = splits(13, frozenset({4}), 4)
    drawn = one_at_a_time(13, split, 5, seed=7)
    assert len({out for seating in drawn for out in seating.sit_outs}) == 5
    again = draw_round(range(1, 14), split, after(Past(), *drawn[:4]), seed=99)
    assert len(again.sit_outs) == 1
    assert again.sit_outs[0] not in [out for seating in drawn[:4] for out in seating.sit_outs]


def test_nobody_sits_short_twice_before_everybody_did_once() -> None:
    split = Split((4, 4, 4, 4, 3, 3))
    drawn = one_at_a_time(22, split, 3, seed=3)
    report = quality(range(1, 23), Past(), drawn)
    assert (report.repeats.value, report.short.least, report.short.most) == (0, 0, 1)


@pytest.mark.parametrize("people", [*range(4, 41, 3), 64, 101, 200])
def test_laws_of_every_round(people: int) -> None:
    entries = [3 * number + 10 for number in range(people)]
    for split in splits(people, CLUB, 4)[:2]:
        first = draw_round(entries, split, Past(), seed=people, moves=3_000)
        second = draw_round(entries, split, after(Past(), first), seed=people + 1, moves=3_000)
        assert_everybody_once(first, entries, split)
        assert_everybody_once(second, entries, split)
        assert second == draw_round(entries[::-1], split, after(Past(), first), seed=people + 1, moves=3_000)
        report = quality(entries, after(Past(), first), second)
        assert report.repeats.value >= report.repeats.bound
        assert report.most.value >= report.most.bound
        assert report.weighted.value >= report.weighted.bound


def test_the_same_seed_is_the_same_seating_on_every_machine() -> None:
    """Typed in: if this changes, every published draw would no longer be reproduced, so the version must change too."""
    seating = draw_round(range(1, 11), Split((4, 3, 3)), Past(), seed=5)
    assert seating == Seating(((1, 2, 3, 4), (7, 10, 9), (8, 5, 6)), (), 5, 0)


def test_people_who_left_or_came_late_are_no_obstacle() -> None:
    past = after(Past(), *one_at_a_time(24, Split((4,) * 6), 2, seed=1))
    here = [entry for entry in range(1, 25) if entry not in (3, 8)] + [30]
    split = splits(23, CLUB, 4)[0]
    seating = draw_round(here, split, past, seed=4)
    assert_everybody_once(seating, here, split)
    assert quality(here, past, seating).repeats.value == 0


def test_thinking_ahead_leaves_room_for_the_later_rounds() -> None:
    past = after(Past(), *one_at_a_time(24, Split((4,) * 6), 3, seed=1))
    here = [entry for entry in range(1, 25) if entry not in (3, 8)]
    split = splits(22, CLUB, 4)[0]
    drawn = draw_rounds(here, split, past, rounds=3, seed=2)
    assert draw_round(here, split, past, ahead=3, seed=2) == drawn[0]
    assert quality(here, past, drawn).repeats.value <= 4


def test_couples_are_kept_apart_and_friends_together() -> None:
    apart = frozenset(frozenset({number, number + 1}) for number in range(1, 13, 2))
    together = frozenset({frozenset({20, 21, 22})})
    wishes = Wishes(apart=apart, together=together)
    drawn = draw_rounds(range(1, 25), Split((4,) * 6), Past(), rounds=3, seed=8, wishes=wishes)
    for seating in drawn:
        table_of = {entry: table for table in seating.tables for entry in table}
        assert all(table_of[pair[0]] != table_of[pair[1]] for pair in wishes.apart_pairs())
        assert table_of[20] == table_of[21] == table_of[22]
    report = quality(range(1, 25), Past(), drawn, wishes)
    assert (report.apart_broken, report.together_broken) == ((), ())


def test_a_wish_that_cannot_be_kept_is_reported_not_hidden() -> None:
    club = frozenset({frozenset({1, 2, 3, 4, 5})})
    wishes = Wishes(apart=club)
    seating = draw_round(range(1, 9), Split((4, 4)), Past(), seed=1, wishes=wishes)
    report = quality(range(1, 9), Past(), seating, wishes)
    assert len(report.apart_broken) == 4
    assert str(report.words()[0]).endswith("should be kept apart but meet in round 1.")


def test_who_cannot_move_keeps_table_and_seat() -> None:
    wishes = Wishes(fixed={5: Place(2, 3), 6: Place(1)})
    drawn = draw_rounds(range(1, 17), Split((4,) * 4), Past(), rounds=4, seed=8, wishes=wishes)
    assert [seating.tables[1][2] for seating in drawn] == [5, 5, 5, 5]
    assert all(6 in seating.tables[0] for seating in drawn)


def test_a_locked_table_stays_when_the_rest_is_drawn_again() -> None:
    past = after(Past(), *one_at_a_time(15, Split((4, 4, 4, 3)), 2, seed=1))
    first = draw_round(range(1, 16), Split((4, 4, 4, 3)), past, seed=5)
    wishes = Wishes().locking({2: first.tables[1], 4: first.tables[3]})
    second = draw_round(range(1, 16), Split((4, 4, 4, 3)), past, seed=6, wishes=wishes)
    assert (second.tables[1], second.tables[3]) == (first.tables[1], first.tables[3])
    assert {*second.tables[0], *second.tables[2]} == {*first.tables[0], *first.tables[2]}


def test_seats_are_shared_out_evenly_over_a_plan() -> None:
    drawn = draw_rounds(range(1, 33), Split((4,) * 8), Past(), rounds=8, seed=1, moves=20_000)
    for entry in range(1, 33):
        seats = Counter(table.index(entry) for seating in drawn for table in seating.tables if entry in table)
        assert sorted(seats.values()) == [2, 2, 2, 2]


def test_a_thousand_people_never_meet_again_nor_come_to_the_same_table() -> None:
    drawn = draw_rounds(range(1, 1001), Split((4,) * 250), Past(), rounds=5, seed=1)
    report = quality(range(1, 1001), Past(), drawn)
    assert (report.repeats.value, report.revisits) == (0, 0)


@pytest.mark.parametrize(
    ("people", "split", "wishes", "sentence"),
    [
        (
            24,
            Split((4,) * 5),
            Wishes(),
            "24 people are here, but the tables are for 20. Choose the table sizes again.",
        ),
        (
            8,
            Split((4, 4)),
            Wishes(fixed={1: Place(1, 2), 3: Place(1, 2)}),
            "Entries 1 and 3 both keep seat 2 of table 1.",
        ),
        (
            7,
            Split((4, 3)),
            Wishes(fixed={1: Place(3)}),
            "Entry 1 keeps a place at table 3 that this round does not have.",
        ),
        (
            7,
            Split((4, 3)),
            Wishes(fixed=dict.fromkeys((1, 2, 3, 4), Place(2))),
            "More people keep a place at table 2 than it has seats (3).",
        ),
        (
            8,
            Split((4, 4)),
            Wishes(together=frozenset({frozenset({1, 2, 3}), frozenset({3, 4, 5})})),
            "Entries 1, 2, 3, 4, 5 want to sit together, but the largest table has 4 seats.",
        ),
        (
            8,
            Split((4, 4)),
            Wishes(together=frozenset({frozenset({1, 2})}), fixed={1: Place(1), 2: Place(2)}),
            "Entries 1, 2 want to sit together but keep places at different tables.",
        ),
        (
            8,
            Split((4, 4)),
            Wishes(apart=frozenset({frozenset({1, 3})}), together=frozenset({frozenset({1, 2}), frozenset({2, 3})})),
            "Entries 1 and 3 are to be kept apart, but other wishes put them at one table.",
        ),
    ],
)
def test_what_cannot_be_seated_is_refused_with_its_reason(
    people: int, split: Split, wishes: Wishes, sentence: str
) -> None:
    """Row 41 and clashing wishes: nothing half-made, the numbers or the wishes are named."""
    with pytest.raises(CannotSeat) as caught:
        draw_round(range(1, people + 1), split, Past(), seed=1, wishes=wishes)
    assert str(caught.value.sentence) == sentence


def test_an_entry_listed_twice_is_refused() -> None:
    with pytest.raises(CannotSeat) as caught:
        draw_round([1, 2, 3, 3], Split((4,)), Past(), seed=1)
    assert str(caught.value.sentence) == "Entry 3 is listed twice. Remove one of the two."


def test_drawn_pairs_are_the_pairs_of_the_report() -> None:
    drawn = one_at_a_time(8, Split((4, 4)), 3, seed=1)
    met = Counter(pair for seating in drawn for table in seating.tables for pair in combinations(sorted(table), 2))
    report = quality(range(1, 9), Past(), drawn)
    assert {again.pair for again in report.again} == {pair for pair, times in met.items() if times > 1}

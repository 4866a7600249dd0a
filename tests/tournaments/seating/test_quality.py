from collections import Counter
from itertools import permutations

import pytest

from tournaments.seating.bounds import cheapest, forced
from tournaments.seating.draw import Past, Seating, draw_rounds
from tournaments.seating.quality import Again, Figure, Shared, quality
from tournaments.seating.sizes import Split

HENS = Past(
    (((1, 2, 3, 4), (5, 6, 7)), ((1, 5, 2, 6), (3, 4, 7))),
)


def test_every_number_of_a_small_event_by_hand() -> None:
    """Rounds 1 and 2 share the pairs 1-2, 3-4 and 5-6."""
    report = quality(range(1, 8), HENS, [])
    assert report.repeats == Figure(3, 3)
    assert report.most == Figure(2, 2)
    assert report.weighted == Figure(3, 3)
    assert report.again == (Again((1, 2), (1, 2)), Again((3, 4), (1, 2)), Again((5, 6), (1, 2)))
    assert report.short == Shared(0, 2, (7,))
    assert report.sit_outs == Shared(0, 0, ())
    assert report.seat_spread == 2
    assert report.revisits == 3


def test_the_report_before_anything_is_drawn() -> None:
    report = quality(range(1, 9), Past(), [])
    assert (report.repeats, report.most, report.weighted) == (Figure(0, 0), Figure(0, 0), Figure(0, 0))
    assert (report.short, report.sit_outs) == (Shared(0, 0, ()), Shared(0, 0, ()))
    assert (report.rounds, report.people, report.seat_spread, report.revisits) == (0, 8, 0, 0)
    assert str(report.words()[0]) == "Nobody meets anybody twice."
    assert draw_rounds(range(1, 9), Split((4, 4)), Past(), rounds=0, seed=1) == ()


def test_the_report_of_nobody() -> None:
    assert quality([], Past(), []).repeats == Figure(0, 0)


def test_the_report_in_words() -> None:
    report = quality(range(1, 8), HENS, [])
    assert [str(sentence) for sentence in report.words()] == [
        "3 meetings are repeats (best possible: 3); no pair meets more than 2 times (2).",
        "Everybody sits at a smaller table 0 to 2 times.",
        "Nobody's seats differ by more than 2; table numbers visited again: 3.",
    ]


def round_of(*tables: tuple[int, ...], out: tuple[int, ...] = ()) -> Seating:
    return Seating(tables, out, 1, 0)


def test_sit_outs_are_counted_and_named() -> None:
    drawn = [round_of((1, 2, 3, 4), out=(5,)), round_of((2, 3, 4, 5), out=(1,)), round_of((3, 4, 5, 2), out=(1,))]
    assert quality(range(1, 6), Past(), drawn).sit_outs == Shared(0, 2, (1,))


@pytest.mark.parametrize(
    ("sizes", "rounds", "repeats", "most", "weighted"),
    [
        ((4, 3), 5, 24, 3, 30),
        ((4, 4), 4, 20, 2, 24),
        ((3, 3, 3), 6, 18, 2, 18),
        ((6, 6, 6), 5, 72, 2, 90),
        ((4, 4, 4, 4), 6, 24, 2, 24),
        ((8,) * 4, 1, 0, 1, 0),
    ],
)
def test_bounds_of_whole_events(sizes: tuple[int, ...], rounds: int, repeats: int, most: int, weighted: int) -> None:
    """Any seating has the bounds of its sizes; here the same tables over and over."""
    people = iter(range(1, sum(sizes) + 1))
    tables = tuple(tuple(next(people) for _ in range(size)) for size in sizes)
    report = quality(range(1, sum(sizes) + 1), Past(), [Seating(tables, (), 1, 0)] * rounds)
    assert (report.repeats.bound, report.most.bound, report.weighted.bound) == (repeats, most, weighted)


def test_no_second_round_of_six_people_in_threes_beats_its_bound() -> None:
    """Brute force over every second round."""
    first = round_of((0, 1, 2), (3, 4, 5))
    best = min(
        quality(range(6), Past((first.tables,)), round_of(order[:3], order[3:])).repeats.value
        for order in permutations(range(6))
    )
    assert best == quality(range(6), Past((first.tables,)), first).repeats.bound == forced((3, 3), 2)


def test_handing_out_the_cheapest_first() -> None:
    assert cheapest(Counter({0: 3, 2: 1}), 4, lambda times: times) == (1, 2)
    assert cheapest(Counter({0: 2}), 5, lambda times: times) == (0 + 0 + 1 + 1 + 2, 3)
    assert cheapest(Counter(), 0, lambda times: times) == (0, 0)

from functools import cache

import pytest

from tournaments.seating.sizes import NoSplit, Split, seats_left, splits, would_seat_all

CLUB = frozenset({3, 4, 5})
MEET_AGAIN = " With fewer tables than seats at one, some people meet again from the second round on."


@pytest.mark.parametrize(
    ("people", "sizes"),
    [
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (9, (5, 4)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
        (13, (5, 4, 4)),
        (16, (4, 4, 4, 4)),
        (22, (4, 4, 4, 4, 3, 3)),
        (23, (4, 4, 4, 4, 4, 3)),
    ],
)
def test_fours_are_preferred_and_the_rest_is_as_even_as_can_be(people: int, sizes: tuple[int, ...]) -> None:
    assert splits(people, CLUB, 4)[0] == Split(sizes)


def test_the_other_ways_are_offered_after_the_best() -> None:
    assert splits(22, CLUB, 4) == (
        Split((4, 4, 4, 4, 3, 3)),
        Split((5, 5, 4, 4, 4)),
        Split((4, 3, 3, 3, 3, 3, 3)),
    )


def test_fours_and_sixes_without_fives() -> None:
    assert splits(22, frozenset({4, 6}), 4)[0] == Split((6, 4, 4, 4, 4))
    assert splits(17, frozenset({4, 6, 7}), 4)[0] == Split((7, 6, 4))


def test_people_sit_out_only_when_nothing_else_fits() -> None:
    assert splits(13, frozenset({4}), 4) == (Split((4, 4, 4), 1),)
    assert splits(12, frozenset({4}), 4) == (Split((4, 4, 4)),)
    assert splits(7, frozenset({6}), 6) == (Split((6,), 1),)


def test_ten_thousand_people() -> None:
    assert splits(10_001, CLUB, 4)[0] == Split((5,) + (4,) * 2499)


@pytest.mark.parametrize(
    ("people", "allowed", "sentence"),
    [
        (0, {4}, "Nobody is here yet. At least 4 people are needed."),
        (1, {2, 3}, "One person cannot play alone. 1 more person makes a table."),
        (3, {4, 5}, "3 people do not fill a table of 4. Allow tables of 3, or wait for 1 more."),
        (9, set(), "No table size between 2 and 8 is allowed. Allow one, for example tables of 4."),
        (9, {1, 9}, "No table size between 2 and 8 is allowed. Allow one, for example tables of 4."),
    ],
)
def test_what_cannot_be_seated_says_what_would_fit(people: int, allowed: set[int], sentence: str) -> None:
    with pytest.raises(NoSplit) as caught:
        splits(people, frozenset(allowed), 4)
    assert str(caught.value.sentence) == sentence


@pytest.mark.parametrize(
    ("split", "sentence"),
    [
        (Split((3, 3, 3)), "3 tables of 3; everybody sits at a table of the same size."),
        (
            Split((4, 4, 4, 4, 3)),
            "4 tables of 4 and 1 table of 3; 3 people sit at a smaller table each round, in turn.",
        ),
        (Split((4, 4, 4, 4), 1), "4 tables of 4; 1 person sits out each round, in turn."),
        (
            Split((4, 3)),
            "1 table of 4 and 1 table of 3; 3 people sit at a smaller table each round, in turn." + MEET_AGAIN,
        ),
        (Split((5,)), "1 table of 5; everybody sits at a table of the same size."),
        (
            Split((7, 6, 4)),
            "1 table of 7 and 1 table of 6 and 1 table of 4; 10 people sit at a smaller table each round, in turn."
            + MEET_AGAIN,
        ),
    ],
)
def test_the_trade_off_in_words(split: Split, sentence: str) -> None:
    assert str(split.words) == sentence


@cache
def can_be_filled(people: int, sizes: tuple[int, ...]) -> bool:
    return people == 0 or any(can_be_filled(people - size, sizes) for size in sizes if size <= people)


def every_set_of_sizes() -> list[tuple[int, ...]]:
    return [tuple(size for size in range(2, 9) if bits >> size & 1) for bits in range(4, 512, 4)]


@pytest.mark.parametrize("people", range(2, 65))
def test_every_number_and_every_set_of_sizes_seats_all_or_says_why(people: int) -> None:
    """Row 29: never a table of one, never a size that was not allowed, sit-outs only when nothing else fits."""
    for sizes in every_set_of_sizes():
        if people < sizes[0]:
            with pytest.raises(NoSplit):
                splits(people, frozenset(sizes), 4)
            continue
        fewest = next(out for out in range(people) if can_be_filled(people - out, sizes))
        for split in splits(people, frozenset(sizes), 4):
            assert split.people == people
            assert split.sit_outs == fewest
            assert set(split.sizes) <= set(sizes)
            assert list(split.sizes) == sorted(split.sizes, reverse=True)


@pytest.mark.parametrize(
    ("people", "allowed", "sentence"),
    [
        (13, {4}, "With tables of 3 too nobody would sit out: 1 table of 4 and 3 tables of 3."),
        (14, {4}, "With tables of 3 too nobody would sit out: 2 tables of 4 and 2 tables of 3."),
        (9, {4, 6}, "With tables of 3 too nobody would sit out: 3 tables of 3."),
        (5, {4}, "With tables of 5 too nobody would sit out: 1 table of 5."),
        (7, {6}, "With tables of 7 too nobody would sit out: 1 table of 7."),
        (12, {4}, "None"),
        (1, {4}, "None"),
    ],
)
def test_which_size_more_would_seat_everybody(people: int, allowed: set[int], sentence: str) -> None:
    assert str(would_seat_all(people, frozenset(allowed), 4, range(2, 9))) == sentence


def test_a_size_that_the_rules_cannot_deal_is_not_named() -> None:
    assert would_seat_all(5, frozenset({4}), 4, [2, 4]) is None


def test_whoever_would_sit_out_is_seated_by_the_size_that_is_named() -> None:
    for people in range(2, 65):
        for size in range(2, 9):
            alone = frozenset({size})
            said = would_seat_all(people, alone, size, range(2, 9))
            if said is not None:
                more = int(str(dict(said.args)["size"]))
                assert splits(people, alone | {more}, size)[0].sit_outs == 0
                assert people < size or splits(people, alone, size)[0].sit_outs > 0


@pytest.mark.parametrize(
    ("people", "size", "sizes"),
    [(10, 4, (4, 3, 3)), (9, 4, (3, 3, 3)), (5, 4, (3, 2)), (2, 4, (2,)), (7, 6, (4, 3)), (11, 4, (4, 4, 3))],
)
def test_seats_are_left_free_as_evenly_as_can_be(people: int, size: int, sizes: tuple[int, ...]) -> None:
    assert seats_left(people, size) == Split(sizes)


@pytest.mark.parametrize(("people", "size"), [(0, 4), (1, 4), (8, 4), (3, 2)])
def test_no_seats_are_left_where_it_comes_out_even_or_somebody_would_be_alone(people: int, size: int) -> None:
    assert seats_left(people, size) is None

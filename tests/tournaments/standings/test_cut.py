"""The cut: nobody is guessed through, and the next in order is always known."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings import (
    EntryLedger,
    HandScore,
    Ledger,
    Policy,
    RoundAsked,
    Section,
    State,
    TableAsked,
    Wins,
    rank,
)
from tournaments.standings.cut import (
    Contender,
    CutGroup,
    DrawnLot,
    ExtraHand,
    HandPicked,
    contenders,
    cut,
    cut_groups,
    places_of,
)

NAMES = dict(enumerate(("", "Wren", "Jay", "Finch", "Robin", "Teal", "Coot", "Heron", "Dunlin")))


def scored(points: list[int]) -> tuple[Contender, ...]:
    """Entries 1, 2, … with these points in one hand, ranked without tie-breaks."""
    entries = tuple(
        EntryLedger(number, hands=(HandScore(1, 1, 1, State.PLAYED, score),))
        for number, score in enumerate(points, start=1)
    )
    asked = RoundAsked(1, 1, closed=True, tables=(TableAsked(1, handed_in=True),))
    return contenders(rank(Ledger((asked,), entries), Policy(tie_breaks=())))


def placed(*places: int) -> tuple[Contender, ...]:
    return tuple(Contender(entry, place) for entry, place in enumerate(places, start=1))


def test_seven_level_for_three_places_are_listed() -> None:
    """Row 21: eight at a table, four go on, 40, 40, 40, 40, 5, 40, 40, 40."""
    made = cut(scored([40, 40, 40, 40, 5, 40, 40, 40]), 4)
    assert made.through == (5,)
    assert made.on_the_line == (1, 2, 3, 4, 6, 7, 8)
    assert (made.open_places, made.is_settled) == (3, False)
    assert [str(one) for one in made.sentences(NAMES)] == [
        "4 of the 8 who took part go on.",
        "7 are level for 3 places: Wren, Jay, Finch, Robin, Coot, Heron, Dunlin.",
        "Play one more hand among them, draw lots, or choose by name and say why.",
    ]


def test_half_is_half_of_those_who_came() -> None:
    """Row 23: 20 entered, 3 absent, half go on: 8, the same after somebody goes home."""
    lines = tuple(Contender(entry, entry) for entry in range(1, 18))
    absent = tuple(Contender(entry, None, took_part=False) for entry in range(18, 21))
    before = cut((*lines, *absent), Fraction(1, 2))
    assert before.through == tuple(range(1, 9))
    assert before.absent == (18, 19, 20)
    after = cut((*lines, *absent), Fraction(1, 2), not_coming={2})
    assert (after.places, after.through) == (8, (1, 3, 4, 5, 6, 7, 8, 9))


def test_each_group_has_its_own_number() -> None:
    """Row 25: six of group A, three of the others."""
    group_a = tuple(Contender(entry, entry) for entry in range(1, 9))
    group_b = tuple(Contender(10 + entry, entry) for entry in range(1, 9))
    made = cut_groups([CutGroup("A", group_a, 6), CutGroup("B", group_b, 3)])
    assert {name: one.through for name, one in made.items()} == {"A": (1, 2, 3, 4, 5, 6), "B": (11, 12, 13)}


def test_nobody_goes_on_while_somebody_plays() -> None:
    """Row 27: not known yet is never a bye."""
    made = cut((Contender(1, 1), Contender(2, 2), Contender(3, None, waits=True)), 1)
    assert (made.through, made.out, made.waiting, made.is_settled) == ((), (), (1, 2, 3), False)
    assert [one.code for one in made.sentences(NAMES)] == ["cut.waits"]


def test_bots_that_stand_apart_take_no_place() -> None:
    entries = tuple(EntryLedger(number, hands=(HandScore(1, 1, 1, State.PLAYED, number),)) for number in (1, 2))
    people = rank(Ledger((RoundAsked(1, 1, closed=True),), entries), Policy())
    bot = replace(people.rows[0], entry=9, section=Section.BOTS)
    assert contenders(replace(people, rows=(*people.rows, bot))) == placed(1, 2)


def test_the_order_of_the_lines_does_not_matter() -> None:
    lines = placed(4, 1, 3, 2)
    assert cut(lines, 2).through == cut(lines[::-1], 2).through == (2, 4)


def test_a_drawn_lot_settles_the_line() -> None:
    made = cut(placed(1, 2, 2, 2), 2, [DrawnLot((4, 2, 3))])
    assert (made.through, made.on_the_line, made.next_up) == ((1, 4), (), ((2,), (3,)))


def test_a_lot_that_leaves_somebody_out_is_not_used() -> None:
    """After a correction others are level than those whose lots were drawn."""
    lot = DrawnLot((4, 2))
    made = cut(placed(1, 2, 2, 2), 2, [lot])
    assert (made.on_the_line, made.unused) == ((2, 3, 4), (lot,))


def test_an_extra_hand_may_leave_two_level() -> None:
    extra = ExtraHand(((2, 12), (3, 30), (4, 12)))
    made = cut(placed(1, 2, 2, 2), 2, [extra])
    assert (made.on_the_line, made.open_places, made.out) == ((2, 4), 1, (3,))
    assert cut(placed(1, 2, 2, 2), 2, [extra, DrawnLot((4, 2))]).through == (1, 4)
    highest = ExtraHand(((2, 12), (3, 30), (4, 12)), Wins.HIGHEST)
    assert cut(placed(1, 2, 2, 2), 2, [highest]).through == (1, 3)


def test_an_extra_hand_never_reaches_beyond_the_tied() -> None:
    made = cut(placed(1, 2, 2), 2, [ExtraHand(((1, 90), (2, 8), (3, 7)))])
    assert made.through == (1, 3)


def test_people_named_by_hand_go_first() -> None:
    picked = HandPicked((3,), "came by bicycle")
    assert cut(placed(1, 2, 2, 2), 2, [picked]).through == (1, 3)
    two = cut(placed(1, 2, 2, 2), 3, [picked])
    assert (two.through, two.on_the_line, two.open_places) == ((1, 3), (2, 4), 1)


def test_the_first_of_the_others_moves_up() -> None:
    lines = placed(1, 2, 3, 4)
    made = cut(lines, 2)
    assert made.first_replacement == (3,)
    assert str(made.sentences(NAMES)[-1]) == "If somebody does not come, Finch is next."
    moved = cut(lines, 2, not_coming={1})
    assert (moved.through, moved.not_coming, moved.first_replacement) == ((2, 3), (1,), (4,))


def test_replacements_that_are_level_are_asked_about() -> None:
    lines = placed(1, 2, 3, 3)
    made = cut(lines, 2)
    assert made.first_replacement == (3, 4)
    assert str(made.sentences(NAMES)[-1]) == "If somebody does not come, these are next and level: Finch, Robin."
    assert cut(lines, 2, not_coming={2}).on_the_line == (3, 4)


def test_too_few_with_a_place() -> None:
    made = cut((Contender(1, 1), Contender(2, None), Contender(3, None, took_part=False)), 2)
    assert (made.through, made.out, made.absent, made.is_settled) == ((1,), (2,), (3,), True)
    assert str(made.sentences(NAMES)[1]) == "Only 1 have a place in the list, so not all 2 places are taken."


@pytest.mark.parametrize(
    ("wanted", "took_part", "places"),
    [(4, 9, 4), (Fraction(1, 2), 17, 8), (Fraction(1, 3), 2, 1), (Fraction(1), 5, 5)],
)
def test_how_many_go_on(wanted: int | Fraction, took_part: int, places: int) -> None:
    assert places_of(wanted, took_part) == places


@pytest.mark.parametrize("wanted", [0, -1, Fraction(0), Fraction(3, 2)])
def test_a_number_that_cannot_be(wanted: int | Fraction) -> None:
    with pytest.raises(ValueError, match=r"cannot go on|is no share"):
        places_of(wanted, 8)


def test_an_entry_is_there_once() -> None:
    with pytest.raises(ValueError, match="twice"):
        cut((Contender(1, 1), Contender(1, 2)), 1)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=9), st.integers(1, 10))
def test_everybody_is_in_one_part_and_nobody_worse_goes_on(points: list[int], wanted: int) -> None:
    made = cut(scored(points), wanted)
    assert sorted((*made.through, *made.on_the_line, *made.out)) == list(range(1, len(points) + 1))
    assert len(made.through) <= wanted
    order = [points[entry - 1] for entry in (*made.through, *made.on_the_line, *made.out)]
    assert order == sorted(order)
    if made.on_the_line:
        assert len(made.through) + len(made.on_the_line) > wanted > len(made.through)
        assert len({points[entry - 1] for entry in made.on_the_line}) == 1

"""The fixed draw of the later rounds: known before anything is played, and table-mates meet again as late as can be."""

import pytest

from tournaments.seating.knockout import Level, NoPlan, Repechage
from tournaments.seating.knockout_draw import (
    Bye,
    PlaceOf,
    Reseeded,
    SecondChance,
    Source,
    WildCard,
    fixed_draw,
    ordinal,
    sources,
)
from tournaments.seating.knockout_planner import half_the_table, knockout_plans, the_best

A, B, C, D = range(4)


def test_four_tables_become_two() -> None:
    drawn = fixed_draw(Level((4,) * 4, (2,) * 4), (4, 4))
    assert [set(table) for table in drawn] == [
        {PlaceOf(A, 1), PlaceOf(C, 1), PlaceOf(B, 2), PlaceOf(D, 2)},
        {PlaceOf(B, 1), PlaceOf(D, 1), PlaceOf(A, 2), PlaceOf(C, 2)},
    ]


def shared(table: tuple[Source, ...]) -> int:
    origins = [(type(source), source.table) for source in table if isinstance(source, PlaceOf | SecondChance)]
    return len(origins) - len(set(origins))


@pytest.mark.parametrize("advance", [the_best(1), the_best(2), the_best(3), half_the_table(), {3: 1, 4: 2, 5: 4}])
def test_everybody_once_and_no_two_from_one_table_share_the_next_where_there_are_enough(
    advance: dict[int, int],
) -> None:
    levels = 0
    for people in range(6, 130):
        try:
            plans = knockout_plans(people, sizes=(3, 4, 5), advance=advance, repechage=True)
        except NoPlan:
            continue
        for plan in plans:
            for number, level in enumerate(plan.levels):
                following = plan.levels[number + 1].sizes if number + 1 < len(plan.levels) else (plan.final,)
                drawn = fixed_draw(level, following)
                seats = [source for table in drawn for source in table]
                assert tuple(map(len, drawn)) == following
                assert set(seats) == {source for members in sources(level) for source in members}
                assert len(set(seats)) == len(seats) == level.through
                if max(*level.advance, *level.repechage.advance, 0) <= len(following):
                    levels += 1
                    assert [table for table in drawn if shared(table)] == [], (plan.text, number)
    assert levels > 100


def test_the_classes_of_those_who_go_on() -> None:
    level = Level((3, 4), (1, 2), wild_cards=2, byes=1)
    assert sources(level) == [[Bye(1)], [PlaceOf(A, 1), PlaceOf(B, 1)], [PlaceOf(B, 2)], [WildCard(1), WildCard(2)]]
    again = Level((4, 4), (1, 1), repechage=Repechage((3, 3), (2, 1)))
    assert sources(again)[2:] == [[SecondChance(A, 1), SecondChance(B, 1)], [SecondChance(A, 2)], []]


def test_slots_in_words() -> None:
    slots: list[Source] = [PlaceOf(C, 2), WildCard(1), WildCard(3), SecondChance(A, 1), Bye(3), Reseeded()]
    assert [str(slot.words) for slot in slots] == [
        "2nd of table C",
        "best wild card",
        "3rd best wild card",
        "1st of table A of the repechage",
        "seed 3 (bye)",
        "seeded after the round before",
    ]
    assert str(ordinal(12)) == "12th"

"""Knockout plans: the known tables, every number of people, and what is said where nothing fits."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tournaments.seating.knockout import KnockoutPlan, Level, NoPlan, Repechage, check_plan, from_rows, letter
from tournaments.seating.knockout_planner import half_the_table, knockout_plans, the_best

TWO_ADVANCE = {
    9: "1x5 + 1x4 -> final 4",
    12: "3x4 -> final 6",
    14: "2x4 + 2x3 -> 2x4 -> final 4",
    18: "2x5 + 2x4 -> 2x4 -> final 4",
    22: "4x4 + 2x3 -> 3x4 -> final 6",
    27: "3x4 + 5x3 -> 4x4 -> 2x4 -> final 4",
    32: "8x4 -> 4x4 -> 2x4 -> final 4",
    50: "2x5 + 10x4 -> 6x4 -> 3x4 -> final 6",
    100: "4x5 + 20x4 -> 12x4 -> 6x4 -> 3x4 -> final 6",
    250: "58x4 + 6x3 -> 32x4 -> 16x4 -> 8x4 -> 4x4 -> 2x4 -> final 4",
}
ONE_ADVANCES = {
    9: "3x3 -> final 3",
    12: "3x4 -> final 3",
    14: "2x4 + 2x3 -> final 4",
    18: "2x5 + 2x4 -> final 4",
    22: "2x5 + 3x4 -> final 5",
    27: "3x5 + 3x4 -> final 6",
    32: "8x4 -> 2x4, 1 wild card -> final 3",
    50: "2x5 + 10x4 -> 3x4 -> final 3",
    100: "20x5 -> 5x4 -> final 5",
    250: "58x4 + 6x3 -> 16x4 -> 4x4 -> final 4",
}


@pytest.mark.parametrize(("people", "text"), TWO_ADVANCE.items())
def test_two_advance(people: int, text: str) -> None:
    assert knockout_plans(people)[0].text == text


@pytest.mark.parametrize(("people", "text"), ONE_ADVANCES.items())
def test_one_advances(people: int, text: str) -> None:
    assert knockout_plans(people, advance=1)[0].text == text


@pytest.mark.parametrize("people", [*range(6, 41), 48, 50, 64, 100, 128, 250])
def test_from_six_people_on_nobody_needs_a_bye_or_a_wild_card(people: int) -> None:
    plan = knockout_plans(people)[0]
    assert [level for level in plan.levels if level.byes or level.wild_cards] == []
    assert plan.final in (4, 6)


def planned(people: int, **wanted: object) -> tuple[KnockoutPlan, ...] | NoPlan:
    """The plans, each holding together and stored and read back the same, or why there is none."""
    try:
        plans = knockout_plans(people, **wanted)  # type: ignore[arg-type]
    except NoPlan as refused:
        return refused
    for plan in plans:
        check_plan(plan)
        assert plan.people == people
        assert from_rows(plan.rows()) == plan
    assert len({plan.text for plan in plans}) == len(plans) <= 3
    return plans


def nothing_for(people: range, **wanted: object) -> list[int]:
    """The numbers of people for which there is no plan."""
    return [number for number in people if isinstance(planned(number, **wanted), NoPlan)]


@pytest.mark.parametrize("advance", [1, 2])
def test_every_number_of_people_has_a_plan(advance: int) -> None:
    assert nothing_for(range(4, 257), advance=advance) == []


def test_whatever_is_allowed_up_to_64_people_there_is_a_plan_or_a_sentence() -> None:
    without = {size: nothing_for(range(2, 65), sizes=(size,), preferred=size) for size in range(3, 9)}
    assert without == {
        3: [2],
        4: [2, 3],
        5: [2, 3, 4],
        6: [2, 3, 4, 5],
        7: [2, 3, 4, 5, 6, 9],
        8: [2, 3, 4, 5, 6, 7, 9, 10, 15],
    }
    assert nothing_for(range(2, 65), sizes=(2,), preferred=2, advance=1) == []


@pytest.mark.parametrize("advance", [the_best(1), the_best(3), the_best(7), half_the_table(), {3: 1, 4: 2, 5: 3}])
def test_other_numbers_that_go_on(advance: Mapping[int, int]) -> None:
    for people in (8, 13, 29, 64, 101):
        for sizes in ((3, 4, 5), (4, 6), (8,), (5, 6, 7, 8)):
            if any(0 < advance.get(size, 0) < size for size in sizes):
                plans = planned(people, sizes=sizes, preferred=sizes[0], advance=advance, repechage=True)
                assert isinstance(plans, tuple) or str(plans).startswith(f"{people} people do not fit a knockout")


def test_half_the_table_follows_its_size() -> None:
    plan = knockout_plans(18, advance=half_the_table())[0]
    assert plan.text == "3x4 + 2x3 (2 of 4, 1 of 3) -> 2x4 -> final 4"
    assert plan.levels[0] == Level((3, 3, 4, 4, 4), (1, 1, 2, 2, 2))


def test_the_choices_differ_in_what_they_cost() -> None:
    assert [plan.text for plan in knockout_plans(22, repechage=True)] == [
        "4x4 + 2x3 -> 3x4 -> final 6",
        "2x5 + 3x4 -> 2x5 -> final 4",
        "2x5 + 3x4, repechage 3x4 for 6 -> 4x4 -> 2x4 -> final 4",
    ]


def test_byes_and_wild_cards_where_the_tables_need_them() -> None:
    plans = knockout_plans(22, sizes=(4,), final_sizes=(4,))
    assert [plan.text for plan in plans] == ["5x4, 2 byes -> 3x4, 2 wild cards -> 2x4 -> final 4"]
    heads_up = knockout_plans(6, sizes=(2,), preferred=2, advance=1, final_sizes=(2,), wild_cards=False)[0]
    assert heads_up.text == "2x2, 2 byes -> 2x2 -> final 2"
    assert [str(words) for words in heads_up.words] == [
        "3 rounds, the last of them the final of 2.",
        "2 top seeds wait for the second round (byes).",
    ]


def test_the_words_of_a_plan() -> None:
    plan = knockout_plans(22, third_place=True)[0]
    assert [str(words) for words in plan.words] == [
        "3 rounds, the last of them the final of 6.",
        "No byes and no wild cards.",
        "Round 1: 4 tables of 4 and 2 tables of 3; the smaller tables go to the top seeds.",
        "6 people who go out before the final play for the places after it.",
    ]
    assert str(plan.levels[0].words) == "4 tables of 4 and 2 tables of 3; 12 people go on."


def test_group_a_sends_six_and_the_others_three() -> None:
    """Row 25: exactly that, in the plan, in its words and in who goes on."""
    plan = knockout_plans(24, sizes=(4, 6, 8), preferred=8, by_table=[(6, 3)])[0]
    assert plan.text == "3x8 (A 6, B-C 3) -> 2x6 -> final 4"
    assert plan.levels[0] == Level((8, 8, 8), (6, 3, 3))
    words = "3 tables of 8; 12 people go on: 6 from table A, 3 from each of the tables B to C."
    assert [str(level.words) for level in plan.levels] == [words, "2 tables of 6; 4 people go on."]


def test_numbers_by_the_size_of_the_table() -> None:
    plan = knockout_plans(18, sizes=(4, 5), advance={4: 2, 5: 3})[0]
    assert plan.text == "2x5 + 2x4 (3 of 5, 2 of 4) -> 2x5 -> final 6"
    words = "2 tables of 5 and 2 tables of 4; 10 people go on: 3 from each table of 5, 2 from each table of 4."
    assert str(plan.levels[0].words) == words


@pytest.mark.parametrize("people", [*range(7, 41), 64, 100, 250])
@pytest.mark.parametrize("by_table", [((3, 2),), ((1, 2, 3),), ((), (3, 1)), ((2, 1), (), (1,))])
def test_a_round_has_the_numbers_that_were_said_or_there_is_no_plan(
    people: int, by_table: tuple[tuple[int, ...], ...]
) -> None:
    plans = planned(people, by_table=by_table)
    if isinstance(plans, NoPlan):
        assert (people < 20, "people do not fit a knockout" in str(plans)) == (True, True)
        return
    for plan in plans:
        for level, numbers in zip(plan.levels, by_table, strict=False):
            tables = len(level.sizes)
            said = (*numbers, *[numbers[-1]] * (tables - len(numbers))) if numbers else (2,) * tables
            assert (level.advance, len(level.advance) >= len(numbers)) == (said, True)
        assert len(plan.levels) >= len(by_table)


@pytest.mark.parametrize(
    ("people", "wanted", "sentence"),
    [
        (1, {}, "A knockout needs at least 2 people. Wait until they are here."),
        (
            8,
            {"sizes": (2,)},
            "At tables of these sizes nobody would go out. Let fewer people go on, or allow larger tables.",
        ),
        (
            9,
            {"sizes": (4,), "wild_cards": False, "byes": False},
            "9 people do not fit a knockout with these tables and this final. They would with byes for the top seeds.",
        ),
        (
            2,
            {},
            "2 people do not fit a knockout with these tables and this final. They would with a final of 2.",
        ),
        (
            20,
            {"sizes": (8,), "advance": 7, "final_sizes": (8,)},
            (
                "20 people do not fit a knockout with these tables and this final. "
                "They would with one going on from each table, wild cards and byes."
            ),
        ),
        (
            9,
            {"by_table": [(4, 2)], "sizes": (3, 4)},
            (
                "9 people do not fit a knockout with these tables and this final. "
                "They would with one number for all tables of a round."
            ),
        ),
    ],
)
def test_what_would_work_is_said(people: int, wanted: dict[str, object], sentence: str) -> None:
    with pytest.raises(NoPlan) as refused:
        knockout_plans(people, **wanted)  # type: ignore[arg-type]
    assert str(refused.value.sentence) == sentence


def test_two_hundred_and_fifty_tables_have_letters() -> None:
    assert [letter(table) for table in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


SOUND = KnockoutPlan(16, (Level((4,) * 4, (2,) * 4), Level((4, 4), (2, 2))), 4)
UNSOUND = (
    "Round {number} does not work. At each table of 2 to 8 somebody goes on and somebody goes out; byes are for the "
    "first round; all others play in a repechage, or the best are wild cards."
)


@pytest.mark.parametrize(
    ("levels", "final", "sentence"),
    [
        (
            (Level((4,) * 4, (2,) * 4),),
            4,
            "8 people reach the final, but it is a table of 4. A final has 2 to 8 people.",
        ),
        ((Level((4,) * 4, (2, 2, 2, 4)), Level((4, 4), (2, 2))), 4, UNSOUND.format(number=1)),
        ((Level((4,) * 4, (2,) * 4), Level((4,), (2,), byes=4)), 6, UNSOUND.format(number=2)),
        ((Level((4,) * 4, (1,) * 4, repechage=Repechage((4, 4), (1, 1))),), 6, UNSOUND.format(number=1)),
        ((Level((4,) * 4, (2,) * 4), Level((4, 5), (2, 2))), 4, None),
    ],
)
def test_a_plan_changed_by_hand_must_add_up(levels: tuple[Level, ...], final: int, sentence: str | None) -> None:
    with pytest.raises(NoPlan) as refused:
        check_plan(replace(SOUND, levels=levels, final=final))
    wrong = "Round 2 has 8 people, but its tables and byes are for 9."
    assert str(refused.value) == (sentence or wrong)


@pytest.mark.parametrize(
    "rows", [[], [[16, 4, 0, 7]], [[16, 4, 0], [4]], [[[16], 4, 0]], [[16, 4, 0], [[4], 2, 0, 0, [], []]]]
)
def test_a_damaged_plan_is_said(rows: list[list[int | list[int]]]) -> None:
    with pytest.raises(NoPlan) as refused:
        from_rows(rows)
    assert str(refused.value) == "This plan of a knockout is damaged. Choose one again."

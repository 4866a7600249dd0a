"""Totals of a sheet without its hands: what no tiles can make is refused (rules.md 4.4 and 4.5)."""

import pytest

from engine import check_totals, read_rules


def found(text: str, centres: tuple[int | None, ...], *totals: int) -> list[tuple[str, int | None]]:
    verdict = check_totals(read_rules(text), centres=centres, totals=totals)
    return [(one.sentence.code, one.seat) for one in verdict.findings]


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((0, 10, 20, 30), []),
        ((477, 0, 0, 0), []),
        ((478, 0, 0, 0), [("totals.too_many_points", 0)]),
        ((1, -5, 20, 30), [("totals.negative", 1)]),
        ((150, 150, 150, 150), [("totals.sum", None)]),
    ],
)
def test_one_hand_of_double_nine(totals: tuple[int, ...], expected: list[tuple[str, int | None]]) -> None:
    assert found("gamerules", (9,), *totals) == expected


def test_the_hands_add_up() -> None:
    assert found("gamerules", (9, 8), 477 + 479, 0) == []
    assert found("gamerules", (9, 8), 477 + 480, 0) == [("totals.too_many_points", 0)]


def test_a_blank_that_costs_counts_as_it_does_in_a_hand() -> None:
    assert found("spruce", (9,), 527, 0) == []
    assert found("spruce", (9,), 528, 0) == [("totals.too_many_points", 0)]


def test_a_double_laid_last_costs_its_player() -> None:
    assert found("gamerules double_out=50", (9,), 527, 0) == []


def test_an_unknown_centre_leaves_what_the_largest_hand_leaves() -> None:
    assert found("gamerules", (None,), 495, 0) == []
    assert found("gamerules", (None,), 496, 0) == [("totals.too_many_points", 0)]


def test_other_games_have_any_totals() -> None:
    assert found("free", (None,), -5, 99_999) == []

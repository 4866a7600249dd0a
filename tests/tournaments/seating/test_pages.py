"""What docs/seating.md says about sizes, rounds and knockouts is what the seating does."""

from pathlib import Path

import pytest

from tournaments.seating.bank import bank
from tournaments.seating.formula import formula
from tournaments.seating.knockout_planner import knockout_plans
from tournaments.seating.sizes import splits

PAGE = (Path(__file__).parents[3] / "docs" / "seating.md").read_text(encoding="utf-8")


def rows_after(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, without its head."""
    lines = iter(PAGE[PAGE.index(heading) :].splitlines())
    table: list[list[str]] = []
    for line in lines:
        if line.startswith("|"):
            table.append([cell.strip() for cell in line.strip("| ").split("|")])
        elif table:
            break
    return table[2:]


def most_perfect_rounds(tables: int, size: int) -> int:
    starters = bank().get((size,) * tables, ())
    banked = [len(starter.expand()) for starter in starters if not starter.weighted]
    return max([len(formula(tables, size, 60)), *banked])


@pytest.mark.parametrize("row", rows_after("## How many rounds without a repeat"), ids=lambda row: row[0])
def test_rounds_without_a_repeat(row: list[str]) -> None:
    size = int(row[0].removeprefix("tables of "))
    tables = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16)
    said = [int(cell.split("*")[0]) for cell in row[1:]]
    assert said == [most_perfect_rounds(number, size) for number in tables]


@pytest.mark.parametrize("row", rows_after("## Table sizes"), ids=lambda row: row[0])
def test_first_choice_of_table_sizes(row: list[str]) -> None:
    best = splits(int(row[0]), frozenset({3, 4, 5}), 4)[0]
    assert row[1] == ", ".join(map(str, best.sizes))


@pytest.mark.parametrize("row", rows_after("## Knockouts"), ids=lambda row: row[0])
def test_the_best_knockout_plans(row: list[str]) -> None:
    assert row[1:] == [knockout_plans(int(row[0]), advance=number)[0].text for number in (2, 1)]

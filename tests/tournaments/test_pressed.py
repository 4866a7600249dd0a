"""Buttons pressed in odd orders: whatever comes of it, no page falls over and no tournament is left half made."""

import random
import secrets
from collections.abc import Callable
from typing import Any

import pytest

from tests.pressed import Evening, presses
from tests.staged import a_knockout
from tournaments.stages import StagePlan

pytestmark = pytest.mark.django_db

OPEN = StagePlan(plan=((9,), (8, 7)))
POWER = StagePlan(kind="power", plan=((6,), (5,)), takes="share", how_many="60")
EVENINGS: dict[str, tuple[int, tuple[StagePlan, ...], dict[str, Any]]] = {
    "two": (2, (), {"plan": [[9, 8], [7]], "sizes": [2, 3, 4]}),
    "three": (3, (OPEN, a_knockout(how_many="2", sizes=(2, 3), final_smallest=2)), {"sizes": [2, 3]}),
    "five": (5, (OPEN, StagePlan(plan=((6,),), takes="number", how_many="4")), {"sizes": [3, 4, 5]}),
    "thirteen": (
        13,
        (OPEN, POWER, a_knockout(how_many="4", carries="bonus", bonus=(-5, -3))),
        {"sizes": [3, 4, 5]},
    ),
    "tables": (
        13,
        (OPEN, a_knockout(takes="per_table", how_many="2", wild_cards=True)),
        {"sizes": [4], "preferred_size": 4},
    ),
    "knockout": (22, (a_knockout(takes="all", how_many="", repechage=True, third_place=True),), {"sizes": [3, 4, 5]}),
    "byes": (
        13,
        (
            a_knockout(
                takes="all", how_many="", sizes=(4,), preferred_size=4, advance="1", draw="fixed", wild_cards=False
            ),
        ),
        {},
    ),
    "cup": (22, (OPEN, a_knockout(how_many="50", takes="share", advance="half", draw="by_seed")), {"sizes": [3, 4]}),
}


@pytest.fixture
def same_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws that would have a fresh seed have one that is the same in every run."""
    monkeypatch.setattr(secrets, "randbelow", random.Random(1).randrange)


@pytest.mark.long(sample=3)
@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("same_seeds")
@pytest.mark.parametrize("name", EVENINGS)
def test_nothing_that_is_pressed_leaves_it_half_made(name: str, how_many: Callable[[int, int], int]) -> None:
    people, plans, more = EVENINGS[name]
    for seed in range(how_many(1, 6)):
        evening = Evening(seed, people, *plans, **more)
        pressed = list(presses(evening, how_many(30, 160)))
        assert len(pressed) == len(evening.done)


@pytest.mark.usefixtures("same_seeds")
def test_three_hundred_people_are_cut_and_settled(how_many: Callable[[int, int], int]) -> None:
    """Many people, so many who are level: the same buttons, and the same pages."""
    plans = (OPEN, a_knockout(how_many="64", sizes=(3, 4, 5)))
    evening = Evening(7, 300, *plans, sizes=[3, 4, 5], preferred_size=4)
    evening.act("draw")
    assert len(list(presses(evening, how_many(5, 80)))) > 0

"""A hand for practice in the cache: moved once for each moment, gone after its time, nothing in the database."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache

import engine
from games import practice
from games.screen import Step


@pytest.fixture(autouse=True)
def empty() -> None:
    cache.clear()


def a_move(name: str) -> Step:
    return Step(practice.find(name).sitting.hand.legal_moves()[0])


@pytest.mark.parametrize("rules", ["gamerules", "spruce", "classic4", "coop6", "chickie6"])
def test_a_hand_is_played_to_its_end_without_a_database(rules: str) -> None:
    chance, name = random.Random(5), practice.begin(rules=rules, bot="lookahead")
    while not (now := practice.find(name)).sitting.is_over:
        step = Step(chance.choice(now.sitting.hand.legal_moves()))
        assert (
            practice.move(name=name, counter=now.counter, step=step, sent=step.text()).practice.counter
            == now.counter + 1
        )
    assert len(now.dealing.bots) == (3 if rules == "chickie6" else 4)
    with pytest.raises(engine.IllegalMove, match="over"):
        practice.move(name=name, counter=now.counter, step=Step(engine.PASS), sent="-")


def test_an_old_move_changes_nothing() -> None:
    name = practice.begin(rules="gamerules", bot="random")
    first = a_move(name)
    after = practice.move(name=name, counter=0, step=first, sent=first.text()).practice
    second = practice.move(name=name, counter=1, step=a_move(name), sent="next").practice
    assert after != second
    assert practice.move(name=name, counter=0, step=first, sent=first.text()) == practice.Moved(second, is_old=True)
    assert practice.find(name) == second


def test_a_double_tap_is_one_move_and_nobody_is_blamed() -> None:
    name = practice.begin(rules="gamerules", bot="random")
    step = a_move(name)
    with ThreadPoolExecutor(2) as both:
        moved = list(both.map(lambda _: practice.move(name=name, counter=0, step=step, sent=step.text()), range(2)))
    assert [one.is_old for one in moved] == [False, False]
    assert [one.practice.counter for one in moved] == [1, 1]


def test_an_illegal_move_changes_nothing() -> None:
    name = practice.begin(rules="gamerules", bot="random")
    before = practice.find(name)
    with pytest.raises(engine.IllegalMove):
        practice.move(name=name, counter=0, step=Step(engine.PlaceCentre(before.dealing.centre)), sent="")
    assert practice.find(name) == before
    assert practice.move(name=name, counter=0, step=a_move(name), sent="next").is_old is False


def test_a_hand_that_is_not_there() -> None:
    with pytest.raises(practice.Gone):
        practice.find("guessed")
    with pytest.raises(practice.Gone):
        practice.move(name="guessed", counter=0, step=Step(engine.DRAW), sent="+")

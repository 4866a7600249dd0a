"""The known instances reach their goals with every seed tried, each within its limit of moves.

Those that use their whole limit run under the mark "long".
"""

import pytest

from benchmarks.seating import INSTANCES, Instance, reached, run

SLOW = {"A19-36x5", "B7-17x6", "B10-33x5", "C15-18x5", "D3-22x6"}


def named(instance: Instance) -> str:
    return f"{instance.name}-{sum(instance.sizes)}x{instance.rounds}"


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("instance", [one for one in INSTANCES if named(one) not in SLOW], ids=named)
def test_a_known_instance_reaches_its_goal(instance: Instance, seed: int) -> None:
    assert reached(instance, run(instance, seed)[0])


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("instance", [one for one in INSTANCES if named(one) in SLOW], ids=named)
def test_an_instance_that_takes_long_reaches_its_goal(instance: Instance, seed: int) -> None:
    assert reached(instance, run(instance, seed)[0])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3, 9))
def test_six_clubs_are_kept_apart_with_any_seed(seed: int) -> None:
    (clubs,) = [one for one in INSTANCES if one.name == "D6"]
    assert reached(clubs, run(clubs, seed)[0])

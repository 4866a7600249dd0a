"""The known instances reach their goals, each within its limit of moves; the slow ones under the mark "long"."""

import pytest

from benchmarks.seating import INSTANCES, Instance, reached, run

SLOW = {"A19", "B7", "B10", "C5", "C7", "C15", "D3", "D6"}


def named(instance: Instance) -> str:
    return f"{instance.name}-{sum(instance.sizes)}x{instance.rounds}"


@pytest.mark.parametrize("instance", [one for one in INSTANCES if one.name not in SLOW], ids=named)
def test_a_known_instance_reaches_its_goal(instance: Instance) -> None:
    assert reached(instance, run(instance, seed=1)[0])


@pytest.mark.long
@pytest.mark.parametrize("instance", [one for one in INSTANCES if one.name in SLOW], ids=named)
def test_a_hard_instance_reaches_its_goal(instance: Instance) -> None:
    assert any(reached(instance, run(instance, seed)[0]) for seed in (1, 2, 8))

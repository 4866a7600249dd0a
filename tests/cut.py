"""How the suite is cut: what touches the database, and how much of the long laws. Hooks for tests/conftest.py."""

import os
from collections import defaultdict
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

DATABASE_FIXTURES = {
    "db",
    "transactional_db",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
    "live_server",
}
WHOLE = os.environ.get("HENHOUSE_LAWS") == "whole"

# Fixed seeds, so that a red run is red again; a shared machine's pauses are not a failure.
settings.register_profile("sampled", derandomize=True, deadline=None, max_examples=60, database=None)
settings.register_profile(
    "whole",
    derandomize=True,
    deadline=None,
    max_examples=3000,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("whole" if WHOLE else "sampled")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database-only", action="store_true", help="only the tests that touch the database")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what touches no database where that was asked, and sample the long laws."""
    dropped = set(untouched(items)) if config.getoption("--database-only") else set()
    if not WHOLE:
        dropped |= set(beyond_the_sample(items))
    if dropped:
        config.hook.pytest_deselected(items=[item for item in items if item in dropped])
        items[:] = [item for item in items if item not in dropped]


def untouched(items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests that need no database."""
    return [
        item
        for item in items
        if item.get_closest_marker("django_db") is None
        and not DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
    ]


def beyond_the_sample(items: list[pytest.Item]) -> list[pytest.Item]:
    """Of each law marked `long(sample=N)`, all cases but N that are spread evenly over the whole."""
    laws: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        mark = item.get_closest_marker("long")
        if mark is not None and "sample" in mark.kwargs:
            laws[item.nodeid.split("[")[0]].append(item)
    dropped: list[pytest.Item] = []
    for cases in laws.values():
        mark = cases[0].get_closest_marker("long")
        sample = min(mark.kwargs["sample"], len(cases)) if mark is not None else 0
        kept = {number * len(cases) // sample for number in range(sample)}
        dropped += [case for number, case in enumerate(cases) if number not in kept]
    return dropped


@pytest.fixture
def how_many() -> Callable[[int, int], int]:
    """How many cases a law tries: `how_many(sampled, whole)` is the first in `make test`, the second in check-long."""
    return lambda sampled, whole: whole if WHOLE else sampled

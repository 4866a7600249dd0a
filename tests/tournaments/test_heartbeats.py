"""Workers show that they are alive by a row."""

import datetime as dt

import pytest

from tests.factories import NOW
from tournaments import heartbeats
from tournaments.models import Heartbeat
from tournaments.tasks import beat_heart

pytestmark = pytest.mark.django_db


def test_a_worker_has_one_row_however_often_its_heart_beats() -> None:
    heartbeats.beat(worker="worker@barn", at=NOW)
    heartbeats.beat(worker="worker@barn", at=NOW + dt.timedelta(seconds=10))
    assert list(Heartbeat.objects.values_list("worker", "at")) == [("worker@barn", NOW + dt.timedelta(seconds=10))]


def test_a_worker_that_was_not_heard_of_for_a_day_is_forgotten() -> None:
    heartbeats.beat(worker="old@barn", at=NOW)
    heartbeats.beat(worker="new@barn", at=NOW + dt.timedelta(hours=24))
    assert set(Heartbeat.objects.values_list("worker", flat=True)) == {"old@barn", "new@barn"}
    heartbeats.beat(worker="new@barn", at=NOW + dt.timedelta(hours=24, seconds=1))
    assert set(Heartbeat.objects.values_list("worker", flat=True)) == {"new@barn"}


@pytest.mark.parametrize(("seconds", "alive"), [(0, True), (45, True), (46, False)])
def test_a_worker_counts_as_alive_for_some_missed_beats(seconds: int, alive: bool) -> None:  # noqa: FBT001
    heartbeats.beat(worker="worker@barn", at=NOW)
    assert heartbeats.is_any_worker_alive(at=NOW + dt.timedelta(seconds=seconds)) == alive


def test_the_task_leaves_the_row_of_the_worker_that_did_it() -> None:
    beat_heart.apply()
    assert Heartbeat.objects.get().worker != ""

"""Whether a worker is there: each of them leaves a row now and then."""

import datetime as dt
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from tournaments.models import Heartbeat, QueueLength

FRESH = dt.timedelta(seconds=45)
FORGOTTEN_AFTER = dt.timedelta(days=1)


@transaction.atomic
def beat(*, worker: str, at: datetime) -> None:
    """Note that this worker was alive; workers that have not been heard of for a day are forgotten."""
    Heartbeat.objects.update_or_create(worker=worker, defaults={"at": at})
    Heartbeat.objects.filter(at__lt=at - FORGOTTEN_AFTER).delete()


@transaction.atomic
def note_queues(*, lengths: Mapping[str, int], at: datetime) -> None:
    """Note how many messages wait in each queue; queues that are not there any more are forgotten."""
    for queue, length in lengths.items():
        QueueLength.objects.update_or_create(queue=queue, defaults={"length": length, "at": at})
    QueueLength.objects.exclude(queue__in=lengths).delete()


def is_any_worker_alive(*, at: datetime) -> bool:
    """Whether any worker was alive a moment ago. Asks the database alone, so a dead broker cannot hang a page."""
    return Heartbeat.objects.filter(at__gte=at - FRESH).exists()

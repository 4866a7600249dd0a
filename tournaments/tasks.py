"""Work beside the requests. A task loads, calls one command, and may be done twice without harm."""

from typing import Any

from celery import Task, shared_task
from django.utils import timezone

from tournaments import heartbeats


@shared_task(bind=True)
def beat_heart(self: "Task[Any, Any]") -> None:
    """Show that this worker is alive."""
    heartbeats.beat(worker=self.request.hostname or "unnamed", at=timezone.now())

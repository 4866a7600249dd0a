"""The Celery application: JSON only; every setting is in config/settings.py."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready

from config.collector import leave_what_is_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("henhouse")
app.config_from_object("django.conf:settings", namespace="CELERY")
# Without this, a task published from a server thread goes to an unconfigured application.
app.set_default()
app.autodiscover_tasks()


@worker_ready.connect
def when_a_worker_is_ready(**_told: Any) -> None:
    leave_what_is_loaded()

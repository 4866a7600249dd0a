"""The Celery application: JSON only; every setting is in config/settings.py."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("henhouse")
app.config_from_object("django.conf:settings", namespace="CELERY")
# Without this, a task published from a server thread goes to an unconfigured application.
app.set_default()
app.autodiscover_tasks()

"""What the machinery itself leaves behind."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """When a worker last showed that it is alive. A row, so that a dead broker cannot hang a page."""

    worker = models.CharField(_("worker"), max_length=120, unique=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return f"{self.worker} {self.at:%H:%M:%S}"


class QueueLength(models.Model):
    """How many messages waited in a queue of the broker when a worker last looked. A row, as the heartbeat is."""

    queue = models.CharField(_("queue"), max_length=60, unique=True)
    length = models.PositiveIntegerField(_("messages"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("length of a queue")
        verbose_name_plural = _("lengths of queues")

    def __str__(self) -> str:
        return f"{self.queue}: {self.length}"

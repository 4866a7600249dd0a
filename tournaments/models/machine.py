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

"""A list that was handed in and waits for its preview to be accepted."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Upload(models.Model):
    """A roster between its preview and its acceptance: the cells as read, and how they are to be understood."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="uploads")
    source = models.CharField(_("file"), max_length=120)
    grid = models.JSONField()
    layout = models.JSONField()
    decisions = models.JSONField(default=dict)
    by = models.CharField(_("by"), max_length=80)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("upload")
        verbose_name_plural = _("uploads")
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.source

"""The history: what was done, by whom, when, and what would undo it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import Club
from tournaments.models.tournament import Tournament


class Change(models.Model):
    """One thing that somebody did. Names rows by id, never a person, so that forgetting somebody is complete."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="changes")
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, blank=True, related_name="changes")
    verb = models.CharField(_("what"), max_length=40)
    facts = models.JSONField(_("facts"), default=dict)
    # What undoes it, in the words of the verb; null where it cannot be undone.
    undo = models.JSONField(null=True, blank=True)
    by = models.CharField(_("by"), max_length=80)
    at = models.DateTimeField(_("at"))
    undone_by = models.CharField(max_length=80, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("change")
        verbose_name_plural = _("changes")
        ordering = ["-id"]
        indexes = [models.Index(name="change_tournament", fields=["tournament", "-id"])]

    def __str__(self) -> str:
        return f"{self.verb} ({self.by})"

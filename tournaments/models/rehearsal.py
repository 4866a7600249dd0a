"""A rehearsal: a marked copy of a tournament in which bots play the evening, and what it did step by step."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Rehearsal(models.Model):
    """How the rehearsal that `tournament` is goes on. Its steps follow from the facts, `seed` and the time alone."""

    class Speed(models.TextChoices):
        AT_ONCE = "at_once", _("at once, to the end")
        PACED = "paced", _("by itself, a step every few seconds")
        PRESSED = "pressed", _("one step for each press of “Next”")

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="rehearsal")
    seed = models.PositiveBigIntegerField(_("seed"))
    speed = models.CharField(_("speed"), max_length=8, choices=Speed, default=Speed.PACED)
    seconds = models.PositiveSmallIntegerField(_("seconds between two steps"), default=5)
    # Of `tournaments.rehearsal_course.Mishap`, in its order.
    mishaps = models.JSONField(_("mishaps"), default=list, blank=True)
    # When its next step was last looked for.
    last_step_at = models.DateTimeField(null=True, blank=True)
    # Somebody takes a step now; should they be killed in it, another takes it after this.
    busy_until = models.DateTimeField(null=True, blank=True)
    by = models.CharField(_("by"), max_length=80)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("rehearsal")
        verbose_name_plural = _("rehearsals")
        ordering = ["-made_at", "-tournament"]

    def __str__(self) -> str:
        return str(self.tournament)


class RehearsalStep(models.Model):
    """One thing that the rehearsal did as the desk would, and what it was told. `said` may name people."""

    rehearsal = models.ForeignKey(Rehearsal, models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    act = models.CharField(_("what"), max_length=20)
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    said = models.TextField(_("what was said"), blank=True)
    was_refused = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("step of a rehearsal")
        verbose_name_plural = _("steps of rehearsals")
        ordering = ["rehearsal", "number"]
        constraints = [
            models.UniqueConstraint(name="rehearsal_step_once", fields=["rehearsal", "number"]),
            models.CheckConstraint(name="rehearsal_steps_from_1", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.rehearsal}, {self.number}: {self.act}"

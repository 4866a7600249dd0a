"""How the bot tables of a tournament are played."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class BotTables(models.Model):
    """The plan of a tournament's bot tables. There from its first bot on, so that `secret` is older than any seating.

    Each table's own secret is derived from this one (tournaments/bot_tables.py), also where people play on screen, and
    this one is never shown.
    """

    class Starts(models.TextChoices):
        ROUND = "round", _("when the round starts")
        ASKED = "asked", _("when an organiser says so")

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="bot_tables")
    secret = models.BinaryField(max_length=32, editable=False)
    starts = models.CharField(_("begins"), max_length=6, choices=Starts, default=Starts.ROUND)
    # How often tables were laid: a round that was taken back and published again plays other hands.
    laid = models.PositiveIntegerField(default=0)
    pace = models.PositiveSmallIntegerField(_("seconds a turn; 0 is full speed"), default=0)

    class Meta:
        verbose_name = _("plan of bot tables")
        verbose_name_plural = _("plans of bot tables")

    def __str__(self) -> str:
        return str(self.tournament)

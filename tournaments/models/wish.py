"""What people asked for about their seats, as the organisers keep it: nobody else ever sees it."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Entry, Tournament


class Wish(models.Model):
    """People to keep apart or to seat together (a group stands for each of its pairs), or one who keeps a place."""

    class Kind(models.TextChoices):
        APART = "apart", _("keep apart")
        TOGETHER = "together", _("seat together")
        PLACE = "place", _("keeps a table or a seat")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="wishes")
    kind = models.CharField(_("what"), max_length=8, choices=Kind)
    entries = models.ManyToManyField(Entry, related_name="wishes", verbose_name=_("who"))
    # What a group is called: a club, a family.
    label = models.CharField(_("name of the group"), max_length=80, blank=True)
    table = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    place = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    note = models.CharField(_("private note"), max_length=200, blank=True)
    made_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("wish")
        verbose_name_plural = _("wishes")
        ordering = ["tournament", "id"]
        constraints = [
            models.CheckConstraint(
                name="wish_place_has_table",
                condition=Q(kind="place", table__isnull=False, table__gte=1)
                | (~Q(kind="place") & Q(table__isnull=True, place__isnull=True)),
            ),
            models.CheckConstraint(name="wish_place_1_to_8", condition=Q(place__isnull=True) | Q(place__range=(1, 8))),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.label}".strip()

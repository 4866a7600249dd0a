"""What lets one person play on screen: the link to their seat, and the cookie that it was exchanged for."""

import datetime as dt
from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Entry

LINK_LASTS = dt.timedelta(days=30)
COOKIE_LASTS = dt.timedelta(days=2)


class SeatKey(models.Model):
    """The key of one person for their seats in one tournament, whatever table they sit at.

    Only hashes are kept, so reading the database opens nothing. A new link takes the place of the old one and of its
    cookie; a key that was taken back has neither.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("not opened yet")
        OPENED = "opened", _("opened")
        REVOKED = "revoked", _("taken back")

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True, related_name="seat_key")
    secret_hash = models.CharField(max_length=64, null=True, blank=True, unique=True, editable=False)
    cookie_hash = models.CharField(max_length=64, null=True, blank=True, editable=False)
    made_by = models.CharField(_("made by"), max_length=80)
    made_at = models.DateTimeField(_("made"))
    opened_at = models.DateTimeField(_("opened"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        verbose_name = _("key of a seat")
        verbose_name_plural = _("keys of seats")
        ordering = ["entry"]
        constraints = [
            models.CheckConstraint(
                name="seat_key_waits_is_opened_or_revoked",
                condition=Q(secret_hash__isnull=False, cookie_hash__isnull=True, opened_at__isnull=True)
                & Q(revoked_at__isnull=True)
                | Q(secret_hash__isnull=False, cookie_hash__isnull=False, opened_at__isnull=False)
                & Q(revoked_at__isnull=True)
                | Q(secret_hash__isnull=True, cookie_hash__isnull=True, revoked_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return str(self.entry)

    @property
    def state(self) -> State:
        """Whether the link waits for its first opening, was opened, or was taken back."""
        if self.revoked_at is not None:
            return self.State.REVOKED
        return self.State.WAITING if self.opened_at is None else self.State.OPENED

    def has_run_out(self, at: datetime) -> bool:
        """Whether the link, or the cookie that it was exchanged for, is too old to open anything."""
        return at >= (self.made_at + LINK_LASTS if self.opened_at is None else self.opened_at + COOKIE_LASTS)

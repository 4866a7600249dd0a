"""The club: who hosts, who plays there, who may do what."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Club(models.Model):
    """Who hosts. Owns its players and tournaments."""

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    place = models.CharField(_("where it meets"), max_length=120, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=60, default="UTC")
    is_demo = models.BooleanField(_("demo club"), default=False)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(name="one_demo_club", fields=["is_demo"], condition=Q(is_demo=True)),
        ]

    def __str__(self) -> str:
        return self.name


class Shown(models.TextChoices):
    """How a player is named on public pages."""

    NAME = "name", _("by name")
    INITIALS = "initials", _("by initials")
    HIDDEN = "hidden", _("hidden, as a number")


class Player(models.Model):
    """A person the club knows, or a bot: then `bot` names the program."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=80)
    sort_name = models.CharField(_("name to sort by"), max_length=80)
    note = models.CharField(_("private note"), max_length=200, blank=True)
    shown = models.CharField(_("shown in public"), max_length=10, choices=Shown, default=Shown.NAME)
    merged_into = models.ForeignKey("self", models.RESTRICT, null=True, blank=True, related_name="merged")
    forgotten_at = models.DateTimeField(null=True, blank=True)
    # The program that plays for it, by its name in the engine; empty for a person.
    bot = models.CharField(_("bot"), max_length=40, blank=True, default="")
    # Set for somebody who walked into a rehearsal: known there alone, and gone with it.
    only_in = models.ForeignKey("tournaments.Tournament", models.CASCADE, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["sort_name", "id"]
        constraints = [
            models.CheckConstraint(
                name="player_not_merged_into_itself",
                condition=Q(merged_into__isnull=True) | ~Q(merged_into=F("id")),
            ),
            models.CheckConstraint(
                name="player_forgotten_is_hidden", condition=Q(forgotten_at__isnull=True) | Q(shown="hidden", note="")
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a member may do; each role includes the ones before it."""

    SCOREKEEPER = "scorekeeper", _("scorekeeper")
    ORGANISER = "organiser", _("organiser")
    OWNER = "owner", _("owner")

    @property
    def rank(self) -> int:
        return list(Role).index(self)


class Membership(models.Model):
    """One user's role in one club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        ordering = ["club", "id"]
        constraints = [models.UniqueConstraint(name="member_once_per_club", fields=["club", "user"])]

    def __str__(self) -> str:
        return f"{self.user} – {self.get_role_display()}"

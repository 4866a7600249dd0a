"""The tournament: its settings, who entered, and the lines that change totals beside the hands."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import Club, Player


class PresentTournaments(models.Manager["Tournament"]):
    """The tournaments of the clubs: neither removed ones nor rehearsals. What lists or counts begins here."""

    def get_queryset(self) -> models.QuerySet["Tournament"]:
        return super().get_queryset().filter(removed_at__isnull=True, rehearsal_of__isnull=True)


class AddressedTournaments(models.Manager["Tournament"]):
    """Tournaments that have not been removed, rehearsals among them: for whoever has the address of one."""

    def get_queryset(self) -> models.QuerySet["Tournament"]:
        return super().get_queryset().filter(removed_at__isnull=True)


class Tournament(models.Model):
    """One event of a club. `version` rises with every visible change; the pages of the world hang on it."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft: seen by the club's members only")
        PUBLISHED = "published", _("published")
        FINISHED = "finished", _("finished")

    class Measure(models.TextChoices):
        TOTAL = "total", _("total points")
        AVERAGE = "average", _("average points per hand")

    class Comparison(models.TextChoices):
        FITTING = "fitting", _("what fits the tables of the first seating")
        TOTALS = "totals", _("total points")
        ADJUSTED = "adjusted", _("adjusted points: less what is usual at tables of that size")
        PLACING = "placing", _("placing points: for the place at each table")

    class Imputation(models.TextChoices):
        NONE = "none", _("nothing: stands unranked below the others")
        TABLE_HIGHEST = "table_highest", _("the table’s highest in that hand")
        ROUND_AVERAGE = "round_average", _("the round’s average")
        OWN_AVERAGE = "own_average", _("the person’s own average in other rounds")
        FIXED = "fixed", _("a fixed number of points")

    club = models.ForeignKey(Club, models.CASCADE, related_name="tournaments")
    name = models.CharField(_("name"), max_length=100)
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    date = models.DateField(_("date"))
    time_zone = models.CharField(_("time zone"), max_length=60, default="UTC")
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAFT)

    rules = models.CharField(_("rules"), max_length=400)
    # The centres of each planned round, in order: [[9, 8, 7, 6], [5, 4, 3], [2, 1, 0]]; null where a game has none.
    plan = models.JSONField(_("centres of each round"))
    sizes = models.JSONField(_("allowed table sizes"))
    preferred_size = models.PositiveSmallIntegerField(_("preferred table size"), default=4)

    measure = models.CharField(_("ranked by"), max_length=10, choices=Measure, default=Measure.TOTAL)
    # FITTING until the first round is published, then what it has come to.
    comparison = models.CharField(
        _("tables of different size"), max_length=8, choices=Comparison, default=Comparison.FITTING
    )
    tie_breaks = models.JSONField(_("tie-breaks, in order"))
    imputation = models.CharField(_("a hand not played"), max_length=14, choices=Imputation, default=Imputation.NONE)
    imputed_points = models.IntegerField(_("fixed points for a hand not played"), null=True, blank=True)
    fill_in_counts = models.BooleanField(_("fill-in hands count"), default=False)
    hands_asked = models.PositiveSmallIntegerField(_("hands needed to be ranked"), null=True, blank=True)

    version = models.PositiveBigIntegerField(default=1)
    changed_at = models.DateTimeField(auto_now_add=True)
    made_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    # Set for a rehearsal: it is on no list, no player's page and in no total of the club.
    rehearsal_of = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="rehearsals")

    objects: ClassVar[PresentTournaments] = PresentTournaments()
    with_rehearsals: ClassVar[AddressedTournaments] = AddressedTournaments()
    with_removed: ClassVar["models.Manager[Tournament]"] = models.Manager()

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-date", "-id"]
        default_manager_name = "with_removed"
        constraints = [
            models.CheckConstraint(
                name="tournament_fixed_points_with_fixed_policy",
                condition=Q(imputation="fixed", imputed_points__isnull=False)
                | (~Q(imputation="fixed") & Q(imputed_points__isnull=True)),
            ),
        ]
        indexes = [models.Index(name="tournament_club_date", fields=["club", "-date"])]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def has_knockout(self) -> bool:
        """Whether one of its stages is a knockout. Public pages read it along with the tournament."""
        return self.stages.filter(kind="knockout").exists()

    @property
    def is_rehearsal(self) -> bool:
        """Whether it is a marked copy in which an evening is rehearsed."""
        return self.rehearsal_of_id is not None

    @property
    def is_public(self) -> bool:
        """Whether the world may see it."""
        return self.state != self.State.DRAFT and self.removed_at is None


class Entry(models.Model):
    """One player's place in one tournament."""

    class Status(models.TextChoices):
        EXPECTED = "expected", _("expected")
        HERE = "here", _("here")
        STANDBY = "standby", _("standby")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.RESTRICT, related_name="entries")
    number = models.PositiveIntegerField(_("number"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.EXPECTED)
    lot = models.PositiveIntegerField(_("drawn lot"), null=True, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(name="player_once_per_tournament", fields=["tournament", "player"]),
            models.UniqueConstraint(name="entry_number_once_per_tournament", fields=["tournament", "number"]),
            models.UniqueConstraint(name="lot_once_per_tournament", fields=["tournament", "lot"]),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"


class LedgerLine(models.Model):
    """Points given to an entry beside its hands: they change its total, never a hand, a zero or a lowest hand (A37)."""

    class Kind(models.TextChoices):
        PENALTY = "penalty", _("penalty")
        ADJUSTMENT = "adjustment", _("adjustment")

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="ledger_lines")
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    points = models.IntegerField(_("points"))
    reason = models.CharField(_("reason"), max_length=200)
    by = models.CharField(_("by"), max_length=80)
    at = models.DateTimeField(_("at"))
    taken_back_by = models.CharField(max_length=80, blank=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("ledger line")
        verbose_name_plural = _("ledger lines")
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.points:+d} {self.reason}"

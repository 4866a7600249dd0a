"""Stages: parts of a tournament with one way of seating each; who is in a later one, and how ties were settled."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.round import Table
from tournaments.models.tournament import Entry, Tournament


class Stage(models.Model):
    """One part of a tournament. Stages share out the one plan of the tournament by `rounds`, in the order of `number`.

    A tournament without stages is one open stage over its whole plan; `queries.stages` says so in one place.
    """

    class Kind(models.TextChoices):
        OPEN = "open", _("open: everybody meets as many others as can be")
        POWER = "power", _("power: seated by the standings")
        KNOCKOUT = "knockout", _("knockout: the first of each table go on")

    class Carries(models.TextChoices):
        POINTS = "points", _("all points")
        NOTHING = "nothing", _("nothing: everybody begins anew")
        BONUS = "bonus", _("a bonus by place")

    class Takes(models.TextChoices):
        ALL = "all", _("everybody")
        NUMBER = "number", _("so many")
        SHARE = "share", _("so many in a hundred of those who take part")
        PER_TABLE = "per_table", _("the first of each table of the last round")

    class Rematch(models.TextChoices):
        ALLOWED = "allowed", _("rematches do not matter")
        CLOSE_GAMES = "close_games", _("close games before new faces")
        BALANCED = "balanced", _("close games and new faces alike")
        IF_FORCED = "if_forced", _("a rematch only if forced")

    class Draw(models.TextChoices):
        FIXED = "fixed", _("fixed: the bracket says where each place of a table goes")
        BY_SEED = "by_seed", _("drawn anew each round, by seed")
        BY_PERFORMANCE = "by_performance", _("drawn anew each round, by place and points")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(_("stage"))
    kind = models.CharField(_("how it is seated"), max_length=10, choices=Kind, default=Kind.OPEN)
    name = models.CharField(_("name"), max_length=60, blank=True)
    # How many rounds of the tournament's plan are its own; a knockout holds one before its plan is chosen.
    rounds = models.PositiveSmallIntegerField(_("rounds"))

    # Who is in it, counted from the list of the stage before: a number, a share in a hundred, or how many of each table
    # of the round before: "3", "half", or "6,3" (six of table 1, three of each other).
    takes = models.CharField(_("who comes in"), max_length=10, choices=Takes, default=Takes.ALL)
    how_many = models.CharField(_("how many come in"), max_length=40, blank=True)
    carries = models.CharField(_("what is brought along"), max_length=8, choices=Carries, default=Carries.POINTS)
    # Points by place, the first place first; below zero is good where the lowest wins.
    bonus = models.JSONField(_("bonus by place"), default=list, blank=True)

    # Null: as in the tournament.
    sizes = models.JSONField(_("allowed table sizes"), null=True, blank=True)
    preferred_size = models.PositiveSmallIntegerField(_("preferred table size"), null=True, blank=True)

    # Power only.
    rematch = models.CharField(_("rematches"), max_length=12, choices=Rematch, default=Rematch.BALANCED)
    snake = models.BooleanField(_("the first seating by standings goes like a snake"), default=False)
    top_table = models.BooleanField(_("the last round seats the top of the list together"), default=False)

    # Knockout only. `advance` is how many go on from a table: "2" or "half"; where other numbers hold for tables of a
    # size: "4:2,5:3", and for tables A, B and so on of the first rounds: "6,3/2" (see `how_many`).
    advance = models.CharField(_("how many go on from a table"), max_length=40, default="2")
    advance_by_size = models.CharField(_("how many go on by the size of a table"), max_length=40, blank=True)
    advance_by_table = models.CharField(_("how many go on table by table"), max_length=400, blank=True)
    wild_cards = models.BooleanField(_("the best of those who are out may fill a round"), default=True)
    byes = models.BooleanField(_("the first seeds may skip the first round"), default=True)
    repechage = models.BooleanField(_("those who are out may play once more"), default=False)
    final_smallest = models.PositiveSmallIntegerField(_("smallest final"), default=3)
    final_largest = models.PositiveSmallIntegerField(_("largest final"), default=6)
    draw = models.CharField(_("later rounds"), max_length=14, choices=Draw, default=Draw.BY_PERFORMANCE)
    third_place = models.BooleanField(_("a table for the places after the final"), default=False)
    # The starting doubles of a round that the tournament's plan does not know yet, and of the final (empty: the same).
    centres = models.JSONField(_("hands of a round"), default=list, blank=True)
    final_centres = models.JSONField(_("hands of the final"), default=list, blank=True)
    # The plan that was chosen, as JSON of `tournaments.seating.knockout.KnockoutPlan.rows`; empty before.
    knockout_plan = models.TextField(_("plan of the knockout"), blank=True)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(name="stage_once_per_number", fields=["tournament", "number"]),
            models.CheckConstraint(name="stage_numbers_from_1", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="stage_takes_all_or_so_many",
                condition=Q(takes="all", how_many="") | (~Q(takes="all") & ~Q(how_many="")),
            ),
            models.CheckConstraint(
                name="stage_final_sizes_in_order",
                condition=Q(final_smallest__gte=2) & Q(final_largest__gte=models.F("final_smallest")),
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.tournament}, {self.number}"


class Qualifier(models.Model):
    """One entry in a later stage, or in a knockout from the start: with its seed, and how it got there.

    Whoever was replaced stays, with `replaced_by`: the qualifier who sits in that place now, under the same seed.
    """

    class How(models.TextChoices):
        RANK = "rank", _("by rank")
        EXTRA_HAND = "extra_hand", _("by an extra hand")
        LOT = "lot", _("by lot")
        HAND_PICKED = "hand_picked", _("picked by hand")
        REPLACEMENT = "replacement", _("as a replacement")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="qualifiers")
    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="qualified")
    seed = models.PositiveSmallIntegerField(_("seed"))
    how = models.CharField(_("how"), max_length=12, choices=How, default=How.RANK)
    replaced_by = models.OneToOneField("self", models.RESTRICT, null=True, blank=True, related_name="replaces")
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    by = models.CharField(_("by"), max_length=80)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("qualifier")
        verbose_name_plural = _("qualifiers")
        ordering = ["stage", "seed", "id"]
        constraints = [
            models.UniqueConstraint(name="qualified_once_per_stage", fields=["stage", "entry"]),
            models.UniqueConstraint(
                name="seed_once_per_stage", fields=["stage", "seed"], condition=Q(replaced_by__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seed} {self.entry}"


class Settled(models.Model):
    """A tie that was settled: on the line of a cut, or at one table of a knockout.

    `order` lists the numbers of entries that were level: in the order drawn, or those who played the extra hand, or
    those who were picked out of them; `between` lists all who were level then, for whoever became level since was not
    chosen against. Decisions part people in the order in which they were made; each parts only whom those before left
    level.
    """

    class Where(models.TextChoices):
        CUT = "cut", _("on the line of a cut")
        TABLE = "table", _("at a table")

    class How(models.TextChoices):
        EXTRA_HAND = "extra_hand", _("an extra hand")
        LOT = "lot", _("a drawn lot")
        HAND_PICKED = "hand_picked", _("picked by hand")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="settled")
    where = models.CharField(_("where"), max_length=10, choices=Where)
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="settled")
    how = models.CharField(_("how"), max_length=12, choices=How)
    order = models.JSONField(_("order"))
    # Empty where it is not known: in rows that are older than the question.
    between = models.JSONField(_("between"), default=list, blank=True)
    # The points of an extra hand, as `order` has its people; the seed that a lot was drawn with, so that anybody can.
    points = models.JSONField(_("points of the extra hand"), default=list, blank=True)
    seed = models.PositiveBigIntegerField(_("seed"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    by = models.CharField(_("by"), max_length=80)
    at = models.DateTimeField(_("at"))
    taken_back_by = models.CharField(max_length=80, blank=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("settled tie")
        verbose_name_plural = _("settled ties")
        ordering = ["stage", "id"]
        constraints = [
            models.CheckConstraint(
                name="settled_where_it_says",
                condition=Q(where="cut", table__isnull=True) | Q(where="table", table__isnull=False),
            ),
            models.CheckConstraint(
                name="settled_lot_has_seed", condition=Q(how="lot", seed__isnull=False) | ~Q(how="lot")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.get_where_display()}"

"""Rounds, their tables, and who sits where."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models import Game
from tournaments.models.change import Change
from tournaments.models.club import Player
from tournaments.models.tournament import Entry, Tournament


class Round(models.Model):
    """All tables playing at the same time. A draft is seen by the club's members only."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.DRAFT)
    # The centres of this round's hands, in order; null where a game has no centre.
    centres = models.JSONField(_("centres"))

    # How it was drawn, so that anybody can draw it again; a seating made on paper has no algorithm.
    seed = models.PositiveBigIntegerField(_("seed"), null=True, blank=True)
    moves = models.PositiveBigIntegerField(_("moves done"), null=True, blank=True)
    algorithm = models.CharField(_("algorithm"), max_length=40, blank=True)
    redraws = models.PositiveSmallIntegerField(_("redraws"), default=0)
    hand_changes = models.PositiveSmallIntegerField(_("changes by hand"), default=0)
    # Ids of the wishes that this draft leaves out.
    ignored = models.JSONField(_("wishes left out"), default=list, blank=True)
    # How often the draft was changed in any way, steps back included.
    step = models.PositiveIntegerField(_("changes of the draft"), default=0)

    made_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(name="round_once_per_number", fields=["tournament", "number"]),
            models.UniqueConstraint(name="one_open_round", fields=["tournament"], condition=Q(state="open")),
            models.UniqueConstraint(name="one_draft_round", fields=["tournament"], condition=Q(state="draft")),
            models.CheckConstraint(
                name="round_times_follow_state",
                condition=Q(state="draft", published_at__isnull=True, closed_at__isnull=True)
                | Q(state="open", published_at__isnull=False, closed_at__isnull=True)
                | Q(state="closed", published_at__isnull=False, closed_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"

    @property
    def drawing(self) -> str:
        """A text that is another one whenever the seating of the draft is: what somebody saw who now publishes it."""
        return f"{self.pk}-{self.step}"


class Table(models.Model):
    """One table of one round. Its game is made when the round is published."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("table"))
    game = models.OneToOneField(Game, models.RESTRICT, null=True, blank=True, related_name="table")
    # A draft that is drawn again leaves a locked table as it is.
    locked = models.BooleanField(_("locked"), default=False)
    # Played in the browser, each person by the link of their seat; otherwise with real tiles.
    on_screen = models.BooleanField(_("on screen"), default=False)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(name="table_once_per_round", fields=["round", "number"])]

    def __str__(self) -> str:
        return f"{self.round}, {self.number}"


class DrawFile(models.Model):
    """The organisers' file of a round's draw: everything that went into it (`tournaments.seating.record`).

    In a table of its own, because it is long and seldom read. A seating from paper has none.
    """

    round = models.OneToOneField(Round, models.CASCADE, primary_key=True, related_name="draw_file")
    text = models.TextField(_("file"))

    class Meta:
        verbose_name = _("file of a draw")
        verbose_name_plural = _("files of draws")

    def __str__(self) -> str:
        return f"{self.round}"


class DraftStep(models.Model):
    """What a draft was like before one change of it, for the way back; gone once the round is published.

    `before` is the JSON of `tournaments.draft_steps.Layout`; it names entries by number.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="steps")
    change = models.OneToOneField(Change, models.CASCADE, related_name="draft_step")
    before = models.JSONField()

    class Meta:
        verbose_name = _("step of a draft")
        verbose_name_plural = _("steps of drafts")
        ordering = ["round", "id"]

    def __str__(self) -> str:
        return f"{self.round}: {self.change}"


class Seat(models.Model):
    """What one person does in one round: plays for their entry, fills in at a second table, or sits out.

    `first_hand` and `last_hand` bound the hands they are there for: a late comer is absent before them, a leaver has
    left after them.
    """

    class Role(models.TextChoices):
        PLAYS = "plays", _("plays")
        FILLS_IN = "fills_in", _("fills in")
        SITS_OUT = "sits_out", _("sits out")

    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="seats")
    place = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.PLAYS)
    entry = models.ForeignKey(Entry, models.RESTRICT, null=True, blank=True, related_name="seats")
    player = models.ForeignKey(Player, models.RESTRICT, related_name="seats")
    first_hand = models.PositiveSmallIntegerField(_("from hand"), default=1)
    last_hand = models.PositiveSmallIntegerField(_("to hand"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["round", "table", "place"]
        constraints = [
            models.UniqueConstraint(name="entry_once_per_round", fields=["round", "entry"]),
            models.UniqueConstraint(name="one_person_per_seat", fields=["table", "place"]),
            models.UniqueConstraint(name="person_once_per_table", fields=["table", "player"]),
            models.CheckConstraint(
                name="seat_fits_role",
                condition=Q(role="plays", table__isnull=False, place__isnull=False, entry__isnull=False)
                | Q(role="fills_in", table__isnull=False, place__isnull=False, entry__isnull=True)
                | Q(role="sits_out", table__isnull=True, place__isnull=True, entry__isnull=False),
            ),
            models.CheckConstraint(name="seat_place_1_to_8", condition=Q(place__isnull=True) | Q(place__range=(1, 8))),
            models.CheckConstraint(
                # last_hand is one less than first_hand for somebody who left before playing a hand
                name="seat_hands_in_order",
                condition=Q(first_hand__gte=1) & (Q(last_hand__isnull=True) | Q(last_hand__gte=F("first_hand") - 1)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}, {self.place}: {self.player}"

    def is_there_for(self, hand: int) -> bool:
        """Whether this person is at the table for hand number `hand`."""
        return self.first_hand <= hand and (self.last_hand is None or hand <= self.last_hand)

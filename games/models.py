"""A game as stored: its hands in order and every report of them. Knows no tournament."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Game(models.Model):
    """What is played at one table in one round."""

    class CountedBy(models.TextChoices):
        HANDS = "hands", _("hand by hand")
        TOTALS = "totals", _("totals only")

    rules = models.CharField(_("rules"), max_length=400)
    # A sheet may have been handed in with totals only; then the report of the game counts, not those of its hands.
    counted_by = models.CharField(_("counted by"), max_length=8, choices=CountedBy, default=CountedBy.HANDS)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")

    def __str__(self) -> str:
        return f"{self.pk} ({self.rules})"


class Hand(models.Model):
    """One play of the dominoes, from the shuffle to out or blocked."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField(_("hand"))
    centre = models.PositiveSmallIntegerField(_("centre"), null=True, blank=True)

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(name="hand_once_per_game", fields=["game", "number"])]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"


class Report(models.Model):
    """The result of one hand as handed in, or of a whole game where `hand` is empty (a sheet with totals only).

    Never overwritten: a correction is a report with the next revision, and the highest revision is the current one.
    Being accepted is a fact that comes to a report later.
    """

    class Ended(models.TextChoices):
        OUT = "out", _("somebody went out")
        BLOCKED = "blocked", _("blocked")
        STOPPED = "stopped", _("stopped, scored as it stood")
        VOID = "void", _("void")
        NOT_SAID = "not_said", _("not said")

    class Checked(models.TextChoices):
        """How far the engine could check what was handed in; the standings never depend on it."""

        NOTHING = "nothing", _("not checked")
        POINTS = "points", _("points possible")
        TILES = "tiles", _("tiles checked")
        RECORD = "record", _("record verified")
        ALTHOUGH = "although", _("accepted by the organiser although the checks refuse it")

    game = models.ForeignKey(Game, models.CASCADE, related_name="reports")
    hand = models.ForeignKey(Hand, models.CASCADE, null=True, blank=True, related_name="reports")
    revision = models.PositiveSmallIntegerField(_("revision"))
    ended = models.CharField(_("ended"), max_length=8, choices=Ended)
    out_place = models.PositiveSmallIntegerField(_("seat that went out"), null=True, blank=True)
    starter_place = models.PositiveSmallIntegerField(_("seat that started"), null=True, blank=True)
    by = models.CharField(_("by"), max_length=80)
    at = models.DateTimeField(_("at"))
    why = models.CharField(_("reason for the correction"), max_length=200, blank=True)
    although = models.CharField(_("accepted although refused, because"), max_length=200, blank=True)
    key = models.UUIDField(_("key of the sending"), unique=True)
    checked = models.CharField(_("checked"), max_length=8, choices=Checked, default=Checked.NOTHING)
    # The turns in the notation of docs/record.md. It names seats, never people: the places are its players.
    record = models.TextField(_("record"), blank=True)
    accepted_by = models.CharField(_("accepted by"), max_length=80, blank=True)
    accepted_at = models.DateTimeField(_("accepted at"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["game", "hand", "revision"]
        constraints = [
            models.UniqueConstraint(
                name="one_report_per_hand_and_revision", fields=["hand", "revision"], condition=Q(hand__isnull=False)
            ),
            models.UniqueConstraint(
                name="one_report_per_game_and_revision", fields=["game", "revision"], condition=Q(hand__isnull=True)
            ),
            models.CheckConstraint(
                name="report_out_place_where_out", condition=Q(out_place__isnull=True) | Q(ended="out")
            ),
            models.CheckConstraint(name="report_revision_from_1", condition=Q(revision__gte=1)),
            models.CheckConstraint(name="report_correction_has_reason", condition=Q(revision=1) | ~Q(why="")),
            models.CheckConstraint(name="report_record_of_a_hand", condition=Q(record="") | Q(hand__isnull=False)),
            models.CheckConstraint(
                name="report_although_has_reason", condition=~Q(checked="although") | ~Q(although="")
            ),
            models.CheckConstraint(name="report_verified_has_record", condition=~Q(checked="record") | ~Q(record="")),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id or self.game_id} r{self.revision}"


class Score(models.Model):
    """One seat's line of a report. Only a hand that was played has points: a state is never a number."""

    class State(models.TextChoices):
        PLAYED = "played", _("played")
        ABSENT = "absent", _("absent")
        LEFT = "left", _("left")
        VOID = "void", _("void")

    report = models.ForeignKey(Report, models.CASCADE, related_name="scores")
    place = models.PositiveSmallIntegerField(_("seat"))
    state = models.CharField(_("state"), max_length=6, choices=State, default=State.PLAYED)
    points = models.IntegerField(_("points"), null=True, blank=True)
    # Only on a sheet with totals, and only where the sheet says them.
    hands = models.PositiveSmallIntegerField(_("hands"), null=True, blank=True)
    zeros = models.PositiveSmallIntegerField(_("zeros"), null=True, blank=True)
    lowest_other = models.IntegerField(_("lowest other hand"), null=True, blank=True)
    # "97 64 00", the heaviest first; empty for a rack on which nothing was left, null where nobody said.
    rack = models.CharField(_("tiles left"), max_length=600, null=True, blank=True)

    class Meta:
        verbose_name = _("score")
        verbose_name_plural = _("scores")
        ordering = ["report", "place"]
        constraints = [
            models.UniqueConstraint(name="one_score_per_seat", fields=["report", "place"]),
            models.CheckConstraint(
                name="points_only_where_played",
                condition=Q(state="played", points__isnull=False) | (~Q(state="played") & Q(points__isnull=True)),
            ),
            models.CheckConstraint(name="score_place_1_to_8", condition=Q(place__range=(1, 8))),
            models.CheckConstraint(name="rack_only_where_played", condition=Q(state="played") | Q(rack__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.points if self.state == self.State.PLAYED else self.get_state_display()}"


class BotPlay(models.Model):
    """The game of a table at which only bots sit: played by a worker, as a function of `secret` and `engine`.

    This row is the truth and a queue only a hint. `claim` says who plays it until `claimed_until`; whoever stores the
    next hand first has it, and everybody would have stored the same. What is not shown yet lies in SealedHand.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        PLAYING = "playing", _("playing")
        PAUSED = "paused", _("paused")
        CANCELLED = "cancelled", _("cancelled")
        FINISHED = "finished", _("finished")

    game = models.OneToOneField(Game, models.CASCADE, related_name="bot_play")
    # The bots by their names in the engine, in the order of the places 1, 2, 3, …
    bots = models.JSONField(_("bots"))
    secret = models.BinaryField(max_length=32, editable=False)
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=1)
    # Why it is played once more; the reason of the corrections that come of it.
    why = models.CharField(_("reason for playing it again"), max_length=200, blank=True)
    engine = models.CharField(_("engine"), max_length=20)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    # Empty: nobody has said when.
    start_at = models.DateTimeField(_("starts at"), null=True, blank=True)
    pace = models.PositiveSmallIntegerField(_("seconds a turn; 0 is full speed"), default=0)

    # Where it stands: hands stored, turns laid out in time, and the seat (from 0) that began the last hand.
    begun_at = models.DateTimeField(_("begun at"), null=True, blank=True)
    hands_done = models.PositiveSmallIntegerField(_("hands played"), default=0)
    steps = models.PositiveIntegerField(default=0)
    last_first = models.PositiveSmallIntegerField(null=True, blank=True)
    paused_at = models.DateTimeField(_("paused at"), null=True, blank=True)

    claim = models.UUIDField(null=True, blank=True, editable=False)
    claimed_until = models.DateTimeField(null=True, blank=True, editable=False)
    hinted_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("bot table")
        verbose_name_plural = _("bot tables")
        ordering = ["game"]
        constraints = [
            models.CheckConstraint(
                name="bot_play_claim_ends",
                condition=Q(claim__isnull=True, claimed_until__isnull=True)
                | Q(claim__isnull=False, claimed_until__isnull=False),
            ),
            models.CheckConstraint(
                name="bot_play_begun_where_played",
                condition=Q(state__in=["waiting", "paused", "cancelled"]) | Q(begun_at__isnull=False),
            ),
            models.CheckConstraint(
                name="bot_play_paused_since",
                condition=Q(state="paused", paused_at__isnull=False) | (~Q(state="paused") & Q(paused_at__isnull=True)),
            ),
            models.CheckConstraint(name="bot_play_again_has_reason", condition=Q(attempt=1) | ~Q(why="")),
        ]
        indexes = [models.Index(name="bot_play_due", fields=["state", "start_at"])]

    def __str__(self) -> str:
        return f"{self.game_id} ({self.get_state_display()})"


class SealedHand(models.Model):
    """A hand of a bot table that is played and not shown yet. With its last turn shown it becomes a report and goes.

    Its last turn is shown at `shown_at`, each other one a pace before the next.
    """

    play = models.ForeignKey(BotPlay, models.CASCADE, related_name="sealed")
    number = models.PositiveSmallIntegerField(_("hand"))
    record = models.TextField(editable=False)
    shown_at = models.DateTimeField(_("shown"), db_index=True)
    turns = models.PositiveIntegerField(_("turns"))

    class Meta:
        verbose_name = _("sealed hand")
        verbose_name_plural = _("sealed hands")
        ordering = ["play", "number"]
        constraints = [models.UniqueConstraint(name="sealed_once_per_hand", fields=["play", "number"])]

    def __str__(self) -> str:
        return f"{self.play_id}/{self.number}"


class ScreenPlay(models.Model):
    """The game of a table that is played on screen: people by the links of their seats, bots on the other seats.

    This row is the truth. `counter` grows with every change of what is played (a new clock is none), so of two who saw
    the same moment only one can change it; what is written with a condition on it needs no other lock. What the hand
    is dealt from follows from `secret`, which nobody is shown before the last hand is over; `moves` has what everybody
    at the table has seen.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("not begun")
        PLAYING = "playing", _("a hand is played")
        BETWEEN = "between", _("between two hands")
        STOPPED = "stopped", _("stopped on screen")
        FINISHED = "finished", _("finished")

    # The states in which nothing more is played on screen.
    OVER = (State.STOPPED, State.FINISHED)

    game = models.OneToOneField(Game, models.CASCADE, related_name="screen_play")
    # By the places 1, 2, 3, …: the name of a bot in the engine, or nothing where a person sits.
    bots = models.JSONField(_("bots"))
    secret = models.BinaryField(max_length=32, editable=False)
    clock = models.PositiveSmallIntegerField(_("seconds a move; 0 is no clock"), default=0)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    counter = models.PositiveIntegerField(_("changes so far"), default=0)

    # The hand that is played or was played last: its number, by which rules (those of the game may be replaced in the
    # middle of it) and engine it was dealt and for the how many-th time, the places that play it, and the places that
    # began it and the one before.
    hand = models.PositiveSmallIntegerField(_("hand"), null=True, blank=True)
    rules = models.CharField(_("rules"), max_length=400, blank=True)
    engine = models.CharField(_("engine"), max_length=20, blank=True)
    deals = models.PositiveSmallIntegerField(_("times dealt"), default=0)
    places = models.JSONField(_("seats that play"), default=list)
    first = models.PositiveSmallIntegerField(null=True, blank=True)
    before = models.PositiveSmallIntegerField(null=True, blank=True)
    moves = models.TextField(editable=False, blank=True)
    # What was sent last from each seat, and for which moment: a double tap is not somebody else's move.
    sent = models.JSONField(editable=False, default=dict)
    moved_at = models.DateTimeField(_("last move at"), null=True, blank=True)

    class Meta:
        verbose_name = _("table on screen")
        verbose_name_plural = _("tables on screen")
        ordering = ["game"]
        constraints = [
            models.CheckConstraint(
                name="screen_play_has_hand_where_begun",
                condition=Q(state="waiting", hand__isnull=True)
                | Q(state="stopped")
                | Q(state__in=["playing", "between", "finished"], hand__isnull=False, moved_at__isnull=False),
            ),
        ]
        indexes = [models.Index(name="screen_play_clocks", fields=["state", "clock"])]

    def __str__(self) -> str:
        return f"{self.game_id} ({self.get_state_display()})"

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played on screen."""
        return self.state in self.OVER

"""The support pages of games: facts to look at. Reports are written by commands alone, and never overwritten."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.models import BotPlay, Game, Hand, Report, Score, ScreenPlay

if TYPE_CHECKING:
    Rows = admin.ModelAdmin[Any]
    Lines = admin.TabularInline[Any, Any]
else:
    Rows = admin.ModelAdmin
    Lines = admin.TabularInline


class Facts(Rows):
    """Rows that can be found and read, and neither made, changed nor deleted.

    Nothing is written into Django's own log of the support pages: it would keep names that were to be forgotten.
    """

    actions = None
    list_per_page = 50
    show_full_result_count = False
    shown: dict[str, Any] = {}
    """What rows have to be like to be shown: an application that knows more of them can say so."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(**self.shown)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Only what is shown can be asked about: an address with a question about a secret would tell it bit by bit."""
        filters: list[Any] = [one[0] if isinstance(one, tuple) else one for one in self.list_filter]
        shown = {str(name).partition("__")[0] for name in (*filters, *self.list_display, *self.get_fields(request))}
        return lookup.partition("__")[0] in shown | {"id"} and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return None

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return None

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        return None


class FactLines(Lines):
    """Rows shown on the page of another row, to be read only."""

    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class HandLines(FactLines):
    model = Hand


class ScoreLines(FactLines):
    model = Score


@admin.register(Game)
class GameSupport(Facts):
    """Games with their hands."""

    list_display = ["id", "rules", "counted_by"]
    list_filter = ["counted_by"]
    search_fields = ["id"]
    inlines = [HandLines]


@admin.register(Report)
class ReportSupport(Facts):
    """Every report of every hand, the current and the earlier ones."""

    list_display = ["id", "game", "hand", "revision", "ended", "by", "at", "accepted_by"]
    list_filter = ["ended", "at"]
    list_select_related = ["game", "hand"]
    search_fields = ["id", "game__id", "by", "why"]
    inlines = [ScoreLines]
    date_hierarchy = "at"


@admin.register(BotPlay)
class BotPlaySupport(Facts):
    """Tables at which bots play. What they play from, and what is not shown yet, is not here."""

    list_display = ["game", "state", "attempt", "start_at", "pace", "claimed_until"]
    list_filter = ["state"]
    search_fields = ["game__id"]
    fields = ["game", "bots", "attempt", "engine", "state", "start_at", "pace", "begun_at", "paused_at"]


@admin.register(ScreenPlay)
class ScreenPlaySupport(Facts):
    """Tables that people play on screen. What they are dealt from, and what was laid, is not here."""

    list_display = ["game", "state", "hand", "clock", "moved_at"]
    list_filter = ["state"]
    search_fields = ["game__id"]
    fields = ["game", "bots", "state", "hand", "places", "deals", "engine", "clock", "counter", "moved_at"]

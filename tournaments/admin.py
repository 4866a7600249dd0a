"""The support pages: Django's admin for whoever keeps an installation running.

Facts are there to be found and read, those of rehearsals aside. The few things that can be changed go through the
same commands as everywhere, with the same refusals and the same history.
"""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin import BotPlaySupport, FactLines, Facts, GameSupport, ReportSupport, ScreenPlaySupport
from tournaments import clubs, members, players, users
from tournaments.models import (
    BotTables,
    Change,
    Club,
    DraftStep,
    DrawFile,
    Entry,
    Heartbeat,
    LedgerLine,
    Membership,
    OneTimeLink,
    Player,
    Qualifier,
    QueueLength,
    Role,
    Round,
    Seat,
    SeatKey,
    Settled,
    Shown,
    Stage,
    Table,
    Tournament,
    Upload,
    User,
    Wish,
)
from tournaments.refusals import Refused

if TYPE_CHECKING:
    Accounts = UserAdmin[User]
else:
    Accounts = UserAdmin

admin.site.site_header = _("Henhouse support")
admin.site.site_title = _("Henhouse support")
admin.site.index_title = _("What is stored")
admin.site.unregister(Group)
# Games know no tournament, so that those of rehearsals are kept out from here.
GameSupport.shown = {"table__round__tournament__rehearsal_of": None}
OF_GAMES = {"game__table__round__tournament__rehearsal_of": None}
ReportSupport.shown = BotPlaySupport.shown = ScreenPlaySupport.shown = OF_GAMES


class Commanded(Facts):
    """Rows of which something can be changed, by the command that the desk uses as well."""

    changeable: tuple[str, ...] = ()

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(request.user.is_active and getattr(request.user, "is_superuser", False))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [column.name for column in self.opts.fields if column.name not in self.changeable]

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._or_say_why_not(request, lambda: super(Commanded, self).changeform_view(request, *args, **kwargs))

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._or_say_why_not(request, lambda: super(Commanded, self).delete_view(request, *args, **kwargs))

    def _or_say_why_not(self, request: HttpRequest, answer: Any) -> HttpResponse:
        try:
            return answer()  # type: ignore[no-any-return]
        except Refused as refused:
            messages.error(request, refused.sentence)
            return redirect(request.get_full_path())


class MemberLines(FactLines):
    model = Membership


class EntryLines(FactLines):
    model = Entry
    fields = ["number", "player", "status", "lot"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("player", "tournament")


class SeatLines(FactLines):
    model = Seat
    fields = ["place", "role", "entry", "player", "first_hand", "last_hand"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("player", "entry__player", "table__round__tournament")


@admin.register(Club)
class ClubSupport(Commanded):
    """Clubs; their name, place and time zone can be changed."""

    changeable = ("name", "place", "time_zone")
    list_display = ["name", "slug", "place", "is_demo", "made_at"]
    list_filter = ["is_demo"]
    search_fields = ["name", "slug", "place"]
    inlines = [MemberLines]

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: Any) -> None:
        typed = {name: form.cleaned_data[name] for name in self.changeable}
        clubs.change_club(club=obj, **typed, by=str(request.user), at=timezone.now())


@admin.register(Membership)
class MemberSupport(Commanded):
    """Members; their role can be changed, and they can be taken out, but never the last owner."""

    changeable = ("role",)
    list_display = ["user", "club", "role", "made_at"]
    list_filter = ["role", "club"]
    list_select_related = ["user", "club"]
    search_fields = ["user__username", "user__name", "club__name"]

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: Any) -> None:
        role = Role(form.cleaned_data["role"])
        members.change_role(member=obj, role=role, by=str(request.user), at=timezone.now())

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        members.remove(member=obj, by=str(request.user), at=timezone.now())


@admin.register(Player)
class PlayerSupport(Commanded):
    """Players; how they are called, noted and shown can be changed. Merging and forgetting is done at the desk."""

    shown = {"only_in": None}
    changeable = ("name", "sort_name", "note", "shown")
    list_display = ["name", "sort_name", "club", "shown", "merged_into", "forgotten_at"]
    list_filter = ["shown", ("forgotten_at", admin.EmptyFieldListFilter), "club"]
    list_select_related = ["club", "merged_into"]
    search_fields = ["name", "sort_name", "note"]

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: Any) -> None:
        typed = {name: form.cleaned_data[name] for name in self.changeable}
        typed["shown"] = Shown(typed["shown"])
        players.edit(player=obj, **typed, by=str(request.user), at=timezone.now())


@admin.register(Tournament)
class TournamentSupport(Facts):
    """Tournaments, removed ones too."""

    list_display = ["name", "club", "date", "state", "version", "changed_at", "removed_at"]
    list_filter = ["state", ("removed_at", admin.EmptyFieldListFilter), "club"]
    list_select_related = ["club"]
    search_fields = ["name", "slug", "place", "club__name"]
    date_hierarchy = "date"
    inlines = [EntryLines]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        return Tournament.with_removed.filter(rehearsal_of=None)


@admin.register(Entry)
class EntrySupport(Facts):
    """Who is in which tournament."""

    shown = {"tournament__rehearsal_of": None}
    list_display = ["number", "player", "tournament", "status", "lot"]
    list_filter = ["status"]
    list_select_related = ["player", "tournament"]
    search_fields = ["player__name", "tournament__name", "tournament__slug"]


@admin.register(Stage)
class StageSupport(Facts):
    """The stages of tournaments that have more than one way of seating."""

    shown = {"tournament__rehearsal_of": None}
    list_display = ["tournament", "number", "kind", "name", "rounds", "takes", "how_many"]
    list_display_links = ["tournament", "number"]
    list_filter = ["kind"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name", "tournament__slug", "name"]


@admin.register(Qualifier)
class QualifierSupport(Facts):
    """Who is in which stage, and how."""

    shown = {"stage__tournament__rehearsal_of": None}
    list_display = ["stage", "seed", "entry", "how", "replaced_by", "by", "at"]
    list_display_links = ["stage", "seed"]
    list_filter = ["how"]
    list_select_related = ["stage__tournament", "entry__player", "replaced_by__entry__player"]
    search_fields = ["stage__tournament__slug", "entry__player__name"]


@admin.register(Settled)
class SettledSupport(Facts):
    """Ties that were settled."""

    shown = {"stage__tournament__rehearsal_of": None}
    list_display = ["stage", "where", "how", "by", "at", "taken_back_at"]
    list_filter = ["where", "how"]
    list_select_related = ["stage__tournament"]
    search_fields = ["stage__tournament__slug", "reason"]


@admin.register(Round)
class RoundSupport(Facts):
    """Rounds, and how they were drawn."""

    shown = {"tournament__rehearsal_of": None}
    list_display = ["tournament", "number", "state", "algorithm", "seed", "published_at", "closed_at"]
    list_display_links = ["tournament", "number"]
    list_filter = ["state"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name", "tournament__slug"]


@admin.register(DrawFile)
class DrawFileSupport(Facts):
    """What rounds were drawn from, so that they can be drawn again."""

    shown = {"round__tournament__rehearsal_of": None}
    list_display = ["round"]
    list_select_related = ["round__tournament"]
    search_fields = ["round__tournament__name", "round__tournament__slug"]


@admin.register(DraftStep)
class DraftStepSupport(Facts):
    """The way back in drafts."""

    shown = {"round__tournament__rehearsal_of": None}
    list_display = ["round", "change"]
    list_select_related = ["round__tournament", "change"]
    search_fields = ["round__tournament__name", "round__tournament__slug"]


@admin.register(Wish)
class WishSupport(Facts):
    """Who is to be kept apart or together, and who keeps a place."""

    shown = {"tournament__rehearsal_of": None}
    list_display = ["tournament", "kind", "label", "table", "place", "removed_at"]
    list_display_links = ["tournament", "kind"]
    list_filter = ["kind"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name", "tournament__slug", "entries__player__name"]


@admin.register(Table)
class TableSupport(Facts):
    """Tables with the people who sit there."""

    shown = {"round__tournament__rehearsal_of": None}
    list_display = ["round", "number", "game"]
    list_display_links = ["round", "number"]
    list_select_related = ["round__tournament", "game"]
    search_fields = ["round__tournament__name", "round__tournament__slug"]
    inlines = [SeatLines]


@admin.register(LedgerLine)
class LedgerLineSupport(Facts):
    """Penalties and adjustments."""

    shown = {"entry__tournament__rehearsal_of": None}
    list_display = ["entry", "kind", "points", "reason", "by", "at", "taken_back_at"]
    list_filter = ["kind"]
    list_select_related = ["entry__player"]
    search_fields = ["reason", "by", "entry__player__name"]


@admin.register(Change)
class ChangeSupport(Facts):
    """The history of every club: what was done, by whom, when."""

    shown = {"tournament__rehearsal_of": None}
    list_display = ["at", "verb", "club", "tournament", "by", "undone_at"]
    list_filter = ["club", "verb"]
    list_select_related = ["club", "tournament"]
    search_fields = ["verb", "by", "tournament__slug"]
    date_hierarchy = "at"


@admin.register(Upload)
class UploadSupport(Facts):
    """Lists that wait to be accepted."""

    shown = {"tournament__rehearsal_of": None}
    list_display = ["source", "tournament", "by", "at"]
    list_select_related = ["tournament"]
    search_fields = ["source", "tournament__slug"]
    exclude = ["grid"]


@admin.register(OneTimeLink)
class LinkSupport(Facts):
    """One-time links; what opens them is not kept."""

    list_display = ["purpose", "club", "role", "made_by", "made_at", "ends_at", "used_at"]
    list_filter = ["purpose", "role"]
    list_select_related = ["club"]
    exclude = ["secret_hash"]


@admin.register(SeatKey)
class SeatKeySupport(Facts):
    """Who has a key for their seat on screen; what opens it is not kept."""

    shown = {"entry__tournament__rehearsal_of": None}
    list_display = ["entry", "state", "made_by", "made_at", "opened_at", "revoked_at"]
    list_select_related = ["entry__player", "entry__tournament"]
    search_fields = ["entry__player__name", "entry__tournament__slug"]
    exclude = ["secret_hash", "cookie_hash"]


@admin.register(Heartbeat)
class HeartbeatSupport(Facts):
    """When each worker last showed that it is alive."""

    list_display = ["worker", "at"]


@admin.register(User)
class UserSupport(Commanded, Accounts):
    """Accounts: found by name, given a new password, shut or opened. No password nor its hash is shown."""

    changeable = ("name", "is_active", "is_superuser")
    fieldsets = None
    form = ModelForm
    fields = ["username", "name", "is_active", "is_superuser", "has_password", "new_password", "last_login", "made_at"]
    list_display = ["username", "name", "is_active", "is_superuser", "last_login"]
    list_filter = ["is_active", "is_superuser", "memberships__club"]
    search_fields = ["username", "name"]
    ordering = ["username"]
    filter_horizontal = []
    inlines = [MemberLines]

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        return [(None, {"fields": self.fields})]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [*super().get_readonly_fields(request, obj), "has_password", "new_password"]

    @admin.display(boolean=True, description=_("has a password"))
    def has_password(self, obj: User) -> bool:
        return obj.has_usable_password()

    @admin.display(description=_("new password"))
    def new_password(self, obj: User) -> str:
        address = reverse("admin:auth_user_password_change", args=[obj.pk])
        return format_html('<a href="{}">{}</a>', address, gettext("Set a new password"))

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: Any) -> None:
        typed = {name: form.cleaned_data[name] for name in self.changeable}
        users.change_account(user=obj, **typed)


@admin.register(QueueLength)
class QueueLengthSupport(Facts):
    """How many messages waited in each queue when a worker last looked."""

    list_display = ["queue", "length", "at"]


@admin.register(BotTables)
class BotTablesSupport(Facts):
    """How the bot tables of a tournament begin and how fast they are shown; what they play from is not here."""

    shown = {"tournament__rehearsal_of": None}
    list_display = ["tournament", "starts", "pace"]
    list_filter = ["starts"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name", "tournament__slug"]
    fields = ["tournament", "starts", "pace"]

"""Bots at the desk: added to a tournament, how their tables are played, and each of these tables."""

import datetime as dt
import zoneinfo
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

import engine
from games.models import BotPlay
from tournaments import bot_tables, bots, entries
from tournaments.access import DeskRequest, for_club, for_tournament
from tournaments.bots import SLOWEST_PACE
from tournaments.desk.club_tabs import club_page
from tournaments.desk.forms import number_in
from tournaments.desk.frame import look_and_post, page
from tournaments.desk.rounds import round_of
from tournaments.heartbeats import FRESH
from tournaments.models import BotTables, Club, Entry, Role, Round, Table, Tournament
from tournaments.queries.bots import BotTable, bot_entries, has_bots, machine
from tournaments.queries.bots import bot_tables as tables_of_bots
from tournaments.refusals import Refused

KINDS = {
    "random": gettext_lazy("random: any tile that fits"),
    "heaviest": gettext_lazy("heaviest: the heaviest tile first"),
    "doubles-first": gettext_lazy("doubles-first: doubles, then the heaviest"),
    "lookahead": gettext_lazy("lookahead: weighs each tile"),
    "monte-carlo-20": gettext_lazy("monte-carlo-20: tries every tile in 20 worlds"),
    "monte-carlo-60": gettext_lazy("monte-carlo-60: tries every tile in 60 worlds"),
}
"""What each kind does, the weakest first; a kind without a word of its own is shown by its name."""


def kinds() -> list[tuple[str, str]]:
    """The kinds of bot to choose from."""
    return [(name, str(KINDS.get(name, name))) for name in engine.BOTS]


class BotsForm(forms.Form):
    """So many bots of one kind."""

    bot = forms.ChoiceField(label=gettext_lazy("Kind"), help_text=gettext_lazy("The weakest first."))
    count = forms.IntegerField(label=gettext_lazy("How many"), min_value=1, max_value=bots.MOST_AT_ONCE, initial=4)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["bot"].choices = kinds()  # type: ignore[attr-defined]
        self.fields["bot"].initial = "lookahead"


def _pace_field() -> forms.IntegerField:
    return forms.IntegerField(
        label=gettext_lazy("Seconds a turn"),
        min_value=0,
        max_value=SLOWEST_PACE,
        help_text=gettext_lazy("0: at full speed, shown at once. 3 is good to watch."),
    )


class PlanForm(forms.Form):
    """How the bot tables of the rounds to come are played."""

    starts = forms.ChoiceField(
        label=gettext_lazy("Their tables begin"), choices=BotTables.Starts.choices, widget=forms.RadioSelect
    )
    pace = _pace_field()


class StartForm(forms.Form):
    """When one table begins, and how fast it is shown."""

    start_at = forms.DateTimeField(
        label=gettext_lazy("Begins at"),
        required=False,
        help_text=gettext_lazy("Left empty: at once."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
    )
    pace = _pace_field()


class BotTournamentForm(BotsForm):
    """A tournament of bots only."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=100)
    rules = forms.ChoiceField(label=gettext_lazy("Rules"))
    field_order = ["name", "rules", "bot", "count"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        played = [name for name in engine.PRESETS if engine.read_rules(name).has_tiles]
        self.fields["rules"].choices = [(name, name) for name in played]  # type: ignore[attr-defined]


@look_and_post
@for_tournament(Role.ORGANISER)
def bots_page(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The bots of a tournament, and a form that adds some."""
    form = BotsForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = bots.enter_bots(tournament=tournament, **form.cleaned_data, by=str(request.user), at=timezone.now())
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            text = ngettext("{count} bot is entered.", "{count} bots are entered.", len(made))
            messages.success(request, text.format(count=len(made)))
            return redirect("bots", tournament.slug)
    return _bots(request, tournament, form=form)


@require_POST
@for_tournament(Role.ORGANISER)
def bots_plan(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Say how the bot tables of the rounds to come are played."""
    form = PlanForm(request.POST)
    if not form.is_valid():
        return _bots(request, tournament, plan=form)
    try:
        bots.plan_bot_tables(
            tournament=tournament,
            starts=BotTables.Starts(form.cleaned_data["starts"]),
            pace=form.cleaned_data["pace"],
            by=str(request.user),
            at=timezone.now(),
        )
    except Refused as refused:
        return _bots(request, tournament, refused=refused.sentence)
    messages.success(request, _("Saved. It holds from the next round on."))
    return redirect("bots", tournament.slug)


@require_POST
@for_tournament(Role.ORGANISER)
def bot_status(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Take a bot out of the rounds to come, or let it play again."""
    numbers = [number_in(request.POST.get("number"))]
    status = Entry.Status.HERE if request.POST.get("status") == Entry.Status.HERE else Entry.Status.WITHDRAWN
    known = list(bot_entries(tournament).filter(number__in=numbers).values_list("number", flat=True))
    try:
        entries.set_status(tournament=tournament, entries=known, status=status, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _bots(request, tournament, refused=refused.sentence)
    return redirect("bots", tournament.slug)


@require_safe
@for_tournament(Role.SCOREKEEPER)
def bots_machine(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Who plays the bot tables, and how many wait: the part of a page that is fetched again and again."""
    response = render(
        request, "desk/_machine.html", {"tournament": tournament, **machine_now(needs_worker=has_bots(tournament))}
    )
    response["Cache-Control"] = "no-store"
    return response


def machine_now(*, needs_worker: bool) -> dict[str, Any]:
    """What the template of the machine needs; without a worker that is needed it is red. Four queries."""
    now = timezone.now()
    found = machine(at=now)
    alive = [worker for worker in found.workers if worker.at >= now - FRESH]
    return {
        "machine": found,
        "needs_worker": needs_worker,
        "alive": alive,
        "gone": [worker for worker in found.workers if worker not in alive],
        "waits": None if found.waits_since is None else max(0, int((now - found.waits_since).total_seconds())),
    }


@look_and_post
@for_tournament(Role.ORGANISER)
def bot_table(request: DeskRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """One table of bots: where it stands, and what can be done about it."""
    round = round_of(tournament, number)
    found = next((one for one in tables_of_bots(round) if one.number == table), None)
    if found is None:
        raise Http404
    form = StartForm(request.POST if request.POST.get("do") == "start" else None, initial=_start(tournament, found))
    refused = ""
    if request.method == "POST":
        said, refused = _act(request, tournament, round, table, form)
        if said:
            messages.success(request, said)
            return redirect("bot-table", tournament.slug, number, table)
    context = {"found": found, "form": form, "refused": refused, "zone": tournament.time_zone}
    return page(request, tournament, "desk/bot_table.html", "bots", context)


def _start(tournament: Tournament, found: BotTable) -> dict[str, Any]:
    zone = zoneinfo.ZoneInfo(tournament.time_zone)
    start = found.play.start_at
    # without a zone, for the form would turn it into that of the installation
    typed = None if start is None else start.astimezone(zone).replace(tzinfo=None)
    return {"start_at": typed, "pace": found.play.pace}


def _act(request: DeskRequest, tournament: Tournament, round: Round, number: int, form: StartForm) -> tuple[str, str]:
    """Do what the button says; what was done in words, or why it was refused."""
    table = Table.objects.select_related("round__tournament").get(round=round, number=number)
    who: dict[str, Any] = {"table": table, "by": str(request.user), "at": timezone.now()}
    do, why = request.POST.get("do", ""), request.POST.get("why", "")
    try:
        if do == "start":
            if not form.is_valid():
                return "", ""
            start_at = _moment(form.cleaned_data["start_at"], tournament) or timezone.now()
            bot_tables.start_table(start_at=start_at, pace=form.cleaned_data["pace"], **who)
            return _("It begins when you said."), ""
        with_reason: dict[str, tuple[Callable[..., BotPlay], str]] = {
            "pause": (bot_tables.pause_table, _("The table pauses.")),
            "cancel": (bot_tables.cancel_table, _("The table has stopped.")),
            "again": (bot_tables.play_again, _("The table is played once more, with other tiles.")),
        }
        if do in with_reason:
            command, said = with_reason[do]
            command(why=why, **who)
            return said, ""
        if do == "resume":
            bot_tables.resume_table(**who)
            return _("The table goes on."), ""
    except Refused as refused:
        return "", refused.sentence
    return "", _("Choose what is to be done with the table.")


def _moment(typed: datetime | None, tournament: Tournament) -> datetime | None:
    """What was typed, on the clock of the hall."""
    if typed is None:
        return None
    return typed.replace(tzinfo=zoneinfo.ZoneInfo(tournament.time_zone)).astimezone(dt.UTC)


@look_and_post
@for_club(Role.ORGANISER)
def new_bot_tournament(request: DeskRequest, club: Club) -> HttpResponse:
    """Make a tournament in which only bots play."""
    form = BotTournamentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        today = timezone.now().astimezone(zoneinfo.ZoneInfo(club.time_zone)).date()
        try:
            made = bots.make_bot_tournament(
                club=club,
                name=given["name"],
                on=today,
                rules=given["rules"],
                bots=[(given["bot"], given["count"])],
                by=str(request.user),
                at=timezone.now(),
            )
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, _("{tournament} is made. Seat its first round.").format(tournament=made))
            return redirect("bots", made.slug)
    below = [_("A tournament of bots")]
    return club_page(request, club, "tournaments", "desk/new_bot_tournament.html", form=form, below=below)


def _bots(
    request: DeskRequest,
    tournament: Tournament,
    *,
    form: BotsForm | None = None,
    plan: PlanForm | None = None,
    refused: str = "",
) -> HttpResponse:
    round = tournament.rounds.exclude(state=Round.State.DRAFT).order_by("-number").first()
    stored = BotTables.objects.filter(tournament=tournament).first() or BotTables(tournament=tournament)
    context = {
        "form": form or BotsForm(),
        "plan": plan or PlanForm(initial={"starts": stored.starts, "pace": stored.pace}),
        "bots": bot_entries(tournament),
        "has_people": tournament.entries.filter(player__bot="").exists(),
        "round": round,
        "tables": () if round is None else tables_of_bots(round),
        "zone": tournament.time_zone,
        "refused": refused,
        **machine_now(needs_worker=has_bots(tournament)),
    }
    return page(request, tournament, "desk/bots.html", "bots", context)

"""The settings of a tournament: a new one, changed, copied, frozen ones replaced, removed and put back."""

from datetime import date
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

import engine
from tournaments import programme as commands
from tournaments.access import DeskRequest, for_club, for_tournament
from tournaments.corrections import Consequences, what_would_change
from tournaments.desk.frame import look_and_post, page
from tournaments.desk.programme_form import (
    COURSE,
    ROUNDS,
    ProgrammeForm,
    frozen_in_words,
    with_fitting_plan,
    with_rounds,
)
from tournaments.desk.stages import summary_of
from tournaments.models import Club, Role, Tournament
from tournaments.programme import Programme, cut_sizes, programme_of
from tournaments.refusals import Refused
from tournaments.stages import Preset, define_stages, preset, rounds_are_shared


class CopyForm(forms.Form):
    """What a copy does not take over."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=100)
    date = forms.DateField(
        label=gettext_lazy("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


@look_and_post
@for_club(Role.ORGANISER)
def new_tournament(request: DeskRequest, club: Club) -> HttpResponse:
    """Make a tournament of a club: one form whose defaults are right."""
    settings = Programme(name="", date=_today(club.time_zone), place=club.place, time_zone=club.time_zone)
    form = _form(request, settings)
    if _is_sent(request) and form.is_valid():
        wanted = form.programme()
        try:
            made = _made(request, club, wanted, form.course())
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            _say_struck(request, wanted)
            messages.success(request, _("{tournament} is made. Now add the names.").format(tournament=made))
            return redirect("console", made.slug)
    crumbs = _crumbs(club, _("New tournament"))
    context = {
        "form": form,
        "crumbs": crumbs,
        "zones": sorted(available_timezones()),
        "club": club,
        "folded": True,
        "unfolded": request.method == "POST",
    }
    return render(request, "desk/new_tournament.html", context)


@look_and_post
@for_tournament(Role.ORGANISER)
def programme(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The settings as they are, to be changed; what is frozen since the first seating is shown as such."""
    settings = programme_of(tournament)
    seated = tournament.rounds.exists()
    form = _form(request, settings, frozen=seated)
    stages = summary_of(tournament)
    form.leave_out(COURSE, *(ROUNDS if rounds_are_shared(tournament) else ()))
    if _is_sent(request) and form.is_valid():
        wanted = form.programme()
        try:
            commands.change_tournament(tournament=tournament, programme=wanted, by=str(request.user), at=timezone.now())
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            _say_struck(request, wanted)
            messages.success(request, _("The settings are saved."))
            return redirect("programme", tournament.slug)
    context = {
        "form": form,
        "seated": seated,
        "stages": stages,
        "frozen": frozen_in_words(settings) if seated else [],
        "zones": sorted(available_timezones()),
    }
    return page(request, tournament, "desk/programme.html", "programme", context)


@look_and_post
@for_tournament(Role.OWNER)
def replace_rules(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Replace frozen settings as a correction: first what would change is shown, then the reason is asked for."""
    settings = programme_of(tournament)
    look = "look" in request.POST
    form = ProgrammeForm(
        request.POST if request.method == "POST" else None,
        settings=settings,
        check="show" not in request.POST,
        only_frozen=True,
    )
    why = request.POST.get("why", "").strip()
    consequences: Consequences | None = None
    if form.is_bound and form.is_valid():
        wanted = form.programme()
        try:
            consequences = what_would_change(tournament, wanted)
            if not look and why:
                if request.POST.get("mark") != consequences.mark:
                    raise Refused(_("These are not the consequences that were shown before. Look at them again."))
                commands.replace_frozen(
                    tournament=tournament,
                    programme=wanted,
                    seen=tournament.version,
                    why=why,
                    by=str(request.user),
                    at=timezone.now(),
                )
                messages.success(request, _("The settings are replaced, and the standings follow them."))
                return redirect("console", tournament.slug)
        except Refused as refused:
            form.add_error(None, refused.sentence)
    context = {
        "form": form,
        "consequences": consequences,
        "why": why,
        "why_missing": consequences is not None and not look and not why,
    }
    return page(request, tournament, "desk/replace_rules.html", "programme", context)


@look_and_post
@for_tournament(Role.ORGANISER)
def copy_tournament(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """A new draft with the same settings."""
    today = _today(tournament.time_zone)
    form = CopyForm(request.POST or None, initial={"name": tournament.name, "date": today})
    if request.method == "POST" and form.is_valid():
        try:
            made = commands.copy_tournament(
                tournament=tournament,
                name=form.cleaned_data["name"],
                on=form.cleaned_data["date"],
                by=str(request.user),
                at=timezone.now(),
            )
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, _("{tournament} is made with the same settings.").format(tournament=made))
            return redirect("console", made.slug)
    title = _("Copy the settings of {tournament}").format(tournament=tournament)
    what = _("A new tournament with the same rules, rounds, table sizes and tie-breaks. Nobody is entered in it yet.")
    context = {"form": form, "title": title, "what": what}
    return page(request, tournament, "desk/asked.html", "programme", context)


@look_and_post
@for_tournament(Role.OWNER)
def remove_tournament(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Remove a tournament after its name was typed; the club's list of removed tournaments gives it back."""
    error = ""
    if request.method == "POST":
        try:
            commands.remove(
                tournament=tournament,
                typed_name=request.POST.get("name", ""),
                by=str(request.user),
                at=timezone.now(),
            )
        except Refused as refused:
            error = refused.sentence
        else:
            return redirect("removed-tournaments", tournament.club.slug)
    return page(request, tournament, "desk/remove_tournament.html", "programme", {"error": error})


@require_safe
@for_club(Role.OWNER)
def removed_tournaments(request: DeskRequest, club: Club) -> HttpResponse:
    """The tournaments of a club that were removed, each with the way back."""
    crumbs = _crumbs(club, _("Removed tournaments"))
    removed = Tournament.with_removed.filter(club=club, removed_at__isnull=False, rehearsal_of=None).order_by(
        "-removed_at", "-pk"
    )
    context = {"club": club, "removed": removed, "crumbs": crumbs}
    return render(request, "desk/removed_tournaments.html", context)


@require_POST
@for_tournament(Role.OWNER, removed=True)
def put_back(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    commands.put_back(tournament=tournament, by=str(request.user), at=timezone.now())
    messages.success(request, _("{tournament} is back as it was.").format(tournament=tournament))
    return redirect("console", tournament.slug)


@transaction.atomic
def _made(request: DeskRequest, club: Club, wanted: Programme, course: Preset) -> Tournament:
    """The new tournament with its stages: both or neither."""
    now = timezone.now()
    made = commands.make_tournament(club=club, programme=wanted, by=str(request.user), at=now)
    return define_stages(tournament=made, plans=preset(course, wanted.plan), by=str(request.user), at=now)


def _form(request: DeskRequest, settings: Programme, *, frozen: bool = False) -> ProgrammeForm:
    """The form as it is, as it was sent, or, where only the rules or the rounds were asked about, as typed so far."""
    if request.method != "POST":
        return ProgrammeForm(settings=settings, frozen=frozen)
    typed: QueryDict = request.POST
    if "spread" in typed:
        typed = with_rounds(typed, settings)
    elif "show" in typed:
        typed = with_fitting_plan(typed, settings)
    return ProgrammeForm(typed, settings=settings, check=_is_sent(request), frozen=frozen)


def _is_sent(request: DeskRequest) -> bool:
    """Whether the form is meant to be saved: "show" and "spread" only ask for another look at it."""
    return request.method == "POST" and not {"show", "spread"} & request.POST.keys()


def _say_struck(request: DeskRequest, wanted: Programme) -> None:
    """Say which of the sizes that were asked for are struck out, and why."""
    struck = cut_sizes(engine.read_rules(wanted.rules), wanted.sizes)[1]
    for one in struck:
        text = _("Tables of {size} are struck out: {reason}")
        messages.warning(request, text.format(size=one.size, reason=one.reason))


def _crumbs(club: Club, here: str) -> list[tuple[str, str]]:
    return [(_("Desk"), reverse("desk")), (str(club), reverse("club-desk", args=[club.slug])), (here, "")]


def _today(zone: str) -> date:
    try:
        return timezone.localdate(timezone=ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError):
        return timezone.localdate()

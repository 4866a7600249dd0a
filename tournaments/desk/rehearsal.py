"""Rehearsing an evening at the desk: made with one button, played by itself or by presses, told, thrown away."""

import datetime as dt
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.frame import look_and_post, page
from tournaments.desk.rehearsal_words import MATTERS, MISHAPS, coming, done, numbers, tables_of, told
from tournaments.models import Rehearsal, Role, Tournament
from tournaments.queries.rehearsals import met_in, rehearsal_of, rehearsals_of
from tournaments.refusals import Refused
from tournaments.rehearsal_course import Mishap, next_step
from tournaments.rehearsal_scene import scene_of
from tournaments.rehearsals import HIGHEST_SEED, SLOWEST, rehearse, set_speed, throw_away
from tournaments.rehearsing import go_on, is_stuck, take_step

AT_MOST = dt.timedelta(seconds=1.5)
"""How long one request begins steps that are due; the next one goes on."""
LAST_STEPS = 12

Args = ParamSpec("Args")


class SpeedForm(forms.Form):
    """How fast a rehearsal goes on."""

    speed = forms.ChoiceField(
        label=gettext_lazy("How it goes on"),
        choices=Rehearsal.Speed.choices,
        widget=forms.RadioSelect,
        initial=Rehearsal.Speed.PACED,
    )
    seconds = forms.IntegerField(
        label=gettext_lazy("Seconds between two steps"), min_value=1, max_value=SLOWEST, initial=5
    )


class RehearsalForm(SpeedForm):
    """What is rehearsed beside the entry list."""

    mishaps = forms.MultipleChoiceField(
        label=gettext_lazy("What goes wrong"),
        choices=[(mishap.value, words) for mishap, words in MISHAPS.items()],
        widget=forms.CheckboxSelectMultiple,
        initial=[mishap.value for mishap in Mishap],
        required=False,
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        help_text=gettext_lazy("The same number plays the same evening once more. Leave it empty for another one."),
        min_value=0,
        max_value=HIGHEST_SEED,
        required=False,
    )


@look_and_post
@for_tournament(Role.ORGANISER)
def rehearsal(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For a tournament: rehearse it, and its rehearsals. For a rehearsal: how it goes on, and what it has come to."""
    running = rehearsal_of(tournament)
    if running is not None:
        if request.method == "POST":
            raise Http404
        running.tournament = tournament
        return _running(request, running)
    form = RehearsalForm(request.POST or None)
    if form.is_bound and form.is_valid():
        typed = form.cleaned_data
        try:
            made = rehearse(
                tournament=tournament,
                speed=Rehearsal.Speed(typed["speed"]),
                seconds=typed["seconds"],
                mishaps=[Mishap(one) for one in typed["mishaps"]],
                seed=secrets.randbelow(HIGHEST_SEED) if typed["seed"] is None else typed["seed"],
                by=str(request.user),
                at=timezone.now(),
            )
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            return redirect("rehearsal", made.tournament.slug)
    context = {"form": form, "rehearsals": rehearsals_of(tournament)}
    return page(request, tournament, "desk/rehearse.html", "rehearsal", context)


def for_rehearsal(
    view: Callable[Concatenate[DeskRequest, Rehearsal, Args], HttpResponse],
) -> Callable[Concatenate[DeskRequest, Tournament, Args], HttpResponse]:
    """A page of rehearsals alone: of a tournament of the club there is nothing at this address."""

    @wraps(view)
    def answer(
        request: DeskRequest, tournament: Tournament, /, *args: Args.args, **kwargs: Args.kwargs
    ) -> HttpResponse:
        running = rehearsal_of(tournament)
        if running is None:
            raise Http404
        running.tournament = tournament
        return view(request, running, *args, **kwargs)

    return answer


@require_POST
@for_tournament(Role.ORGANISER)
@for_rehearsal
def rehearsal_step(request: DeskRequest, rehearsal: Rehearsal) -> HttpResponse:
    """The next step where somebody presses for it; from an open page (`due`) those that are due by now."""
    if "due" in request.POST:
        go_on(rehearsals=[rehearsal], now=timezone.now, until=timezone.now() + AT_MOST)
    else:
        take_step(rehearsal=rehearsal, at=timezone.now(), is_asked=True)
    if not request.htmx:
        return redirect("rehearsal", rehearsal.tournament.slug)
    rehearsal.tournament.refresh_from_db()
    part = render(request, "desk/_rehearsal.html", {"tournament": rehearsal.tournament, **_now(rehearsal)})
    part["Cache-Control"] = "no-store"
    return part


@require_POST
@for_tournament(Role.ORGANISER)
@for_rehearsal
def rehearsal_speed(request: DeskRequest, rehearsal: Rehearsal) -> HttpResponse:
    form = SpeedForm(request.POST)
    if not form.is_valid():
        return _running(request, rehearsal, form)
    speed = Rehearsal.Speed(form.cleaned_data["speed"])
    set_speed(rehearsal=rehearsal, speed=speed, seconds=form.cleaned_data["seconds"])
    messages.success(request, _("The rehearsal goes on: {speed}.").format(speed=speed.label))
    return redirect("rehearsal", rehearsal.tournament.slug)


@look_and_post
@for_tournament(Role.ORGANISER)
@for_rehearsal
def rehearsal_throw_away(request: DeskRequest, rehearsal: Rehearsal) -> HttpResponse:
    """Delete a rehearsal for good after its name was typed."""
    tournament, error = rehearsal.tournament, ""
    if request.method == "POST":
        original = Tournament.with_removed.get(pk=tournament.rehearsal_of_id or 0)
        try:
            throw_away(rehearsal=rehearsal, typed_name=request.POST.get("name", ""))
        except Refused as refused:
            error = refused.sentence
        else:
            messages.success(request, _("{rehearsal} is thrown away.").format(rehearsal=tournament))
            if original.removed_at is not None:
                return redirect("club-desk", tournament.club.slug)
            return redirect("rehearsal", original.slug)
    return page(request, tournament, "desk/rehearsal_throw_away.html", "rehearsal", {"error": error})


def _running(request: DeskRequest, rehearsal: Rehearsal, form: SpeedForm | None = None) -> HttpResponse:
    now = {"speed": rehearsal.speed, "seconds": rehearsal.seconds}
    context = {**_now(rehearsal), "form": form or SpeedForm(initial=now)}
    return page(request, rehearsal.tournament, "desk/rehearsal.html", "rehearsal", context)


def _now(rehearsal: Rehearsal) -> dict[str, Any]:
    scene = scene_of(rehearsal)
    by_itself = rehearsal.speed != Rehearsal.Speed.PRESSED
    last, met = rehearsal.steps.order_by("-number")[:LAST_STEPS], met_in(rehearsal)
    return {
        "rehearsal": rehearsal,
        "coming": coming(next_step(scene)),
        "bots_play": scene.bots_play,
        "is_over": rehearsal.tournament.state == Tournament.State.FINISHED,
        "stuck": is_stuck(rehearsal),
        "by_itself": by_itself and rehearsal.tournament.state != Tournament.State.FINISHED,
        "last": [(one, done(one)) for one in last],
        "mishaps": [MISHAPS[Mishap(one)] for one in rehearsal.mishaps],
        "steps": met.steps,
        "numbers": numbers(met),
        "rounds": [(one, tables_of(one)) for one in met.rounds],
        "matters": [(MATTERS[one], list(dict.fromkeys(told(one, step) for step in some))) for one, some in met.matters],
    }

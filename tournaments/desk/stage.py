"""One stage at the desk: the cut into it, ties and the ways out, who does not come, how its knockout is played."""

import secrets
from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import cuts, knockouts, settling
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.forms import ReasonForm, number_in
from tournaments.desk.frame import look_and_post, page
from tournaments.desk.going_on_form import GoingOnForm
from tournaments.desk.stage_page import Numbers, stage_page
from tournaments.models import Entry, Role, Settled, Stage, Tournament
from tournaments.queries.facts import facts_of
from tournaments.queries.stage_lists import stage_facts
from tournaments.refusals import Refused
from tournaments.seating.knockout import KnockoutPlan, NoPlan

HIGHEST_SEED = 10**9


@require_safe
@for_tournament(Role.ORGANISER)
def stage(request: DeskRequest, tournament: Tournament, stage: int) -> HttpResponse:
    """Who is in a stage, and what is left to be decided."""
    return _page(request, tournament, stage)


@require_POST
@for_tournament(Role.ORGANISER)
def make_cut(request: DeskRequest, tournament: Tournament, stage: int) -> HttpResponse:
    return _do(request, tournament, stage, cuts.make_cut, _("The cut is made."))


@require_POST
@for_tournament(Role.ORGANISER)
def undo_cut(request: DeskRequest, tournament: Tournament, stage: int) -> HttpResponse:
    return _do(request, tournament, stage, cuts.undo_cut, _("The cut is taken back."))


@look_and_post
@for_tournament(Role.ORGANISER)
def replace(request: DeskRequest, tournament: Tournament, stage: int, entry: int) -> HttpResponse:
    """Put the next in order into the place of somebody who does not come; asks why."""
    row = _stage(tournament, stage)
    gone = get_object_or_404(Entry.objects.select_related("player"), tournament=tournament, number=entry)
    form = ReasonForm(request.POST or None)
    if form.is_bound and form.is_valid():
        try:
            came = cuts.replace_qualifier(
                stage=row, entry=gone, why=form.cleaned_data["why"], by=str(request.user), at=timezone.now()
            )
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, _("{name} moves up.").format(name=came.entry.player))
            return redirect("stage", tournament.slug, stage)
    title = _("Replace {name}").format(name=gone.player)
    what = _("The first in order who is not through takes the place and the seed.")
    return page(request, tournament, "desk/asked.html", "programme", {"form": form, "title": title, "what": what})


@require_POST
@for_tournament(Role.ORGANISER)
def settle(request: DeskRequest, tournament: Tournament, stage: int) -> HttpResponse:
    """Settle a tie: `how` says which way, `tied` names those who are level by number."""
    tied = [number_in(number) for number in request.POST.get("tied", "").split()]
    how = request.POST.get("how", "")
    command: Callable[..., object]
    if how == Settled.How.LOT:
        command = partial(settling.draw_lot, tied=tied, seed=secrets.randbelow(HIGHEST_SEED))
    elif how == Settled.How.EXTRA_HAND:
        try:
            points = {number: int(request.POST.get(f"points-{number}", "").replace("−", "-")) for number in tied}
        except ValueError:
            return _page(request, tournament, stage, _("Write the points of everybody who is level, as whole numbers."))
        command = partial(settling.play_extra_hand, points=points)
    else:
        picked = [number_in(number) for number in request.POST.getlist("picked")]
        command = partial(settling.pick_by_hand, tied=tied, picked=picked, why=request.POST.get("why", ""))
    return _do(request, tournament, stage, command, _("The tie is settled."))


@require_POST
@for_tournament(Role.ORGANISER)
def take_back_settled(request: DeskRequest, tournament: Tournament, stage: int, settled: int) -> HttpResponse:
    row = get_object_or_404(Settled.objects.select_related("stage__tournament"), pk=settled, stage__number=stage)
    if row.stage.tournament_id != tournament.pk:
        raise Http404
    try:
        settling.take_back_settled(settled=row, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _page(request, tournament, stage, refused.sentence)
    messages.success(request, _("It is taken back: they are level again."))
    return redirect("stage", tournament.slug, stage)


@require_POST
@for_tournament(Role.ORGANISER)
def choose_plan(request: DeskRequest, tournament: Tournament, stage: int) -> HttpResponse:
    """Play the knockout by the plan that was chosen out of the best three."""
    plan = _plan(tournament, stage, request.POST.get("plan", ""))
    if plan is None:
        return _page(request, tournament, stage, _("Choose one of the plans."))
    command = partial(knockouts.choose_plan, plan=plan, seed=secrets.randbelow(HIGHEST_SEED))
    return _do(request, tournament, stage, command, _("The knockout is planned. Its first round can be seated."))


@require_POST
@for_tournament(Role.ORGANISER)
def set_going_on(request: DeskRequest, tournament: Tournament, stage: int) -> HttpResponse:
    """Say how many go on from the tables of the knockout; the plans are worked out with these numbers."""
    row = _stage(tournament, stage)
    shown = stage_page(tournament, stage)
    if shown is None or shown.numbers is None:
        return _page(request, tournament, stage, _("How many go on can be said from the cut to the first draw."))
    form = _form(shown.numbers, request.POST)
    if not form.is_valid():
        return _page(request, tournament, stage, form=form)
    try:
        knockouts.set_going_on(
            stage=row,
            advance=form.cleaned_data["advance"],
            by_size=form.by_size(),
            by_table=form.by_table(),
            by=str(request.user),
            at=timezone.now(),
        )
    except Refused as refused:
        form.add_error(None, refused.sentence)
        return _page(request, tournament, stage, form=form)
    messages.success(request, _("The plans are worked out with these numbers. Choose one."))
    return redirect("stage", tournament.slug, stage)


def _plan(tournament: Tournament, number: int, text: str) -> KnockoutPlan | None:
    """The plan with this text among those that are offered now."""
    found = stage_facts(facts_of(tournament))
    span = found.span(number)
    try:
        plans = knockouts.plans_for(found, span) if span is not None and span.stage.pk and span.is_knockout else ()
    except NoPlan:
        plans = ()
    return next((plan for plan in plans if plan.text == text), None)


def _stage(tournament: Tournament, number: int) -> Stage:
    return get_object_or_404(tournament.stages.select_related("tournament"), number=number)


def _do(
    request: DeskRequest, tournament: Tournament, number: int, command: Callable[..., object], said: str
) -> HttpResponse:
    """Run a command on a stage, say so, and show the page again."""
    row = _stage(tournament, number)
    try:
        command(stage=row, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _page(request, tournament, number, refused.sentence)
    messages.success(request, said)
    return redirect("stage", tournament.slug, number)


def _form(numbers: Numbers, typed: QueryDict | None = None) -> GoingOnForm:
    return GoingOnForm(
        typed,
        advance=numbers.advance,
        by_size=numbers.by_size,
        by_table=numbers.by_table,
        sizes=numbers.sizes,
        shown=numbers.shown,
    )


def _page(
    request: DeskRequest, tournament: Tournament, number: int, refused: str = "", form: GoingOnForm | None = None
) -> HttpResponse:
    shown = stage_page(tournament, number)
    if shown is None:
        raise Http404
    if form is None and shown.numbers is not None:
        form = _form(shown.numbers)
    context = {"stage": shown, "refused": refused, "typed": request.POST, "form": form}
    return page(request, tournament, "desk/stage.html", "programme", context)

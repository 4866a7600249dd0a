"""Tonight: the next step of a tournament as one big button, what is in its way, the rounds and their tables."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import programme, results, rounds
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.bots import machine_now
from tournaments.desk.forms import HandsForm, ReasonForm, number_in
from tournaments.desk.frame import look_and_post, page
from tournaments.desk.rounds import round_of
from tournaments.desk.tonight import tonight
from tournaments.models import Role, Tournament
from tournaments.queries.bots import has_bots
from tournaments.queries.evening import desk_version, live_version
from tournaments.refusals import Refused


@require_safe
@for_tournament(Role.SCOREKEEPER)
def console(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    return _console(request, tournament)


@require_safe
@for_tournament(Role.SCOREKEEPER)
def console_live(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The moving part of the console; 204 while the version is the one that the page has."""
    if request.GET.get("v") == live_version(tournament):
        return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
    context = {
        "tournament": tournament,
        "tonight": tonight(tournament, request.role),
        "may_organise": request.role.rank >= Role.ORGANISER.rank,
        "zone": tournament.time_zone,
    }
    fragment = render_to_string("desk/_console.html", context, request)
    return HttpResponse(fragment, headers={"Cache-Control": "no-store"})


@require_POST
@for_tournament(Role.ORGANISER)
def publish(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    return _done(request, tournament, programme.publish, _("Everybody can see {tournament} now."))


@require_POST
@for_tournament(Role.ORGANISER)
def hide(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    return _done(request, tournament, programme.hide, _("Only the club's members can see {tournament} now."))


@require_POST
@for_tournament(Role.ORGANISER)
def finish(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    return _done(request, tournament, programme.finish, _("{tournament} is finished."))


@require_POST
@for_tournament(Role.ORGANISER)
def close_round(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Close a round; `accept` names the tables whose results are accepted with it, as the page that was seen did."""
    round = round_of(tournament, number)
    tables = [number_in(table) for table in request.POST.getlist("accept")]
    try:
        if tables and request.POST.get("seen") != desk_version(tournament):
            raise Refused(_("Something has changed since this page was shown. Look at the tables again."))
        results.accept_and_close(round=round, tables=tables, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _console(request, tournament, refused.sentence)
    messages.success(request, _("Round {number} is closed.").format(number=number))
    return redirect("console", tournament.slug)


@require_POST
@for_tournament(Role.ORGANISER)
def take_back_round(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    try:
        rounds.take_back_round(round=round_of(tournament, number), by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _console(request, tournament, refused.sentence)
    messages.success(request, _("Round {number} is a draft again; only members see it.").format(number=number))
    return redirect("console", tournament.slug)


@look_and_post
@for_tournament(Role.ORGANISER)
def reopen_round(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Open the last closed round again, with a reason."""
    round = round_of(tournament, number)
    return _asked(
        request,
        tournament,
        ReasonForm(request.POST or None),
        title=_("Open round {number} again").format(number=number),
        what=_("Its tables can hand in and correct as before. Standings count it as still being played."),
        command=partial(rounds.reopen_round, round=round),
        said=_("Round {number} is open again.").format(number=number),
    )


@look_and_post
@for_tournament(Role.ORGANISER)
def cut_round(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Play fewer hands in a round, until its first result."""
    round = round_of(tournament, number)
    return _asked(
        request,
        tournament,
        HandsForm(len(round.centres), request.POST or None),
        title=_("Play fewer hands in round {number}").format(number=number),
        what=_("The last hands are left out at every table. This can be done until the first result is typed."),
        command=partial(rounds.cut_centres, round=round),
        said=_("Round {number} is shorter now.").format(number=number),
    )


@look_and_post
@for_tournament(Role.ORGANISER)
def reopen(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Go on with a finished tournament, with a reason."""
    return _asked(
        request,
        tournament,
        ReasonForm(request.POST or None),
        title=_("Go on with {tournament}").format(tournament=tournament),
        what=_(
            "It is finished now, and nothing in it can change. Reopening lets results be corrected and rounds added."
        ),
        command=partial(programme.reopen, tournament=tournament),
        said=_("{tournament} goes on.").format(tournament=tournament),
    )


def _done(
    request: DeskRequest, tournament: Tournament, command: Callable[..., Tournament], sentence: str
) -> HttpResponse:
    """Run a command on the whole tournament, say so, and show the console again."""
    try:
        command(tournament=tournament, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _console(request, tournament, refused.sentence)
    messages.success(request, sentence.format(tournament=tournament))
    return redirect("console", tournament.slug)


def _console(request: DeskRequest, tournament: Tournament, refused: str = "") -> HttpResponse:
    if refused:
        tournament.refresh_from_db(fields=["state", "version"])
    context: dict[str, Any] = {
        "tonight": tonight(tournament, request.role),
        "refused": refused,
        "zone": tournament.time_zone,
    }
    if has_bots(tournament):
        context |= machine_now(needs_worker=True)
    return page(request, tournament, "desk/console.html", "console", context)


def _asked(
    request: DeskRequest,
    tournament: Tournament,
    form: ReasonForm | HandsForm,
    *,
    title: str,
    what: str,
    command: Callable[..., object],
    said: str,
) -> HttpResponse:
    """Ask for what a command still needs, the one field of the form; run it, say so, and show the console again."""
    if form.is_bound and form.is_valid():
        try:
            command(**form.cleaned_data, by=str(request.user), at=timezone.now())
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, said)
            return redirect("console", tournament.slug)
    context = {"form": form, "title": title, "what": what}
    return page(request, tournament, "desk/asked.html", "console", context)

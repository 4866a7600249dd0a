"""The desk of people and their clubs: my clubs, one club, its settings."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import clubs
from tournaments.access import DeskRequest, for_club, may_make_clubs, signed_in
from tournaments.desk.club_forms import ClubForm
from tournaments.desk.club_tabs import club_page
from tournaments.models import Club, Role
from tournaments.queries.clubs import club_calendar, desks
from tournaments.refusals import Refused


@signed_in
def desk(request: DeskRequest) -> HttpResponse:
    """My clubs and their tournaments."""
    mine = desks(request.user, at=timezone.now())
    return render(request, "desk/desk.html", {"desks": mine, "may_make_clubs": may_make_clubs(request.user)})


@signed_in
def new_club(request: DeskRequest) -> HttpResponse:
    """Make a club and own it."""
    if not may_make_clubs(request.user):
        raise Http404
    form = ClubForm(request.POST or None, initial={"time_zone": timezone.get_default_timezone_name()})
    if request.method == "POST" and form.is_valid():
        user = request.user
        club = clubs.make_club(**form.cleaned_data, owner=user, by=str(user), at=timezone.now())
        messages.success(request, _("{club} is made. You own it.").format(club=club))
        return redirect("club-desk", club=club.slug)
    return render(request, "desk/new_club.html", {"form": form})


@for_club(Role.SCOREKEEPER)
def club_desk(request: DeskRequest, club: Club) -> HttpResponse:
    """The tournaments of a club: live now, next, past."""
    calendar = club_calendar(club, at=timezone.now())
    return club_page(request, club, "tournaments", "desk/club.html", calendar=calendar)


@for_club(Role.OWNER)
def club_settings(request: DeskRequest, club: Club) -> HttpResponse:
    """What the club is called and where it meets; for the demo club, the way to be rid of it."""
    now = {"name": club.name, "place": club.place, "time_zone": club.time_zone}
    form = ClubForm(request.POST or None, initial=now)
    if request.method == "POST" and form.is_valid():
        clubs.change_club(club=club, **form.cleaned_data, by=str(request.user), at=timezone.now())
        messages.success(request, _("The settings of the club are saved."))
        return redirect("club-settings", club=club.slug)
    return club_page(request, club, "settings", "desk/club_settings.html", form=form)


@require_POST
@for_club(Role.OWNER)
def remove_demo(request: DeskRequest, club: Club) -> HttpResponse:
    """Delete the demo club with everything in it."""
    try:
        clubs.remove_demo_club(club=club)
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("club-settings", club=club.slug)
    messages.success(request, _("The demo club is gone, with everything in it."))
    return redirect("desk")

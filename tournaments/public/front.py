"""The first page, and a club's page: what goes on, what comes, what was."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Club, Tournament
from tournaments.public.shelf import for_everybody_club, for_everybody_home
from tournaments.queries.clubs import public_calendar

PAST_ON_FIRST_PAGE = 20


def root(_request: HttpRequest) -> HttpResponse:
    """The bare address leads to the first page in a language."""
    return redirect("home")


@for_everybody_home
def home(request: HttpRequest, clubs: list[Club], at: datetime) -> HttpResponse:
    """Every club, and what goes on."""
    context = {
        "clubs": clubs,
        "calendar": public_calendar(Tournament.objects.all(), at=at, most_past=PAST_ON_FIRST_PAGE),
        "with_club": True,
    }
    return render(request, "public/home.html", context)


@for_everybody_club
def club(request: HttpRequest, club: Club, at: datetime) -> HttpResponse:
    """One club."""
    crumbs = [(_("All clubs"), reverse("home")), (club.name, "")]
    calendar = public_calendar(Tournament.objects.filter(club=club), at=at)
    context = {"club": club, "calendar": calendar, "crumbs": crumbs}
    return render(request, "public/club.html", context)

"""The first page, and a club's page: what goes on, what comes, what was."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Club, Round, Tournament
from tournaments.public.shelf import for_everybody_club, for_everybody_home

PAST_ON_FIRST_PAGE = 20


@dataclass(frozen=True, slots=True)
class Calendar:
    """Tournaments by time: on now, to come (the next first), over (the last first)."""

    live: tuple[Tournament, ...]
    coming: tuple[Tournament, ...]
    past: tuple[Tournament, ...]


def calendar_of(tournaments: QuerySet[Tournament], today: date, most_past: int | None = None) -> Calendar:
    """Sort what the world may see by time. One with an open round is on, whatever its date says. Two queries."""
    open_round = Round.objects.filter(tournament=OuterRef("pk"), state=Round.State.OPEN)
    public = (
        tournaments.exclude(state=Tournament.State.DRAFT)
        .select_related("club")
        .annotate(has_open_round=Exists(open_round))
        .order_by("-date", "-pk")
    )
    ahead = Q(state=Tournament.State.PUBLISHED) & (Q(date__gte=today) | Q(has_open_round=True))
    live: list[Tournament] = []
    coming: list[Tournament] = []
    for one in public.filter(ahead).order_by("date", "pk"):
        (live if one.has_open_round or one.date == today else coming).append(one)
    return Calendar(tuple(live), tuple(coming), tuple(public.exclude(ahead)[:most_past]))


def root(_request: HttpRequest) -> HttpResponse:
    """The bare address leads to the first page in a language."""
    return redirect("home")


@for_everybody_home
def home(request: HttpRequest, clubs: list[Club], today: date) -> HttpResponse:
    """Every club, and what goes on."""
    context = {
        "clubs": clubs,
        "calendar": calendar_of(Tournament.objects.all(), today, PAST_ON_FIRST_PAGE),
        "with_club": True,
    }
    return render(request, "public/home.html", context)


@for_everybody_club
def club(request: HttpRequest, club: Club, today: date) -> HttpResponse:
    """One club."""
    crumbs = [(_("All clubs"), reverse("home")), (club.name, "")]
    context = {"club": club, "calendar": calendar_of(Tournament.objects.filter(club=club), today), "crumbs": crumbs}
    return render(request, "public/club.html", context)

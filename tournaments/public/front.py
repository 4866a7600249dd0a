"""The first page, and a club's page: what goes on, what comes, what was."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Club, Round, Tournament
from tournaments.public.shelf import for_everybody_club, for_everybody_home

PAST_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Calendar:
    """Tournaments by time: on now, to come (the next first), over (the last first)."""

    live: tuple[Tournament, ...]
    coming: tuple[Tournament, ...]
    past: tuple[Tournament, ...]


def calendar_of(tournaments: list[Tournament], today: date) -> Calendar:
    """Sort public tournaments by time. One with an open round is on, whatever its date says."""
    live, coming, past = [], [], []
    for one in tournaments:
        if one.state == Tournament.State.FINISHED:
            past.append(one)
        elif one.has_open_round or one.date == today:  # type: ignore[attr-defined]
            live.append(one)
        elif one.date > today:
            coming.append(one)
        else:
            past.append(one)
    coming.sort(key=lambda one: (one.date, one.pk))
    return Calendar(tuple(live), tuple(coming), tuple(past[:PAST_SHOWN]))


def public_tournaments(club: Club | None = None) -> list[Tournament]:
    """What the world may see, the latest first, of one club or of all. One query."""
    open_round = Round.objects.filter(tournament=OuterRef("pk"), state=Round.State.OPEN)
    found = (
        Tournament.objects.exclude(state=Tournament.State.DRAFT)
        .select_related("club")
        .annotate(has_open_round=Exists(open_round))
        .order_by("-date", "-pk")
    )
    return list(found if club is None else found.filter(club=club))


def root(_request: HttpRequest) -> HttpResponse:
    """The bare address leads to the first page in a language."""
    return redirect("home")


@for_everybody_home
def home(request: HttpRequest, clubs: list[Club], today: date) -> HttpResponse:
    """Every club, and what goes on."""
    context = {"clubs": clubs, "calendar": calendar_of(public_tournaments(), today), "with_club": True}
    return render(request, "public/home.html", context)


@for_everybody_club
def club(request: HttpRequest, club: Club, today: date) -> HttpResponse:
    """One club."""
    crumbs = [(_("All clubs"), reverse("home")), (club.name, "")]
    context = {"club": club, "calendar": calendar_of(public_tournaments(club), today), "crumbs": crumbs}
    return render(request, "public/club.html", context)

"""Seating: choose the tables, draw, publish. What is changed in a draft by hand is in `seat_draft`."""

import secrets

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import drafts
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.seat_page import chosen_split, done, refused_page, seat_page, seen_draft, terms_in
from tournaments.models import Role, Tournament
from tournaments.queries.evening import desk_version
from tournaments.refusals import Refused

HIGHEST_SEED = 10**9


@require_safe
@for_tournament(Role.ORGANISER)
def seat(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """What is to be done about seats now: choose tables, look at a draft, or change a round that runs."""
    return seat_page(request, tournament)


@require_safe
@for_tournament(Role.ORGANISER)
def seat_live(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The moving part of the page; 204 while nothing has changed since it was shown."""
    if request.GET.get("v") == desk_version(tournament):
        return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
    return seat_page(request, tournament)


@require_POST
@for_tournament(Role.ORGANISER)
def draw(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Draw the next round as a draft, with the tables that were chosen."""
    try:
        draft = drafts.draft_round(
            tournament=tournament,
            split=chosen_split(request, tournament),
            seed=fresh_seed(),
            terms=terms_in(request),
            by=str(request.user),
            at=timezone.now(),
        )
    except Refused as refused:
        return refused_page(request, tournament, refused)
    said = _("Round {number} is drawn. Only members see it yet.").format(number=draft.number)
    return done(request, tournament, said)


@require_POST
@for_tournament(Role.ORGANISER)
def redraw(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Draw the draft again, for everybody who is here now."""
    try:
        draft = seen_draft(request, tournament)
        drafts.redraw_round(
            draft=draft,
            split=chosen_split(request, tournament),
            seed=fresh_seed(),
            terms=terms_in(request),
            by=str(request.user),
            at=timezone.now(),
        )
    except Refused as refused:
        return refused_page(request, tournament, refused)
    return done(request, tournament, _("Round {number} is drawn again.").format(number=draft.number))


@require_POST
@for_tournament(Role.ORGANISER)
def drop(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Throw the draft away."""
    try:
        draft = seen_draft(request, tournament)
        drafts.drop_draft(draft=draft, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return refused_page(request, tournament, refused)
    return done(request, tournament, _("The draft of round {number} is gone.").format(number=draft.number))


@require_POST
@for_tournament(Role.ORGANISER)
def publish(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Publish the draft as it was seen."""
    try:
        draft = seen_draft(request, tournament)
        drafts.publish_round(draft=draft, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return refused_page(request, tournament, refused)
    said = _("Round {number} is published: everybody can see where they sit.").format(number=draft.number)
    return done(request, tournament, said)


def fresh_seed() -> int:
    """A seed that nobody could choose; nine digits, so that it can be read out."""
    return secrets.randbelow(HIGHEST_SEED)

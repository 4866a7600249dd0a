"""Seating: choose the tables, draw, publish. What is changed in a draft by hand is in `seat_draft`."""

import secrets
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import draft_bots, drafts
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.seat_choices import Choice
from tournaments.desk.seat_page import chosen, done, refused_page, seat_page, seen_draft, terms_in
from tournaments.models import Role, Round, Tournament
from tournaments.queries.draft_bots import room_for_bots
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
        choice = chosen(request, tournament)
        draft = drafts.draft_round(
            tournament=tournament,
            split=choice.split,
            seed=fresh_seed(),
            terms=terms_in(request),
            by=str(request.user),
            at=timezone.now(),
        )
        _fill(request, draft, choice)
    except Refused as refused:
        return refused_page(request, tournament, refused)
    said = _("Round {number} is drawn. Only members see it yet.").format(number=draft.number)
    return done(request, tournament, said)


@require_POST
@for_tournament(Role.ORGANISER)
def redraw(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Draw the draft again, for everybody who is here now."""
    try:
        draft, choice = seen_draft(request, tournament), chosen(request, tournament)
        draft = drafts.redraw_round(
            draft=draft,
            split=choice.split,
            seed=fresh_seed(),
            terms=terms_in(request),
            by=str(request.user),
            at=timezone.now(),
        )
        _fill(request, draft, choice)
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


def _fill(request: DeskRequest, draft: Round, choice: Choice) -> None:
    """Let bots fill the seats that the chosen tables leave free, all of them on screen."""
    if not choice.bots:
        return
    who: dict[str, Any] = {"by": str(request.user), "at": timezone.now()}
    every = list(draft.tables.order_by("number").values_list("number", flat=True))
    draft = draft_bots.set_on_screen(draft=draft, tables=every, on=True, **who)
    if room_for_bots(draft).missing:
        draft_bots.fill_with_bots(draft=draft, tables=every, **who)


def fresh_seed() -> int:
    """A seed that nobody could choose; nine digits, so that it can be read out."""
    return secrets.randbelow(HIGHEST_SEED)

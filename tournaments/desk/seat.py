"""Seating: choose the tables, look at the draft, publish it; a round that runs and the minute after."""

import secrets
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments import draft_changes, drafts, rounds
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.forms import number_in
from tournaments.desk.frame import page
from tournaments.models import Entry, Role, Round, Tournament
from tournaments.queries.seating import draft_of, drawn_for, laid_of, without_seat
from tournaments.queries.tables import has_reports
from tournaments.refusals import Refused, in_words
from tournaments.seating.sizes import NoSplit, Split, splits

HIGHEST_SEED = 10**9


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to lay the tables: its text in the form, what it means and costs, and the split itself."""

    text: str
    words: str
    split: Split


@require_safe
@for_tournament(Role.ORGANISER)
def seat(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """What is to be done about seats now: choose tables, look at a draft, or change a round that runs."""
    return _seat(request, tournament)


@require_POST
@for_tournament(Role.ORGANISER)
def draw(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Draw the next round as a draft, with the tables that were chosen."""
    try:
        split = _chosen(request, tournament)
        draft = drafts.draft_round(
            tournament=tournament, split=split, seed=fresh_seed(), by=str(request.user), at=timezone.now()
        )
    except Refused as refused:
        return _seat(request, tournament, refused.sentence)
    return _done(
        request, tournament, _("Round {number} is drawn. Only members see it yet.").format(number=draft.number)
    )


@require_POST
@for_tournament(Role.ORGANISER)
def redraw(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Draw the draft again, for everybody who is here now."""
    try:
        draft = _seen_draft(request, tournament)
        split = _chosen(request, tournament)
        drafts.redraw_round(draft=draft, split=split, seed=fresh_seed(), by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _seat(request, tournament, refused.sentence)
    return _done(request, tournament, _("Round {number} is drawn again.").format(number=draft.number))


@require_POST
@for_tournament(Role.ORGANISER)
def swap(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Let two people of the draft change places."""
    try:
        draft = _seen_draft(request, tournament)
        first, second = (_entry(request, tournament, name) for name in ("first", "second"))
        draft_changes.swap(draft=draft, first=first, second=second, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _seat(request, tournament, refused.sentence)
    said = _("{first} and {second} have changed places.").format(first=first.player, second=second.player)
    return _done(request, tournament, said)


@require_POST
@for_tournament(Role.ORGANISER)
def drop(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Throw the draft away."""
    try:
        draft = _seen_draft(request, tournament)
        drafts.drop_draft(draft=draft, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _seat(request, tournament, refused.sentence)
    return _done(request, tournament, _("The draft of round {number} is gone.").format(number=draft.number))


@require_POST
@for_tournament(Role.ORGANISER)
def publish(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Publish the draft as it was seen."""
    try:
        draft = _seen_draft(request, tournament)
        drafts.publish_round(draft=draft, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _seat(request, tournament, refused.sentence)
    said = _("Round {number} is published: everybody can see where they sit.").format(number=draft.number)
    return _done(request, tournament, said)


def fresh_seed() -> int:
    """A seed that nobody could choose; nine digits, so that it can be read out."""
    return secrets.randbelow(HIGHEST_SEED)


def choices_for(tournament: Tournament, people: int) -> list[Choice]:
    """The ways to seat so many people, the recommended one first. Raises NoSplit."""
    found = splits(people, rounds.allowed_sizes(tournament), tournament.preferred_size)
    return [Choice("-".join(map(str, split.sizes)), in_words(split.words), split) for split in found]


def heads_here(tournament: Tournament) -> int:
    """How many are here to be seated: people, or bots where nobody else is entered."""
    return drawn_for(tournament).filter(status=Entry.Status.HERE).count()


def _chosen(request: DeskRequest, tournament: Tournament) -> Split:
    """The tables that were chosen. Refused where they do not fit those who are here now."""
    here = heads_here(tournament)
    wanted = request.POST.get("tables", "")
    try:
        found = next((one.split for one in choices_for(tournament, here) if one.text == wanted), None)
    except NoSplit as none:
        raise Refused(none.sentence) from none
    if found is None:
        raise Refused(
            ngettext(
                "Choose the tables: {count} person is here now.",
                "Choose the tables: {count} people are here now.",
                here,
            ).format(count=here)
        )
    return found


def _seen_draft(request: DeskRequest, tournament: Tournament) -> Round:
    """The draft, if it is the one that was on the page."""
    draft = tournament.rounds.select_related("tournament").filter(state=Round.State.DRAFT).first()
    if draft is None:
        raise Refused(_("There is no draft any more: it was published or thrown away meanwhile."))
    if request.POST.get("drawing") != draft.drawing:
        raise Refused(
            _("Somebody changed the draft of round {number} meanwhile. Look at it again.").format(number=draft.number)
        )
    return draft


def _entry(request: DeskRequest, tournament: Tournament, name: str) -> Entry:
    number = number_in(request.POST.get(name))
    found = tournament.entries.select_related("player").filter(number=number).first()
    if found is None:
        raise Refused(_("Choose the two people who are to change places."))
    return found


def _done(request: DeskRequest, tournament: Tournament, sentence: str) -> HttpResponse:
    messages.success(request, sentence)
    return _seat(request, tournament) if request.htmx else redirect("seat", tournament.slug)


def _seat(request: DeskRequest, tournament: Tournament, refused: str = "") -> HttpResponse:
    """The page, or its moving part alone for htmx."""
    context = {"refused": refused, "typed": request.POST, **_now(tournament)}
    if request.method == "POST" and request.htmx:
        return render(request, "desk/_seat.html", {**context, "tournament": tournament, "alone": True})
    return page(request, tournament, "desk/seat.html", "seat", context)


def _now(tournament: Tournament) -> dict[str, Any]:
    """Which of the three faces of the page is shown, and what it needs."""
    if tournament.state == Tournament.State.FINISHED:
        return {"face": "nothing", "why": _("The tournament is finished, so nobody is seated any more.")}
    last = tournament.rounds.select_related("tournament").order_by("-number").first()
    if last is not None and last.state == Round.State.DRAFT:
        return {"face": "draft", "round": last, "draft": draft_of(last), **_choice(tournament)}
    if last is not None and last.state == Round.State.OPEN:
        laid = laid_of(last)
        return {
            "face": "running",
            "round": last,
            "laid": laid,
            "smallest_first": sorted(laid.tables, key=lambda table: (len(table.sitters), table.number)),
            "without_seat": without_seat(last),
            "can_take_back": not has_reports(last),
        }
    try:
        number = rounds.next_number(tournament)
    except Refused as refused:
        return {"face": "nothing", "why": refused.sentence}
    return {"face": "choose", "number": number, **_choice(tournament)}


def _choice(tournament: Tournament) -> dict[str, Any]:
    here = heads_here(tournament)
    try:
        return {"here": here, "choices": choices_for(tournament, here)}
    except NoSplit as none:
        return {"here": here, "choices": [], "no_tables": in_words(none.sentence)}

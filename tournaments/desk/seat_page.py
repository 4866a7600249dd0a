"""The page of the seats as it stands: choose tables, look at a draft, change a round that runs, or nothing to do."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from tournaments import rounds
from tournaments.access import DeskRequest
from tournaments.desk.changes import describe
from tournaments.desk.forms import number_in
from tournaments.desk.frame import page
from tournaments.desk.seat_choices import Choice, choices_for, with_bots
from tournaments.drawing import Clash, Terms
from tournaments.models import Round, Tournament
from tournaments.queries.coming_round import Balanced, ByStandings, ComingRound, coming_round
from tournaments.queries.draft_bots import room_for_bots
from tournaments.queries.drafts import Draft, draft_of
from tournaments.queries.draws import file_of
from tournaments.queries.evening import desk_version
from tournaments.queries.screens import tables_begun
from tournaments.queries.seating import laid_of, without_seat
from tournaments.queries.stages import Coming, course_of, sizes_in
from tournaments.queries.tables import has_reports
from tournaments.queries.wishes import asked_in
from tournaments.refusals import Refused, in_words
from tournaments.seating.knockout_round import KnockoutDraw
from tournaments.seating.power_rules import WHAT_IT_BUYS
from tournaments.seating.sizes import NoSplit, would_seat_all
from tournaments.stage_members import stays
from tournaments.stages import stage_name
from tournaments.wishes import in_one_sentence

MANY_TABLES = 30
"""From so many tables on their cards are drawn small."""
MOST_NAMED = 24
"""So many people are named in the report; of more it says how many."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question for the organiser above the page: the wishes of a clash, each of which may be left out."""

    wishes: tuple[tuple[int, str], ...]


def seat_page(
    request: DeskRequest, tournament: Tournament, refused: str = "", *, ask: Ask | None = None, picked: int = 0
) -> HttpResponse:
    """The page, or its moving part alone for htmx. `picked` is the number of who is to change places with the next."""
    context = {
        "refused": refused,
        "ask": ask,
        "typed": request.POST if refused or ask else {},
        "left_out": request.POST.getlist("ignore"),
        "picked": picked,
        **_now(tournament),
    }
    if request.htmx:
        part = render(request, "desk/_seat.html", {**context, "tournament": tournament, "alone": True})
        part["Cache-Control"] = "no-store"
        return part
    return page(request, tournament, "desk/seat.html", "seat", context)


def refused_page(request: DeskRequest, tournament: Tournament, refused: Refused) -> HttpResponse:
    """The page with why something was not done; where wishes clash, each of them may be left out in one press."""
    if not isinstance(refused, Clash):
        return seat_page(request, tournament, refused.sentence)
    wishes = tuple((one.pk, in_one_sentence(one)) for one in refused.wishes)
    return seat_page(request, tournament, ask=Ask(wishes))


def done(request: DeskRequest, tournament: Tournament, sentence: str) -> HttpResponse:
    """Say what was done, on the page as it is now."""
    messages.success(request, sentence)
    return seat_page(request, tournament) if request.htmx else redirect("seat", tournament.slug)


def terms_in(request: DeskRequest) -> Terms:
    """What the form says about the draw beside the tables."""
    ignored = frozenset(number_in(text) for text in request.POST.getlist("ignore"))
    return Terms(turns_first="twice_small" not in request.POST, ignored=ignored)


def chosen(request: DeskRequest, tournament: Tournament) -> Choice:
    """The tables that were chosen. Refused where they do not fit those who are here now."""
    coming = coming_now(tournament)
    wanted = request.POST.get("tables", "")
    try:
        found = next((one for one in choices_for(tournament, coming) if one.text == wanted), None)
    except NoSplit as none:
        raise Refused(none.sentence) from none
    here = len(coming.here)
    if found is None:
        raise Refused(
            ngettext(
                "Choose the tables: {count} person is here now.",
                "Choose the tables: {count} people are here now.",
                here,
            ).format(count=here)
        )
    return found


def seen_draft(request: DeskRequest, tournament: Tournament) -> Round:
    """The draft, if it is the one that was on the page."""
    draft = tournament.rounds.select_related("tournament").filter(state=Round.State.DRAFT).first()
    if draft is None:
        raise Refused(_("There is no draft any more: it was published or thrown away meanwhile."))
    if request.POST.get("drawing") != draft.drawing:
        raise Refused(
            _("Somebody changed the draft of round {number} meanwhile. Look at it again.").format(number=draft.number)
        )
    return draft


def _would_seat_all(tournament: Tournament, coming: ComingRound) -> str:
    """Which other table size would leave nobody sitting out; empty where nobody does, or in a knockout."""
    if isinstance(coming.way, KnockoutDraw):
        return ""
    sizes, dealable = sizes_in(tournament, coming.span.stage), engine.read_rules(tournament.rules).player_counts()
    sentence = would_seat_all(len(coming.here), sizes.allowed, sizes.preferred, dealable)
    return "" if sentence is None else in_words(sentence)


def coming_now(tournament: Tournament) -> ComingRound:
    """The round that is a draft, or else the next one: who plays it and by what it is seated.

    Refused where none is seated now: one is not closed yet, all are played, or it is not known who plays.
    """
    last = rounds.last_round(tournament)
    is_draft = last is not None and last.state == Round.State.DRAFT
    return coming_round(tournament, last.number if last and is_draft else rounds.number_after(tournament, last))


def _now(tournament: Tournament) -> dict[str, Any]:
    """Which of the faces of the page is shown, and what it needs."""
    if tournament.state == Tournament.State.FINISHED:
        return {"face": "nothing", "why": _("The tournament is finished, so nobody is seated any more.")}
    last = tournament.rounds.select_related("tournament").order_by("-number").first()
    if last is not None and last.state == Round.State.DRAFT:
        return {"face": "draft", "round": last, **_played_with(last, _draft(last), _choice(tournament, last.number))}
    if last is not None and last.state == Round.State.OPEN:
        laid, is_knockout = laid_of(last), stays(tournament, last.number)
        return {
            "face": "running",
            "is_knockout": is_knockout,
            "round": last,
            "laid": laid,
            "smallest_first": sorted(laid.tables, key=lambda table: (len(table.sitters), table.number)),
            "without_seat": [] if is_knockout else without_seat(last),
            "can_take_back": not has_reports(last) and not (laid.any_on_screen and tables_begun(last)),
            "has_file": bool(file_of(last)),
        }
    try:
        number = rounds.next_number(tournament)
    except Refused as refused:
        return {"face": "nothing", "why": refused.sentence, "decide": _decide(tournament)}
    return {"face": "choose", "number": number, "wishes": len(asked_in(tournament)), **_choice(tournament, number)}


def _decide(tournament: Tournament) -> int:
    """The number of the stage that waits for its cut or its plan; 0 where none does."""
    course = course_of(tournament)
    return course.span.stage.number if course.coming in (Coming.CUT, Coming.PLAN) else 0


def _choice(tournament: Tournament, number: int) -> dict[str, Any]:
    coming = coming_round(tournament, number)
    shown = {"here": len(coming.here), "seen": desk_version(tournament), **_coming(tournament, coming)}
    if coming.undecided is not None:
        return {**shown, "choices": [], "no_tables": in_words(coming.undecided.sentence)}
    try:
        choices = choices_for(tournament, coming)
    except NoSplit as none:
        return {**shown, "choices": [], "no_tables": in_words(none.sentence)}
    balanced = isinstance(coming.way, Balanced)
    return {
        **shown,
        "choices": choices,
        "would_seat_all": _would_seat_all(tournament, coming),
        "sizes_are_set_at": "programme" if coming.span.stage.sizes is None else "stages",
        "may_be_twice_small": balanced and any(one.split.short_seats for one in choices),
    }


def _coming(tournament: Tournament, coming: ComingRound) -> dict[str, Any]:
    """What the stage of the round says about it: how it is seated, and who of it is not here."""
    missing = tournament.entries.filter(number__in=coming.missing).order_by("number")
    return {
        "is_knockout": coming.span.is_knockout,
        "is_power": isinstance(coming.way, ByStandings),
        "stage": stage_name(coming.span.stage) if coming.span.stage.pk else "",
        "stage_number": coming.span.stage.number,
        "missing": list(missing.values_list("player__name", flat=True)) if coming.missing else [],
    }


def _played_with(round: Round, found: dict[str, Any], choice: dict[str, Any]) -> dict[str, Any]:
    """A draft with what can be played on screen, and where bots may sit there; not so without people or tiles."""
    draft: Draft = found["draft"]
    texts = [one.text for one in choice["choices"]]
    # after people and bots have changed places, its tables may be none that are drawn
    likely = [with_bots(draft.sizes), draft.sizes] if draft.filled else [draft.sizes]
    again = next((text for text in likely if text in texts), next(iter(texts), ""))
    found = {**found, **choice, "again_sizes": again}
    if not draft.has_people or not engine.read_rules(round.tournament.rules).has_tiles:
        return found
    if not draft.on_screen:  # bots sit nowhere else
        return {**found, "may_screen": True}
    room = room_for_bots(round)
    draft = draft.with_lacks(room.missing if room.may else {})
    return {
        **found,
        "draft": draft,
        "may_screen": True,
        "free": len(room.free),
        "fill_all": sum(table.lacks for table in draft.laid.tables),
    }


def _draft(round: Round) -> dict[str, Any]:
    """A draft and its report in words."""
    draft = draft_of(round)
    small = [sitter for table in draft.short_tables for sitter in table.sitters]
    return {
        "draft": draft,
        "many_tables": len(draft.laid.tables) >= MANY_TABLES,
        "again": [in_words(sentence) for sentence in draft.again],
        "close": [in_words(sentence) for sentence in draft.close],
        "what_power_buys": _(WHAT_IT_BUYS),
        "broken": [in_words(sentence) for sentence in draft.broken],
        "ignored": [(one.pk, in_one_sentence(one)) for one in draft.ignored],
        "small": small,
        "name_small": len(small) <= MOST_NAMED,
        "last": describe(draft.last) if draft.last else "",
        "wishes": draft.wishes,
        "twice_small": not draft.turns_first,
    }

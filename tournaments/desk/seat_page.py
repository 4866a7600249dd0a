"""The page of the seats as it stands: choose tables, look at a draft, change a round that runs, or nothing to do."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import rounds
from tournaments.access import DeskRequest
from tournaments.desk.changes import describe
from tournaments.desk.forms import number_in
from tournaments.desk.frame import page
from tournaments.drawing import Clash, Terms
from tournaments.models import Entry, Round, Tournament
from tournaments.queries.drafts import draft_of
from tournaments.queries.evening import desk_version
from tournaments.queries.seating import drawn_for, laid_of, without_seat
from tournaments.queries.tables import has_reports
from tournaments.queries.wishes import asked_in
from tournaments.refusals import Refused, in_words
from tournaments.seating.sizes import NoSplit, Split, splits
from tournaments.wishes import in_one_sentence

MANY_TABLES = 30
"""From so many tables on their cards are drawn small."""
MOST_NAMED = 24
"""So many people are named in the report; of more it says how many."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to lay the tables: its text in the form, what it means and costs, and the split itself."""

    text: str
    words: str
    split: Split


@dataclass(frozen=True, slots=True)
class Ask:
    """A question for the organiser above the page: the wishes of a clash, each of which may be left out."""

    wishes: tuple[tuple[int, str], ...]
    sentence: str


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
    return seat_page(request, tournament, ask=Ask(wishes, refused.sentence))


def done(request: DeskRequest, tournament: Tournament, sentence: str) -> HttpResponse:
    """Say what was done, on the page as it is now."""
    messages.success(request, sentence)
    return seat_page(request, tournament) if request.htmx else redirect("seat", tournament.slug)


def terms_in(request: DeskRequest) -> Terms:
    """What the form says about the draw beside the tables."""
    ignored = frozenset(number_in(text) for text in request.POST.getlist("ignore"))
    return Terms(turns_first="twice_small" not in request.POST, ignored=ignored)


def chosen_split(request: DeskRequest, tournament: Tournament) -> Split:
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


def choices_for(tournament: Tournament, people: int) -> list[Choice]:
    """The ways to seat so many people, the recommended one first. Raises NoSplit."""
    found = splits(people, rounds.allowed_sizes(tournament), tournament.preferred_size)
    return [Choice("-".join(map(str, split.sizes)), in_words(split.words), split) for split in found]


def heads_here(tournament: Tournament) -> int:
    """How many are here to be seated: people, or bots where nobody else is entered."""
    return drawn_for(tournament).filter(status=Entry.Status.HERE).count()


def _now(tournament: Tournament) -> dict[str, Any]:
    """Which of the faces of the page is shown, and what it needs."""
    if tournament.state == Tournament.State.FINISHED:
        return {"face": "nothing", "why": _("The tournament is finished, so nobody is seated any more.")}
    last = tournament.rounds.select_related("tournament").order_by("-number").first()
    if last is not None and last.state == Round.State.DRAFT:
        return {"face": "draft", "round": last, **_draft(last), **_choice(tournament)}
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
    return {"face": "choose", "number": number, "wishes": len(asked_in(tournament)), **_choice(tournament)}


def _choice(tournament: Tournament) -> dict[str, Any]:
    here = heads_here(tournament)
    seen = desk_version(tournament)
    try:
        choices = choices_for(tournament, here)
    except NoSplit as none:
        return {"here": here, "seen": seen, "choices": [], "no_tables": in_words(none.sentence)}
    return {
        "here": here,
        "seen": seen,
        "choices": choices,
        "may_be_twice_small": any(one.split.short_seats for one in choices),
    }


def _draft(round: Round) -> dict[str, Any]:
    """A draft and its report in words."""
    draft = draft_of(round)
    small = [sitter for table in draft.short_tables for sitter in table.sitters]
    return {
        "draft": draft,
        "many_tables": len(draft.laid.tables) >= MANY_TABLES,
        "again": [in_words(sentence) for sentence in draft.again],
        "broken": [in_words(sentence) for sentence in draft.broken],
        "ignored": [(one.pk, in_one_sentence(one)) for one in draft.ignored],
        "small": small,
        "name_small": len(small) <= MOST_NAMED,
        "last": describe(draft.last) if draft.last else "",
        "wishes": draft.wishes,
        "twice_small": not draft.turns_first,
    }

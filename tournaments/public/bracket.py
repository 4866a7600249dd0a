"""The bracket: a knockout as columns of cards, one column at a time on a phone, or as a plain list."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament
from tournaments.public.bracket_lines import Drawn, Lines, lines_between
from tournaments.public.frame import Choice, People, frame, progress_of
from tournaments.public.shelf import for_everybody
from tournaments.queries.bracket_now import bracket_now
from tournaments.queries.facts import facts_of
from tournaments.queries.knockouts import KnockoutNow, knockout_now
from tournaments.queries.stage_lists import StageFacts, stage_facts
from tournaments.queries.stages import Span
from tournaments.refusals import in_words
from tournaments.seating.bracket import Card, Column, Known, Mark, Slot

SIDE_BY_SIDE = 12
"""Tables of a round that are still found at a glance when its rounds stand beside each other."""


@dataclass(frozen=True, slots=True)
class SlotRow:
    """One row of a card: a name with its seed, or words for who comes. Empty texts are not shown.

    `points` are there once the table is finished. `mark` is what is known of them as one word for the look, `said` the
    same for people.
    """

    name: str
    address: str
    seed: str
    origin: str
    place: str
    points: int | None
    mark: str
    said: str


@dataclass(frozen=True, slots=True)
class TableCard:
    """One table of a round: its title, its page where it is published, and its rows.

    `going_on` says how many go on from it, where that is another number than from other tables.
    """

    title: str
    going_on: str
    address: str
    number: int
    finished: bool
    rows: tuple[SlotRow, ...]


@dataclass(frozen=True, slots=True)
class RoundColumn:
    """One round: its number in the tournament, whether a phone shows it, and the lines that lead into it."""

    number: int
    title: str
    cards: tuple[TableCard, ...]
    is_shown: bool
    lines: Lines | None


@dataclass(frozen=True, slots=True)
class Knockout:
    """A knockout to be drawn; while its tables are not chosen it has no columns, and `waits_for` says why.

    One with many tables is shown a round at a time on every screen: its rounds do not stand side by side.
    """

    name: str
    waits_for: str = ""
    columns: tuple[RoundColumn, ...] = ()
    choices: tuple[Choice, ...] = ()

    @property
    def is_large(self) -> bool:
        """Whether it has too many tables for that."""
        return any(len(column.cards) > SIDE_BY_SIDE for column in self.columns)


@for_everybody()
def bracket_page(request: HttpRequest, tournament: Tournament, number: int | None = None) -> HttpResponse:
    """Every knockout of a tournament; a phone shows the round with this number, else the one being played."""
    page = "bracket/" if number is None else f"bracket/{number}/"
    return _page(request, tournament, page, number=number)


@for_everybody()
def bracket_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same as a plain list, from the first round to the final."""
    return _page(request, tournament, "bracket/list/")


def _page(request: HttpRequest, tournament: Tournament, page: str, *, number: int | None = None) -> HttpResponse:
    facts = facts_of(tournament)
    found = stage_facts(facts)
    spans = [span for span in found.spans if span.is_knockout]
    if not spans or (number is not None and not any(number in span.numbers for span in spans)):
        raise Http404
    people = People(facts)
    as_list = page == "bracket/list/"
    context: dict[str, Any] = {
        **frame(tournament, "bracket", page=page),
        "progress": progress_of(facts),
        "knockouts": [_knockout(found, span, people, number) for span in spans],
        "as_list": as_list,
        "ways": [
            Choice(_("Drawn"), reverse("bracket", args=[tournament.slug]), not as_list),
            Choice(_("As a list"), reverse("bracket-list", args=[tournament.slug]), as_list),
        ],
    }
    return render(request, "public/bracket.html", context)


def _knockout(found: StageFacts, span: Span, people: People, number: int | None) -> Knockout:
    name = span.stage.name or _("Knockout")
    now = knockout_now(found, span)
    if now is None:
        return Knockout(name, _waits_for(found, span))
    drawn = bracket_now(found, now).columns
    shown = number if number in span.numbers else _being_played(now)
    slug = found.facts.tournament.slug
    sketch = Drawn(tuple(tuple(len(card.slots) for card in one.cards) for one in drawn))
    columns = tuple(
        _column(now, people, slug, one, lines_between(sketch, drawn, at), is_shown=shown == now.first + at)
        for at, one in enumerate(drawn)
    )
    choices = tuple(
        Choice(one.title, reverse("bracket-round", args=[slug, one.number]), one.is_shown) for one in columns
    )
    return Knockout(name, "", columns, choices)


def _waits_for(found: StageFacts, span: Span) -> str:
    if not span.is_first and not found.is_cut(span):
        return _("The rounds before it are not over yet. When it is known who goes on, the tables stand here.")
    return _("The tables stand here as soon as the organisers have said how the knockout is played.")


def _being_played(now: KnockoutNow) -> int:
    """The newest round that is published, before there is one the first."""
    return now.first + max(0, len(now.tables) - 1)


def _column(
    now: KnockoutNow, people: People, slug: str, column: Column, lines: Lines | None, *, is_shown: bool
) -> RoundColumn:
    number, step = now.first + column.step, now.plan.steps[column.step]
    differs = len(set(step.advance)) > 1
    published = column.step < len(now.tables)
    cards = tuple(
        TableCard(
            in_words(card.title),
            going_on(step.advance_from(at - 1)) if differs else "",
            reverse("table-result", args=[slug, number, at]) if published else "",
            at,
            card.finished,
            tuple(_row(slot, card, people) for slot in card.slots),
        )
        for at, card in enumerate(column.cards, 1)
    )
    return RoundColumn(number, in_words(column.title), cards, is_shown, lines)


def _row(slot: Slot, card: Card, people: People) -> SlotRow:
    score = slot.score
    place = str(score.place) if score else ("–" if card.finished else "")
    points = score.points if score else None
    if not isinstance(slot.who, Known):
        return SlotRow(in_words(slot.who), "", "", "", place, points, "empty", "")
    return SlotRow(
        people.name(slot.who.entry),
        people.address(slot.who.entry),
        str(slot.who.seed),
        in_words(slot.source.words) if slot.source and not card.finished else "",
        place,
        points,
        slot.mark.name.lower().replace("_", "-"),
        _said(slot.mark),
    )


def going_on(count: int) -> str:
    """How many go on from a table."""
    return ngettext("the first goes on", "the first %(count)d go on", count) % {"count": count}


def _said(mark: Mark) -> str:
    """What is known of somebody, in words."""
    return {
        Mark.THROUGH: _("through"),
        Mark.WILD_CARD: _("through with a wild card"),
        Mark.ON_THE_LINE: _("level on the line: not decided"),
        Mark.MAY_STILL: _("may still qualify"),
        Mark.PLAYS_AGAIN: _("plays once more"),
        Mark.OUT: _("out"),
        Mark.ABSENT: _("did not come"),
        Mark.WINNER: _("wins"),
    }.get(mark, "")

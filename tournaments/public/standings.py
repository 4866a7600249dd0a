"""The standings: the list as it is now, and as it stood after a round."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament
from tournaments.public.fair import comparison_of
from tournaments.public.frame import People, frame, progress_of
from tournaments.public.list_choices import has_list, list_choices
from tournaments.public.moving import STOP_POLLING
from tournaments.public.rows import Cell, Line, rows_html
from tournaments.public.shelf import for_everybody
from tournaments.public.stage_words import (
    badge_of,
    bonus_words,
    going_words,
    lines_drawn,
    reached_words,
    with_going,
    with_note,
    without_later_rounds,
)
from tournaments.queries.facts import Facts, PlayedRound, facts_of
from tournaments.queries.going_on import GoingOn, cut_line, going_on, going_on_now
from tournaments.queries.overall import Overall, overall
from tournaments.queries.stage_lists import StageFacts, bonuses, counted_rounds, stage_facts, stage_list
from tournaments.queries.stages import Span
from tournaments.queries.standings import policy_of
from tournaments.refusals import in_words
from tournaments.stages import stage_name
from tournaments.standings import Comparison, Measure, RoundResult, Row, Section, State, TieBreak, decimals, value_text


@for_everybody()
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list as it is now."""
    context = {**frame(tournament, "standings"), **the_list(overall(facts_of(tournament)))}
    return render(request, "public/standings.html", context)


@for_everybody()
def live_standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The part that moves, alone; a finished tournament tells the browser to stop asking."""
    status = STOP_POLLING if tournament.state == Tournament.State.FINISHED else 200
    context = {**frame(tournament, "standings"), **the_list(overall(facts_of(tournament))), "live": True}
    return render(request, "public/_standings.html", context, status=status)


@for_everybody()
def after_round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The list as it stood after a round."""
    facts = facts_of(tournament)
    played = facts.round(number)
    if played is None or not played.closed:
        raise Http404
    title = _("After round %(number)d") % {"number": number}
    context = {
        **frame(tournament, "standings", (title, "")),
        **the_list(overall(facts, number), number),
        "subtitle": title,
    }
    return render(request, "public/after_round.html", context)


@for_everybody()
def stage(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The list of one stage: its own rounds with what was brought along."""
    found = stage_facts(facts_of(tournament))
    span = found.span(number)
    if span is None or not span.stage.pk or span.is_knockout or not has_list(found, span):
        raise Http404
    title = stage_name(span.stage)
    context = {**frame(tournament, "standings", (title, "")), **stage_rows(found, span), "subtitle": title}
    return render(request, "public/after_round.html", context)


def stage_rows(found: StageFacts, span: Span) -> dict[str, Any]:
    """What the template of the list needs for one stage."""
    counted = counted_rounds(found.spans, span)
    rounds = tuple(played for played in found.facts.rounds if played.number in counted)
    of_stage = replace(found.facts, rounds=rounds)
    given = bonuses(found, span)
    listed = stage_list(found, span)
    # The bonus is said by name, and not once more among the points beside the hands.
    rows = tuple(replace(row, adjustments=row.adjustments - given.get(row.entry, 0)) for row in listed.rows)
    shown = Overall(replace(listed, rows=rows), {}, found)
    return {
        **the_list(
            shown,
            of_stage=of_stage,
            going=going_on(found, span),
            said={pk: bonus_words(one) for pk, one in given.items()},
        ),
        "choices": list_choices(found, None, span.stage.number),
    }


def the_list(
    shown: Overall,
    after: int | None = None,
    *,
    of_stage: Facts | None = None,
    going: GoingOn | None = None,
    said: Mapping[int, str] | None = None,
) -> dict[str, Any]:
    """What the template of the list needs; `of_stage` are the facts of the one stage that is shown, `going` its cut.

    `said` is said of an entry (by id) below its name; in the list of a whole tournament, how far it came.
    """
    facts, ranked = of_stage or shown.found.facts, shown.standings
    notes = said or {pk: reached_words(how) for pk, how in shown.reached.items()}
    if after is None and of_stage is None:
        going = going_on_now(shown.found)
    at_the_cut = _at_the_cut(shown, going)
    people = People(facts)
    rounds = [played for played in facts.rounds if after is None or played.number <= after]
    took_part = facts.took_part(after)
    seated = _later_seats(shown)

    def outside(entry: int) -> list[bool]:
        """For each round shown, whether it belongs to a stage that this entry is not in."""
        return [played.number in seated and entry not in seated[played.number] for played in rounds]

    policy = policy_of(facts.tournament)
    fair = comparison_of(ranked, policy, facts, people)
    by_average = policy.measure is Measure.AVERAGE and fair is None
    numbers = [played.number for played in rounds]
    rows = {
        section: rows_html(
            [
                at_the_cut(
                    row,
                    with_note(
                        without_later_rounds(line_of(row, facts, people, rounds), outside(row.entry)),
                        notes.get(row.entry, ""),
                    ),
                )
                for row in ranked.section(section)
                if row.entry in took_part
            ],
            numbers,
            by_average=by_average,
        )
        for section in Section
    }
    return {
        "ranked": rows[Section.RANKED],
        "still_playing": rows[Section.STILL_PLAYING],
        "unranked": rows[Section.UNRANKED],
        "bots": rows[Section.BOTS],
        "provisional": ranked.provisional,
        "last_closed": ranked.last_closed,
        "by_average": by_average,
        "round_numbers": numbers,
        "fair": fair,
        "columns": 7 + len(rounds) + (by_average or fair is not None),
        "imputed": any(row.imputed for row in ranked.rows),
        "going": going_words(going) if going else "",
        "skipped": [in_words(one.sentence) for one in ranked.skipped],
        "progress": progress_of(facts),
        "choices": list_choices(shown.found, after),
        "still_in": any(how.still_in for how in shown.reached.values()),
        "has_reached": bool(shown.reached),
        "waiting": [] if facts.rounds else [(people.name(one.pk), people.address(one.pk)) for one in people.in_order()],
    }


def _at_the_cut(shown: Overall, going: GoingOn | None) -> Callable[[Row, Line], Line]:
    """What puts the mark of the cut into a line, and the line of the cut above it."""
    if going is None:
        return lambda _row, line: line
    drawn = lines_drawn(going, cut_line(shown.found, going, shown.standings.rows))

    def marked(row: Row, line: Line) -> Line:
        badge = None if row.section is Section.BOTS else badge_of(going, row.entry)
        return with_going(line, badge, drawn.get(row.entry))

    return marked


def _later_seats(shown: Overall) -> dict[int, set[int | None]]:
    """Who has a seat (by entry id) in each round of a later stage, or of a knockout."""
    later = {number for span in shown.found.spans if not span.is_first or span.is_knockout for number in span.numbers}
    seats: dict[int, set[int | None]] = {}
    for played, _table, seat in shown.found.facts.seats() if later else ():
        if played.number in later:
            seats.setdefault(played.number, set()).add(seat.entry)
    return seats


def line_of(row: Row, facts: Facts, people: People, shown: list[PlayedRound]) -> Line:
    entry = facts.entries[row.entry]
    results = {result.round: result for result in row.rounds}
    return Line(
        number=entry.number,
        name=people.name(row.entry),
        address=people.address(row.entry),
        place="" if row.place is None else str(row.place),
        compared=_compared(row, facts),
        total=_number(row.total, row.imputed),
        average=_number(row.average, row.imputed),
        zeros=_zeros(row),
        lowest_other=_lowest_other(row),
        hands=str(row.hands),
        rounds=tuple(round_cell(results.get(played.number), played) for played in shown),
        why=in_words(row.order_reason) if row.order_reason else "",
        note=" ".join(_notes(row)),
        state=f"{row.section.value} {row.total}",
    )


def _compared(row: Row, facts: Facts) -> Cell | None:
    if facts.tournament.comparison not in {Comparison.ADJUSTED.value, Comparison.PLACING.value}:
        return None
    if row.compared is None:
        return Cell(_("none yet"), is_number=False)
    return Cell(decimals(row.compared.value), imputed=row.imputed)


def _number(value: Any, imputed: bool) -> Cell:  # noqa: FBT001 - a property of the number
    return Cell(_("none yet"), is_number=False) if value is None else Cell(value_text(value), imputed=imputed)


def _zeros(row: Row) -> Cell:
    if not row.hands:
        return Cell(_("none yet"), is_number=False)
    return Cell(_("not known"), is_number=False) if row.zeros is None else Cell(str(row.zeros))


def _lowest_other(row: Row) -> Cell:
    if row.lowest_other is not None:
        return Cell(str(row.lowest_other))
    if not row.hands:
        return Cell(_("none yet"), is_number=False)
    return Cell(_("not known") if TieBreak.LOWEST_OTHER in row.lacks else _("none"), is_number=False)


def _notes(row: Row) -> Iterable[str]:
    if row.withdrawn:
        yield _("Withdrawn.")
    if row.adjustments:
        points = f"{row.adjustments:+d}".replace("-", "−")
        yield ngettext(
            "%(points)s point beside the hands.", "%(points)s points beside the hands.", abs(row.adjustments)
        ) % {"points": points}


STATE_WORDS = {
    State.SAT_OUT: lambda: _("sat out"),
    State.NOT_YET: lambda: _("not yet"),
    State.VOID: lambda: _("void"),
    State.LEFT: lambda: _("left"),
    State.ABSENT: lambda: _("absent"),
    State.PLAYED: lambda: _("not yet"),
    State.IMPUTED: lambda: _("not yet"),
}


def round_cell(result: RoundResult | None, played: PlayedRound) -> Cell:
    """An entry's round: its points, or in a word why there are none."""
    if result is None or not result.states:
        return Cell(_("away"), is_number=False)
    if result.points is not None:
        return Cell(value_text(result.points), imputed=result.imputed)
    if not result.handed_in and not played.closed:
        return Cell(STATE_WORDS[State.NOT_YET](), is_number=False)
    return Cell(STATE_WORDS[result.states[0]](), is_number=False)

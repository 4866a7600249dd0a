"""The round that is seated next, or drawn again: who plays it, and by what it is seated."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Exists, Q, QuerySet

from tournaments.models import Entry, Stage, Tournament
from tournaments.queries.facts import Facts, facts_of
from tournaments.queries.knockouts import knockout_now
from tournaments.queries.stage_lists import StageFacts, counted_rounds, stage_facts, stage_list
from tournaments.queries.stages import Span, span_of, stages_of
from tournaments.seating.knockout_next import NotYet, next_draw
from tournaments.seating.knockout_results import Played, TableResult
from tournaments.seating.knockout_round import KnockoutDraw
from tournaments.seating.power_rules import Order, PowerRules, Rematch, Rematches, Standing
from tournaments.standings import Row, Section

WEIGHTS = {
    Stage.Rematch.ALLOWED: Rematch.CLOSE_GAMES,
    Stage.Rematch.CLOSE_GAMES: Rematch.CLOSE_GAMES,
    Stage.Rematch.BALANCED: Rematch.VARIETY_RATHER,
    Stage.Rematch.IF_FORCED: Rematch.ONLY_IF_FORCED,
}


@dataclass(frozen=True, slots=True)
class Balanced:
    """Everybody meets as many others as can be."""


@dataclass(frozen=True, slots=True)
class ByStandings:
    """Power seating: the list of the stage before this round, by entry number."""

    standings: tuple[Standing, ...]
    rules: PowerRules


BALANCED = Balanced()
Way = Balanced | ByStandings | KnockoutDraw
"""By what a round is seated."""


@dataclass(frozen=True, slots=True)
class ComingRound:
    """Who plays a round, by entry number, and by what it is seated.

    `missing` play it and are not marked as here: only a knockout seats them all the same, and they are placed last.
    `undecided` is what has to be decided before (empty: nothing).
    """

    number: int
    span: Span
    here: tuple[int, ...]
    way: Way
    missing: tuple[int, ...] = ()
    undecided: NotYet | None = None


def coming_round(tournament: Tournament, number: int) -> ComingRound:
    """Who plays round `number` at this moment. Two queries for an open evening; eleven at most."""
    spans = stages_of(tournament)
    span = span_of(spans, number)
    if span.is_first and span.stage.kind == Stage.Kind.OPEN:
        return ComingRound(number, span, _here(tournament), BALANCED)
    found = stage_facts(facts_of(tournament))
    if span.is_knockout:
        return _knockout(found, span, number)
    members = found.members(span)
    numbers = {entry.number for pk, entry in found.facts.entries.items() if pk in members}
    here = tuple(one for one in _here(tournament) if one in numbers)
    if span.stage.kind == Stage.Kind.OPEN:
        return ComingRound(number, span, here, BALANCED)
    standings = _standings(found, span, number, here)
    return ComingRound(number, span, here, ByStandings(standings, _rules(span, number)))


def expected_in(tournament: Tournament, number: int) -> frozenset[int]:
    """The numbers of the entries who are to have a place in a round that is a draft."""
    return frozenset(coming_round(tournament, number).here)


def drawn_for(tournament: Tournament) -> QuerySet[Entry]:
    """The entries that a draft is for: people, and bots only where no person is entered. Bots beside people have tables
    of their own, which are laid when the round is published."""
    people = tournament.entries.filter(player__bot="")
    return tournament.entries.filter(Q(player__bot="") | ~Exists(people))


def _here(tournament: Tournament) -> tuple[int, ...]:
    rows = drawn_for(tournament).filter(status=Entry.Status.HERE).order_by("number")
    return tuple(rows.values_list("number", flat=True))


def _rules(span: Span, number: int) -> PowerRules:
    stage = span.stage
    return PowerRules(
        rematch=WEIGHTS[Stage.Rematch(stage.rematch)],
        rematches=Rematches.ALLOW if stage.rematch == Stage.Rematch.ALLOWED else Rematches.AVOID,
        order=Order.SNAKE if stage.snake else Order.SLICES,
        strict=stage.top_table and number == span.last,
        last_round=number == span.last,
    )


def _standings(found: StageFacts, span: Span, number: int, here: tuple[int, ...]) -> tuple[Standing, ...]:
    """The list before a round: of the stage, or of the stage before as long as no round counts in this one.

    Whoever has no place in it stands below everybody else, with the last score.
    """
    facts = found.facts
    rows = [row for row in _rows_before(found, span, number) if facts.entries[row.entry].number in here]
    ranked = [row for row in rows if row.section is Section.RANKED and row.place is not None]
    places = {facts.entries[row.entry].number: row.place or 0 for row in ranked}
    scores = {facts.entries[row.entry].number: _score(row, facts) for row in ranked}
    last = max(scores.values(), default=0)
    below = len(ranked) + 1
    order = sorted(here, key=lambda one: (places.get(one, below), one))
    return tuple(Standing(one, places.get(one, below), scores.get(one, last)) for one in order)


def _rows_before(found: StageFacts, span: Span, number: int) -> tuple[Row, ...]:
    counted = [one for one in counted_rounds(found.spans, span) if one < number]
    source = span if counted or span.is_first else found.before(span)
    return stage_list(found, source, number - 1).rows


def list_before(found: StageFacts, span: Span, number: int) -> dict[int, int]:
    """The place of each entry (by id) in the list that a power round is seated by. No query."""
    return {row.entry: row.place for row in _rows_before(found, span, number) if row.place is not None}


def unit_of(tournament: Tournament) -> int:
    """How many units of the standings of a power round are one point: an average is in hundredths."""
    return 100 if tournament.measure == Tournament.Measure.AVERAGE else 1


def _score(row: Row, facts: Facts) -> int:
    """What a row is ranked by, in whole numbers."""
    unit = unit_of(facts.tournament)
    return round((row.average or Fraction(0)) * unit) if unit > 1 else row.total or 0


def _knockout(found: StageFacts, span: Span, number: int) -> ComingRound:
    now = knockout_now(found, span)
    if now is None:
        return ComingRound(number, span, (), BALANCED)
    of = {pk: entry.number for pk, entry in found.facts.entries.items()}
    before = number - span.first
    try:
        way = next_draw(
            now.plan,
            [tuple(tuple(of[pk] for pk in table) for table in step) for step in now.tables[:before]],
            {key: _by_number(result, of) for key, result in now.results.items() if key[0] < before},
            [of[pk] for pk in now.seeds],
            later=now.later,
        )
    except NotYet as not_yet:
        return ComingRound(number, span, (), BALANCED, undecided=not_yet)
    here = tuple(sorted(way.order))
    present = {entry.number for entry in found.facts.entries.values() if entry.status == Entry.Status.HERE}
    return ComingRound(number, span, here, way, missing=tuple(one for one in here if one not in present))


def _by_number(result: TableResult, of: Mapping[int, int]) -> TableResult:
    ranked = tuple(
        tuple(Played(of[one.entry], one.points, one.lowest_hand, one.adjusted) for one in group)
        for group in result.ranked
    )
    return TableResult(ranked, tuple(of[pk] for pk in result.absent))

"""A knockout as it is now: its plan, its rounds, what each table decided, who goes on; from facts that have been read.

People are entries by id here, as everywhere in the queries.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from tournaments.models import Stage
from tournaments.queries.facts import PlayedRound
from tournaments.queries.knockout_tables import Scores, result_of, scores_of
from tournaments.queries.stage_lists import StageFacts
from tournaments.queries.stages import Span
from tournaments.seating.knockout import KnockoutPlan, from_rows
from tournaments.seating.knockout_draw import LaterRounds
from tournaments.seating.knockout_results import Outcome, TableResult, outcomes

LATER = {
    Stage.Draw.FIXED: LaterRounds.FIXED,
    Stage.Draw.BY_SEED: LaterRounds.BY_SEED,
    Stage.Draw.BY_PERFORMANCE: LaterRounds.BY_PERFORMANCE,
}


@dataclass(frozen=True, slots=True)
class Leg:
    """One round of a knockout: its number in the tournament, its level in the plan (after the last: the final).

    `again`: the repechage of those who went out at that level.
    """

    number: int
    level: int
    is_final: bool
    again: bool = False


@dataclass(frozen=True, slots=True)
class LegNow:
    """A round of a knockout as far as it is played: `tables` of entries in seat order, `results` of those that are in.

    `results` are by table, 0 is the first; `outcome` is None before the round is published, and for the final.
    """

    leg: Leg
    played: PlayedRound | None
    tables: tuple[tuple[int, ...], ...]
    results: Mapping[int, TableResult]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class KnockoutNow:
    """A knockout whose plan is chosen: everybody in it by seed, and its rounds."""

    span: Span
    plan: KnockoutPlan
    later: LaterRounds
    seeds: tuple[int, ...]
    legs: tuple[LegNow, ...]

    def leg(self, number: int) -> LegNow | None:
        """The round with this number in the tournament; None where it is of another stage."""
        return next((one for one in self.legs if one.leg.number == number), None)


@dataclass(frozen=True, slots=True)
class TableTie:
    """People (by id) level on the line of one table of a knockout, for `open_places`; `table` is its number, from 1."""

    round: int
    table: int
    entries: tuple[int, ...]
    open_places: int


def plan_of(stage: Stage) -> KnockoutPlan:
    """The plan that was chosen. Raises NoPlan where none was."""
    return from_rows(json.loads(stage.knockout_plan or "[]"))


def legs_of(span: Span, plan: KnockoutPlan) -> tuple[Leg, ...]:
    """The rounds of a knockout in the order in which they are played."""
    kinds = [
        (level, False, again)
        for level, one in enumerate(plan.levels)
        for again in ((False, True) if one.repechage.sizes else (False,))
    ]
    kinds.append((len(plan.levels), True, False))
    return tuple(Leg(number, *kind) for number, kind in enumerate(kinds, span.first))


def knockout_now(found: StageFacts, span: Span) -> KnockoutNow | None:
    """A knockout as it is now; None before its plan is chosen. No query."""
    if span.waits_for_plan or not span.is_knockout:
        return None
    plan = plan_of(span.stage)
    seeds = tuple(one.entry_id for one in found.qualifiers.get(span.stage.number, ()))
    scores = scores_of(found, span)
    legs = _decided(plan, [_leg_now(found, scores, leg) for leg in legs_of(span, plan)], seeds)
    return KnockoutNow(span, plan, LATER[Stage.Draw(span.stage.draw)], seeds, legs)


def table_ties(now: KnockoutNow) -> list[TableTie]:
    """Where people are level on the line of a table, in the rounds that are over or being played."""
    return [
        TableTie(one.leg.number, table + 1, cut.on_the_line, cut.places)
        for one in now.legs
        if one.outcome is not None
        for table, cut in one.outcome.cuts.items()
        if cut.on_the_line
    ]


def _leg_now(found: StageFacts, scores: Scores, leg: Leg) -> LegNow:
    played = found.facts.round(leg.number)
    if played is None:
        return LegNow(leg, None, (), {}, None)
    tables = tuple(tuple(seat.entry for seat in table.seats if seat.entry is not None) for table in played.tables)
    results = {
        index: result_of(scores, played.number, table.number, tables[index])
        for index, table in enumerate(played.tables)
        if table.is_in
    }
    return LegNow(leg, played, tables, results, None)


def _decided(plan: KnockoutPlan, legs: Sequence[LegNow], seeds: tuple[int, ...]) -> tuple[LegNow, ...]:
    """The rounds with what the published ones of them decided, the final apart."""
    published = list(takewhile(lambda one: one.played is not None, legs))
    results = {(step, table): one for step, leg in enumerate(published) for table, one in leg.results.items()}
    decided = outcomes(plan, [one.tables for one in published], results, seeds)
    ended = [
        one if one.leg.is_final else replace(one, outcome=now) for one, now in zip(published, decided, strict=True)
    ]
    return (*ended, *legs[len(published) :])

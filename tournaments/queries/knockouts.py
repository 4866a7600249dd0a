"""A knockout as it is now: its plan, its rounds, what each table decided, who goes on; from facts that have been read.

People are entries by id here, as everywhere in the queries.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Stage
from tournaments.queries.facts import PlayedRound
from tournaments.queries.knockout_tables import Scores, result_of, scores_of
from tournaments.queries.stage_lists import StageFacts
from tournaments.queries.stages import Span
from tournaments.seating.knockout import KnockoutPlan, Level, from_rows
from tournaments.seating.knockout_draw import LaterRounds
from tournaments.seating.knockout_results import LevelOutcome, TableResult, outcome

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
    outcome: LevelOutcome | None


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
    legs = tuple(_leg_now(found, scores, plan, leg, seeds) for leg in legs_of(span, plan))
    return KnockoutNow(span, plan, LATER[Stage.Draw(span.stage.draw)], seeds, legs)


def level_of(plan: KnockoutPlan, leg: Leg) -> Level:
    """The tables of a round: of a repechage or of the final too, where one goes on from it: the winner."""
    if leg.is_final:
        return Level((plan.final,), (1,))
    level = plan.levels[leg.level]
    return Level(level.repechage.sizes, level.repechage.advance) if leg.again else level


def table_ties(now: KnockoutNow) -> list[TableTie]:
    """Where people are level on the line of a table, in the rounds that are over or being played."""
    return [
        TableTie(one.leg.number, table, cut.on_the_line, cut.places)
        for one in now.legs
        if one.outcome is not None
        for table, cut in enumerate(one.outcome.cuts, 1)
        if cut is not None and cut.on_the_line
    ]


def _leg_now(found: StageFacts, scores: Scores, plan: KnockoutPlan, leg: Leg, seeds: tuple[int, ...]) -> LegNow:
    played = found.facts.round(leg.number)
    if played is None:
        return LegNow(leg, None, (), {}, None)
    tables = tuple(tuple(seat.entry for seat in table.seats if seat.entry is not None) for table in played.tables)
    results = {
        index: result_of(scores, played.number, table.number, tables[index])
        for index, table in enumerate(played.tables)
        if table.is_in
    }
    ended = None if leg.is_final else outcome(level_of(plan, leg), tables, results, seeds)
    return LegNow(leg, played, tables, results, ended)

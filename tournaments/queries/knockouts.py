"""A knockout as it is now: its plan, the tables that were published, what each decided; from facts already read.

People are entries by id here, as everywhere in the queries. `tournaments.seating.knockout_results`, `knockout_next` and
`bracket` take these values as they are.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Stage
from tournaments.queries.knockout_tables import result_of, scores_of, who_came
from tournaments.queries.stage_lists import StageFacts
from tournaments.queries.stages import Span
from tournaments.seating.draw import Round
from tournaments.seating.knockout import KnockoutPlan, from_rows
from tournaments.seating.knockout_draw import LaterRounds
from tournaments.seating.knockout_results import Came, FinalRank, Key, Outcome, TableResult, outcomes, ranking

LATER = {
    Stage.Draw.FIXED: LaterRounds.FIXED,
    Stage.Draw.BY_SEED: LaterRounds.BY_SEED,
    Stage.Draw.BY_PERFORMANCE: LaterRounds.BY_PERFORMANCE,
}


@dataclass(frozen=True, slots=True)
class KnockoutNow:
    """A knockout whose plan is chosen: everybody in it by seed, the published tables of each step, the results so far.

    `tables[step]` are the people of each table in seat order; `results` are of tables that are in, by step and table
    (both from 0), `came` says how many have played a hand at tables that are not in. Step 0 is round `first` of the
    tournament.
    """

    span: Span
    plan: KnockoutPlan
    later: LaterRounds
    seeds: tuple[int, ...]
    tables: tuple[Round, ...]
    results: Mapping[Key, TableResult]
    came: Came

    @property
    def first(self) -> int:
        """The number of its first round in the tournament."""
        return self.span.first

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What each published step has decided."""
        return tuple(outcomes(self.plan, self.tables, self.results, self.seeds, self.came))

    @property
    def ranking(self) -> tuple[FinalRank, ...]:
        """Everybody whose place in the knockout is decided, best first."""
        return ranking(self.plan, self.tables, self.results, self.seeds)


@dataclass(frozen=True, slots=True)
class TableTie:
    """People (by id) level on the line of one table of a knockout, for `open_places`.

    `round` is the number of the round in the tournament, `table` that of the table, from 1. `may_stay`: at the final
    they may also share the place.
    """

    round: int
    table: int
    entries: tuple[int, ...]
    open_places: int
    may_stay: bool = False


def plan_of(stage: Stage) -> KnockoutPlan:
    """The plan that was chosen. Raises NoPlan where none was."""
    return from_rows(json.loads(stage.knockout_plan or "[]"))


def knockout_now(found: StageFacts, span: Span) -> KnockoutNow | None:
    """A knockout as it is now; None before its plan is chosen. No query."""
    if span.waits_for_plan or not span.is_knockout:
        return None
    scores = scores_of(found, span)
    tables: list[Round] = []
    results: dict[Key, TableResult] = {}
    came: dict[Key, int] = {}
    for step, played in enumerate(played for played in found.facts.rounds if played.number in span.numbers):
        people = tuple(tuple(seat.entry for seat in one.seats if seat.entry is not None) for one in played.tables)
        tables.append(people)
        for index, table in enumerate(played.tables):
            if table.is_in:
                results[step, index] = result_of(scores, played.number, table.number, people[index])
            else:
                came[step, index] = len(who_came(scores, played.number, people[index]))
    seeds = tuple(one.entry_id for one in found.qualifiers.get(span.stage.number, ()))
    later = LATER[Stage.Draw(span.stage.draw)]
    return KnockoutNow(span, plan_of(span.stage), later, seeds, tuple(tables), results, came)


def table_ties(now: KnockoutNow) -> list[TableTie]:
    """Where people are level on the line of a table, and for the first place of the final."""
    ties = [
        TableTie(now.first + step, table + 1, cut.on_the_line, cut.places)
        for step, decided in enumerate(now.outcomes)
        for table, cut in decided.cuts.items()
        if cut.on_the_line
    ]
    last = len(now.plan.steps) - 1
    final = now.results.get((last, 0))
    if final is not None and final.ranked and len(final.ranked[0]) > 1:
        level = tuple(one.entry for one in final.ranked[0])
        ties.append(TableTie(now.first + last, 1, level, 1, may_stay=True))
    return ties

"""Tournaments with stages in tests: defined, played and cut through the real commands, in few lines."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.factories import NOW, a_round, a_tournament, some_entries
from tests.played import hand_in
from tournaments.models import Club, Entry, Qualifier, Round, Stage, Tournament
from tournaments.stages import StagePlan, define_stages

WHO: dict[str, Any] = {"by": "Orla", "at": NOW}


def a_knockout(**more: Any) -> StagePlan:
    """A knockout of one hand a round, into which the best four of the list come, unless said otherwise."""
    settings: dict[str, Any] = {"takes": "number", "how_many": "4", "carries": "nothing", **more}
    return replace(StagePlan(kind=Stage.Kind.KNOCKOUT, centres=(9,)), **settings)


def staged(club: Club, *plans: StagePlan, people: int = 8, **more: Any) -> tuple[Tournament, list[Entry]]:
    """A tournament with these stages and so many people who are here."""
    tournament = a_tournament(club, **{"plan": [[9]], **more})
    define_stages(tournament=tournament, plans=plans, **WHO)
    return again(tournament), some_entries(tournament, people)


def again(tournament: Tournament) -> Tournament:
    """The tournament as it is now."""
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


def stage(tournament: Tournament, number: int) -> Stage:
    """A stage by its number."""
    return tournament.stages.select_related("tournament").get(number=number)


def played(tournament: Tournament, points: Sequence[Sequence[int]], people: Sequence[Entry], **more: Any) -> Round:
    """A closed round of one hand: `points` table by table, given to `people` in their order."""
    left = list(people)
    tables = [[left.pop(0) for _ in table] for table in points]
    round = a_round(tournament, tables, **more)
    for number, table in enumerate(points, 1):
        hand_in(round, number, {1: list(table)})
    Round.objects.filter(pk=round.pk).update(state=Round.State.CLOSED, closed_at=NOW)
    return Round.objects.get(pk=round.pk)


def seeds(rows: Sequence[Qualifier]) -> list[int]:
    """The numbers of the entries who are in, by seed."""
    return [row.entry.number for row in sorted(rows, key=lambda row: row.seed)]

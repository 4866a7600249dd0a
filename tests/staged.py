"""Tournaments with stages in tests: defined, played and cut through the real commands, in few lines."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tests.factories import NOW, a_round, a_tournament, some_entries
from tests.played import hand_in
from tournaments import drafts
from tournaments.cuts import make_cut
from tournaments.knockouts import choose_plan, plans_for
from tournaments.models import Club, Entry, Qualifier, Round, Stage, Tournament
from tournaments.queries.coming_round import coming_round
from tournaments.queries.facts import facts_of
from tournaments.queries.knockouts import KnockoutNow, knockout_now
from tournaments.queries.stage_lists import StageFacts, stage_facts
from tournaments.queries.stages import Span
from tournaments.rounds import close_round
from tournaments.seating.knockout import KnockoutPlan
from tournaments.stages import StagePlan, define_stages
from tournaments.ways import knockout_split

OPEN = StagePlan(plan=((9,),))
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


def now(tournament: Tournament, number: int = 2) -> tuple[StageFacts, Span]:
    """The facts of a tournament as they are now, and one of its stages."""
    found = stage_facts(facts_of(again(tournament)))
    span = found.span(number)
    assert span is not None
    return found, span


def playing(tournament: Tournament, number: int = 2) -> KnockoutNow:
    """The knockout of a stage whose plan is chosen."""
    shown = knockout_now(*now(tournament, number))
    assert shown is not None
    return shown


def planned(tournament: Tournament, number: int = 2, choice: int = 0) -> KnockoutPlan:
    """Choose a plan of the knockout; the best unless said otherwise."""
    plan = plans_for(*now(tournament, number))[choice]
    choose_plan(stage=stage(tournament, number), plan=plan, seed=7, **WHO)
    return plan


def drawn(tournament: Tournament) -> Round:
    """Draw the next round of a knockout, at the tables that its plan says."""
    tournament = again(tournament)
    coming = coming_round(tournament, tournament.rounds.count() + 1)
    return drafts.draft_round(tournament=tournament, split=knockout_split(coming.way), seed=5, **WHO)  # type: ignore[arg-type]


def seated(tournament: Tournament) -> Round:
    """Draw and publish the next round of a knockout."""
    return drafts.publish_round(draft=drawn(tournament), **WHO)


def tables_of(round: Round) -> list[list[int]]:
    """The numbers of the entries, table by table in seat order."""
    return [
        list(table.seats.order_by("place").values_list("entry__number", flat=True))
        for table in round.tables.order_by("number")
    ]


def play(round: Round, points: Mapping[int, int] | None = None, *, close: bool = True) -> Round:
    """Hand in a round: everybody has as many points as their number, the lowest 0, unless said otherwise."""
    for number, table in enumerate(tables_of(round), 1):
        there = [one for one in table if round.seats.get(entry__number=one).last_hand != 0]
        own = {one: (points or {}).get(one, one * 2) for one in there}
        best = min(own, key=lambda one: own[one])
        line = [None if one not in own else 0 if one == best else own[one] for one in table]
        hand_in(round, number, {1: line})
    return close_round(round=Round.objects.get(pk=round.pk), **WHO) if close else round


def qualifying(club: Club, people: int, **more: object) -> Tournament:
    """So many people in one open round, in the order of their numbers; all of them go into the knockout."""
    settings = {"takes": "number", "how_many": str(people), "sizes": (3, 4, 5), "preferred_size": 4, **more}
    tournament, entries = staged(club, OPEN, a_knockout(**settings), people=people, sizes=[3, 4, 5])
    sizes = [4] * (people // 4 - (people % 4 == 1)) + {0: [], 1: [5], 2: [3, 3], 3: [3]}[people % 4]
    if people % 4 == 2:
        sizes.remove(4)
    points, start = [], 0
    for size in sizes:
        points.append([0 if at == 0 else start + at for at in range(size)])
        start += size
    played(tournament, points, entries)
    make_cut(stage=stage(tournament, 2), **WHO)
    return again(tournament)

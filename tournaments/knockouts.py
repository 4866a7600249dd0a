"""How a knockout is played: one of its best plans is chosen once it is known who is in it."""

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import history
from tournaments.cuts import forget_plan, now, numbers, refuse_drawn
from tournaments.how_many import read_by_size, read_by_table, read_per_table
from tournaments.models import Entry, Qualifier, Stage, Tournament
from tournaments.queries.stage_lists import StageFacts
from tournaments.queries.stages import Span, sizes_in
from tournaments.refusals import Refused
from tournaments.seating.knockout import KnockoutPlan, NoPlan
from tournaments.seating.knockout_planner import half_the_table, knockout_plans, the_best
from tournaments.stages import check_plans, stage_name, stage_plans

GOING_ON = ("advance", "advance_by_size", "advance_by_table")
"""The settings of a stage that say how many go on from the tables of a knockout."""


def plans_for(found: StageFacts, span: Span) -> tuple[KnockoutPlan, ...]:
    """The best plans for who is in a knockout now, the best first. Raises NoPlan, which says what would work."""
    stage = span.stage
    sizes = sizes_in(found.facts.tournament, stage)
    return knockout_plans(
        len(entrants(found, span)),
        sizes=sizes.allowed,
        preferred=sizes.preferred,
        advance=going_on_by_size(stage),
        by_table=read_by_table(stage.advance_by_table).rounds,
        final_sizes=tuple(range(stage.final_smallest, stage.final_largest + 1)),
        wild_cards=stage.wild_cards,
        byes=stage.byes,
        repechage=stage.repechage,
        third_place=stage.third_place,
    )


def going_on_by_size(stage: Stage) -> Mapping[int, int]:
    """How many go on from a table of each size, where a round does not say it table by table."""
    going_on = read_per_table(stage.advance)
    usual = the_best(going_on.numbers[0]) if going_on.numbers else half_the_table()
    return {**usual, **dict(read_by_size(stage.advance_by_size).numbers)}


def entrants(found: StageFacts, span: Span) -> tuple[int, ...]:
    """Who plays a knockout (entries by id): the qualifiers by seed, or in the first stage everybody who is here."""
    if found.is_cut(span) or not span.is_first:
        return tuple(one.entry_id for one in found.qualifiers.get(span.stage.number, ()))
    return tuple(pk for pk, entry in found.facts.entries.items() if entry.status == Entry.Status.HERE)


@transaction.atomic
def set_going_on(
    *, stage: Stage, advance: str, by_size: str = "", by_table: str = "", by: str, at: datetime
) -> tuple[KnockoutPlan, ...]:
    """Say how many go on from the tables of a knockout whose people are known; returns the best plans with that.

    As in the settings of the stage: `by_size` "4:2,5:3", `by_table` "6,3/2". A plan that was chosen before is
    forgotten. Refused once the first round is drawn, and where no plan fits; then everything stays as it was.
    """
    tournament = history.lock_unfinished(stage.tournament)
    found, span = now(tournament, stage)
    _refuse_early(tournament, found, span)
    plans, index = list(stage_plans(tournament)), stage.number - 1
    plans[index] = replace(plans[index], advance=advance, advance_by_size=by_size, advance_by_table=by_table)
    checked = check_plans(tournament.rules, plans)[index]
    if not span.waits_for_plan:
        _plan_anew(tournament, span)
        found, span = now(tournament, stage)
    for name in GOING_ON:
        setattr(span.stage, name, getattr(checked, name))
    offered = _plans(found, span)
    span.stage.save(update_fields=GOING_ON)
    said = [getattr(checked, name) for name in GOING_ON]
    facts = {"stage": stage.number, "numbers": " · ".join(text for text in said if text)}
    history.write_down(tournament, "knockout.numbers", by=by, at=at, facts=facts)
    return offered


@transaction.atomic
def choose_plan(*, stage: Stage, plan: KnockoutPlan, seed: int, by: str, at: datetime) -> Stage:
    """Play a knockout by this plan, one of `plans_for`: the rounds of the tournament follow it.

    In a knockout from the start everybody who is here is in it from now on, in an order drawn by lot with `seed`; later
    stages are seeded by their cut. Another plan can be chosen until the first round is drawn.
    """
    tournament = history.lock_unfinished(stage.tournament)
    found, span = now(tournament, stage)
    _refuse_early(tournament, found, span)
    if not span.waits_for_plan:
        _plan_anew(tournament, span)
        found, span = now(tournament, stage)
    if plan not in _plans(found, span):
        raise Refused(_("The people are others than when this plan was shown. Choose a plan again."))
    if span.is_first:
        _seed_by_lot(found, span, seed, by=by, at=at)
    stage = span.stage
    rounds = [list(stage.centres)] * (plan.rounds - 1) + [list(stage.final_centres or stage.centres)]
    tournament.plan = [*tournament.plan[: span.first - 1], *rounds, *tournament.plan[span.last :]]
    tournament.save(update_fields=["plan"])
    stage.knockout_plan, stage.rounds = json.dumps(plan.rows()), plan.rounds
    stage.save(update_fields=["knockout_plan", "rounds"])
    facts = {"stage": stage.number, "plan": plan.text}
    history.write_down(tournament, "knockout.plan", by=by, at=at, facts=facts)
    return stage


def _plans(found: StageFacts, span: Span) -> tuple[KnockoutPlan, ...]:
    try:
        return plans_for(found, span)
    except NoPlan as none:
        raise Refused(none.sentence) from none


def _refuse_early(tournament: Tournament, found: StageFacts, span: Span) -> None:
    if not span.is_knockout:
        raise Refused(_("{stage} is no knockout.").format(stage=stage_name(span.stage)))
    if not span.is_first and not found.is_cut(span):
        raise Refused(_("Make the cut into {stage} first.").format(stage=stage_name(span.stage)))
    refuse_drawn(tournament, span)


def _plan_anew(tournament: Tournament, span: Span) -> None:
    """Forget the plan that was chosen before, and who was in a knockout from the start."""
    forget_plan(tournament, span)
    if span.is_first:
        span.stage.qualifiers.all().delete()


def _seed_by_lot(found: StageFacts, span: Span, seed: int, *, by: str, at: datetime) -> None:
    """Everybody who is here, in the order of a lot: nobody is better than anybody before the first hand."""
    order = sorted(entrants(found, span), key=lambda pk: found.facts.entries[pk].number)
    random.Random(seed).shuffle(order)
    Qualifier.objects.bulk_create(
        Qualifier(stage=span.stage, entry_id=entry, seed=place, how=Qualifier.How.LOT, by=by, at=at)
        for place, entry in enumerate(order, 1)
    )
    facts = {"stage": span.stage.number, "entries": numbers(found.facts, order), "seed": seed}
    history.write_down(found.facts.tournament, "knockout.lot", by=by, at=at, facts=facts)

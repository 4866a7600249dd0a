"""The stages of a tournament: presets, what cannot be, what has begun, copies."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from tests.factories import NOW, a_round, a_tournament, some_entries
from tournaments import programme, stages
from tournaments.models import Change, Club, Qualifier, Round, Stage, Tournament
from tournaments.programme import programme_of
from tournaments.queries.stages import stages_of
from tournaments.refusals import Refused
from tournaments.stages import Preset, StagePlan, define_stages, preset, stage_plans

pytestmark = pytest.mark.django_db
PLAN = ((9, 8, 7, 6), (5, 4, 3), (2, 1, 0))
HANDS = (9, 8, 7, 6)


def define(tournament: Tournament, *plans: StagePlan) -> Tournament:
    tournament = define_stages(tournament=tournament, plans=plans, by="Orla", at=NOW)
    tournament.refresh_from_db()
    return tournament


def knockout(**more: Any) -> StagePlan:
    return replace(StagePlan(kind=Stage.Kind.KNOCKOUT, takes="number", how_many="4", centres=HANDS), **more)


def test_an_open_evening_has_no_stages_to_be_seen(tournament: Tournament) -> None:
    define(tournament, *preset(Preset.OPEN, PLAN))
    assert (Stage.objects.count(), Change.objects.filter(verb="stages.define").count()) == (0, 0)


@pytest.mark.parametrize(
    ("which", "stored", "plan"),
    [
        (Preset.FINAL_TABLE, [("open", 3, "all", ""), ("knockout", 1, "number", "4")], [*map(list, PLAN), list(HANDS)]),
        (Preset.KNOCKOUT, [("open", 3, "all", ""), ("knockout", 1, "number", "16")], [*map(list, PLAN), list(HANDS)]),
        (Preset.PROGRESSIVE, [("knockout", 1, "all", "")], [list(HANDS)]),
        (Preset.POWER, [("power", 3, "all", "")], [*map(list, PLAN)]),
    ],
)
def test_a_preset_fills_in_the_stages(
    tournament: Tournament, which: Preset, stored: list[tuple[object, ...]], plan: list[list[int]]
) -> None:
    tournament = define(tournament, *preset(which, PLAN))
    rows = Stage.objects.order_by("number").values_list("kind", "rounds", "takes", "how_many")
    assert (list(rows), tournament.plan) == (stored, plan)
    assert stage_plans(tournament) == stage_plans(define(tournament, *stage_plans(tournament)))


def test_going_back_to_an_open_evening_leaves_nothing_behind(tournament: Tournament) -> None:
    tournament = define(tournament, *preset(Preset.KNOCKOUT, PLAN))
    tournament = define(tournament, *preset(Preset.OPEN, PLAN))
    assert (Stage.objects.count(), tournament.plan) == (0, [*map(list, PLAN)])


@pytest.mark.parametrize(
    ("plans", "sentence"),
    [
        ((), "A tournament has one to 6 stages."),
        ((StagePlan(plan=()),), "Stage 1: Each round needs at least one hand."),
        (
            (StagePlan(plan=((12,),)),),
            "Stage 1: The double-nine set has no 12-12: its doubles go from 9-9 down to 0-0.",
        ),
        (
            (StagePlan(plan=PLAN, takes="number", how_many="4"),),
            "Stage 1: Everybody who is here plays the first stage, and begins at nothing.",
        ),
        (
            (StagePlan(plan=PLAN), knockout(how_many="some")),
            "Stage 2: “some” is not a number of people. Write one such as 16.",
        ),
        (
            (StagePlan(plan=PLAN), knockout(takes="share", how_many="150")),
            "Stage 2: “150” is not a share in a hundred. Write 50 for half of those who take part.",
        ),
        (
            (StagePlan(plan=PLAN), knockout(takes="per_table", how_many="6,9")),
            "Stage 2: “6,9” does not say how many go on from a table. Write 2, or half, or 6,3 by table.",
        ),
        (
            (StagePlan(plan=PLAN), knockout(carries="bonus")),
            "Stage 2: Say the bonus of the first place, the second, and so on.",
        ),
        (
            (StagePlan(plan=PLAN), knockout(advance="4", sizes=(3, 4))),
            "Stage 2: 4 go on from a table, so a table of 4 decides nothing.",
        ),
        ((StagePlan(plan=PLAN), knockout(centres=())), "Stage 2: Say which hands a round of the knockout has."),
        (
            (StagePlan(plan=PLAN), knockout(final_smallest=5, final_largest=4)),
            "Stage 2: The smallest final is for two or more, and not larger than the largest.",
        ),
    ],
)
def test_what_cannot_work_is_refused(tournament: Tournament, plans: tuple[StagePlan, ...], sentence: str) -> None:
    plans = tuple(replace(plan, plan=(HANDS,)) if plan.centres == () and plan.is_knockout else plan for plan in plans)
    with pytest.raises(Refused) as refused:
        define(tournament, *plans)
    assert (refused.value.sentence, Stage.objects.count()) == (sentence, 0)


def test_a_stage_that_has_begun_keeps_its_settings_and_can_get_other_rounds(tournament: Tournament) -> None:
    tournament = define(tournament, StagePlan(plan=PLAN), knockout())
    a_round(tournament, [some_entries(tournament, 4)])
    first, second = stage_plans(tournament)
    with pytest.raises(Refused, match=r"Stage 1, open has begun, so its settings stay as they are."):
        define(tournament, replace(first, kind="power"), second)
    with pytest.raises(Refused, match=r"Rounds 1 to 1 are seated, so their hands stay."):
        define(tournament, replace(first, plan=((5,), (4,))), second)
    tournament = define(tournament, replace(first, plan=PLAN[:2]), replace(second, how_many="8"))
    assert [(span.first, span.last) for span in stages_of(tournament)] == [(1, 2), (3, 3)]


def test_a_stage_that_was_cut_into_stays_until_the_cut_is_taken_back(tournament: Tournament) -> None:
    tournament = define(tournament, StagePlan(plan=PLAN), knockout(name="Final"))
    entry = some_entries(tournament, 1)[0]
    Qualifier.objects.create(stage=tournament.stages.get(number=2), entry=entry, seed=1, by="Orla", at=NOW)
    first, second = stage_plans(tournament)
    with pytest.raises(Refused, match=r"It is known who is in Final. Take the cut back before you change it."):
        define(tournament, first, replace(second, how_many="8"))


def test_the_settings_cannot_make_the_plan_longer_behind_the_back_of_the_stages(tournament: Tournament) -> None:
    tournament = define(tournament, StagePlan(plan=PLAN), knockout())
    longer = replace(programme_of(tournament), plan=(*PLAN, HANDS, HANDS))
    with pytest.raises(Refused, match=r"The rounds are shared out among the stages."):
        programme.change_tournament(tournament=tournament, programme=longer, by="Orla", at=NOW)
    tournament.refresh_from_db()
    assert len(tournament.plan) == 4


def test_a_lone_power_stage_follows_the_plan(tournament: Tournament) -> None:
    tournament = define(tournament, *preset(Preset.POWER, PLAN))
    longer = replace(programme_of(tournament), plan=(*PLAN, HANDS))
    programme.change_tournament(tournament=tournament, programme=longer, by="Orla", at=NOW)
    assert Stage.objects.get().rounds == 4


def test_a_copy_has_the_stages_too_and_nobody_in_them(tournament: Tournament) -> None:
    tournament = define(tournament, StagePlan(plan=PLAN), knockout(third_place=True, draw="fixed"))
    final = tournament.stages.get(number=2)
    Stage.objects.filter(pk=final.pk).update(knockout_plan="[]", rounds=2)
    Tournament.objects.filter(pk=tournament.pk).update(plan=[*tournament.plan, [1]])
    Qualifier.objects.create(stage=final, entry=some_entries(tournament, 1)[0], seed=1, by="Orla", at=NOW)
    tournament.refresh_from_db()
    copied = programme.copy_tournament(tournament=tournament, name="Next", on=date(2026, 4, 3), by="Orla", at=NOW)
    copied.refresh_from_db()
    assert stage_plans(copied) == (StagePlan(plan=PLAN), knockout(third_place=True, draw="fixed", plan=(HANDS,)))
    assert (len(copied.plan), Qualifier.objects.filter(stage__tournament=copied).count()) == (4, 0)


def test_rounds_of_another_stage_are_numbered_through(club: Club) -> None:
    """Row 45: a later stage does not begin again at round 1."""
    tournament = define(a_tournament(club), StagePlan(plan=PLAN[:2]), knockout())
    people = some_entries(tournament, 4)
    for _number in range(2):
        a_round(tournament, [people], state=Round.State.CLOSED)
    final = a_round(tournament, [people])
    span = stages_of(tournament)[1]
    assert (final.number, list(span.numbers), stages.stage_name(span.stage)) == (3, [3], "Stage 2, knockout")

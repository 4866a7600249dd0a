"""Which rounds belong to which stage, and what comes next."""

import pytest

from tests.factories import NOW, a_round, a_tournament, some_entries
from tournaments.models import Club, Qualifier, Round, Stage, Tournament
from tournaments.queries.stages import Coming, course_of, qualifiers_of, span_of, stages_of

pytestmark = pytest.mark.django_db
CLOSED = Round.State.CLOSED


def with_knockout(tournament: Tournament, **more: object) -> Stage:
    """Two open rounds, and a knockout of four whose plan is not known yet."""
    tournament.plan = [[9, 8], [7, 6]]
    tournament.save()
    Stage.objects.create(tournament=tournament, number=1, rounds=2)
    settings = {"takes": "number", "how_many": "4", "rounds": 0, **more}
    return Stage.objects.create(tournament=tournament, number=2, kind=Stage.Kind.KNOCKOUT, **settings)


def test_a_tournament_without_stages_is_one_open_stage_over_its_plan(tournament: Tournament) -> None:
    (span,) = stages_of(tournament)
    course = course_of(tournament)
    assert (span.stage.kind, list(span.numbers)) == ("open", [1, 2, 3])
    assert (course.coming, course.number, course.has_stages) == (Coming.SEAT, 1, False)


def test_rounds_are_numbered_through_the_stages(tournament: Tournament) -> None:
    with_knockout(tournament, rounds=2, knockout_plan="chosen")
    spans = stages_of(tournament)
    assert [list(span.numbers) for span in spans] == [[1, 2], [3, 4]]
    assert [span_of(spans, number).stage.number for number in (1, 2, 3, 4, 5)] == [1, 1, 2, 2, 2]


def test_what_comes_next_follows_the_rounds(club: Club) -> None:
    tournament = a_tournament(club)
    final = with_knockout(tournament)
    people = some_entries(tournament, 8)
    assert course_of(tournament).coming is Coming.SEAT
    a_round(tournament, [people[:4], people[4:]], state=CLOSED)
    a_round(tournament, [people[:4], people[4:]], state=CLOSED)
    assert (course_of(tournament).coming, course_of(tournament).number) == (Coming.CUT, 3)
    for seed, entry in enumerate(people[:4], 1):
        Qualifier.objects.create(stage=final, entry=entry, seed=seed, by="Orla", at=NOW)
    assert course_of(tournament).coming is Coming.PLAN
    Stage.objects.filter(pk=final.pk).update(knockout_plan="chosen", rounds=1)
    Tournament.objects.filter(pk=tournament.pk).update(plan=[[9, 8], [7, 6], [5]])
    tournament.refresh_from_db()
    assert course_of(tournament).coming is Coming.SEAT
    a_round(tournament, [people[:4]], state=CLOSED)
    assert course_of(tournament).coming is Coming.NOTHING


def test_whoever_was_replaced_is_not_in_the_stage(tournament: Tournament) -> None:
    final = with_knockout(tournament)
    first, second, third = some_entries(tournament, 3)
    gone = Qualifier.objects.create(stage=final, entry=first, seed=1, by="Orla", at=NOW)
    Qualifier.objects.create(stage=final, entry=second, seed=2, by="Orla", at=NOW)
    now = Qualifier.objects.create(stage=final, entry=third, seed=3, by="Orla", at=NOW)
    gone.replaced_by = now
    gone.save()
    Qualifier.objects.filter(pk=now.pk).update(seed=1)
    assert [(one.seed, one.entry) for one in qualifiers_of(final)] == [(1, third), (2, second)]

"""Stages out and in with the tournament file: to the last byte, and nothing that contradicts itself."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from games.models import Game
from tests.factories import NOW
from tests.staged import WHO, a_knockout, again, planned, play, played, seated, stage, staged, tables_of
from tournaments.cuts import make_cut, replace_qualifier
from tournaments.exchange.tournament_file import export, load, read
from tournaments.models import Club, Tournament
from tournaments.queries.facts import facts_of
from tournaments.queries.overall import overall
from tournaments.refusals import Refused
from tournaments.settling import draw_lot, pick_by_hand, play_extra_hand, take_back_settled
from tournaments.stages import StagePlan, stage_plans

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(club: Club) -> Tournament:
    """Qualifying with a tie on the line, one replaced twice, semi-finals with a lot at a table; no final yet."""
    plans = (StagePlan(plan=((9,),)), a_knockout(name="Cup", how_many="8", final_smallest=4, final_largest=4))
    tournament, people = staged(club, *plans, people=12, tie_breaks=[])
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 9], [9, 10, 11, 12]], people)
    row = pick_by_hand(stage=stage(tournament, 2), tied=[8, 9], picked=[9], why="a slip", **WHO)
    take_back_settled(settled=row, **WHO)
    play_extra_hand(stage=stage(tournament, 2), points={8: 3, 9: 0}, **WHO)
    make_cut(stage=stage(tournament, 2), **WHO)
    for gone in (people[0], people[7]):
        replace_qualifier(stage=stage(tournament, 2), entry=gone, why="ill", **WHO)
    planned(tournament)
    round = seated(tournament)
    table = tables_of(round)[0]
    play(round, {table[0]: 1, table[1]: 30, table[2]: 30, table[3]: 40})
    draw_lot(stage=stage(tournament, 2), tied=[table[1], table[2]], seed=3, **WHO)
    return again(tournament)


def content_of(tournament: Tournament) -> dict[str, Any]:
    return read(export(tournament).encode())


def test_a_knockout_half_way_comes_back_to_the_last_byte(cup: Tournament) -> None:
    text = export(cup)
    plans, shown = stage_plans(cup), overall(facts_of(cup))
    before = [(row.section, row.place, shown.found.facts.entries[row.entry].number) for row in shown.standings.rows]
    Tournament.objects.filter(pk=cup.pk).delete()
    Game.objects.all().delete()
    loaded = again(load(json.loads(text), by="Orla", at=NOW))
    shown = overall(facts_of(loaded))
    assert (export(loaded), stage_plans(loaded)) == (text, plans)
    assert [
        (row.section, row.place, shown.found.facts.entries[row.entry].number) for row in shown.standings.rows
    ] == before


def test_an_open_evening_says_nothing_of_stages(tournament: Tournament) -> None:
    assert "stages" not in content_of(tournament)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (
            lambda stages: stages[0].update(rounds=2),
            "The stages of the file do not share out its 3 planned rounds.",
        ),
        (
            lambda stages: stages[1].update(how_many="many"),
            "Stage 2: “many” is not a number of people. Write one such as 16.",
        ),
        (
            lambda stages: stages[1]["qualifiers"].pop(),
            "Stage 2: the plan of its knockout is for other people or rounds than the file has.",
        ),
        (
            lambda stages: stages[1]["knockout_plan"][0].__setitem__(1, 7),
            "4 people reach the final, but it is a table of 7. A final has 2 to 8 people.",
        ),
        (
            lambda stages: stages[1]["settled"][0].update(order=[99]),
            "The file names players or entries that are not in it: 99.",
        ),
        (
            lambda stages: stages[1]["settled"][-1].update(table=9),
            "The file settles a tie at a table that is not in it.",
        ),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(
    cup: Tournament, spoil: Callable[[list[dict[str, Any]]], object], sentence: str
) -> None:
    content = copy.deepcopy(content_of(cup))
    Tournament.objects.filter(pk=cup.pk).delete()
    Game.objects.all().delete()
    spoil(content["stages"])
    with pytest.raises(Refused) as refused:
        load(content, by="Orla", at=NOW)
    assert (refused.value.sentence, Tournament.objects.count()) == (sentence, 0)

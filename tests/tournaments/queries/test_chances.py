"""Through, out, or may still: read from the facts of a stage that is being played."""

import json
from typing import Any

import pytest

from tests.factories import NOW, a_round, a_tournament, some_entries
from tests.played import hand_in
from tournaments.models import Club, Entry, Qualifier, Stage, Tournament
from tournaments.queries.chances import chances_at_tables, chances_into
from tournaments.queries.facts import facts_of
from tournaments.queries.knockouts import knockout_now
from tournaments.queries.stage_lists import stage_facts
from tournaments.seating.knockout import KnockoutPlan, Level
from tournaments.standings import Chance

pytestmark = pytest.mark.django_db
THROUGH, OUT, MAY_STILL = Chance.THROUGH, Chance.OUT, Chance.MAY_STILL


def a_qualifying(club: Club, **final: Any) -> Tournament:
    """One round of two hands, then a final of two unless said otherwise."""
    tournament = a_tournament(club, plan=[[9, 8]])
    Stage.objects.create(tournament=tournament, number=1, rounds=1)
    settings = {"takes": "number", "how_many": "2", "rounds": 0, "kind": Stage.Kind.KNOCKOUT, **final}
    Stage.objects.create(tournament=tournament, number=2, **settings)
    return tournament


def said(tournament: Tournament) -> dict[int, Chance]:
    """By entry number."""
    found = stage_facts(facts_of(tournament))
    span = found.span(2)
    assert span is not None
    return {found.facts.entries[entry].number: one for entry, one in chances_into(found, span).items()}


def test_while_a_table_plays_its_people_may_still_qualify(club: Club) -> None:
    """Row 33: never marked out before the own table has reported."""
    tournament = a_qualifying(club)
    people = some_entries(tournament, 6)
    played = a_round(tournament, [people[:3], people[3:]])
    hand_in(played, 1, {1: [0, 30, 200], 2: [10, 0, 180]})
    hand_in(played, 2, {1: [0, 9, 22]})
    assert said(tournament) == {1: MAY_STILL, 2: MAY_STILL, 3: OUT, 4: MAY_STILL, 5: MAY_STILL, 6: MAY_STILL}
    hand_in(played, 2, {2: [90, 80, 0]})
    assert said(tournament) == {1: THROUGH, 2: OUT, 3: OUT, 4: OUT, 5: OUT, 6: THROUGH}


def test_before_the_first_round_everybody_may_still(club: Club) -> None:
    tournament = a_qualifying(club)
    some_entries(tournament, 3)
    assert set(said(tournament).values()) == {MAY_STILL}


def test_whoever_went_home_takes_no_place(club: Club) -> None:
    tournament = a_qualifying(club)
    people = some_entries(tournament, 4)
    played = a_round(tournament, [people])
    hand_in(played, 1, {1: [0, 10, 20, 30], 2: [0, 10, 20, 30]})
    assert said(tournament) == {1: THROUGH, 2: THROUGH, 3: OUT, 4: OUT}
    people[0].status = Entry.Status.WITHDRAWN
    people[0].save()
    assert said(tournament) == {1: OUT, 2: THROUGH, 3: THROUGH, 4: OUT}


def test_other_games_have_no_bounds(club: Club) -> None:
    tournament = a_qualifying(club)
    tournament.rules, tournament.plan = "free", [[None, None]]
    tournament.save()
    people = some_entries(tournament, 3)
    played = a_round(tournament, [people])
    hand_in(played, 1, {1: [0, 5000, 9000]}, ended="stopped")
    assert set(said(tournament).values()) == {MAY_STILL}


def test_so_many_of_each_table(club: Club) -> None:
    tournament = a_qualifying(club, takes="per_table", how_many="1")
    people = some_entries(tournament, 6)
    assert set(said(tournament).values()) == {MAY_STILL}
    played = a_round(tournament, [people[:3], people[3:]])
    hand_in(played, 1, {1: [0, 30, 200], 2: [10, 0, 180]})
    assert said(tournament) == {1: THROUGH, 2: OUT, 3: OUT, 4: MAY_STILL, 5: MAY_STILL, 6: MAY_STILL}


def test_a_sheet_with_totals_to_come(club: Club) -> None:
    tournament = a_qualifying(club)
    people = some_entries(tournament, 5)
    played = a_round(tournament, [people[:3], people[3:]])
    hand_in(played, 1, {1: [0, 30, 200], 2: [10, 0, 180]})
    table = played.tables.get(number=2)
    assert table.game is not None
    table.game.counted_by = "totals"
    table.game.save()
    assert said(tournament) == {1: MAY_STILL, 2: MAY_STILL, 3: OUT, 4: MAY_STILL, 5: MAY_STILL}


def a_knockout(club: Club, *, wild_cards: int = 0) -> Tournament:
    """Eight people, two of each table of four go on to a final; table 1 has handed in its two hands, table 2 none."""
    tournament = a_tournament(club, plan=[[9, 8], [7]])
    level = Level((4, 4), (2, 2), wild_cards=wild_cards)
    plan = KnockoutPlan(8, (level,), 4 + wild_cards)
    stage = Stage.objects.create(
        tournament=tournament, number=1, rounds=2, kind=Stage.Kind.KNOCKOUT, knockout_plan=json.dumps(plan.rows())
    )
    people = some_entries(tournament, 8)
    for seed, entry in enumerate(people, 1):
        Qualifier.objects.create(stage=stage, entry=entry, seed=seed, by="Orla", at=NOW)
    played = a_round(tournament, [people[:4], people[4:]])
    hand_in(played, 1, {1: [0, 30, 60, 90], 2: [10, 0, 80, 70]})
    return tournament


def at_tables(tournament: Tournament, number: int) -> dict[int, Chance]:
    found = stage_facts(facts_of(tournament))
    now = knockout_now(found, found.spans[0])
    assert now is not None
    return {found.facts.entries[entry].number: one for entry, one in chances_at_tables(found, now, number).items()}


def test_at_the_tables_of_a_knockout(club: Club) -> None:
    """Until somebody has played at table 2, its places may go to the best of table 1."""
    tournament = a_knockout(club)
    playing = dict.fromkeys((5, 6, 7, 8), MAY_STILL)
    assert at_tables(tournament, 1) == {1: THROUGH, 2: THROUGH, 3: MAY_STILL, 4: MAY_STILL, **playing}
    hand_in(tournament.rounds.get(), 2, {1: [0, 30, 60, 90]})
    assert at_tables(tournament, 1) == {1: THROUGH, 2: THROUGH, 3: OUT, 4: OUT, **playing}
    assert at_tables(tournament, 2) == {}


def test_who_may_get_a_wild_card_is_not_out(club: Club) -> None:
    found = at_tables(a_knockout(club, wild_cards=1), 1)
    assert [found[number] for number in (1, 2, 3, 4)] == [THROUGH, THROUGH, MAY_STILL, MAY_STILL]


def test_a_final_has_nobody_who_goes_on(club: Club) -> None:
    tournament = a_knockout(club)
    tournament.rounds.update(state="closed", closed_at=NOW)
    a_round(tournament, [list(tournament.entries.order_by("number")[:4])])
    assert at_tables(tournament, 2) == {}


@pytest.mark.parametrize(("takes", "how_many"), [("number", "8"), ("share", "100"), ("per_table", "4")])
def test_nobody_is_through_before_the_first_hand(club: Club, takes: str, how_many: str) -> None:
    """There are places for all, and yet whoever never comes is not through."""
    tournament = a_qualifying(club, takes=takes, how_many=how_many)
    people = some_entries(tournament, 8)
    round = a_round(tournament, [people[:4], people[4:]], centres=[9, 8])

    def through() -> list[int]:
        return sorted(number for number, one in said(tournament).items() if one is THROUGH)

    assert through() == []
    hand_in(round, 1, {1: [0, 5, 60, 70]})
    assert through() == [1, 2, 3, 4]
    round.seats.filter(entry=people[4]).update(last_hand=0)
    hand_in(round, 1, {2: [0, 5, 60, 70]})
    hand_in(round, 2, {1: [None, 0, 5, 60], 2: [None, 0, 5, 60]})
    assert through() == [1, 2, 3, 4, 6, 7, 8]

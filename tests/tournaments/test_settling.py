"""Ties that change between the look and the press: refused with a sentence, and nobody is parted who is not level."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import a_club
from tests.played import hand_in
from tests.staged import (
    WHO,
    a_knockout,
    again,
    now,
    planned,
    play,
    played,
    qualifying,
    seated,
    stage,
    staged,
    tables_of,
)
from tests.tournaments.test_people_at_once import MANY, all_at_once
from tournaments.cuts import make_cut
from tournaments.models import Club, Round, Settled, Tournament
from tournaments.queries.cuts import cut_into
from tournaments.refusals import Refused
from tournaments.settling import draw_lot, pick_by_hand, ties_of
from tournaments.stages import StagePlan

pytestmark = pytest.mark.django_db
TWO_ROUNDS = StagePlan(plan=((9,), (8,)))
LEVEL = [[0, 1, 2, 7], [5, 8, 7, 9]]
"""Of eight people 4 and 7 are level for the last of five places."""


def five_of_eight(club: Club, *plans: StagePlan, points: list[list[int]] = LEVEL) -> tuple[Tournament, Round]:
    """Eight people who have played one round, of whom five go on."""
    first = plans or (StagePlan(plan=((9,),)),)
    tournament, people = staged(club, *first, a_knockout(how_many="5"), tie_breaks=[])
    round = played(tournament, points, people)
    return again(tournament), round


def level_now(tournament: Tournament) -> list[list[int]]:
    """The numbers of those who are level, tie by tie."""
    found, span = now(tournament)
    return [sorted(found.facts.entries[one].number for one in tie.entries) for tie in ties_of(found, span)]


def through_now(tournament: Tournament) -> list[int]:
    found, span = now(tournament)
    return [found.facts.entries[one].number for one in cut_into(found, span).seeds]


def pressed(client: Client, tournament: Tournament, **sent: Any) -> str:
    """Settle on the page; returns what it says then."""
    address = f"/en/desk/t/{tournament.slug}/stages/2/settle/"
    answer = client.post(address, sent, follow=True)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_nobody_is_level_for_good_before_the_last_round_is_closed(as_organiser: Client, club: Club) -> None:
    tournament, _round = five_of_eight(club, TWO_ROUNDS)
    assert level_now(tournament) == []
    with pytest.raises(Refused, match=r"Nobody is level there any more. Look at it again."):
        draw_lot(stage=stage(tournament, 2), tied=[4, 7], seed=1, **WHO)
    page = as_organiser.get(f"/en/desk/t/{tournament.slug}/stages/2/")
    assert b"Draw the lot" not in page.content
    assert Settled.objects.count() == 0


def test_a_round_opened_again_takes_the_tie_away_until_it_is_closed(club: Club) -> None:
    tournament, round = five_of_eight(club)
    assert level_now(tournament) == [[4, 7]]
    Round.objects.filter(pk=round.pk).update(state=Round.State.OPEN, closed_at=None)
    assert level_now(tournament) == []
    with pytest.raises(Refused, match=r"Nobody is level there any more."):
        pick_by_hand(stage=stage(tournament, 2), tied=[4, 7], picked=[4], why="older", **WHO)


def test_a_lot_pressed_after_a_correction_is_refused_and_the_page_names_who_is_level_now(
    as_organiser: Client, club: Club
) -> None:
    tournament, round = five_of_eight(club)
    hand_in(round, 2, {1: [5, 7, 8, 9]}, why="misread", based_on=1, ended="blocked")
    said = pressed(as_organiser, tournament, how="lot", tied="4 7")
    people = {entry.number: str(entry.player) for entry in tournament.entries.all()}
    assert f"They are not level any more. Level now: {people[4]}, {people[6]}. Look at it again." in said
    assert 'name="tied" value="4 6"' in said
    assert Settled.objects.count() == 0


def test_more_people_level_since_the_look_are_not_left_out_of_the_lot(club: Club) -> None:
    tournament, round = five_of_eight(club)
    hand_in(round, 2, {1: [5, 7, 7, 9]}, why="misread", based_on=1, ended="blocked")
    with pytest.raises(Refused, match=r"They are not level any more."):
        draw_lot(stage=stage(tournament, 2), tied=[4, 7], seed=1, **WHO)
    assert (level_now(tournament), Settled.objects.count()) == ([[4, 6, 7]], 0)


def test_who_presses_second_is_told_and_sees_what_the_first_settled(as_organiser: Client, club: Club) -> None:
    tournament, _round = five_of_eight(club)
    pick_by_hand(stage=stage(tournament, 2), tied=[4, 7], picked=[7], why="came first", **WHO)
    said = pressed(as_organiser, tournament, how="lot", tied="4 7")
    assert "Nobody is level there any more. Look at it again." in said
    assert "Picked by hand: " in said
    assert Settled.objects.count() == 1


def test_whoever_was_chosen_by_hand_is_not_ahead_of_somebody_who_was_not_level_then(club: Club) -> None:
    """4 was chosen over 7; after a correction 6 is level with both, and nobody has chosen between 4 and 6."""
    tournament, round = five_of_eight(club)
    pick_by_hand(stage=stage(tournament, 2), tied=[4, 7], picked=[4], why="came first", **WHO)
    assert (through_now(tournament), level_now(tournament)) == ([1, 2, 3, 5, 4], [])
    hand_in(round, 2, {1: [5, 7, 7, 9]}, why="misread", based_on=1, ended="blocked")
    assert level_now(tournament) == [[4, 6, 7]]
    with pytest.raises(Refused, match=r"3 are level for the last place"):
        make_cut(stage=stage(tournament, 2), **WHO)


def test_a_lot_at_a_table_of_the_knockout_parts_nobody_in_the_list_that_it_was_cut_from(club: Club) -> None:
    tournament = qualifying(club, 8, how_many="8", advance="2", final_smallest=4, final_largest=4)
    planned(tournament)
    round = seated(tournament)
    first, second, third, last = tables_of(round)[0]
    play(round, {first: 1, second: 30, third: 30, last: 40})
    row = draw_lot(stage=stage(tournament, 2), tied=[second, third], seed=3, **WHO)
    for number, table in enumerate(tables_of(tournament.rounds.get(number=1)), 1):
        points = [44 if one in (second, third) else one for one in table]
        hand_in(tournament.rounds.get(number=1), number, {1: points}, why="misread", based_on=1, ended="blocked")
    found, span = now(tournament)
    assert (row.where, cut_into(found, span).parted) == ("table", {})


def test_who_is_next_and_level_can_be_parted_on_the_page(as_organiser: Client, club: Club) -> None:
    """Nobody is replaced by one of several who are level, so the page offers the ways out."""
    tournament, _round = five_of_eight(club, points=[[0, 1, 2, 3], [4, 9, 9, 9]])
    make_cut(stage=stage(tournament, 2), **WHO)
    page = " ".join(as_organiser.get(f"/en/desk/t/{tournament.slug}/stages/2/").content.decode().split())
    assert "Next and level, should somebody not come" in page
    said = pressed(as_organiser, tournament, how="lot", tied="6 7 8")
    assert ("The tie is settled." in said, "Next and level" in said) == (True, False)
    first = Settled.objects.get().order[0]
    gone = f"/en/desk/t/{tournament.slug}/stages/2/replace/3/"
    as_organiser.post(gone, {"why": "went home"})
    assert sorted(stage(tournament, 2).qualifiers.filter(replaced_by=None).values_list("entry__number", flat=True)) == [
        1,
        2,
        4,
        5,
        first,
    ]


@pytest.mark.threads
@pytest.mark.django_db(transaction=True)
def test_many_who_draw_the_lot_at_once_draw_one() -> None:
    tournament, _round = five_of_eight(a_club())
    row = stage(tournament, 2)
    came = all_at_once(lambda number: draw_lot(stage=row, tied=[4, 7], seed=number, **WHO))
    assert (came, Settled.objects.count()) == ({"done": 1, "Refused": MANY - 1}, 1)


@pytest.mark.parametrize("picked", [4, 7])
def test_a_line_that_was_settled_says_nothing_of_people_who_are_level(club: Club, picked: int) -> None:
    """The list has 4 above 7, with the same points: a line is drawn below 4, and none where 7 was chosen."""
    tournament, _round = five_of_eight(club)
    page = f"/en/t/{tournament.slug}/stage/1/"
    assert "Level for 1 place" in Client().get(page).content.decode()
    pick_by_hand(stage=stage(tournament, 2), tied=[4, 7], picked=[picked], why="came first", **WHO)
    text = Client().get(page).content.decode()
    assert ("Level for 1 place" in text, "The cut: 5 go on" in text) == (False, picked == 4)
    make_cut(stage=stage(tournament, 2), **WHO)
    assert ("The cut: 5 go on" in Client().get(page).content.decode()) == (picked == 4)

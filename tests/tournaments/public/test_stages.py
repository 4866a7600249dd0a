"""The lists of a tournament with stages, as the world sees them."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import a_round
from tests.played import hand_in
from tests.staged import WHO, a_knockout, again, planned, play, played, qualifying, seated, stage, staged
from tournaments.cuts import make_cut, replace_qualifier
from tournaments.models import Club, Entry, Round, Tournament
from tournaments.queries.facts import facts_of
from tournaments.queries.overall import overall
from tournaments.rounds import close_round
from tournaments.settling import pick_by_hand
from tournaments.stages import StagePlan
from tournaments.standings import Section

THROUGH, MAY_STILL, OUT = ">through</span>", ">may still qualify</span>", ">out</span>"
OPEN = StagePlan(plan=((9,),))


def places(tournament: Tournament, after: int | None = None) -> list[tuple[int | None, int]]:
    """Place and number of everybody in the list of the whole tournament."""
    shown = overall(facts_of(again(tournament)), after)
    number = {entry.pk: entry.number for entry in tournament.entries.all()}
    return [(row.place, number[row.entry]) for row in shown.standings.rows]


def text_of(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def test_whoever_came_further_stands_above(club: Club) -> None:
    """Round reached, place at that table; then those not qualified in the order of the stage before."""
    tournament = qualifying(club, 12)
    assert [place for place, _number in places(tournament)] == [None] * 12
    planned(tournament, choice=1)
    play(seated(tournament))
    now = places(tournament)
    assert [place for place, _number in now] == [7, 8, 9, 10, 11, 12, *[None] * 6]
    play(seated(tournament))
    assert [place for place, _number in places(tournament)] == [5, 6, 7, 8, 9, 10, 11, 12, *[None] * 4]
    play(seated(tournament))
    final = places(tournament)
    assert [place for place, _number in final] == list(range(1, 13))
    assert final[6:] == now[:6]


def test_those_not_qualified_follow_in_the_order_of_the_stage_before(stranger: Client, club: Club) -> None:
    tournament, people = staged(club, OPEN, a_knockout())
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    before = places(tournament)
    assert before == [(number, number) for number in range(1, 9)]
    make_cut(stage=stage(tournament, 2), **WHO)
    replace_qualifier(stage=stage(tournament, 2), entry=people[1], why="ill", **WHO)
    assert places(tournament) == [(5, 2), (6, 6), (7, 7), (8, 8), (None, 1), (None, 5), (None, 3), (None, 4)]
    planned(tournament)
    play(seated(tournament), {1: 40, 3: 30, 4: 20, 5: 0})
    assert places(tournament)[:5] == [(1, 5), (2, 4), (3, 3), (4, 1), (5, 2)]
    assert stranger.get(f"/en/t/{tournament.slug}/").content.decode().count("not in it") == 4
    assert places(tournament, 1) == before


def test_who_leaves_later_rewrites_no_list_of_before(club: Club) -> None:
    """Row 14."""
    tournament = qualifying(club, 8)
    planned(tournament)
    before = places(tournament, 1)
    Entry.objects.filter(tournament=tournament, number=5).update(status=Entry.Status.WITHDRAWN)
    play(seated(tournament))
    assert places(tournament, 1) == before


def test_nobody_is_out_before_their_own_table_is_in(club: Club) -> None:
    """Row 33."""
    tournament = qualifying(club, 8, final_smallest=4, final_largest=4)
    planned(tournament)
    seated(tournament)
    rows = overall(facts_of(again(tournament))).standings.rows
    assert {row.section for row in rows} == {Section.STILL_PLAYING}


def test_who_is_through_or_may_still_be_is_said_while_a_table_plays(stranger: Client, club: Club) -> None:
    """Row 33: with one table still playing, nobody of it is out, and nobody is told more than is certain."""
    tournament, people = staged(club, OPEN, a_knockout(name="Cup", how_many="4"), tie_breaks=[])
    address = f"/en/t/{tournament.slug}/"
    assert "To Cup" not in text_of(stranger, address)
    round = a_round(tournament, [people[:4], people[4:]])
    hand_in(round, 1, {1: [0, 1, 2, 3]})
    page = text_of(stranger, address)
    assert (page.count(THROUGH), page.count(MAY_STILL), page.count(OUT), "The cut:" in page) == (1, 7, 0, False)
    assert "To Cup: 4 people. Through and out hold" in page
    hand_in(round, 2, {1: [4, 5, 6, 7]})
    page = text_of(stranger, address)
    assert (page.count(THROUGH), page.count(MAY_STILL), page.count(OUT)) == (4, 0, 4)
    assert page.index(str(people[3].player)) < page.index("The cut: 4 go on to Cup") < page.index(str(people[4].player))


def test_people_level_on_the_line_stand_between_words_until_it_is_settled(stranger: Client, club: Club) -> None:
    tournament, people = staged(club, OPEN, a_knockout(name="Cup"), tie_breaks=[])
    played(tournament, [[0, 1, 2, 9], [9, 15, 16, 17]], people)
    address = f"/en/t/{tournament.slug}/"
    page = text_of(stranger, address)
    assert (page.count(THROUGH), page.count(MAY_STILL), page.count(OUT)) == (3, 2, 3)
    marks = ["Level for 1 place", str(people[3].player), str(people[4].player), "The cut: 4 go", str(people[5].player)]
    assert [page.index(one) for one in marks] == sorted(page.index(one) for one in marks)
    pick_by_hand(stage=stage(tournament, 2), tied=[4, 5], picked=[5], why="Came first", **WHO)
    page = text_of(stranger, address)
    assert (page.count(THROUGH), page.count(MAY_STILL), page.count(OUT)) == (4, 0, 4)


def test_after_the_cut_the_list_of_the_stage_says_who_is_in_and_how(stranger: Client, club: Club) -> None:
    tournament, people = staged(club, OPEN, a_knockout(name="Cup"), tie_breaks=[])
    played(tournament, [[0, 1, 2, 9], [9, 15, 16, 17]], people)
    pick_by_hand(stage=stage(tournament, 2), tied=[4, 5], picked=[5], why="Came first", **WHO)
    make_cut(stage=stage(tournament, 2), **WHO)
    address = f"/en/t/{tournament.slug}/"
    page = text_of(stranger, f"{address}stage/1/")
    assert (page.count(">in</span>"), page.count(">in, picked by hand<"), page.count(OUT)) == (3, 1, 4)
    assert ("4 people are in Cup." in page, "The cut:" in page, "Came first" in page) == (True, False, False)
    replace_qualifier(stage=stage(tournament, 2), entry=people[1], why="Broken wing", **WHO)
    page = text_of(stranger, f"{address}stage/1/")
    assert (page.count(">in, as a replacement<"), page.count(">replaced</span>"), "wing" in page) == (1, 1, False)
    page = text_of(stranger, address)
    assert (page.count(THROUGH), page.count(MAY_STILL), page.count("Still in: Cup.")) == (0, 0, 4)


def test_the_line_of_the_cut_follows_who_is_in_by_rank(stranger: Client, club: Club) -> None:
    tournament, people = staged(club, OPEN, a_knockout(name="Cup"))
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    make_cut(stage=stage(tournament, 2), **WHO)
    page = text_of(stranger, f"/en/t/{tournament.slug}/stage/1/")
    assert page.index(str(people[3].player)) < page.index("The cut: 4 go on to Cup") < page.index(str(people[4].player))


def test_the_first_stage_is_ranked_like_an_open_evening(stranger: Client, club: Club) -> None:
    """While tables are still playing, places begin with 1 and say why somebody is above the next."""
    tournament, people = staged(club, OPEN, a_knockout(name="Cup"))
    round = a_round(tournament, [people[:4], people[4:]])
    hand_in(round, 1, {1: [0, 1, 2, 3]})
    assert places(tournament)[:4] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert "Lower total: 1 against 2." in text_of(stranger, f"/en/t/{tournament.slug}/")


@pytest.mark.parametrize("kind", ["open", "power"])
def test_places_of_the_first_stage_begin_at_1_on_every_page_while_its_last_round_plays(
    stranger: Client, club: Club, kind: str
) -> None:
    """Two rounds, the second is open and one table of it is in: its people are ranked from 1, each with the reason."""
    tournament, people = staged(club, StagePlan(kind=kind, plan=((9,), (8,))), a_knockout(name="Cup"))
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    hand_in(a_round(tournament, [people[4:], people[:4]]), 1, {1: [9, 8, 0, 2]})
    address = f"/en/t/{tournament.slug}/"
    for page in (text_of(stranger, address), text_of(stranger, f"{address}stage/1/")):
        assert re.findall(r'rank">(\d+)<', page) == ["1", "2", "3", "4"]
        assert ("Lower total: 6 against 9." in page, "Lower total: 9 against 13." in page) == (True, True)
        assert page.index("Provisional: only tables that are in are ranked") < page.index(str(people[6].player))
    listed = stranger.get(f"{address}standings.json").json()
    ranks = [(row["rank"], row["entry"]) for row in listed["standings"]]
    assert (listed["provisional"], ranks[:4]) == (True, [(1, 7), (2, 8), (3, 5), (4, 6)])
    assert [rank for rank, _entry in ranks[4:]] == [None] * 4
    assert ">1<" in text_of(stranger, f"{address}entry/7/")


def test_somebody_who_still_plays_an_open_stage_may_end_above_or_below(club: Club) -> None:
    tournament, people = staged(club, OPEN, StagePlan(plan=((8,),), takes="number", how_many="8"), people=9)
    played(tournament, [[0, 1, 2], [3, 4, 5], [6, 7, 8]], people)
    make_cut(stage=stage(tournament, 2), **WHO)
    round = a_round(tournament, [people[:4], people[4:8]])
    hand_in(round, 2, {1: [0, 9, 10, 11]})
    assert places(tournament)[:5] == [(1, 5), (2, 6), (3, 7), (4, 8), (9, 9)]


def test_the_marks_cost_no_query_whatever_the_number_of_people(stranger: Client, club: Club) -> None:
    counts = []
    for people in (8, 24):
        tournament, entries = staged(club, OPEN, a_knockout(name="Cup"), people=people)
        round = a_round(tournament, [entries[at : at + 4] for at in range(0, people, 4)])
        hand_in(round, 1, {1: [0, 1, 2, 3]})
        with CaptureQueriesContext(connection) as queries:
            page = text_of(stranger, f"/en/t/{tournament.slug}/")
        assert page.count(THROUGH) + page.count(MAY_STILL) + page.count(OUT) == people
        counts.append(len(queries))
    assert counts[0] == counts[1]


def stands(client: Client, tournament: Tournament) -> dict[int, str]:
    """What the page of every entry says below the name."""
    numbers = tournament.entries.order_by("number").values_list("number", flat=True)
    pages = {one: text_of(client, f"/en/t/{tournament.slug}/entry/{one}/") for one in numbers}
    said = {one: re.search(r'</h1> <p class="soft">([^<]*)</p>', page) for one, page in pages.items()}
    return {one: match[1] if match else "" for one, match in said.items()}


def test_an_entry_is_told_where_it_stands_before_the_cut(stranger: Client, club: Club) -> None:
    tournament, people = staged(club, OPEN, a_knockout(name="Cup"), tie_breaks=[])
    assert set(stands(stranger, tournament).values()) == {""}
    round = a_round(tournament, [people[:4], people[4:]])
    hand_in(round, 1, {1: [0, 1, 2, 3]})
    may = "May still qualify for the next stage: Cup."
    assert stands(stranger, tournament) == {1: "Through to the next stage: Cup.", **dict.fromkeys(range(2, 9), may)}
    hand_in(round, 2, {1: [4, 5, 6, 7]})
    assert list(stands(stranger, tournament).values())[4:] == ["Out of the next stage: Cup."] * 4


def test_an_entry_is_told_where_it_stands_in_a_knockout(stranger: Client, club: Club) -> None:
    tournament = qualifying(club, 8, final_smallest=4, final_largest=4, name="Cup", draw="fixed")
    assert set(stands(stranger, tournament).values()) == {"Still in: Cup."}
    planned(tournament)
    round = seated(tournament)
    assert set(stands(stranger, tournament).values()) == {"May still qualify for the final."}
    play(round)
    now = stands(stranger, tournament)
    assert sorted(now.values()) == ["Out in round 2."] * 4 + ["Through to the final."] * 4
    final = seated(tournament)
    assert sorted(stands(stranger, tournament).values())[4:] == ["Plays in the final."] * 4
    play(final)
    assert sorted(stands(stranger, tournament).values())[4:] == ["Reached the final."] * 4


def test_semi_finals_are_named_and_so_are_rounds(stranger: Client, club: Club) -> None:
    tournament = qualifying(club, 32, final_smallest=4, final_largest=4, draw="fixed")
    planned(tournament)
    play(seated(tournament))
    assert sorted(set(stands(stranger, tournament).values())) == ["Out in round 2.", "Through to round 3."]
    seated(tournament)
    said = set(stands(stranger, tournament).values())
    assert sorted(said) == ["May still qualify for the semi-finals.", "Out in round 2."]


def test_the_list_for_programs_says_the_chance_until_the_cut(stranger: Client, club: Club) -> None:
    tournament, people = staged(club, OPEN, a_knockout(name="Cup"), tie_breaks=[])
    round = a_round(tournament, [people[:4], people[4:]])
    hand_in(round, 1, {1: [0, 1, 2, 3]})
    address = f"/en/t/{tournament.slug}/standings"
    lines = stranger.get(f"{address}.csv").content.decode("utf-8-sig").splitlines()
    assert lines[0] == "rank,name,total,zeros,lowest_other,hands,round_1,chance"
    assert [line.rpartition(",")[2] for line in lines[1:]] == ["through", *["may_still"] * 7]
    rows = stranger.get(f"{address}.json").json()["standings"]
    assert [row["chance"] for row in rows] == ["through", *["may_still"] * 7]
    hand_in(round, 2, {1: [4, 5, 6, 7]})
    close_round(round=Round.objects.get(pk=round.pk), **WHO)
    make_cut(stage=stage(tournament, 2), **WHO)
    assert {row["chance"] for row in stranger.get(f"{address}.json").json()["standings"]} == {None}


def test_the_page_says_how_far_everybody_came(stranger: Client, club: Club) -> None:
    tournament = qualifying(club, 8, final_smallest=4, final_largest=4, name="Cup")
    planned(tournament)
    address = f"/en/t/{tournament.slug}/"
    assert "Still in: Cup." in text_of(stranger, address)
    play(seated(tournament))
    page = text_of(stranger, address)
    assert ("Out in round 2." in page, "Still in" in page, "not in it" in page) == (True, True, False)
    play(seated(tournament))
    page = text_of(stranger, address)
    assert ("Reached the final." in page, "Still in" in page) == (True, False)
    champion = text_of(stranger, f"{address}entry/1/")
    assert "Reached the final." in champion
    rows = stranger.get(f"{address}standings.json").json()["standings"]
    assert [row["rank"] for row in rows] == list(range(1, 9))


def test_each_stage_has_its_own_list(stranger: Client, club: Club) -> None:
    later = StagePlan(name="Finals", plan=((8,),), takes="number", how_many="4", carries="bonus", bonus=(-10, -5))
    tournament, people = staged(club, OPEN, later)
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    make_cut(stage=stage(tournament, 2), **WHO)
    address = f"/en/t/{tournament.slug}/"
    assert stranger.get(f"{address}stage/2/").status_code == 404
    played(tournament, [[12, 9, 0, 6]], people[:4])
    page = text_of(stranger, f"{address}stage/2/")
    assert ("Bonus brought along: −10." in page, "points beside the hands" in page) == (True, False)
    assert (str(people[3].player) in page, str(people[4].player) in page) == (True, False)
    assert "Finals" in text_of(stranger, address)
    assert str(people[4].player) in text_of(stranger, f"{address}stage/1/")


@pytest.mark.parametrize("number", [2, 3, 99])
def test_there_is_no_list_of_a_knockout_or_of_nothing(stranger: Client, club: Club, number: int) -> None:
    tournament = qualifying(club, 8)
    assert stranger.get(f"/en/t/{tournament.slug}/stage/{number}/").status_code == 404

"""A knockout from the cut to the final through the commands: planned, seated, tied, without somebody, ranked."""

import pytest

from tests.factories import an_entry
from tests.played import hand_in
from tests.staged import (
    OPEN,
    WHO,
    a_knockout,
    again,
    drawn,
    now,
    planned,
    play,
    played,
    playing,
    qualifying,
    seated,
    stage,
    staged,
    tables_of,
)
from tournaments import drafts, entries, seats
from tournaments.cuts import make_cut, undo_cut
from tournaments.knockouts import choose_plan
from tournaments.models import Change, Club, Entry, Qualifier, Round
from tournaments.queries.coming_round import coming_round
from tournaments.queries.knockouts import plan_of, table_ties
from tournaments.queries.stages import Coming, course_of
from tournaments.refusals import Refused
from tournaments.results import NotPlausible
from tournaments.rounds import close_round
from tournaments.seating.knockout import KnockoutPlan
from tournaments.seating.sizes import Split
from tournaments.settling import draw_lot, play_extra_hand, ties_of
from tournaments.stages import Preset, StagePlan, preset

pytestmark = pytest.mark.django_db


def test_the_plan_is_chosen_at_the_cut_and_the_rounds_follow_it(club: Club) -> None:
    tournament = qualifying(club, 16)
    assert course_of(tournament).coming is Coming.PLAN
    plan = planned(tournament)
    tournament = again(tournament)
    row = stage(tournament, 2)
    assert (plan.text, row.rounds, tournament.plan) == ("4x4 -> 2x4 -> final 4", 3, [[9], [9], [9], [9]])
    assert (plan_of(row), course_of(tournament).coming) == (plan, Coming.SEAT)


def test_the_hands_of_the_final_are_its_own(club: Club) -> None:
    tournament = qualifying(club, 8, centres=(9, 8), final_centres=(9, 8, 7, 6))
    planned(tournament)
    assert again(tournament).plan == [[9], [9, 8], [9, 8, 7, 6]]


def test_another_plan_can_be_chosen_until_the_first_round_is_drawn(club: Club) -> None:
    tournament = qualifying(club, 12)
    first, second = planned(tournament, choice=1), planned(tournament, choice=0)
    assert (first != second, plan_of(stage(tournament, 2))) == (True, second)
    assert len(again(tournament).plan) == 1 + second.rounds
    draft = drawn(tournament)
    with pytest.raises(Refused, match=r"The draft of round 2 rests on this."):
        planned(tournament)
    drafts.publish_round(draft=draft, **WHO)
    with pytest.raises(Refused, match=r"Round 2 is published, so it stays settled who is in Stage 2"):
        planned(tournament)


def test_a_plan_for_other_people_is_refused(club: Club) -> None:
    tournament = qualifying(club, 16)
    other = KnockoutPlan(5, (), 5)
    with pytest.raises(Refused, match=r"The people are others than when this plan was shown."):
        choose_plan(stage=stage(tournament, 2), plan=other, seed=1, **WHO)


def test_taking_the_cut_back_takes_the_plan_with_it(club: Club) -> None:
    tournament = qualifying(club, 16)
    planned(tournament)
    undo_cut(stage=stage(tournament, 2), **WHO)
    tournament = again(tournament)
    assert (tournament.plan, stage(tournament, 2).knockout_plan) == ([[9], [9]], "")
    assert course_of(tournament).coming is Coming.CUT


def test_nothing_is_seated_before_the_cut_and_the_plan(club: Club) -> None:
    tournament, people = staged(club, OPEN, a_knockout())
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    with pytest.raises(Refused, match=r"Make the cut into Stage 2, knockout first"):
        drafts.draft_round(tournament=again(tournament), split=Split((4,)), seed=1, **WHO)
    make_cut(stage=stage(tournament, 2), **WHO)
    with pytest.raises(Refused, match=r"Choose how Stage 2, knockout is played first."):
        drafts.draft_round(tournament=again(tournament), split=Split((4,)), seed=1, **WHO)


def test_the_first_round_is_a_serpentine_of_the_seeds(club: Club) -> None:
    """Row 37, as a snake; the people of one table of the qualifying round are moved apart inside their row."""
    tournament = qualifying(club, 16)
    seeds = [row.entry.number for row in Qualifier.objects.select_related("entry").order_by("seed")]
    planned(tournament)
    tables = tables_of(seated(tournament))
    rows = [[seeds.index(table[row]) // 4 for table in tables] for row in range(4)]
    assert rows == [[0] * 4, [1] * 4, [2] * 4, [3] * 4]


def test_a_whole_knockout_down_to_one_champion(club: Club) -> None:
    tournament = qualifying(club, 16)
    planned(tournament)
    for _round in range(3):
        play(seated(tournament))
    ranking = playing(tournament).ranking
    number = {entry.pk: entry.number for entry in tournament.entries.all()}
    assert [(rank.place, rank.step) for rank in ranking] == [(place, 2) for place in range(1, 5)] + [
        (place, 1) for place in range(5, 9)
    ] + [(place, 0) for place in range(9, 17)]
    assert number[ranking[0].entry] == 1
    assert course_of(again(tournament)).coming is Coming.NOTHING


def test_a_tie_at_a_table_is_settled_before_the_next_round_is_seated(club: Club) -> None:
    tournament = qualifying(club, 8, advance="2", final_smallest=4, final_largest=4)
    planned(tournament)
    round = seated(tournament)
    table = tables_of(round)[0]
    play(round, {table[0]: 1, table[1]: 30, table[2]: 30, table[3]: 40})
    (tie,) = ties_of(*now(tournament))
    assert (tie.round, tie.table, tie.open_places) == (2, 1, 1)
    with pytest.raises(Refused, match=r"At table A of round 1 it is open who goes on"):
        drafts.draft_round(tournament=again(tournament), split=Split((4,)), seed=1, **WHO)
    draw_lot(stage=stage(tournament, 2), tied=[table[1], table[2]], seed=3, **WHO)
    assert ties_of(*now(tournament)) == []
    final = tables_of(seated(tournament))
    assert (len(final[0]), table[0] in final[0], len({table[1], table[2]} & set(final[0]))) == (4, True, 1)


def test_the_winner_by_a_tie_break_goes_on_without_being_asked_about(club: Club) -> None:
    tournament = qualifying(club, 8, centres=(9, 8))
    planned(tournament)
    round = seated(tournament)
    first, second, third, _fourth = tables_of(round)[0]
    hand_in(round, 1, {1: [0, 10, 12, 31], 2: [20, 10, 0, 31]})
    shown = playing(tournament)
    number = {one.pk: one.number for one in tournament.entries.all()}
    cut = shown.outcomes[0].cuts[0]
    assert ([number[one] for one in cut.through], table_ties(shown)) == ([third, first], [])
    assert second in {number[one] for one in cut.out}


def test_who_shares_the_first_place_of_the_final_may_be_parted(club: Club) -> None:
    tournament = qualifying(club, 4)
    planned(tournament)
    round = seated(tournament)
    first, second, *_others = tables_of(round)[0]
    hand_in(round, 1, {1: [7, 7, 8, 9]}, ended="blocked")
    close_round(round=Round.objects.get(pk=round.pk), **WHO)
    assert [rank.place for rank in playing(tournament).ranking] == [1, 1, 3, 4]
    play_extra_hand(stage=stage(tournament, 2), points={first: 9, second: 0}, **WHO)
    ranking = playing(tournament).ranking
    assert [rank.place for rank in ranking] == [1, 2, 3, 4]
    assert Entry.objects.get(pk=ranking[0].entry).number == second


def test_who_is_not_there_is_seated_and_placed_last(club: Club) -> None:
    """A no-show never vanishes, and never gets a stray zero."""
    tournament = qualifying(club, 8)
    planned(tournament)
    Entry.objects.filter(tournament=tournament, number=1).update(status=Entry.Status.EXPECTED)
    coming = coming_round(again(tournament), 2)
    assert (coming.missing, 1 in coming.here) == ((1,), True)
    round = play(seated(tournament))
    table = next(table for table in tables_of(round) if 1 in table)
    result = playing(tournament).results[0, tables_of(round).index(table)]
    absent = Entry.objects.get(tournament=tournament, number=1)
    assert (result.absent, len([one for group in result.ranked for one in group])) == ((absent.pk,), 3)
    play(seated(tournament))
    assert [rank.entry for rank in playing(tournament).ranking][-1] == absent.pk


def test_who_comes_late_after_all_plays_on(club: Club) -> None:
    tournament = qualifying(club, 8)
    planned(tournament)
    Entry.objects.filter(tournament=tournament, number=1).update(status=Entry.Status.EXPECTED)
    round = seated(tournament)
    seats.leave(seat=round.seats.get(entry__number=1), from_hand=None, **WHO)
    play(round)
    assert [result.absent for result in playing(tournament).results.values()] == [(), ()]


def test_who_walks_in_cannot_enter_a_knockout(club: Club) -> None:
    tournament = qualifying(club, 8)
    planned(tournament)
    walked_in = an_entry(tournament)
    round = seated(tournament)
    assert sorted(one for table in tables_of(round) for one in table) == list(range(1, 9))
    with pytest.raises(Refused, match=r"cannot play in Stage 2, knockout: who is in it was decided by the cut."):
        seats.add_to_table(table=round.tables.get(number=1), entry=walked_in, **WHO)


def test_a_paper_with_somebody_from_outside_is_refused(club: Club) -> None:
    tournament = qualifying(club, 4)
    planned(tournament)
    stranger = an_entry(tournament)
    inside = list(tournament.entries.filter(number__lte=3).order_by("number"))
    with pytest.raises(Refused, match=rf"{stranger.player} cannot play in Stage 2, knockout"):
        drafts.seat_from_paper(tournament=again(tournament), tables=[[*inside, stranger]], **WHO)


def test_a_correction_changes_who_would_go_on_and_moves_nobody(club: Club) -> None:
    """Row 34: the other table keeps its result."""
    tournament = qualifying(club, 8, final_smallest=4, final_largest=4)
    planned(tournament)
    round = play(seated(tournament))
    final = tables_of(seated(tournament))
    other = playing(tournament).results[0, 1]
    table = tables_of(round)[0]
    with pytest.raises(NotPlausible) as asked:
        hand_in(round, 1, {1: [50, 40, 0, 1]}, why="misread", based_on=1, confirmed=False)
    people = {entry.number: str(entry.player) for entry in tournament.entries.all()}
    before, after = set(sorted(table)[:2]), set(table[2:])
    coming, going = (
        ", ".join(people[one] for one in table if one in which) for which in (after - before, before - after)
    )
    said = f"By the results as they are now, {coming} would play round 3, and not {going}. Rounds seated since: 3."
    assert [finding.sentence for finding in asked.value.findings] == [said]
    hand_in(round, 1, {1: [50, 40, 0, 1]}, why="misread", based_on=1)
    shown = playing(tournament)
    number = {entry.pk: entry.number for entry in tournament.entries.all()}
    assert {number[pk] for pk in shown.outcomes[0].cuts[0].through} == {table[2], table[3]}
    assert (shown.results[0, 1], tables_of(tournament.rounds.get(number=3))) == (other, final)


def test_progressive_begins_with_everybody_who_is_here_in_the_order_of_a_lot(club: Club) -> None:
    tournament, people = staged(club, *preset(Preset.PROGRESSIVE, ((9,),)), people=10, sizes=[4, 5], preferred_size=5)
    Entry.objects.filter(pk=people[9].pk).update(status=Entry.Status.EXPECTED)
    assert course_of(again(tournament)).coming is Coming.PLAN
    plan = planned(tournament, 1)
    rows = Qualifier.objects.filter(stage__tournament=tournament).select_related("entry").order_by("seed")
    order = [row.entry.number for row in rows]
    assert (plan.people, sorted(order), {row.how for row in rows}) == (9, list(range(1, 10)), {"lot"})
    assert Change.objects.get(verb="knockout.lot").facts["seed"] == 7
    first = tables_of(play(seated(tournament)))
    second = tables_of(seated(tournament))
    best = {one for table in first for one in sorted(table)[:3]}
    assert {one for table in second for one in table} == best


def test_who_is_in_a_knockout_cannot_be_struck_off_the_list(club: Club) -> None:
    tournament, _people = staged(club, *preset(Preset.PROGRESSIVE, ((9,),)), people=8, sizes=[4, 5], preferred_size=4)
    entries.enter_new(tournament=tournament, names=["Greta Goose"], status=Entry.Status.HERE, **WHO)
    planned(tournament, 1)
    change = Change.objects.get(verb="entry.enter")
    with pytest.raises(Refused, match=r"It cannot be taken back; .*: Greta Goose."):
        entries.undo_enter(change=change, **WHO)


def test_power_rounds_are_seated_by_the_list(club: Club) -> None:
    """Row 37: after clear results the top four sit together."""
    tournament, people = staged(club, StagePlan(kind="power", plan=((9,), (8,)), rematch="allowed"), people=16)
    points = [[start * 2, 30 + start, 60 + start, 90 + start] for start in range(4)]
    points[0][0] = 0
    played(tournament, points, people)
    draft = drafts.draft_round(tournament=again(tournament), split=Split((4, 4, 4, 4)), seed=1, **WHO)
    assert [sorted(table) for table in tables_of(draft)] == [
        [1, 5, 9, 13],
        [2, 6, 10, 14],
        [3, 7, 11, 15],
        [4, 8, 12, 16],
    ]


def test_the_people_of_a_later_open_stage_are_its_own(club: Club) -> None:
    later = StagePlan(plan=((8,),), takes="number", how_many="4")
    tournament, people = staged(club, OPEN, later)
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    make_cut(stage=stage(tournament, 2), **WHO)
    assert coming_round(again(tournament), 2).here == (1, 2, 3, 4)
    Entry.objects.filter(pk=people[3].pk).update(status=Entry.Status.WITHDRAWN)
    draft = drafts.draft_round(tournament=again(tournament), split=Split((3,)), seed=1, **WHO)
    assert [sorted(table) for table in tables_of(draft)] == [[1, 2, 3]]

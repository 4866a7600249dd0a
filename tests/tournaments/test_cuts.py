"""The cut: never a guess, never silently another one; made once, taken back, replaced in order."""

import threading
from contextlib import suppress

import pytest
from django.db import connection

from games.models import Report
from tests.factories import a_club, some_entries
from tests.played import hand_in
from tests.staged import WHO, a_knockout, again, played, seeds, stage, staged
from tournaments import entries
from tournaments.cuts import make_cut, replace_qualifier, undo_cut
from tournaments.models import Change, Club, Entry, Qualifier, Round, Settled, Tournament
from tournaments.queries.cuts import cut_into
from tournaments.queries.facts import facts_of
from tournaments.queries.stage_lists import stage_facts, stage_list
from tournaments.refusals import Refused
from tournaments.results import NotPlausible
from tournaments.rounds import reopen_round
from tournaments.settling import draw_lot, drawn_order, pick_by_hand, play_extra_hand, take_back_settled
from tournaments.stages import StagePlan
from tournaments.standings import Standings

pytestmark = pytest.mark.django_db
OPEN = StagePlan(plan=((9,),))
EIGHT = [40, 40, 40, 40, 5, 40, 40, 40]


def qualified(tournament: Tournament) -> list[int]:
    return seeds(list(Qualifier.objects.filter(stage__tournament=tournament, replaced_by=None).select_related("entry")))


def through_now(tournament: Tournament) -> tuple[list[int], list[int]]:
    """Who is through and who is on the line, by number."""
    found = stage_facts(facts_of(again(tournament)))
    made = cut_into(found, found.spans[1])
    number = {pk: entry.number for pk, entry in found.facts.entries.items()}
    return [number[pk] for pk in made.seeds], [number[pk] for line in made.lines for pk in line.entries]


def eight_at_a_table(club: Club) -> Tournament:
    tournament, people = staged(club, OPEN, a_knockout(), tie_breaks=[], sizes=[8], preferred_size=8)
    played(tournament, [EIGHT], people)
    return tournament


def test_a_cut_that_is_ambiguous_is_refused_with_the_names_and_the_ways_out(club: Club) -> None:
    """Row 21: the seven who are level for three places are named, whatever the order of the seats."""
    tournament = eight_at_a_table(club)
    with pytest.raises(Refused) as refused:
        make_cut(stage=stage(tournament, 2), **WHO)
    level = [str(entry.player) for entry in tournament.entries.order_by("number") if entry.number != 5]
    assert refused.value.sentence == (
        f"4 of the 8 who took part go on. 7 are level for 3 places: {', '.join(level)}. "
        "Play one more hand among them, draw lots, or choose by name and say why."
    )
    assert Qualifier.objects.count() == 0


def test_a_lot_is_drawn_once_and_stored_with_its_seed(club: Club) -> None:
    tournament = eight_at_a_table(club)
    tied = [1, 2, 3, 4, 6, 7, 8]
    row = draw_lot(stage=stage(tournament, 2), tied=tied, seed=11, **WHO)
    assert (row.order, row.seed) == (drawn_order(tied[::-1], 11), 11)
    with pytest.raises(Refused, match=r"Nobody is level there any more."):
        draw_lot(stage=stage(tournament, 2), tied=tied, seed=12, **WHO)
    with pytest.raises(Refused, match=r"A lot is drawn once, so it stays."):
        take_back_settled(settled=row, **WHO)
    rows = make_cut(stage=stage(tournament, 2), **WHO)
    assert seeds(rows) == [5, *row.order[:3]]
    assert [one.how for one in rows] == ["rank", "lot", "lot", "lot"]


def test_an_extra_hand_parts_them_as_far_as_it_does(club: Club) -> None:
    tournament = eight_at_a_table(club)
    points = {1: 0, 2: 9, 3: 4, 4: 9, 6: 30, 7: 9, 8: 12}
    play_extra_hand(stage=stage(tournament, 2), points=points, **WHO)
    assert through_now(tournament) == ([5, 1, 3], [2, 4, 7])
    play_extra_hand(stage=stage(tournament, 2), points={2: 8, 4: 7, 7: 9}, **WHO)
    rows = make_cut(stage=stage(tournament, 2), **WHO)
    assert (seeds(rows), {one.how for one in rows}) == ([5, 1, 3, 4], {"rank", "extra_hand"})


def test_somebody_may_be_picked_by_hand_with_a_reason(club: Club) -> None:
    tournament = eight_at_a_table(club)
    tied = [1, 2, 3, 4, 6, 7, 8]
    with pytest.raises(Refused, match=r"Say why these are chosen."):
        pick_by_hand(stage=stage(tournament, 2), tied=tied, picked=[1, 2, 3], why=" ", **WHO)
    with pytest.raises(Refused, match=r"Choose 3 of them."):
        pick_by_hand(stage=stage(tournament, 2), tied=tied, picked=[1, 2], why="came first", **WHO)
    row = pick_by_hand(stage=stage(tournament, 2), tied=tied, picked=[8, 2, 3], why="came first", **WHO)
    assert through_now(tournament) == ([5, 2, 3, 8], [])
    take_back_settled(settled=row, **WHO)
    assert (through_now(tournament)[1], Settled.objects.get().taken_back_by) == (tied, "Orla")


def test_only_people_who_are_level_can_be_parted(club: Club) -> None:
    tournament = eight_at_a_table(club)
    with pytest.raises(Refused, match=r"They are not level any more. Level now: "):
        draw_lot(stage=stage(tournament, 2), tied=[1, 5], seed=1, **WHO)


def test_half_is_counted_of_those_who_took_part(club: Club) -> None:
    """Row 23: 20 entered, 3 absent, half go on: 8, and the same whoever goes home before the final."""
    tournament, people = staged(club, OPEN, a_knockout(takes="share", how_many="50"), people=17, sizes=[4, 5])
    some_entries(tournament, 3, status=Entry.Status.EXPECTED)
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15, 16]], people)
    assert through_now(tournament) == ([1, 2, 3, 4, 5, 6, 7, 8], [])
    make_cut(stage=stage(tournament, 2), **WHO)
    Entry.objects.filter(tournament=tournament, number__gt=17).update(status=Entry.Status.WITHDRAWN)
    assert (qualified(tournament), through_now(tournament)[0]) == ([1, 2, 3, 4, 5, 6, 7, 8], qualified(tournament))


def test_each_table_has_its_own_number(club: Club) -> None:
    """Row 25: the first six of table 1, the first three of the others."""
    tournament, people = staged(
        club, OPEN, a_knockout(takes="per_table", how_many="6,3"), people=20, sizes=[6, 8], preferred_size=6
    )
    points = [[0, 1, 2, 3, 4, 5, 6, 7], [0, 11, 12, 13, 14, 15], [20, 0, 22, 23, 24, 25]]
    played(tournament, points, people)
    rows = make_cut(stage=stage(tournament, 2), **WHO)
    assert seeds(rows) == [1, 9, 16, 2, 10, 15, 3, 11, 17, 4, 5, 6]


def test_who_has_withdrawn_is_passed_over(club: Club) -> None:
    tournament, people = staged(club, OPEN, a_knockout())
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    Entry.objects.filter(pk=people[1].pk).update(status=Entry.Status.WITHDRAWN)
    assert seeds(make_cut(stage=stage(tournament, 2), **WHO)) == [1, 3, 4, 5]


def test_leaving_before_the_seating_and_coming_back_earns_nothing(club: Club) -> None:
    """Row 31: no round was played, so nothing is credited, and the cut does not let them through."""
    tournament, people = staged(club, StagePlan(plan=((9,), (8,))), a_knockout())
    away = people[7]
    entries.set_status(tournament=tournament, entries=[8], status=Entry.Status.WITHDRAWN, **WHO)
    played(tournament, [[40, 41, 42, 0], [43, 44, 45]], people[:7])
    entries.set_status(tournament=tournament, entries=[8], status=Entry.Status.HERE, **WHO)
    played(tournament, [[40, 41, 42, 43], [44, 45, 46, 0]], people)
    (row,) = [one for one in _first_list(tournament).rows if one.entry == away.pk]
    assert (row.place, row.hands, row.total) == (None, 1, 0)
    assert through_now(tournament) == ([4, 1, 2, 3], [])
    assert Change.objects.filter(verb="entry.status").count() == 2


def test_nobody_goes_on_before_every_table_is_in(club: Club) -> None:
    """Row 27: not known yet is never a bye."""
    tournament, people = staged(club, OPEN, a_knockout())
    round = played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    Round.objects.filter(pk=round.pk).update(state="open", closed_at=None)
    with pytest.raises(Refused, match=r"Round 1 is not closed yet. The cut is made after it."):
        make_cut(stage=stage(tournament, 2), **WHO)
    Report.objects.filter(game__table__number=2).delete()
    assert through_now(tournament) == ([], [])


def test_results_that_nobody_accepted_are_named(club: Club) -> None:
    tournament, people = staged(club, OPEN, a_knockout())
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    Report.objects.filter(game__table__number=2).update(accepted_at=None, accepted_by="")
    with pytest.raises(Refused) as refused:
        make_cut(stage=stage(tournament, 2), **WHO)
    assert refused.value.sentence == ("These results are typed but not accepted: round 1, table 2. Accept them first.")


def test_the_cut_waits_for_every_round_of_the_stage(club: Club) -> None:
    tournament, people = staged(club, StagePlan(plan=((9,), (8,))), a_knockout())
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    with pytest.raises(Refused, match=r"The cut into Stage 2, knockout is made when the rounds before it are played."):
        make_cut(stage=stage(tournament, 2), **WHO)


def cut_of_eight(club: Club) -> tuple[Tournament, list[Entry]]:
    tournament, people = staged(club, OPEN, a_knockout())
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    make_cut(stage=stage(tournament, 2), **WHO)
    return tournament, people


def test_a_no_show_is_replaced_by_the_next_in_order_under_the_same_seed(club: Club) -> None:
    tournament, people = cut_of_eight(club)
    row = replace_qualifier(stage=stage(tournament, 2), entry=people[1], why="went home", **WHO)
    assert (row.entry, row.how, qualified(tournament)) == (people[4], "replacement", [1, 5, 3, 4])
    replace_qualifier(stage=stage(tournament, 2), entry=people[4], why="went home too", **WHO)
    assert qualified(tournament) == [1, 6, 3, 4]
    gone = Qualifier.objects.exclude(replaced_by=None).order_by("pk").values_list("entry__number", "seed")
    assert list(gone) == [(2, 2), (5, 2)]


def test_who_is_next_and_level_is_settled_first(club: Club) -> None:
    tournament, people = staged(club, OPEN, a_knockout(), tie_breaks=[])
    played(tournament, [[0, 1, 2, 3], [9, 9, 16, 17]], people)
    make_cut(stage=stage(tournament, 2), **WHO)
    with pytest.raises(Refused) as refused:
        replace_qualifier(stage=stage(tournament, 2), entry=people[0], why="ill", **WHO)
    both = f"{people[4].player}, {people[5].player}"
    assert refused.value.sentence == f"These are next and level: {both}. Settle it between them first."
    play_extra_hand(stage=stage(tournament, 2), points={5: 12, 6: 3}, **WHO)
    replace_qualifier(stage=stage(tournament, 2), entry=people[0], why="ill", **WHO)
    assert qualified(tournament) == [6, 2, 3, 4]


def test_nobody_is_replaced_once_the_first_round_of_the_stage_is_published(club: Club) -> None:
    tournament, people = cut_of_eight(club)
    played(tournament, [[0, 1, 2, 3]], people[:4])
    with pytest.raises(Refused, match=r"Round 2 is published, so .* keeps the place"):
        replace_qualifier(stage=stage(tournament, 2), entry=people[1], why="ill", **WHO)
    with pytest.raises(Refused, match=r"Round 2 is published, so it stays settled who is in Stage 2, knockout"):
        undo_cut(stage=stage(tournament, 2), **WHO)


def test_a_cut_is_taken_back_while_nothing_rests_on_it(club: Club) -> None:
    tournament, people = cut_of_eight(club)
    replace_qualifier(stage=stage(tournament, 2), entry=people[1], why="went home", **WHO)
    undo_cut(stage=stage(tournament, 2), **WHO)
    assert Qualifier.objects.count() == 0
    assert seeds(make_cut(stage=stage(tournament, 2), **WHO)) == [1, 2, 3, 4]
    verbs = Change.objects.filter(verb__startswith="cut.").order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["cut.make", "cut.replace", "cut.undo", "cut.make"]


def test_a_correction_after_the_cut_changes_nobody_silently(club: Club) -> None:
    """Rows 14 and 34: the other table keeps its results, who is in stays in, and the list says who would be."""
    tournament, people = cut_of_eight(club)
    round = tournament.rounds.get(number=1)
    with pytest.raises(NotPlausible, match=rf"through to Stage 2, knockout would be {people[4].player}, and not"):
        hand_in(round, 2, {1: [0, 5, 6, 7]}, why="misread", based_on=1, confirmed=False)
    hand_in(round, 2, {1: [0, 5, 6, 7]}, why="misread", based_on=1)
    first, second = through_now(tournament), qualified(tournament)
    assert (first[0], second) == ([1, 5, 2, 3], [1, 2, 3, 4])
    replace_qualifier(stage=stage(tournament, 2), entry=people[3], why="a correction", **WHO)
    assert qualified(tournament) == [1, 2, 3, 5]
    standings = stage_list(stage_facts(facts_of(again(tournament))), stage_facts(facts_of(again(tournament))).spans[0])
    assert [row.total for row in standings.rows] == [0, 0, 1, 2, 3, 5, 6, 7]


def test_who_leaves_after_the_cut_rewrites_nothing(club: Club) -> None:
    """Row 14."""
    tournament, people = cut_of_eight(club)
    before = [(row.entry, row.place, row.total) for row in _first_list(tournament).rows]
    Entry.objects.filter(pk=people[4].pk).update(status=Entry.Status.WITHDRAWN)
    assert [(row.entry, row.place, row.total) for row in _first_list(tournament).rows] == before
    assert qualified(tournament) == [1, 2, 3, 4]


def _first_list(tournament: Tournament) -> Standings:
    found = stage_facts(facts_of(again(tournament)))
    return stage_list(found, found.spans[0])


def test_a_bonus_is_given_by_place_and_only_own_rounds_count(club: Club) -> None:
    later = StagePlan(kind="power", plan=((8,),), takes="number", how_many="4", carries="bonus", bonus=(-10, -5))
    tournament, people = staged(club, OPEN, later)
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    make_cut(stage=stage(tournament, 2), **WHO)
    played(tournament, [[12, 9, 0, 6]], people[:4])
    found = stage_facts(facts_of(again(tournament)))
    rows = stage_list(found, found.spans[1]).rows
    assert [(row.entry, row.total) for row in rows] == [
        (people[2].pk, 0),
        (people[0].pk, 2),
        (people[1].pk, 4),
        (people[3].pk, 6),
    ]


def test_a_bonus_follows_a_correction_and_the_question_says_whose(club: Club) -> None:
    later = StagePlan(kind="power", plan=((8,),), takes="number", how_many="4", carries="bonus", bonus=(-10, -5))
    tournament, people = staged(club, OPEN, later, tie_breaks=[])
    round = played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    make_cut(stage=stage(tournament, 2), **WHO)
    swapped = {1: [1, 0, 2, 3]}
    with pytest.raises(NotPlausible) as asked:
        hand_in(round, 1, swapped, why="misread", based_on=1, confirmed=False)
    said = f"{people[0].player} −5, not −10; {people[1].player} −10, not −5"
    assert asked.value.findings[0].sentence == f"The bonus brought into Stage 2, power seating would be: {said}."
    hand_in(round, 1, swapped, why="misread", based_on=1)
    played(tournament, [[12, 9, 0, 6]], people[:4])
    found = stage_facts(facts_of(again(tournament)))
    assert {row.entry: row.total for row in stage_list(found, found.spans[1]).rows} == {
        people[0].pk: 7,
        people[1].pk: -1,
        people[2].pk: 0,
        people[3].pk: 6,
    }


def test_a_round_that_a_cut_rests_on_is_not_opened_again(club: Club) -> None:
    tournament, _people = cut_of_eight(club)
    round = tournament.rounds.get(number=1)
    with pytest.raises(Refused, match=r"Round 1 cannot be opened again: the cut into Stage 2, knockout rests on it."):
        reopen_round(round=round, why="a sheet was lost", **WHO)
    undo_cut(stage=stage(tournament, 2), **WHO)
    assert reopen_round(round=round, why="a sheet was lost", **WHO).state == Round.State.OPEN


def test_points_are_carried_where_they_are_kept(club: Club) -> None:
    later = StagePlan(plan=((8,),), takes="number", how_many="4", carries="points")
    tournament, people = staged(club, OPEN, later)
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    make_cut(stage=stage(tournament, 2), **WHO)
    played(tournament, [[12, 9, 0, 6]], people[:4])
    found = stage_facts(facts_of(again(tournament)))
    assert [row.total for row in stage_list(found, found.spans[1]).rows] == [2, 9, 10, 12]


@pytest.mark.threads
@pytest.mark.django_db(transaction=True)
def test_two_organisers_at_once_make_one_cut() -> None:
    tournament, people = staged(a_club(), OPEN, a_knockout())
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    gate = threading.Barrier(4)
    made: list[list[int]] = []

    def one() -> None:
        try:
            gate.wait(timeout=20)
            with suppress(Refused):
                made.append([row.pk for row in make_cut(stage=stage(tournament, 2), **WHO)])
        finally:
            connection.close()

    threads = [threading.Thread(target=one) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stored = list(Qualifier.objects.order_by("seed").values_list("pk", flat=True))
    assert (made, len(stored)) == ([stored] * 4, 4)

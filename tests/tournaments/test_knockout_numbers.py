"""Knockouts in which other numbers go on from some tables, through the commands: planned, played, marked, put right."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse

from engine import Rules, can_be_handed_in, read_rules
from tests.factories import NOW, a_round
from tests.played import hand_in
from tests.staged import WHO, again, drawn, now, planned, play, playing, qualifying, seated, stage, tables_of
from tournaments.cuts import undo_cut
from tournaments.knockouts import plans_for, set_going_on
from tournaments.models import Change, Club, Round, Tournament
from tournaments.queries.bracket_now import bracket_now
from tournaments.queries.coming_round import coming_round
from tournaments.queries.knockouts import plan_of, table_ties
from tournaments.refusals import Refused
from tournaments.results import NotPlausible
from tournaments.rounds import close_round
from tournaments.seating.bracket import Known, Mark
from tournaments.seating.knockout import KnockoutPlan
from tournaments.stages import StagePlan, define_stages, stage_plans

pytestmark = pytest.mark.django_db


def test_group_a_sends_six_and_the_others_three_into_the_next_round(club: Club) -> None:
    """Row 25: exactly that many go on, from the plan to the seats of the next round."""
    wanted = {"sizes": (4, 6, 8), "preferred_size": 8, "advance_by_table": "6,3"}
    tournament = qualifying(club, 24, **wanted)
    assert planned(tournament).text == "3x8 (A 6, B-C 3) -> 2x6 -> final 4"
    first = seated(tournament)
    play(first)
    a, b, c = (sorted(table) for table in tables_of(first))
    through = {*a[:6], *b[:3], *c[:3]}
    assert {*coming_round(again(tournament), 3).here} == through
    assert sorted(one for table in tables_of(seated(tournament)) for one in table) == sorted(through)


def test_three_of_a_table_of_five_and_two_of_a_table_of_four(club: Club) -> None:
    tournament = qualifying(club, 18, sizes=(4, 5), advance_by_size="5:3, 4:2")
    assert stage(tournament, 2).advance_by_size == "4:2,5:3"
    assert planned(tournament).text == "2x5 + 2x4 (3 of 5, 2 of 4) -> 2x5 -> final 6"
    first = seated(tournament)
    play(first)
    through = [sorted(table)[: 3 if len(table) == 5 else 2] for table in tables_of(first)]
    assert sorted(map(len, through)) == [2, 2, 3, 3]
    assert {*coming_round(again(tournament), 3).here} == {one for table in through for one in table}


def test_the_numbers_can_be_said_when_the_people_are_known(club: Club) -> None:
    """The stage has its people, so its settings stay; only how many go on can still be said, until it is drawn."""
    tournament = qualifying(club, 16)
    planned(tournament)
    offered = set_going_on(stage=stage(tournament, 2), advance="2", by_table=" 3, 2 ", **WHO)
    row = stage(tournament, 2)
    assert (row.advance_by_table, row.knockout_plan, row.rounds) == ("3,2", "", 1)
    assert offered == plans_for(*now(tournament))
    assert [plan.levels[0].advance for plan in offered] == [(3, 2, 2, 2)] * len(offered)
    assert Change.objects.filter(verb="knockout.numbers").latest("pk").facts == {"stage": 2, "numbers": "2 · 3,2"}
    drawn_plan = planned(tournament)
    assert plan_of(stage(tournament, 2)) == drawn_plan
    drawn(tournament)
    with pytest.raises(Refused, match=r"The draft of round 2 rests on this."):
        set_going_on(stage=stage(tournament, 2), advance="1", **WHO)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"advance": "3,2"}, "Stage 2: Write how many go on from every table of the knockout: 2, or half."),
        ({"by_size": "4:4"}, "Stage 2: “4:4” does not say how many go on by size."),
        ({"by_table": "9"}, "Stage 2: “9” does not say how many go on by table."),
        ({"by_table": "7,1"}, "16 people do not fit a knockout with these tables and this final. They would with "),
    ],
)
def test_numbers_that_fit_no_plan_are_refused_and_nothing_is_changed(
    club: Club, typed: dict[str, str], sentence: str
) -> None:
    tournament = qualifying(club, 16)
    planned(tournament)
    before, plan = stage_plans(again(tournament)), again(tournament).plan
    with pytest.raises(Refused) as refused:
        set_going_on(stage=stage(tournament, 2), **{"advance": "2", **typed}, by="Orla", at=NOW)
    assert refused.value.sentence.startswith(sentence)
    assert (stage_plans(again(tournament)), again(tournament).plan) == (before, plan)
    assert plan_of(stage(tournament, 2)).text == "4x4 -> 2x4 -> final 4"


def test_only_a_knockout_keeps_the_numbers_of_its_tables(club: Club) -> None:
    tournament = qualifying(club, 16, advance_by_table="3,2")
    undo_cut(stage=stage(tournament, 2), **WHO)
    first, second = stage_plans(again(tournament))
    changed = StagePlan(
        kind="open", plan=((9,),), takes="number", how_many="8", advance_by_table=second.advance_by_table
    )
    define_stages(tournament=again(tournament), plans=(first, changed), **WHO)
    assert stage(tournament, 2).advance_by_table == ""


def test_the_bracket_has_a_third_of_table_a_and_marks_as_many_as_go_on(club: Club) -> None:
    tournament = qualifying(club, 16, advance_by_table="3,2", draw="fixed")
    planned(tournament)
    first = seated(tournament)
    shown = bracket_now(now(tournament)[0], playing(tournament))
    words = [str(slot.who) for card in shown.columns[1].cards for slot in card.slots]
    assert sorted(words) == sorted(
        f"{place} of table {table}"
        for place, table in [
            ("1st", "A"),
            ("2nd", "A"),
            ("3rd", "A"),
            *((place, table) for table in "BCD" for place in ("1st", "2nd")),
        ]
    )
    play(first)
    shown = bracket_now(now(tournament)[0], playing(tournament))
    marks = [[slot.mark for slot in card.slots] for card in shown.columns[0].cards]
    through, out = Mark.THROUGH, Mark.OUT
    assert marks == [[through] * 3 + [out], *[[through] * 2 + [out] * 2] * 3]


def test_the_cards_say_how_many_go_on_where_the_numbers_differ(club: Club, stranger: Client) -> None:
    tournament = qualifying(club, 16, advance_by_table="3,2")
    planned(tournament)
    for name in ("bracket", "bracket-list"):
        page = stranger.get(reverse(name, args=[tournament.slug])).content.decode()
        assert (page.count("the first 3 go on"), page.count("the first 2 go on")) == (1, 3)


def test_a_correction_at_a_table_from_which_three_go_on(club: Club) -> None:
    """Row 34: third and fourth of table A change places: it is said who would play the next round, and nobody moves."""
    tournament = qualifying(club, 16, advance_by_table="3,2")
    planned(tournament)
    first = seated(tournament)
    a = tables_of(first)[0]
    play(first, {one: 10 * place for place, one in enumerate(a)})
    second = tables_of(seated(tournament))
    names = [str(tournament.entries.get(number=one).player) for one in a]
    with pytest.raises(NotPlausible) as asked:
        hand_in(first, 1, {1: [0, 10, 30, 20]}, why="misread", based_on=1, confirmed=False)
    said = "By the results as they are now, {} would play round 3, and not {}. Rounds seated since: 3."
    assert [finding.sentence for finding in asked.value.findings] == [said.format(names[3], names[2])]
    hand_in(first, 1, {1: [0, 10, 30, 20]}, why="misread", based_on=1)
    assert tables_of(tournament.rounds.get(number=3)) == second


def test_the_line_of_a_table_lies_where_its_number_says(club: Club) -> None:
    """Level for the third and fourth place of table A; at table B third and fourth would be below the line."""
    tournament = qualifying(club, 16, advance_by_table="3,2")
    planned(tournament)
    first = seated(tournament)
    a, b, *_rest = tables_of(first)
    play(first, dict(zip([*a, *b], [1, 2, 50, 50, 1, 2, 60, 60], strict=True)))
    numbers = {entry.pk: entry.number for entry in tournament.entries.all()}
    tie, *others = table_ties(playing(tournament))
    assert (tie.table, {numbers[pk] for pk in tie.entries}, tie.open_places, others) == (1, {*a[2:]}, 1, [])


def test_who_does_not_come_leaves_the_place_of_the_table_to_the_best_of_the_others(club: Club) -> None:
    tournament = qualifying(club, 16, advance_by_table="3,2")
    planned(tournament)
    first = seated(tournament)
    a, *others = tables_of(first)
    for gone in a[:2]:
        first.seats.filter(entry__number=gone).update(last_hand=0)
    play(Round.objects.get(pk=first.pk))
    coming = coming_round(again(tournament), 3).here
    assert {*a[2:]} <= {*coming}
    best = {one for table in others for one in sorted(table)[:2]}
    assert (len(coming), best <= {*coming}) == (9, True)


def test_a_round_with_fewer_people_than_planned_calls_nobody_through_too_early(club: Club) -> None:
    """So few came that one table of three was seated instead of two of four, and three of it go on.

    Until somebody has played a hand it is not certain that they come; whoever leaves stands below the others, and goes
    on all the same where nobody else takes the place.
    """
    tournament = qualifying(club, 16, advance_by_table="/3,2", centres=(9, 8))
    planned(tournament)
    first = seated(tournament)
    for number in (1, 2, 3, 4):
        hand_in(first, number, {1: [0, 3, 7, 11], 2: [0, 3, 7, 11]})
    close_round(round=Round.objects.get(pk=first.pk), **WHO)
    people = [tournament.entries.get(number=table[0]) for table in tables_of(first)[:3]]
    second = a_round(tournament, [people], centres=[9, 8])

    def marks() -> list[list[Mark]]:
        shown = bracket_now(now(tournament)[0], playing(tournament))
        return [[slot.mark for slot in card.slots] for card in shown.columns[1].cards]

    assert marks() == [[Mark.MAY_STILL] * 3]
    hand_in(second, 1, {1: [0, 5, 60]})
    assert marks() == [[Mark.THROUGH] * 3]
    second.seats.filter(place=3).update(last_hand=1)
    assert marks() == [[Mark.THROUGH, Mark.THROUGH, Mark.MAY_STILL]]
    hand_in(second, 1, {2: [0, 5, None]})
    assert marks() == [[Mark.THROUGH] * 3]


VALUES = (0, 1, 2, 4, 7, 12, 20, 33, 54, 59, 88, 140, 230, 300, 390, 440)
"""Points that a hand may bring, the small ones close together: what parts people is a few points or very many."""


@pytest.mark.parametrize(("numbers", "final"), [("2,1", 3), ("1,2", 3), ("2,1", 4)])
@pytest.mark.parametrize("first_hand", [[0, 3, 400], [0, 60, 61], [5, 0, 130], [0, 100, 210]])
def test_through_and_out_hold_however_the_last_table_ends(
    club: Club, numbers: str, final: int, first_hand: list[int]
) -> None:
    """Every end of the last table is tried: who is through goes on in each, who is out in none.

    Without a wild card the marks are exact: who may still qualify goes on in some ends and not in others.
    """
    settings = {"sizes": (3,), "preferred_size": 3, "centres": (9, 8), "final_smallest": final, "final_largest": final}
    tournament = qualifying(club, 6, advance_by_table=numbers, **settings)
    plan = planned(tournament)
    assert plan.levels[0].wild_cards == final - 3
    round = seated(tournament)
    a, b = tables_of(round)
    hand_in(round, 1, {1: [0, 20, 90], 2: [0, 20, 90]})
    hand_in(round, 2, {1: first_hand})
    shown = bracket_now(now(tournament)[0], playing(tournament))
    numbers_of = {entry.pk: entry.number for entry in tournament.entries.all()}
    marks = {
        numbers_of[slot.who.entry]: slot.mark
        for card in shown.columns[0].cards
        for slot in card.slots
        if isinstance(slot.who, Known)
    }
    hands = [ends for ends in product(VALUES, repeat=3) if allowed(tournament, ends)]
    going = [going_on(plan, (a, b), first_hand, ends) for ends in hands]
    always, ever = set.intersection(*(sure for sure, _ in going)), set.union(*(may for _, may in going))
    assert len(going) > 100
    assert {one for one, mark in marks.items() if mark is Mark.THROUGH} <= always
    assert {one for one, mark in marks.items() if mark is Mark.OUT} & ever == set()
    if final == 3:
        assert {one for one in b if marks[one] is Mark.MAY_STILL} == {one for one in b if one in ever - always}
        assert {one for one in a if marks[one] is Mark.OUT} == {one for one in a if one not in ever}


def allowed(tournament: Tournament, points: Sequence[int]) -> bool:
    rules = read_rules(tournament.rules)
    assert isinstance(rules, Rules)
    return can_be_handed_in(rules, players=3, centre=8, points=points)


def going_on(
    plan: KnockoutPlan, tables: Sequence[Sequence[int]], first_hand: Sequence[int], ends: Sequence[int]
) -> tuple[set[int], set[int]]:
    """Who goes on for certain, and who at all (a lot may part who is level), after this end of the last table."""
    totals = dict(zip(tables[0], (0, 40, 180), strict=True))
    totals |= {entry: one + two for entry, one, two in zip(tables[1], first_hand, ends, strict=True)}
    sure: set[int] = set()
    may: set[int] = set()
    for table, number in zip(tables, plan.levels[0].advance, strict=True):
        sure |= {one for one in table if sum(totals[other] <= totals[one] for other in table) <= number}
        may |= {one for one in table if sum(totals[other] < totals[one] for other in table) < number}
    if plan.levels[0].wild_cards:
        best = [
            (totals[one] - Fraction(sum(totals[other] for other in table), 3), one)
            for table in tables
            for one in table
            if one not in sure
        ]
        may |= {one for adjusted, one in best if adjusted == min(best)[0]}
    return sure, may

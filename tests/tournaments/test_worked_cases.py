"""The worked cases of docs/rules.md 5 from the tables to the list: seated, reported, checked, ranked."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.core.management import call_command

from tests.factories import NOW, a_player, an_entry
from tests.played import hand_in
from tournaments import drafts, programme, rounds, seats
from tournaments.models import Club, Entry, Round, Tournament
from tournaments.programme import Programme
from tournaments.queries.standings import standings_of
from tournaments.refusals import Refused
from tournaments.results import NotPlausible
from tournaments.standings import Section

pytestmark = pytest.mark.django_db


def seated(club: Club, names: str, plan: Sequence[Sequence[int]], **settings: Any) -> Round:
    """A round of one table with these people, published; the plan is all in this round."""
    planned = Programme(name="Case", date=NOW.date(), plan=tuple(map(tuple, plan)), **settings)
    tournament = programme.make_tournament(club=club, programme=planned, slug="case", by="Orla", at=NOW)
    entries = [an_entry(tournament, a_player(club, name)) for name in names]
    draft = drafts.seat_from_paper(tournament=tournament, tables=[entries], by="Orla", at=NOW)
    return drafts.publish_round(draft=draft, by="Orla", at=NOW)


def played(club: Club, points: dict[str, str], **settings: Any) -> Tournament:
    """One table: the points of each person hand by hand, from 9-9 down, handed in and closed."""
    by_hand = list(zip(*[map(int, line.split()) for line in points.values()], strict=True))
    one = seated(club, "".join(points), [range(9, 9 - len(by_hand), -1)], **settings)
    hand_in(one, 1, dict(enumerate(by_hand, 1)))
    rounds.close_round(round=one, by="Orla", at=NOW)
    return one.tournament


def listed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The list as `manage.py standings` writes it."""
    call_command("standings", "case", "--format", "csv")
    return capsys.readouterr().out.splitlines()[1:]


def test_t15_what_a_rack_counts_depends_on_the_house(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    one = seated(club, "AB", [[5]], rules="coop6")
    hand_in(one, 1, {1: [94, 0]})
    assert listed(capsys) == ["1,B,0,1,,1", "2,A,94,0,94,1"]


@pytest.mark.parametrize(("rules", "points"), [("gamerules", 19), ("gamerules zero_blank=50", 69), ("spruce", 69)])
def test_t15_every_house_takes_in_its_own_count(club: Club, rules: str, points: int) -> None:
    one = seated(club, "ABC", [[5]], rules=rules)
    hand_in(one, 1, {1: [points, 0, 30]})
    assert [row.total for row in standings_of(one.tournament).rows] == [0, *sorted([30, points])]


def test_t16_the_double_blank_in_the_middle_is_in_no_rack(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    one = seated(club, "ABC", [[0]], rules="spruce")
    with pytest.raises(NotPlausible, match="hand 1"):
        hand_in(one, 1, {1: [10, 0, 30]}, ended="blocked")
    hand_in(one, 1, {1: [10, 0, 30]})
    assert listed(capsys) == ["1,B,0,1,,1", "2,A,10,0,10,1", "3,C,30,0,30,1"]


def test_t17_a_blocked_hand_shared_by_two_has_no_zero(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    played(club, {"A": "6", "B": "6", "C": "14"})
    assert listed(capsys) == ["1,A,6,0,6,1", "1,B,6,0,6,1", "3,C,14,0,14,1"]


def test_t19_zeros_only_break_the_tie(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    tournament = played(
        club,
        {
            "A": "0 0 20 15 10 25 10 12 18 10",
            "B": "18 22 0 0 0 20 15 14 21 10",
            "C": "30 25 20 22 19 0 0 0 0 15",
        },
    )
    assert listed(capsys) == ["1,B,120,3,10,10", "2,A,120,2,10,10", "3,C,131,4,15,10"]
    assert str(standings_of(tournament).rows[0].order_reason) == "More zeros: 3 against 2."


def test_t20_then_the_lowest_other_hand(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    played(club, {"A": "0 14 4 12", "B": "13 0 10 7", "C": "9 8 0 20"})
    assert listed(capsys) == ["1,A,30,1,4,4", "2,B,30,1,7,4", "3,C,37,1,8,4"]


@pytest.mark.parametrize("more", [(), ("countback",)])
def test_t21_then_a_shared_place(club: Club, capsys: pytest.CaptureFixture[str], more: tuple[str, ...]) -> None:
    points = {"A": "0 10 5", "B": "5 0 10", "C": "12 8 0"}
    played(club, points, tie_breaks=("most_zeros", "lowest_other", *more))
    assert listed(capsys) == ["1,A,15,1,5,3", "1,B,15,1,5,3", "3,C,20,1,8,3"]


@pytest.mark.parametrize(
    ("imputation", "rows"),
    [
        ("table_highest", ["1,A,9,1,9,2", "2,D,25,0,12,2", "3,B,35,1,,2", "4,C,39,0,4,2"]),
        ("none", ["1,A,9,1,9,2", "2,D,25,0,12,2", "3,C,39,0,4,2", ",B,0,1,,1"]),
    ],
)
def test_t24_a_late_arrival(club: Club, capsys: pytest.CaptureFixture[str], imputation: str, rows: list[str]) -> None:
    one = seated(club, "ACD", [[9, 8]], imputation=imputation)
    hand_in(one, 1, {1: [0, 35, 12]})
    late = an_entry(one.tournament, a_player(club, "B"), status=Entry.Status.EXPECTED)
    seats.add_to_table(table=one.tables.get(), entry=late, by="Orla", at=NOW)
    hand_in(one, 1, {2: [9, 4, 13, 0]})
    rounds.close_round(round=one, by="Orla", at=NOW)
    assert listed(capsys) == rows
    found = next(row for row in standings_of(one.tournament).rows if row.entry == late.pk)
    assert (found.imputed, found.section is Section.RANKED) == ((imputation != "none"),) * 2


@pytest.mark.parametrize(
    ("rules", "centre", "people", "refused"),
    [
        ("spruce", 9, 8, "Table 1 has 8 people; the rules can deal to"),
        ("gamerules", 9, 8, ""),
        ("gamerules set=6", 6, 7, "Table 1 has 7 people; the rules can deal to"),
        ("spruce set=6", 6, 4, ""),
    ],
)
def test_t26_tables_that_the_tiles_are_enough_for(
    club: Club, rules: str, centre: int, people: int, refused: str
) -> None:
    names = "ABCDEFGH"[:people]
    if refused:
        with pytest.raises(Refused, match=refused):
            seated(club, names, [[centre]], rules=rules, sizes=(3, 4, people))
    else:
        one = seated(club, names, [[centre]], rules=rules, sizes=(3, 4, people))
        hand_in(one, 1, {1: [0, *range(4, 3 + people)]})
        assert standings_of(one.tournament).rows[-1].total == people + 2

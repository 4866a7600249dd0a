"""Sheets of a rehearsal: true to the rules, typed in every way, with slips of every kind that the checks find."""

import pytest

import engine
from games.models import Report
from tests.factories import a_round, a_tournament, some_entries
from tests.rehearsed import a_rehearsal, evening_1, steps
from tournaments.findings import Weight, check
from tournaments.models import Club, Seat
from tournaments.queries.tables import TableState, table_state
from tournaments.rehearsal_hands import sheet_of, with_a_slip

pytestmark = pytest.mark.django_db
KINDS = {
    "a digit too many": ("are rare", "would be more than", "Together these are"),
    "a second zero": ("have 0 points", "has 0 points"),
    "a wrong sum": ("the hands add up to",),
    "a tile twice": ("is there twice", "lies on"),
    "a turn forgotten": ("round ",),
}


@pytest.fixture
def state(club: Club) -> TableState:
    """A table of four with four hands to play; the last one came for the second hand."""
    tournament = a_tournament(club)
    round = a_round(tournament, [some_entries(tournament, 4)])
    Seat.objects.filter(place=4).update(first_hand=2)
    return table_state(round.tables.get())


def test_a_right_sheet_is_never_refused(state: TableState) -> None:
    rules = engine.read_rules("gamerules")
    for seed in range(20):
        sheet = sheet_of(state, rules, seed=seed, round=1)
        assert {one.weight for one in check(state, rules, sheet.handed, sheet.totals)} <= {Weight.ASK}
        assert [bool(one.record) for one in sheet.handed] == [False, False, True, False]
        assert [all(line.rack is None for line in one.lines) for one in sheet.handed] == [False, True, False, True]
        late = [next(line.points for line in one.lines if line.place == 4) for one in sheet.handed]
        assert [points is None for points in late] == [True, False, False, False]


def test_slips_of_every_kind_are_found(state: TableState) -> None:
    rules = engine.read_rules("gamerules")
    seen = set()
    for seed in range(40):
        right = sheet_of(state, rules, seed=seed, round=1)
        wrong = with_a_slip(state, rules, right, seed=seed, round=1)
        asked = {finding.sentence for finding in check(state, rules, right.handed, right.totals)}
        found = {finding.sentence for finding in check(state, rules, wrong.handed, wrong.totals)} - asked
        assert found
        seen |= {kind for kind, words in KINDS.items() if any(word in one for word in words for one in found)}
    assert seen == set(KINDS)


def test_hands_are_checked_in_all_three_ways(club: Club) -> None:
    rehearsal = a_rehearsal(evening_1(club))
    steps(rehearsal)
    checked = Report.objects.filter(game__table__round__tournament=rehearsal.pk).values_list("checked", flat=True)
    assert set(checked) == {Report.Checked.POINTS, Report.Checked.TILES, Report.Checked.RECORD}

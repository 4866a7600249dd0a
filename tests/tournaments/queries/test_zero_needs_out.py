"""The house rule that 0 points are a zero only for who went out (A32)."""

import pytest

from tests.factories import a_round, a_tournament, some_entries
from tests.played import hand_in
from tournaments.models import Club
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("rules", "zeros"), [("gamerules", [1, 0, 0]), ("gamerules zero_needs_out=yes", [0, 0, 0])])
def test_a_lone_double_blank_in_a_blocked_hand(club: Club, rules: str, zeros: list[int]) -> None:
    tournament = a_tournament(club, rules=rules, plan=[[9]])
    round = a_round(tournament, [some_entries(tournament, 3)], centres=[9])
    hand_in(round, 1, {1: [0, 12, 30]}, ended="blocked")
    assert [row.zeros for row in standings_of(tournament).rows] == zeros
    assert [row.total for row in standings_of(tournament).rows] == [0, 12, 30]

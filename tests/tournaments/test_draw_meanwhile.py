"""What changes between the look of a draw and its storing: nothing is stored, and the sentence says what it was."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from tests.factories import a_player, an_entry, some_entries
from tests.played import hand_in
from tests.staged import WHO, again, played, staged
from tournaments import drafts, wishes
from tournaments.models import Club, Player, Round, Tournament, Wish
from tournaments.refusals import Refused
from tournaments.seating.sizes import Split
from tournaments.stages import StagePlan

pytestmark = pytest.mark.django_db
POWER = StagePlan(kind="power", plan=((9,), (8,), (7,)))


def draft(tournament: Tournament) -> Round:
    return drafts.draft_round(tournament=again(tournament), split=Split((4, 4)), seed=1, **WHO)


def meanwhile(change: Callable[[], object]) -> Any:
    """A wrapper of the connection that does something once, just before the drawn tables are stored."""
    left = [change]

    def wrapped(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith("SAVEPOINT") and left:
            left.pop()()
        return execute(sql, *rest)

    return connection.execute_wrapper(wrapped)


@pytest.fixture
def evening(club: Club) -> Tournament:
    """Eight people of a power evening who have played one round."""
    tournament, people = staged(club, POWER, people=8)
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    return again(tournament)


def a_wish(tournament: Tournament) -> object:
    return wishes.add(tournament=tournament, kind=Wish.Kind.APART, entries=[1, 2], **WHO)


def a_correction(tournament: Tournament) -> object:
    return hand_in(tournament.rounds.get(), 2, {1: [0, 25, 6, 7]}, why="misread", based_on=1)


def one_round_less(tournament: Tournament) -> object:
    Tournament.objects.filter(pk=tournament.pk).update(plan=[[9], [8]])
    return tournament.stages.update(rounds=2)


def another_seat(tournament: Tournament) -> object:
    seats = tournament.rounds.get().seats
    return seats.filter(entry__number=1).update(entry=an_entry(tournament, status="withdrawn"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda t: an_entry(t, a_player(t.club)), "Somebody came or went"),
        (a_wish, "A wish was changed"),
        (a_correction, "A result or the settings of the stage were changed"),
        (one_round_less, "A result or the settings of the stage were changed"),
        (another_seat, "Who sat where in a round before was changed"),
    ],
)
def test_a_drawing_whose_ground_changes_is_not_stored(
    evening: Tournament, change: Callable[[Tournament], object], said: str
) -> None:
    with meanwhile(lambda: change(evening)), pytest.raises(Refused) as refused:
        draft(evening)
    assert refused.value.sentence == f"{said} while the tables were drawn. Nothing was changed; draw them once more."
    assert Round.objects.count() == 1


def test_a_round_more_to_come_is_said(tournament: Tournament) -> None:
    some_entries(tournament, 8)

    def longer() -> object:
        return Tournament.objects.filter(pk=tournament.pk).update(plan=[[9]] * 5)

    with meanwhile(longer), pytest.raises(Refused, match=r"^The number of rounds to come was changed while"):
        draft(tournament)


def test_another_name_is_no_other_wish(evening: Tournament) -> None:
    """What somebody is called plays no part in a draw."""
    a_wish(evening)
    player = evening.entries.get(number=1).player_id

    with meanwhile(lambda: Player.objects.filter(pk=player).update(name="Nightjar")):
        assert draft(evening).number == 2

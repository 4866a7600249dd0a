"""What the database itself makes impossible, whoever writes to it."""

import uuid
from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from games.models import Report, Score
from tests.factories import NOW, a_game, a_player, a_round, an_entry, some_entries
from tournaments.models import Entry, Round, Seat, Tournament

pytestmark = pytest.mark.django_db


def refused(write: Callable[[], object]) -> bool:
    """Whether the database refuses a write."""
    try:
        with transaction.atomic():
            write()
    except IntegrityError:
        return True
    return False


def test_a_player_enters_a_tournament_once(tournament: Tournament) -> None:
    entry = an_entry(tournament)
    assert refused(lambda: Entry.objects.create(tournament=tournament, player=entry.player, number=2, made_at=NOW))


def test_an_entry_sits_once_in_a_round_and_a_seat_holds_one_person(tournament: Tournament) -> None:
    entries = some_entries(tournament, 6)
    round = a_round(tournament, [entries[:3], entries[3:]])
    first, second = round.tables.order_by("number")

    def sit(entry: Entry, **more: object) -> Callable[[], object]:
        return lambda: Seat.objects.create(round=round, entry=entry, player=entry.player, **more)

    assert refused(sit(entries[0], table=second, place=4))
    assert refused(sit(entries[0], role=Seat.Role.SITS_OUT))
    assert refused(sit(an_entry(tournament), table=first, place=1))
    assert not refused(sit(an_entry(tournament), table=first, place=4))


def test_the_same_person_never_sits_in_two_seats_of_one_table(tournament: Tournament) -> None:
    entries = some_entries(tournament, 3)
    table = a_round(tournament, [entries]).tables.get()
    player = entries[0].player
    twice = lambda: Seat.objects.create(  # noqa: E731
        round=table.round, table=table, place=4, role=Seat.Role.FILLS_IN, player=player
    )
    assert refused(twice)


@pytest.mark.parametrize(
    "more",
    [
        {"role": "plays", "table": None, "place": None},
        {"role": "fills_in"},
        {"role": "sits_out"},
        {"place": 9},
        {"first_hand": 0},
        {"first_hand": 3, "last_hand": 1},
    ],
)
def test_a_seat_fits_its_role(tournament: Tournament, more: dict[str, object]) -> None:
    entries = some_entries(tournament, 4)
    table = a_round(tournament, [entries[:3]]).tables.get()
    values = {"round": table.round, "table": table, "place": 4, "entry": entries[3], "player": entries[3].player}
    assert refused(lambda: Seat.objects.create(**{**values, **more}))


def test_there_is_one_open_round_and_one_draft(tournament: Tournament) -> None:
    for state in (Round.State.OPEN, Round.State.DRAFT):
        a_round(tournament, [], state=state)
        assert refused(lambda state=state: a_round(tournament, [], state=state))  # type: ignore[misc]


def report(game_hand: object, **more: object) -> Callable[[], Report]:
    values = {"revision": 1, "ended": "out", "by": "Skye", "at": NOW, "key": uuid.uuid4(), "hand": game_hand}
    return lambda: Report.objects.create(**{**values, **more})


def test_a_hand_has_one_report_of_a_revision() -> None:
    game = a_game([9, 8])
    hand = game.hands.get(number=1)
    assert not refused(report(hand, game=game))
    assert refused(report(hand, game=game))
    assert not refused(report(hand, game=game, revision=2, why="misread"))
    assert refused(report(hand, game=game, revision=3))
    assert not refused(report(None, game=game))
    assert refused(report(None, game=game))


def test_a_sending_is_stored_once() -> None:
    game = a_game([9, 8])
    key = uuid.uuid4()
    assert not refused(report(game.hands.get(number=1), game=game, key=key))
    assert refused(report(game.hands.get(number=2), game=game, key=key))


def test_points_are_there_exactly_where_a_hand_was_played() -> None:
    game = a_game([9])
    stored = report(game.hands.get(), game=game)()

    def score(**more: object) -> Callable[[], object]:
        return lambda: Score.objects.create(report=stored, **more)

    assert refused(score(place=1, state="played", points=None))
    assert refused(score(place=1, state="absent", points=0))
    assert refused(score(place=9, state="played", points=0))
    assert not refused(score(place=1, state="played", points=0))
    assert refused(score(place=1, state="absent", points=None))


def test_how_far_a_report_was_checked_has_what_it_was_checked_by() -> None:
    game = a_game([9, 8])
    assert refused(report(None, game=game, record="1. 97 #"))
    assert refused(report(game.hands.get(number=1), game=game, checked="record"))
    assert refused(report(game.hands.get(number=1), game=game, checked="although"))
    assert not refused(report(game.hands.get(number=1), game=game, checked="record", record="1. 97 #"))
    stored = report(game.hands.get(number=2), game=game)()
    assert refused(lambda: Score.objects.create(report=stored, place=1, state="absent", rack=""))
    assert not refused(lambda: Score.objects.create(report=stored, place=1, points=0, rack=""))


def test_merged_players_point_at_somebody_else(tournament: Tournament) -> None:
    player = a_player(tournament.club)
    player.merged_into = player
    assert refused(player.save)

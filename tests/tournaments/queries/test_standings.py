"""Rows become the ledger that the standings are computed from."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Report, Score
from tests.factories import NOW, a_player, a_round, a_tournament, some_entries
from tournaments.models import Club, Entry, LedgerLine, Round, Seat, Table, Tournament
from tournaments.queries.facts import facts_of
from tournaments.queries.standings import ledger_of, policy_of
from tournaments.standings import (
    Adjustment,
    HandScore,
    Imputation,
    Measure,
    Policy,
    SheetTotal,
    State,
    TableAsked,
    TieBreak,
    Wins,
)


def reported(table: Table, hand: int | None, points: list[int | None], *, revision: int = 1, **more: Any) -> Report:
    """A report of one hand (or of the sheet) of a table: points by place, None for absent."""
    game = table.game
    assert game is not None
    report = Report.objects.create(
        game=game,
        hand=None if hand is None else game.hands.get(number=hand),
        revision=revision,
        ended=more.pop("ended", Report.Ended.OUT),
        by="desk",
        at=NOW,
        why="" if revision == 1 else "typing error",
        key=uuid.uuid4(),
    )
    for place, value in enumerate(points, 1):
        state = Score.State.ABSENT if value is None else Score.State.PLAYED
        Score.objects.create(report=report, place=place, state=state, points=value, **more)
    return report


def lines_of(tournament: Tournament, entry: Entry) -> tuple[HandScore, ...]:
    return next(found.hands for found in ledger_of(tournament).entries if found.entry == entry.pk)


@pytest.fixture
def evening(club: Club) -> Tournament:
    return a_tournament(club, plan=[[9, 8]])


def test_each_hand_of_a_seat_has_a_state_and_only_played_ones_points(evening: Tournament) -> None:
    entries = some_entries(evening, 4)
    played = a_round(evening, [entries[:3]], sits_out=entries[3:])
    table = played.tables.get()
    reported(table, 1, [0, 12, None])
    assert lines_of(evening, entries[0]) == (
        HandScore(1, 1, 1, State.PLAYED, 0),
        HandScore(1, 2, 1, State.NOT_YET),
    )
    assert lines_of(evening, entries[2]) == (HandScore(1, 1, 1, State.ABSENT), HandScore(1, 2, 1, State.NOT_YET))
    assert lines_of(evening, entries[3]) == (HandScore(1, 1, None, State.SAT_OUT), HandScore(1, 2, None, State.SAT_OUT))


def test_the_highest_revision_counts(evening: Tournament) -> None:
    entries = some_entries(evening, 2)
    table = a_round(evening, [entries]).tables.get()
    reported(table, 1, [0, 12])
    reported(table, 1, [3, 11], revision=2)
    assert lines_of(evening, entries[0])[0] == HandScore(1, 1, 1, State.PLAYED, 3)
    assert lines_of(evening, entries[1])[0] == HandScore(1, 1, 1, State.PLAYED, 11)


def test_late_comers_are_absent_before_and_leavers_have_left_after(evening: Tournament) -> None:
    entries = some_entries(evening, 3)
    played = a_round(evening, [entries])
    played.seats.filter(entry=entries[1]).update(first_hand=2)
    played.seats.filter(entry=entries[2]).update(last_hand=1)
    reported(played.tables.get(), 1, [0, None, 9])
    assert lines_of(evening, entries[1]) == (HandScore(1, 1, 1, State.ABSENT), HandScore(1, 2, 1, State.NOT_YET))
    assert lines_of(evening, entries[2]) == (HandScore(1, 1, 1, State.PLAYED, 9), HandScore(1, 2, 1, State.LEFT))


def test_a_table_is_in_when_every_hand_is(evening: Tournament) -> None:
    entries = some_entries(evening, 4)
    played = a_round(evening, [entries[:2], entries[2:]])
    one, other = played.tables.order_by("number")
    for hand in (1, 2):
        reported(one, hand, [0, 5])
    reported(other, 1, [0, 5])
    (asked,) = ledger_of(evening).rounds
    assert (asked.hands, asked.closed) == (2, False)
    assert asked.tables == (TableAsked(1, True), TableAsked(2, False))  # noqa: FBT003 - as the value is written


def test_a_sheet_with_totals(evening: Tournament) -> None:
    entries = some_entries(evening, 3)
    table = a_round(evening, [entries]).tables.get()
    reported(table, None, [30, 41, None], zeros=1)
    Game.objects.filter(table=table).update(counted_by=Game.CountedBy.TOTALS)
    found = {entry.entry: entry for entry in ledger_of(evening).entries}
    assert found[entries[0].pk].sheets == (SheetTotal(1, 1, 30, None, 1, None),)
    assert found[entries[0].pk].hands == ()
    assert found[entries[2].pk].sheets == ()
    assert [line.state for line in found[entries[2].pk].hands] == [State.ABSENT, State.ABSENT]
    assert ledger_of(evening).rounds[0].tables[0].handed_in


@pytest.mark.parametrize("counts", [False, True])
def test_a_fill_in_plays_for_its_own_entry_and_counts_as_the_rule_says(
    evening: Tournament,
    counts: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    evening.fill_in_counts = counts
    evening.save()
    entries = some_entries(evening, 3)
    played = a_round(evening, [entries[:2], entries[2:]])
    second = played.tables.get(number=2)
    Seat.objects.create(round=played, table=second, place=2, role=Seat.Role.FILLS_IN, player=entries[0].player)
    guest = a_player(evening.club)
    Seat.objects.create(round=played, table=second, place=3, role=Seat.Role.FILLS_IN, player=guest)
    reported(second, 1, [0, 7, 8])
    found = next(entry for entry in ledger_of(evening).entries if entry.entry == entries[0].pk)
    at_second = [line for line in found.hands if line.table == 2]
    assert at_second[0] == HandScore(1, 1, 2, State.PLAYED, 7, counts)
    assert {line.counts for line in found.hands if line.table == 1} == {True}


def test_how_many_played_each_hand_is_counted_where_it_matters(evening: Tournament) -> None:
    """Fill-ins without an entry sit there too."""
    entries = some_entries(evening, 3)
    played = a_round(evening, [entries])
    Seat.objects.create(
        round=played, table=played.tables.get(), place=4, role=Seat.Role.FILLS_IN, player=a_player(evening.club)
    )
    reported(played.tables.get(), 1, [0, 7, None, 8])
    assert [line.seats for line in lines_of(evening, entries[0])] == [None, None]
    evening.comparison = Tournament.Comparison.ADJUSTED
    assert [line.seats for line in lines_of(evening, entries[0])] == [3, None]


def test_lines_beside_the_hands_unless_taken_back(evening: Tournament) -> None:
    (entry,) = some_entries(evening, 1)
    for points, taken_back_at in ((10, None), (20, NOW)):
        LedgerLine.objects.create(
            entry=entry,
            kind=LedgerLine.Kind.PENALTY,
            points=points,
            reason="late",
            by="desk",
            at=NOW,
            round_number=1,
            taken_back_at=taken_back_at,
        )
    assert ledger_of(evening).entries[0].adjustments == (Adjustment(1, 10),)


def test_a_draft_round_is_not_in_it(evening: Tournament) -> None:
    a_round(evening, [some_entries(evening, 2)], state=Round.State.DRAFT)
    assert ledger_of(evening).rounds == ()
    assert facts_of(evening).rounds == ()


def test_the_policy_is_that_of_the_tournament(club: Club) -> None:
    tournament = a_tournament(
        club,
        rules="free wins=highest",
        measure=Tournament.Measure.AVERAGE,
        tie_breaks=["countback", "lot"],
        imputation=Tournament.Imputation.FIXED,
        imputed_points=30,
        hands_asked=4,
    )
    assert policy_of(tournament) == Policy(
        wins=Wins.HIGHEST,
        measure=Measure.AVERAGE,
        tie_breaks=(TieBreak.COUNTBACK, TieBreak.LOT),
        imputation=Imputation.FIXED(30),
        hands_asked=4,
    )


@pytest.mark.parametrize("size", [2, 30])
def test_the_number_of_queries_does_not_grow(club: Club, size: int) -> None:
    tournament = a_tournament(club, plan=[[9, 8], [7]])
    entries = some_entries(tournament, size)
    for state in (Round.State.CLOSED, Round.State.OPEN):
        tables = [entries[at : at + 2] for at in range(0, size, 2)]
        for table in a_round(tournament, tables, state=state).tables.all():
            reported(table, 1, [0, 5])
    with CaptureQueriesContext(
        connection,
    ) as queries:
        ledger_of(tournament)
    assert len(queries) == 5

"""A table on screen: dealt when somebody asks, each move made once, each hand handed in with its record."""

import datetime as dt
from itertools import pairwise

import pytest

import engine
from games.models import Report
from games.reports import current_reports
from games.screen import Step
from tests.factories import NOW
from tests.screen_tables import a_screen_round, deal, now_at, open_tournament, play_hand, play_of, play_table, tap
from tournaments import screen_moves
from tournaments.models import Change, Table
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """Two people and two bots, two hands to play."""
    return a_screen_round()


def test_nothing_is_dealt_until_somebody_asks(table: Table) -> None:
    now = now_at(table)
    assert (now.state, now.sitting, now.in_turn, now.play.bots) == (
        "waiting",
        None,
        None,
        ["", "", "heaviest", "heaviest"],
    )
    dealt = deal(table)
    assert (dealt.state, dealt.play.hand, dealt.in_turn in {1, 2}) == ("playing", 1, True)
    assert now_at(table).sitting == dealt.sitting


def test_who_asks_twice_for_a_hand_changes_nothing(table: Table) -> None:
    play = play_of(table)
    first = screen_moves.deal_next(play_id=play.pk, counter=play.counter, at=NOW)
    again = screen_moves.deal_next(play_id=play.pk, counter=play.counter, at=NOW)
    assert (again.sitting, again.play.counter) == (first.sitting, first.play.counter)
    during = screen_moves.deal_next(play_id=play.pk, counter=again.play.counter, at=NOW)
    assert (during.sitting, during.play.counter) == (first.sitting, first.play.counter)


def test_a_move_is_stored_and_the_bots_answer(table: Table) -> None:
    before = deal(table)
    moved = tap(table)
    assert moved.is_old is False
    assert moved.now.play.counter == before.play.counter + 1
    assert moved.now.in_turn in {1, 2}
    assert now_at(table).sitting == moved.now.sitting


def test_a_hand_that_is_over_is_handed_in_with_its_record(table: Table) -> None:
    version = open_tournament(table).version
    now = play_hand(table)
    (report,) = Report.objects.filter(game=table.game_id)
    record = engine.read_record(report.record)
    assert (now.state, now_at(table).state, now_at(table).sitting) == ("between", "between", now.sitting)
    assert (report.checked, report.by, report.accepted_by, report.revision) == ("record", "Henhouse", "Henhouse", 1)
    assert (engine.check_full(record).faults, engine.check_keys(record).faults) == ((), ())
    lines = current_reports([report.game_id])[report.game_id, 1].lines
    assert tuple(line.points for line in lines) == record.score
    assert [engine.check_full(record).outcome, report.starter_place] == [
        now.sitting and now.sitting.hand.outcome(),
        now.play.first,
    ]
    assert open_tournament(table).version == version + 1
    assert [change.facts for change in Change.objects.filter(verb="screen.report")] == [
        {"round": 1, "table": 1, "hand": 1}
    ]


def test_a_table_is_played_to_its_end(table: Table) -> None:
    now = play_table(table)
    assert (now.state, Report.objects.filter(game=table.game_id).count()) == ("finished", 2)
    assert deal(table).state == "finished"


def test_the_start_goes_round_from_hand_to_hand() -> None:
    table = a_screen_round(3, 0, plan=[[9, 8, 7]])
    table.game.rules = "classic4"  # type: ignore[union-attr]  # it has just been made
    table.game.save()  # type: ignore[union-attr]
    firsts = [play_hand(table).play.first or 0 for _hand in range(3)]
    assert [(after - before) % 3 for before, after in pairwise(firsts)] == [1, 1]
    records = [engine.read_record(one.record) for one in Report.objects.order_by("hand__number")]
    assert [engine.check_keys(record).faults for record in records] == [()] * 3


def test_the_same_tap_twice_is_one_move_and_nobody_is_blamed(table: Table) -> None:
    now = deal(table)
    assert now.sitting is not None
    step = Step(now.sitting.hand.legal_moves()[0])
    sent = {"play_id": now.play.pk, "place": now.in_turn or 0, "counter": now.play.counter, "sent": "x", "step": step}
    first = screen_moves.move(**sent, at=NOW)  # type: ignore[arg-type]  # as the table above says
    tap(table)
    again = screen_moves.move(**sent, at=NOW)  # type: ignore[arg-type]
    other = screen_moves.move(**{**sent, "sent": "y"}, at=NOW)  # type: ignore[arg-type]
    assert (first.is_old, again.is_old, other.is_old) == (False, False, True)
    assert now_at(table).play.counter == now.play.counter + 2


def test_a_move_for_a_hand_that_is_over_is_old_or_refused(table: Table) -> None:
    now = play_hand(table)
    sent = {"play_id": now.play.pk, "place": 1, "sent": "-", "step": Step(engine.PASS), "at": NOW}
    assert screen_moves.move(**sent, counter=now.play.counter - 1).is_old is True  # type: ignore[arg-type]
    with pytest.raises(engine.IllegalMove, match="over"):
        screen_moves.move(**sent, counter=now.play.counter)  # type: ignore[arg-type]


def test_whoever_is_not_in_turn_waits(table: Table) -> None:
    now = deal(table)
    other = {1: 2, 2: 1}[now.in_turn or 0]
    with pytest.raises(Refused, match="not your turn"):
        screen_moves.move(
            play_id=now.play.pk, place=other, counter=now.play.counter, sent="-", step=Step(engine.PASS), at=NOW
        )


def test_an_illegal_move_changes_nothing(table: Table) -> None:
    now = deal(table)
    with pytest.raises(engine.IllegalMove):
        tap(table, Step(engine.PlaceCentre(9)))
    assert (now_at(table).sitting, now_at(table).play.counter) == (now.sitting, now.play.counter)


def test_whose_clock_runs_out_a_bot_moves_for(table: Table) -> None:
    play = play_of(table)
    play.clock = 30
    play.save()
    before = deal(table)
    due = NOW + dt.timedelta(seconds=30)
    early = screen_moves.settle_clock(play_id=play.pk, at=due - dt.timedelta(seconds=1))
    assert early.sitting == before.sitting
    after = screen_moves.settle_clock(play_id=play.pk, at=due)
    assert (after.play.counter, after.in_turn != before.in_turn) == (before.play.counter + 1, True)
    assert after.runs_out_at == due + dt.timedelta(seconds=30)
    assert screen_moves.settle_clock(play_id=play.pk, at=due).sitting == after.sitting


def test_a_hand_of_another_engine_is_not_played_on(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    now = deal(table)
    monkeypatch.setattr(engine, "VERSION", "another")
    assert (now_at(table).sitting, now_at(table).is_of_other_engine) == (None, True)
    with pytest.raises(Refused, match="deal it again"):
        screen_moves.move(
            play_id=now.play.pk, place=1, counter=now.play.counter, sent="-", step=Step(engine.PASS), at=NOW
        )

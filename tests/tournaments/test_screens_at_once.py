"""Several people at one table on screen at once, with real threads and connections: each moment is moved on once."""

import datetime as dt
import random
import time

import pytest

import engine
from games.models import Report
from games.screen import Step
from tests.factories import NOW
from tests.screen_tables import a_screen_round, deal, now_at, open_tournament, play_of, tap
from tests.tournaments.test_concurrency import assert_whole, at_once
from tournaments import rounds, screen_moves, screen_tables
from tournaments.models import Change, Round, Table
from tournaments.refusals import Refused

pytestmark = [pytest.mark.threads, pytest.mark.django_db(transaction=True)]
SOON = 60.0


def before_the_last_move(table: Table) -> tuple[int, int, Step]:
    """Play a hand up to the move that ends it: the counter, the place in turn, and that move."""
    chance, now = random.Random(5), deal(table)
    while True:
        assert now.sitting is not None
        assert now.in_turn is not None
        step = Step(chance.choice(now.sitting.hand.legal_moves()))
        if now.sitting.after(step).answered().is_over:
            return now.play.counter, now.in_turn, step
        now = tap(table, step).now


def test_of_many_taps_for_one_moment_one_is_done() -> None:
    table = a_screen_round(4, 0)
    now = deal(table)
    assert now.sitting is not None
    legal = now.sitting.hand.legal_moves()

    def press(number: int) -> bool:
        step = Step(legal[number % len(legal)])
        sent = f"{number} {step.text()}"
        return screen_moves.move(
            play_id=now.play.pk, place=now.in_turn or 0, counter=now.play.counter, sent=sent, step=step, at=NOW
        ).is_old

    assert sorted(map(bool, at_once(press, threads=8))) == [False] + [True] * 7
    assert now_at(table).play.counter == now.play.counter + 1
    assert_whole()


def test_one_tap_that_arrives_many_times_is_one_move_and_never_old() -> None:
    table = a_screen_round()
    now = deal(table)
    assert now.sitting is not None
    step = Step(now.sitting.hand.legal_moves()[0])

    def press(_number: int) -> bool:
        return screen_moves.move(
            play_id=now.play.pk, place=now.in_turn or 0, counter=now.play.counter, sent="tap", step=step, at=NOW
        ).is_old

    assert at_once(press, threads=8) == [False] * 8
    assert now_at(table).play.counter == now.play.counter + 1


def test_a_hand_that_many_end_at_once_is_handed_in_once() -> None:
    table = a_screen_round()
    version = open_tournament(table).version
    counter, place, step = before_the_last_move(table)

    def press(_number: int) -> bool:
        play = play_of(table)
        return screen_moves.move(
            play_id=play.pk, place=place, counter=counter, sent="the last", step=step, at=NOW
        ).is_old

    assert at_once(press, threads=8) == [False] * 8
    assert (Report.objects.count(), Change.objects.filter(verb="screen.report").count()) == (1, 1)
    assert (now_at(table).state, open_tournament(table).version) == ("between", version + 1)
    assert_whole()


def test_a_hand_that_many_ask_for_is_dealt_once() -> None:
    table = a_screen_round()
    play = play_of(table)
    dealt = at_once(lambda _number: screen_moves.deal_next(play_id=play.pk, counter=0, at=NOW).play.hand, threads=8)
    assert (dealt, play_of(table).counter) == ([1] * 8, 1)


def test_a_clock_that_many_see_run_out_moves_once() -> None:
    table = a_screen_round(4, 0)
    screen_tables.set_clock(table=table, seconds=5, by="Orla", at=NOW)
    now = deal(table)
    late = NOW + dt.timedelta(seconds=6)
    at_once(lambda _number: screen_moves.settle_clock(play_id=now.play.pk, at=late), threads=8)
    assert play_of(table).counter == now.play.counter + 1


@pytest.mark.parametrize(("people", "bots"), [(4, 0), (2, 2)])
def test_people_who_play_a_whole_table_side_by_side(people: int, bots: int) -> None:
    """Each sends every tap twice and asks for every hand; nothing is lost, nothing is played twice."""
    table = a_screen_round(people, bots)
    give_up = time.monotonic() + SOON

    def sit(number: int) -> int:
        place, chance, made = number + 1, random.Random(number), 0
        while (now := now_at(table)).state != "finished" and time.monotonic() < give_up:
            if now.state in {"waiting", "between"}:
                screen_moves.deal_next(play_id=now.play.pk, counter=now.play.counter, at=NOW)
            elif now.in_turn == place and now.sitting is not None:
                step = Step(chance.choice(now.sitting.hand.legal_moves()))
                for _again in range(2):
                    screen_moves.move(
                        play_id=now.play.pk, place=place, counter=now.play.counter, sent=step.text(), step=step, at=NOW
                    )
                made += 1
            else:
                time.sleep(0.01)
        return made

    made = sum(map(int, map(str, at_once(sit, threads=people))))
    reports = list(Report.objects.order_by("hand__number"))
    records = [engine.read_record(one.record) for one in reports]
    assert [(one.revision, one.checked) for one in reports] == [(1, "record")] * 2
    assert [(engine.check_full(one).faults, engine.check_keys(one).faults) for one in records] == [((), ())] * 2
    # a change for each move, and one for each hand that was dealt
    assert play_of(table).counter == made + 2
    assert_whole()


def test_a_table_is_stopped_while_people_play() -> None:
    table = a_screen_round(4, 0)
    deal(table)

    def act(number: int) -> str:
        if number == 4:
            screen_tables.stop_table(table=table, why="no network", by="Orla", at=NOW)
            return "stopped"
        while (now := now_at(table)).state != "stopped":
            if now.in_turn == number + 1 and now.sitting is not None:
                step = Step(now.sitting.hand.legal_moves()[0])
                try:
                    screen_moves.move(
                        play_id=now.play.pk, place=number + 1, counter=now.play.counter, sent="", step=step, at=NOW
                    )
                except Refused as refused:
                    assert "Go on with real tiles" in refused.sentence  # noqa: PT017 - only one thread may see it
        return "saw it"

    assert at_once(act, threads=5) == ["saw it"] * 4 + ["stopped"]
    play = play_of(table)
    assert (play.state, play.moves, Report.objects.count()) == ("stopped", "", 0)
    assert_whole()


def test_a_round_is_taken_back_while_its_first_hand_is_asked_for() -> None:
    table = a_screen_round()
    play = play_of(table)

    def act(number: int) -> str:
        try:
            if number:
                screen_moves.deal_next(play_id=play.pk, counter=0, at=NOW)
                return "dealt"
            rounds.take_back_round(round=Round.objects.get(pk=table.round_id), by="Orla", at=NOW)
        except Refused:
            return "refused"
        return "taken back"

    assert set(at_once(act, threads=4)) in ({"taken back", "refused"}, {"dealt", "refused"})
    assert_whole()

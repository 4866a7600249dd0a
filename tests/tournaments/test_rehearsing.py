"""A rehearsal plays a whole evening by the commands of people, from its seed and the facts as they are."""

import datetime as dt
import re
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Report
from tests.factories import NOW, a_tournament, some_entries
from tests.played import hand_of, table_of
from tests.rehearsed import a_rehearsal, evening_1, steps
from tests.staged import OPEN, a_knockout, staged
from tournaments import entries, programme, results
from tournaments.models import BotTables, Change, Club, Entry, Rehearsal, RehearsalStep, Round, Seat, Tournament
from tournaments.queries.facts import facts_of
from tournaments.queries.overall import overall
from tournaments.queries.rehearsals import due_rehearsals
from tournaments.queries.tables import table_state
from tournaments.rehearsal_acts import DO
from tournaments.rehearsal_course import Act, Mishap
from tournaments.rehearsals import set_speed, throw_away
from tournaments.rehearsing import go_on, is_stuck, take_step

pytestmark = pytest.mark.django_db


def played(rehearsal: Rehearsal) -> Tournament:
    return Tournament.with_rehearsals.get(pk=rehearsal.pk)


def final_list(rehearsal: Rehearsal) -> list[tuple[int | None, str, int | None]]:
    facts = facts_of(played(rehearsal))
    rows = overall(facts).standings.rows
    return [(row.place, str(facts.entries[row.entry].player), row.total) for row in rows]


def told(taken: list[RehearsalStep]) -> list[tuple[str, int | None, int | None, str, bool]]:
    return [(one.act, one.round_number, one.table_number, one.said, one.was_refused) for one in taken]


def test_an_evening_is_played_from_the_door_to_the_final_list(club: Club) -> None:
    rehearsal = a_rehearsal(evening_1(club))
    taken = steps(rehearsal)
    assert played(rehearsal).state == Tournament.State.FINISHED
    assert [one.number for one in taken] == list(range(1, len(taken) + 1))
    assert Counter(one.act for one in taken) == {
        "arrive": 3,
        "not_coming": 1,
        "late": 2,
        "seat": 3,
        "publish": 3,
        "slip": 6,
        "hand_in": 15,
        "missing": 1,
        "correct": 1,
        "close": 3,
        "finish": 1,
    }
    assert {one.act for one in taken if one.was_refused} == {"slip", "missing"}
    assert len(final_list(rehearsal)) == 30


def test_the_same_seed_plays_the_same_evening(club: Club) -> None:
    tournament = evening_1(club)
    first, second, other = (a_rehearsal(tournament, seed=seed) for seed in (5, 5, 6))
    assert told(steps(first)) == told(steps(second))
    assert final_list(first) == final_list(second)
    steps(other)
    assert final_list(first) != final_list(other)


def test_without_mishaps_everybody_comes_and_every_sheet_is_right(club: Club) -> None:
    rehearsal = a_rehearsal(evening_1(club), mishaps=())
    taken = steps(rehearsal)
    assert {one.act for one in taken} == {"arrive", "seat", "publish", "hand_in", "close", "finish"}
    assert [one for one in taken if one.was_refused] == []
    assert Seat.objects.filter(round__tournament=rehearsal.pk).count() == 90


def test_a_slip_stores_nothing_and_the_missing_sheet_is_named(club: Club) -> None:
    rehearsal = a_rehearsal(evening_1(club), mishaps=(Mishap.SLIPS, Mishap.MISSING_SHEET))
    taken = {one.act: one for one in reversed(steps(rehearsal))}
    assert taken["slip"].said.startswith(f"Table {taken['slip'].table_number}, ")
    lost = taken["missing"].table_number
    assert taken["missing"].said == f"Round 1 cannot be closed yet: table {lost} has not handed in every hand."


def test_the_correction_comes_after_the_next_seating_and_says_what_it_moved(club: Club) -> None:
    rehearsal = a_rehearsal(evening_1(club), mishaps=(Mishap.CORRECTION,))
    acts = [(one.act, one.round_number) for one in steps(rehearsal)]
    assert acts.index(("publish", 2)) < acts.index(("correct", 1)) < acts.index(("hand_in", 2))
    said = rehearsal.steps.get(act="correct").said
    assert said.startswith("Round 1, table ")
    assert re.search(r"[1-9]\d* (person has|people have) another place after that round", said)


def test_it_goes_on_from_what_was_done_by_hand(club: Club) -> None:
    rehearsal = a_rehearsal(evening_1(club), mishaps=())
    tournament = played(rehearsal)
    entries.everybody_is_here(tournament=tournament, by="Orla", at=NOW)
    seated = [take_step(rehearsal=rehearsal, at=NOW, is_asked=True) for _ in range(2)]
    assert [one.act for one in seated if one] == ["seat", "publish"]
    round = tournament.rounds.get()
    table = table_of(round, 1)
    people = table.seats.count()
    by_hand = [hand_of(table, hand, [0, *range(10, 10 + people - 1)]) for hand in (1, 2)]
    results.report_table(table=table, handed=by_hand, key=uuid.uuid4(), by="Orla", at=NOW, confirmed=True)
    steps(rehearsal)
    assert played(rehearsal).state == Tournament.State.FINISHED
    first = table.seats.get(place=1).entry
    assert first is not None
    kept = table_state(table).reports[1].lines
    assert [line.points for line in kept] == [0, *range(10, 10 + people - 1)]


def test_whoever_reopens_it_finishes_it(club: Club) -> None:
    tournament = a_tournament(club, plan=[[9]])
    some_entries(tournament, 4, status=Entry.Status.EXPECTED)
    rehearsal = a_rehearsal(tournament)
    steps(rehearsal)
    programme.reopen(tournament=played(rehearsal), why="One more look", by="Orla", at=NOW)
    assert steps(rehearsal) == []
    assert played(rehearsal).state == Tournament.State.PUBLISHED


def test_tables_on_screen_are_played_through_by_the_moves_of_people(club: Club) -> None:
    """Chosen by hand in the drafts of the rehearsal; those tables have no sheets, so none with a slip either."""
    tournament = a_tournament(club, plan=[[9, 8], [7]])
    some_entries(tournament, 12)
    rehearsal = a_rehearsal(tournament)
    taken: list[RehearsalStep] = []
    while not taken or taken[-1].act != "finish":
        draft = Round.objects.filter(tournament=rehearsal.pk, state="draft").first()
        if draft is not None:
            draft.tables.filter(number__lte=2).update(on_screen=True)
        at = NOW + dt.timedelta(seconds=len(taken) + 1)
        step = take_step(rehearsal=rehearsal, at=at, is_asked=True)
        assert step is not None
        taken.append(step)
    on_screen = [one for one in taken if one.table_number in {1, 2}]
    assert told(on_screen) == [
        ("on_screen", 1, 1, "Hand 1 was played on screen.", False),
        ("on_screen", 1, 1, "Hand 2 was played on screen.", False),
        ("on_screen", 1, 2, "Hand 1 was played on screen.", False),
        ("on_screen", 1, 2, "Hand 2 was played on screen.", False),
        ("on_screen", 2, 1, "Hand 1 was played on screen.", False),
        ("on_screen", 2, 2, "Hand 1 was played on screen.", False),
    ]
    assert sorted(one.act for one in taken if one.was_refused) == ["missing", "slip", "slip"]
    games = Report.objects.filter(game__table__round__tournament=rehearsal.pk, game__table__on_screen=True)
    assert Counter(games.filter(revision=1).values_list("checked", flat=True)) == {"record": 6}
    secrets = [bytes(BotTables.objects.get(tournament=one.pk).secret) for one in (rehearsal, a_rehearsal(tournament))]
    assert secrets[0] == secrets[1]  # the same seed deals the same hands


def test_a_cup_is_rehearsed_with_its_cut_and_its_knockout(club: Club) -> None:
    tournament, _people = staged(club, OPEN, a_knockout(how_many="8"), people=16)
    rehearsal = a_rehearsal(tournament, mishaps=(Mishap.CORRECTION,))
    acts = {one.act for one in steps(rehearsal)}
    assert {"cut", "plan", "seat", "correct", "close", "finish"} <= acts
    assert played(rehearsal).state == Tournament.State.FINISHED


def test_by_itself_it_takes_a_step_every_so_many_seconds(club: Club) -> None:
    rehearsal = a_rehearsal(evening_1(club), speed=Rehearsal.Speed.PACED)

    def after(seconds: float) -> int:
        at = NOW + dt.timedelta(seconds=seconds)
        return go_on(rehearsals=[rehearsal], now=lambda: at, until=at)

    assert [after(seconds) for seconds in (0, 1, 4.9, 5, 6, 60, 61)] == [1, 0, 0, 1, 0, 1, 0]


def test_at_once_it_plays_to_the_end_and_by_presses_not_by_itself(club: Club) -> None:
    tournament = a_tournament(club, plan=[[9]])
    some_entries(tournament, 4, status=Entry.Status.EXPECTED)
    waiting = a_rehearsal(tournament, speed=Rehearsal.Speed.PRESSED)
    assert go_on(rehearsals=[waiting], now=lambda: NOW, until=NOW) == 0
    set_speed(rehearsal=waiting, speed=Rehearsal.Speed.AT_ONCE, seconds=5)
    assert go_on(rehearsals=[waiting], now=lambda: NOW, until=NOW) == waiting.steps.count()
    assert played(waiting).state == Tournament.State.FINISHED


def test_two_who_take_a_step_at_once_take_one(club: Club) -> None:
    rehearsal = a_rehearsal(evening_1(club))
    Rehearsal.objects.update(busy_until=NOW + dt.timedelta(seconds=30))
    assert take_step(rehearsal=rehearsal, at=NOW, is_asked=True) is None
    assert take_step(rehearsal=rehearsal, at=NOW + dt.timedelta(seconds=31), is_asked=True) is not None


def test_several_go_on_in_turn(club: Club) -> None:
    """None waits for another one to end, and one that cannot go on holds nobody up."""
    stuck = a_tournament(club, plan=[[9]], sizes=[4])
    some_entries(stuck, 2, status=Entry.Status.EXPECTED)
    evening = evening_1(club)
    going = [a_rehearsal(one, speed=Rehearsal.Speed.AT_ONCE) for one in (stuck, evening, evening)]
    clock = (NOW + dt.timedelta(seconds=second) for second in range(100))
    until = NOW + dt.timedelta(seconds=20)
    assert go_on(rehearsals=due_rehearsals(), now=lambda: next(clock), until=until) == 20
    assert [one.steps.count() for one in going] == [3, 9, 8]
    assert [one.pk for one in due_rehearsals()] == [going[0].pk, going[2].pk, going[1].pk]


def test_where_it_is_refused_it_waits_until_somebody_changes_something(club: Club) -> None:
    tournament = a_tournament(club, plan=[[9]], sizes=[4])
    some_entries(tournament, 3, status=Entry.Status.EXPECTED)
    rehearsal = a_rehearsal(tournament, speed=Rehearsal.Speed.AT_ONCE)
    assert go_on(rehearsals=[rehearsal], now=lambda: NOW, until=NOW) == 4
    last = rehearsal.steps.get(number=4)
    assert (last.act, last.was_refused, is_stuck(rehearsal)) == ("seat", True, True)
    later = NOW + dt.timedelta(minutes=1)
    entries.enter_new(
        tournament=played(rehearsal), names=["Greta Goose"], status=Entry.Status.HERE, by="Orla", at=later
    )
    assert go_on(rehearsals=[rehearsal], now=lambda: later, until=later) > 0
    assert played(rehearsal).state == Tournament.State.FINISHED


def test_the_history_says_that_the_rehearsal_did_it(club: Club) -> None:
    rehearsal = a_rehearsal(evening_1(club))
    steps(rehearsal)
    assert set(Change.objects.filter(tournament=rehearsal.pk).values_list("by", flat=True)) == {"the rehearsal"}


def test_whoever_is_overtaken_stores_nothing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """One takes longer than the rehearsal is theirs, and somebody else has claimed it before they are through."""
    rehearsal = a_rehearsal(evening_1(club))
    arrive = DO[Act.ARRIVE]

    def slowly(*what: Any) -> str:
        Rehearsal.objects.update(busy_until=NOW + dt.timedelta(minutes=2))
        return arrive(*what)

    monkeypatch.setitem(DO, Act.ARRIVE, slowly)
    assert take_step(rehearsal=rehearsal, at=NOW, is_asked=True) is None
    monkeypatch.undo()
    assert rehearsal.steps.count() == 0
    assert set(played(rehearsal).entries.values_list("status", flat=True)) == {"expected"}
    later = NOW + dt.timedelta(minutes=1)
    assert take_step(rehearsal=rehearsal, at=later, is_asked=True) is not None


@pytest.mark.threads
@pytest.mark.django_db(transaction=True)
def test_pages_and_workers_at_once_take_each_step_once(club: Club) -> None:
    """Five of them play one rehearsal to its end: the steps are those that one alone takes."""
    tournament = evening_1(club)
    alone, together = a_rehearsal(tournament), a_rehearsal(tournament, speed=Rehearsal.Speed.AT_ONCE)
    steps(alone)
    until = timezone.now() + dt.timedelta(seconds=60)

    def play() -> None:
        try:
            while not Tournament.with_rehearsals.filter(pk=together.pk, state="finished").exists():
                assert timezone.now() < until
                go_on(rehearsals=[together], now=timezone.now, until=until)
        finally:
            connection.close()

    with ThreadPoolExecutor(5) as pool:
        for one in [pool.submit(play) for _ in range(5)]:
            one.result()
    assert told(list(together.steps.order_by("number"))) == told(list(alone.steps.order_by("number")))
    assert final_list(together) == final_list(alone)


@pytest.mark.threads
@pytest.mark.django_db(transaction=True)
def test_thrown_away_while_it_goes_on_it_is_gone_and_nobody_minds(club: Club) -> None:
    tournament = evening_1(club)
    rehearsal = a_rehearsal(tournament, speed=Rehearsal.Speed.AT_ONCE)
    until = timezone.now() + dt.timedelta(seconds=60)

    def play() -> None:
        try:
            while Rehearsal.objects.filter(pk=rehearsal.pk).exists():
                assert timezone.now() < until
                go_on(rehearsals=[rehearsal], now=timezone.now, until=until)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        playing = [pool.submit(play) for _ in range(2)]
        while rehearsal.steps.count() < 6:
            assert timezone.now() < until
        throw_away(rehearsal=rehearsal, typed_name="Rehearsal: Barn evening")
        for one in playing:
            one.result()
    assert (Tournament.with_removed.count(), RehearsalStep.objects.count(), Round.objects.count()) == (1, 0, 0)

"""What organisers do with tables on screen, and what may not be done to one that is being played."""

import datetime as dt
import uuid
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from django.db.models import Sum
from django.test import Client

import engine
from engine.__main__ import main as verify_file
from games.models import Report, Score, ScreenPlay
from games.screen import Step
from tests.factories import NOW, a_player, a_tournament, an_entry, some_entries
from tests.played import hand_in, hand_of
from tests.screen_tables import (
    a_screen_round,
    a_screen_table,
    deal,
    now_at,
    open_tournament,
    play_hand,
    play_of,
    play_table,
    tap,
)
from tournaments import bots, draft_bots, drafts, programme, results, rounds, screen_moves, screen_tables, seats, tasks
from tournaments.desk.changes import describe
from tournaments.exchange.tournament_file import export
from tournaments.exchange.verifying import verify
from tournaments.models import Change, Club, Round, Table
from tournaments.queries.changes import Told
from tournaments.queries.screens import screens_of
from tournaments.queries.standings import standings_of
from tournaments.refusals import Refused
from tournaments.seating.sizes import Split

pytestmark = pytest.mark.django_db
WHO = {"by": "Orla", "at": NOW}


@pytest.fixture
def table() -> Table:
    """Two people and two bots, two hands to play."""
    return a_screen_round()


# Laying them


def test_a_published_round_has_its_tables_on_screen(club: Club) -> None:
    tournament = a_tournament(club, plan=[[9, 8]])
    some_entries(tournament, 8)
    draft = drafts.draft_round(tournament=tournament, split=Split((4, 4)), seed=1, by="Orla", at=NOW)
    draft.tables.filter(number=2).update(on_screen=True)
    published = drafts.publish_round(draft=draft, by="Orla", at=NOW)
    (play,) = ScreenPlay.objects.all()
    assert (play.game.table, play.state, play.bots) == (published.tables.get(number=2), "waiting", ["", "", "", ""])
    assert len(bytes(play.secret)) == engine.KEY_BYTES


def test_a_round_on_screen_from_the_draft_to_the_standings(club: Club) -> None:
    """Three people and a bot that fills the fourth seat: dealt to all four, counted for the people, the bot apart."""
    tournament = a_tournament(club, plan=[[9, 8]], preferred_size=4, sizes=[3, 4])
    some_entries(tournament, 3)
    bots.enter_bots(tournament=tournament, bot="lookahead", count=1, by="Orla", at=NOW)
    draft = drafts.draft_round(tournament=tournament, split=Split((3,)), seed=1, by="Orla", at=NOW)
    draft = draft_bots.set_on_screen(draft=draft, tables=(1,), on=True, by="Orla", at=NOW)
    draft_bots.fill_with_bots(draft=draft, tables=(1,), by="Orla", at=NOW)
    round = drafts.publish_round(draft=Round.objects.get(pk=draft.pk), by="Orla", at=NOW)
    table = round.tables.select_related("round").get()
    assert play_of(table).bots == ["", "", "", "lookahead"]
    assert play_table(table).play.places == [1, 2, 3, 4]
    rounds.close_round(round=round, by="Orla", at=NOW)
    rows = standings_of(open_tournament(table)).rows
    assert [row.section.value for row in rows] == ["ranked"] * 3 + ["bots"]
    summed = Score.objects.filter(report__game=table.game_id).values_list("place").annotate(points=Sum("points"))
    entry_at = dict(table.seats.values_list("place", "entry"))
    assert {row.entry: row.total for row in rows} == {entry_at[place]: points for place, points in summed}


def test_a_round_that_is_published_again_plays_other_hands(club: Club) -> None:
    tournament = a_tournament(club, plan=[[9, 8]])
    some_entries(tournament, 4)
    draft = drafts.draft_round(tournament=tournament, split=Split((4,)), seed=1, by="Orla", at=NOW)
    draft.tables.update(on_screen=True)
    round = drafts.publish_round(draft=draft, by="Orla", at=NOW)
    first = bytes(ScreenPlay.objects.get().secret)
    draft = rounds.take_back_round(round=round, by="Orla", at=NOW)
    assert ScreenPlay.objects.count() == 0
    drafts.publish_round(draft=draft, by="Orla", at=NOW)
    assert bytes(ScreenPlay.objects.get().secret) != first


# What organisers do


def test_a_clock_is_set_and_begins_with_the_move_that_is_due(table: Table) -> None:
    before = deal(table)
    later = NOW + dt.timedelta(minutes=5)
    screen_tables.set_clock(table=table, seconds=45, by="Orla", at=later)
    now = now_at(table)
    assert now.runs_out_at == later + dt.timedelta(seconds=45)
    assert (now.play.counter, now.stamp == before.stamp) == (before.play.counter, False)
    screen_tables.set_clock(table=table, seconds=0, by="Orla", at=later)
    assert now_at(table).runs_out_at is None
    with pytest.raises(Refused, match="0 to 600 seconds"):
        screen_tables.set_clock(table=table, seconds=601, by="Orla", at=later)


def test_clocks_are_looked_at_without_anybody_looking(table: Table) -> None:
    screen_tables.set_clock(table=table, seconds=20, by="Orla", at=NOW)
    before = deal(table)  # long ago
    tasks.look_for_clocks()
    after = now_at(table)
    assert (after.play.counter, after.in_turn != before.in_turn) == (before.play.counter + 1, True)
    tasks.look_for_clocks()
    assert now_at(table).play.counter == after.play.counter


def test_a_stopped_table_goes_on_with_real_tiles(table: Table) -> None:
    play_hand(table)
    deal(table)
    screen_tables.stop_table(table=table, why="no network", by="Orla", at=NOW)
    now = now_at(table)
    assert (now.state, now.sitting, now.play.moves, now.in_turn) == ("stopped", None, "", None)
    with pytest.raises(Refused, match="Go on with real tiles"):
        screen_moves.move(
            play_id=now.play.pk, place=1, counter=now.play.counter, sent="-", step=Step(engine.PASS), at=NOW
        )
    assert deal(table).state == "stopped"
    hand_in(table.round, 1, {2: [0, 10, None, None]})
    states = Report.objects.get(hand__number=2).scores.order_by("place").values_list("state", flat=True)
    assert list(states) == ["played", "played", "left", "left"]


def test_a_table_is_stopped_once_and_with_a_reason(table: Table) -> None:
    with pytest.raises(Refused, match="Say why"):
        screen_tables.stop_table(table=table, why=" ", by="Orla", at=NOW)
    screen_tables.stop_table(table=table, why="no network", by="Orla", at=NOW)
    with pytest.raises(Refused, match="stopped on screen, so that cannot be done"):
        screen_tables.stop_table(table=table, why="no network", by="Orla", at=NOW)


def test_a_table_with_real_tiles_has_nothing_to_stop(table: Table) -> None:
    ScreenPlay.objects.all().delete()
    with pytest.raises(Refused, match="is not played on screen"):
        screen_tables.set_clock(table=table, seconds=5, by="Orla", at=NOW)


def test_a_hand_that_is_dealt_again_has_other_tiles_and_the_same_start(table: Table) -> None:
    play_hand(table)
    before = deal(table)
    after = screen_tables.deal_again(table=table, why="somebody saw a rack", by="Orla", at=NOW)
    assert (after.play.hand, after.play.deals, after.play.before) == (2, 2, before.play.before)
    assert before.sitting is not None
    assert after.sitting is not None
    assert after.sitting.dealt != before.sitting.dealt
    assert after.sitting.dealing.keys.seal != before.sitting.dealing.keys.seal
    assert now_at(table).sitting == after.sitting


def test_only_a_hand_that_is_played_is_dealt_again(table: Table) -> None:
    play_hand(table)
    with pytest.raises(Refused, match="No hand is being played"):
        screen_tables.deal_again(table=table, why="somebody saw a rack", by="Orla", at=NOW)


def test_another_engine_deals_a_hand_again_and_goes_on(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    deal(table)
    monkeypatch.setattr(engine, "VERSION", "another")
    after = screen_tables.deal_again(table=table, why="a new release", by="Orla", at=NOW)
    assert (after.is_of_other_engine, after.play.engine, after.in_turn in {1, 2}) == (False, "another", True)


def test_the_history_says_it_in_words(table: Table) -> None:
    play_hand(table)
    deal(table)
    screen_tables.set_clock(table=table, seconds=45, by="Orla", at=NOW)
    screen_tables.deal_again(table=table, why="A rack was seen.", by="Orla", at=NOW)
    screen_tables.stop_table(table=table, why="No network.", by="Orla", at=NOW)
    said = [describe(Told(change, ())) for change in Change.objects.filter(verb__startswith="screen").order_by("pk")]
    assert said == [
        "Round 1, table 1: hand 1 played on screen",
        "Round 1, table 1: 45 seconds for each move on screen",
        "Round 1, table 1: hand 2 dealt again on screen. A rack was seen.",
        "Round 1, table 1: not played on screen any more. No network.",
    ]


# What may not be done meanwhile


def test_results_are_not_typed_while_it_is_played(table: Table) -> None:
    with pytest.raises(Refused, match="stop it on screen first"):
        hand_in(table.round, 1, {1: [0, 10, 20, 30]})
    with pytest.raises(Refused, match="stop it on screen first"):
        results.void_missing(table=table, why="no time", key=uuid.uuid4(), by="Orla", at=NOW)


def test_a_hand_of_a_finished_table_can_be_corrected(table: Table) -> None:
    play_table(table)
    handed = [hand_of(table, 2, [0, 10, 20, 30], based_on=1)]
    results.report_table(
        table=table, handed=handed, key=uuid.uuid4(), why="agreed at the table", confirmed=True, by="Orla", at=NOW
    )
    assert Report.objects.filter(game=table.game_id, hand__number=2).count() == 2


def test_nobody_comes_or_moves_while_it_is_played(table: Table) -> None:
    table, other = a_screen_table(table.round, 2, 0), a_screen_table(table.round, 2, 0)
    late, seat = an_entry(table.round.tournament), other.seats.get(place=1)
    acts: list[Callable[[], object]] = [
        lambda: seats.add_to_table(table=table, entry=late, by="Orla", at=NOW),
        lambda: seats.fill_in(table=table, player=a_player(table.round.tournament.club), by="Orla", at=NOW),
        lambda: seats.move(seat=seat, table=table, by="Orla", at=NOW),
    ]
    for act in acts:
        with pytest.raises(Refused, match="stop it on screen first"):
            act()


def test_whoever_leaves_plays_the_hand_to_its_end(table: Table) -> None:
    table = a_screen_table(table.round, 3, 0)
    deal(table)
    seat = table.seats.get(place=3)
    with pytest.raises(Refused, match="Hand 1 of table 2 is being played on screen"):
        seats.leave(seat=seat, from_hand=1, by="Orla", at=NOW)
    seats.leave(seat=seat, from_hand=2, by="Orla", at=NOW)
    ScreenPlay.objects.filter(pk=play_of(table).pk).update(state="waiting", hand=None)
    play_hand(table)
    assert play_hand(table).play.places == [1, 2]
    lines = [
        (one.hand and one.hand.number, *one.scores.order_by("place").values_list("state", flat=True))
        for one in Report.objects.filter(game=table.game_id).select_related("hand").order_by("hand__number")
    ]
    assert lines == [(1, "played", "played", "played"), (2, "played", "played", "left")]


def test_too_few_people_for_a_hand_is_said(table: Table) -> None:
    for seat in table.seats.exclude(place=1):
        seat.last_hand = 0
        seat.save()
    with pytest.raises(Refused, match="has 1 people for hand 1"):
        deal(table)
    assert now_at(table).state == "waiting"


def test_a_round_that_has_begun_on_screen_is_neither_taken_back_nor_cut(table: Table) -> None:
    deal(table)
    with pytest.raises(Refused, match="Table 1 has begun on screen"):
        rounds.take_back_round(round=table.round, by="Orla", at=NOW)
    with pytest.raises(Refused, match="Table 1 has begun on screen"):
        rounds.cut_centres(round=table.round, hands=1, by="Orla", at=NOW)
    screen_tables.stop_table(table=table, why="no network", by="Orla", at=NOW)
    rounds.cut_centres(round=table.round, hands=1, by="Orla", at=NOW)
    assert rounds.take_back_round(round=table.round, by="Orla", at=NOW).state == "draft"


def test_a_round_is_closed_when_its_tables_on_screen_are_over(table: Table) -> None:
    play_hand(table)
    with pytest.raises(Refused, match="table 1 has not handed in every hand"):
        rounds.close_round(round=table.round, by="Orla", at=NOW)
    play_hand(table)
    round = rounds.close_round(round=table.round, by="Orla", at=NOW)
    rounds.reopen_round(round=round, why="too early", by="Orla", at=NOW)
    assert deal(table).state == "finished"


def test_a_tournament_that_is_over_or_removed_is_not_played_on(table: Table) -> None:
    now = deal(table)
    programme.remove(tournament=table.round.tournament, typed_name=table.round.tournament.name, by="Orla", at=NOW)
    with pytest.raises(Refused, match="is over: nothing more is played"):
        screen_moves.move(
            play_id=now.play.pk, place=1, counter=now.play.counter, sent="-", step=Step(engine.PASS), at=NOW
        )


def test_a_round_taken_back_under_the_hands_of_a_player(table: Table) -> None:
    play = play_of(table)
    rounds.take_back_round(round=Round.objects.get(pk=table.round_id), by="Orla", at=NOW)
    with pytest.raises(Refused, match="Look for your seat again"):
        screen_moves.deal_next(play_id=play.pk, counter=0, at=NOW)


def test_rules_that_are_replaced_in_the_middle_of_a_hand_hold_from_the_next_one_on(table: Table) -> None:
    deal(table)
    before = tap(table).now
    replace_rules(table, "spruce")
    after = now_at(table)
    assert (after.sitting, after.play.rules) == (before.sitting, "gamerules")
    while tap(table).now.in_turn is not None:
        pass
    report = Report.objects.get(game=table.game_id)
    assert engine.read_record(report.record).rules.name == "gamerules"
    assert deal(table).play.rules == "spruce"


def replace_rules(table: Table, rules: str) -> None:
    tournament = open_tournament(table)
    programme.replace_frozen(
        tournament=tournament,
        programme=replace(programme.programme_of(tournament), rules=rules),
        seen=tournament.version,
        why="they were wrong",
        by="Orla",
        at=NOW,
    )


# What the desk sees of them


def test_the_desk_sees_where_each_table_stands(table: Table) -> None:
    other = a_screen_table(table.round, 3, 0)
    screen_tables.set_clock(table=other, seconds=30, by="Orla", at=NOW)
    now = deal(other)
    waiting, playing = screens_of(table.round)
    assert (waiting.number, waiting.state, waiting.hand, waiting.in_turn, waiting.moved_at) == (
        1,
        "waiting",
        None,
        None,
        None,
    )
    assert (playing.number, playing.state, playing.hand, playing.hands, playing.clock) == (2, "playing", 1, 2, 30)
    assert (playing.in_turn, playing.moved_at) == (other.seats.get(place=now.in_turn), NOW)
    assert [one.is_over for one in (waiting, playing)] == [False, False]


# What is made of its hands afterwards


def test_its_records_are_a_file_that_the_engine_verifies(table: Table, stranger: Client, tmp_path: Path) -> None:
    play_table(table)
    file = tmp_path / "records.txt"
    file.write_bytes(stranger.get(f"/en/t/{table.round.tournament.slug}/results/1/1/records.txt").content)
    assert verify_file(["verify", str(file)]) == 0
    assert [record.deal_key != "" for record in engine.read_records(file.read_text())] == [True, True]


def test_its_hands_are_right_when_they_are_checked_again(table: Table) -> None:
    play_hand(table)
    deal(table)
    verified = verify(table.round.tournament)
    assert (verified.hands, verified.checked[Report.Checked.RECORD], verified.differences) == (1, 1, ())


def test_a_file_of_the_tournament_has_its_hands_and_nothing_of_the_one_that_is_played(
    table: Table,
) -> None:
    play_hand(table)
    deal(table)
    for _move in range(12):
        moves = tap(table).now.play.moves
    text = export(table.round.tournament)
    assert (text.count("[Hand 1]"), text.count("[Hand 2]"), moves in text) == (1, 0, False)

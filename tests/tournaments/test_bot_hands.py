"""What workers do for bot tables: played once, whatever happens, and shown when its time has come."""

import datetime as dt
from datetime import datetime
from itertools import islice, pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import engine
from games import bots as plays
from games.models import BotPlay, Report, Score, SealedHand
from tests.bot_rounds import a_bot_round, only_table, play_of, undisturbed
from tests.factories import NOW
from tournaments import bot_hands, bot_tables, drafts, programme, rounds
from tournaments.models import Change, Round, Table, Tournament
from tournaments.queries import bots as queries
from tournaments.queries.standings import standings_of
from tournaments.tasks import shared_out

pytestmark = pytest.mark.django_db


def later(seconds: float) -> datetime:
    return NOW + dt.timedelta(seconds=seconds)


def play(table: Table, at: datetime = NOW) -> bool:
    """Let a worker play the table; whether hands are left."""
    return bot_hands.play_tables(plays=[play_of(table).pk], now=lambda: at) != []


def claim(table: Table, at: datetime = NOW) -> BotPlay:
    """The play of a table that a worker has just taken."""
    (claimed,) = plays.claim(plays=[play_of(table).pk], at=at)
    return claimed


def played(claimed: BotPlay, hands: int = 3) -> bot_hands.Batch:
    """The next hands of a table, played and not stored."""
    batch = bot_hands.Batch()
    for hand in islice(plays.play_on(claimed), hands):
        batch.add(claimed, hand)
    return batch


def reports(table: Table) -> list[Report]:
    return list(Report.objects.filter(game__table=table.pk).order_by("hand__number", "revision"))


def test_a_table_at_full_speed_is_played_and_handed_in_at_once() -> None:
    round = a_bot_round()
    table = only_table(round)
    version = round.tournament.version
    assert play(table) is False
    stored = play_of(table)
    found = reports(table)
    assert (stored.state, stored.hands_done, stored.claim, stored.claimed_until) == ("finished", 3, None, None)
    assert [one.record for one in found] == undisturbed(stored)
    assert {(one.checked, one.by, one.accepted_by, one.revision) for one in found} == {
        ("record", "Henhouse", "Henhouse", 1)
    }
    assert Tournament.objects.get(pk=round.tournament.pk).version > version
    assert [change.facts for change in Change.objects.filter(verb="bots.report")] == [{"round": 1, "tables": [1]}]


def test_what_is_handed_in_is_what_the_record_says() -> None:
    table = only_table(a_bot_round())
    play(table)
    for report in reports(table):
        record = engine.read_record(report.record)
        scores = list(report.scores.order_by("place"))
        assert engine.check_full(record).is_right
        assert engine.check_keys(record).faults == ()
        assert tuple(score.points for score in scores) == record.score
        assert [score.rack for score in scores] == [
            " ".join(tile.text() for tile in reversed(left)) for left in record.left
        ]
        assert (report.starter_place, report.ended) == (record.first + 1, record.ended and record.ended.value)
        outcome = engine.check_full(record).outcome
        assert outcome is not None
        assert report.out_place == (None if outcome.out is None else outcome.out + 1)
        assert record.names == ("1", "2", "3", "4")


def test_a_table_is_played_once_however_often_it_is_asked_for() -> None:
    table = only_table(a_bot_round())
    play(table)
    before = (reports(table), play_of(table).claim)
    play(table)
    assert (reports(table), play_of(table).claim) == before


def test_whoever_has_a_claim_has_the_table_until_it_ends() -> None:
    table = only_table(a_bot_round())
    first = claim(table)
    assert plays.claim(plays=[first.pk], at=NOW + plays.LEASE) == []
    assert plays.claim(plays=[first.pk], at=NOW + plays.LEASE + dt.timedelta(seconds=1)) == [first]


def test_a_table_left_in_the_middle_is_gone_on_with_behind_the_last_stored_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = only_table(a_bot_round())
    claimed = claim(table)
    assert bot_hands._store(played(claimed, hands=1), NOW) == {claimed.pk}  # and here the worker is killed
    assert (play(table), len(reports(table))) == (False, 1)
    assert play(table, NOW + plays.LEASE * 2) is False
    assert [one.record for one in reports(table)] == undisturbed(play_of(table))


def test_of_two_who_play_the_same_hands_the_second_stores_nothing() -> None:
    table = only_table(a_bot_round())
    batch = played(claim(table))
    play(table, NOW + plays.LEASE * 2)
    before = reports(table)
    assert bot_hands._store(batch, NOW + plays.LEASE * 3) == set()
    assert reports(table) == before


def test_a_slow_table_is_left_to_whoever_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_hands, "BATCH_SECONDS", 0)
    monkeypatch.setattr(bot_hands, "SLICE_SECONDS", 0)
    table = only_table(a_bot_round())
    went_on = [play(table) for _ in range(3)]
    assert went_on == [True, True, False]
    assert (play_of(table).state, len(reports(table))) == ("finished", 3)


def test_a_watched_table_is_sealed_and_shown_hand_by_hand() -> None:
    round = a_bot_round(pace=2)
    table = only_table(round)
    play(table)
    stored = play_of(table)
    assert (stored.state, stored.hands_done, stored.begun_at, reports(table)) == ("playing", 3, NOW, [])
    sealed = list(stored.sealed.all())
    turns = [hand.turns for hand in sealed]
    assert [hand.record for hand in sealed] == undisturbed(stored)
    assert [(hand.shown_at - NOW).total_seconds() for hand in sealed] == [
        2 * (5 + turns[0]),
        2 * (10 + turns[0] + turns[1]),
        2 * (15 + sum(turns)),
    ]
    one_second = dt.timedelta(seconds=1)
    for hand in sealed:
        shown_at, number = hand.shown_at, hand.number
        game = stored.game_id
        assert queries.games_to_show(at=shown_at - one_second) == []
        assert bot_hands.show_due(game=game, at=shown_at - one_second) == 0
        assert queries.games_to_show(at=shown_at) == [game]
        assert bot_hands.show_due(game=game, at=shown_at) == 1
        assert bot_hands.show_due(game=game, at=shown_at) == 0
        assert (len(reports(table)), play_of(table).state) == (number, "finished" if number == 3 else "playing")
    assert [one.record for one in reports(table)] == undisturbed(stored)
    assert SealedHand.objects.count() == 0


def test_standings_know_nothing_of_what_is_sealed() -> None:
    round = a_bot_round(pace=1)
    before = standings_of(round.tournament)
    play(only_table(round))
    assert standings_of(round.tournament) == before
    assert Score.objects.count() == 0


def test_a_pause_stops_what_is_shown_and_moves_it() -> None:
    table = only_table(a_bot_round(pace=1))
    play(table)
    first = play_of(table).sealed.order_by("number")[0].shown_at
    bot_tables.pause_table(table=table, why="a break", by="Orla", at=later(3))
    assert queries.games_to_show(at=later(10_000)) == []
    bot_tables.resume_table(table=table, by="Orla", at=later(103))
    stored = play_of(table)
    assert (stored.state, stored.paused_at, stored.begun_at) == ("playing", None, later(100))
    assert play_of(table).sealed.order_by("number")[0].shown_at == first + dt.timedelta(seconds=100)


def test_a_paused_table_is_not_played_and_what_was_being_played_is_thrown_away() -> None:
    table = only_table(a_bot_round())
    claimed = claim(table)
    batch = played(claimed)
    bot_tables.pause_table(table=table, why="a break", by="Orla", at=NOW)
    assert bot_hands._store(batch, NOW) == set()
    assert (play(table), reports(table), queries.to_be_hinted(at=NOW)) == (False, [], [])
    bot_tables.resume_table(table=table, by="Orla", at=later(5))
    play(table, later(5))
    assert [one.record for one in reports(table)] == undisturbed(play_of(table))


def test_a_cancelled_table_keeps_what_was_shown_and_throws_the_rest_away() -> None:
    table = only_table(a_bot_round(pace=1))
    play(table)
    stored = play_of(table)
    first = stored.sealed.order_by("number")[0].shown_at
    bot_hands.show_due(game=stored.game_id, at=first)
    bot_tables.cancel_table(table=table, why="the hall closes", by="Orla", at=first)
    assert (play_of(table).state, len(reports(table)), SealedHand.objects.count()) == ("cancelled", 1, 0)
    assert play(table, first) is False


def test_a_table_played_again_has_other_tiles_and_corrects_its_hands_with_the_reason() -> None:
    table = only_table(a_bot_round())
    play(table)
    before = [one.record for one in reports(table)]
    bot_tables.play_again(table=table, why="the wrong rules", by="Orla", at=later(60))
    play(table, later(60))
    found = reports(table)
    assert [(one.revision, one.why) for one in found] == [(1, ""), (2, "the wrong rules")] * 3
    again = [one.record for one in found if one.revision == 2]
    assert again == undisturbed(play_of(table))
    assert set(again).isdisjoint(before)


def test_a_table_begun_by_another_engine_is_paused_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_hands, "BATCH_SECONDS", 0)
    monkeypatch.setattr(bot_hands, "SLICE_SECONDS", 0)
    table = only_table(a_bot_round())
    play(table)
    BotPlay.objects.update(engine="another")
    assert play(table) is False
    assert (play_of(table).state, len(reports(table))) == ("paused", 1)
    assert "plays otherwise" in Change.objects.filter(verb="bots.pause").get().facts["why"]


def test_a_table_that_waits_is_hinted_once_and_again_where_the_hint_got_lost() -> None:
    table = only_table(a_bot_round())
    play_id = play_of(table).pk
    assert queries.to_be_hinted(at=NOW) == [play_id]
    plays.note_hints(plays=[play_id], at=NOW)
    assert queries.to_be_hinted(at=later(30)) == []
    assert queries.to_be_hinted(at=later(61)) == [play_id]
    claimed = claim(table, later(61))
    assert queries.to_be_hinted(at=later(62)) == []
    assert queries.to_be_hinted(at=later(61) + plays.LEASE + dt.timedelta(seconds=1)) == [play_id]
    plays.release(plays=[claimed])
    assert queries.to_be_hinted(at=later(62)) == [play_id]


def test_only_what_is_due_is_hinted() -> None:
    table = only_table(a_bot_round())
    bot_tables.start_table(table=table, start_at=later(600), pace=0, by="Orla", at=NOW)
    assert (queries.to_be_hinted(at=later(599)), play(table, later(599))) == ([], False)
    assert queries.to_be_hinted(at=later(600)) == [play_of(table).pk]
    programme.remove(tournament=table.round.tournament, typed_name=table.round.tournament.name, by="Orla", at=NOW)
    assert queries.to_be_hinted(at=later(600)) == []


def test_what_is_thrown_away_with_its_round_is_stored_nowhere() -> None:
    round = a_bot_round()
    table = only_table(round)
    claimed = claim(table)
    batch = played(claimed)
    rounds.take_back_round(round=round, by="Orla", at=NOW)
    assert bot_hands._store(batch, NOW) == set()
    assert (Report.objects.count(), BotPlay.objects.count()) == (0, 0)
    again = publish_again(round)
    assert bytes(again.secret) != bytes(claimed.secret)


def publish_again(round: Round) -> BotPlay:
    published = drafts.publish_round(draft=Round.objects.get(pk=round.pk), by="Orla", at=NOW)
    return play_of(only_table(published))


def test_tables_are_stored_together_and_told_in_one_line() -> None:
    a_bot_round(12)
    ids = list(BotPlay.objects.order_by("pk").values_list("pk", flat=True))
    with CaptureQueriesContext(connection) as asked:
        assert bot_hands.play_tables(plays=ids, now=lambda: NOW) == []
    assert set(BotPlay.objects.values_list("state", flat=True)) == {"finished"}
    assert [change.facts for change in Change.objects.filter(verb="bots.report")] == [{"round": 1, "tables": [1, 2, 3]}]
    only = [play_of(only_table(a_bot_round(4))).pk]
    with CaptureQueriesContext(connection) as alone:
        bot_hands.play_tables(plays=only, now=lambda: NOW)
    assert len(asked) == len(alone)


def test_a_paused_table_among_others_keeps_them_from_nothing() -> None:
    round = a_bot_round(12)
    claimed = plays.claim(plays=list(BotPlay.objects.values_list("pk", flat=True)), at=NOW)
    batch = bot_hands.Batch()
    for one in claimed:
        for hand in plays.play_on(one):
            batch.add(one, hand)
    bot_tables.pause_table(table=only_table(round), why="a break", by="Orla", at=NOW)
    paused = play_of(only_table(round)).pk
    assert bot_hands._store(batch, NOW) == {one.pk for one in claimed} - {paused}
    assert Report.objects.filter(game__bot_play=paused).count() == 0


def test_many_tables_that_wait_are_shared_out_in_groups() -> None:
    assert [len(some) for some in shared_out(list(range(200)))] == [16] * 12 + [8]
    assert [len(some) for some in shared_out(list(range(20)))] == [2] * 10
    assert shared_out([1, 2, 3]) == [[1], [2], [3]]


def test_no_two_tables_have_one_secret() -> None:
    round = a_bot_round(12)
    secrets = [bytes(one.secret) for one in BotPlay.objects.filter(game__table__round=round)]
    assert len(set(secrets)) == 3
    assert all(first != second for first, second in pairwise(sorted(secrets)))

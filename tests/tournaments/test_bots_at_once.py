"""Several workers on the same tables of bots, with real threads, connections and processes: each is played once."""

import datetime as dt
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.utils import timezone

from games import bots as plays
from games.models import BotPlay, Report
from tests.bot_rounds import a_bot_round, undisturbed
from tests.tournaments.test_concurrency import assert_whole, at_once
from tournaments import bot_hands
from tournaments.models import Round

ROOT = Path(__file__).resolve().parents[2]


def records(round: Round) -> list[tuple[int, list[str]]]:
    """The records of each table, with the play's id."""
    found = []
    for play in BotPlay.objects.filter(game__table__round=round).order_by("pk"):
        reports = Report.objects.filter(game=play.game_id).order_by("hand__number")
        found.append((play.pk, list(reports.values_list("record", flat=True))))
    return found


def all_once(round: Round) -> bool:
    right = [(play.pk, undisturbed(play)) for play in BotPlay.objects.filter(game__table__round=round).order_by("pk")]
    return records(round) == right and not Report.objects.filter(revision__gt=1).exists()


def work_on_all(round: Round) -> None:
    ids = list(BotPlay.objects.filter(game__table__round=round).order_by("pk").values_list("pk", flat=True))
    for play in ids:
        bot_hands.play_tables(plays=[play], now=timezone.now)


@pytest.mark.threads
@pytest.mark.django_db(transaction=True)
def test_four_workers_share_the_tables() -> None:
    round = a_bot_round(12)
    at_once(lambda _number: work_on_all(round), threads=4)
    assert all_once(round)
    assert set(BotPlay.objects.values_list("state", flat=True)) == {"finished"}
    assert_whole()


@pytest.mark.threads
@pytest.mark.django_db(transaction=True)
def test_workers_whose_claims_have_run_out_play_twice_and_store_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plays, "LEASE", dt.timedelta(seconds=-1))
    monkeypatch.setattr(bot_hands, "BATCH_SECONDS", 0)
    round = a_bot_round(8)
    at_once(lambda _number: work_on_all(round), threads=4)
    while BotPlay.objects.exclude(state="finished").exists():
        work_on_all(round)
    assert all_once(round)
    assert_whole()


@pytest.mark.threads
@pytest.mark.django_db(transaction=True)
def test_two_who_show_the_same_hands_store_them_once() -> None:
    round = a_bot_round(8, pace=1)
    work_on_all(round)
    later = timezone.now() + dt.timedelta(hours=1)
    games = list(BotPlay.objects.order_by("pk").values_list("game", flat=True))
    at_once(lambda _number: [bot_hands.show_due(game=game, at=later) for game in games], threads=4)
    assert all_once(round)
    assert_whole()


@pytest.mark.skipif(sys.platform != "linux", reason="kills groups of processes that setsid has made")
@pytest.mark.timeout(240)
@pytest.mark.django_db
def test_workers_and_broker_are_killed_and_every_table_ends_once() -> None:
    """The short form of benchmarks/bot_kills.py, with real processes and an embedded broker."""
    asked = ["--tables", "8", "--hands", "3", "--every", "3", "--within", "180", "--json"]
    command = [sys.executable, "benchmarks/bot_kills.py", *asked]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=230, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["kills"] >= 1
    assert (found["unfinished"], found["other"], found["twice"], found["sound"]) == (0, 0, 0, True)

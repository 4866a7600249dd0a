"""python benchmarks/bot_kills.py [--tables 200] [--hands 10] [--workers 2] [--every 3] [--broker URL]

Bot tables while workers are killed with SIGKILL every few seconds (and now and then the embedded broker): every table
has to end once, with exactly the records that its secret gives on an undisturbed run. Without --broker on the embedded
broker; on SQLite, or where HENHOUSE_DATABASE names a PostgreSQL, there. The exit code says whether it held.
"""

import argparse
import json
import os
import random
import signal
import sqlite3
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bot_hall import Hall, hall, lay_tables, left, undisturbed

BROKER_EVERY = 4
"""Every so many kills it is the embedded broker's turn."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of it. `other` are tables whose hands are not those of their secret, `twice` hands with two reports.

    `errors` are those that the workers have logged; a broker that is killed brings some.
    """

    tables: int
    hands: int
    kills: int
    broker_kills: int
    seconds: float
    unfinished: int
    other: int
    twice: int
    sound: bool
    errors: int

    @property
    def holds(self) -> bool:
        said = 0 if self.broker_kills else self.errors
        return self.sound and not (self.unfinished or self.other or self.twice or said)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--hands", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--every", type=float, default=3.0, help="seconds between two kills")
    parser.add_argument("--bot", default="monte-carlo-20")
    parser.add_argument(
        "--broker",
        default=os.environ.get("HENHOUSE_BROKER", ""),
        help="redis:// or amqp://; the embedded one unless given",
    )
    parser.add_argument("--within", type=float, default=900.0, help="seconds until it is given up")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def run(asked: argparse.Namespace) -> Result:
    with hall(asked.broker) as here:
        round = lay_tables([asked.bot] * 4, tables=asked.tables, hands=asked.hands)
        workers = [f"worker-{number}" for number in range(1, asked.workers + 1)]
        for name in ("clock", *workers):
            here.start(name)
        began = time.monotonic()
        kills, broker_kills = disturb(here, round, workers, asked)
        seconds = time.monotonic() - began
        here.end_all()
        logs = "".join((here.folder / f"{name}.log").read_text() for name in workers)
        return examine(
            round, asked, kills=kills, broker_kills=broker_kills, seconds=seconds, errors=logs.count(" ERROR ")
        )


def disturb(here: Hall, round: Any, workers: list[str], asked: argparse.Namespace) -> tuple[int, int]:
    """Kill one after the other, and begin it again, until all tables are finished or the time is over."""
    chance, kills, broker_kills = random.Random(asked.seed), 0, 0
    deadline = time.monotonic() + asked.within
    next_kill = time.monotonic() + asked.every
    while left(round) and time.monotonic() < deadline:
        time.sleep(0.2)
        if time.monotonic() < next_kill:
            continue
        next_kill = time.monotonic() + asked.every * chance.uniform(0.5, 1.5)
        of_broker = here.embedded and (kills + broker_kills) % BROKER_EVERY == BROKER_EVERY - 1
        name = "broker" if of_broker else chance.choice(workers)
        here.end(name, signal.SIGKILL)
        here.start(name)
        broker_kills += of_broker
        kills += not of_broker
    return kills, broker_kills


def examine(round: Any, asked: argparse.Namespace, *, seconds: float, **counted: int) -> Result:
    """Compare every table with what its secret gives."""
    from django.db import connection  # noqa: PLC0415 - after the settings are known

    from games.models import BotPlay, Report  # noqa: PLC0415

    other = twice = 0
    for play in BotPlay.objects.filter(game__table__round=round).order_by("pk"):
        reports = list(Report.objects.filter(game=play.game_id).order_by("hand__number", "revision"))
        twice += sum(report.revision > 1 for report in reports)
        other += [report.record for report in reports] != undisturbed(play, asked.hands)
    return Result(
        tables=asked.tables,
        hands=asked.hands,
        seconds=round_to_tenths(seconds),
        unfinished=left(round),
        other=other,
        twice=twice,
        **counted,
        sound=connection.vendor != "sqlite" or is_sound(Path(connection.settings_dict["NAME"])),
    )


def is_sound(file: Path) -> bool:
    """Whether a SQLite database is whole."""
    database = sqlite3.connect(file)
    try:
        return database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        database.close()


def round_to_tenths(seconds: float) -> float:
    return int(seconds * 10) / 10


def main() -> int:
    asked = arguments()
    result = run(asked)
    if asked.json:
        print(json.dumps(asdict(result)))
    else:
        where = os.environ["HENHOUSE_DATABASE"].partition(":")[0]
        broker = asked.broker.partition(":")[0] or "embedded broker"
        print(f"{where}, {broker}: {result}")
        print("every table ended once, with the hands of its secret" if result.holds else "IT DID NOT HOLD")
    return 0 if result.holds else 1


if __name__ == "__main__":
    sys.exit(main())

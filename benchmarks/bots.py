"""python benchmarks/bots.py [--workers 1 2] [--bots NAME …] [--scale N] [--runs N] [--json]: what bot tables cost.

Tables of four with ten hands at full speed, for each kind of bot: the bare engine, the same with the database (in this
process), and with Celery and real workers. Costs are processor time, so that a busy machine blurs them less; tables a
minute are by the clock. In each run the workers have played before, and the engine then plays their very tables once
more; every figure is the median of the runs, and so is the overhead. HENHOUSE_DATABASE and HENHOUSE_BROKER say where,
SQLite and the embedded broker otherwise.
"""

import argparse
import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bot_hall import PLAN, SEATS, Hall, hall, lay_tables, left, undisturbed, wait_for_heart

HANDS = len(PLAN)
TABLES = {
    "random": 80,
    "heaviest": 80,
    "doubles-first": 80,
    "lookahead": 80,
    "monte-carlo-20": 16,
    "monte-carlo-60": 8,
}
AIM = 0.30
"""Celery and storage cost at most so much more than the bare engine."""
PATIENCE = 600.0
WARMED_WITH = 4
"""Tables for each worker before anything is measured: the first ones fill what it keeps."""


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of bot and number of workers: milliseconds of processor time a table, and tables a minute.

    `overhead` is what storage and Celery cost beside the bare engine, as a share of it.
    """

    bot: str
    workers: int
    bare: float
    stored: float
    whole: float
    overhead: float
    a_minute: float


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--bots", nargs="+", choices=list(TABLES), default=list(TABLES))
    parser.add_argument("--scale", type=float, default=1.0, help="more or fewer tables")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def bare(tables: int) -> float:
    """Processor milliseconds a table: nothing but the engine, which plays the tables laid last once more."""
    from games.models import BotPlay  # noqa: PLC0415 - after the settings are known

    plays = list(BotPlay.objects.order_by("-pk")[:tables])
    began = time.process_time()
    for play in plays:
        undisturbed(play, HANDS)
    return (time.process_time() - began) / tables * 1000


def stored(bot: str, tables: int) -> float:
    """Processor milliseconds a table: played and stored by the command, in this process."""
    from django.utils import timezone  # noqa: PLC0415 - after the settings are known

    from games.models import BotPlay  # noqa: PLC0415
    from tournaments import bot_hands  # noqa: PLC0415

    round = lay_tables([bot] * SEATS, tables=tables, hands=HANDS)
    left = list(BotPlay.objects.filter(game__table__round=round).order_by("pk").values_list("pk", flat=True))
    began = time.process_time()
    while left:
        left = bot_hands.play_tables(plays=left, now=timezone.now)
    return (time.process_time() - began) / tables * 1000


def processor_seconds(here: Hall, workers: list[str]) -> float:
    """What the workers have used of the processor since they began."""
    ticks = os.sysconf("SC_CLK_TCK")
    used = 0
    for name in workers:
        fields = Path(f"/proc/{here.running[name].pid}/stat").read_text().rpartition(")")[2].split()
        used += int(fields[11]) + int(fields[12])
    return used / ticks


@contextlib.contextmanager
def working(here: Hall, bot: str, workers: int) -> Iterator[list[str]]:
    """So many workers that have all played and stored a table; their names."""
    names = [f"worker-{number}" for number in range(1, workers + 1)]
    for name in (*names, "clock"):
        here.start(name)
    wait_for_heart()
    time.sleep(3)  # until all of them are ready
    wait_for(lay_tables([bot] * SEATS, tables=WARMED_WITH * workers, hands=HANDS))
    try:
        yield names
    finally:
        for name in ("clock", *names):
            here.end(name, signal.SIGKILL)
        forget_hearts()


def whole(here: Hall, bot: str, tables: int, names: list[str]) -> tuple[float, float]:
    """Processor milliseconds of the workers a table, and tables a minute by the clock."""
    idle, at = processor_seconds(here, names), time.monotonic()
    time.sleep(4)
    idle_a_second = (processor_seconds(here, names) - idle) / (time.monotonic() - at)
    round = lay_tables([bot] * SEATS, tables=tables, hands=HANDS)
    used, began = processor_seconds(here, names), time.monotonic()
    wait_for(round)
    seconds = time.monotonic() - began
    used = processor_seconds(here, names) - used - idle_a_second * seconds
    return used / tables * 1000, tables / seconds * 60


def wait_for(round: Any) -> None:
    began = time.monotonic()
    while left(round):
        if time.monotonic() - began > PATIENCE:
            raise TimeoutError("the tables are not played")
        time.sleep(0.05)


def forget_hearts() -> None:
    from tournaments.models import Heartbeat  # noqa: PLC0415 - after the settings are known

    Heartbeat.objects.all().delete()


def rows(asked: argparse.Namespace) -> list[Row]:
    found = []
    with hall(os.environ.get("HENHOUSE_BROKER", "")) as here:
        from config.collector import leave_what_is_loaded  # noqa: PLC0415 - after the settings are known

        leave_what_is_loaded()  # as the workers do
        for bot in asked.bots:
            tables = max(2, int(TABLES[bot] * asked.scale))
            with_storage = median(stored(bot, tables) for _ in range(asked.runs))
            for workers in asked.workers:
                with working(here, bot, workers) as names:
                    runs = [(*whole(here, bot, tables, names), bare(tables)) for _ in range(asked.runs)]
                found.append(
                    Row(
                        bot,
                        workers,
                        bare=median(alone for _each, _a_minute, alone in runs),
                        stored=with_storage,
                        whole=median(each for each, _a_minute, _alone in runs),
                        overhead=median(each / alone - 1 for each, _a_minute, alone in runs),
                        a_minute=median(a_minute for _each, a_minute, _alone in runs),
                    )
                )
    return found


def line(row: Row) -> str:
    return (
        f"{row.bot:<16}{row.workers:>7}{row.bare:>9.1f}{row.stored:>9.1f}{row.whole:>9.1f}"
        f"{row.overhead:>9.0%}{row.a_minute:>10.0f}"
    )


def main() -> int:
    asked = arguments()
    found = rows(asked)
    if asked.json:
        print(json.dumps([asdict(row) for row in found]))
        return 0
    print("processor milliseconds a table of ten hands; overhead of the whole beside the bare engine; tables a minute")
    print("bot             workers     bare   stored    whole overhead  a minute")
    for row in found:
        print(line(row))
    missed = sorted({row.bot for row in found if row.overhead > AIM})
    print(f"over {AIM:.0%}: {', '.join(missed)}" if missed else f"all within {AIM:.0%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

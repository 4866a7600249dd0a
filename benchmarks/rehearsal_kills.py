"""python benchmarks/rehearsal_kills.py [--people 30] [--workers 2] [--every 4] [--seed 5]

A rehearsal at full speed while its workers, real processes, are killed with SIGKILL: it has to come to the same steps
and the same final list as an undisturbed one of the same seed. On SQLite, or where HENHOUSE_DATABASE names a
PostgreSQL, there. The exit code says whether it held.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bot_hall import ROOT, hall
from benchmarks.bot_kills import is_sound

LEASE_SECONDS = 3.0
"""How long a killed worker's rehearsal waits here; in earnest it is longer."""
WITHIN = 300.0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=30)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--every", type=int, default=4, help="steps between two kills, more or less")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--work", action="store_true", help="be one of the workers")
    return parser.parse_args()


def work() -> None:
    """Look for rehearsals as a worker does, until somebody kills us."""
    import django  # noqa: PLC0415 - what is set up comes first

    django.setup()
    import datetime as dt  # noqa: PLC0415

    from tournaments import rehearsing  # noqa: PLC0415
    from tournaments.tasks import look_for_rehearsals  # noqa: PLC0415

    rehearsing.LEASE = dt.timedelta(seconds=LEASE_SECONDS)
    while True:
        look_for_rehearsals.run()
        time.sleep(0.05)


def start() -> "subprocess.Popen[bytes]":
    command = [sys.executable, str(Path(__file__).resolve()), "--work"]
    return subprocess.Popen(command, cwd=ROOT)  # noqa: S603 - ourselves


def two_rehearsals(people: int, seed: int) -> tuple[Any, Any]:
    """Rehearsals of one evening: one for us alone, one at full speed for the workers."""
    from django.utils import timezone  # noqa: PLC0415 - after the settings are known

    from tournaments.models import Club, Entry, Player, Rehearsal, Tournament  # noqa: PLC0415
    from tournaments.rehearsal_course import Mishap  # noqa: PLC0415
    from tournaments.rehearsals import rehearse  # noqa: PLC0415

    now = timezone.now()
    club = Club.objects.create(name="Barnyard", slug="barnyard")
    evening = Tournament.objects.create(
        club=club,
        name="Evening",
        slug="evening",
        date=now.date(),
        state="published",
        rules="gamerules",
        plan=[[9, 8], [7, 6], [5, 4]],
        sizes=[3, 4, 5],
        tie_breaks=["most_zeros"],
    )
    players = Player.objects.bulk_create(
        Player(club=club, name=f"Hen {number}", sort_name=f"Hen {number}") for number in range(1, people + 1)
    )
    Entry.objects.bulk_create(
        Entry(tournament=evening, player=player, number=number, made_at=now) for number, player in enumerate(players, 1)
    )
    alone, disturbed = (
        rehearse(tournament=evening, speed=speed, seconds=1, mishaps=tuple(Mishap), seed=seed, by="Orla", at=now)
        for speed in [Rehearsal.Speed.PRESSED] * 2
    )
    return alone, disturbed


def told(rehearsal: Any) -> list[tuple[Any, ...]]:
    """What was done, without the draws: one killed between a draw and its note is not told of."""
    rows = rehearsal.steps.order_by("number").values_list("act", "round_number", "table_number", "said", "was_refused")
    return [row for row in rows if row[0] not in {"seat", "redraw"}]


def final_list(rehearsal: Any) -> list[tuple[Any, ...]]:
    from tournaments.models import Tournament  # noqa: PLC0415 - after the settings are known
    from tournaments.queries.facts import facts_of  # noqa: PLC0415
    from tournaments.queries.overall import overall  # noqa: PLC0415

    facts = facts_of(Tournament.with_rehearsals.get(pk=rehearsal.pk))
    return [(row.place, str(facts.entries[row.entry].player), row.total) for row in overall(facts).standings.rows]


def disturb(rehearsal: Any, asked: argparse.Namespace) -> int:
    """Kill one worker after another, and begin it again, until the rehearsal is over; returns how many.

    Kills are counted in steps, so that there are as many on a fast machine as on a slow one.
    """
    from tournaments.models import Tournament  # noqa: PLC0415 - after the settings are known

    chance, kills = random.Random(asked.seed), 0
    workers = [start() for _ in range(asked.workers)]
    deadline = time.monotonic() + WITHIN
    next_kill = 1
    try:
        while time.monotonic() < deadline:
            if Tournament.with_rehearsals.filter(pk=rehearsal.pk, state="finished").exists():
                break
            steps = rehearsal.steps.count()
            if steps >= next_kill:
                at = chance.randrange(len(workers))
                workers[at].send_signal(signal.SIGKILL)
                workers[at].wait()
                workers[at] = start()
                kills += 1
                next_kill = steps + chance.randint(1, 2 * asked.every - 1)
            time.sleep(0.01)
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    return kills


def run(asked: argparse.Namespace) -> bool:
    with hall(""):
        from django.db import connection  # noqa: PLC0415 - after the settings are known
        from django.utils import timezone  # noqa: PLC0415

        from tournaments.models import Rehearsal  # noqa: PLC0415
        from tournaments.rehearsals import set_speed  # noqa: PLC0415
        from tournaments.rehearsing import take_step  # noqa: PLC0415

        alone, disturbed = two_rehearsals(asked.people, asked.seed)
        while take_step(rehearsal=alone, at=timezone.now(), is_asked=True) is not None:
            pass
        set_speed(rehearsal=disturbed, speed=Rehearsal.Speed.AT_ONCE, seconds=1)
        began = time.monotonic()
        kills = disturb(disturbed, asked)
        same = told(disturbed) == told(alone) and final_list(disturbed) == final_list(alone)
        sound = connection.vendor != "sqlite" or is_sound(Path(connection.settings_dict["NAME"]))
        count = disturbed.steps.count()
        print(f"{connection.vendor}: {count} steps, {kills} kills, {time.monotonic() - began:.0f} s, {same=}, {sound=}")
        return same and sound and kills > 0


def main() -> int:
    asked = arguments()
    if asked.work:
        work()
    held = run(asked)
    print("the evening is the one of its seed" if held else "IT DID NOT HOLD")
    return 0 if held else 1


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    sys.exit(main())

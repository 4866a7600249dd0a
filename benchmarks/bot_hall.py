"""An installation of its own for bots: a database, a broker, the clock and workers as real processes.

Everything lies in a temporary folder, or in a fresh database of the PostgreSQL that HENHOUSE_DATABASE names. Django is
set up by `hall`, so nothing of it is imported before.
"""

import contextlib
import datetime as dt
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

PLAN = (9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
SEATS = 4


@dataclass(slots=True)
class Hall:
    """The installation: its folder, and the processes that run in it by name."""

    folder: Path
    embedded: bool
    running: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def start(self, name: str) -> None:
        """Begin the broker, the clock, or a worker (any other name)."""
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(  # noqa: S603 - our own commands
                self._command(name),
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def _command(self, name: str) -> list[str]:
        from config.launch import parts  # noqa: PLC0415 - after the settings are known

        if name == "broker":
            return parts.broker(self.folder, self.folder).command
        if name == "clock":
            return [*parts.clock(self.folder, self.folder).command, "--pidfile="]
        worker = parts.worker(self.folder, self.folder).command
        return [*worker, "--pidfile=", "--hostname", f"{name}@hall"]

    def end(self, name: str, how: signal.Signals) -> None:
        """End a process and all that it started."""
        process = self.running.pop(name)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        process.wait(timeout=30)

    def end_all(self) -> None:
        """End everything, the broker last: a worker that outlives it would log that it is gone."""
        for name in sorted(self.running, key=lambda name: (name == "broker", name)):
            self.end(name, signal.SIGKILL)


@contextlib.contextmanager
def hall(broker: str) -> Iterator[Hall]:
    """A fresh installation with its broker running; `broker` is an address, or empty for the embedded one."""
    folder = Path(tempfile.mkdtemp(prefix="hh-bots-"))
    with _database(folder) as database:
        os.environ["HENHOUSE_DATA"] = str(folder)
        os.environ["HENHOUSE_DATABASE"] = database
        os.environ["HENHOUSE_BROKER"] = broker or f"redis+socket://{folder / 'broker'}"
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        found = Hall(folder, embedded=not broker)
        try:
            _set_up()
            if found.embedded:
                found.start("broker")
            else:
                _empty_queues()
            yield found
        finally:
            found.end_all()
            from django.db import connections  # noqa: PLC0415 - after the settings are known

            connections.close_all()
            shutil.rmtree(folder, ignore_errors=True)


def _set_up() -> None:
    import django  # noqa: PLC0415 - after the settings are known
    from django.core.management import call_command  # noqa: PLC0415

    django.setup()
    call_command("migrate", interactive=False, verbosity=0)


def _empty_queues() -> None:
    """Throw away what an earlier run has left with a broker that keeps it."""
    from config.celery_app import app  # noqa: PLC0415 - after the settings are known

    app.control.purge()


@contextlib.contextmanager
def _database(folder: Path) -> Iterator[str]:
    """The address of an empty database."""
    server = os.environ.get("HENHOUSE_DATABASE", "")
    if not server.startswith("postgres"):
        yield f"sqlite:///{folder / 'bots.sqlite3'}"
        return
    import psycopg  # noqa: PLC0415 - only where PostgreSQL is asked for

    name = f"bots_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # a name of ours
    try:
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def lay_tables(bots: Sequence[str], *, tables: int, hands: int) -> Any:
    """A published round of so many tables, all with the same bots; it begins with the first worker. Returns the round.

    Written straight into the database: drawing a thousand bots is not what is tried here.
    """
    from django.utils import timezone  # noqa: PLC0415 - after the settings are known

    from games.reports import open_games  # noqa: PLC0415
    from tournaments.bot_tables import lay_bot_tables  # noqa: PLC0415
    from tournaments.bots import plan_of  # noqa: PLC0415
    from tournaments.models import Club, Entry, Player, Round, Seat, Table, Tournament  # noqa: PLC0415

    now = timezone.now()
    number = Club.objects.count() + 1
    club = Club.objects.create(name=f"Machines {number}", slug=f"machines-{number}")
    tournament = Tournament.objects.create(
        club=club,
        name="Bots",
        slug=f"bots-{number}",
        date=now.date(),
        state="published",
        rules="gamerules",
        plan=[list(PLAN[:hands])],
        sizes=[SEATS],
        tie_breaks=["most_zeros"],
    )
    plan = plan_of(tournament)
    plan.secret = number.to_bytes(32)
    plan.save()
    players = Player.objects.bulk_create(
        Player(club=club, name=f"Bot {at} ({bot})", sort_name=f"Bot {at}", bot=bot)
        for at, bot in enumerate(list(bots) * tables, 1)
    )
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, player=player, number=at, status="here", made_at=now)
        for at, player in enumerate(players, 1)
    )
    centres = list(PLAN[:hands])
    round = Round.objects.create(
        tournament=tournament, number=1, centres=centres, state="open", made_at=now, published_at=now
    )
    games = open_games(rules="gamerules", centres=centres, count=tables)
    laid = Table.objects.bulk_create(Table(round=round, number=at, game=game) for at, game in enumerate(games, 1))
    Seat.objects.bulk_create(
        Seat(round=round, table=laid[at // SEATS], place=at % SEATS + 1, entry=entry, player_id=entry.player_id)
        for at, entry in enumerate(entries)
    )
    lay_bot_tables(round=round, tables=laid, at=now - dt.timedelta(seconds=1))
    return round


def undisturbed(play: Any, hands: int) -> list[str]:
    """The records of a table as its secret and the engine give them, without a database."""
    import engine  # noqa: PLC0415 - beside the others

    rules, records, before = engine.Rules.read("gamerules"), [], None
    for number, centre in enumerate(PLAN[:hands], 1):
        played = engine.play_bots(
            rules, play.bots, centre=centre, hand=number, before=before, secret=bytes(play.secret)
        )
        before = played.first
        records.append(played.record.text())
    return records


def left(round: Any) -> int:
    """How many tables of a round are not finished."""
    from games.models import BotPlay  # noqa: PLC0415 - after the settings are known

    return BotPlay.objects.filter(game__table__round=round).exclude(state="finished").count()


def wait_for_heart(within: float = 60.0) -> None:
    """Wait until a worker has shown that it is alive."""
    from tournaments.models import Heartbeat  # noqa: PLC0415 - after the settings are known

    deadline = time.monotonic() + within
    while not Heartbeat.objects.exists():
        if time.monotonic() > deadline:
            raise TimeoutError("no worker came to life")
        time.sleep(0.1)

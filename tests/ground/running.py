"""A real Henhouse for a test: started like `make run` starts it, in a data folder of its own, on a free port."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Running:
    """A start that somebody watches: the launcher, its port, its data, and what it prints."""

    process: subprocess.Popen[bytes]
    port: int
    data: Path
    terminal: Path

    @property
    def said(self) -> str:
        return self.terminal.read_text()

    def says(self, words: str) -> None:
        """Wait until these words stand on the terminal."""
        wait_for(lambda: words in self.said, f"'{words}' in:\n{self.said}")

    @property
    def folder(self) -> str:
        """The folder of the broker's socket."""
        return (self.data / "run-folder").read_text().strip()

    def health(self) -> object:
        """What /health answers."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=5) as answer:
            return json.load(answer)["alive"]

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the launcher alone."""
        self.process.send_signal(number)

    def ends(self, within: float = 10.0) -> int:
        """The exit code; fails where the launcher goes on."""
        return self.process.wait(timeout=within)


def free_port() -> int:
    """A port that nobody has at this moment."""
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])


def wait_for(true: Callable[[], bool], what: str, within: float = PATIENCE) -> None:
    """Return when it is true; fail where it does not come."""
    deadline = time.monotonic() + within
    while not true():
        assert time.monotonic() < deadline, f"did not come within {within:.0f} s: {what}"
        time.sleep(0.05)


def processes_of(folder: str) -> dict[int, str]:
    """The command lines of all processes of one start, by their environment."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if f"HENHOUSE_RUN={folder}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
    return found


def process_with(folder: str, words: str) -> int:
    """The first process of a start with these words in its command line."""
    return min(pid for pid, command in processes_of(folder).items() if words in command)


def start(data: Path, port: int, **wishes: str) -> subprocess.Popen[bytes]:
    """Start the launcher in a session of its own, as a terminal would; its output goes to DATA/../terminal-PORT."""
    env = {name: text for name, text in os.environ.items() if not name.startswith("HENHOUSE_")}
    env |= {"HENHOUSE_DATA": str(data), "PORT": str(port), "EMPTY": "1", **wishes}
    with (data.parent / f"terminal-{port}").open("wb") as terminal:
        return subprocess.Popen(
            [sys.executable, "-m", "config.launch"],
            cwd=ROOT,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=terminal,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


@contextmanager
def henhouse(data: Path, port: int | None = None, **wishes: str) -> Iterator[Running]:
    """A Henhouse that has said that it is running; ended with the block, whatever happened."""
    port = port or free_port()
    process = start(data, port, **wishes)
    running = Running(process, port, data, data.parent / f"terminal-{port}")
    try:
        running.says("is running. On this machine")
        yield running
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGCONT)
            process.terminate()
            process.wait(timeout=20)

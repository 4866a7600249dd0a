"""The processes of one start: begun in order, begun again when they die, stopped in order."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from config.launch.leftovers import MARK
from config.launch.wishes import CannotStart

GUARD = Path(__file__).with_name("guard.py")
MOST_DEATHS = 5
WITHIN = 60.0
LONGEST_PAUSE = 8.0
BIG_LOG = 2_000_000


@dataclass(slots=True)
class Child:
    """One process that Henhouse consists of. `patience` is how long it may take to end, in seconds."""

    name: str
    command: list[str]
    env: Mapping[str, str]
    log: Path
    patience: float
    process: subprocess.Popen[bytes] | None = None
    deaths: list[float] = field(default_factory=list)
    again_at: float = 0.0

    def start(self) -> None:
        """Begin the process, in a group of its own so that the terminal's Ctrl-C reaches the launcher alone."""
        if self.log.exists() and self.log.stat().st_size > BIG_LOG:
            self.log.replace(self.log.with_suffix(".old.log"))
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603 - our own commands
                self.command,
                env=dict(self.env),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def signal_group(self, number: signal.Signals) -> None:
        """Send a signal to the process and all that it started."""
        if self.process is not None:
            # on macOS a group of zombies refuses signals
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)

    def last_words(self, lines: int = 6) -> str:
        """The end of its log, indented."""
        if not self.log.exists():
            return ""
        text = self.log.read_text(errors="replace").splitlines()[-lines:]
        return "\n".join(f"    {line}" for line in text)


class House:
    """All children of one start, watched by a guard that ends them should this process be killed."""

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        self.folder = folder
        self.say = say
        self.children: list[Child] = []
        self.hurry = False
        self.guard = self._start_guard()

    def add(self, child: Child) -> None:
        """Begin a child; it is the first to be stopped."""
        self.children.append(child)
        self._start(child)

    def look(self) -> None:
        """Begin again what has died. Raises CannotStart where something keeps dying."""
        if self.guard.poll() is not None:
            self.guard = self._start_guard()
        for child in self.children:
            if child.process is not None and not child.is_alive:
                self._bury(child)
            if child.process is None and time.monotonic() >= child.again_at:
                self._start(child)

    def restart(self, child: Child) -> None:
        """Stop a child and begin it at once, as it is now described."""
        self._stop(child)
        self._start(child)

    def stop(self) -> None:
        """Stop all children, the last begun first, then the guard."""
        for child in reversed(self.children):
            self._stop(child)
        self._tell("bye")
        with contextlib.suppress(OSError):
            if self.guard.stdin is not None:
                self.guard.stdin.close()
        self.guard.wait()

    def _start(self, child: Child) -> None:
        child.start()
        if child.process is not None:
            self._tell(f"+{child.process.pid}")

    def _bury(self, child: Child) -> None:
        """Take note of a death: say it, end what the dead one left, and choose when to try again."""
        assert child.process is not None  # noqa: S101 - look() calls this for the dead only
        code = child.process.returncode
        child.signal_group(signal.SIGKILL)
        self._tell(f"-{child.process.pid}")
        child.process = None
        now = time.monotonic()
        child.deaths = [at for at in child.deaths if now - at < WITHIN] + [now]
        how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        if len(child.deaths) >= MOST_DEATHS:
            raise CannotStart(
                f"The {child.name} {how}, for the {len(child.deaths)}th time within a minute, so Henhouse stops. "
                f"Your data is safe. The end of {child.log}:\n{child.last_words()}"
            )
        pause = min(0.5 * 2 ** (len(child.deaths) - 1), LONGEST_PAUSE)
        child.again_at = now + pause
        self.say(f"The {child.name} {how}. It is started again in {pause:g} s; what it said is in {child.log}")

    def _stop(self, child: Child) -> None:
        """Ask a child to end; where it takes too long, or somebody is in a hurry, make it."""
        if child.process is None:
            return
        child.signal_group(signal.SIGTERM)
        deadline = time.monotonic() + child.patience
        while child.is_alive and time.monotonic() < deadline and not self.hurry:
            time.sleep(0.05)
        child.signal_group(signal.SIGKILL)
        child.process.wait()
        self._tell(f"-{child.process.pid}")
        child.process = None

    def _start_guard(self) -> subprocess.Popen[bytes]:
        guard = subprocess.Popen(  # noqa: S603 - our own script
            [sys.executable, "-I", "-S", str(GUARD), str(self.folder)],
            env={**os.environ, MARK: str(self.folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.guard = guard
        for child in self.children:
            if child.process is not None:
                self._tell(f"+{child.process.pid}")
        return guard

    def _tell(self, word: str) -> None:
        """Tell the guard; where it died, look() makes a new one that is told everything."""
        with contextlib.suppress(OSError):
            if self.guard.stdin is not None:
                self.guard.stdin.write(f"{word}\n".encode())
                self.guard.stdin.flush()

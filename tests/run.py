"""Everything that must hold, in one go: what `make test` runs. `--long` runs the laws whole (`make check-long`).

The quick checks come first, then the types beside the suite on SQLite, the suite on PostgreSQL (only what touches the
database), and the stories in a real browser. The last line says how it went.
"""

import argparse
import os
import shutil
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


@dataclass(frozen=True, slots=True)
class Step:
    """One command that has to end well."""

    name: str
    command: tuple[str, ...]

    @property
    def is_suite(self) -> bool:
        return "pytest" in self.command


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a step went; `output` without its trailing blank lines."""

    step: Step
    code: int
    output: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Count:
    """How many tests of a suite did what; read from its report."""

    passed: int
    failed: int
    skipped: int


def module(name: str, *args: str) -> tuple[str, ...]:
    """A command that runs an installed module with this Python."""
    return (sys.executable, "-m", name, *args)


def suite(name: str, *args: str) -> tuple[str, ...]:
    """A command that runs pytest and leaves its report in build/NAME.xml."""
    return module("pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={BUILD / f'{name}.xml'}", *args)


QUICK = (
    Step("format", module("ruff", "format", "--check", "--quiet", ".")),
    Step("lint", module("ruff", "check", "--quiet", ".")),
)
CHECKS = (
    Step("borders", (str(Path(sys.executable).with_name("lint-imports")), "--no-cache")),
    Step("migrations", (sys.executable, "manage.py", "makemigrations", "--check", "--dry-run", "--verbosity", "1")),
    Step("settings", (sys.executable, "manage.py", "check", "--database", "default", "--fail-level", "WARNING")),
    Step("templates", module("djlint", "--lint", "--quiet", "templates")),
    Step("types", module("mypy", ".")),
)
ON_POSTGRESQL = (sys.executable, "tests/with_pg.py")
SQLITE = Step("SQLite", suite("sqlite", "-n", "2", "-m", "not browser and not long"))
POSTGRESQL = Step(
    "PostgreSQL", (*ON_POSTGRESQL, *suite("postgresql", "-n", "2", "-m", "not browser and not long", "--database-only"))
)
BROWSER = Step("browser", suite("browser", "-n", "2", "-m", "browser"))
LONG = Step("long laws", suite("long", "-n", "2", "-m", "long"))


def environment(*, long: bool) -> dict[str, str]:
    """What the steps see: data of their own, nothing of the caller's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HENHOUSE_")}
    return kept | {
        "HENHOUSE_DATA": str(BUILD / "test-data"),
        "HENHOUSE_NEED_BROWSER": os.environ.get("HENHOUSE_NEED_BROWSER", ""),
        "HENHOUSE_LAWS": "whole" if long else "sampled",
        "PYTHONUNBUFFERED": "1",
    }


def carry_out(step: Step, env: dict[str, str], *, aloud: bool) -> Outcome:
    """Run a step to its end; `aloud` shows its output as it comes."""
    began = time.monotonic()
    lines: list[str] = []
    with subprocess.Popen(
        step.command,
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if aloud:
                sys.stdout.write(line)
                sys.stdout.flush()
    return Outcome(step, process.returncode, "".join(lines).rstrip(), time.monotonic() - began)


def say(outcome: Outcome) -> None:
    """One line for a step that went well, everything for one that did not."""
    word = "ok" if outcome.code == 0 else "FAILED"
    sys.stdout.write(f"{outcome.step.name:<12}{word:<8}{outcome.seconds:6.1f} s\n")
    if outcome.code != 0 and not outcome.step.is_suite:
        sys.stdout.write(outcome.output + "\n")
    sys.stdout.flush()


def counted(name: str) -> Count:
    """What the report of a suite says; all noughts where it left none."""
    report = BUILD / f"{name}.xml"
    if not report.exists():
        return Count(0, 0, 0)
    total = failed = skipped = 0
    for part in ET.parse(report).iter("testsuite"):  # noqa: S314 - our own file
        total += int(part.get("tests", "0"))
        failed += int(part.get("failures", "0")) + int(part.get("errors", "0"))
        skipped += int(part.get("skipped", "0"))
    return Count(total - failed - skipped, failed, skipped)


def has_chromium() -> bool:
    """Whether a browser for the stories is on this machine."""
    return any(shutil.which(name) for name in CHROMIUMS)


def beside_each_other(checks: tuple[Step, ...], loud: Step, env: dict[str, str]) -> list[Outcome]:
    """The checks one after another, while the suite runs; their lines come when the suite is done."""
    outcomes: list[Outcome] = []
    quiet = threading.Thread(target=lambda: outcomes.extend(carry_out(step, env, aloud=False) for step in checks))
    quiet.start()
    main = carry_out(loud, env, aloud=True)
    quiet.join()
    return [*outcomes, main]


def everything(env: dict[str, str]) -> list[Outcome]:
    """All steps of `make test`; ends early where the quick checks fail."""
    quick = [carry_out(step, env, aloud=False) for step in QUICK]
    for outcome in quick:
        say(outcome)
    if any(outcome.code for outcome in quick):
        return quick
    outcomes = beside_each_other(CHECKS, SQLITE, env)
    for outcome in outcomes:
        say(outcome)
    for step in (POSTGRESQL, BROWSER):
        if step is BROWSER and not has_chromium() and not env["HENHOUSE_NEED_BROWSER"]:
            sys.stdout.write("browser     left out: no Chromium on this machine (apt install chromium)\n")
            continue
        outcomes.append(carry_out(step, env, aloud=True))
        say(outcomes[-1])
    return [*quick, *outcomes]


def summary(outcomes: list[Outcome]) -> str:
    """The line at the end: what failed, or how much was green."""
    failed = [outcome.step.name for outcome in outcomes if outcome.code]
    sqlite, postgresql, browser = counted("sqlite"), counted("postgresql"), counted("browser")
    skipped = sqlite.skipped + postgresql.skipped + browser.skipped
    numbers = f"{sqlite.passed} passed on SQLite, {postgresql.passed} on PostgreSQL, {browser.passed} in the browser"
    if failed:
        broken = sqlite.failed + postgresql.failed + browser.failed
        return f"make test: red: {', '.join(failed)} ({broken} tests failed, {numbers}, {skipped} skipped)"
    return f"make test: green: {numbers}, {skipped} skipped"


def main() -> int:
    """0 where everything holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="the laws marked long, whole")
    long = parser.parse_args().long
    BUILD.mkdir(exist_ok=True)
    for report in BUILD.glob("*.xml"):
        report.unlink()
    began = time.monotonic()
    env = environment(long=long)
    if long:
        outcomes = [carry_out(LONG, env, aloud=True)]
        laws = counted("long")
        last = f"make check-long: {'red' if outcomes[0].code else 'green'}: {laws.passed} passed, {laws.failed} failed"
    else:
        outcomes = everything(env)
        for outcome in outcomes:
            if outcome.step.is_suite:
                sys.stdout.write(f"{outcome.step.name}: {outcome.output.splitlines()[-1]}\n")
        last = summary(outcomes)
    sys.stdout.write(f"{last} ({time.monotonic() - began:.0f} s)\n")
    return 1 if any(outcome.code for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())

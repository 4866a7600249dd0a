"""Workers are killed in the middle of a rehearsal at full speed, and it comes to the evening of its seed."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.timeout(300)
def test_killed_workers_change_nothing() -> None:
    """The short form of benchmarks/rehearsal_kills.py, with real processes."""
    asked = ["--people", "9", "--every", "6"]
    command = [sys.executable, "benchmarks/rehearsal_kills.py", *asked]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["the evening is the one of its seed"]), done.stderr

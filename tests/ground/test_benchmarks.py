"""The benchmark of the standings runs on its own database; its queries are held here, its times are not."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
QUERIES = ("rebuild_queries", "cold_queries", "cached_queries", "poll_queries", "save_queries", "cut_queries")


def test_queries_do_not_grow_with_entries(tmp_path: Path) -> None:
    elsewhere = {**os.environ, "HENHOUSE_DATABASE": f"sqlite:///{tmp_path / 'mine.sqlite3'}"}
    command = [sys.executable, "benchmarks/standings.py", "24", "48", "--json"]
    done = subprocess.run(command, cwd=ROOT, env=elsewhere, capture_output=True, text=True, timeout=100, check=True)
    rows = json.loads(done.stdout.splitlines()[-1])["rows"]
    assert [[row[name] for name in QUERIES] for row in rows] == [[5, 7, 1, 1, 12, 9], [5, 7, 1, 1, 12, 9]]
    assert list(tmp_path.iterdir()) == []

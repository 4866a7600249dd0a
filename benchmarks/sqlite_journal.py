"""Which journal SQLite should keep: python -m benchmarks.sqlite_journal [SECONDS]

Two processes, as the web server and the worker are two: 20 threads store reports (a read, five inserts, an update, in
one transaction), 8 threads read standings, all in one file, all as fast as they can. For each journal: transactions a
second, how long one takes, failures, transactions that were acknowledged and are not there, and the integrity check.
Prints a table, then JSON.
"""

import json
import multiprocessing
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from config import sqlite  # isort: skip - puts the SQLite that serves in the place of sqlite3
import sqlite3  # isort: skip

PROCESSES = 2
WRITERS = 20
READERS = 8
# Between two transactions of one thread: none at all, or as long as people and pages take at the very least.
PAUSES = (0.0, 0.02)
JOURNALS = ("DELETE", "TRUNCATE", "PERSIST", "WAL")
SCHEMA = """
CREATE TABLE tournament (id INTEGER PRIMARY KEY, version INTEGER NOT NULL);
CREATE TABLE report (id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, hand INTEGER NOT NULL);
CREATE TABLE score (id INTEGER PRIMARY KEY AUTOINCREMENT, report INTEGER NOT NULL REFERENCES report (id),
                    place INTEGER NOT NULL, points INTEGER NOT NULL, UNIQUE (report, place));
INSERT INTO tournament VALUES (1, 1);
"""


@dataclass(frozen=True, slots=True)
class Load:
    """One measurement: for how many seconds, with which pause between two transactions of a thread."""

    journal: str
    seconds: float
    pause: float


@dataclass(frozen=True, slots=True)
class Result:
    """How one journal did; times in milliseconds."""

    journal: str
    pause: float
    writes_a_second: float
    write_median: float
    write_p99: float
    write_longest: float
    reads_a_second: float
    read_p99: float
    failures: int
    lost: int
    integrity: str


def connect(file: Path, journal: str) -> sqlite3.Connection:
    """A connection as the settings make it."""
    connection = sqlite3.connect(file, timeout=20, isolation_level=None)
    for pragma in (f"journal_mode={journal}", "synchronous=FULL", "cache_size=-32000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def store(connection: sqlite3.Connection, key: str) -> None:
    """One report with four scores."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("SELECT version FROM tournament WHERE id = 1").fetchone()
    report = connection.execute("INSERT INTO report (key, hand) VALUES (?, ?)", (key, len(key))).lastrowid
    for place in range(1, 5):
        connection.execute("INSERT INTO score (report, place, points) VALUES (?, ?, ?)", (report, place, place * 7))
    connection.execute("UPDATE tournament SET version = version + 1 WHERE id = 1")
    connection.execute("COMMIT")


def read(connection: sqlite3.Connection, _key: str) -> None:
    """The version, and the newest two hundred scores."""
    connection.execute("SELECT version FROM tournament WHERE id = 1").fetchone()
    connection.execute("SELECT report, place, points FROM score ORDER BY id DESC LIMIT 200").fetchall()


def busy(file: str, load: Load, number: int, results: "multiprocessing.Queue[object]") -> None:
    """One process with its share of the writers and readers."""
    times: dict[str, list[float]] = {"write": [], "read": []}
    kept: list[str] = []
    failures: list[str] = []
    end = time.monotonic() + load.seconds

    def work(kind: str, who: int) -> None:
        connection = connect(Path(file), load.journal)
        done = store if kind == "write" else read
        turn = 0
        while time.monotonic() < end:
            time.sleep(load.pause)
            turn += 1
            key = f"{number}-{who}-{turn}"
            began = time.perf_counter()
            try:
                done(connection, key)
            except sqlite3.Error as error:
                failures.append(str(error))
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                continue
            times[kind].append((time.perf_counter() - began) * 1000)
            if kind == "write":
                kept.append(key)
        connection.close()

    share = [("write", who) for who in range(WRITERS // PROCESSES)]
    share += [("read", who) for who in range(READERS // PROCESSES)]
    threads = [threading.Thread(target=work, args=job) for job in share]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results.put((times["write"], times["read"], kept, failures))


def measure(load: Load) -> Result:
    """Run the load on a fresh file and look at what is left."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "load.sqlite3"
        first = connect(file, load.journal)
        first.executescript(SCHEMA)
        first.close()
        context = multiprocessing.get_context("spawn")
        results: multiprocessing.Queue[object] = context.Queue()
        processes = [
            context.Process(target=busy, args=(str(file), load, number, results)) for number in range(PROCESSES)
        ]
        for process in processes:
            process.start()
        shares = [results.get() for _process in processes]
        for process in processes:
            process.join()
        return summed_up(load, shares, file)


def summed_up(load: Load, shares: list[object], file: Path) -> Result:
    """The shares of the processes as one result."""
    writes: list[float] = []
    reads: list[float] = []
    acknowledged: set[str] = set()
    failed = 0
    for share in shares:
        assert isinstance(share, tuple)
        writes += share[0]
        reads += share[1]
        acknowledged |= set(share[2])
        failed += len(share[3])
    last = connect(file, load.journal)
    present = {row[0] for row in last.execute("SELECT key FROM report")}
    integrity = str(last.execute("PRAGMA integrity_check").fetchone()[0])
    last.close()
    writes.sort()
    reads.sort()
    return Result(
        journal=load.journal,
        pause=load.pause,
        writes_a_second=round(len(writes) / load.seconds, 1),
        write_median=round(writes[len(writes) // 2], 1),
        write_p99=round(writes[len(writes) * 99 // 100], 1),
        write_longest=round(writes[-1], 1),
        reads_a_second=round(len(reads) / load.seconds, 1),
        read_p99=round(reads[len(reads) * 99 // 100], 1),
        failures=failed,
        lost=len(acknowledged - present),
        integrity=integrity,
    )


def main() -> None:
    """Measure every journal."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    print(f"SQLite {sqlite.NAME}, {WRITERS} writers, {READERS} readers, {PROCESSES} processes")
    results = [measure(Load(journal, seconds, pause)) for pause in PAUSES for journal in JOURNALS]
    for result in results:
        print(
            f"{result.journal:<9} pause {result.pause * 1000:2.0f} ms {result.writes_a_second:>8} writes/s, "
            f"median {result.write_median} ms, p99 {result.write_p99}, longest {result.write_longest}; "
            f"{result.reads_a_second:>8} reads/s, p99 {result.read_p99}; "
            f"failures {result.failures}, lost {result.lost}, integrity {result.integrity}"
        )
    print(json.dumps([asdict(result) for result in results]))


if __name__ == "__main__":
    main()

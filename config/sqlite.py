"""Which SQLite serves, and with which journal: docs/decisions/0002-sqlite-journal.md.

Must be imported before Django's database code, so config/__init__.py does it first.
"""

import sys

try:
    import pysqlite3
    import pysqlite3.dbapi2
except ImportError:
    import sqlite3
else:
    # One library for one file: two of them in a process would undo each other's locks.
    sys.modules["sqlite3"] = sqlite3 = pysqlite3
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2

# The fault of the others: two connections that write and checkpoint a write-ahead log at the same instant can lose
# committed pages.
SOUND_SINCE = (3, 51, 3)
SOUND_BRANCHES = {(3, 44): 6, (3, 50): 7}
Version = tuple[int, int, int]
VERSION: Version = sqlite3.sqlite_version_info
NAME = ".".join(map(str, VERSION))


def is_sound(version: Version) -> bool:
    """Whether this SQLite has a write-ahead log without the fault."""
    fixed_in = SOUND_BRANCHES.get(version[:2])
    return version >= SOUND_SINCE or (fixed_in is not None and version[2] >= fixed_in)


def journal_for(version: Version) -> str:
    """The fastest journal in which nothing is lost."""
    return "WAL" if is_sound(version) else "TRUNCATE"


def why_unsafe(*, journal: str, synchronous: int, version: Version) -> str | None:
    """Why a database in this state may not be used, and what to do; None where it may."""
    if journal == "wal" and not is_sound(version):
        return (
            f"The database keeps a write-ahead log, in which SQLite {'.'.join(map(str, version))} can lose results. "
            "Stop every program that has the database open, then start again."
        )
    if journal not in {"wal", "delete", "truncate", "persist"} or synchronous < 2:
        return (
            f"The database is set up so that a power cut can lose results (journal {journal}, synchronous "
            f"{synchronous}). Take those options out of HENHOUSE_DATABASE."
        )
    return None

"""What happens to the database before anything serves."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from config.sqlite import is_sound, journal_for, why_unsafe

ROOT = Path(__file__).resolve().parent.parent.parent
PREPARE = """
import sys
from pathlib import Path
import django
django.setup()
from config.launch.prepare import fill_demo, prepare_database
from config.launch.wishes import CannotStart
try:
    print(prepare_database())
    print(fill_demo(empty=sys.argv[1] == "empty"))
except CannotStart as reason:
    print(reason)
"""


def python(data: Path, *args: str) -> str:
    """What a Python of ours prints that has this data folder."""
    env = {name: text for name, text in os.environ.items() if not name.startswith("HENHOUSE_")}
    env |= {"HENHOUSE_DATA": str(data), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run([sys.executable, *args], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def prepare(data: Path, demo: str = "empty") -> list[str]:
    """What preparing says: what was done to the database, and whether a demo was filled in."""
    return python(data, "-c", PREPARE, demo).splitlines()


def change(data: Path, statement: str) -> None:
    """Change the database behind everybody's back."""
    database = sqlite3.connect(data / "henhouse.sqlite3")
    with database:
        database.execute(statement)
    database.close()


def test_a_database_is_copied_before_it_is_brought_to_a_newer_release(tmp_path: Path) -> None:
    assert prepare(tmp_path) == ["None", "False"]
    assert not (tmp_path / "copies").exists()
    python(tmp_path, "manage.py", "migrate", "admin", "0002")
    said = prepare(tmp_path)
    (copy,) = (tmp_path / "copies").iterdir()
    assert said[0] == f"The database was brought to this release; as it was before, it is in {copy}"
    kept = sqlite3.connect(copy)
    assert kept.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert kept.execute("SELECT count(*) FROM django_migrations WHERE app = 'admin'").fetchall() == [(2,)]
    kept.close()
    assert prepare(tmp_path) == ["None", "False"]


def test_a_database_of_a_newer_release_is_refused(tmp_path: Path) -> None:
    prepare(tmp_path)
    change(
        tmp_path,
        "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_stars', '2031-01-01')",
    )
    (said,) = prepare(tmp_path)
    assert said == (
        "The database was made by a newer release of Henhouse (it knows tournaments 9999_stars). "
        "Start that release again, or restore a backup that was made before it."
    )


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "henhouse.sqlite3").write_text("these are not the hens that you are looking for" * 9)
    (said,) = prepare(tmp_path)
    assert said.startswith(f"The database in {tmp_path}/henhouse.sqlite3 cannot be read: file is not a database.")
    assert (tmp_path / "henhouse.sqlite3").read_text().startswith("these are not the hens")


def test_the_demo_is_filled_once_and_not_again_when_it_was_removed(tmp_path: Path) -> None:
    assert prepare(tmp_path, "demo") == ["None", "True"]
    change(tmp_path, "UPDATE tournaments_club SET slug = 'still-there'")
    assert prepare(tmp_path, "demo") == ["None", "False"]
    assert (tmp_path / "demo-filled").exists()


@pytest.mark.parametrize(
    ("version", "sound"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 46, 1), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 53, 4), True),
        ((4, 0, 0), True),
    ],
)
def test_only_a_sound_sqlite_keeps_a_write_ahead_log(version: tuple[int, int, int], sound: bool) -> None:  # noqa: FBT001
    assert is_sound(version) == sound
    assert journal_for(version) == ("WAL" if sound else "TRUNCATE")
    assert (why_unsafe(journal="wal", synchronous=2, version=version) is None) == sound
    assert why_unsafe(journal="truncate", synchronous=2, version=version) is None


@pytest.mark.parametrize(("journal", "synchronous"), [("off", 2), ("memory", 2), ("truncate", 1), ("wal", 0)])
def test_settings_that_lose_results_in_a_power_cut_are_refused(journal: str, synchronous: int) -> None:
    said = why_unsafe(journal=journal, synchronous=synchronous, version=(3, 53, 4))
    assert said == (
        f"The database is set up so that a power cut can lose results (journal {journal}, synchronous {synchronous}). "
        "Take those options out of HENHOUSE_DATABASE."
    )


def test_the_journal_is_the_one_that_fits_the_sqlite_here(tmp_path: Path) -> None:
    prepare(tmp_path)
    said = python(
        tmp_path,
        "-c",
        "import django; django.setup()\n"
        "from config import sqlite\n"
        "from django.db import connection\n"
        "cursor = connection.cursor()\n"
        "print(cursor.execute('SELECT sqlite_version()').fetchone()[0] == sqlite.NAME)\n"
        "print(cursor.execute('PRAGMA journal_mode').fetchone()[0] == sqlite.journal_for(sqlite.VERSION).lower())\n"
        "print(cursor.execute('PRAGMA synchronous').fetchone()[0])\n",
    )
    assert said.splitlines() == ["True", "True", "2"]

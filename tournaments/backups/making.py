"""Making a backup."""

import sqlite3
import tempfile
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection, transaction
from django.utils import timezone

from tournaments.backups import rows

# What a backup says of itself.
LABEL = "henhouse_backup"


def backup(target: Path, *, at: datetime) -> None:
    """Write the whole installation into a new file, readable by its owner only. Raises FileExistsError, OSError.

    Who is signed in is left out: a backup opens no door.
    """
    if connection.vendor != "sqlite":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            write_file(target, at=at)
    else:
        write_file(target, at=at)


def copy_beside(reason: str, *, keep: int) -> Path:
    """A backup in the folder `copies` of the data folder; only the newest `keep` for the same reason stay."""
    at = timezone.now()
    folder = Path(settings.DATA_DIR) / "copies"
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"{reason}-{at:%Y-%m-%d-%H%M%S-%f}.sqlite3"
    write_file(target, at=at)
    for old in sorted(folder.glob(f"{reason}-*.sqlite3"))[:-keep]:
        old.unlink()
    return target


def write_file(target: Path, *, at: datetime) -> None:
    """As `backup`, inside whatever transaction is open. The file appears under its name only when it is whole."""
    if target.exists():
        raise FileExistsError(f"{target} exists already")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as folder:
        part = Path(folder) / "part.sqlite3"
        part.touch(mode=0o600)
        if connection.vendor == "sqlite":
            # a connection of its own: SQLite does not copy from one that is writing, and a restore is
            rows.copy_file(Path(connection.settings_dict["NAME"]), part)
        else:
            copy_all_rows(part)
        label(part, at=at)
        # link and not rename: a file that appeared meanwhile is not written over
        target.hardlink_to(part)


def copy_all_rows(part: Path) -> None:
    """Fill a new SQLite file of this release's shape with the rows of the database that serves."""
    models = rows.stored_models()
    with rows.opened(part) as alias:
        call_command("migrate", database=alias, interactive=False, verbosity=0)
        with transaction.atomic(using=alias):
            rows.empty(models, alias)
            for model in models:
                rows.write(model, rows.read(model, DEFAULT_DB_ALIAS), alias)


def label(part: Path, *, at: datetime) -> None:
    """Write down when and by which release the file was made, and strike out who is signed in."""
    file = sqlite3.connect(part)
    try:
        # without a write-ahead log the file is one file, readable also where nothing may be written beside it
        file.execute("PRAGMA journal_mode = DELETE")
        file.execute("PRAGMA secure_delete = ON")
        with file:
            file.execute(f"DELETE FROM {Session._meta.db_table}")  # noqa: S608 - the name of our table
            file.execute(f"DROP TABLE IF EXISTS {LABEL}")
            file.execute(f"CREATE TABLE {LABEL} (made_at TEXT NOT NULL, release TEXT NOT NULL)")
            file.execute(f"INSERT INTO {LABEL} VALUES (?, ?)", (at.isoformat(), settings.RELEASE))  # noqa: S608
    finally:
        file.close()

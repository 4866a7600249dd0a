"""The way back: facts come from the backup, rights stay as they are.

Who may sign in, with which password, and who is signed in is kept, so that a restore neither locks the organiser out
nor gives rights back to somebody who has lost them. Only where nobody has an account yet do the backup's accounts come.
"""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.apps import apps
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model
from django.utils.translation import gettext as _

from tournaments.backups import rows
from tournaments.backups.accounts import Accounts
from tournaments.backups.making import LABEL, copy_beside
from tournaments.models import Heartbeat, Membership, OneTimeLink, SeatKey, Tournament, User

OURS = ("games", "tournaments")
KEPT = (Heartbeat, OneTimeLink, SeatKey, User)
COPIES_KEPT = 10


class Unusable(Exception):
    """The file cannot be restored from; says why and what to do."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What a restore would take away: (name of the thing, how many), and when the backup was made."""

    made_at: str
    lost: tuple[tuple[str, int], ...]

    def sentences(self) -> list[str]:
        """In words."""
        if not self.lost:
            return [_("Nothing was added since this backup ({made_at}).").format(made_at=self.made_at)]
        things = ", ".join(f"{count} {name}" for name, count in self.lost)
        return [
            _("Since this backup ({made_at}) these were added and will be lost:").format(made_at=self.made_at),
            things,
        ]


@dataclass(frozen=True, slots=True)
class Restored:
    """What was done: the difference, and where the state before is kept."""

    difference: Difference
    kept_in: Path


def difference(source: Path) -> Difference:
    """What restoring this file would take away. Changes nothing. Raises Unusable."""
    with brought_up_to_date(source) as alias:
        return compare(alias, made_at(source))


def restore(source: Path, *, at: datetime) -> Restored:
    """Put the facts of a backup in the place of today's, in one transaction, after keeping today's. Raises Unusable."""
    with brought_up_to_date(source) as alias, transaction.atomic():
        models = restored_models()
        lock_tables(models)
        kept_in = copy_beside("before-restore", keep=COPIES_KEPT)
        lost = compare(alias, made_at(source))
        versions = dict(Tournament.with_removed.values_list("pk", "version"))
        accounts = Accounts.meeting(DEFAULT_DB_ALIAS, alias)
        OneTimeLink.objects.filter(club__isnull=False).delete()
        SeatKey.objects.all().delete()
        rows.empty([*models, Membership], DEFAULT_DB_ALIAS)
        for model in models:
            rows.write(model, rows.read(model, alias), DEFAULT_DB_ALIAS)
        accounts.write(DEFAULT_DB_ALIAS)
        # kept pages hang on the version: no number may come to mean two states
        for tournament in Tournament.with_removed.all():
            newest = max(tournament.version, versions.get(tournament.pk, 0))
            Tournament.with_removed.filter(pk=tournament.pk).update(version=newest + 1, changed_at=at)
        rows.go_on_counting([*models, Membership, User], DEFAULT_DB_ALIAS)
    return Restored(lost, kept_in)


def restored_models() -> list[type[Model]]:
    """The facts: everything of ours but accounts, links, keys and heartbeats."""
    kept = {*KEPT, Membership, User.groups.through, User.user_permissions.through}
    return [model for model in rows.stored_models() if model._meta.app_label in OURS and model not in kept]


def lock_tables(models: list[type[Model]]) -> None:
    """Nobody writes until the restore is done. (On SQLite, a transaction that writes has that already.)"""
    if connection.vendor == "postgresql":
        tables = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in models)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {tables} IN SHARE ROW EXCLUSIVE MODE")


def compare(alias: str, when: str) -> Difference:
    """What is in the database that serves and not in the other one."""
    lost = []
    for model in restored_models():
        here = set(model._base_manager.values_list("pk", flat=True))
        there = set(model._base_manager.using(alias).values_list("pk", flat=True))
        count = len(here - there)
        if count:
            meta = model._meta
            lost.append((str(meta.verbose_name if count == 1 else meta.verbose_name_plural), count))
    return Difference(when, tuple(lost))


@contextmanager
def brought_up_to_date(source: Path) -> Iterator[str]:
    """The backup as a database of this release's shape: a copy of the file, migrated; the file stays as it is."""
    check(source)
    with tempfile.TemporaryDirectory(prefix="henhouse-restore-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        rows.copy_file(source, copy)
        with rows.opened(copy) as alias:
            call_command("migrate", database=alias, interactive=False, verbosity=0)
            yield alias


def check(source: Path) -> None:
    """Raise Unusable unless the file is a whole backup that this release understands."""
    try:
        with source.open("rb") as file:
            start = file.read(16)
    except OSError as error:
        raise Unusable(_("{file} cannot be read: {why}").format(file=source, why=error.strerror)) from error
    if start != b"SQLite format 3\x00":
        raise Unusable(
            _("{file} is not a backup of Henhouse. Backups are made by: python manage.py backup FILE").format(
                file=source
            )
        )
    try:
        applied = look_into(source)
    except sqlite3.DatabaseError as error:
        raise Unusable(_("{file} is damaged ({why}). Take another backup.").format(file=source, why=error)) from error
    known = set(MigrationLoader(None).disk_migrations)
    newer = [name for name in applied if name[0] in {c.label for c in apps.get_app_configs()} and name not in known]
    if newer:
        raise Unusable(
            _("{file} was made by a newer release of Henhouse. Install that release, then restore.").format(file=source)
        )


def look_into(source: Path) -> list[tuple[str, str]]:
    """The migrations that a file says it has. Raises sqlite3.DatabaseError where it is damaged, else Unusable."""
    with rows.reading(source) as file:
        found = [row[0] for row in file.execute("PRAGMA integrity_check")]
        if found != ["ok"]:
            raise sqlite3.DatabaseError(found[0])
        tables = {row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"django_migrations", Tournament._meta.db_table} <= tables:
            raise Unusable(_("{file} is a database of another program.").format(file=source))
        return list(file.execute("SELECT app, name FROM django_migrations"))


def made_at(source: Path) -> str:
    """When the backup was made, in words for people."""
    try:
        with rows.reading(source) as file:
            (when,) = file.execute(f"SELECT made_at FROM {LABEL}").fetchone()  # noqa: S608 - our own table
    except sqlite3.OperationalError:
        return _("of unknown date")
    return f"{datetime.fromisoformat(when):%Y-%m-%d %H:%M:%S %Z}"

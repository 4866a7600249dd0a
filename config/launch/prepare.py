"""Before anything serves: a database of the right shape, the static files, the demo club, a way in."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse
from django.utils import timezone

from config import sqlite
from config.launch.wishes import CannotStart
from tournaments import backups, links
from tournaments.models import Club, User

COPIES_KEPT = 5


@dataclass(frozen=True, slots=True)
class Shape:
    """How the database stands to this release: what it lacks, and what only a newer release knows."""

    is_new: bool
    pending: int
    unknown: tuple[str, ...]


def shape_of_database() -> Shape:
    """Look at the database. Raises CannotStart where it cannot be reached."""
    try:
        executor = MigrationExecutor(connection)
        loader = executor.loader
        pending = len(executor.migration_plan(loader.graph.leaf_nodes()))
    except OperationalError as error:
        raise CannotStart(f"The database cannot be reached: {str(error).strip()}") from error
    except DatabaseError as error:
        raise CannotStart(
            f"The database in {connection.settings_dict['NAME']} cannot be read: {str(error).strip()}. "
            "Its copies are in the folder 'copies' beside it; python manage.py restore FILE brings one back."
        ) from error
    ours = {config.label for config in apps.get_app_configs()}
    applied = set(loader.applied_migrations or ())
    unknown = sorted(f"{app} {name}" for app, name in applied - set(loader.disk_migrations or ()) if app in ours)
    return Shape(is_new=not applied, pending=pending, unknown=tuple(unknown))


def journal_problem() -> str | None:
    """Why this database may not be used as it is; None where it may."""
    if connection.vendor != "sqlite":
        return None
    with connection.cursor() as cursor:
        journal = str(cursor.execute("PRAGMA journal_mode").fetchone()[0]).lower()
        synchronous = int(cursor.execute("PRAGMA synchronous").fetchone()[0])
    return sqlite.why_unsafe(journal=journal, synchronous=synchronous, version=sqlite.VERSION)


def prepare_database() -> str | None:
    """Bring the database to the shape of this release; a sentence on what was done, None where nothing was."""
    shape = shape_of_database()
    if shape.unknown:
        raise CannotStart(
            f"The database was made by a newer release of Henhouse (it knows {', '.join(shape.unknown[:3])}). "
            "Start that release again, or restore a backup that was made before it."
        )
    problem = journal_problem()
    if problem is not None:
        raise CannotStart(problem)
    if not shape.pending:
        return None
    copied = None
    if not shape.is_new and connection.vendor == "sqlite":
        copied = backups.copy_beside("before-update", keep=COPIES_KEPT)
    call_command("migrate", interactive=False, verbosity=0)
    if copied is None:
        return None
    return f"The database was brought to this release; as it was before, it is in {copied}"


def collect_static_files() -> None:
    """Collect the static files where they, or the release, have changed since the last time."""
    seen = [settings.RELEASE, str(settings.STORAGES["staticfiles"]["BACKEND"])]
    for finder in get_finders():
        for path, storage in finder.list([]):
            found = Path(storage.path(path)).stat()
            seen.append(f"{path} {found.st_size} {found.st_mtime_ns}")
    now = hashlib.sha256(json.dumps(sorted(seen)).encode()).hexdigest()
    mark = Path(settings.STATIC_ROOT) / ".collected"
    if mark.exists() and mark.read_text() == now:
        return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    mark.write_text(now)


def fill_demo(*, empty: bool) -> bool:
    """Fill a demo club, once: where nobody has made a club or signed in yet. Whether it was filled."""
    mark = settings.DATA_DIR / "demo-filled"
    if empty or mark.exists() or Club.objects.exists() or User.objects.exists():
        return False
    try:
        call_command("demo", verbosity=0)
    except CommandError as error:
        raise CannotStart(f"The demo club could not be filled: {error}. Start without it: make run EMPTY=1") from error
    mark.touch()
    return True


def way_in() -> str:
    """The path of a link that lets one person in, once, within 15 minutes."""
    return reverse("enter", args=[links.terminal_link(at=timezone.now())])

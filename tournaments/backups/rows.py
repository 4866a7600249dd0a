"""Moving rows as they are from one database to another, whatever kinds the two are."""

import itertools
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model

BATCH = 500
OPENED = itertools.count(1)
Row = tuple[Any, ...]


@contextmanager
def opened(path: Path) -> Iterator[str]:
    """A SQLite file as a further database of Django; gives its alias."""
    # nobody else has the file, and it is written to the disk for good when it gets its label
    options = {"init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;"}
    config = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": options}
    alias = f"backup-file-{next(OPENED)}"
    connections.settings[alias] = connections.configure_settings({DEFAULT_DB_ALIAS: config})[DEFAULT_DB_ALIAS]
    try:
        connections[alias].connect()
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]
        del connections.settings[alias]


def stored_models() -> list[type[Model]]:
    """Every model with a table, the tables between two models included."""
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def names(model: type[Model]) -> list[str]:
    """The names of a model's stored values, in the order of a row."""
    return [field.attname for field in model._meta.concrete_fields]


def read(model: type[Model], alias: str) -> Iterator[Row]:
    """All rows of a model, as Python values."""
    return model._base_manager.using(alias).order_by("pk").values_list(*names(model)).iterator(chunk_size=BATCH)


def write(model: type[Model], rows: Iterable[Row], alias: str) -> None:
    """Insert rows exactly as they are: no default, no time of now, no hook."""
    connection = connections[alias]
    fields = model._meta.concrete_fields
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})"  # noqa: S608 - names of our tables
    with connection.cursor() as cursor:
        for batch in in_batches(rows):
            prepared = [
                [field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)]
                for row in batch
            ]
            cursor.executemany(statement, prepared)


def in_batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows, some hundred at a time."""
    batch: list[Row] = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def empty(models: Sequence[type[Model]], alias: str) -> None:
    """Delete all rows of these tables; rules between tables are checked when the transaction ends."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        for model in models:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")  # noqa: S608


def go_on_counting(models: Sequence[type[Model]], alias: str) -> None:
    """Let the next id follow the highest one, where the database does not see to that itself."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


@contextmanager
def reading(file: Path) -> Iterator[sqlite3.Connection]:
    """A SQLite file, to be read only."""
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
    try:
        yield connection
    finally:
        connection.close()


def copy_file(source: Path, target: Path) -> None:
    """SQLite's backup call: a whole and consistent copy, also while others write."""
    copy = sqlite3.connect(target)
    try:
        with reading(source) as original:
            original.backup(copy)
    finally:
        copy.close()

"""Many rows of one model, given as values and written by one statement: for what bots hand in by the thousand.

Making and preparing a model for each row took longer than a good part of the play. What has to hold about a row is held
by the constraints of the database, as ever.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import DateTimeField, Field, Model, UUIDField


def insert(model: type[Model], fields: Sequence[str], rows: Iterable[Sequence[object]], *, by: str) -> dict[int, int]:
    """Write new rows, each with the values of these fields in order; all fields but the key have to be given.

    Returns their keys by the number that the field `by` holds in them.
    """
    columns = [_field(model, name) for name in fields]
    table, names = connection.ops.quote_name(model._meta.db_table), ", ".join(map(_name, columns))
    told = f"{_name(_field(model, by))}, {_name(_key(model))}"
    chosen = f"SELECT {names} FROM {_given(model, columns)}"  # noqa: S608 - here and below only names of ours
    return dict(_written(f"INSERT INTO {table} ({names}) {chosen} RETURNING {told}", columns, rows))


def update(model: type[Model], fields: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Change rows that are there: each has the key of its row first, and behind it the values of these fields."""
    key, changed = _key(model), [_field(model, name) for name in fields]
    table = connection.ops.quote_name(model._meta.db_table)
    to = ", ".join(f"{_name(one)} = given.{_name(one)}" for one in changed)
    key_of = f"{table}.{_name(key)}"
    which = f"FROM {_given(model, [key, *changed])} WHERE {key_of} = given.{_name(key)} RETURNING {key_of}"
    _written(f"UPDATE {table} SET {to} {which}", [key, *changed], rows)  # noqa: S608


def _given(model: type[Model], columns: Sequence["Field[Any, Any]"]) -> str:
    """The rows as a table named `given`: one text of JSON, which is taken apart faster than as many parameters."""
    if connection.vendor == "sqlite":
        values = ", ".join(f"json_extract(value, '$.{one.attname}') AS {_name(one)}" for one in columns)
        return f"(SELECT {values} FROM json_each(%s)) AS given"  # noqa: S608
    return f"json_populate_recordset(NULL::{connection.ops.quote_name(model._meta.db_table)}, %s::json) AS given"


def _written(statement: str, columns: Sequence["Field[Any, Any]"], rows: Iterable[Sequence[object]]) -> list[Any]:
    """Run a statement on rows; times and ids are given as the database keeps them, which SQLite does in its own way."""
    special = [one.attname for one in columns if isinstance(one, DateTimeField | UUIDField)]
    form = {one.attname: one for one in columns}
    names = [one.attname for one in columns]
    given = [dict(zip(names, row, strict=True)) for row in rows]
    for one in given:
        one.update({name: form[name].get_db_prep_save(one[name], connection) for name in special})
    with connection.cursor() as cursor:
        cursor.execute(statement, [json.dumps(given, default=str)])
        found: list[Any] = cursor.fetchall()
        return found


def _field(model: type[Model], name: str) -> "Field[Any, Any]":
    return next(field for field in model._meta.concrete_fields if field.name == name)


def _key(model: type[Model]) -> "Field[Any, Any]":
    return next(field for field in model._meta.concrete_fields if field.primary_key)


def _name(field: "Field[Any, Any]") -> str:
    return connection.ops.quote_name(field.column or field.attname)

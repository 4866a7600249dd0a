"""Where a name can stand beside the player's own row, and how it is replaced there."""

import re
from collections.abc import Sequence
from typing import Any

from django.db.models import Field, Model, QuerySet

from games.models import Report
from tournaments import names
from tournaments.models import Change, Club, LedgerLine, Player, RehearsalStep, Upload, Wish


def forget_names(club: Club, forgotten: Sequence[str], *, instead: str) -> None:
    """Replace the names in everything that people of this club wrote: reasons, notes, history, lists not accepted yet.

    A row of a staged list that holds all the words of a name, in whichever columns, is emptied.
    """
    pattern = _pattern(forgotten)
    in_club = {"entry__tournament__club": club}
    _replace(LedgerLine.objects.filter(**in_club), ("reason",), pattern, instead)
    reports = Report.objects.filter(game__table__round__tournament__club=club)
    _replace(reports, ("why", "although"), pattern, instead)
    _replace(Player.objects.filter(club=club), ("note",), pattern, instead)
    _replace(Wish.objects.filter(tournament__club=club), ("label", "note"), pattern, instead)
    _replace(Change.objects.filter(club=club), ("facts", "undo"), pattern, instead)
    _replace(RehearsalStep.objects.filter(rehearsal__tournament__club=club), ("said",), pattern, instead)
    _replace(Upload.objects.filter(tournament__club=club), ("source", "decisions"), pattern, instead)
    keys = [set(names.compare_key(name).split()) for name in forgotten]
    for upload in Upload.objects.filter(tournament__club=club):
        upload.grid = _without_rows(upload.grid, keys)
        upload.save(update_fields=["grid"])


def _pattern(forgotten: Sequence[str]) -> re.Pattern[str]:
    """Any of the names as whole words, the longest first, whatever the capitals and spaces."""
    longest_first = sorted(forgotten, key=lambda name: (-len(name), name))
    ways = "|".join(r"\s+".join(re.escape(word) for word in name.split()) for name in longest_first)
    return re.compile(rf"(?<!\w)(?:{ways})(?!\w)", re.IGNORECASE)


def _replace(rows: QuerySet[Any], fields: Sequence[str], pattern: re.Pattern[str], instead: str) -> None:
    for row in rows.only("pk", *fields).iterator():
        changed = [field for field in fields if _replace_in_field(row, field, pattern, instead)]
        if changed:
            row.save(update_fields=changed)


def _replace_in_field(row: Model, field: str, pattern: re.Pattern[str], instead: str) -> bool:
    before = getattr(row, field)
    after = _replaced(before, pattern, instead)
    if isinstance(after, str):
        column = row._meta.get_field(field)
        after = after[: column.max_length] if isinstance(column, Field) else after
    setattr(row, field, after)
    return bool(after != before)


def _replaced(value: Any, pattern: re.Pattern[str], instead: str) -> Any:
    """The JSON value with the names replaced in every text of it, however deep."""
    match value:
        case str():
            return pattern.sub(lambda _found: instead, value)
        case list():
            return [_replaced(item, pattern, instead) for item in value]
        case dict():
            return {_replaced(key, pattern, instead): _replaced(item, pattern, instead) for key, item in value.items()}
        case _:
            return value


def _without_rows(grid: Any, keys: Sequence[set[str]]) -> Any:
    """The grid of a staged list, of whatever shape, with the texts of each row that names somebody emptied.

    A row is an innermost list; what is no text in it (its number) stays.
    """
    if isinstance(grid, dict):
        return {key: _without_rows(value, keys) for key, value in grid.items()}
    if not isinstance(grid, list):
        return grid
    if any(isinstance(cell, list | dict) for cell in grid):
        return [_without_rows(item, keys) for item in grid]
    text = " ".join(cell.replace(",", " ") for cell in grid if isinstance(cell, str))
    words = set(names.compare_key(text).split())
    if not any(key and key <= words for key in keys):
        return grid
    return ["" if isinstance(cell, str) else cell for cell in grid]

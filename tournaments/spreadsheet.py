"""Files that a spreadsheet program opens right, and that can do no harm in it."""

import csv
import io
from collections.abc import Iterable, Sequence

STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""The byte-order mark, by which spreadsheet programs know UTF-8."""


def harmless(cell: object) -> object:
    """A cell that is shown as it is written: a text that begins like a formula gets an apostrophe before it.

    Numbers stay numbers, nothing becomes an empty cell.
    """
    if cell is None:
        return ""
    if isinstance(cell, str) and cell.lstrip(" ").startswith(STARTS_A_FORMULA):
        return f"'{cell}"
    return cell


def as_csv_for_spreadsheets(rows: Iterable[Sequence[object]]) -> bytes:
    """Rows as CSV: UTF-8 with a mark, commas, every line ended as spreadsheets like it."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([harmless(cell) for cell in row] for row in rows)
    return (MARK + text.getvalue()).encode()

"""CSV out: one form that a spreadsheet opens right, and one for machines."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

Cell = str | int

_BEGINS_A_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\r\n]")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")


def for_spreadsheets(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A download for people: UTF-8 with its mark, commas, CRLF; cells that begin like a formula are made harmless.

    Without the mark Excel takes the bytes for its own code page; a formula in a name would run on the reader's machine.
    """
    return _written(([harmless(cell) for cell in row] for row in _all(header, rows)), "\r\n").encode("utf-8-sig")


def for_machines(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """UTF-8 without a mark, commas, LF; every cell exactly as it is."""
    return _written(_all(header, rows), "\n").encode()


def harmless(cell: Cell) -> str:
    """A cell that no spreadsheet takes for a formula: an apostrophe before = + - @ tab and line ends.

    Plain numbers such as -5 stay numbers.
    """
    text = str(cell)
    return f"'{text}" if _BEGINS_A_FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def as_typed(cell: str) -> str:
    """Takes back what `harmless` did, for a file that comes in again."""
    return cell[1:] if cell.startswith("'") and harmless(cell[1:]) == cell else cell


def _all(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterable[Sequence[Cell]]:
    yield header
    yield from rows


def _written(rows: Iterable[Sequence[Cell]], line_end: str) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator=line_end).writerows(rows)
    return out.getvalue()

"""Rows out of an XLSX workbook: nothing is evaluated, nothing is fetched, nothing is unpacked beyond a bound."""

import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time

import openpyxl

from engine import N_, say
from tournaments.files.roster import kinds
from tournaments.files.roster.grid import MOST_COLUMNS
from tournaments.files.text import UnreadableFile

MOST_UNPACKED = 16 * 1024 * 1024
"""Bytes that a workbook may have when unpacked; 5,000 rows of 20 columns take a third of it."""
MOST_PARTS = 1000
LOWEST_ROW = 100_000
"""How far down a sheet is looked at, blank rows included; each of them costs time."""
_CHUNK = 64 * 1024
_CODECS = ("ascii", "utf-16-le", "utf-16-be")
_DECLARATIONS = re.compile(
    b"|".join(re.escape(word.encode(codec)) for word in ("<!DOCTYPE", "<!ENTITY") for codec in _CODECS), re.IGNORECASE
)


_DECLARES = say(
    "file.entities",
    N_("The workbook declares entities, which no spreadsheet does. Save the list as CSV (UTF-8)."),
)
_TOO_LARGE = say(
    "file.unpacks_too_large",
    N_("The workbook has more than {most} MB when unpacked. Save the sheet with the names alone, as CSV (UTF-8)."),
    most=MOST_UNPACKED // (1024 * 1024),
)
_TOO_LONG = say(
    "file.sheet_too_long",
    N_("The sheet goes on below row {lowest}. Copy the names into a new sheet and save that."),
    lowest=f"{LOWEST_ROW:,}",
)


def sheet_rows(data: bytes) -> tuple[str, tuple[tuple[int, tuple[str, ...]], ...]]:
    """Name and numbered rows of the first sheet with something in it, visible sheets first; ("", ()) if there is none.

    Raises `UnreadableFile` when the archive is no workbook, damaged, locked or too large when unpacked.
    """
    refusal = kinds.archive_refusal(data)
    if refusal is not None:
        raise UnreadableFile(refusal)
    try:
        check_parts(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns of styles and extensions that a list of names never needs
            return _first_sheet(data)
    except UnreadableFile:
        raise
    except Exception as error:  # zipfile and openpyxl name no set of errors; whatever it is, the file cannot be read
        raise UnreadableFile(kinds.DAMAGED) from error


def check_parts(data: bytes) -> None:
    """Unpacks every part once, counting, and throws it away. Raises `UnreadableFile` as soon as a bound is passed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise UnreadableFile(_TOO_LARGE)
        unpacked = 0
        for part in parts:
            if part.flag_bits & 1:
                raise UnreadableFile(kinds.LOCKED)
            for size in _unpack(archive, part):
                unpacked += size
                if unpacked > MOST_UNPACKED:
                    raise UnreadableFile(_TOO_LARGE)


def _unpack(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> Iterator[int]:
    before = b""
    with archive.open(part) as member:
        try:
            while piece := member.read(_CHUNK):
                if part.filename.lower().endswith((".xml", ".rels")) and _DECLARATIONS.search(before + piece):
                    raise UnreadableFile(_DECLARES)
                before = piece[-32:]
                yield len(piece)
        except zlib.error as error:
            raise UnreadableFile(kinds.DAMAGED) from error


def _first_sheet(data: bytes) -> tuple[str, tuple[tuple[int, tuple[str, ...]], ...]]:
    workbook = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        for sheet in sorted(workbook.worksheets, key=lambda sheet: sheet.sheet_state != "visible"):
            sheet.reset_dimensions()  # what a file declares may be a lie
            rows = tuple(_filled_rows(sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True)))
            if rows:
                return sheet.title, rows
        return "", ()
    finally:
        workbook.close()


def _filled_rows(values: Iterable[tuple[object, ...]]) -> Iterator[tuple[int, tuple[str, ...]]]:
    for number, row in enumerate(values, 1):
        if number > LOWEST_ROW:
            raise UnreadableFile(_TOO_LONG)
        if row.count(None) < len(row):
            cells = tuple(map(_text, row))
            if any(cells):
                yield number, cells


def _text(value: object) -> str:
    """A cell as text; whole numbers without a point, for they are numbers in a list."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    return str(value).strip()

"""From bytes or pasted text to a grid of cells."""

import re
from collections import Counter
from itertools import islice

from engine import N_, Sentence, say
from tournaments.files.roster import kinds
from tournaments.files.roster.columns import looks_like_name, names_columns
from tournaments.files.roster.grid import LARGEST_FILE, MOST_ROWS, Grid, GridRow, grid_row
from tournaments.files.roster.workbook import sheet_rows
from tournaments.files.text import DELIMITERS, UnreadableFile, decode, refuse_binary, split_cells

_SNIFFED_ROWS = 200
_BETWEEN = " ;,|"
"""Signs that make no cell: a row of nothing else is blank."""


def read_file(data: bytes) -> Grid:
    """The grid of an uploaded file: delimited text in any usual encoding, or an XLSX workbook.

    The kind is told from the content; what the file is called proves nothing. Raises `UnreadableFile`.
    """
    if len(data) > LARGEST_FILE:
        raise UnreadableFile(_too_large(len(data)))
    if not data:
        raise UnreadableFile(say("file.empty", N_("The file is empty.")))
    if kinds.is_zip(data):
        sheet, numbered = sheet_rows(data)
        return _bounded(Grid(tuple(row for n, cells in numbered if (row := grid_row(n, cells)).cells), sheet=sheet))
    refusal = kinds.refusal(data)
    if refusal is not None:
        raise UnreadableFile(refusal)
    decoded = decode(data)
    delimiter, rows = _rows(decoded.text)
    return _bounded(Grid(rows, encoding=decoded.encoding, delimiter=delimiter))


def read_pasted(text: str) -> Grid:
    """The grid of a pasted list: a name a line, cells copied out of a spreadsheet, or names in one line between commas.

    Raises `UnreadableFile`.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LARGEST_FILE:
        raise UnreadableFile(_too_large(size))
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    refuse_binary(plain)
    delimiter, rows = _rows(plain)
    if len(rows) == 1 and _is_list(rows[0].cells):
        return _bounded(Grid(tuple(GridRow(n, (cell,)) for n, cell in enumerate(rows[0].cells, 1) if cell)))
    return _bounded(Grid(rows, delimiter=delimiter))


def sniff_delimiter(text: str) -> str:
    """What stands between the cells of a text with line ends \\n; "" when each row is one cell.

    The delimiter that gives most rows the same number of cells wins. A comma followed by a space belongs to a name
    ("Finch, Amber") unless more than one word stands before it or a header names the columns.
    """
    best, best_share = "", 0.0
    for delimiter in DELIMITERS:
        rows = [row for row in islice(split_cells(text, delimiter), _SNIFFED_ROWS) if any(map(str.strip, row))]
        counts = Counter(len(row) for row in rows if len(row) > 1)
        if not counts or (delimiter == "," and _commas_of_names(text, rows)):
            continue
        share = round(max(counts.values()) / len(rows), 1)
        if share > best_share and (share >= 0.5 or any(names_columns(row) for row in rows)):
            best, best_share = delimiter, share
    return best


def _is_list(cells: tuple[str, ...]) -> bool:
    """Whether one line holds several people: all parts look like names, and are many or have two words each."""
    named = [cell for cell in cells if cell]
    several = len(named) > 2 or (len(named) == 2 and all(len(cell.split()) > 1 for cell in named))
    return several and all(map(looks_like_name, named)) and not names_columns(cells)


def _commas_of_names(text: str, rows: list[tuple[str, ...]]) -> bool:
    """Whether the commas of a text stand inside names: with a space, after one word, and no header says otherwise."""
    parted = [row for row in rows if len(row) > 1]
    if re.search(r",\S", text) or any(names_columns(row) for row in parted):
        return False
    pairs = [row for row in parted if len(row) == 2 and row[1].strip()]
    lone = [row for row in pairs if len(row[0].split()) == 1]
    return len(pairs) * 2 > len(parted) and len(lone) * 2 > len(pairs)


def _rows(text: str) -> tuple[str, tuple[GridRow, ...]]:
    told = re.match(r'"?sep=(.)"?\n', text, re.IGNORECASE)  # a line that Excel reads and does not show
    if told:
        delimiter, text = told[1], text[told.end() :]
    else:
        delimiter = sniff_delimiter(text)
    rows: list[GridRow] = []
    for number, cells in enumerate(split_cells(text, delimiter), 1):
        row = grid_row(number, cells)
        if any(cell.strip(_BETWEEN) for cell in row.cells):
            rows.append(row)
    return delimiter, tuple(rows)


def _bounded(grid: Grid) -> Grid:
    if not grid.rows:
        raise UnreadableFile(say("file.blank", N_("There is nothing in it but blank rows.")))
    if len(grid.rows) > MOST_ROWS:
        raise UnreadableFile(
            say(
                "file.too_many_rows",
                N_("It has {rows} rows; at most {most} are read at once. Split the list."),
                rows=f"{len(grid.rows):,}",
                most=f"{MOST_ROWS:,}",
            )
        )
    return grid


def _too_large(size: int) -> Sentence:
    return say(
        "file.too_large",
        N_("It has {size} MB; at most {most} MB are read. Save the names alone, without pictures and other sheets."),
        size=f"{size / (1024 * 1024):.1f}",
        most=LARGEST_FILE // (1024 * 1024),
    )

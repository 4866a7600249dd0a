"""What was in a file or a pasted list, before anybody says what it means: rows of text cells."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LARGEST_FILE = 2 * 1024 * 1024
"""Bytes that a roster may have."""
MOST_ROWS = 5000
"""Rows with something in them that a roster may have."""
MOST_COLUMNS = 100
"""Columns that are looked at; a roster has its names further left."""


@dataclass(frozen=True, slots=True)
class GridRow:
    """One row that is not blank, its cells without blanks around.

    `number` counts from 1 as a spreadsheet does, blank rows included.
    """

    number: int
    cells: tuple[str, ...]

    def cell(self, column: int) -> str:
        """The text in a column, counted from 0; rows may be of different length."""
        return self.cells[column] if column < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows with something in them, in order, and how they were read.

    `encoding` is empty for workbooks and pasted text; `delimiter` is empty for workbooks and where each row is one
    cell; `sheet` names the workbook's sheet, and is empty for text.
    """

    rows: tuple[GridRow, ...]
    encoding: str = ""
    delimiter: str = ""
    sheet: str = ""

    @property
    def width(self) -> int:
        """Number of columns."""
        return max((len(row.cells) for row in self.rows), default=0)

    def to_json(self) -> Mapping[str, Any]:
        """What a JSON column keeps of it until the upload is accepted."""
        return {
            "encoding": self.encoding,
            "delimiter": self.delimiter,
            "sheet": self.sheet,
            "rows": [[row.number, *row.cells] for row in self.rows],
        }

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> "Grid":
        """The grid that a JSON column kept. Raises ValueError, KeyError or TypeError when it is none."""
        rows = tuple(GridRow(int(number), tuple(map(str, cells))) for number, *cells in form["rows"])
        return cls(rows, str(form["encoding"]), str(form["delimiter"]), str(form["sheet"]))


def grid_row(number: int, cells: tuple[str, ...]) -> GridRow:
    """A row from raw cells: blanks around cells and empty cells at the end taken off."""
    kept = [cell.strip() for cell in cells[:MOST_COLUMNS]]
    while kept and not kept[-1]:
        kept.pop()
    return GridRow(number, tuple(kept))

"""Which cells of a grid are names: a guess that is shown, and the reading of any layout that a person chooses."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import N_, Sentence, say
from tournaments.files.roster.grid import Grid, GridRow
from tournaments.files.roster.header_words import Heading, heading_of, is_tick, is_total
from tournaments.files.spreadsheet import as_typed
from tournaments.names import LONGEST_NAME, compare_key, tidy

_HEADER_WITHIN = 50
_LOOKED_AT = 500


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the names are.

    `header_row` is the number of the row with the headings, None when there is none; names stand below it.
    `name_columns` (from 0) hold the name: one column, or several whose cells are joined in this order, as first name
    and last name. `turn_around` makes "Last, First" into "First Last". `every_row` also reads the rows that look like
    titles and totals.
    """

    header_row: int | None
    name_columns: tuple[int, ...]
    turn_around: bool = False
    every_row: bool = False

    def to_json(self) -> Mapping[str, Any]:
        """What a JSON column keeps of it."""
        return {
            "header_row": self.header_row,
            "name_columns": list(self.name_columns),
            "turn_around": self.turn_around,
            "every_row": self.every_row,
        }

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> "Layout":
        """The layout that a JSON column kept. Raises ValueError, KeyError or TypeError when it is none."""
        header = form["header_row"]
        columns = tuple(int(column) for column in form["name_columns"])
        if not columns or min(columns) < 0:
            raise ValueError(form)
        return cls(None if header is None else int(header), columns, bool(form["turn_around"]), bool(form["every_row"]))


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A row that is meant to be a person; `name` is tidied, and empty where the name cell is."""

    row_number: int
    name: str


@dataclass(frozen=True, slots=True)
class SkippedRow:
    """A row that is nobody: its text, and why it was passed over."""

    row_number: int
    text: str
    sentence: Sentence


def guess(grid: Grid) -> Layout:
    """The layout that a grid most likely has. Total: every grid gets one."""
    header = _header(grid)
    if header is not None:
        body = tuple(row for row in grid.rows if row.number > header.number)
        columns = _columns_by_heading(header.cells, body)
        return Layout(header.number, columns or _columns_by_content(body, grid.width))
    return Layout(None, _columns_by_content(grid.rows, grid.width))


def rows(grid: Grid, layout: Layout) -> tuple[RosterRow, ...]:
    """The people of a grid under a layout, in the order of the file."""
    return tuple(row for row in _read(grid, layout) if isinstance(row, RosterRow))


def skipped(grid: Grid, layout: Layout) -> tuple[SkippedRow, ...]:
    """The rows that `rows` passes over, so that nothing is left out unseen: titles, headings, totals, bare numbers."""
    return tuple(row for row in _read(grid, layout) if isinstance(row, SkippedRow))


def names_columns(cells: tuple[str, ...]) -> bool:
    """Whether a row is a header that says where the names are."""
    headings = {heading_of(cell) for cell in cells}
    return bool(headings & {Heading.NAME, Heading.FIRST, Heading.LAST})


def looks_like_name(cell: str) -> bool:
    """Whether a cell could be a person: letters, and neither a number, an e-mail address, a tick nor a sentence."""
    if not cell or len(cell) > LONGEST_NAME or "@" in cell or is_tick(cell):
        return False
    letters = sum(1 for sign in cell if sign.isalpha())
    digits = sum(1 for sign in cell if sign.isdigit())
    return letters >= 2 and digits * 4 <= letters


# --- guessing


def _header(grid: Grid) -> GridRow | None:
    """The first of the rows that have most headings, if it says where names are or has headings in all its cells."""
    best, most = None, 0
    for row in grid.rows[:_HEADER_WITHIN]:
        known = [heading for cell in row.cells if cell and (heading := heading_of(cell)) is not None]
        filled = sum(1 for cell in row.cells if cell)
        sure = names_columns(row.cells) and len(known) * 3 >= filled
        if len(known) > most and (sure or (len(known) == filled > 1)):
            best, most = row, len(known)
    return best


def _columns_by_heading(cells: tuple[str, ...], body: tuple[GridRow, ...]) -> tuple[int, ...]:
    found: dict[Heading, list[int]] = {heading: [] for heading in Heading}
    for column, cell in enumerate(cells):
        heading = heading_of(cell) if cell else None
        if heading is not None and (not body or _score(body, column) > 0):
            found[heading].append(column)
    names, first, last = found[Heading.NAME], found[Heading.FIRST], found[Heading.LAST]
    if names and not (first or last):
        return (max(names, key=lambda column: (_score(body, column), -column)),)
    if first and last:
        return (first[0], last[0])
    if first and names:  # "Vorname, Name" and "Prénom, Nom": the name is the last name
        return (first[0], names[0])
    if last and names:  # "Nombre, Apellidos": the name is the first name
        return (names[0], last[0])
    return tuple((first or last)[:1])


def _columns_by_content(body: tuple[GridRow, ...], width: int) -> tuple[int, ...]:
    scores = {column: _score(body, column) for column in range(width)}
    best = max(scores, key=lambda column: (round(scores[column], 2), -column), default=0)
    after = best + 1
    if _single_words(body, best) and _single_words(body, after) and _distinct(body, after) > 0.6:
        return (best, after)
    return (best,)


def _cells(body: tuple[GridRow, ...], column: int) -> list[str]:
    return [cell for row in body[:_LOOKED_AT] if (cell := row.cell(column))]


def _score(body: tuple[GridRow, ...], column: int) -> float:
    """How much a column looks like names, 0 to 3: name-like cells, different from each other, of more than one word."""
    named = [cell for cell in _cells(body, column) if looks_like_name(cell)]
    if not named:
        return 0.0
    share = len(named) / min(len(body), _LOOKED_AT)
    several_words = sum(1 for cell in named if len(cell.split()) > 1) / len(named)
    return share * (1 + _distinct(body, column) + several_words)


def _distinct(body: tuple[GridRow, ...], column: int) -> float:
    cells = _cells(body, column)
    return len(set(map(compare_key, cells))) / len(cells) if cells else 0.0


def _single_words(body: tuple[GridRow, ...], column: int) -> bool:
    """Whether most rows have one name-like word in a column."""
    words = Counter(len(cell.split()) for cell in _cells(body, column) if looks_like_name(cell))
    return words[1] * 3 > 2 * min(len(body), _LOOKED_AT)


# --- reading


def _read(grid: Grid, layout: Layout) -> list[RosterRow | SkippedRow]:
    read: list[RosterRow | SkippedRow] = []
    start = _start(grid, layout)
    for row in grid.rows:
        why = _before_list(row, layout, start) or _nobody(row, layout)
        if why is None:
            read.append(RosterRow(row.number, _name(row, layout)))
        else:
            read.append(SkippedRow(row.number, " · ".join(cell for cell in row.cells if cell), why))
    return read


def _start(grid: Grid, layout: Layout) -> int:
    """The number of the first row that can be a person."""
    if layout.header_row is not None:
        return layout.header_row + 1
    if layout.every_row or not grid.rows:
        return 1
    named = [row for row in grid.rows if _name(row, layout)] or list(grid.rows)
    first, *others = named
    apart = bool(others) and others[0].number > first.number + 1
    dense = len(others) > 1 and others[-1].number - others[0].number < 2 * (len(others) - 1)
    titled = re.search(r"\d|:$", _name(first, layout)) is not None
    return others[0].number if apart and dense and titled else first.number


def _before_list(row: GridRow, layout: Layout, start: int) -> Sentence | None:
    if row.number == layout.header_row:
        return say("roster.header", N_("These are the headings."))
    if row.number < start:
        return say("roster.title", N_("It stands above the list."))
    return None


def _nobody(row: GridRow, layout: Layout) -> Sentence | None:
    """Why a row within or below the list is nobody, or None if it is somebody."""
    if layout.every_row:
        return None
    name = _name(row, layout)
    others = [cell for cell in row.cells if cell]
    worded = any(sign.isalpha() for sign in name)
    if is_total(name) or (not worded and any(map(is_total, others))):
        return say("roster.total", N_("It is a total."))
    if not name and not any(looks_like_name(cell) or "@" in cell for cell in others):
        return say("roster.no_name", N_("It holds numbers and ticks, and no name."))
    return None


def _name(row: GridRow, layout: Layout) -> str:
    cells = [_plain(row.cell(column)) for column in layout.name_columns]
    name = tidy(" ".join(cell for cell in cells if cell))
    if layout.turn_around and name.count(",") == 1:
        last, first = (part.strip() for part in name.split(","))
        name = tidy(f"{first} {last}")
    return name


def _plain(cell: str) -> str:
    """A name cell without the list mark before it ("1. ", "- ") and the address behind it ("<amber@…>")."""
    unmarked = re.sub(r"^(\d{1,4}[.)]|[-–*•·])\s+", "", as_typed(cell))
    return re.sub(r"<[^<>\s]{1,100}@[^<>\s]{1,100}>", "", unmarked)

"""A sheet with headings, line by line: cells by the name of their column, and every fault with its file and line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine import N_, Sentence, say
from tournaments.files.text import DELIMITERS, UnreadableFile, decode, split_cells

LARGEST_SHEET = 2 * 1024 * 1024
"""Bytes that a sheet may have: hundreds of tables, many rounds."""


@dataclass(frozen=True, slots=True)
class SheetFile:
    """A file as it came; `name` is what faults call it."""

    name: str
    data: bytes


def in_file(file: str, line: int, words: Sentence | str) -> Sentence:
    """Words about a line of a file: "seating.csv, line 4: …"; without the line where they are about the whole file."""
    if not line:
        return say("sheet.in_file", N_("{file}: {words}"), file=file, words=words)
    return say("sheet.in_line", N_("{file}, line {line}: {words}"), file=file, line=line, words=words)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a line (from 1) of a file; line 0 is the file as a whole."""

    file: str
    line: int
    sentence: Sentence

    @property
    def in_file(self) -> Sentence:
        """The sentence with its file and line in front."""
        return in_file(self.file, self.line, self.sentence)


@dataclass(slots=True)
class Faults:
    """Collects what is wrong in one file."""

    file: str
    found: list[Fault] = field(default_factory=list)

    def add(self, line: int, sentence: Sentence) -> None:
        self.found.append(Fault(self.file, line, sentence))


@dataclass(frozen=True, slots=True)
class Line:
    """The cells of one line by column, without blanks around; `readable` reads numbers out of them."""

    number: int
    cells: Mapping[str, str]

    def count(self, column: str, faults: Faults, most: int) -> int | None:
        """A number from 1 to `most`; a fault and None where there is none."""
        cell = self.cells[column]
        if cell.isascii() and cell.isdigit() and 1 <= int(cell[:9]) <= most:
            return int(cell)
        faults.add(
            self.number,
            say(
                "sheet.no_count",
                N_("“{cell}” under {column} is no number from 1 to {most}."),
                cell=cell[:40],
                column=column,
                most=most,
            ),
        )
        return None

    def whole(self, column: str, faults: Faults) -> int | None:
        """A whole number, perhaps negative; a fault and None where there is none."""
        cell = self.cells[column].replace("−", "-")
        digits = cell.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) < 7:
            return int(cell)
        faults.add(
            self.number,
            say("sheet.no_number", N_("“{cell}” under {column} is no whole number."), cell=cell[:40], column=column),
        )
        return None


def sheet_lines(file: SheetFile, columns: Sequence[str], faults: Faults) -> tuple[Line, ...]:
    """The lines below the headings that are not blank. Whatever is wrong with the file itself goes to `faults`.

    Columns may stand in any order and beside others; all of `columns` must be there.
    """
    if len(file.data) > LARGEST_SHEET:
        faults.add(0, say("sheet.too_large", N_("It has more than {most} MB."), most=LARGEST_SHEET // (1024 * 1024)))
        return ()
    try:
        text = decode(file.data).text
    except UnreadableFile as unreadable:
        faults.add(0, unreadable.sentence)
        return ()
    rows = _best_rows(text, columns)
    number, headings = next(rows, (1, ()))
    headings = tuple(heading.lower() for heading in headings)
    twice = sorted({heading for heading in headings if heading and headings.count(heading) > 1})
    if twice:
        sentence = N_("The heading {columns} stands there twice.")
        faults.add(number, say("sheet.column_twice", sentence, columns=", ".join(twice)))
        return ()
    missing = [column for column in columns if column not in headings]
    if missing:
        faults.add(
            number,
            say(
                "sheet.no_column",
                N_("There is no column {columns}. The first line names the columns: {all}."),
                columns=", ".join(missing),
                all=",".join(columns),
            ),
        )
        return ()
    return tuple(_lines(rows, headings, faults))


def _lines(rows: Iterator[tuple[int, tuple[str, ...]]], headings: tuple[str, ...], faults: Faults) -> Iterator[Line]:
    for number, cells in rows:
        if any(cells[len(headings) :]):
            sentence = N_("It has {cells} cells, more than there are headings. A name with a comma needs quotes.")
            faults.add(number, say("sheet.too_many_cells", sentence, cells=len(cells)))
        filled = (*cells, *("" for _ in headings[len(cells) :]))
        yield Line(number, dict(zip(headings, filled, strict=False)))


def _best_rows(text: str, columns: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Rows that are not blank, with the numbers of their first lines, split by what divides the headings best."""

    def known(delimiter: str) -> int:
        _number, headings = next(_numbered(text, delimiter), (1, ()))
        return sum(1 for heading in headings if heading.lower() in columns)

    return _numbered(text, max(reversed(DELIMITERS), key=known))


def _numbered(text: str, delimiter: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    number = 1
    for cells in split_cells(text, delimiter):
        if any(map(str.strip, cells)):
            yield number, tuple(map(str.strip, cells))
        number += 1 + sum(cell.count("\n") for cell in cells)

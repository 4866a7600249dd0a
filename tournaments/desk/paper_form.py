"""A seating as it is typed from paper: one cell for each seat, read back into entries; nothing typed is lost."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

import engine
from tournaments.desk.forms import number_in
from tournaments.models import Entry
from tournaments.names import compare_key

MORE_TABLES = 2
"""Tables that one press of "more tables" adds."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat of the form: what is typed in it, and what is wrong with that."""

    table: int
    place: int
    text: str = ""
    error: str = ""

    @property
    def name(self) -> str:
        """The name of its field."""
        return cell_name(self.table, self.place)


@dataclass(frozen=True, slots=True)
class Paper:
    """The whole form: tables in order, each with the same number of seats; `rest_sits_out` as ticked."""

    tables: tuple[tuple[Cell, ...], ...]
    rest_sits_out: bool = False

    @property
    def wrong(self) -> list[Cell]:
        """The cells that something is wrong with."""
        return [cell for table in self.tables for cell in table if cell.error]


def cell_name(table: int, place: int) -> str:
    """The name of the field for a seat."""
    return f"t{table}s{place}"


class Entered:
    """The entries of a tournament as people call them: by name, or by number where two have the same name."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = tuple(entries)
        self._by_number = {str(entry.number): entry for entry in entries}
        self._by_name: dict[str, list[Entry]] = {}
        for entry in entries:
            self._by_name.setdefault(compare_key(entry.player.name), []).append(entry)

    @property
    def to_seat(self) -> tuple[Entry, ...]:
        """Who has to have a place: people, and bots only where nobody else is entered."""
        people = tuple(entry for entry in self.entries if not entry.player.bot)
        return people or self.entries

    def label(self, entry: Entry) -> str:
        """What to type for this entry: its name, with the number where somebody else is called the same."""
        alike = self._by_name[compare_key(entry.player.name)]
        return entry.player.name if len(alike) == 1 else f"{entry.player.name} ({entry.number})"

    def find(self, text: str) -> tuple[Entry | None, str]:
        """The entry that is meant, or None and the sentence that says why not."""
        text = text.strip()
        name, _bracket, number = text.removesuffix(")").rpartition(" (")
        if name and number in self._by_number:
            return self._by_number[number], ""
        if text in self._by_number:
            return self._by_number[text], ""
        found = self._by_name.get(compare_key(text), [])
        if len(found) == 1:
            return found[0], ""
        if found:
            numbers = ", ".join(str(entry.number) for entry in found)
            return None, _("Several people are called {name}: type one of the numbers {numbers}.").format(
                name=text, numbers=numbers
            )
        return None, self._unknown(text)

    def _unknown(self, text: str) -> str:
        near = difflib.get_close_matches(compare_key(text), self._by_name, n=1)
        if near:
            meant = self._by_name[near[0]][0].player.name
            return _("Nobody entered is called “{name}”. Is it {meant}?").format(name=text, meant=meant)
        return _("Nobody entered is called “{name}”.").format(name=text)


def blank_paper(tables: int, seats: int, filled: Mapping[tuple[int, int], str]) -> Paper:
    """A form of at least so many tables and seats, with names by (table, seat) filled in."""
    tables = max([tables, *(table for table, _place in filled)])
    seats = max([seats, *(place for _table, place in filled)])
    return Paper(
        tuple(
            tuple(Cell(table, place, filled.get((table, place), "")) for place in range(1, seats + 1))
            for table in range(1, tables + 1)
        )
    )


def typed_paper(sent: Mapping[str, str], seats: int, most_tables: int) -> Paper:
    """The form as it was sent."""
    tables = min(number_in(sent.get("tables", "")) or 1, most_tables)
    seats = max(seats, min(number_in(sent.get("seats", "")), engine.MOST_PLAYERS))
    return Paper(
        tuple(
            tuple(Cell(table, place, sent.get(cell_name(table, place), "").strip()) for place in range(1, seats + 1))
            for table in range(1, tables + 1)
        ),
        rest_sits_out="rest" in sent,
    )


def with_more_tables(paper: Paper) -> Paper:
    """The form with empty tables at its end."""
    row = len(paper.tables)
    extra = [
        tuple(Cell(table, cell.place) for cell in paper.tables[0]) for table in range(row + 1, row + MORE_TABLES + 1)
    ]
    return replace(paper, tables=(*paper.tables, *extra))


def with_one_more_seat(paper: Paper) -> Paper:
    """The form with an empty seat at the end of every table, as long as any game has room for it."""
    place = len(paper.tables[0]) + 1
    if place > engine.MOST_PLAYERS:
        return paper
    return replace(paper, tables=tuple((*row, Cell(row[0].table, place)) for row in paper.tables))


def read(paper: Paper, entered: Entered) -> tuple[Paper, list[list[Entry]]]:
    """The form with what is wrong in it, and the entries table by table; empty tables at the end are left out."""
    seen: dict[int, Cell] = {}
    tables: list[list[Entry]] = []
    marked: list[tuple[Cell, ...]] = []
    for row in paper.tables:
        cells, entries = _read_row(row, entered, seen)
        marked.append(cells)
        tables.append(entries)
    while tables and not tables[-1]:
        tables.pop()
    return replace(paper, tables=tuple(marked)), tables


def _read_row(row: Iterable[Cell], entered: Entered, seen: dict[int, Cell]) -> tuple[tuple[Cell, ...], list[Entry]]:
    cells: list[Cell] = []
    entries: list[Entry] = []
    for cell in row:
        entry, error = entered.find(cell.text) if cell.text else (None, "")
        if entry is not None and entry.pk in seen:
            first = seen[entry.pk]
            error = _("{name} sits at table {table}, seat {place} already.").format(
                name=entry.player, table=first.table, place=first.place
            )
        elif entry is not None:
            seen[entry.pk] = cell
            entries.append(entry)
        cells.append(replace(cell, error=error))
    return tuple(cells), entries

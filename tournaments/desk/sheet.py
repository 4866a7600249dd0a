"""The form of one table's sheet: hands as rows, seats as columns, or totals only. Nothing typed is lost."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

import engine
from games.models import Hand, Report, Score
from games.reports import Current, Handed, Line
from tournaments.models import Seat
from tournaments.queries.tables import TableState
from tournaments.results import lines_for, void_lines

MISSED = frozenset({"a", "-", "–"})
"""What is typed for somebody who was at the table and did not play the hand."""
TYPED_ENDINGS = ("blocked", "stopped", "void")
"""How a hand is said to have ended; out is what its points say by themselves."""
TOTALS = ("points", "hands", "zeros", "lowest_other")
"""What a sheet with totals only has for each seat."""
LARGEST = 99_999
"""No sheet has larger numbers; the database could not hold any size."""

Data = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Cell:
    """One field: its name in the form, what stands in it, and what is wrong with it."""

    name: str
    value: str
    seat: Seat
    state: str = ""
    """Why there is nothing to type: "absent" before somebody came, "left" after they went."""
    error: str = ""


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand of the sheet."""

    hand: Hand
    cells: tuple[Cell, ...]
    ended: str
    out_place: str
    based_on: int
    current: Current | None

    @property
    def number(self) -> int:
        return self.hand.number

    @property
    def asks_who_went_out(self) -> bool:
        """Whether two zeros leave open who of them went out."""
        return self.ended == "" and len(self.zeros) > 1

    @property
    def zeros(self) -> list[Cell]:
        return [cell for cell in self.cells if _whole(cell.value) == 0]


@dataclass(frozen=True, slots=True)
class TotalRow:
    """One seat's line of a sheet with totals only."""

    seat: Seat
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet as it stands on the page."""

    state: TableState
    key: str
    rows: tuple[HandRow, ...] = ()
    totals: tuple[TotalRow, ...] = ()
    totals_based_on: int = 0
    sheet_cells: tuple[Cell, ...] = ()
    why: str = ""
    although: str = ""
    errors: tuple[str, ...] = ()

    @property
    def is_correction(self) -> bool:
        """Whether something of this table is stored already."""
        return bool(self.state.reports)

    @property
    def first_empty(self) -> str:
        """The name of the first cell with nothing in it; empty where every hand is typed."""
        cells = (cell for row in self.rows if row.ended != Report.Ended.VOID for cell in row.cells)
        return next((cell.name for cell in cells if not cell.value and not cell.state), "")

    @property
    def sums(self) -> list[tuple[Seat, str]]:
        """What the hands typed so far add up to, seat by seat; nothing where nothing is typed, for 0 is a result."""
        cells = [(cell.seat, _whole(cell.value)) for row in self.rows for cell in row.cells]
        points = [
            (seat, [number for at, number in cells if at == seat and number is not None]) for seat in self.state.seats
        ]
        return [(seat, str(sum(numbers)) if numbers else "") for seat, numbers in points]


def sheet_of(state: TableState) -> Sheet:
    """The sheet with what is stored."""
    rows = tuple(_stored_row(state, hand) for hand in state.hands)
    empty = tuple(Cell(f"sheet-{seat.place}", "", seat) for seat in state.seats)
    now = state.reports.get(None)
    return Sheet(
        state,
        str(uuid.uuid4()),
        rows,
        tuple(_total_row(seat, _stored_totals(now, seat)) for seat in state.seats),
        now.report.revision if now else 0,
        empty,
    )


def read_hands(state: TableState, data: Data) -> tuple[Sheet, list[Handed], dict[int, int]]:
    """What was typed into the grid: the sheet to show again, the hands it holds, and the totals of the paper by place.

    A hand with nothing typed is not handed in. `Sheet.errors` says what cannot be read; nothing is guessed.
    """
    rows, handed, errors = [], [], []
    for hand in state.hands:
        row = _typed_row(state, hand, data)
        row, one, wrong = _read_row(state, row)
        rows.append(row)
        errors += wrong
        if one is not None:
            handed.append(one)
    cells, totals, wrong = _read_sheet_totals(state, data)
    sheet = replace(_sent(state, data), rows=tuple(rows), sheet_cells=cells, errors=tuple(errors + wrong))
    although = sheet.although.strip()
    return sheet, [replace(one, although=although) for one in handed], totals


def read_totals(state: TableState, data: Data) -> tuple[Sheet, list[Handed]]:
    """What was typed as totals only: the sheet to show again, and the report of the whole game."""
    negative = {"points"} if _has_tiles(state) else {"points", "lowest_other"}
    rows, lines, errors = [], [], []
    for seat in state.seats:
        row = _total_row(seat, {name: data.get(f"{name}-{seat.place}", "") for name in TOTALS})
        numbers: dict[str, int | None] = {}
        cells = []
        for name, cell in zip(TOTALS, row.cells, strict=True):
            missed = name == "points" and cell.value.lower() in MISSED
            number, wrong = (None, "") if missed else _number(cell.value, negative=name in negative)
            if name == "points" and not cell.value.strip():
                wrong = _("Type the points.")
            numbers[name] = number
            cells.append(replace(cell, error=wrong))
            if wrong:
                errors.append(f"{seat.player}: {wrong}")
        rows.append(TotalRow(seat, tuple(cells)))
        lines.append(_total_line(seat, row, numbers))
    sheet = replace(_sent(state, data), totals=tuple(rows), errors=tuple(errors))
    based_on = revision_in(data.get("rev-totals"))
    handed = Handed(None, Report.Ended.NOT_SAID, tuple(lines), based_on, although=sheet.although.strip())
    return replace(sheet, totals_based_on=based_on), [handed]


def rebased(sheet: Sheet, hand: int | None, revision: int) -> Sheet:
    """The sheet after its typist has seen another version of a hand: sending it again corrects that version.

    That is another sending, so it has another key.
    """
    sheet = replace(sheet, key=str(uuid.uuid4()))
    if hand is None:
        return replace(sheet, totals_based_on=revision)
    rows = tuple(replace(row, based_on=revision) if row.number == hand else row for row in sheet.rows)
    return replace(sheet, rows=rows)


def _sent(state: TableState, data: Data) -> Sheet:
    return replace(
        sheet_of(state),
        key=sending_key(data.get("key", "")),
        why=data.get("why", ""),
        although=data.get("although", ""),
    )


def _stored_row(state: TableState, hand: Hand) -> HandRow:
    now = state.reports.get(hand.number)
    lines = {line.place: line for line in now.lines} if now else {}
    cells = tuple(_cell(hand.number, seat, _shown(lines.get(seat.place or 0))) for seat in state.seats)
    ended = now.report.ended if now and now.report.ended in TYPED_ENDINGS else ""
    out = str(now.report.out_place or "") if now else ""
    return HandRow(hand, cells, ended, out, now.report.revision if now else 0, now)


def _typed_row(state: TableState, hand: Hand, data: Data) -> HandRow:
    cells = tuple(
        _cell(hand.number, seat, data.get(f"h{hand.number}s{seat.place}", "").strip()) for seat in state.seats
    )
    return HandRow(
        hand,
        cells,
        data.get(f"ended-{hand.number}", ""),
        data.get(f"out-{hand.number}", ""),
        revision_in(data.get(f"rev-{hand.number}")),
        state.reports.get(hand.number),
    )


def _cell(hand: int, seat: Seat, value: str) -> Cell:
    name = f"h{hand}s{seat.place}"
    if hand < seat.first_hand:
        return Cell(name, "", seat, state="absent")
    if not seat.is_there_for(hand):
        return Cell(name, "", seat, state="left")
    return Cell(name, value, seat)


def _shown(line: Line | None) -> str:
    if line is None or line.state in {Score.State.VOID, Score.State.LEFT}:
        return ""
    return "a" if line.points is None else str(line.points)


def _read_row(state: TableState, row: HandRow) -> tuple[HandRow, Handed | None, list[str]]:
    """One hand: the row with its errors, what is handed in (None: nothing typed), and the errors as sentences."""
    if _is_untouched(state, row):
        return row, None, []
    open_cells = [cell for cell in row.cells if not cell.state]
    if row.ended == Report.Ended.VOID:
        return row, Handed(row.number, Report.Ended.VOID, void_lines(state), row.based_on), []
    if not any(cell.value for cell in open_cells):
        emptied = _("Hand {hand} is saved already and now empty. Type it again, or say that it is void.")
        return row, None, [emptied.format(hand=row.number)] if row.current else []
    points: dict[int, int | None] = {}
    cells, errors = [], []
    for cell in row.cells:
        number, wrong = (None, "") if cell.state else _points(cell.value)
        cells.append(replace(cell, error=wrong))
        points[cell.seat.place or 0] = number
        if wrong:
            where = _("Hand {hand}, {name}").format(hand=row.number, name=cell.seat.player)
            errors.append(f"{where}: {wrong}")
    row = replace(row, cells=tuple(cells))
    if errors:
        return row, None, errors
    lines = lines_for(state, row.number, points)
    on_zero = {str(cell.seat.place): cell.seat.place for cell in row.zeros}
    out = on_zero.get(row.out_place) if row.asks_who_went_out else None
    return row, Handed(row.number, _ending(state, row), lines, row.based_on, out_place=out), []


def _is_untouched(state: TableState, row: HandRow) -> bool:
    """Whether a stored hand stands there as it was shown: it is not handed in again, whoever came or left since."""
    shown = _stored_row(state, row.hand)
    return (
        row.current is not None
        and not state.by_totals
        and (row.based_on, row.ended) == (shown.based_on, shown.ended)
        and (row.out_place == shown.out_place or not shown.asks_who_went_out)
        and [cell.value for cell in row.cells] == [cell.value for cell in shown.cells]
    )


def _ending(state: TableState, row: HandRow) -> Report.Ended:
    """How the hand ended: as it was said; otherwise somebody went out. Other games have no endings."""
    if row.ended in TYPED_ENDINGS:
        return Report.Ended(row.ended)
    return Report.Ended.OUT if _has_tiles(state) else Report.Ended.NOT_SAID


def _has_tiles(state: TableState) -> bool:
    return state.table.game is not None and engine.read_rules(state.table.game.rules).has_tiles


def _points(value: str) -> tuple[int | None, str]:
    if not value:
        return None, _("Type the points, or a if they missed this hand.")
    if value.lower() in MISSED:
        return None, ""
    return _number(value, negative=True)


def _number(value: str, *, negative: bool) -> tuple[int | None, str]:
    value = value.strip()
    if not value:
        return None, ""
    number = _whole(value)
    if number is None:
        return None, _("“{value}” is not a whole number.").format(value=value)
    if abs(number) > LARGEST or (number < 0 and not negative):
        return None, _("{value} cannot be. Look at this number again.").format(value=value)
    return number, ""


def _whole(value: str) -> int | None:
    """The whole number that is typed, with either minus and in any digits; None where it is none."""
    typed = value.strip().replace("−", "-")
    digits = typed.removeprefix("-")
    return int(typed) if digits.isdecimal() and len(digits) <= 9 else None


def _read_sheet_totals(state: TableState, data: Data) -> tuple[tuple[Cell, ...], dict[int, int], list[str]]:
    cells, totals, errors = [], {}, []
    for seat in state.seats:
        cell = Cell(f"sheet-{seat.place}", data.get(f"sheet-{seat.place}", "").strip(), seat)
        number, wrong = _number(cell.value, negative=True)
        if number is not None and seat.place:
            totals[seat.place] = number
        if wrong:
            errors.append(_("Total on the sheet, {name}: {wrong}").format(name=seat.player, wrong=wrong))
        cells.append(replace(cell, error=wrong))
    return tuple(cells), totals, errors


def _total_row(seat: Seat, values: Mapping[str, str]) -> TotalRow:
    return TotalRow(seat, tuple(Cell(f"{name}-{seat.place}", values.get(name, "").strip(), seat) for name in TOTALS))


def _stored_totals(now: Current | None, seat: Seat) -> dict[str, str]:
    line = next((line for line in now.lines if line.place == seat.place), None) if now else None
    if line is None:
        return {}
    values = {name: getattr(line, name) for name in TOTALS}
    return {name: "" if value is None else str(value) for name, value in values.items()}


def _total_line(seat: Seat, row: TotalRow, numbers: Mapping[str, int | None]) -> Line:
    if row.cells[0].value.lower() in MISSED:
        return Line(seat.place or 0, Score.State.ABSENT, None)
    return Line(
        seat.place or 0,
        Score.State.PLAYED,
        numbers["points"],
        numbers["hands"],
        numbers["zeros"],
        numbers["lowest_other"],
    )


def revision_in(value: str | None) -> int:
    """The revision that a form is based on; 0 where it does not say."""
    return int(value) if value and value.isdecimal() and len(value) < 6 else 0


def sending_key(value: str) -> str:
    """The key of a sending as the form has it; another one where it is none."""
    try:
        return str(uuid.UUID(value))
    except ValueError:
        return str(uuid.uuid4())

"""A seating and the results of its hands as two CSV files: read into values, checked, all faults told at once.

    round,table,seat,name
    round,table,hand,centre,starter_seat,ended,out_seat,seat_1,seat_2,…

What only the engine or the database can know (can these points be? is this player known?) is not asked here.
"""

from collections.abc import Iterable

from engine import N_, Ended, say
from tournaments.files.sheets.checks import check_hands, check_points, check_seating
from tournaments.files.sheets.rows import Fault, Faults, Line, SheetFile, in_file, sheet_lines
from tournaments.files.sheets.values import FaultySheets, HandLine, SeatLine, SeatPoints, Sheets
from tournaments.names import fault, tidy

__all__ = [
    "ABSENT",
    "Fault",
    "FaultySheets",
    "HandLine",
    "SeatLine",
    "SeatPoints",
    "SheetFile",
    "Sheets",
    "in_file",
    "read_seating",
    "read_sheets",
]

MOST_ROUNDS = 100
MOST_TABLES = 1000
MOST_SEATS = 8
MOST_HANDS = 100
ABSENT = "absent"
"""What stands for the points of somebody who sits at the table and missed the hand; an empty cell is a fault."""

_SEATING = ("round", "table", "seat", "name")
_HANDS = ("round", "table", "hand", "centre", "starter_seat", "ended", "out_seat")


def read_seating(file: SheetFile) -> tuple[SeatLine, ...]:
    """A seating alone, in order of round, table and seat. Raises `FaultySheets` with everything that is wrong in it."""
    faults = Faults(file.name)
    seats, _whole = _seats(file, faults)
    if faults.found:
        raise FaultySheets(_by_line(faults))
    return _in_order(seats)


def read_sheets(seating: SheetFile, hands: SheetFile) -> Sheets:
    """Both files as values. Raises `FaultySheets` with everything that is wrong in either."""
    in_seating, in_hands = Faults(seating.name), Faults(hands.name)
    seats, whole = _seats(seating, in_seating)
    hand_lines = sheet_lines(hands, _HANDS, in_hands)
    played = [hand for line in hand_lines if (hand := _hand(line, in_hands)) is not None]
    check_hands(played, in_hands)
    if whole:  # a seat that cannot be read would make its whole table look wrong
        check_points(seats, played, in_hands)
    faults = [*_by_line(in_seating), *_by_line(in_hands)]
    if faults:
        raise FaultySheets(faults)
    return Sheets(_in_order(seats), tuple(sorted(played, key=lambda hand: (hand.round, hand.table, hand.hand))))


def _seats(file: SheetFile, faults: Faults) -> tuple[list[SeatLine], bool]:
    """The seats that can be read, and whether these are all."""
    lines = sheet_lines(file, _SEATING, faults)
    if not lines and not faults.found:
        faults.add(0, say("sheet.nobody", N_("Nobody is seated in it.")))
    seats = [seat for line in lines if (seat := _seat(line, faults)) is not None]
    check_seating(seats, faults)
    return seats, bool(lines) and len(seats) == len(lines)


def _in_order(seats: list[SeatLine]) -> tuple[SeatLine, ...]:
    return tuple(sorted(seats, key=lambda seat: (seat.round, seat.table, seat.seat)))


def _by_line(faults: Faults) -> list[Fault]:
    return sorted(faults.found, key=lambda found: found.line)


# --- one line


def _seat(line: Line, faults: Faults) -> SeatLine | None:
    round_number = line.count("round", faults, MOST_ROUNDS)
    table = line.count("table", faults, MOST_TABLES)
    seat = line.count("seat", faults, MOST_SEATS)
    name = tidy(line.cells["name"])
    why = fault(name)
    if why is not None:
        faults.add(line.number, why)
    if round_number is None or table is None or seat is None or why is not None:
        return None
    return SeatLine(line.number, round_number, table, seat, name)


def _hand(line: Line, faults: Faults) -> HandLine | None:
    before = len(faults.found)
    round_number = line.count("round", faults, MOST_ROUNDS)
    table = line.count("table", faults, MOST_TABLES)
    hand = line.count("hand", faults, MOST_HANDS)
    centre = line.whole("centre", faults) if line.cells["centre"] else None
    starter = line.count("starter_seat", faults, MOST_SEATS) if line.cells["starter_seat"] else None
    out = line.count("out_seat", faults, MOST_SEATS) if line.cells["out_seat"] else None
    ended = _ended(line, faults)
    points = tuple(_points(line, faults))
    if round_number is None or table is None or hand is None or ended is None or len(faults.found) > before:
        return None
    return HandLine(line.number, round_number, table, hand, centre, starter, ended, out, points)


def _ended(line: Line, faults: Faults) -> Ended | None:
    word = line.cells["ended"].lower()
    if word not in {ended.value for ended in Ended}:
        words = ", ".join(ended.value for ended in Ended)
        sentence = N_("“{word}” under ended is none of: {words}.")
        faults.add(line.number, say("sheet.ended", sentence, word=line.cells["ended"][:40], words=words))
        return None
    if line.cells["out_seat"] and Ended(word) is not Ended.OUT:
        sentence = N_("A seat went out, and yet the hand ended as “{word}”. One of the two is wrong.")
        faults.add(line.number, say("sheet.out_and_not_out", sentence, word=word))
    return Ended(word)


def _points(line: Line, faults: Faults) -> Iterable[SeatPoints]:
    for seat in range(1, MOST_SEATS + 1):
        cell = line.cells.get(f"seat_{seat}", "")
        if cell.lower() == ABSENT:
            yield SeatPoints(seat, None)
        elif cell:
            points = line.whole(f"seat_{seat}", faults)
            if points is not None:
                yield SeatPoints(seat, points)

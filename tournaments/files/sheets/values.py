"""What stands in a seating and in the results of its hands."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine import Ended
from tournaments.files.sheets.rows import Fault


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Who sits where in a round. `name` is tidied; `line` is where it stands in its file."""

    line: int
    round: int
    table: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatPoints:
    """What one seat scored in a hand; `points` is None for somebody who was absent."""

    seat: int
    points: int | None


@dataclass(frozen=True, slots=True)
class HandLine:
    """The result of one hand at one table; `points` by seat in order.

    None: `centre` where the game has none, `starter_seat` where it is not said, `out_seat` where nobody went out or it
    is not said who.
    """

    line: int
    round: int
    table: int
    hand: int
    centre: int | None
    starter_seat: int | None
    ended: Ended
    out_seat: int | None
    points: tuple[SeatPoints, ...]


@dataclass(frozen=True, slots=True)
class Sheets:
    """Both files, in order of round, table, and seat or hand.

    Whoever sits at a table has points or is absent in every hand that the table has.
    """

    seating: tuple[SeatLine, ...]
    hands: tuple[HandLine, ...]

    @property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of the rounds, in order."""
        return tuple(sorted({seat.round for seat in self.seating}))

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who sits anywhere, in the order of the file's first mention."""
        return tuple(dict.fromkeys(seat.name for seat in sorted(self.seating, key=lambda seat: seat.line)))

    def centres(self, round_number: int) -> tuple[int | None, ...]:
        """The centres of a round's hands, from hand 1 on."""
        by_hand = {hand.hand: hand.centre for hand in self.hands if hand.round == round_number}
        return tuple(by_hand[number] for number in sorted(by_hand))


class FaultySheets(Exception):
    """The files cannot be taken in; `faults` says all that is wrong, by file and line."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault.in_file) for fault in self.faults))

"""The lines of a bracket: from a place at a table to the seat that it leads to, where that is known beforehand.

All lengths are in rem. Rows, heads and gaps of the cards are as high as static/henhouse.css makes them, and the cards
of a column stand in its middle; a test compares the two.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.seating.bracket import Column
from tournaments.seating.knockout import Kind
from tournaments.seating.knockout_draw import PlaceOf

HEAD, ROW, GAP, WIDTH = 2.5, 2.75, 1.0, 3.0


@dataclass(frozen=True, slots=True)
class Lines:
    """Curves in a box of `WIDTH` by `height`, each as the `d` of an SVG path."""

    height: float
    paths: tuple[str, ...]

    @property
    def box(self) -> str:
        """The `viewBox`."""
        return f"0 0 {WIDTH:g} {self.height:g}"

    @property
    def width_text(self) -> str:
        """The width as SVG has it."""
        return f"{WIDTH:g}rem"

    @property
    def height_text(self) -> str:
        """The height as SVG has it."""
        return f"{self.height:g}rem"


@dataclass(frozen=True, slots=True)
class Drawn:
    """How many rows each card of each column has."""

    rows: tuple[tuple[int, ...], ...]

    @property
    def height(self) -> float:
        """The height of the highest column."""
        return max(map(_height, self.rows))

    def middle(self, column: int, card: int, row: float | None = None) -> float:
        """How far down the middle of a row is; without one, the middle of all rows of the card."""
        above = _height(self.rows[column][:card]) + GAP if card else 0
        rows = self.rows[column][card] / 2 if row is None else row + 0.5
        return (self.height - _height(self.rows[column])) / 2 + above + HEAD + rows * ROW


def lines_between(drawn: Drawn, columns: Sequence[Column], at: int) -> Lines | None:
    """The lines from the column before into column `at`; None where it is not known who sits where."""
    if not columns[at].connected or columns[at - 1].kind is not Kind.ROUND:
        return None
    paths = []
    for card, table in enumerate(columns[at].cards):
        for row, slot in enumerate(table.slots):
            if isinstance(slot.source, PlaceOf):
                source = slot.source
                # The rows of a table are its places once it is finished; before that nobody has a place.
                finished = columns[at - 1].cards[source.table].finished
                start = drawn.middle(at - 1, source.table, source.place - 1 if finished else None)
                end = drawn.middle(at, card, row)
                paths.append(f"M0 {start:g}C{WIDTH / 2:g} {start:g} {WIDTH / 2:g} {end:g} {WIDTH:g} {end:g}")
    return Lines(drawn.height, tuple(paths))


def _height(rows: Sequence[int]) -> float:
    return sum(HEAD + ROW * count + GAP for count in rows) - GAP

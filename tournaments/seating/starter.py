"""One round that, moved on step by step, makes a whole plan of perfect rounds.

The people are `orbits` circles of `shift` people each, then `fixed` people. A step moves everybody to the next label of
the circle; fixed people stay. When no step brings a pair to a table again, each base round gives `shift` rounds.
"""

from dataclasses import dataclass

from tournaments.seating.formula import Labels


@dataclass(frozen=True, slots=True)
class Starter:
    """Base rounds and how they move.

    `sizes` are the tables, largest first; a table of one is somebody who sits out. `columns` adds the round in which
    equal places of neighbouring circles share a table, `rows` the one in which each circle splits evenly by itself (the
    fixed people then have a table of their own). `weighted` is Q of the whole: 0 when nobody meets twice; with a shift
    of one and only such circles the bases are simply all the rounds of a plan.
    """

    sizes: tuple[int, ...]
    shift: int
    orbits: int
    fixed: int
    bases: tuple[tuple[int, ...], ...]
    columns: bool = False
    rows: bool = False
    weighted: int = 0

    def expand(self) -> list[Labels]:
        """All the rounds, as tables of labels 0 to n-1."""
        moved = [
            self._tables([self._move(label, step) for label in base])
            for step in range(self.shift)
            for base in self.bases
        ]
        return moved + ([self._columns()] if self.columns else []) + ([self._rows()] if self.rows else [])

    def _move(self, label: int, step: int) -> int:
        circle, place = divmod(label, self.shift)
        return label if circle >= self.orbits else circle * self.shift + (place + step) % self.shift

    def _tables(self, labels: list[int]) -> Labels:
        ends = [sum(self.sizes[: number + 1]) for number in range(len(self.sizes))]
        return [labels[end - size : end] for end, size in zip(ends, self.sizes, strict=True)]

    def _own_table(self) -> Labels:
        first = self.orbits * self.shift
        return [list(range(first, first + self.fixed))] if self.fixed else []

    def _columns(self) -> Labels:
        size = self.sizes[0]
        return [
            [(first + circle) * self.shift + place for circle in range(size)]
            for first in range(0, self.orbits, size)
            for place in range(self.shift)
        ] + self._own_table()

    def _rows(self) -> Labels:
        size = self.sizes[0]
        apart = self.shift // size
        return [
            [circle * self.shift + place + apart * k for k in range(size)]
            for circle in range(self.orbits)
            for place in range(apart)
        ] + self._own_table()

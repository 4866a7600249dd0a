"""What lies on the table and where: the centre, its trains, feet with their toes, and every open end by name.

Trains are called A, B, C, … in the order in which they were laid; the toes of a double at the end of A are A1, A2, A3,
those of a double further along A2 are A21, A22, A23. A tile that could go to several ends with the same number goes to
the one whose name comes first, unless it says where.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from engine.moves import Play
from engine.options import DeadFoot
from engine.rules import Rules
from engine.tiles import DIGITS, Tile

ARMS = "ABCDEFGHIJKLMNOPQR"
"""A letter for each train; there are never more than the largest set has matching tiles."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A tile on the table: the branch it lies on, the number it joins and the one it leaves open or passes on."""

    tile: Tile
    branch: str
    joins: int
    leaves: int


@dataclass(frozen=True, slots=True)
class Foot:
    """A double at the end of a branch with its toes so far; `owed` is how many it still needs."""

    branch: str
    number: int
    owed: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The tiles on the table, in the order in which they were laid."""

    rules: Rules
    players: int
    centre: int
    pieces: tuple[Piece, ...] = ()

    @classmethod
    def of(cls, rules: Rules, players: int, centre: int, plays: Iterable[Play]) -> Self:
        """The layout after these plays. Raises ValueError where a tile joins nothing."""
        layout = cls(rules, players, centre)
        for play in plays:
            layout = layout.with_play(play)
        return layout

    @property
    def branches(self) -> dict[str, tuple[Piece, ...]]:
        """The pieces of each branch from the inside out, branches in the order of their names."""
        names = sorted({piece.branch for piece in self.pieces})
        return {name: tuple(piece for piece in self.pieces if piece.branch == name) for name in names}

    @property
    def feet(self) -> tuple[Foot, ...]:
        """Every double beside the centre; only one can owe toes (A20)."""
        return tuple(
            Foot(name, pieces[-1].leaves, self._owed(name, pieces[-1].leaves))
            for name, pieces in self.branches.items()
            if pieces[-1].tile.is_double
        )

    @property
    def ends(self) -> dict[str, int]:
        """The number at each end, by branch; ends that are closed by a foot or the opening are among them."""
        return {name: pieces[-1].leaves for name, pieces in self.branches.items() if not pieces[-1].tile.is_double}

    def places(self, number: int) -> tuple[str, ...]:
        """The branches that a tile joining this number may go to: open ends, the next train, the next toe."""
        trains = len([name for name in self.branches if len(name) == 1])
        if trains < self.rules.arms_for(self.players):
            return (ARMS[trains],) if number == self.centre else ()
        for foot in self.feet:
            if foot.owed:
                toe = self._toes(foot.branch)[self.rules.toes - foot.owed]
                return (toe,) if number == foot.number else ()
        return tuple(name for name, shown in self.ends.items() if shown == number)

    def with_play(self, play: Play, branch: str = "") -> Self:
        """The layout with one tile more, on this branch or the first that fits. Raises ValueError if none does."""
        places = self.places(play.joins)
        if not places or (branch and branch not in places):
            raise ValueError(f"{play.tile} does not join a {play.joins} there")
        return replace(self, pieces=(*self.pieces, Piece(play.tile, branch or places[0], play.joins, play.leaves)))

    def _toes(self, branch: str) -> tuple[str, ...]:
        return tuple(branch + DIGITS[toe] for toe in range(1, self.rules.toes + 1))

    def _owed(self, branch: str, number: int) -> int:
        """Toes that a double still needs: none once no tile is left for it, where such a foot is released (A24)."""
        laid = sum(piece.tile.carries(number) for piece in self.pieces)
        if self.rules.dead_foot is DeadFoot.RELEASE and laid == self.rules.set + 1:
            return 0
        return self.rules.toes - len({piece.branch for piece in self.pieces} & set(self._toes(branch)))

    def __str__(self) -> str:
        """One line for each branch, its tiles from the inside out: A 9-7 7-3 3-3."""
        lines = [f"centre {Tile.double(self.centre)}"]
        for name, pieces in self.branches.items():
            lines.append(f"{'  ' * len(name)}{name} " + " ".join(f"{piece.joins}-{piece.leaves}" for piece in pieces))
        return "\n".join(lines)

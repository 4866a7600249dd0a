"""What a hand on screen is made of: how it is dealt, and its moves as text."""

from dataclasses import dataclass, field
from typing import Self

import engine
from engine import Move

PERSON = ""
"""What stands for a person where otherwise the name of a bot stands."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """What a hand follows from beside the moves of its people.

    `bots` are names of `engine.BOTS` by seat, PERSON where somebody sits. `hand` is its number in the game from 1 on,
    `before` the seat that began the hand before it. The keys are 32 bytes each and stay out of every text.
    """

    rules: str
    bots: tuple[str, ...]
    centre: int
    hand: int
    before: int | None
    keys: engine.HandKeys = field(repr=False)


@dataclass(frozen=True, slots=True)
class Step:
    """One move, and the branch that the tile was laid on, if not the first. As text "96", "69@B2", "+", "-", "*99"."""

    move: Move
    branch: str = ""

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what `text` wrote, or what a page sends. Raises UnreadableMove."""
        move, _at, branch = text.partition("@")
        return cls(engine.read_move(move), branch)

    def text(self) -> str:
        return self.move.text() + (f"@{self.branch}" if self.branch else "")

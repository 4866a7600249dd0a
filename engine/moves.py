"""What a player does in a turn, with its text form.

`96` plays 9-6 on a 9 and leaves a 6, `69` joins the 6; `+` draws, `-` passes, `*99` puts the 9-9 in the centre. A `!`
after a play says that the player forgot to announce the foot, or to tap the last tile.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Self

from engine.tiles import DIGITS, Tile
from engine.words import N_, Sentence, Unreadable, say


class UnreadableMove(Unreadable):
    """The text is not a move."""


class IllegalMove(ValueError):
    """The move is readable, but the rules do not allow it here; `sentence` tells the player why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence

    def __reduce__(self) -> tuple[type[Self], tuple[Sentence]]:
        return type(self), (self.sentence,)


@dataclass(frozen=True, slots=True)
class Play:
    """Put a tile on an end that shows `joins`; its other number `leaves` an end. Equal ends are the same (A16, A17)."""

    tile: Tile
    joins: int
    silent: bool = False
    leaves: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "leaves", self.tile.other(self.joins))

    def text(self) -> str:
        return DIGITS[self.joins] + DIGITS[self.leaves] + ("!" if self.silent else "")


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the next tile of the yard."""

    def text(self) -> str:
        return "+"


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn without playing: nothing to draw, or the drawn tile stays on the rack."""

    def text(self) -> str:
        return "-"


@dataclass(frozen=True, slots=True)
class PlaceCentre:
    """Put the starting double from the own rack in the middle (S7)."""

    number: int

    def text(self) -> str:
        return f"*{Tile.double(self.number).text()}"


Move = Play | Draw | Pass | PlaceCentre

DRAW, PASS = Draw(), Pass()


@lru_cache(4096)
def read_move(text: str) -> Move:
    """Read what `text()` of a move wrote. Raises UnreadableMove."""
    match text.strip().lower():
        case "+":
            return DRAW
        case "-":
            return PASS
        case word:
            silent = word.endswith("!")
            numbers = [DIGITS.find(sign) for sign in word.removeprefix("*").removesuffix("!")]
    if len(numbers) == 2 and min(numbers) >= 0:
        first, second = numbers
        if not word.startswith("*"):
            return Play(Tile(first, second), first, silent)
        if first == second and not silent:
            return PlaceCentre(first)
    raise UnreadableMove(
        say(
            "move.unreadable",
            N_("“{text}” is not a move. Write 96 for 9-6 on a 9, + for a draw, - for a pass, *99 for the centre."),
            text=text,
        )
    )

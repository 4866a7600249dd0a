"""How many go on, as a person types it: "16", half of those who take part, "2" of each table, "6,3" by table. Pure.

In a knockout also "3:1, 5:3" by the size of a table, and "6,3 / 2" by table in its first rounds.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from engine import N_, Sentence, Unreadable, say

HALF = "half"
MOST = 10_000
"""People that can go on; more is a typing error."""


class UnreadableHowMany(Unreadable):
    """The text says no number; `sentence` says what to write instead."""


@dataclass(frozen=True, slots=True)
class PerTable:
    """How many go on from each table of a round: `numbers` by table, the last one for all that follow.

    Without numbers the better half of each table goes on, rounded down.
    """

    numbers: tuple[int, ...] = ()

    def of(self, table: int, size: int) -> int:
        """How many of so many people go on from the table with this number (from 1)."""
        if not self.numbers:
            return max(size // 2, 1)
        return min(self.numbers[min(table, len(self.numbers)) - 1], size)

    @property
    def text(self) -> str:
        """As it is typed; `read_per_table` reads it back."""
        return ",".join(map(str, self.numbers)) or HALF


@dataclass(frozen=True, slots=True)
class BySize:
    """How many go on from a table of a size, as pairs of size and number, the smallest size first."""

    numbers: tuple[tuple[int, int], ...] = ()

    @property
    def text(self) -> str:
        """As it is typed; `read_by_size` reads it back."""
        return ",".join(f"{size}:{number}" for size, number in self.numbers)


@dataclass(frozen=True, slots=True)
class ByTable:
    """How many go on from table A, B and so on of each round, the first round first.

    The last number of a round is for all tables that follow; a round without numbers is like any other.
    """

    rounds: tuple[tuple[int, ...], ...] = ()

    @property
    def text(self) -> str:
        """As it is typed; `read_by_table` reads it back."""
        return "/".join(",".join(map(str, numbers)) for numbers in self.rounds)


def read_number(text: str) -> int:
    """A number of people. Raises UnreadableHowMany."""
    if not re.fullmatch(r"\d{1,5}", text.strip(), re.ASCII) or not 1 <= int(text) <= MOST:
        raise UnreadableHowMany(_unreadable(N_("“{text}” is not a number of people. Write one such as 16."), text))
    return int(text)


def read_share(text: str) -> Fraction:
    """A share in a hundred. Raises UnreadableHowMany."""
    typed = text.strip().removesuffix("%").strip()
    if not re.fullmatch(r"\d{1,3}", typed, re.ASCII) or not 1 <= int(typed) <= 100:
        template = N_("“{text}” is not a share in a hundred. Write 50 for half of those who take part.")
        raise UnreadableHowMany(_unreadable(template, text))
    return Fraction(int(typed), 100)


def read_per_table(text: str) -> PerTable:
    """How many of each table. Raises UnreadableHowMany."""
    typed = text.strip()
    if typed == HALF:
        return PerTable()
    parts = [part.strip() for part in typed.split(",")]
    if not all(re.fullmatch(r"[1-8]", part, re.ASCII) for part in parts):
        template = N_("“{text}” does not say how many go on from a table. Write 2, or half, or 6,3 by table.")
        raise UnreadableHowMany(_unreadable(template, text))
    return PerTable(tuple(map(int, parts)))


def read_by_size(text: str) -> BySize:
    """How many of a table of each size; nothing typed is nothing said. Raises UnreadableHowMany."""
    found: dict[int, int] = {}
    for part in text.split(",") if text.strip() else ():
        read = re.fullmatch(r"\s*([2-8])\s*:\s*([1-7])\s*", part, re.ASCII)
        size, number = map(int, read.groups()) if read else (0, 0)
        if not number < size or size in found:
            template = N_("“{text}” does not say how many go on by size. Write 4:2, 5:3: two of four, three of five.")
            raise UnreadableHowMany(_unreadable(template, text))
        found[size] = number
    return BySize(tuple(sorted(found.items())))


def read_by_table(text: str) -> ByTable:
    """How many of each table in the first rounds; nothing typed is nothing said. Raises UnreadableHowMany."""
    rounds: list[tuple[int, ...]] = []
    for typed in text.split("/"):
        parts = [part.strip() for part in typed.split(",")] if typed.strip() else []
        if not all(re.fullmatch(r"[1-7]", part, re.ASCII) for part in parts):
            template = N_("“{text}” does not say how many go on by table. Write 6,3; a slash begins the next round.")
            raise UnreadableHowMany(_unreadable(template, text))
        rounds.append(tuple(map(int, parts)))
    while rounds and not rounds[-1]:
        rounds.pop()
    return ByTable(tuple(rounds))


def _unreadable(template: str, text: str) -> Sentence:
    return say("how_many.unreadable", template, text=text.strip())

"""Knockouts of tables: rounds in which the best of each table go on, down to one final table.

A plan says how many tables of which size, how many go on from each, and how the next round is filled. It knows nobody's
name: seeding is in `knockout_seeding`, who meets whom later in `knockout_draw`, who goes on in `knockout_results`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from engine import Sentence

Row = list[int | list[int]]


class NoPlan(Exception):
    """No knockout fits; `sentence` says why, and what would."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Repechage:
    """One more round among all who did not go on, whose best fill the next round; without tables there is none."""

    sizes: tuple[int, ...] = ()
    advance: tuple[int, ...] = ()

    @property
    def through(self) -> int:
        """How many come back."""
        return sum(self.advance)


@dataclass(frozen=True, slots=True)
class Level:
    """One round of a knockout, its tables in the order A, B, C … (the best seed sits at A).

    `sizes[t]` people sit at table t and `advance[t]` of them go on; `wild_cards` of the best others go on as well.
    `byes` of the best seeds wait for the next round (first round only).
    """

    sizes: tuple[int, ...]
    advance: tuple[int, ...]
    wild_cards: int = 0
    byes: int = 0
    repechage: Repechage = Repechage()

    @property
    def people(self) -> int:
        """Everybody in this round, those with a bye included."""
        return sum(self.sizes) + self.byes

    @property
    def by_place(self) -> int:
        """How many go on by their place at a table."""
        return sum(self.advance)

    @property
    def through(self) -> int:
        """How many people the next round has."""
        return self.by_place + self.wild_cards + self.byes + self.repechage.through


@dataclass(frozen=True, slots=True)
class KnockoutPlan:
    """A whole knockout: the rounds before the final, and the final of so many people.

    `third_place`: those who went out in the last round before the final (the best of them, where they are more than one
    table) play for the places after the final.
    """

    people: int
    levels: tuple[Level, ...]
    final: int
    third_place: bool = False

    @property
    def rounds(self) -> int:
        """Rounds to be played one after the other, repechages and the final included."""
        return len(self.levels) + sum(1 for level in self.levels if level.repechage.sizes) + 1

    @property
    def text(self) -> str:
        """The plan in short: "4x4 + 2x3 -> 3x4 -> final 6"."""
        return " -> ".join([*map(_level_text, self.levels), f"final {self.final}"])

    @property
    def words(self) -> tuple[Sentence, ...]:
        """The plan round by round and what it costs: rounds, byes, wild cards, repechage, the final."""
        raise NotImplementedError

    def rows(self) -> list[Row]:
        """The plan as plain lists, to be stored; `from_rows` reads it back."""
        head: Row = [self.people, self.final, int(self.third_place)]
        return [head, *map(_level_row, self.levels)]


def from_rows(rows: Sequence[Sequence[int | Sequence[int]]]) -> KnockoutPlan:
    """Read a plan from plain lists. Raises NoPlan when it is damaged or does not add up."""
    raise NotImplementedError


def check_plan(plan: KnockoutPlan) -> None:
    """Raise NoPlan when the numbers of a plan (say, one changed by hand) do not add up; names the round."""
    raise NotImplementedError


def letter(table: int) -> str:
    """The letter of a table (0 is A); after Z comes AA."""
    first, last = divmod(table, len(ascii_uppercase))
    return (letter(first - 1) if first else "") + ascii_uppercase[last]


def _level_text(level: Level) -> str:
    different = sorted(set(level.sizes), reverse=True)
    parts = [" + ".join(f"{level.sizes.count(size)}x{size}" for size in different)]
    parts += [f"{level.byes} byes"] * bool(level.byes) + [f"{level.wild_cards} wild cards"] * bool(level.wild_cards)
    if level.repechage.sizes:
        parts.append(f"repechage {'+'.join(map(str, level.repechage.sizes))} for {level.repechage.through}")
    return ", ".join(parts)


def _level_row(level: Level) -> Row:
    again = level.repechage
    return [
        list(level.sizes),
        list(level.advance),
        level.wild_cards,
        level.byes,
        list(again.sizes),
        list(again.advance),
    ]

"""Seeding: the best are spread over the tables; within a row of the seeding, who should not meet yet is moved apart."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine import Sentence
from tournaments.seating.draw import Round
from tournaments.seating.knockout import Level


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two people at one table who were to be kept apart; `recent` when they only met recently."""

    pair: tuple[int, int]
    table: int
    recent: bool

    @property
    def words(self) -> Sentence:
        """The meeting in one sentence, with entry numbers."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Seeded:
    """Tables of entries in seed order, who waits with a bye, and the meetings that could not be avoided."""

    tables: Round
    byes: tuple[int, ...]
    meetings: tuple[Meeting, ...]


def serpentine(people: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Deal people in order over the tables, row by row, left to right and back: 1 8 9 16 / 2 7 10 15 / …"""
    tables: list[list[int]] = [[] for _ in sizes]
    rest = iter(people)
    for row in range(max(sizes)):
        across = range(len(sizes)) if row % 2 == 0 else range(len(sizes) - 1, -1, -1)
        for table in across:
            if row < sizes[table]:
                tables[table].append(next(rest))
    return tables


def seed_tables(
    seeds: Sequence[int],
    level: Level,
    *,
    apart: Collection[frozenset[int]] = (),
    met: Collection[frozenset[int]] = (),
    seed: int = 1,
) -> Seeded:
    """Seat a round by seeds, the best first; `level.byes` of the best do not play.

    `apart` are groups (clubs, couples) whose people should not share a table, `met` pairs who met recently; for their
    sake people trade places inside a row of the serpentine only. `seed` decides between trades that are equally good.
    Raises ValueError when the number of people is not the level's.
    """
    raise NotImplementedError

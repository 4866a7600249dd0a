"""Seeding: the best are spread over the tables; within a row of the seeding, who should not meet yet is moved apart."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from engine import N_, Sentence, say
from tournaments.seating.draw import Round
from tournaments.seating.knockout import Level, letter
from tournaments.seating.serpentine import NOBODY, bring, part_in_rows, serpentine

APART, RECENT = 1_000, 1
"""What it costs that two people share a table who should be kept apart, or who met recently."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two people at one table who were to be kept apart; `recent` when they only met recently."""

    pair: tuple[int, int]
    table: int
    recent: bool

    @property
    def words(self) -> Sentence:
        """The meeting in one sentence, with entry numbers."""
        template = (
            N_("{first} and {second} met recently and share table {table}.")
            if self.recent
            else N_("{first} and {second} should be kept apart but share table {table}.")
        )
        code = "knockout.met_recently" if self.recent else "knockout.not_apart"
        return say(code, template, first=self.pair[0], second=self.pair[1], table=letter(self.table))


@dataclass(frozen=True, slots=True)
class Seeded:
    """Tables of entries in seed order, who waits with a bye, meetings that could not be avoided, and trades tried."""

    tables: Round
    byes: tuple[int, ...]
    meetings: tuple[Meeting, ...]
    moves: int = 0


def seed_tables(
    seeds: Sequence[int],
    level: Level,
    *,
    apart: Collection[frozenset[int]] = (),
    met: Collection[frozenset[int]] = (),
    staying: Mapping[int, int] = NOBODY,
    seed: int = 1,
) -> Seeded:
    """Seat a round by seeds, the best first; `level.byes` of the best do not play.

    `apart` are groups (clubs, couples) whose people should not share a table, `met` people who met recently (pairs, or
    whole tables of an earlier round); for their sake people trade places inside a row of the serpentine only. Whoever
    is `staying` sits at that table (0 is A). `seed` decides between trades that are equally good. Raises ValueError
    when the number of people is not the level's.
    """
    if len(set(seeds)) != level.people or len(seeds) != level.people:
        msg = f"{level.people} different people play this round, not {len(set(seeds))}"
        raise ValueError(msg)
    byes, playing = tuple(seeds[: level.byes]), seeds[level.byes :]
    tables = serpentine(playing, level.sizes)
    for entry, table in sorted(staying.items()):
        if entry in playing:
            bring(entry, tables, table, staying)
    used = part_in_rows(tables, _foes(playing, apart, met), Random(seed).random, staying)
    drawn = tuple(map(tuple, tables))
    return Seeded(drawn, byes, meetings(drawn, apart, met), used)


def meetings(tables: Round, apart: Collection[frozenset[int]], met: Collection[frozenset[int]]) -> tuple[Meeting, ...]:
    """Who shares a table although they were to be kept apart, or met recently."""
    foes = _foes([entry for table in tables for entry in table], apart, met)
    return tuple(
        Meeting((first, second), number, foes[first][second] < APART)
        for number, table in enumerate(tables)
        for first, second in combinations(table, 2)
        if second in foes.get(first, ())
    )


def _foes(
    people: Sequence[int], apart: Collection[frozenset[int]], met: Collection[frozenset[int]]
) -> dict[int, dict[int, int]]:
    here = set(people)
    foes: dict[int, dict[int, int]] = {}
    for groups, weight in ((apart, APART), (met, RECENT)):
        for first, second in sorted({pair for group in groups for pair in combinations(sorted(group & here), 2)}):
            for one, other in ((first, second), (second, first)):
                costs = foes.setdefault(one, {})
                costs[other] = costs.get(other, 0) + weight
    return foes

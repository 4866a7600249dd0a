"""A knockout as a picture: columns of cards of slots, with everything a page needs to draw it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from engine import Sentence
from tournaments.seating.draw import Round
from tournaments.seating.knockout import KnockoutPlan
from tournaments.seating.knockout_draw import LaterRounds, Source
from tournaments.seating.knockout_results import Key, TableResult


class Mark(Enum):
    """What a slot's line says."""

    EMPTY = "empty"
    NOT_YET = "not yet"
    THROUGH = "through"
    ON_THE_LINE = "on the line"
    OUT = "out"
    ABSENT = "absent"


class Kind(Enum):
    """What a column is."""

    ROUND = "round"
    REPECHAGE = "repechage"
    FINAL = "final"
    THIRD_PLACE = "third place"


@dataclass(frozen=True, slots=True)
class Known:
    """An entry in a slot with its seed (from 1)."""

    entry: int
    seed: int


@dataclass(frozen=True, slots=True)
class Score:
    """Place (from 1, shared when tied) and points of a finished table."""

    place: int
    points: int


@dataclass(frozen=True, slots=True)
class Slot:
    """One row of a card: who sits there or, in words, who will; `source` says where they come from (for connectors)."""

    who: Known | Sentence
    source: Source | None
    score: Score | None
    mark: Mark


@dataclass(frozen=True, slots=True)
class Card:
    """One table: its letter and its rows in the order of their places, or of their seats while it is not finished."""

    letter: str
    slots: tuple[Slot, ...]
    finished: bool


@dataclass(frozen=True, slots=True)
class Column:
    """One round of the knockout; `level` is its number (0 is the first) and `connected` whether lines may be drawn."""

    kind: Kind
    level: int
    title: Sentence
    cards: tuple[Card, ...]
    connected: bool


@dataclass(frozen=True, slots=True)
class Bracket:
    """The columns from the first round to the final."""

    columns: tuple[Column, ...]


def bracket(
    plan: KnockoutPlan,
    seeds: Sequence[int],
    tables: Sequence[Round],
    results: Mapping[Key, TableResult],
    *,
    later: LaterRounds = LaterRounds.BY_PERFORMANCE,
) -> Bracket:
    """Draw what is known: the published tables, the results so far, and words for everything else.

    `tables[level]` are the tables of a round as published; rounds that are not follow from a fixed draw slot by slot,
    or stay in words until they are seeded.
    """
    raise NotImplementedError

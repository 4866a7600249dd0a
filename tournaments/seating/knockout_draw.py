"""Where the people of a later round come from: a fixed draw that is known from the start, or seeded anew."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from engine import N_, Sentence, say
from tournaments.seating.knockout import Level, letter

ORDINALS = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"), N_("5th"), N_("6th"), N_("7th"), N_("8th"))


class LaterRounds(Enum):
    """How rounds after the first are seated."""

    FIXED = "fixed"
    BY_SEED = "by seed"
    BY_PERFORMANCE = "by performance"


@dataclass(frozen=True, slots=True)
class PlaceOf:
    """Whoever takes this place (from 1) at that table (0 is A) of the round before."""

    table: int
    place: int

    @property
    def words(self) -> Sentence:
        """The slot in words: "2nd of table C"."""
        return say("slot.place", N_("{place} of table {table}"), place=ordinal(self.place), table=letter(self.table))


@dataclass(frozen=True, slots=True)
class WildCard:
    """The best (1), second best … of those who did not go on by their place."""

    rank: int

    @property
    def words(self) -> Sentence:
        """The slot in words: "2nd best wild card"."""
        if self.rank == 1:
            return say("slot.best_wild_card", N_("best wild card"))
        return say("slot.wild_card", N_("{place} best wild card"), place=ordinal(self.rank))


@dataclass(frozen=True, slots=True)
class SecondChance:
    """Whoever takes this place (from 1) at that table (0 is A) of the repechage."""

    table: int
    place: int

    @property
    def words(self) -> Sentence:
        """The slot in words: "1st of table A of the repechage"."""
        return say(
            "slot.second_chance",
            N_("{place} of table {table} of the repechage"),
            place=ordinal(self.place),
            table=letter(self.table),
        )


@dataclass(frozen=True, slots=True)
class Bye:
    """The entry of that seed (from 1), who did not play in the first round."""

    seed: int

    @property
    def words(self) -> Sentence:
        """The slot in words: "seed 3 (bye)"."""
        return say("slot.bye", N_("seed {seed} (bye)"), seed=self.seed)


@dataclass(frozen=True, slots=True)
class Reseeded:
    """Somebody from the round before; who it is, the seeding decides when that round is complete."""

    @property
    def words(self) -> Sentence:
        """The slot in words."""
        return say("slot.reseeded", N_("seeded after the round before"))


Source = PlaceOf | WildCard | SecondChance | Bye | Reseeded


def ordinal(place: int) -> Sentence:
    """A place in words: "2nd"."""
    if place > len(ORDINALS):
        return say("ordinal", N_("{place}th"), place=place)
    return say(f"ordinal.{place}", ORDINALS[place - 1])


def sources(before: Level) -> list[list[Source]]:
    """Everybody who comes out of a level, in classes: byes, winners, runners-up (in reverse) and so on, the others."""
    classes: list[list[Source]] = [[Bye(seed) for seed in range(1, before.byes + 1)]]
    for place in range(1, max(before.advance) + 1):
        tables = [table for table, number in enumerate(before.advance) if number >= place]
        classes.append([PlaceOf(table, place) for table in (tables if place % 2 else tables[::-1])])
    again = before.repechage.advance
    classes.extend(
        [SecondChance(table, place) for table, number in enumerate(again) if number >= place]
        for place in range(1, max(again, default=0) + 1)
    )
    classes.append([WildCard(rank) for rank in range(1, before.wild_cards + 1)])
    return classes


def fixed_draw(before: Level, sizes: Sequence[int]) -> tuple[tuple[Source, ...], ...]:
    """The sources of each table of the next round (of these sizes), known before anything is played.

    Winners are dealt in table order, runners-up reversed, and so on; then places trade inside their class until no two
    from one table share the next, as far as that is possible.
    """
    tables: list[list[Source]] = [[] for _ in sizes]
    class_of: dict[Source, int] = {}
    at = 0
    for number, members in enumerate(sources(before)):
        for source in members:
            while len(tables[at]) == sizes[at]:
                at = (at + 1) % len(sizes)
            tables[at].append(source)
            class_of[source] = number
            at = (at + 1) % len(sizes)
    while _trade_one(tables, class_of, inside=True) or _trade_one(tables, class_of, inside=False):
        pass
    return tuple(tuple(sorted(table, key=lambda source: class_of[source])) for table in tables)


def _trade_one(tables: list[list[Source]], class_of: dict[Source, int], *, inside: bool) -> bool:
    """Make the first trade that parts people of one table (`inside` their class only); says whether there is one."""
    for here, there, row, other_row in _trades(tables):
        a, b = tables[here][row], tables[there][other_row]
        if inside and class_of[a] != class_of[b]:
            continue
        before = _shared(tables[here]) + _shared(tables[there])
        tables[here][row], tables[there][other_row] = b, a
        if _shared(tables[here]) + _shared(tables[there]) < before:
            return True
        tables[here][row], tables[there][other_row] = a, b
    return False


def _trades(tables: list[list[Source]]) -> Iterator[tuple[int, int, int, int]]:
    """Every trade for a table where two come from one: both tables and both rows, the nearest table first."""
    for here, table in enumerate(tables):
        if not _shared(table):
            continue
        for there in sorted(range(len(tables)), key=lambda other: abs(other - here)):
            if there != here:
                for row in range(len(table)):
                    for other_row in range(len(tables[there])):
                        yield here, there, row, other_row


def _shared(table: Sequence[Source]) -> int:
    """Pairs of people who come from one table."""
    origins = [(type(source), source.table) for source in table if isinstance(source, PlaceOf | SecondChance)]
    return sum(origins[:k].count(origin) for k, origin in enumerate(origins))

"""What people asked for, and whether all of it can be had at once."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from types import MappingProxyType

from engine import N_, Sentence, say
from tournaments.seating.sizes import Split


@dataclass(frozen=True, slots=True)
class Place:
    """A table that somebody keeps and, where it matters, the seat; both are counted from 1."""

    table: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Wishes:
    """Groups to keep apart or together (a group stands for each of its pairs), and entries who keep their table.

    `turns_first`: nobody sits at a short table twice before everybody did once, even where that costs repeats.
    """

    apart: frozenset[frozenset[int]] = frozenset()
    together: frozenset[frozenset[int]] = frozenset()
    fixed: Mapping[int, Place] = field(default_factory=lambda: MappingProxyType({}))
    turns_first: bool = True

    def locking(self, tables: Mapping[int, Sequence[int]]) -> "Wishes":
        """The same, and these tables (by number) stay exactly as they are; for drawing the rest of one round again."""
        places = {
            entry: Place(number, seat) for number, entries in tables.items() for seat, entry in enumerate(entries, 1)
        }
        return replace(self, fixed=MappingProxyType({**self.fixed, **places}))

    def apart_pairs(self) -> list[tuple[int, int]]:
        """Every pair that should not meet, in order."""
        return _pairs(self.apart)

    def together_pairs(self) -> list[tuple[int, int]]:
        """Every pair that should share a table, in order."""
        return _pairs(self.together)


class CannotSeat(Exception):
    """Nothing was seated; `sentence` names the numbers or the wishes that clash."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


def check(entries: Sequence[int], split: Split, wishes: Wishes) -> None:
    """Raise CannotSeat when these entries cannot be seated so, naming the first clash found."""
    for clash in clashes(entries, split, wishes):
        raise CannotSeat(clash)


def clashes(entries: Sequence[int], split: Split, wishes: Wishes) -> list[Sentence]:
    """Everything that makes this seating impossible, as sentences with the entries' numbers."""
    if len(set(entries)) != len(entries):
        twice = next(entry for entry in sorted(entries) if list(entries).count(entry) > 1)
        return [say("seating.twice", N_("Entry {entry} is listed twice. Remove one of the two."), entry=twice)]
    if len(entries) != split.people:
        return [
            say(
                "seating.count",
                N_("{people} people are here, but the tables are for {seats}. Choose the table sizes again."),
                people=len(entries),
                seats=split.people,
            )
        ]
    return [*_fixed_clashes(set(entries), split, wishes), *_group_clashes(set(entries), split, wishes)]


def _fixed_clashes(here: Collection[int], split: Split, wishes: Wishes) -> list[Sentence]:
    found: list[Sentence] = []
    taken: dict[Place, int] = {}
    at_table: dict[int, list[int]] = {}
    for entry, place in sorted(wishes.fixed.items()):
        if entry not in here:
            continue
        size = split.sizes[place.table - 1] if 1 <= place.table <= len(split.sizes) else 0
        if size == 0 or (place.seat is not None and not 1 <= place.seat <= size):
            found.append(
                say(
                    "seating.no_such_place",
                    N_("Entry {entry} keeps a place at table {table} that this round does not have."),
                    entry=entry,
                    table=place.table,
                )
            )
            continue
        if place.seat is not None and place in taken:
            found.append(
                say(
                    "seating.same_place",
                    N_("Entries {first} and {second} both keep seat {seat} of table {table}."),
                    first=taken[place],
                    second=entry,
                    seat=place.seat,
                    table=place.table,
                )
            )
        taken[place] = entry
        at_table.setdefault(place.table, []).append(entry)
        if len(at_table[place.table]) == size + 1:
            found.append(
                say(
                    "seating.full_table",
                    N_("More people keep a place at table {table} than it has seats ({size})."),
                    table=place.table,
                    size=size,
                )
            )
    return found


def _group_clashes(here: Collection[int], split: Split, wishes: Wishes) -> list[Sentence]:
    found: list[Sentence] = []
    blocs = _blocs([pair for pair in wishes.together_pairs() if set(pair) <= set(here)])
    for bloc in blocs:
        if len(bloc) > split.sizes[0]:
            found.append(
                say(
                    "seating.large_group",
                    N_("Entries {entries} want to sit together, but the largest table has {size} seats."),
                    entries=", ".join(map(str, bloc)),
                    size=split.sizes[0],
                )
            )
        tables = sorted({wishes.fixed[entry].table for entry in bloc if entry in wishes.fixed})
        if len(tables) > 1:
            found.append(
                say(
                    "seating.torn_group",
                    N_("Entries {entries} want to sit together but keep places at different tables."),
                    entries=", ".join(map(str, bloc)),
                )
            )
    for first, second in wishes.apart_pairs():
        same_bloc = any(first in bloc and second in bloc for bloc in blocs)
        places = [wishes.fixed.get(entry) for entry in (first, second)]
        same_table = places[0] is not None and places[1] is not None and places[0].table == places[1].table
        if {first, second} <= set(here) and (same_bloc or same_table):
            found.append(
                say(
                    "seating.apart_and_together",
                    N_("Entries {first} and {second} are to be kept apart, but other wishes put them at one table."),
                    first=first,
                    second=second,
                )
            )
    return found


def _blocs(pairs: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Groups of entries connected by keep-together pairs."""
    blocs: list[set[int]] = []
    for pair in pairs:
        touching = [bloc for bloc in blocs if bloc & set(pair)]
        blocs = [bloc for bloc in blocs if bloc not in touching]
        blocs.append(set(pair).union(*touching))
    return sorted(sorted(bloc) for bloc in blocs)


def _pairs(groups: frozenset[frozenset[int]]) -> list[tuple[int, int]]:
    return sorted({pair for group in groups for pair in combinations(sorted(group), 2)})

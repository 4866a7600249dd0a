"""One round of a knockout drawn for publishing: with wishes, locked tables and a file that draws it again."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.seating.draw import Past, Round, Seating
from tournaments.seating.knockout import Level
from tournaments.seating.knockout_seeding import Seeded, meetings, seed_tables
from tournaments.seating.sizes import Split
from tournaments.seating.wishes import Wishes, check

ALGORITHM = "henhouse-knockout-1"
"""The version of this draw; it changes whenever the same inputs could give another seating."""


@dataclass(frozen=True, slots=True)
class KnockoutDraw:
    """What a round of a knockout is drawn from; all of it is public.

    `order` is everybody in it, best first, the `byes` included; `sizes` are those of tables A, B, C … Whoever shared a
    table in the last `recent` rounds met recently. `dealt` are the tables of a fixed draw or a final, which nothing
    changes; it is empty where they follow from the order.
    """

    order: tuple[int, ...]
    sizes: tuple[int, ...]
    byes: int = 0
    dealt: Round = ()
    recent: int = 1

    @property
    def split(self) -> Split:
        """The tables, and those with a bye as people who sit out."""
        return Split(self.sizes, self.byes)

    def fields(self) -> dict[str, str | int | list[int] | list[list[int]]]:
        """Plain values for a file; `knockout_from` reads them back (the sizes are in the file anyway)."""
        return {
            "kind": "knockout",
            "order": list(self.order),
            "dealt": [list(table) for table in self.dealt],
            "recent": self.recent,
        }


def knockout_from(fields: Mapping[str, object]) -> KnockoutDraw | None:
    """Read it back; None for another kind of draw. Raises ValueError or KeyError."""
    if fields.get("kind") != "knockout":
        return None
    byes, recent, dealt = fields["sitting_out"], fields["recent"], fields["dealt"]
    if not isinstance(byes, int) or not isinstance(recent, int):
        raise ValueError("recent")
    if not isinstance(dealt, list):
        raise ValueError("dealt")
    order, sizes = _numbers(fields["order"], "order"), _numbers(fields["sizes"], "sizes")
    return KnockoutDraw(order, sizes, byes, tuple(_numbers(table, "dealt") for table in dealt), recent)


def draw_knockout_round(what: KnockoutDraw, past: Past, *, seed: int, wishes: Wishes | None = None) -> Seating:
    """Draw a round of a knockout; those with a bye sit out. People to be kept apart trade inside a row of the seeding.

    People (and locked tables) that are fixed stay; wishes to sit together do not count in a knockout. Raises CannotSeat
    as `draw.draw_round` does.
    """
    wishes = replace(wishes or Wishes(), together=frozenset())
    check(what.order, what.split, wishes)
    recent = past.rounds[len(past.rounds) - what.recent :] if what.recent else ()
    met = [frozenset(table) for tables in recent for table in tables]
    staying = {entry: place.table - 1 for entry, place in wishes.fixed.items() if entry in what.order[what.byes :]}
    drawn = seated(what, apart=wishes.apart, met=met, staying=staying, seed=seed)
    seats = {entry: place.seat - 1 for entry, place in wishes.fixed.items() if place.seat is not None}
    tables = drawn.tables if what.dealt else tuple(_with_seats(table, seats) for table in drawn.tables)
    return Seating(tables, tuple(sorted(drawn.byes)), seed, drawn.moves, ALGORITHM)


def seated(
    what: KnockoutDraw,
    *,
    apart: Collection[frozenset[int]] = (),
    met: Collection[frozenset[int]] = (),
    staying: Mapping[int, int] | None = None,
    seed: int = 1,
) -> Seeded:
    """The tables that follow from the order, as seed_tables has them, or those that were dealt."""
    if what.dealt:
        return Seeded(what.dealt, (), meetings(what.dealt, apart, met))
    level = Level(what.sizes, (0,) * len(what.sizes), byes=what.byes)
    return seed_tables(what.order, level, apart=apart, met=met, staying=staying or {}, seed=seed)


def _with_seats(table: Sequence[int], seats: Mapping[int, int]) -> tuple[int, ...]:
    """The table in seed order, people who keep a seat in theirs."""
    kept = {seats[entry]: entry for entry in table if entry in seats}
    rest = iter([entry for entry in table if entry not in seats])
    return tuple(kept[seat] if seat in kept else next(rest) for seat in range(len(table)))


def _numbers(value: object, name: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(isinstance(number, int) for number in value):
        raise ValueError(name)
    return tuple(value)

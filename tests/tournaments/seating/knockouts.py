"""A knockout played to its end, or as far as a test wants, with results that follow from a seed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from random import Random

from tournaments.seating.draw import Round
from tournaments.seating.knockout import KnockoutPlan
from tournaments.seating.knockout_draw import LaterRounds
from tournaments.seating.knockout_next import next_draw
from tournaments.seating.knockout_results import Key, Played, TableResult
from tournaments.seating.knockout_round import seated


def by_points(points: Mapping[int, int], lowest_hands: Mapping[int, int], absent: Collection[int] = ()) -> TableResult:
    """The result of a table by points alone, the fewest first, adjusted by the mean of the table."""
    mean = Fraction(sum(points.values()), max(len(points), 1))
    played = [Played(entry, own, lowest_hands[entry], own - mean) for entry, own in points.items()]
    played.sort(key=lambda one: one.points)
    return TableResult(
        tuple(tuple(group) for _, group in groupby(played, key=lambda one: one.points)), tuple(sorted(absent))
    )


def result(points: dict[int, int], absent: Sequence[int] = ()) -> TableResult:
    """A table by points; everybody's lowest hand is half of them."""
    return by_points(points, {entry: own // 2 for entry, own in points.items()}, absent)


@dataclass(slots=True)
class Knockout:
    """A plan with its seeds, and what was seated and played so far."""

    plan: KnockoutPlan
    seeds: Sequence[int]
    later: LaterRounds = LaterRounds.BY_PERFORMANCE
    tables: list[Round] = field(default_factory=list)
    results: dict[Key, TableResult] = field(default_factory=dict)

    def seat(self) -> Round:
        """Seat the next round."""
        draw = next_draw(self.plan, self.tables, self.results, self.seeds, later=self.later)
        self.tables.append(seated(draw).tables)
        return self.tables[-1]

    def play(self, chance: Random, no_shows: float = 0) -> None:
        """Play every table of the newest round, without ties; some do not come (but never all of a table)."""
        for number, table in enumerate(self.tables[-1]):
            gone = [entry for entry in table[1:] if chance.random() < no_shows]
            points = {entry: 3 * place for place, entry in enumerate(table) if entry not in gone}
            shifted = {entry: 4 * own + int(chance.random() * 400) * 64 + own for entry, own in points.items()}
            self.results[len(self.tables) - 1, number] = result(shifted, gone)

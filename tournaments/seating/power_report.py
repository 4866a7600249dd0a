"""How close the tables of a power round are: what it buys, in numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine import N_, Sentence, say
from tournaments.seating.draw import Round
from tournaments.seating.power_rules import Standing


@dataclass(frozen=True, slots=True)
class Closeness:
    """Between the best and the last points of a table: the mean of all tables and the widest.

    `everybody` is the same for the whole list. `best_together` of the best `best` share one table.
    """

    mean: Fraction
    widest: Fraction
    everybody: Fraction
    best: int
    best_together: int

    @property
    def words(self) -> tuple[Sentence, ...]:
        """The numbers in sentences, in whole points."""
        return (
            say(
                "power.close",
                N_(
                    "Points at a table are {mean} apart on average and {widest} at most; in the whole list {everybody}."
                ),
                mean=round(self.mean),
                widest=round(self.widest),
                everybody=round(self.everybody),
            ),
            say(
                "power.best",
                N_("{together} of the first {best} of the list share a table."),
                together=self.best_together,
                best=self.best,
            ),
        )


def closeness(standings: Sequence[Standing], tables: Round, *, unit: int = 1) -> Closeness:
    """How close these tables are by the standings, of which `unit` are one point; there must be at least one table.

    Whoever sits there and is not in the standings is left out.
    """
    score = {standing.entry: standing.score for standing in standings}
    ordered = sorted(standings, key=lambda standing: (standing.place, standing.entry))
    best = {standing.entry for standing in ordered[: len(tables[0])]}
    spreads = [_spread([score[entry] for entry in table if entry in score], unit) for table in tables]
    return Closeness(
        sum(spreads, Fraction(0)) / len(spreads),
        max(spreads),
        _spread(list(score.values()), unit),
        len(best),
        max(sum(entry in best for entry in table) for table in tables),
    )


def _spread(scores: Sequence[int], unit: int) -> Fraction:
    return Fraction(max(scores, default=0) - min(scores, default=0), unit)

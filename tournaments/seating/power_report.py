"""How close the tables of a power round are: the price and the gain of it in numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine import N_, Sentence, say
from tournaments.seating.draw import Round
from tournaments.seating.power_rules import Standing


@dataclass(frozen=True, slots=True)
class Closeness:
    """Between the best and the last score of a table: the mean of all tables and the widest, in the scores' own units.

    `everybody` is the same for the whole field. `best_together` of the best `best` share one table.
    """

    mean: Fraction
    widest: int
    everybody: int
    best: int
    best_together: int

    @property
    def words(self) -> tuple[Sentence, ...]:
        """The numbers in sentences; scores that were scaled up read as they are."""
        return (
            say(
                "power.close",
                N_("Scores at a table are {mean} apart on average, {widest} at most; {everybody} in the field."),
                mean=round(self.mean),
                widest=self.widest,
                everybody=self.everybody,
            ),
            say(
                "power.best",
                N_("{together} of the best {best} in the standings share a table."),
                together=self.best_together,
                best=self.best,
            ),
        )


def closeness(standings: Sequence[Standing], tables: Round) -> Closeness:
    """How close these tables are by the standings; there must be at least one table."""
    score = {standing.entry: standing.score for standing in standings}
    ordered = sorted(standings, key=lambda standing: (standing.place, standing.entry))
    best = {standing.entry for standing in ordered[: len(tables[0])]}
    spreads = [_spread([score[entry] for entry in table]) for table in tables]
    return Closeness(
        Fraction(sum(spreads), len(spreads)),
        max(spreads),
        _spread(list(score.values())),
        len(best),
        max(sum(entry in best for entry in table) for table in tables),
    )


def _spread(scores: Sequence[int]) -> int:
    return max(scores) - min(scores)

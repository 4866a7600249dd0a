"""What an entry is ranked by where that is not its total, as values that say how it comes about."""

from dataclasses import dataclass
from fractions import Fraction

from engine import N_, Sentence, say
from tournaments.standings.policy import Measure


@dataclass(frozen=True, slots=True)
class SizeAverage:
    """One size of table in this tournament: how many scores, their own average, and the one that is used."""

    size: int
    scores: int
    own: Fraction
    used: Fraction


@dataclass(frozen=True, slots=True)
class AtSize:
    """What one entry has at tables of one size."""

    size: int
    hands: int
    points: int
    average: Fraction

    @property
    def adjusted(self) -> Fraction:
        return self.points - self.hands * self.average


@dataclass(frozen=True, slots=True)
class AtTable:
    """One entry's place at one table, and what it brings; people who share a place share its points."""

    round: int
    table: int
    size: int
    place: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class Compared:
    """What one entry is ranked by where that is not its total, and what it is made of.

    `given` came from missed hands, `adjustments` from penalties and corrections, both as they count in `value`. With
    averages `value` is divided by `parts`, the hands or, for placing points, the rounds.
    """

    value: Fraction
    at_sizes: tuple[AtSize, ...]
    at_tables: tuple[AtTable, ...]
    given: Fraction
    adjustments: int
    parts: int


@dataclass(frozen=True, slots=True)
class Fair:
    """What adjusted points rest on: the average of all hands, and that of each size. Empty with other comparisons."""

    overall: Fraction = Fraction(0)
    sizes: tuple[SizeAverage, ...] = ()

    def average(self, size: int) -> Fraction:
        """What is taken off a hand at a table of this size."""
        return next((one.used for one in self.sizes if one.size == size), self.overall)


NO_AVERAGES = Fair()
"""Nothing is adjusted."""


def told_apart(one: Fraction, other: Fraction) -> tuple[str, str]:
    """Both values with as few decimals as tell them apart, two at least."""
    digits = 2
    while one != other and decimals(one, digits) == decimals(other, digits):
        digits += 1
    return decimals(one, digits), decimals(other, digits)


def decimals(value: Fraction, digits: int = 2) -> str:
    """A value rounded half up to so many decimals, without the zeros at the end: −3.2."""
    scaled = abs(value) * 10**digits
    rounded = int(scaled + Fraction(1, 2))
    whole, rest = divmod(rounded, 10**digits)
    fraction = f"{rest:0{digits}d}".rstrip("0") if digits else ""
    sign = "−" if value < 0 and rounded else ""
    return f"{sign}{whole}.{fraction}" if fraction else f"{sign}{whole}"


def worked_line(name: str, compared: Compared, measure: Measure) -> Sentence:
    """How the value of one entry comes about."""
    parts = [
        say(
            "compared.at_size",
            N_("{count} hand at a table of {size}: {points} points − {average}"),
            N_("{count} hands at tables of {size}: {points} points − {count} × {average}"),
            count=part.hands,
            size=part.size,
            points=part.points,
            average=decimals(part.average),
        )
        for part in compared.at_sizes
    ]
    parts += [
        say(
            "compared.at_table",
            N_("place {place} of {size} in round {round}: {points}"),
            place=table.place,
            size=table.size,
            round=table.round,
            points=decimals(table.points),
        )
        for table in compared.at_tables
    ]
    if compared.given:
        parts.append(say("compared.given", N_("for missed hands: {points}"), points=decimals(compared.given)))
    if compared.adjustments:
        changes = decimals(Fraction(compared.adjustments))
        parts.append(say("compared.adjustments", N_("penalties and adjustments: {points}"), points=changes))
    together = parts[0] if parts else say("compared.nothing", N_("nothing"))
    for part in parts[1:]:
        together = say("compared.and", N_("{first}; {then}"), first=together, then=part)
    if measure is Measure.AVERAGE:
        divided = N_("{name}: {parts}; together, divided by {count}: {value}.")
        return say(
            "compared.average", divided, name=name, parts=together, count=compared.parts, value=decimals(compared.value)
        )
    one = N_("{name}: {parts} = {value}.") if len(parts) == 1 else N_("{name}: {parts}; together {value}.")
    return say("compared.worked", one, name=name, parts=together, value=decimals(compared.value))

"""Who is through, out, or may still make it, while a stage is being played.

THROUGH and OUT are proven from the bounds of what is left to play and hold whatever happens at the tables: as long as
everybody who has begun plays the hands that are asked, nobody joins or comes back, and what was handed in stands.
MAY_STILL may be too cautious; while a single table is left it is exact, but for ties that only countback, head-to-head
or a lot part, and for searches that would take too long.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from enum import Enum

from engine import N_, Sentence, say
from tournaments.standings.comparison import Comparison
from tournaments.standings.cut import HowMany, Settled, contenders, cut, places_of
from tournaments.standings.forms import Field, Form
from tournaments.standings.last_table import LastTable
from tournaments.standings.ledger import Ledger
from tournaments.standings.policy import Policy, Wins
from tournaments.standings.rank import rank
from tournaments.standings.to_come import ToCome


class Chance(Enum):
    """What can be said of one entry before the stage is over."""

    THROUGH = "through"
    OUT = "out"
    MAY_STILL = "may_still"

    def label(self) -> Sentence:
        """A few words for a list."""
        return _LABELS[self]


def chances(
    ledger: Ledger,
    policy: Policy,
    to_come: ToCome,
    wanted: HowMany,
    *,
    away: Collection[int] = frozenset(),
    settled: Sequence[Settled] = (),
) -> Mapping[int, Chance]:
    """What can be said of every entry of the ledger when `wanted` of them go on.

    Whoever is `away` does not go on and takes no place, but counts among those who took part. `settled` ties are those
    of a cut, used once all is played. Raises ValueError for a number that cannot go on.
    """
    if not to_come.hands and not to_come.unseated:
        return _at_the_end(ledger, policy, wanted, away, settled)
    if not to_come.bounded or policy.wins is Wins.HIGHEST or policy.comparison is not Comparison.TOTALS:
        return {entry.entry: Chance.MAY_STILL for entry in ledger.entries}
    field = Field.of(ledger, policy, to_come, away)
    fewest, most = (places_of(wanted, number) for number in field.take_part)
    line = _Line(field)
    found = {form.entry: line.chance(form, fewest, most) for form in field.forms}
    if not field.rounds_to_come and not field.unknown and len({(one.round, one.table) for one in to_come.hands}) == 1:
        table = LastTable(field, to_come.hands, fewest)
        for form in field.forms:
            if found[form.entry] is Chance.MAY_STILL:
                found[form.entry] = _exact(table, form)
    return found


class _Line:
    """Where everybody stands at best and at worst, each entry for itself."""

    def __init__(self, field: Field) -> None:
        self.field = field
        ranked = [form for form in field.forms if not form.short]
        self.bests = sorted(field.best(form) for form in ranked)
        self.worsts = sorted(field.worst(form) for form in ranked)

    def chance(self, form: Form, fewest: int, most: int) -> Chance:
        """What bounds alone say when at least `fewest` and at most `most` go on."""
        if form.short:
            return Chance.OUT
        if bisect_right(self.bests, self.field.worst(form)) - 1 < fewest:
            return Chance.THROUGH
        if bisect_left(self.worsts, self.field.best(form)) >= most:
            return Chance.OUT
        return Chance.MAY_STILL


def _exact(table: LastTable, form: Form) -> Chance:
    if not table.can_miss(form):
        return Chance.THROUGH
    return Chance.MAY_STILL if table.can_make_it(form) else Chance.OUT


def _at_the_end(
    ledger: Ledger, policy: Policy, wanted: HowMany, away: Collection[int], settled: Sequence[Settled]
) -> dict[int, Chance]:
    """Nothing is left to play: the cut says it."""
    made = cut(contenders(rank(ledger, policy)), wanted, settled, not_coming=away)
    found = dict.fromkeys((*made.on_the_line, *made.waiting), Chance.MAY_STILL)
    found |= dict.fromkeys(made.through, Chance.THROUGH)
    return found | dict.fromkeys((*made.out, *made.absent, *made.not_coming), Chance.OUT)


_LABELS = {
    Chance.THROUGH: say("chance.through", N_("through")),
    Chance.OUT: say("chance.out", N_("out")),
    Chance.MAY_STILL: say("chance.may_still", N_("may still qualify")),
}

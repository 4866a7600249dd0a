"""What every entry has and what it can still come to, in a shape that can be compared while hands are missing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf

from tournaments.standings.adding import add_up
from tournaments.standings.ledger import Ledger, State
from tournaments.standings.policy import ImputationKind, Measure, Policy, TieBreak
from tournaments.standings.tally import EntryTally, RoundTally
from tournaments.standings.to_come import HandToCome, ToCome

Key = tuple[int | Fraction | float, ...]
"""What entries are compared by, the smaller stands first: the measure, the tie-breaks that are certain, an end.

Equal keys: nothing certain parts the two. An infinity stands for what is not known yet.
"""


@dataclass(frozen=True, slots=True)
class Form:
    """One entry: its points, zeros, lowest other hand and number of hands so far, and the hands that it has to come.

    `short` is certain to take no place: it will have fewer hands than asked, or is away. Of one that is `unknown`
    nothing can be said: what it will be given for missed hands is open.
    """

    entry: int
    points: int
    zeros: int
    lowest: int | None
    hands: int
    lot: int
    left: tuple[HandToCome, ...]
    short: bool
    unknown: bool

    @property
    def hands_at_the_end(self) -> int:
        """Its hands once those that are left have been played."""
        return self.hands + sum(one.bounds.hands for one in self.left)

    @property
    def reach(self) -> int:
        """The most points that the hands that are left can bring it."""
        return sum(one.bounds.most for one in self.left)


@dataclass(frozen=True, slots=True)
class Field:
    """Everybody who is compared. `take_part` are the fewest and the most who will have taken part.

    `unseated` are the least and the most points that hands of rounds without a seating can bring anybody.
    """

    forms: tuple[Form, ...]
    measure: Measure
    steps: tuple[TieBreak, ...]
    take_part: tuple[int, int]
    unseated: tuple[int, int]
    rounds_to_come: bool

    @classmethod
    def of(cls, ledger: Ledger, policy: Policy, to_come: ToCome, away: Collection[int] = frozenset()) -> "Field":
        """Read a ledger together with what is left to play; whoever is away takes no place."""
        tallies = add_up(ledger, policy)
        rounds_to_come = bool(to_come.unseated)
        asked = sum(one.hands for one in ledger.rounds) + len(to_come.unseated)
        needed = max(1, asked if policy.hands_asked is None else min(policy.hands_asked, asked))
        left: dict[int, list[HandToCome]] = {}
        for hand in to_come.hands:
            for entry in hand.seats:
                if entry is not None:
                    left.setdefault(entry, []).append(hand)
        forms = tuple(
            _form(tally, policy, tuple(left.get(tally.ledger.entry, ())), len(to_come.unseated), needed)
            for tally in tallies
        )
        forms = tuple(replace(form, short=True) if form.entry in away else form for form in forms)
        began = sum(_took_part(tally) for tally in tallies)
        fixed = policy.imputation.value or 0
        return cls(
            forms,
            policy.measure,
            _certain_steps(tallies, policy, to_come),
            (began, len(tallies) if rounds_to_come else began),
            (
                sum(min(0, fixed) for _ in to_come.unseated),
                sum(max(most, fixed) for most in to_come.unseated),
            ),
            rounds_to_come,
        )

    @property
    def unknown(self) -> bool:
        """Whether anything is open that no bound can be given for."""
        return any(form.unknown and not form.short for form in self.forms)

    def best(self, form: Form, points: int | None = None) -> Key:
        """The key that it may end with at best, or with so many points in the hands that are left."""
        return self._key(form, points, self.unseated[0], -inf)

    def worst(self, form: Form, points: int | None = None) -> Key:
        """The key that it may end with at worst, or with so many points in the hands that are left."""
        if points is None and form.left:
            points = form.reach
        return self._key(form, points, self.unseated[1], inf)

    def _key(self, form: Form, points: int | None, unseated: int, otherwise: float) -> Key:
        if form.unknown:
            return (otherwise,)
        total = form.points + (points or 0) + unseated
        measured = total if self.measure is Measure.TOTAL else Fraction(total, max(form.hands_at_the_end, 1))
        ties = self._ties(form, points)
        return (measured, otherwise) if ties is None else (measured, *ties, 0)

    def _ties(self, form: Form, points: int | None) -> tuple[int, ...] | None:
        """What the tie-breaks compare at the end; None where the points that are left can come in several ways."""
        zeros, lowest = form.zeros, form.lowest
        if self.rounds_to_come or len(form.left) > 1 or (form.left and points is None):
            return None
        if form.left and points is not None:
            zeros += points == 0
            if points:
                lowest = points if lowest is None else min(lowest, points)
        values = {TieBreak.MOST_ZEROS: -zeros, TieBreak.LOWEST_OTHER: lowest or 0, TieBreak.LOT: form.lot}
        return tuple(values[step] for step in self.steps)


def _form(tally: EntryTally, policy: Policy, left: tuple[HandToCome, ...], unseated: int, needed: int) -> Form:
    rounds = tally.rounds
    hands = sum(one.hands for one in rounds)
    lowest = [one.lowest for one in rounds if one.lowest is not None]
    reports_missing = sum(line.state is State.NOT_YET for one in rounds for line in one.missed)
    pending = reports_missing > sum(one.bounds.hands for one in left) or any(_awaits(one, policy) for one in rounds)
    may_be_given = policy.imputation.kind is not ImputationKind.NONE
    unplanned = bool(unseated) and (tally.ledger.withdrawn or (may_be_given and not _took_part(tally)))
    varying = bool(unseated) and policy.measure is Measure.AVERAGE
    at_the_end = hands + sum(one.bounds.hands for one in left) + unseated
    return Form(
        entry=tally.ledger.entry,
        points=sum(one.points + one.imputed_points for one in rounds)
        + sum(line.points for line in tally.ledger.adjustments),
        zeros=sum(one.zeros for one in rounds),
        lowest=min(lowest, default=None),
        hands=hands,
        lot=tally.ledger.lot or 0,
        left=left,
        short=at_the_end < needed and not pending and not (unseated and may_be_given),
        unknown=pending or unplanned or varying,
    )


def _awaits(tally: RoundTally, policy: Policy) -> bool:
    """Whether what it will be given for missed hands depends on hands still to come."""
    if policy.imputation.kind is ImputationKind.OWN_AVERAGE:
        return bool(tally.missed)
    given = policy.imputation.kind in {ImputationKind.TABLE_HIGHEST, ImputationKind.ROUND_AVERAGE}
    return given and not tally.asked.closed and any(line.state is not State.NOT_YET for line in tally.missed)


def _took_part(tally: EntryTally) -> bool:
    return any(one.played or one.missed for one in tally.rounds)


def _certain_steps(tallies: Sequence[EntryTally], policy: Policy, to_come: ToCome) -> tuple[TieBreak, ...]:
    """The first tie-breaks, as far as it is certain that none will be passed over for lack of what it compares."""
    told = all(hand.bounds.tells_zeros for hand in to_come.hands)
    rounds = [one for tally in tallies for one in tally.rounds]
    only_hands = not any(one.imputed_hands for one in rounds) and not any(one.ledger.adjustments for one in tallies)
    # Who has only zeros has no lowest other hand; without points from elsewhere it is level only with its like.
    everybody_has = all(any(one.lowest is not None for one in tally.rounds) for tally in tallies)
    certain = {
        TieBreak.MOST_ZEROS: told and all(one.zeros_known for one in rounds),
        TieBreak.LOWEST_OTHER: told and all(one.lowest_known for one in rounds) and (only_hands or everybody_has),
        TieBreak.LOT: all(tally.ledger.lot is not None for tally in tallies),
    }
    steps: list[TieBreak] = []
    for step in policy.tie_breaks:
        if not certain.get(step, False):
            break
        steps.append(step)
    return tuple(steps)

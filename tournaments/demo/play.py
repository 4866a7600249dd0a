"""An evening driven as people drive it: arrivals, seating, results, corrections, each by the command of its page."""

import datetime as dt
import random
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

import engine
from games.checks import rack_text, without_names
from games.models import Report
from games.reports import Handed
from tournaments import drafts, findings, programme, results, rounds
from tournaments.demo.cast import DESK, KEEPER
from tournaments.demo.deals import play_out
from tournaments.models import Round, Tournament
from tournaments.queries.coming_round import coming_round
from tournaments.queries.stages import sizes_in
from tournaments.queries.tables import TableState, table_states
from tournaments.seating.knockout_round import KnockoutDraw
from tournaments.seating.sizes import splits

ROUND_TAKES = 15
"""Minutes of play before the first table hands in."""


@dataclass(slots=True)
class Clock:
    """The time of the evening; it goes on with everything that is done."""

    now: datetime

    def later(self, minutes: float) -> datetime:
        """The time so many minutes on."""
        self.now += dt.timedelta(minutes=minutes)
        return self.now


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament that is being played, with its own chance and its own time."""

    tournament: Tournament
    rules: engine.Rules
    chance: random.Random
    clock: Clock

    def seat(self) -> Round:
        """Draw the next round for whoever plays it, and publish it."""
        coming = coming_round(self.tournament, self.tournament.rounds.count() + 1)
        sizes = sizes_in(self.tournament, coming.span.stage)
        if isinstance(coming.way, KnockoutDraw):
            split = coming.way.split
        else:
            split = splits(len(coming.here), sizes.allowed, sizes.preferred)[0]
        seed = self.chance.randrange(2**31)
        draft = drafts.draft_round(tournament=self.tournament, split=split, seed=seed, by=DESK, at=self.clock.later(2))
        published = drafts.publish_round(draft=draft, by=DESK, at=self.clock.later(1))
        self.clock.later(ROUND_TAKES)
        return published

    def hand(self, state: TableState, number: int) -> Handed:
        """One hand of a table, played out by whoever sits there for it.

        Table 1 writes down every turn, table 2 the tiles left, the others their points.
        """
        there = [seat.place or 0 for seat in state.seats if seat.is_there_for(number)]
        centre = state.hands[number - 1].centre or 0
        dealt = play_out(self.rules, players=len(there), centre=centre, chance=self.chance)
        points = dict(zip(there, dealt.points, strict=True))
        racks = dict(zip(there, map(rack_text, dealt.record.left), strict=True)) if state.number <= 2 else {}
        lines = results.lines_for(state, number, points)
        return Handed(
            number,
            Report.Ended(dealt.ended.value),
            tuple(replace(line, rack=racks.get(line.place)) for line in lines),
            out_place=None if dealt.out is None else there[dealt.out],
            starter_place=there[dealt.starter],
            record=without_names(dealt.record, there) if state.number == 1 else "",
        )

    def play(self, state: TableState, numbers: Iterable[int], *, accepted: bool = True) -> list[Handed]:
        """Play some hands of a table and hand them in."""
        handed = [self.hand(state, number) for number in numbers]
        self.hand_in(state, handed, accepted=accepted)
        return handed

    def hand_in(self, state: TableState, handed: Sequence[Handed], *, accepted: bool = True, why: str = "") -> None:
        """Type what a table has handed in; what is odd is confirmed."""
        results.report_table(
            table=state.table,
            handed=handed,
            key=uuid.uuid4(),
            by=KEEPER,
            at=self.clock.later(1),
            why=why,
            confirmed=True,
            accepted=accepted,
        )

    def play_with_a_misread_number(self, state: TableState) -> None:
        """Play a table of which one number was typed wrong, and corrected a little later."""
        right = [_by_points(self.hand(state, hand.number)) for hand in state.hands]
        index, wrong = next(
            (index, wrong)
            for index, one in enumerate(right)
            for wrong in _misread(one)
            if not findings.check(state, self.rules, [wrong])
        )
        self.hand_in(state, [*right[:index], wrong, *right[index + 1 :]])
        self.hand_in(state, [replace(right[index], based_on=1)], why=_("Misread: the 1 was a 2."))

    def play_round(self, round: Round, states: Sequence[TableState]) -> None:
        """Play these tables whole, and close the round."""
        for state in states:
            self.play(state, state.missing)
        rounds.close_round(round=round, by=DESK, at=self.clock.later(2))

    def play_to_the_end(self) -> None:
        """Seat and play every round that is still planned, and finish the tournament."""
        for _number in range(self.tournament.rounds.count(), len(self.tournament.plan)):
            played = self.seat()
            self.play_round(played, table_states(played))
            self.clock.later(5)
        programme.finish(tournament=self.tournament, by=DESK, at=self.clock.now)


def _by_points(one: Handed) -> Handed:
    """The hand with nothing typed but its points."""
    return replace(one, record="", lines=tuple(replace(line, rack=None) for line in one.lines))


def _misread(one: Handed) -> Iterable[Handed]:
    """The hand with ten points too few for one seat: a 2 that was read as a 1."""
    for place in [line.place for line in one.lines if line.points is not None and 20 <= line.points < 30]:
        lines = tuple(
            replace(line, points=line.points - 10) if line.place == place and line.points is not None else line
            for line in one.lines
        )
        yield replace(one, lines=lines)

"""What one entry has, round by round and altogether, while it is being added up."""

from dataclasses import dataclass

from tournaments.standings.compared import Compared
from tournaments.standings.ledger import EntryLedger, HandScore, RoundAsked, SheetTotal, State
from tournaments.standings.rows import RoundResult

_ONLY_PLAYED = (State.PLAYED,)


@dataclass(slots=True)
class RoundTally:
    """What one entry has in one round while it is being added up.

    `covered` is how many hands each of the `sheets` stands for. `given` are the missed hands that were given points of
    their own, `averaged` is how many were given an average.
    """

    asked: RoundAsked
    points: int = 0
    played: int = 0
    zeros: int = 0
    lowest: int | None = None
    zeros_known: bool = True
    lowest_known: bool = True
    hands_known: bool = True
    imputed_hands: int = 0
    imputed_points: int = 0
    handed_in: bool = True
    missed: tuple[HandScore, ...] = ()
    sheets: tuple[SheetTotal, ...] = ()
    covered: tuple[int, ...] = ()
    given: tuple[tuple[HandScore, int], ...] = ()
    averaged: int = 0

    @property
    def hands(self) -> int:
        """Hands that count, played or given."""
        return self.played + self.imputed_hands

    def result(self) -> RoundResult:
        """The round as a value for the row."""
        states: tuple[State, ...] = _ONLY_PLAYED if self.played else ()
        if self.missed:
            seen = {line.state for line in self.missed} | set(states)
            states = tuple(state for state in State if state in seen)
        counts = self.handed_in and self.hands > 0
        points = self.points + self.imputed_points if counts else None
        return RoundResult(
            self.asked.number,
            points,
            states,
            self.hands if counts else 0,
            self.imputed_hands if counts else 0,
            self.imputed_points if counts else 0,
            self.handed_in,
        )


@dataclass(slots=True)
class EntryTally:
    """What one entry has in all rounds that count for it; `waiting` while an open round is not in."""

    ledger: EntryLedger
    rounds: list[RoundTally]
    waiting: bool = False
    points: int = 0
    adjustments: int = 0
    played: int = 0
    hands: int = 0
    zeros: int = 0
    lowest: int | None = None
    zeros_known: bool = True
    lowest_known: bool = True
    hands_known: bool = True
    compared: Compared | None = None

    @property
    def total(self) -> int:
        """Points of all counted hands, with adjustments."""
        return self.points + self.adjustments

    def sum_up(self) -> None:
        """Add the rounds that are in."""
        out = set()
        for tally in self.rounds:
            if not tally.handed_in:
                self.waiting = True
                out.add(tally.asked.number)
                continue
            self.points += tally.points + tally.imputed_points
            self.played += tally.played
            self.hands += tally.played + tally.imputed_hands
            self.zeros += tally.zeros
            if tally.lowest is not None and (self.lowest is None or tally.lowest < self.lowest):
                self.lowest = tally.lowest
            self.zeros_known &= tally.zeros_known
            self.lowest_known &= tally.lowest_known
            self.hands_known &= tally.hands_known
        self.adjustments = sum(line.points for line in self.ledger.adjustments if line.round not in out)

"""What one table of a knockout decided: the order of its people, those who never came apart."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.models import Stage
from tournaments.queries.decisions import decision_of
from tournaments.queries.stage_lists import StageFacts, bonuses, counted_rounds
from tournaments.queries.stages import Span
from tournaments.queries.standings import ledger_from, policy_of
from tournaments.seating.knockout_results import Played, TableResult
from tournaments.standings import (
    Adjustment,
    Contender,
    EntryLedger,
    Ledger,
    Policy,
    Row,
    State,
    Wins,
    part_of,
    rank,
)
from tournaments.standings import Settled as Decision
from tournaments.standings.cut import in_order


@dataclass(frozen=True, slots=True)
class Scores:
    """What the tables of a knockout are decided by: all points of the tournament, the bonus of each entry, the rule.

    `settled` are the ties that were settled, by the numbers of round and table.
    """

    ledger: Ledger
    policy: Policy
    bonus: Mapping[int, int]
    counted: frozenset[int]
    keeps_points: bool
    settled: Mapping[tuple[int, int], tuple[Decision, ...]]

    def at_table(self, round_number: int, people: Collection[int]) -> Ledger:
        """The ledger of one table: of this round alone, or of all rounds that count up to it where points are kept."""
        rounds = {number for number in self.counted if number <= round_number} if self.keeps_points else {round_number}
        kept = part_of(self.ledger, rounds, people)
        asked = tuple(replace(one, closed=True) for one in kept.rounds)
        if self.keeps_points:
            return Ledger(asked, kept.entries)
        return Ledger(asked, tuple(self._alone(entry) for entry in kept.entries))

    @property
    def begins_level(self) -> bool:
        """Whether everybody sits down with nothing, so that before the first hand anything can happen."""
        return not self.keeps_points and not any(self.bonus.values())

    def _alone(self, entry: EntryLedger) -> EntryLedger:
        """An entry of which the round alone counts: what belongs to no round stays with the stages before."""
        given = self.bonus.get(entry.entry)
        bonus = () if given is None else (Adjustment(None, given),)
        lines = tuple(line for line in entry.adjustments if line.round is not None)
        return replace(entry, adjustments=(*lines, *bonus))


def scores_of(found: StageFacts, span: Span) -> Scores:
    """What the tables of this knockout are decided by."""
    return Scores(
        ledger_from(found.facts),
        policy_of(found.facts.tournament),
        bonuses(found, span),
        counted_rounds(found.spans, span),
        span.stage.carries == Stage.Carries.POINTS,
        _settled(found, span),
    )


def result_of(scores: Scores, round_number: int, table: int, people: Sequence[int]) -> TableResult:
    """The result of a table that is in, after what was settled there; its `people` by id in seat order."""
    ledger = scores.at_table(round_number, people)
    came = {entry.entry: entry for entry in ledger.entries if has_played(entry, (round_number,))}
    rows = [row for row in rank(ledger, scores.policy).rows if row.entry in came]
    totals = {row.entry: row.total or 0 for row in rows}
    mean = Fraction(sum(totals.values()), len(totals)) if totals else Fraction(0)
    sign = 1 if scores.policy.wins is Wins.LOWEST else -1
    ranked = tuple(
        tuple(
            Played(one, totals[one], sign * _lowest(came[one], round_number, sign), sign * (totals[one] - mean))
            for one in group
        )
        for group in _groups(rows, scores.settled.get((round_number, table), ()))
    )
    return TableResult(ranked, tuple(one for one in people if one not in came))


def who_came(scores: Scores, round_number: int, people: Sequence[int]) -> frozenset[int]:
    """The people of a table who have played at least one hand of a round."""
    ledger = scores.at_table(round_number, people)
    return frozenset(entry.entry for entry in ledger.entries if has_played(entry, (round_number,)))


def _settled(found: StageFacts, span: Span) -> dict[tuple[int, int], tuple[Decision, ...]]:
    """What was settled at the tables of a knockout, by the numbers of round and table."""
    rows: dict[tuple[int, int], list[Decision]] = {}
    for row in found.settled.get(span.stage.number, ()):
        if row.table is not None:
            rows.setdefault((row.table.round.number, row.table.number), []).append(decision_of(found.facts, row))
    return {table: tuple(decisions) for table, decisions in rows.items()}


def _groups(rows: Sequence[Row], settled: Sequence[Decision]) -> list[tuple[int, ...]]:
    """Who is level with whom, best first; fewer hands than the others stand below them, one by one."""
    ranked = [Contender(row.entry, row.place) for row in rows if row.place is not None]
    below = [Contender(row.entry, len(rows) + number) for number, row in enumerate(rows) if row.place is None]
    groups, _unused = in_order((*ranked, *below), settled)
    return groups


def has_played(entry: EntryLedger, rounds: Collection[int]) -> bool:
    """Whether somebody played at least one hand of these rounds."""
    hands = any(line.state is State.PLAYED for line in entry.hands if line.round in rounds)
    return hands or any(sheet.round in rounds for sheet in entry.sheets)


def _lowest(entry: EntryLedger, round_number: int, sign: int) -> int:
    """The best single hand of a round: the lowest, or the highest where the highest wins; of a sheet, what it says."""
    hands = [line.points for line in entry.hands if line.round == round_number and line.points is not None]
    hands += [sheet.points for sheet in entry.sheets if sheet.round == round_number]
    return sign * min(sign * points for points in hands)

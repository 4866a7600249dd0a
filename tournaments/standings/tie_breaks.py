"""Parts entries that are level: each step only splits what the steps before it left together (A40)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import N_, Sentence, say
from tournaments.standings.comparison import Comparison
from tournaments.standings.ledger import State
from tournaments.standings.policy import Measure, Policy, TieBreak, Wins
from tournaments.standings.rows import Decision, Share, Skipped, Value
from tournaments.standings.tally import EntryTally

Group = Sequence[EntryTally]
Step = Measure | Comparison | TieBreak


@dataclass(frozen=True, slots=True)
class Placed:
    """Entries on one place, and what parts them from those below (None for the last)."""

    place: int
    group: Group
    decision: Decision | None = None


@dataclass(frozen=True, slots=True)
class Lacking:
    """A step that cannot be taken for a group: somebody in it has nothing to compare."""

    because: Sentence


def put_in_order(entries: Group, policy: Policy) -> tuple[list[Placed], list[Skipped]]:
    """Everybody with a place, best first, ties left over together; and the tie-breaks that were passed over."""
    skipped: list[Skipped] = []
    steps: tuple[Step, ...] = (policy.first, *policy.tie_breaks)
    return (_split(entries, steps, 1, policy.wins, skipped) if entries else []), skipped


def measured(entry: EntryTally, by: Measure | Comparison) -> int | Fraction:
    """What is compared first. The entry has at least one hand."""
    if entry.compared is not None and isinstance(by, Comparison):
        return entry.compared.value
    return entry.total if by is not Measure.AVERAGE else Fraction(entry.total, entry.hands)


def more_is_better(step: Step, wins: Wins) -> bool:
    """Whether the larger of two values stands first."""
    if step is TieBreak.LOT:
        return False
    if step is Comparison.PLACING:
        return True
    return (wins is Wins.HIGHEST) != (step is TieBreak.MOST_ZEROS)


def shared(placed: Placed, policy: Policy) -> Decision:
    """Why two rows of one place stand on it together."""
    value = measured(placed.group[0], policy.first)
    return Decision(Share.PLACE, value, value, policy.wins)


def _split(group: Group, steps: tuple[Step, ...], place: int, wins: Wins, skipped: list[Skipped]) -> list[Placed]:
    if len(group) == 1 or not steps:
        return [Placed(place, group)]
    step, later = steps[0], steps[1:]
    values = _values(step, group, wins)
    if isinstance(values, Lacking):
        if isinstance(step, TieBreak):
            skipped.append(_skip(step, group, place, wins, values))
        return _split(group, later, place, wins, skipped)
    parts: dict[Value, list[EntryTally]] = {}
    for value, entry in zip(values, group, strict=True):
        parts.setdefault(value, []).append(entry)
    # All values of one step are of one kind, which the type of `parts` cannot say.
    order: list[Any] = sorted(parts, reverse=more_is_better(step, wins))
    placed: list[Placed] = []
    for value, following in zip(order, [*order[1:], None], strict=True):
        decision = None if following is None else Decision(step, value, following, wins)
        part = parts[value]
        *upper, last = [Placed(place, part)] if len(part) == 1 else _split(part, later, place, wins, skipped)
        placed += [*upper, Placed(last.place, last.group, decision)]
        place += len(part)
    return placed


def _values(step: Step, group: Group, wins: Wins) -> Sequence[Value] | Lacking:
    """What the step compares, one value for each member, or why it cannot be taken."""
    if not isinstance(step, TieBreak):
        return [measured(entry, step) for entry in group]
    return _COMPARED[step](group, wins)


def _zeros(group: Group, _wins: Wins) -> Sequence[Value] | Lacking:
    if not all(entry.zeros_known for entry in group):
        return Lacking(say("lacking.zeros", N_("a sheet does not say how many zeros")))
    return [entry.zeros for entry in group]


def _lowest_others(group: Group, _wins: Wins) -> Sequence[Value] | Lacking:
    """Undefined counts as equal (A38): where one member has no other hand, nothing parts the group."""
    if not all(entry.lowest_known for entry in group):
        return Lacking(say("lacking.lowest_other", N_("a sheet does not say the lowest other hand")))
    values = [entry.lowest for entry in group if entry.lowest is not None]
    if not values:
        return [0] * len(group)
    if len(values) < len(group):
        return Lacking(say("lacking.no_other", N_("somebody there has no hand other than zero")))
    return values


def _others(entry: EntryTally, wins: Wins) -> tuple[int, ...]:
    """The played hands other than zero, in the order that countback compares them."""
    points = [line.points for line in entry.ledger.hands if line.counts and line.state is State.PLAYED and line.points]
    return tuple(sorted(points, reverse=wins is Wins.HIGHEST))


def _countback(group: Group, wins: Wins) -> Sequence[Value] | Lacking:
    if not all(entry.hands_known for entry in group):
        return Lacking(say("lacking.hands", N_("a sheet gives totals only")))
    return _as_far_as_all_go([_others(entry, wins) for entry in group])


def _as_far_as_all_go(hands: Sequence[tuple[int, ...]]) -> list[Value]:
    """For each member the part of its hands that was compared: a group stays together once one member runs out."""
    keys: list[Value] = [()] * len(hands)
    groups = [list(range(len(hands)))]
    while groups:
        group = groups.pop()
        shortest = min(len(hands[member]) for member in group)
        parts: dict[tuple[int, ...], list[int]] = {}
        for member in group:
            parts.setdefault(hands[member][:shortest], []).append(member)
        if len(parts) > 1:
            groups += parts.values()
            continue
        for key, members in parts.items():
            for member in members:
                keys[member] = key
    return keys


def _together(group: Group, _wins: Wins) -> Sequence[Value] | Lacking:
    """Points in the hands in which the whole group sat at one table, or on one table's sheets of as many hands."""
    scores = [_at_tables(entry) for entry in group]
    met = set(scores[0]).intersection(*scores[1:])
    if not met:
        return Lacking(say("lacking.never_met", N_("they never all sat at one table")))
    return [sum(score[where] for where in met) for score in scores]


def _at_tables(entry: EntryTally) -> dict[tuple[str, int, int, int], int]:
    """Points by where they were scored: by round, table and hand, or by round, table and number of hands of a sheet."""
    scores = {
        ("hand", line.round, line.table, line.hand): line.points
        for line in entry.ledger.hands
        if line.counts and line.state is State.PLAYED and line.table is not None and line.points is not None
    }
    for one in entry.rounds:
        for sheet in one.sheets:
            hands = sheet.hands if sheet.hands is not None else one.asked.hands
            scores["sheet", sheet.round, sheet.table, hands] = sheet.points
    return scores


def _lots(group: Group, _wins: Wins) -> Sequence[Value] | Lacking:
    lots = [entry.ledger.lot for entry in group if entry.ledger.lot is not None]
    if len(lots) < len(group):
        return Lacking(say("lacking.lot", N_("no lot has been drawn for all of them")))
    return lots


_COMPARED: dict[TieBreak, Callable[[Group, Wins], Sequence[Value] | Lacking]] = {
    TieBreak.MOST_ZEROS: _zeros,
    TieBreak.LOWEST_OTHER: _lowest_others,
    TieBreak.COUNTBACK: _countback,
    TieBreak.HEAD_TO_HEAD: _together,
    TieBreak.LOT: _lots,
}


def _skip(tie_break: TieBreak, group: Group, place: int, wins: Wins, lacking: Lacking) -> Skipped:
    sentence = say(
        "standings.tie_break_skipped",
        N_("{tie_break} was passed over for all who are level at place {place}: {because}."),
        tie_break=tie_break.label(wins),
        place=place,
        because=lacking.because,
    )
    return Skipped(tie_break, place, tuple(entry.ledger.entry for entry in group), sentence)

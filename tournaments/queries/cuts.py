"""The cut into a later stage: who is through, who is level on the line, who is next; from the facts as they are now."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tournaments.how_many import read_number, read_per_table, read_share
from tournaments.models import Settled, Stage, Table
from tournaments.queries.decisions import decision_of, entries_of
from tournaments.queries.stage_lists import StageFacts, counted_rounds, stage_ledger, stage_list, withdrawn
from tournaments.queries.stages import Coming, Span, course_from
from tournaments.queries.standings import policy_of
from tournaments.queries.tables import states_of
from tournaments.standings import (
    Contender,
    Cut,
    CutGroup,
    HowMany,
    contenders,
    cut,
    cut_groups,
    part_of,
    rank,
)
from tournaments.standings import Settled as Decision


@dataclass(frozen=True, slots=True)
class Line:
    """People who are level on the line of a cut, by entry id; `open_places` is how many of them go on."""

    name: str
    entries: tuple[int, ...]
    open_places: int


@dataclass(frozen=True, slots=True)
class CutNow:
    """The cut into a stage as the facts are now: one list, or one for each table where so many of each go on.

    `seeds` are all who are through, the best first. `parted` are those through or out by a decision, with what it was.
    """

    span: Span
    parts: tuple[tuple[str, Cut], ...]
    seeds: tuple[int, ...]
    parted: Mapping[int, str]

    @property
    def lines(self) -> tuple[Line, ...]:
        """Where people are level, from the first list to the last."""
        return tuple(Line(name, one.on_the_line, one.open_places) for name, one in self.parts if one.on_the_line)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Of whom nothing can be said yet."""
        return tuple(entry for _name, one in self.parts for entry in one.waiting)

    @property
    def is_settled(self) -> bool:
        return all(one.is_settled for _name, one in self.parts)

    def line_of(self, entries: Collection[int]) -> Line | None:
        """The line that consists of exactly these people; None where there is none now."""
        return next((line for line in self.lines if set(line.entries) == set(entries)), None)


def is_due(found: StageFacts, span: Span) -> bool:
    """Whether a cut is what comes next: every round before it is closed, and nobody is in the stage yet. No query.

    Before that nobody is level on its line for good: a lot that is drawn once is not drawn on a list that still moves.
    """
    rounds = found.facts.rounds
    if span.is_first or not all(played.closed for played in rounds):
        return False
    cut = frozenset(one.stage.pk for one in found.spans if found.is_cut(one))
    course = course_from(found.spans, len(rounds) + 1, cut)
    return course.coming is Coming.CUT and course.span.stage.pk == span.stage.pk


def settled_at(found: StageFacts, span: Span) -> list[Decision]:
    """What was settled on the line of the cut into a stage, in the order in which it was. No query."""
    return [decision_of(found.facts, row) for row in _settled(found, span)]


def _settled(found: StageFacts, span: Span) -> list[Settled]:
    return [row for row in found.settled.get(span.stage.number, ()) if row.where == Settled.Where.CUT]


def cut_into(
    found: StageFacts, span: Span, *, not_coming: Collection[int] = (), coming: Collection[int] = ()
) -> CutNow:
    """Cut the stage before a later one. No query.

    Whoever has withdrawn (unless `coming`), or is `not_coming`, is passed over: the next in order moves up.
    """
    facts = found.facts
    away = (withdrawn(facts) - set(coming)) | set(not_coming)
    decisions = [(decision_of(facts, row), row) for row in _settled(found, span)]
    made = [one for one, _row in decisions]
    if span.stage.takes == Stage.Takes.PER_TABLE:
        tables = _tables(found, span)
        cuts = cut_groups([table.group for table in tables], made, not_coming=away)
        parts = tuple(cuts.items())
        keys = {entry: key for table in tables for entry, key in table.keys.items()}
        seeds = tuple(sorted((entry for one in cuts.values() for entry in one.through), key=lambda one: keys[one]))
    else:
        lines = _lines(found, found.before(span), everybody=span.stage.takes == Stage.Takes.ALL)
        one = cut(lines, _wanted(span.stage, lines, away), made, not_coming=away)
        parts = (("", one),)
        seeds = one.through
    used = [row for decision, row in decisions if not all(decision in one.unused for _name, one in parts)]
    return CutNow(span, parts, seeds, {pk: row.how for row in used for pk in entries_of(facts, row.order)})


def not_accepted(found: StageFacts, span: Span) -> list[tuple[int, int]]:
    """Round and table of every result that counts in a stage and has not been accepted. Five queries."""
    tables = Table.objects.filter(
        round__tournament=found.facts.tournament,
        round__number__in=counted_rounds(found.spans, span),
        game__isnull=False,
    ).select_related("round", "game")
    states = states_of(list(tables.order_by("round__number", "number")))
    return [(state.table.round.number, state.number) for state in states if state.not_accepted]


@dataclass(frozen=True, slots=True)
class _Table:
    """One table of the last round, cut for itself; `keys` order its people among those of all tables."""

    group: CutGroup
    keys: Mapping[int, tuple[int, int, int]]


def _wanted(stage: Stage, lines: tuple[Contender, ...], away: frozenset[int]) -> HowMany:
    if stage.takes == Stage.Takes.NUMBER:
        return read_number(stage.how_many)
    if stage.takes == Stage.Takes.SHARE:
        return read_share(stage.how_many)
    return max(1, sum(line.took_part and line.entry not in away for line in lines))


def _lines(found: StageFacts, span: Span, *, everybody: bool) -> tuple[Contender, ...]:
    """The list of a stage, to be cut; where everybody goes on, nobody is level and nobody is without a place."""
    lines = contenders(stage_list(found, span))
    if not everybody or any(line.waits for line in lines):
        return lines
    there = [line for line in lines if line.took_part]
    return tuple(Contender(line.entry, place) for place, line in enumerate(there, 1))


def _tables(found: StageFacts, span: Span) -> list[_Table]:
    """The tables of the last round of the stage before, each with its own list; the first places stand first."""
    policy = policy_of(found.facts.tournament)
    before = found.before(span)
    played = found.facts.round(before.last)
    going_on = read_per_table(span.stage.how_many)
    ledger = stage_ledger(found, before)
    tables = []
    for table in played.tables if played else ():
        there = [seat.entry for seat in table.seats if seat.entry is not None]
        lines = contenders(rank(part_of(ledger, {before.last}, there), policy))
        name = str(table.number)
        keys = {line.entry: (line.place or len(lines), table.number, number) for number, line in enumerate(lines)}
        wanted = going_on.of(table.number, len(there))
        tables.append(_Table(CutGroup(name, lines, wanted), keys))
    return tables

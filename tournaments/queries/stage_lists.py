"""The list of one stage: its rounds with what is brought along, among those who are in it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from tournaments.models import Entry, Qualifier, Settled, Stage
from tournaments.queries.facts import Facts
from tournaments.queries.stages import Span, stages_of
from tournaments.queries.standings import ledger_from, policy_of
from tournaments.standings import Adjustment, Ledger, Standings, after, part_of, rank

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class StageFacts:
    """The facts of a tournament with its stages: who is in each now, and the ties that were settled, by its number.

    `gone` are those who were replaced, by stage.
    """

    facts: Facts
    spans: tuple[Span, ...]
    qualifiers: Mapping[int, tuple[Qualifier, ...]]
    gone: Mapping[int, tuple[Qualifier, ...]]
    settled: Mapping[int, tuple[Settled, ...]]

    def span(self, number: int) -> Span | None:
        """The stage with this number, None where there is none."""
        return next((span for span in self.spans if span.stage.number == number), None)

    def before(self, span: Span) -> Span:
        """The stage before a later one."""
        return self.spans[span.stage.number - 2]

    def is_cut(self, span: Span) -> bool:
        """Whether it is known who is in a stage; everybody is in the first one unless it is a planned knockout."""
        return bool(self.qualifiers.get(span.stage.number))

    def members(self, span: Span) -> frozenset[int]:
        """The entries (by id) of a stage; nobody in a later one before its cut."""
        if span.is_first and not self.is_cut(span):
            return frozenset(self.facts.entries)
        return frozenset(one.entry_id for one in self.qualifiers.get(span.stage.number, ()))


def stage_facts(facts: Facts) -> StageFacts:
    """Read the stages of a tournament whose facts have been read. One query; three where it has stages."""
    spans = stages_of(facts.tournament)
    if not spans[0].stage.pk:
        return StageFacts(facts, spans, {}, {}, {})
    number = {span.stage.pk: span.stage.number for span in spans}
    now: dict[int, list[Qualifier]] = {}
    gone: dict[int, list[Qualifier]] = {}
    for one in Qualifier.objects.filter(stage__in=number).order_by("seed", "pk"):
        (now if one.replaced_by_id is None else gone).setdefault(number[one.stage_id], []).append(one)
    settled: dict[int, list[Settled]] = {}
    decisions = Settled.objects.filter(stage__in=number, taken_back_at=None).select_related("table__round")
    for decision in decisions.order_by("pk"):
        settled.setdefault(number[decision.stage_id], []).append(decision)
    return StageFacts(facts, spans, _frozen(now), _frozen(gone), _frozen(settled))


def counted_rounds(spans: tuple[Span, ...], span: Span) -> frozenset[int]:
    """The rounds whose points count in a stage: its own, and those of the stages before as far as points are kept."""
    counted: set[int] = set()
    for one in spans[: span.stage.number]:
        if one.stage.carries != Stage.Carries.POINTS:
            counted.clear()
        counted.update(one.numbers)
    return frozenset(counted)


def bonuses(found: StageFacts, span: Span) -> dict[int, int]:
    """The bonus that each entry (by id) brings into a stage, by its place in the stage before."""
    if span.is_first or span.stage.carries != Stage.Carries.BONUS:
        return {}
    by_place = dict(enumerate(span.stage.bonus, 1))
    rows = stage_list(found, found.before(span)).ranked
    return {row.entry: by_place[row.place] for row in rows if row.place in by_place}


def stage_ledger(found: StageFacts, span: Span, after_round: int | None = None) -> Ledger:
    """What the list of a stage is made of: the rounds that count there, its members, their bonus."""
    ledger = ledger_from(found.facts)
    if after_round is not None:
        ledger = after(ledger, after_round)
    kept = part_of(ledger, counted_rounds(found.spans, span), found.members(span))
    given = bonuses(found, span)
    if not given:
        return kept
    entries = tuple(
        replace(entry, adjustments=(*entry.adjustments, Adjustment(None, given[entry.entry])))
        if entry.entry in given
        else entry
        for entry in kept.entries
    )
    return Ledger(kept.rounds, entries)


def stage_list(found: StageFacts, span: Span, after_round: int | None = None) -> Standings:
    """The standings of a stage that is no knockout, now or as they stood after a round. No query."""
    return rank(stage_ledger(found, span, after_round), policy_of(found.facts.tournament))


def withdrawn(facts: Facts) -> frozenset[int]:
    """The entries (by id) who do not play any more."""
    return frozenset(pk for pk, entry in facts.entries.items() if entry.status == Entry.Status.WITHDRAWN)


def _frozen(rows: Mapping[int, list[Row]]) -> dict[int, tuple[Row, ...]]:
    return {number: tuple(found) for number, found in rows.items()}

"""The stages of a tournament: which rounds are whose, who is in them, and what has to be done before the next round.

The rounds of all stages are numbered through; a stage is a stretch of the one plan. A tournament without stages is one
open stage over its whole plan: `stages_of` gives that one too, so that nobody else has to know.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine import read_rules
from tournaments.models import Qualifier, Round, Stage, Tournament


@dataclass(frozen=True, slots=True)
class Span:
    """A stage with the rounds that are its own: numbers `first` to `last`, none where `last` is below `first`."""

    stage: Stage
    first: int
    last: int

    @property
    def numbers(self) -> range:
        """The numbers of its rounds."""
        return range(self.first, self.last + 1)

    @property
    def is_knockout(self) -> bool:
        return self.stage.kind == Stage.Kind.KNOCKOUT

    @property
    def is_first(self) -> bool:
        return self.stage.number == 1

    @property
    def waits_for_plan(self) -> bool:
        """Whether it is a knockout whose plan has not been chosen."""
        return self.is_knockout and not self.stage.knockout_plan


class Coming(Enum):
    """What has to be done before somebody can be seated in the next round."""

    SEAT = "seat"
    """Nothing: the next round can be seated."""
    CUT = "cut"
    """The stage before is over: say who is in the next one."""
    PLAN = "plan"
    """Say how the knockout is played."""
    NOTHING = "nothing"
    """Every planned round is played."""


@dataclass(frozen=True, slots=True)
class Course:
    """Where a tournament stands among its stages: the stage of the next round (the last one at the end)."""

    spans: tuple[Span, ...]
    span: Span
    number: int
    coming: Coming

    @property
    def has_stages(self) -> bool:
        """Whether there is more to say than "one open stage"."""
        return len(self.spans) > 1 or self.span.stage.kind != Stage.Kind.OPEN


def stages_of(tournament: Tournament) -> tuple[Span, ...]:
    """The stages in order, at least one. One query."""
    return spans_of(tournament, list(tournament.stages.order_by("number")))


def spans_of(tournament: Tournament, stages: Sequence[Stage]) -> tuple[Span, ...]:
    """Stages that have been read already, with their rounds. No query."""
    if not stages:
        whole = Stage(tournament=tournament, number=1, kind=Stage.Kind.OPEN, rounds=len(tournament.plan))
        return (Span(whole, 1, whole.rounds),)
    spans, first = [], 1
    for stage in stages:
        spans.append(Span(stage, first, first + stage.rounds - 1))
        first += stage.rounds
    return tuple(spans)


def span_of(spans: Sequence[Span], number: int) -> Span:
    """The stage that a round belongs to, by the number of the round; the last one for a number after the plan."""
    return next((span for span in spans if number in span.numbers), spans[-1])


def course_of(tournament: Tournament, number: int | None = None) -> Course:
    """Where a tournament stands among its stages. One query for an open evening, three at most.

    `number` is the round that is seated next or not closed, where it is known already.
    """
    spans = stages_of(tournament)
    if number is None:
        last = tournament.rounds.order_by("-number").first()
        number = 1 if last is None else last.number + (last.state == Round.State.CLOSED)
    if not spans[0].stage.pk:
        return course_from(spans, number, frozenset())
    cut = Qualifier.objects.filter(stage__tournament=tournament).values_list("stage", flat=True)
    return course_from(spans, number, frozenset(cut))


def course_from(spans: tuple[Span, ...], number: int, cut: frozenset[int]) -> Course:
    """As `course_of`: `number` is the round that is seated next or not closed, `cut` the stages with qualifiers."""
    for span in spans:
        over = span.last < number and not span.waits_for_plan
        if over:
            continue
        if not span.is_first and span.stage.pk not in cut:
            return Course(spans, span, number, Coming.CUT)
        return Course(spans, span, number, Coming.PLAN if span.waits_for_plan else Coming.SEAT)
    return Course(spans, spans[-1], number, Coming.NOTHING)


@dataclass(frozen=True, slots=True)
class Sizes:
    """The table sizes of a stage that its rules can deal to, and the best one."""

    allowed: frozenset[int]
    preferred: int


def sizes_in(tournament: Tournament, stage: Stage) -> Sizes:
    """The table sizes of a stage: its own, or else those of the tournament. No query."""
    own = tournament.sizes if stage.sizes is None else stage.sizes
    preferred = stage.preferred_size or tournament.preferred_size
    return Sizes(frozenset(own) & frozenset(read_rules(tournament.rules).player_counts()), preferred)


def qualifiers_of(stage: Stage) -> list[Qualifier]:
    """Who is in a stage now, by seed; empty before its cut, and for a stage that everybody who is here plays.

    Whoever was replaced is left out. One query.
    """
    if not stage.pk:
        return []
    rows = stage.qualifiers.filter(replaced_by=None).select_related("entry__player")
    return list(rows.order_by("seed", "pk"))

"""What a rehearsal has come to: the report for the organiser, and which rehearsals a tournament has."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from tournaments.models import Rehearsal, RehearsalStep, Round, Seat, Tournament
from tournaments.queries.seating import Laid, laid_of, past_of
from tournaments.rehearsal_course import Act
from tournaments.seating.draw import Seating
from tournaments.seating.quality import Figure, quality, repeats_now


@dataclass(frozen=True, slots=True)
class RoundMet:
    """What a round of the rehearsal was like. `repeats` are people who meet again, beside the least there can be."""

    number: int
    sizes: tuple[int, ...]
    short: int
    sit_outs: int
    late: int
    repeats: Figure
    steps: int

    @property
    def tables(self) -> int:
        return len(self.sizes)


@dataclass(frozen=True, slots=True)
class Met:
    """What the organiser would have met, in the order of the evening."""

    rounds: tuple[RoundMet, ...]
    steps: int
    sheets: int
    arrived: tuple[RehearsalStep, ...]
    never_came: tuple[RehearsalStep, ...]
    late: tuple[RehearsalStep, ...]
    slips: tuple[RehearsalStep, ...]
    asked: tuple[RehearsalStep, ...]
    missing: tuple[RehearsalStep, ...]
    corrections: tuple[RehearsalStep, ...]
    lots: tuple[RehearsalStep, ...]
    stopped: tuple[RehearsalStep, ...]
    """Steps that were refused where nothing was meant to go wrong: somebody had to do something by hand."""


def rehearsal_of(tournament: Tournament) -> Rehearsal | None:
    """The rehearsal that a tournament is; None for a tournament of the club. One query for a rehearsal."""
    return Rehearsal.objects.filter(tournament=tournament).first() if tournament.is_rehearsal else None


def rehearsals_of(tournament: Tournament) -> QuerySet[Rehearsal]:
    """The rehearsals of a tournament, the newest first."""
    rows = Rehearsal.objects.filter(tournament__rehearsal_of=tournament, tournament__removed_at=None)
    return rows.select_related("tournament").order_by("-made_at", "-pk")


def due_rehearsals() -> list[Rehearsal]:
    """The rehearsals that go on by themselves and are not over, the one that waits longest first. One query."""
    by_itself = Q(speed=Rehearsal.Speed.AT_ONCE) | Q(speed=Rehearsal.Speed.PACED)
    going_on = Q(tournament__removed_at=None) & ~Q(tournament__state=Tournament.State.FINISHED)
    return list(
        Rehearsal.objects.filter(by_itself & going_on)
        .select_related("tournament")
        .order_by(F("last_step_at").asc(nulls_first=True), "pk")
    )


def met_in(rehearsal: Rehearsal) -> Met:
    """The report of a rehearsal as far as it is. Some five queries a round."""
    steps = list(rehearsal.steps.order_by("number"))
    published = rehearsal.tournament.rounds.exclude(state=Round.State.DRAFT).select_related("tournament")
    meant = {Act.SLIP.value, Act.MISSING.value, Act.CORRECT.value}
    return Met(
        rounds=tuple(_round(round, steps) for round in published.order_by("number")),
        steps=len(steps),
        sheets=sum(1 for step in steps if step.act == Act.HAND_IN.value and not step.was_refused),
        arrived=_of(steps, Act.ARRIVE),
        never_came=_of(steps, Act.NOT_COMING),
        late=_of(steps, Act.LATE),
        slips=tuple(step for step in _of(steps, Act.SLIP) if step.said),
        asked=tuple(step for step in _of(steps, Act.HAND_IN) if step.said and not step.was_refused),
        missing=tuple(step for step in _of(steps, Act.MISSING) if step.was_refused),
        corrections=_of(steps, Act.CORRECT),
        lots=_of(steps, Act.SETTLE),
        stopped=tuple(step for step in steps if step.was_refused and step.act not in meant),
    )


def _of(steps: Sequence[RehearsalStep], act: Act) -> tuple[RehearsalStep, ...]:
    return tuple(step for step in steps if step.act == act.value)


def _round(round: Round, steps: Sequence[RehearsalStep]) -> RoundMet:
    laid = laid_of(round)
    seats = list(round.seats.exclude(table=None).values_list("table__number", "role", "first_hand"))
    sizes = tuple(len(table.sitters) for table in laid.tables)
    return RoundMet(
        number=round.number,
        sizes=sizes,
        short=sum(1 for table in laid.tables if table.is_short),
        sit_outs=len(laid.sit_outs),
        late=sum(1 for _table, role, first in seats if role == Seat.Role.PLAYS and first > 1),
        repeats=_repeats(round, laid),
        steps=sum(1 for step in steps if step.round_number == round.number),
    )


def _repeats(round: Round, laid: Laid) -> Figure:
    past = past_of(round.tournament, round.number)
    tables = tuple(
        tuple(sitter.number for sitter in table.sitters if sitter.seat.entry_id is not None) for table in laid.tables
    )
    sit_outs = tuple(sitter.number for sitter in laid.sit_outs)
    people = [number for table in tables for number in table] + list(sit_outs)
    return repeats_now(quality(people, past, Seating(tables, sit_outs, seed=0, moves=0)), past)

"""What a rehearsal has come to: the report for the organiser, and which rehearsals a tournament has."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from django.db.models import F, Q, QuerySet

from games.models import Report
from tournaments.models import Entry, Rehearsal, RehearsalStep, Round, Tournament
from tournaments.queries.seating import Laid, laid_of, past_of
from tournaments.rehearsal_course import Act
from tournaments.seating.draw import Seating
from tournaments.seating.quality import Figure, quality, repeats_now


@dataclass(frozen=True, slots=True)
class RoundMet:
    """What a round of the rehearsal was like: people at each table, tables of bots beside them, who sits out.

    `repeats` are pairs of people who meet again, beside the least there can be.
    """

    number: int
    sizes: tuple[int, ...]
    bot_tables: int
    sit_outs: int
    repeats: Figure
    steps: int


class Matter(Enum):
    """What an evening may bring beside its rounds, in the order in which it is told."""

    NEVER_CAME = "never_came"
    LATE = "late"
    CLASHES = "clashes"
    SLIPS = "slips"
    ASKED = "asked"
    MISSING = "missing"
    VOID = "void"
    CORRECTIONS = "corrections"
    LOTS = "lots"
    STOPPED = "stopped"
    """Steps that were refused where nothing was meant to go wrong: somebody had to do something by hand."""


@dataclass(frozen=True, slots=True)
class Met:
    """What the organiser would have met. `came` are people, without bots; `checked` counts their hands by how far."""

    rounds: tuple[RoundMet, ...]
    steps: int
    came: int
    sheets: int
    checked: dict[Report.Checked, int]
    matters: tuple[tuple[Matter, tuple[RehearsalStep, ...]], ...]


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
    tournament = rehearsal.tournament
    steps = list(rehearsal.steps.order_by("number"))
    published = tournament.rounds.exclude(state=Round.State.DRAFT).select_related("tournament")
    told = [(matter, tuple(step for step in steps if belongs(step))) for matter, belongs in MATTERS.items()]
    return Met(
        rounds=tuple(_round(round, steps) for round in published.order_by("number")),
        steps=len(steps),
        came=tournament.entries.filter(status=Entry.Status.HERE, player__bot="").count(),
        sheets=sum(1 for step in steps if step.act == Act.HAND_IN.value and not step.was_refused),
        checked=_checked(tournament),
        matters=tuple((matter, some) for matter, some in told if some),
    )


def _did(act: Act) -> Callable[[RehearsalStep], bool]:
    return lambda step: step.act == act.value and bool(step.said) and not step.was_refused


MEANT = frozenset({Act.SLIP.value, Act.MISSING.value, Act.CORRECT.value})
"""Steps that may be refused, and the evening goes on: a slip is there to be found."""
MATTERS: dict[Matter, Callable[[RehearsalStep], bool]] = {
    Matter.NEVER_CAME: _did(Act.NOT_COMING),
    Matter.LATE: _did(Act.LATE),
    Matter.CLASHES: lambda step: _did(Act.SEAT)(step) or _did(Act.REDRAW)(step),
    Matter.SLIPS: lambda step: step.act == Act.SLIP.value and step.was_refused,
    Matter.ASKED: _did(Act.HAND_IN),
    Matter.MISSING: lambda step: step.act == Act.MISSING.value and step.was_refused,
    Matter.VOID: _did(Act.VOID),
    Matter.CORRECTIONS: lambda step: step.act == Act.CORRECT.value,
    Matter.LOTS: _did(Act.SETTLE),
    Matter.STOPPED: lambda step: step.was_refused and step.act not in MEANT,
}
"""Which steps tell of a matter."""


def _checked(tournament: Tournament) -> dict[Report.Checked, int]:
    """How many hands of people were checked how far, by their current reports. One query."""
    rows = Report.objects.filter(game__table__round__tournament=tournament, game__bot_play=None)
    current = {
        (game, hand): Report.Checked(checked)
        for game, hand, checked in rows.order_by("revision").values_list("game", "hand", "checked")
    }
    return dict(Counter(current.values()))


def _round(round: Round, steps: Sequence[RehearsalStep]) -> RoundMet:
    laid = laid_of(round)
    with_people = [table for table in laid.tables if laid.people_at(table)]
    return RoundMet(
        number=round.number,
        sizes=tuple(len(table.sitters) for table in with_people),
        bot_tables=len(laid.tables) - len(with_people),
        sit_outs=len(laid.sit_outs),
        repeats=_repeats(round, laid),
        steps=sum(1 for step in steps if step.round_number == round.number),
    )


def _repeats(round: Round, laid: Laid) -> Figure:
    """Among people who are entered; among bots where only bots play."""
    tables = tuple(
        tuple(sitter.number for sitter in laid.people_at(table) if sitter.seat.entry_id is not None)
        for table in laid.tables
    )
    sit_outs = tuple(sitter.number for sitter in laid.sit_outs)
    people = [number for table in tables for number in table] + list(sit_outs)
    past = past_of(round.tournament, round.number)
    return repeats_now(quality(people, past, Seating(tables, sit_outs, seed=0, moves=0)), past)

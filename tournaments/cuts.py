"""The cut into a later stage: made, taken back, and somebody who does not come replaced by the next in order."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import history
from tournaments.models import Entry, Qualifier, Round, Settled, Stage, Tournament
from tournaments.queries.cuts import CutNow, cut_into, is_due, not_accepted
from tournaments.queries.facts import Facts, facts_of
from tournaments.queries.stage_lists import StageFacts, stage_facts
from tournaments.queries.stages import Span
from tournaments.reasons import reason
from tournaments.refusals import Refused, in_words
from tournaments.stages import stage_name

HOW = {
    Settled.How.LOT: Qualifier.How.LOT,
    Settled.How.EXTRA_HAND: Qualifier.How.EXTRA_HAND,
    Settled.How.HAND_PICKED: Qualifier.How.HAND_PICKED,
}
"""How somebody got through whom a decision parted from others."""


@transaction.atomic
def make_cut(*, stage: Stage, by: str, at: datetime) -> list[Qualifier]:
    """Store who goes on into a stage, by seed. A cut that was made already is returned as it is.

    Refused while rounds of the stage before are open, while results are not accepted (named), and while people are
    level on the line (named, with the ways out).
    """
    tournament = history.lock_unfinished(stage.tournament)
    found, span = now(tournament, stage)
    if found.is_cut(span):
        return list(found.qualifiers[span.stage.number])
    _refuse_early(found, span)
    made = cut_into(found, span)
    _refuse_open(found.facts, made)
    rows = Qualifier.objects.bulk_create(
        Qualifier(stage=stage, entry_id=entry, seed=seed, how=_how(made, entry), by=by, at=at)
        for seed, entry in enumerate(made.seeds, 1)
    )
    facts = {"stage": span.stage.number, "entries": numbers(found.facts, made.seeds)}
    history.write_down(tournament, "cut.make", by=by, at=at, facts=facts)
    return rows


@transaction.atomic
def undo_cut(*, stage: Stage, by: str, at: datetime) -> None:
    """Take a cut back, with the plan of a knockout that was made for it. Refused once a round of the stage is drawn.

    What was settled stays settled: a lot is drawn once.
    """
    tournament = history.lock_unfinished(stage.tournament)
    found, span = now(tournament, stage)
    if not found.is_cut(span) or span.is_first:
        raise Refused(_("{stage} has no cut to be taken back.").format(stage=stage_name(span.stage)))
    refuse_drawn(tournament, span)
    span.stage.qualifiers.all().delete()
    forget_plan(tournament, span)
    facts = {"stage": span.stage.number}
    history.write_down(tournament, "cut.undo", by=by, at=at, facts=facts)


@transaction.atomic
def replace_qualifier(*, stage: Stage, entry: Entry, why: str, by: str, at: datetime) -> Qualifier:
    """Put the first in order who is not in a stage into the place of somebody who does not come, or got in by mistake.

    The newcomer takes the seed. Refused without a reason, once the stage's first round is published, where nobody is
    left, and while several are level for the place (named).
    """
    tournament = history.lock_unfinished(stage.tournament)
    found, span = now(tournament, stage)
    why = reason(why)
    gone = next((one for one in found.qualifiers.get(span.stage.number, ()) if one.entry_id == entry.pk), None)
    if gone is None or span.is_first:
        raise Refused(_("{name} is not in {stage}.").format(name=entry.player, stage=stage_name(span.stage)))
    if not why:
        raise Refused(_("Say why {name} is replaced.").format(name=entry.player))
    if tournament.rounds.filter(number__gte=span.first).exclude(state=Round.State.DRAFT).exists():
        raise Refused(
            _("Round {number} is published, so {name} keeps the place; who is not there is placed last.").format(
                number=span.first, name=entry.player
            )
        )
    came = _next_in_order(found, span, entry.pk)
    seed, gone.seed = gone.seed, 0
    gone.save(update_fields=["seed"])
    row = Qualifier.objects.create(
        stage=stage, entry_id=came, seed=seed, how=Qualifier.How.REPLACEMENT, reason=why, by=by, at=at
    )
    gone.seed, gone.replaced_by = seed, row
    gone.save(update_fields=["seed", "replaced_by"])
    facts = {"stage": span.stage.number, "entries": [entry.number, *numbers(found.facts, [came])], "why": why}
    history.write_down(tournament, "cut.replace", by=by, at=at, facts=facts)
    return row


def next_up(found: StageFacts, span: Span, gone: int) -> tuple[int, ...]:
    """Who would take the place of an entry (by id) in a stage: one, several who are level, or nobody."""
    before = {one.entry_id for one in found.gone.get(span.stage.number, ())}
    made = cut_into(found, span, not_coming={gone, *before})
    inside = found.members(span)
    free = tuple(one for one in made.seeds if one not in inside)
    return free[:1] or tuple(one for line in made.lines for one in line.entries if one not in inside)


def now(tournament: Tournament, stage: Stage) -> tuple[StageFacts, Span]:
    """The facts as they are now, and the stage among them. Refused where the stage is gone."""
    found = stage_facts(facts_of(tournament))
    span = next((one for one in found.spans if one.stage.pk == stage.pk), None)
    if span is None:
        raise Refused(_("This stage is not there any more. Look at the stages again."))
    return found, span


def refuse_drawn(tournament: Tournament, span: Span) -> None:
    """Refuse to change who is in a stage, or how it is played, once its first round is drawn."""
    drawn = tournament.rounds.filter(number__gte=span.first).order_by("number").first()
    if drawn is None:
        return
    if drawn.state == Round.State.DRAFT:
        raise Refused(
            _("The draft of round {number} rests on this. Throw the draft away first.").format(number=drawn.number)
        )
    raise Refused(
        _("Round {number} is published, so it stays settled who is in {stage} and how it is played.").format(
            number=drawn.number, stage=stage_name(span.stage)
        )
    )


def forget_plan(tournament: Tournament, span: Span) -> None:
    """Take the plan of a knockout away, and its rounds but the one that it holds before."""
    stage = span.stage
    if not span.waits_for_plan and span.is_knockout:
        hands = [list(stage.centres)]
        tournament.plan = [*tournament.plan[: span.first - 1], *hands, *tournament.plan[span.last :]]
        tournament.save(update_fields=["plan"])
        stage.knockout_plan, stage.rounds = "", 1
        stage.save(update_fields=["knockout_plan", "rounds"])


def numbers(facts: Facts, entries: Iterable[int]) -> list[int]:
    """The numbers of entries, as the history names them."""
    return [facts.entries[entry].number for entry in entries]


def names(facts: Facts, entries: Collection[int]) -> str:
    """Entries by name, in a row."""
    return ", ".join(str(facts.entries[entry].player) for entry in entries)


def _refuse_early(found: StageFacts, span: Span) -> None:
    tournament = found.facts.tournament
    rounds = list(tournament.rounds.order_by("number"))
    waiting = [one for one in rounds if one.state != Round.State.CLOSED]
    if waiting:
        raise Refused(_("Round {number} is not closed yet. The cut is made after it.").format(number=waiting[0].number))
    if not is_due(found, span):
        raise Refused(
            _("The cut into {stage} is made when the rounds before it are played.").format(stage=stage_name(span.stage))
        )
    typed = not_accepted(found, found.before(span))
    if typed:
        tables = ", ".join(_("round {round}, table {table}").format(round=one, table=table) for one, table in typed)
        raise Refused(_("These results are typed but not accepted: {tables}. Accept them first.").format(tables=tables))


def _refuse_open(facts: Facts, made: CutNow) -> None:
    if not made.is_settled:
        named = {pk: str(entry.player) for pk, entry in facts.entries.items()}
        said = [in_words(one) for _name, part in made.parts if not part.is_settled for one in part.sentences(named)]
        raise Refused(" ".join(dict.fromkeys(said)))
    if len(made.seeds) < 2:
        raise Refused(_("Fewer than two people would go on. Change how many come in, on the page of the stages."))


def _how(made: CutNow, entry: int) -> str:
    return HOW[Settled.How(made.parted[entry])] if entry in made.parted else Qualifier.How.RANK


def _next_in_order(found: StageFacts, span: Span, gone: int) -> int:
    free = next_up(found, span, gone)
    if not free:
        raise Refused(_("Nobody is left who could move up. Whoever is not there is placed last at the table."))
    if len(free) > 1:
        raise Refused(
            _("These are next and level: {names}. Settle it between them first.").format(names=names(found.facts, free))
        )
    return free[0]

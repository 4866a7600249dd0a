"""Ties that have to be settled: on the line of a cut, and at a table of a knockout.

Whichever way is taken, it is stored with who took it; a lot is drawn once, with a seed that anybody can draw it from
again.
"""

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import history
from tournaments.cuts import names, next_up, now, numbers
from tournaments.models import Entry, Settled, Stage, Table
from tournaments.queries.cuts import cut_into, is_due
from tournaments.queries.decisions import entries_of
from tournaments.queries.knockouts import knockout_now, table_ties
from tournaments.queries.stage_lists import StageFacts
from tournaments.queries.stages import Span
from tournaments.reasons import reason
from tournaments.refusals import Refused

MOST_POINTS = 9_999
"""Points of an extra hand, above or below zero: no sheet has larger numbers."""


@dataclass(frozen=True, slots=True)
class Tie:
    """People (by id) who are level for `open_places`: on the line of a cut, or at a table of round `round`.

    `round` and `table` are numbers, 0 on the line of a cut. `may_stay`: they share the first place of a final.
    `is_next`: the cut is made, and they are next, should somebody not come.
    """

    entries: tuple[int, ...]
    open_places: int
    round: int = 0
    table: int = 0
    may_stay: bool = False
    is_next: bool = False


def ties_of(found: StageFacts, span: Span) -> list[Tie]:
    """What has to be settled in a stage now: when its cut is due the lines of it, in a knockout those of its tables."""
    if not span.is_first and not found.is_cut(span):
        lines = cut_into(found, span).lines if is_due(found, span) else ()
        return [Tie(line.entries, line.open_places) for line in lines]
    playing = knockout_now(found, span)
    ties = [] if playing is None else table_ties(playing)
    return [Tie(tie.entries, tie.open_places, tie.round, tie.table, tie.may_stay) for tie in ties]


def next_ties(found: StageFacts, span: Span) -> list[Tie]:
    """Once the cut is made: those who are next and level, for the place of somebody who is not here, or of anybody.

    Nobody is replaced any more once the first round of the stage is published, so nobody is next then.
    """
    inside = found.qualifiers.get(span.stage.number, ())
    if span.is_first or not inside or any(played.number >= span.first for played in found.facts.rounds):
        return []
    missing = [one for one in inside if found.facts.entries[one.entry_id].status != Entry.Status.HERE]
    following = {next_up(found, span, one.entry_id) for one in (inside[0], *missing)}
    return [Tie(entries, 1, is_next=True) for entries in sorted(following) if len(entries) > 1]


@transaction.atomic
def draw_lot(*, stage: Stage, tied: Collection[int], seed: int, by: str, at: datetime) -> Settled:
    """Draw lots between people who are level (numbers of entries), once. The same seed gives the same order."""
    found, tie = _tie(stage, tied)
    order = drawn_order(numbers(found.facts, tie.entries), seed)
    return _store(stage, found, tie, Settled(how=Settled.How.LOT, order=order, seed=seed), by=by, at=at)


def drawn_order(tied: Collection[int], seed: int) -> list[int]:
    """The numbers of entries in the order in which a lot with this seed draws them."""
    return random.Random(seed).sample(sorted(tied), len(tied))


@transaction.atomic
def play_extra_hand(*, stage: Stage, points: Mapping[int, int], by: str, at: datetime) -> Settled:
    """Take in the points of one more hand between all who are level, by the numbers of their entries.

    Who is level there too stays level. Refused for points that no sheet has.
    """
    found, tie = _tie(stage, points)
    if any(abs(value) > MOST_POINTS for value in points.values()):
        raise Refused(_("{most} points are the most that can be written down.").format(most=MOST_POINTS))
    order = numbers(found.facts, tie.entries)
    row = Settled(how=Settled.How.EXTRA_HAND, order=order, points=[points[number] for number in order])
    return _store(stage, found, tie, row, by=by, at=at)


@transaction.atomic
def pick_by_hand(
    *, stage: Stage, tied: Collection[int], picked: Collection[int], why: str, by: str, at: datetime
) -> Settled:
    """Say by name who of those who are level goes on (numbers of entries), as many as there are places, and why."""
    found, tie = _tie(stage, tied)
    why = reason(why)
    if not why:
        raise Refused(_("Say why these are chosen."))
    chosen = [number for number in numbers(found.facts, tie.entries) if number in picked]
    if len(chosen) != tie.open_places:
        raise Refused(
            ngettext("Choose {count} of them.", "Choose {count} of them.", tie.open_places).format(
                count=tie.open_places
            )
        )
    row = Settled(how=Settled.How.HAND_PICKED, order=chosen, reason=why)
    return _store(stage, found, tie, row, by=by, at=at)


@transaction.atomic
def take_back_settled(*, settled: Settled, by: str, at: datetime) -> Settled:
    """Take back how a tie was settled; it stays in the history. Refused for a lot, and once something rests on it."""
    tournament = history.lock_unfinished(settled.stage.tournament)
    row = Settled.objects.select_related("stage", "table__round").get(pk=settled.pk)
    if row.taken_back_at is not None:
        raise Refused(_("This has been taken back already."))
    if row.how == Settled.How.LOT:
        raise Refused(_("A lot is drawn once, so it stays."))
    found, span = now(tournament, row.stage)
    after = row.table.round.number if row.table else span.first - 1
    if (row.table is None and found.is_cut(span)) or tournament.rounds.filter(number__gt=after).exists():
        raise Refused(_("The next round rests on this. Take that back first."))
    row.taken_back_by, row.taken_back_at = by, at
    row.save(update_fields=["taken_back_by", "taken_back_at"])
    history.write_down(tournament, "tie.take_back", by=by, at=at, facts=_facts(row))
    return row


def _tie(stage: Stage, tied: Collection[int]) -> tuple[StageFacts, Tie]:
    """The tie between exactly these people, by the numbers of their entries. Refused where they are not level now."""
    tournament = history.lock_unfinished(stage.tournament)
    found, span = now(tournament, stage)
    entries = set(entries_of(found.facts, tied))
    for tie in (*ties_of(found, span), *next_ties(found, span)):
        if set(tie.entries) == entries:
            return found, tie
    level = [names(found.facts, tie.entries) for tie in ties_of(found, span)]
    raise Refused(
        _("They are not level any more. Level now: {names}. Look at it again.").format(names="; ".join(level))
        if level
        else _("Nobody is level there any more. Look at it again.")
    )


def _store(stage: Stage, found: StageFacts, tie: Tie, row: Settled, *, by: str, at: datetime) -> Settled:
    tournament = found.facts.tournament
    row.stage, row.by, row.at = stage, by, at
    row.between = sorted(numbers(found.facts, tie.entries))
    row.where = Settled.Where.TABLE if tie.table else Settled.Where.CUT
    if tie.table:
        row.table = Table.objects.get(round__tournament=tournament, round__number=tie.round, number=tie.table)
    row.save()
    history.write_down(tournament, "tie.settle", by=by, at=at, facts={**_facts(row), "how": row.how})
    return row


def _facts(row: Settled) -> dict[str, object]:
    return {"stage": row.stage.number, "entries": row.order, "settled": row.pk, "why": row.reason}

"""Points beside the hands, and lots: penalties, adjustments, and what chance decided once."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import history, reasons
from tournaments.models import Entry, LedgerLine, Tournament
from tournaments.refusals import Refused

LOTS = 1_000_000
"""Lots are drawn from 1 to this number, each at most once in a tournament."""


@transaction.atomic
def add_line(
    *,
    entry: Entry,
    kind: LedgerLine.Kind,
    points: int,
    reason: str,
    by: str,
    at: datetime,
    round_number: int | None = None,
) -> LedgerLine:
    """Give an entry points beside its hands (A37), with a reason. They change its total and nothing else."""
    tournament = history.lock_unfinished(entry.tournament)
    said = reasons.reason(reason)
    if not said or not points:
        raise Refused(_("A penalty or adjustment needs points other than 0 and a reason."))
    if round_number is not None and not tournament.rounds.filter(number=round_number).exists():
        raise Refused(_("There is no round {number} yet.").format(number=round_number))
    line = LedgerLine.objects.create(
        entry=entry, kind=kind, points=points, reason=said, round_number=round_number, by=by, at=at
    )
    history.write_down(tournament, "ledger.add", by=by, at=at, facts=_facts(line))
    return line


@transaction.atomic
def take_back_line(*, line: LedgerLine, by: str, at: datetime) -> LedgerLine:
    """Take a ledger line back; it stays in the history and counts no longer."""
    tournament = history.lock_unfinished(line.entry.tournament)
    changed = LedgerLine.objects.filter(pk=line.pk, taken_back_at=None).update(taken_back_by=by, taken_back_at=at)
    if not changed:
        raise Refused(_("This line has been taken back already."))
    line.refresh_from_db()
    history.write_down(tournament, "ledger.take_back", by=by, at=at, facts=_facts(line))
    return line


def _facts(line: LedgerLine) -> dict[str, int]:
    return {"line": line.pk, "entry": line.entry.number, "points": line.points}


@transaction.atomic
def draw_lots(*, tournament: Tournament, by: str, at: datetime) -> int:
    """Draw a lot for every entry that has none; a drawn lot is never drawn again. Returns how many were drawn."""
    tournament = history.lock_unfinished(tournament)
    taken = set(tournament.entries.exclude(lot=None).values_list("lot", flat=True))
    entries = list(tournament.entries.filter(lot=None).order_by("number"))
    for entry in entries:
        lot = secrets.randbelow(LOTS) + 1
        while lot in taken:
            lot = secrets.randbelow(LOTS) + 1
        taken.add(lot)
        entry.lot = lot
    Entry.objects.bulk_update(entries, ["lot"])
    if entries:
        facts = {"lots": {str(entry.number): entry.lot for entry in entries}}
        history.write_down(tournament, "ledger.lots", by=by, at=at, facts=facts)
    return len(entries)

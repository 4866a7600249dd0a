"""Who is in a tournament: entering players, withdrawing them, and who is here tonight."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments import history
from tournaments.models import Change, Entry, Player, Tournament
from tournaments.names import sort_name, tidy
from tournaments.refusals import Refused


@transaction.atomic
def enter(
    *, tournament: Tournament, players: Sequence[Player], status: Entry.Status, by: str, at: datetime
) -> list[Entry]:
    """Enter players of the club; whoever is entered already is left as they are. Returns the new entries."""
    tournament = history.lock_unfinished(tournament)
    entered = set(tournament.entries.values_list("player", flat=True))
    number = tournament.entries.aggregate(last=Max("number"))["last"] or 0
    fresh = []
    for player in players:
        if player.pk in entered:
            continue
        entered.add(player.pk)
        number += 1
        fresh.append(Entry(tournament=tournament, player=player, number=number, status=status, made_at=at))
    entries = Entry.objects.bulk_create(fresh)
    if entries:
        facts = {"entries": [entry.number for entry in entries]}
        history.write_down(tournament, "entry.enter", by=by, at=at, facts=facts)
    return entries


@transaction.atomic
def enter_new(
    *, tournament: Tournament, names: Sequence[str], status: Entry.Status, by: str, at: datetime
) -> list[Entry]:
    """Make players of the club by these names and enter them. Refused where a name is empty."""
    tidied = [tidy(name) for name in names]
    if not all(tidied):
        raise Refused(_("A name is needed."))
    players = Player.objects.bulk_create(
        Player(club_id=tournament.club_id, name=name, sort_name=sort_name(name)) for name in tidied
    )
    return enter(tournament=tournament, players=players, status=status, by=by, at=at)


@transaction.atomic
def set_status(
    *, tournament: Tournament, entries: Sequence[int], status: Entry.Status, by: str, at: datetime
) -> Change | None:
    """Say of entries (by number) that they are here, expected, standby or withdrawn; one undo takes it back.

    Returns the change to undo, or None where nothing changed.
    """
    tournament = history.lock_unfinished(tournament)
    rows = list(tournament.entries.filter(number__in=list(entries)).exclude(status=status))
    if not rows:
        return None
    undo = {str(row.number): row.status for row in rows}
    tournament.entries.filter(pk__in=[row.pk for row in rows]).update(status=status)
    facts = {"entries": [row.number for row in rows], "status": status}
    return history.write_down(tournament, "entry.status", by=by, at=at, facts=facts, undo=undo)


def everybody_is_here(*, tournament: Tournament, by: str, at: datetime) -> Change | None:
    """Say of everybody who is expected that they are here."""
    expected = tournament.entries.filter(status=Entry.Status.EXPECTED).values_list("number", flat=True)
    return set_status(tournament=tournament, entries=list(expected), status=Entry.Status.HERE, by=by, at=at)


@transaction.atomic
def undo_status(*, change: Change, by: str, at: datetime) -> Change:
    """Take one change of statuses back: everybody has the status from before it.

    Refused when it was taken back already, or when somebody's status has changed again since.
    """
    if change.tournament is None:
        raise Refused(_("This change belongs to no tournament."))
    tournament = history.lock_unfinished(change.tournament)
    change = Change.objects.select_for_update().get(pk=change.pk)
    before: Mapping[str, str] = change.undo or {}
    if change.verb != "entry.status" or change.undone_at is not None or not before:
        raise Refused(_("This has been taken back already."))
    rows = list(tournament.entries.filter(number__in=[int(number) for number in before]).select_related("player"))
    moved = [str(row.player) for row in rows if row.status != change.facts["status"]]
    if moved:
        raise Refused(
            _("It cannot be taken back in one step: {names} changed again since.").format(names=", ".join(moved))
        )
    for row in rows:
        row.status = before[str(row.number)]
    Entry.objects.bulk_update(rows, ["status"])
    change.undone_by, change.undone_at = by, at
    change.save(update_fields=["undone_by", "undone_at"])
    return history.write_down(tournament, "entry.undo", by=by, at=at, facts={"change": change.pk})


@transaction.atomic
def strike(*, entry: Entry, by: str, at: datetime) -> None:
    """Take an entry out again that was never seated. Refused afterwards: withdraw it instead."""
    tournament = history.lock_unfinished(entry.tournament)
    if entry.seats.exists():
        raise Refused(_("{name} has been seated. Mark them as withdrawn instead.").format(name=entry.player))
    number = entry.number
    entry.delete()
    history.write_down(tournament, "entry.strike", by=by, at=at, facts={"entry": number})

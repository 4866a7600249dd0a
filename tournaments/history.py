"""What every command does last: write the change down and raise the tournament's version."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from tournaments.models import Change, Club, Table, Tournament
from tournaments.refusals import Refused


def lock(tournament: Tournament) -> Tournament:
    """The tournament as it is now, held until the transaction ends: commands on one tournament go one after another."""
    return Tournament.with_removed.select_for_update().get(pk=tournament.pk)


def lock_all(club_id: int) -> list[int]:
    """Hold every tournament of a club until the transaction ends, for what reaches into several; returns their ids.

    Tournaments are held before anything else, and in one order: whoever holds a player, a report or a list and then
    asks for a tournament would wait for somebody who waits for them.
    """
    of_club = Tournament.with_removed.select_for_update().filter(club=club_id).order_by("pk")
    return list(of_club.values_list("pk", flat=True))


def lock_unfinished(tournament: Tournament) -> Tournament:
    """The locked tournament, for commands that change what is played. Refused once it is finished or removed."""
    tournament = lock(tournament)
    if tournament.removed_at is not None:
        raise Refused(
            _("{tournament} was removed. An owner of the club can put it back.").format(tournament=tournament)
        )
    if tournament.state == Tournament.State.FINISHED:
        raise Refused(
            _("{tournament} is finished, so nothing in it can change. Reopen it first.").format(tournament=tournament)
        )
    return tournament


def hold_club(club: Club) -> Club:
    """The club as it is now, held until the transaction ends, so that two people do not add one player twice.

    Always before the tournament, so that nobody waits for ever. Its key stays free: whoever holds a tournament already
    may enter a player of the club.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def rehearsal_in(tournament: Tournament) -> Tournament | None:
    """What goes into `only_in` of a player who is made in a tournament: the club knows nobody out of a rehearsal."""
    return tournament if tournament.is_rehearsal else None


def mark_undone(change: Change, *, by: str, at: datetime) -> None:
    """Note on a change that it was taken back; what takes it back writes a line of its own."""
    change.undone_by, change.undone_at = by, at
    change.save(update_fields=["undone_by", "undone_at"])


def write_down(
    where: Tournament | Club,
    verb: str,
    *,
    by: str,
    at: datetime,
    facts: Mapping[str, Any] | None = None,
    undo: Mapping[str, Any] | None = None,
    visible: bool = True,
) -> Change:
    """Add a line to the history; where a page of the world may look different now (`visible`), raise the version.

    `facts` and `undo` are JSON and name rows by id, never a person by name.
    """
    tournament = where if isinstance(where, Tournament) else None
    club_id = where.club_id if isinstance(where, Tournament) else where.pk
    if tournament is not None and visible:
        raise_version([tournament.pk], at=at)
        tournament.refresh_from_db(fields=["version", "changed_at"])
    return Change.objects.create(
        club_id=club_id, tournament=tournament, verb=verb, facts=dict(facts or {}), undo=undo, by=by, at=at
    )


def write_down_at_table(
    tournament: Tournament, verb: str, table: Table, *, by: str, at: datetime, **facts: object
) -> None:
    """A line of the history about a table; it is visible, for the table's page says where it stands."""
    what = {"round": table.round.number, "table": table.number, **facts}
    write_down(tournament, verb, by=by, at=at, facts=what)


def raise_version(tournaments: list[int], *, at: datetime) -> None:
    """Raise the version of several tournaments at once: a player's public name stands on the pages of each."""
    Tournament.with_removed.filter(pk__in=tournaments).update(version=F("version") + 1, changed_at=at)

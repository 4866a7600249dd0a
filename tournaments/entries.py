"""Who is in a tournament: entering players, withdrawing them, and who is here tonight."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tournaments import history
from tournaments.models import Change, Entry, Player, Tournament
from tournaments.names import fault, sort_name, tidy
from tournaments.queries.players import KnownPlayer, look_alikes
from tournaments.refusals import Refused


class LooksLike(Refused):
    """A name that is to be entered looks like `players` whom the club knows; nothing was stored."""

    def __init__(self, name: str, players: Sequence[KnownPlayer]) -> None:
        self.players = tuple(players)
        super().__init__(
            _("{name} looks like {others}, whom the club knows. Is it the same person?").format(
                name=name, others=", ".join(player.name for player in players)
            )
        )


@transaction.atomic
def enter(
    *, tournament: Tournament, players: Sequence[Player], status: Entry.Status, by: str, at: datetime
) -> list[Entry]:
    """Enter players of the club; whoever is entered already is left as they are. Returns the new entries.

    Refused where a player is of another club, or was merged or forgotten since somebody looked.
    """
    tournament = history.lock_unfinished(tournament)
    foreign = [str(player) for player in players if player.club_id != tournament.club_id]
    if foreign:
        raise Refused(_("{names}: not a player of this club.").format(names=", ".join(foreign)))
    known = Player.objects.filter(pk__in=[player.pk for player in players])
    gone = known.exclude(merged_into=None, forgotten_at=None).order_by("pk").values_list("name", flat=True)
    if gone:
        raise Refused(_("{names}: no longer on the list of players. Look again.").format(names=", ".join(gone)))
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
        facts = {**_facts(entries), "status": status}
        history.write_down(tournament, "entry.enter", by=by, at=at, facts=facts, undo={})
    return entries


@transaction.atomic
def enter_new(
    *, tournament: Tournament, names: Sequence[str], status: Entry.Status, by: str, at: datetime
) -> list[Entry]:
    """Make players of the club by these names and enter them. Refused where a name cannot be one."""
    tournament = history.lock_unfinished(tournament)
    tidied = [tidy(name) for name in names]
    for name in tidied:
        wrong = fault(name)
        if wrong is not None:
            raise Refused(wrong)
    players = Player.objects.bulk_create(
        Player(
            club_id=tournament.club_id, name=name, sort_name=sort_name(name), only_in=history.rehearsal_in(tournament)
        )
        for name in tidied
    )
    return enter(tournament=tournament, players=players, status=status, by=by, at=at)


@transaction.atomic
def walk_in(
    *, tournament: Tournament, name: str, is_new: bool, status: Entry.Status = Entry.Status.HERE, by: str, at: datetime
) -> Entry:
    """Enter somebody who walked in, as a new player of the club. Raises LooksLike unless `is_new` says they are."""
    tournament = history.lock_unfinished(tournament)
    alike = [] if is_new else look_alikes(tournament, tidy(name))
    if alike:
        raise LooksLike(tidy(name), alike)
    return enter_new(tournament=tournament, names=[name], status=status, by=by, at=at)[0]


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
    facts = {**_facts(rows), "status": status}
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
        raise Refused(_("This cannot be taken back."))
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
    history.mark_undone(change, by=by, at=at)
    facts = {**_facts(rows), "change": change.pk}
    return history.write_down(tournament, "entry.undo", by=by, at=at, facts=facts)


@transaction.atomic
def undo_enter(*, change: Change, by: str, at: datetime) -> Change:
    """Take entries out again that were entered in one go. Refused when it was done already, or once one is seated."""
    if change.tournament is None or change.verb != "entry.enter":
        raise Refused(_("This cannot be taken back."))
    tournament = history.lock_unfinished(change.tournament)
    change = Change.objects.select_for_update().get(pk=change.pk)
    if change.undone_at is not None:
        raise Refused(_("This has been taken back already."))
    rows = list(tournament.entries.filter(player__in=change.facts["players"]))
    in_use = Q(seats__isnull=False) | Q(ledger_lines__isnull=False) | Q(qualified__isnull=False)
    wished = Q(wishes__isnull=False, wishes__removed_at=None)
    used = tournament.entries.filter(in_use | wished, pk__in=[row.pk for row in rows])
    names = ", ".join(used.order_by("number").values_list("player__name", flat=True).distinct())
    if names:
        raise Refused(
            _("It cannot be taken back; already seated, given points or named in a wish: {names}.").format(names=names)
        )
    facts = {**_facts(rows), "change": change.pk}
    Entry.objects.filter(pk__in=[row.pk for row in rows]).delete()
    history.mark_undone(change, by=by, at=at)
    return history.write_down(tournament, "entry.strike", by=by, at=at, facts=facts)


def _facts(entries: Sequence[Entry]) -> dict[str, list[int]]:
    """Who a change is about: numbers of entries, and their players beside them, for a number may be given again."""
    return {"entries": [entry.number for entry in entries], "players": [entry.player_id for entry in entries]}

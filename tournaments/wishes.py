"""Wishes about seats: added, removed, put back. Only the organisers see them."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from engine import MOST_PLAYERS
from tournaments import history
from tournaments.models import Entry, Tournament, Wish
from tournaments.queries.wishes import Asked, asked_in
from tournaments.refusals import Refused

HIGHEST_TABLE = 5000


@transaction.atomic
def add(
    *,
    tournament: Tournament,
    kind: Wish.Kind,
    entries: Sequence[int],
    label: str = "",
    table: int | None = None,
    place: int | None = None,
    note: str = "",
    by: str,
    at: datetime,
) -> Wish:
    """Note a wish about entries (by number). It counts from the next draw on.

    Refused where it is about too few people, where somebody is not entered, and where it stands there already.
    """
    tournament = history.lock_unfinished(tournament)
    rows = list(tournament.entries.filter(number__in=list(entries)).select_related("player").order_by("number"))
    unknown = sorted(set(entries) - {row.number for row in rows})
    if unknown:
        raise Refused(_("Nobody has the number {numbers} here.").format(numbers=", ".join(map(str, unknown))))
    if kind == Wish.Kind.PLACE:
        _check_place(rows, table, place)
    else:
        table = place = None
        if len(rows) < 2:
            raise Refused(_("Choose two people or more."))
    _check_new(tournament, kind, rows)
    wish = Wish.objects.create(
        tournament=tournament, kind=kind, label=label, table=table, place=place, note=note, made_at=at
    )
    wish.entries.set(rows)
    history.write_down(tournament, "wish.add", by=by, at=at, facts=_facts(wish, rows), visible=False)
    return wish


@transaction.atomic
def remove(*, wish: Wish, by: str, at: datetime) -> Wish:
    """Take a wish off the list; `put_back` brings it again. Drafts that are drawn already stay as they are."""
    tournament = history.lock_unfinished(wish.tournament)
    wish = _now(wish)
    if wish.removed_at is not None:
        raise Refused(_("This wish is removed already."))
    wish.removed_at = at
    wish.save(update_fields=["removed_at"])
    rows = list(wish.entries.order_by("number"))
    history.write_down(tournament, "wish.remove", by=by, at=at, facts=_facts(wish, rows), visible=False)
    return wish


@transaction.atomic
def put_back(*, wish: Wish, by: str, at: datetime) -> Wish:
    """Put a removed wish back on the list. Refused where the same was wished anew meanwhile."""
    tournament = history.lock_unfinished(wish.tournament)
    wish = _now(wish)
    if wish.removed_at is None:
        raise Refused(_("This wish is on the list already."))
    rows = list(wish.entries.select_related("player").order_by("number"))
    _check_new(tournament, Wish.Kind(wish.kind), rows)
    wish.removed_at = None
    wish.save(update_fields=["removed_at"])
    history.write_down(tournament, "wish.put_back", by=by, at=at, facts=_facts(wish, rows), visible=False)
    return wish


def in_one_sentence(asked: Asked) -> str:
    """A wish as a sentence with the people's names."""
    names = ", ".join(asked.names) or _("nobody any more")
    match asked.kind:
        case Wish.Kind.PLACE if asked.place is None:
            return _("{names} keeps table {table}.").format(names=names, table=asked.table)
        case Wish.Kind.PLACE:
            return _("{names} keeps seat {place} of table {table}.").format(
                names=names, table=asked.table, place=asked.place
            )
        case Wish.Kind.TOGETHER if asked.label:
            return _("{group} sit together: {names}.").format(group=asked.label, names=names)
        case Wish.Kind.TOGETHER:
            return _("Together: {names}.").format(names=names)
        case _ if asked.label:
            return _("{group} are kept apart: {names}.").format(group=asked.label, names=names)
        case _:
            return _("Kept apart: {names}.").format(names=names)


def _now(wish: Wish) -> Wish:
    return Wish.objects.select_related("tournament").get(pk=wish.pk)


def _check_place(rows: Sequence[Entry], table: int | None, place: int | None) -> None:
    if len(rows) != 1:
        raise Refused(_("Choose one person who keeps a place."))
    if table is None or not 1 <= table <= HIGHEST_TABLE:
        raise Refused(_("Say which table {name} keeps.").format(name=rows[0].player))
    if place is not None and not 1 <= place <= MOST_PLAYERS:
        raise Refused(_("A table has seats from 1 to {most}.").format(most=MOST_PLAYERS))


def _check_new(tournament: Tournament, kind: Wish.Kind, rows: Sequence[Entry]) -> None:
    """Refuse what is wished already: the same people in the same way, or a second place for one person."""
    numbers = {row.number for row in rows}
    for one in asked_in(tournament):
        if one.kind == kind and one.numbers == numbers:
            raise Refused(_("This is on the list already: {wish} Remove it first.").format(wish=in_one_sentence(one)))


def _facts(wish: Wish, rows: Sequence[Entry]) -> dict[str, object]:
    return {"wish": wish.pk, "players": [row.player_id for row in rows]}

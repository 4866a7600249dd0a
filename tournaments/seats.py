"""Changing who sits where while a round runs: somebody comes late, moves, fills in, or leaves."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import read_rules
from games.models import Game, Report
from tournaments import history
from tournaments.bot_seats import refuse_bot_table, refuse_bots_with_people
from tournaments.models import Entry, Player, Seat, Table, Tournament
from tournaments.on_screen import refuse_leaving_hand, refuse_while_on_screen
from tournaments.refusals import Refused
from tournaments.rounds import as_open
from tournaments.stage_members import check_seat, stays


@transaction.atomic
def add_to_table(*, table: Table, entry: Entry, by: str, at: datetime) -> Seat:
    """Seat one more entry at a table of the open round, from the first hand that has not been handed in.

    Refused where the table is full, the rules cannot deal to one more, the entry sits at a table already, or it is not
    in the stage that this round belongs to; in a knockout always.
    """
    tournament = history.lock_unfinished(entry.tournament)
    round = as_open(table.round)
    table = _now(table)
    refuse_bots_with_people([entry.player])
    refuse_bot_table(table)
    refuse_while_on_screen(table)
    check_seat(tournament, round.number, entry)
    seat = round.seats.filter(entry=entry).first() or Seat(round=round, entry=entry, player=entry.player)
    if seat.table_id is not None:
        raise Refused(
            _("{name} sits at table {table} in this round already.").format(
                name=entry.player, table=seat.table and seat.table.number
            )
        )
    seat.table, seat.place, seat.role = table, _free_place(tournament, table), Seat.Role.PLAYS
    seat.first_hand = _hands_in(table) + 1
    _save_seat(seat)
    if entry.status != Entry.Status.HERE:
        entry.status = Entry.Status.HERE
        entry.save(update_fields=["status"])
    facts = {"round": round.number, "table": table.number, "entry": entry.number}
    history.write_down(tournament, "seat.add", by=by, at=at, facts=facts)
    return seat


@transaction.atomic
def fill_in(*, table: Table, player: Player, by: str, at: datetime) -> Seat:
    """Let a person play at a second table, for no entry. Whether those hands count is a rule of the tournament."""
    tournament = history.lock_unfinished(table.round.tournament)
    round = as_open(table.round)
    table = _now(table)
    refuse_bots_with_people([player])
    refuse_bot_table(table)
    refuse_while_on_screen(table)
    seat = Seat(
        round=round,
        table=table,
        player=player,
        role=Seat.Role.FILLS_IN,
        place=_free_place(tournament, table),
        first_hand=_hands_in(table) + 1,
    )
    _save_seat(seat)
    facts = {"round": round.number, "table": table.number, "player": player.pk}
    history.write_down(tournament, "seat.fill_in", by=by, at=at, facts=facts)
    return seat


@transaction.atomic
def move(*, seat: Seat, table: Table, by: str, at: datetime) -> Seat:
    """Move somebody to another table of the open round. Refused once their table has handed in a hand of theirs.

    A table that nobody is left at is no table any more: it is taken out of the round. In a knockout somebody stays at
    each, for the plan says how many go on from there.
    """
    tournament = history.lock_unfinished(seat.round.tournament)
    round = as_open(seat.round)
    seat, table = _seat_now(seat), _now(table)
    if seat.table is not None and _hands_in(seat.table) >= seat.first_hand:
        raise Refused(
            _("{name} has played hands at table {table} that are handed in. Mark them as left there instead.").format(
                name=seat.player, table=seat.table.number
            )
        )
    if table.round_id != round.pk:
        raise Refused(_("Table {table} is not a table of this round.").format(table=table.number))
    refuse_bots_with_people([seat.player])
    refuse_bot_table(table)
    for one in (table, seat.table):
        if one is not None:
            refuse_while_on_screen(one)
    before = seat.table
    if before is not None and stays(tournament, round.number) and before.seats.count() == 1:
        raise Refused(
            _(
                "{name} is the last one at table {table}, and a table of a knockout stays. Move somebody there first."
            ).format(name=seat.player, table=before.number)
        )
    seat.place, seat.table = _free_place(tournament, table), table
    if seat.role == Seat.Role.SITS_OUT:
        seat.role = Seat.Role.PLAYS
    seat.first_hand, seat.last_hand = _hands_in(table) + 1, None
    _save_seat(seat)
    if before is not None and not before.seats.exists():
        _take_out(before)
    facts = {"round": round.number, "table": table.number, "seat": seat.pk, "player": seat.player_id}
    history.write_down(tournament, "seat.move", by=by, at=at, facts=facts)
    return seat


@transaction.atomic
def leave(*, seat: Seat, from_hand: int | None, by: str, at: datetime) -> Seat:
    """Mark somebody as left from hand `from_hand` on; None means that they are back. Hands handed in stay.

    Whoever is back is away in the hands that were handed in without them, until those are corrected.
    """
    tournament = history.lock_unfinished(seat.round.tournament)
    round = as_open(seat.round)
    seat = _seat_now(seat)
    if seat.table is None:
        raise Refused(_("{name} sits this round out.").format(name=seat.player))
    refuse_bot_table(seat.table)
    refuse_leaving_hand(seat.table, from_hand)
    done = _hands_in(seat.table)
    if from_hand is not None and not max(done + 1, seat.first_hand) <= from_hand <= len(round.centres):
        raise Refused(
            ngettext(
                "Table {table} has handed in {count} hand: say a hand from {next} to {last}.",
                "Table {table} has handed in {count} hands: say a hand from {next} to {last}.",
                done,
            ).format(table=seat.table.number, count=done, next=max(done + 1, seat.first_hand), last=len(round.centres))
        )
    seat.last_hand = None if from_hand is None else from_hand - 1
    seat.save(update_fields=["last_hand"])
    facts = {
        "round": round.number,
        "table": seat.table.number,
        "seat": seat.pk,
        "from_hand": from_hand,
        "player": seat.player_id,
    }
    history.write_down(tournament, "seat.leave", by=by, at=at, facts=facts)
    return seat


def _now(table: Table) -> Table:
    """The table as it is now; refused where it was taken out or laid anew meanwhile."""
    now = Table.objects.select_related("round", "game").filter(pk=table.pk).first()
    if now is None:
        raise Refused(_("Table {table} is not there any more. Look at the round again.").format(table=table.number))
    return now


def _seat_now(seat: Seat) -> Seat:
    """The seat as it is now, for somebody else may have moved it; refused where it is gone or was moved meanwhile."""
    rows = Seat.objects.select_related("round", "table__round", "table__game", "player", "entry")
    now = rows.filter(pk=seat.pk).first()
    if now is None or (now.table_id, now.place) != (seat.table_id, seat.place):
        raise Refused(_("{name} does not sit there any more. Look at the round again.").format(name=seat.player))
    return now


def _take_out(table: Table) -> None:
    """Take a table out of its round that nobody sits at, unless something was handed in for it."""
    game = table.game
    if game is not None and not game.reports.exists():
        table.delete()
        game.delete()


def _hands_in(table: Table) -> int:
    """The number of the last hand of a table that has been handed in; all of them for a sheet with totals."""
    reports = Report.objects.filter(game=table.game_id)
    if table.game is not None and table.game.counted_by == Game.CountedBy.TOTALS:
        return len(table.round.centres) if reports.filter(hand=None).exists() else 0
    last = reports.exclude(hand=None).order_by("-hand__number").values_list("hand__number", flat=True).first()
    return last or 0


def _free_place(tournament: Tournament, table: Table) -> int:
    """The lowest free place at a table; refused where one more person cannot be dealt to."""
    taken = {seat.place for seat in table.seats.all()}
    there = sum(1 for seat in table.seats.all() if seat.last_hand is None)
    if there + 1 not in read_rules(tournament.rules).player_counts():
        raise Refused(
            _("Table {table} has {count} people, and the rules cannot deal to one more.").format(
                table=table.number, count=there
            )
        )
    free = next((place for place in range(1, 9) if place not in taken), None)
    if free is None:
        raise Refused(_("All eight seats of table {table} have been used.").format(table=table.number))
    return free


def _save_seat(seat: Seat) -> None:
    try:
        with transaction.atomic():
            seat.save()
    except IntegrityError as error:
        raise Refused(
            _("{name} sits at this table already, or somebody took the seat. Look at the table again.").format(
                name=seat.player
            )
        ) from error

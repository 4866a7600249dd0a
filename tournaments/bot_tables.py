"""Tables at which only bots sit: laid out when a round is published; begun, paused, ended, played again by organisers.

What workers do for them is in bot_hands.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games import bots as plays
from games.models import BotPlay
from tournaments import history
from tournaments.bot_seats import refuse_bots_with_people
from tournaments.bots import check_pace, plan_for_laying, plan_of
from tournaments.models import BotTables, Round, Seat, Table, Tournament
from tournaments.reasons import reason_at
from tournaments.refusals import Refused

BY = "Henhouse"
"""Who hands in what bots have played."""

GOING_ON = (BotPlay.State.PLAYING, BotPlay.State.WAITING)
"""The states in which a table is played, or will be."""


# Laying them out


def lay_bot_tables(*, round: Round, tables: Sequence[Table], at: datetime) -> None:
    """Make the bot plays of a round that is just published, and say when they begin. The caller holds the tournament.

    Refused where people and bots share a table with real tiles, or the rules have no tiles.
    """
    seats = list(Seat.objects.filter(table__in=tables).select_related("player").order_by("table", "place"))
    bots: dict[int | None, tuple[str, ...]] = {}
    for seat in seats:
        if seat.player.bot:
            bots[seat.table_id] = (*bots.get(seat.table_id, ()), seat.player.bot)
    if not bots:
        return
    with_people = {seat.table_id for seat in seats if not seat.player.bot}
    on_screen = {table.pk for table in tables if table.on_screen}
    refuse_bots_with_people([seat.player for seat in seats if seat.table_id in with_people - on_screen])
    bots = {table: kinds for table, kinds in bots.items() if table not in with_people}
    if not bots:
        return
    plan = plan_for_laying(round.tournament)
    placed = [
        plays.Placed(table.game, bots[table.pk], secret_of(plan, table, f"{plan.laid}"))
        for table in tables
        if table.pk in bots and table.game is not None
    ]
    start_at = at if plan.starts == BotTables.Starts.ROUND else None
    plays.open_plays(placed=placed, start_at=start_at, pace=plan.pace)


def secret_of(plan: BotTables, table: Table, which: str) -> bytes:
    """A table's secret: it follows from the tournament's, which is older than the seating, and nobody's choice."""
    return engine.table_secret(bytes(plan.secret), f"{table.round.number} {table.number} {which}")


# What organisers do


@transaction.atomic
def start_table(*, table: Table, start_at: datetime, pace: int, by: str, at: datetime) -> BotPlay:
    """Say when a bot table begins and how many seconds a turn is shown. Refused once it has begun."""
    tournament, play = _held(table)
    check_pace(pace)
    if play.state != BotPlay.State.WAITING or play.claim is not None:
        raise Refused(_("Table {table} has begun already.").format(table=table.number))
    play.start_at, play.pace, play.hinted_at = max(start_at, at), pace, None
    play.save(update_fields=["start_at", "pace", "hinted_at"])
    history.write_down_at_table(tournament, "bots.start", table, by=by, at=at, pace=pace)
    return play


@transaction.atomic
def pause_table(*, table: Table, why: str, by: str, at: datetime) -> BotPlay:
    """Stop a bot table where it is: nothing more is played or shown until it is resumed."""
    tournament, play = _held(table)
    if play.state not in GOING_ON:
        raise _other_state(table, play)
    why = reason_at(table.number, why)
    play.state, play.paused_at, play.claim, play.claimed_until = BotPlay.State.PAUSED, at, None, None
    play.save(update_fields=["state", "paused_at", "claim", "claimed_until"])
    history.write_down_at_table(tournament, "bots.pause", table, by=by, at=at, why=why)
    return play


@transaction.atomic
def resume_table(*, table: Table, by: str, at: datetime) -> BotPlay:
    """Go on with a paused bot table; what was to be shown is shown so much later."""
    tournament, play = _held(table)
    if play.state != BotPlay.State.PAUSED or play.paused_at is None:
        raise _other_state(table, play)
    plays.shift(play=play, by=at - play.paused_at)
    play.state = BotPlay.State.PLAYING if play.begun_at else BotPlay.State.WAITING
    play.paused_at, play.hinted_at = None, None
    play.save(update_fields=["state", "paused_at", "hinted_at", "begun_at"])
    history.write_down_at_table(tournament, "bots.resume", table, by=by, at=at)
    return play


@transaction.atomic
def cancel_table(*, table: Table, why: str, by: str, at: datetime) -> BotPlay:
    """End a bot table before its end. What was shown stays; its missing hands can be declared void, or played again."""
    tournament, play = _held(table)
    if play.state in {BotPlay.State.CANCELLED, BotPlay.State.FINISHED}:
        raise _other_state(table, play)
    why = reason_at(table.number, why)
    play.sealed.all().delete()
    play.state, play.paused_at, play.claim, play.claimed_until = BotPlay.State.CANCELLED, None, None, None
    play.save(update_fields=["state", "paused_at", "claim", "claimed_until"])
    history.write_down_at_table(tournament, "bots.cancel", table, by=by, at=at, why=why)
    return play


@transaction.atomic
def play_again(*, table: Table, why: str, by: str, at: datetime) -> BotPlay:
    """Play a bot table once more from its first hand, with other tiles; its hands correct those from before."""
    tournament, play = _held(table)
    if play.state in GOING_ON:
        raise _other_state(table, play)
    why = reason_at(table.number, why)
    plan = plan_of(tournament)
    secret = secret_of(plan, table, f"{plan.laid} again {play.attempt}")
    plays.begin_again(play=play, secret=secret, why=why, at=at)
    history.write_down_at_table(tournament, "bots.again", table, by=by, at=at, why=why)
    return play


def refuse_while_bots_play(table: Table) -> None:
    """Refuse results that somebody types for a table of bots, unless it was cancelled."""
    play = BotPlay.objects.filter(game=table.game_id).exclude(state=BotPlay.State.CANCELLED).first()
    if play is not None:
        raise Refused(
            _(
                "Bots play at table {table}, and what they play is handed in by itself. To type something else, cancel "
                "the table first."
            ).format(table=table.number)
        )


def _held(table: Table) -> tuple[Tournament, BotPlay]:
    """The tournament, held, and the bot play of a table as it is now. Refused where no bots play there."""
    tournament = history.lock_unfinished(table.round.tournament)
    play = BotPlay.objects.select_related("game").filter(game__table=table.pk).first()
    if play is None:
        raise Refused(_("No bots play at table {table}.").format(table=table.number))
    return tournament, play


def _other_state(table: Table, play: BotPlay) -> Refused:
    state = BotPlay.State(play.state).label
    return Refused(
        _("Table {table} is {state}, so that cannot be done now. Look at it again.").format(
            table=table.number, state=state
        )
    )

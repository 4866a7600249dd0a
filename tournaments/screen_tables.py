"""Tables on screen as organisers see to them: laid when a round is published; their clock set, stopped, dealt again.

What is done at them is in screen_moves.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games import screens
from games.models import ScreenPlay
from games.screens import Laid, OnScreen
from tournaments import history
from tournaments.bot_tables import secret_of
from tournaments.bots import plan_for_laying
from tournaments.models import Round, Seat, Table, Tournament
from tournaments.reasons import reason_at
from tournaments.refusals import Refused
from tournaments.screen_moves import deal_anew

LONGEST_CLOCK = 600
"""Seconds that a move takes at most by the clock."""


def lay_screen_tables(*, round: Round, tables: Sequence[Table]) -> None:
    """Make the plays of the tables on screen of a round that is just published: those at which a person sits.

    Nothing is dealt until somebody at the table asks for it. The caller holds the tournament.
    """
    bots: dict[int, list[str]] = {table.pk: [] for table in tables if table.on_screen and table.game is not None}
    for seat in Seat.objects.filter(table__in=list(bots)).select_related("player").order_by("table", "place"):
        bots[seat.table_id or 0].append(seat.player.bot)
    with_people = [table for table in tables if table.pk in bots and not all(bots[table.pk])]
    if not with_people:
        return
    plan = plan_for_laying(round.tournament)
    screens.lay(
        laid=[
            Laid(table.game, tuple(bots[table.pk]), secret_of(plan, table, f"{plan.laid}"))
            for table in with_people
            if table.game is not None
        ]
    )


@transaction.atomic
def set_clock(*, table: Table, seconds: int, by: str, at: datetime) -> OnScreen:
    """Say how many seconds a move may take at a table on screen; 0 is no clock. The time in turn begins anew."""
    tournament, now = _held(table)
    if not 0 <= seconds <= LONGEST_CLOCK:
        raise Refused(_("A move may take 0 to {most} seconds; 0 is no clock.").format(most=LONGEST_CLOCK))
    play = now.play
    if play.clock != seconds:
        play.clock, play.moved_at = seconds, play.moved_at and at
        # not a change that makes a tap old: whoever is about to move can do so
        ScreenPlay.objects.filter(pk=play.pk).update(clock=play.clock, moved_at=play.moved_at)
        facts = {"round": table.round.number, "table": table.number, "seconds": seconds}
        history.write_down(tournament, "screen.clock", by=by, at=at, facts=facts, visible=False)
    return now


@transaction.atomic
def stop_table(*, table: Table, why: str, by: str, at: datetime) -> OnScreen:
    """Go on with real tiles: hands that are over stay, the one that is played is void, the rest is typed.

    Its bots have left from the next hand on, for they hold no real tiles.
    """
    tournament, now = _held(table)
    why = reason_at(table.number, why)
    play = now.play
    over = (play.hand or 0) - (play.state == ScreenPlay.State.PLAYING)
    Seat.objects.filter(table=table).exclude(player__bot="").update(last_hand=over)
    play.state, play.moves, play.sent = ScreenPlay.State.STOPPED, "", {}
    if not screens.put(play):
        raise Refused(_("Somebody played at table {table} meanwhile. Look at it again.").format(table=table.number))
    history.write_down_at_table(tournament, "screen.stop", table, by=by, at=at, why=why)
    return screens.at_now(play)


@transaction.atomic
def deal_again(*, table: Table, why: str, by: str, at: datetime) -> OnScreen:
    """Deal the hand that is played once more, other tiles to those who are there; what was laid is void."""
    tournament, now = _held(table)
    if now.state is not ScreenPlay.State.PLAYING:
        raise Refused(_("No hand is being played at table {table}. Look at it again.").format(table=table.number))
    why = reason_at(table.number, why)
    dealt = deal_anew(table=table, at=at)
    history.write_down_at_table(tournament, "screen.deal_again", table, by=by, at=at, why=why, hand=now.play.hand)
    return dealt


def _held(table: Table) -> tuple[Tournament, OnScreen]:
    """The tournament, held, and what is played at a table now. Refused where nothing is, or not any more."""
    tournament = history.lock_unfinished(table.round.tournament)
    play = ScreenPlay.objects.select_for_update(of=["self"]).select_related("game").filter(game__table=table.pk).first()
    if play is None:
        raise Refused(_("Table {table} is not played on screen.").format(table=table.number))
    if play.is_over:
        raise Refused(
            _("Table {table} is {state}, so that cannot be done now. Look at it again.").format(
                table=table.number, state=ScreenPlay.State(play.state).label
            )
        )
    return tournament, screens.at_now(play)

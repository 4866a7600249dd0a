"""Tables on screen: where one stands, and which wait for a clock."""

import datetime as dt
from dataclasses import dataclass
from datetime import datetime

from games.models import ScreenPlay
from games.screens import OnScreen, at_now
from tournaments.models import Round, Seat, Table, Tournament


@dataclass(frozen=True, slots=True)
class ScreenTable:
    """A table on screen as organisers see it: nothing of any rack.

    `hand` is the hand that is played or was played last (None before the first) of `hands`; `in_turn` the seat of
    whoever is in turn, None where nobody is; `needs_dealing` says that a hand lies there that this release of Henhouse
    cannot go on with.
    """

    table: Table
    state: ScreenPlay.State
    hand: int | None
    hands: int
    in_turn: Seat | None
    moved_at: datetime | None
    clock: int
    needs_dealing: bool

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def has_begun(self) -> bool:
        """Whether a hand was dealt, and the table was not stopped."""
        return self.state not in {ScreenPlay.State.WAITING, ScreenPlay.State.STOPPED}

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played on screen."""
        return self.state in ScreenPlay.OVER


def screens_of(round: Round) -> tuple[ScreenTable, ...]:
    """The tables on screen of a round, by number. Three queries."""
    plays = (
        ScreenPlay.objects.filter(game__table__round=round)
        .select_related("game__table__round")
        .prefetch_related("game__hands")
        .order_by("game__table__number")
    )
    seats = {
        (seat.table_id, seat.place): seat
        for seat in Seat.objects.filter(table__round=round, table__on_screen=True).select_related("player", "entry")
    }
    found = []
    for play in plays:
        now, table = at_now(play), play.game.table
        found.append(
            ScreenTable(
                table,
                now.state,
                play.hand,
                len(play.game.hands.all()),
                seats.get((table.pk, now.in_turn)),
                play.moved_at,
                play.clock,
                now.is_of_other_engine,
            )
        )
    return tuple(found)


def screen_play(play_id: int) -> OnScreen | None:
    """A table on screen as it is now, by the id of its play; None where it is gone. Two queries."""
    play = ScreenPlay.objects.select_related("game").filter(pk=play_id).first()
    return None if play is None else at_now(play)


def screen_of(table: Table) -> OnScreen | None:
    """What is played on screen at a table; None where nothing is. It holds what is hidden. Two queries."""
    play = ScreenPlay.objects.select_related("game").filter(game__table=table.pk).first()
    return None if play is None else at_now(play)


def table_of(play_id: int) -> Table | None:
    """The table of a play, with its round and tournament; None where the round was taken back. One query."""
    return Table.objects.select_related("round__tournament", "game").filter(game__screen_play=play_id).first()


def played_now(table: Table) -> ScreenPlay | None:
    """What is played on screen at a table, so that nothing is typed there. No query for a table with real tiles."""
    if not table.on_screen:
        return None
    return ScreenPlay.objects.filter(game=table.game_id).exclude(state__in=ScreenPlay.OVER).first()


def tables_begun(round: Round) -> list[int]:
    """The numbers of tables of a round at which a hand was dealt on screen, and that were not stopped. One query."""
    waiting = (ScreenPlay.State.WAITING, ScreenPlay.State.STOPPED)
    begun = ScreenPlay.objects.filter(game__table__round=round).exclude(state__in=waiting)
    return list(begun.order_by("game__table__number").values_list("game__table__number", flat=True))


def clocks_to_look_at(*, at: datetime) -> list[int]:
    """The ids of plays in which the time for a move is over, those that wait longest first. One query."""
    running = ScreenPlay.objects.filter(
        state=ScreenPlay.State.PLAYING, clock__gt=0, game__table__round__tournament__removed_at=None
    ).exclude(game__table__round__tournament__state=Tournament.State.FINISHED)
    rows = running.order_by("moved_at", "pk").values_list("pk", "moved_at", "clock")
    return [pk for pk, moved_at, clock in rows if moved_at is not None and moved_at + dt.timedelta(seconds=clock) <= at]

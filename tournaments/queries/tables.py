"""What the tables of a round have handed in."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import BotPlay, Game, Hand, Report
from games.reports import Current, current_reports
from tournaments.models import Round, Seat, Table


@dataclass(frozen=True, slots=True)
class TableState:
    """One table of a round: who sits there, which hands are in, which are not accepted yet."""

    table: Table
    seats: tuple[Seat, ...]
    hands: tuple[Hand, ...]
    reports: dict[int | None, Current]
    missing: tuple[int, ...]
    not_accepted: tuple[int | None, ...]

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def by_totals(self) -> bool:
        """Whether the table handed in a sheet with totals only."""
        return self.table.game is not None and self.table.game.counted_by == Game.CountedBy.TOTALS

    @property
    def is_of_bots(self) -> bool:
        """Whether only bots sit there."""
        return bool(self.seats) and all(seat.player.bot for seat in self.seats)

    @property
    def is_in(self) -> bool:
        """Whether every hand is handed in."""
        return self.table.game is not None and not self.missing


def table_states(round: Round) -> list[TableState]:
    """The tables of a round in order, with their seats, hands and current reports. Five queries."""
    return states_of(list(round.tables.select_related("game").order_by("number")))


def table_state(table: Table) -> TableState:
    """One table, as it is now, as in `table_states`. Five queries, which read this table alone."""
    return states_of([Table.objects.select_related("round__tournament", "game").get(pk=table.pk)])[0]


def states_of(tables: Sequence[Table]) -> list[TableState]:
    """These tables, their games loaded, with seats, hands and current reports. Four queries."""
    seats: dict[int, list[Seat]] = {table.pk: [] for table in tables}
    for seat in Seat.objects.filter(table__in=tables).select_related("player", "entry").order_by("place"):
        if seat.table_id is not None:
            seats[seat.table_id].append(seat)
    games = [table.game_id for table in tables if table.game_id is not None]
    hands: dict[int, list[Hand]] = {game: [] for game in games}
    for hand in Hand.objects.filter(game__in=games).order_by("number"):
        hands[hand.game_id].append(hand)
    reports: dict[int, dict[int | None, Current]] = {game: {} for game in games}
    for (game, number), current in current_reports(games).items():
        reports[game][number] = current
    return [
        _state(table, seats[table.pk], hands.get(table.game_id or 0, []), reports.get(table.game_id or 0, {}))
        for table in tables
    ]


def _state(table: Table, seats: list[Seat], hands: list[Hand], reports: dict[int | None, Current]) -> TableState:
    if table.game is not None and table.game.counted_by == Game.CountedBy.TOTALS:
        counted = [reports[None]] if None in reports else []
        missing = [] if counted else [hand.number for hand in hands]
    else:
        counted = [reports[hand.number] for hand in hands if hand.number in reports]
        missing = [hand.number for hand in hands if hand.number not in reports]
    return TableState(
        table=table,
        seats=tuple(seats),
        hands=tuple(hands),
        reports=reports,
        missing=tuple(missing),
        not_accepted=tuple(
            None if one.report.hand is None else one.report.hand.number
            for one in counted
            if one.report.accepted_at is None
        ),
    )


def has_reports(round: Round) -> bool:
    """Whether any table of people has handed something in in a round: bots can play once more. One query."""
    return Report.objects.filter(game__table__round=round, game__bot_play=None).exists()


def have_bots_begun(round: Round) -> bool:
    """Whether a table of bots has played a hand in a round. One query."""
    return BotPlay.objects.filter(game__table__round=round, hands_done__gt=0).exists()

"""Where a person who plays on screen sits now, and what can be done there."""

from dataclasses import dataclass, field
from enum import StrEnum

from games.models import ScreenPlay
from games.reports import current_reports
from games.screens import OnScreen
from tournaments.models import Entry, Round, Seat
from tournaments.public_names import public_name, public_name_of_guest
from tournaments.queries.screens import screen_of


class Where(StrEnum):
    """What the page of a seat is about."""

    NOT_SEATED_YET = "not_seated_yet"
    NO_SEAT = "no_seat"
    SITS_OUT = "sits_out"
    REAL_TILES = "real_tiles"
    WAITING = "waiting"
    PLAYING = "playing"
    NOT_IN_HAND = "not_in_hand"
    CANNOT_GO_ON = "cannot_go_on"
    BETWEEN = "between"
    FINISHED = "finished"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class SeatNow:
    """Where somebody sits. `on` holds what is hidden, so no page is given this whole.

    `round` is None before the first seating is announced, `seat` for whoever has none in it, `on` where nothing is
    played on screen.
    """

    entry: Entry
    round: Round | None
    seat: Seat | None
    on: OnScreen | None = field(repr=False)

    @property
    def where(self) -> Where:
        if self.round is None:
            return Where.NOT_SEATED_YET
        if self.seat is None:
            return Where.NO_SEAT
        if self.seat.table is None:
            return Where.SITS_OUT
        return Where.REAL_TILES if self.on is None else self._at(self.on)

    def _at(self, on: OnScreen) -> Where:
        if on.is_of_other_engine:
            return Where.CANNOT_GO_ON
        if on.state is ScreenPlay.State.PLAYING and on.seat_of(self.place) is None:
            return Where.NOT_IN_HAND
        return Where(on.state.value)

    @property
    def place(self) -> int:
        """The place at the table, from 1 on. Raises LookupError for whoever sits at none."""
        if self.seat is None or self.seat.place is None:
            raise LookupError("nobody sits there")
        return self.seat.place

    @property
    def stamp(self) -> str:
        """Another text whenever the page would be another one. While a hand is played, only its moves count."""
        version = self.entry.tournament.version
        if self.on is None or self.seat is None:
            return f"{version}"
        return f"{self.seat.pk}-{self.on.stamp}" + ("" if self.where is Where.PLAYING else f"-{version}")


def seat_now(entry: Entry) -> SeatNow:
    """Where this person sits in the newest round that was announced. Two queries, and two for a table on screen."""
    rounds = Round.objects.filter(tournament=entry.tournament_id).exclude(state=Round.State.DRAFT)
    round = rounds.order_by("-number").first()
    if round is None:
        return SeatNow(entry, None, None, None)
    # Whoever fills in somewhere has two seats: the one on screen is what they come here for.
    seats = sorted(
        round.seats.filter(player=entry.player_id).select_related("table"),
        key=lambda seat: (seat.table is None or not seat.table.on_screen, seat.role != Seat.Role.PLAYS, seat.pk),
    )
    if not seats:
        return SeatNow(entry, round, None, None)
    table = seats[0].table
    return SeatNow(entry, round, seats[0], screen_of(table) if table is not None and table.on_screen else None)


def names_at(seat: Seat) -> dict[int, str]:
    """The public names of everybody at the table of a seat, by place. One query."""
    rows = Seat.objects.filter(table=seat.table_id).select_related("player", "entry").order_by("place")
    return {row.place: _name(row) for row in rows if row.place is not None}


def _name(seat: Seat) -> str:
    player = seat.player
    if seat.entry is None:
        return public_name_of_guest(name=player.name, shown=player.shown)
    return public_name(name=player.name, shown=player.shown, number=seat.entry.number)


def points_so_far(seat: Seat) -> dict[int, int]:
    """The points of everybody at the table of a seat in the hands handed in, by place; who played none is not there."""
    found: dict[int, int] = {}
    game = seat.table.game_id if seat.table else None
    for report in current_reports([game]).values() if game else ():
        for line in report.lines:
            if line.points is not None:
                found[line.place] = found.get(line.place, 0) + line.points
    return found

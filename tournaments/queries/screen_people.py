"""Who plays on screen in a round, and how it stands with their links."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Entry, Round, Seat, SeatKey


@dataclass(frozen=True, slots=True)
class ScreenPerson:
    """Somebody with a seat at a table on screen; `key` is None as long as no link was ever made for them.

    `has_run_out` says that their link, or the browser that it was opened in, is too old by now.
    """

    entry: Entry
    table: int
    place: int
    key: SeatKey | None
    has_run_out: bool

    @property
    def name(self) -> str:
        return str(self.entry.player)

    @property
    def has_link(self) -> bool:
        """Whether they have a link that is good, opened or not."""
        return self.key is not None and self.key.state is not SeatKey.State.REVOKED and not self.has_run_out


def people_on_screen(round: Round, *, at: datetime) -> tuple[ScreenPerson, ...]:
    """The people at the tables on screen of a round, by table and seat; no bots. One query."""
    seats = (
        Seat.objects.filter(table__round=round, table__on_screen=True, player__bot="")
        .exclude(entry=None)
        .select_related("entry__player", "entry__seat_key", "table")
        .order_by("table__number", "place")
    )
    return tuple(
        _person(seat.entry, seat.table.number, seat.place or 0, at)
        for seat in seats
        if seat.entry is not None and seat.table is not None
    )


def _person(entry: Entry, table: int, place: int, at: datetime) -> ScreenPerson:
    key: SeatKey | None = getattr(entry, "seat_key", None)
    return ScreenPerson(entry, table, place, key, has_run_out=key is not None and key.has_run_out(at))

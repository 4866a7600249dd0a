"""Who plays on screen in a round, and how it stands with their links."""

from dataclasses import dataclass

from tournaments.models import Entry, Round, Seat, SeatKey


@dataclass(frozen=True, slots=True)
class ScreenPerson:
    """Somebody with a seat at a table on screen; `key` is None as long as no link was ever made for them."""

    entry: Entry
    table: int
    place: int
    key: SeatKey | None

    @property
    def name(self) -> str:
        return str(self.entry.player)

    @property
    def has_link(self) -> bool:
        """Whether they have a link that was not taken back, opened or not."""
        return self.key is not None and self.key.state is not SeatKey.State.REVOKED


def people_on_screen(round: Round) -> tuple[ScreenPerson, ...]:
    """The people at the tables on screen of a round, by table and seat; no bots. One query."""
    seats = (
        Seat.objects.filter(table__round=round, table__on_screen=True, player__bot="")
        .exclude(entry=None)
        .select_related("entry__player", "entry__seat_key", "table")
        .order_by("table__number", "place")
    )
    return tuple(
        ScreenPerson(seat.entry, seat.table.number, seat.place or 0, getattr(seat.entry, "seat_key", None))
        for seat in seats
        if seat.entry is not None and seat.table is not None
    )

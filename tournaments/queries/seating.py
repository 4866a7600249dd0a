"""Who sits where at the desk: a round as it is laid with what is odd about it, and the rounds before."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from tournaments.models import Entry, Player, Round, Seat, Tournament
from tournaments.names import sort_key
from tournaments.queries.coming_round import drawn_for, expected_in
from tournaments.seating.draw import Past, Wishes


@dataclass(frozen=True, slots=True)
class Sitter:
    """One person in a round, with what is odd about their place there.

    `met` names the people at the same table whom they met before, each with the rounds; `apart` those from whom they
    are to be kept apart, `without` those who should sit there too. `short_before` counts their smaller tables so far,
    where this is one again; `keeps` is the table that they were to keep, where this is another (0: nothing is odd).
    """

    seat: Seat
    name: str
    number: int
    met: tuple[tuple[str, tuple[int, ...]], ...] = ()
    apart: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    keeps: int = 0
    short_before: int = 0
    sat_out_before: int = 0

    @property
    def place(self) -> int:
        """The seat at the table, from 1; 0 for who sits out."""
        return self.seat.place or 0

    @property
    def is_bot(self) -> bool:
        """Whether this is no person."""
        return bool(self.seat.player.bot)

    @property
    def is_broken(self) -> bool:
        """Whether a wish about them is not kept."""
        return bool(self.apart or self.without or self.keeps)


@dataclass(frozen=True, slots=True)
class LaidTable:
    """One table of a round with who sits there in seat order; `is_short` where another table has more seats.

    A table `on_screen` is played in the browser, and bots may sit there; every other one has real tiles. `lacks` counts
    the seats that bots could fill in a draft.
    """

    pk: int
    number: int
    sitters: tuple[Sitter, ...]
    is_short: bool
    locked: bool = False
    on_screen: bool = False
    lacks: int = 0

    @property
    def bots(self) -> int:
        """How many bots sit here."""
        return sum(sitter.is_bot for sitter in self.sitters)

    @property
    def has_repeats(self) -> bool:
        """Whether two people here have met before."""
        return any(sitter.met for sitter in self.sitters)

    @property
    def is_broken(self) -> bool:
        """Whether a wish about somebody here is not kept."""
        return any(sitter.is_broken for sitter in self.sitters)


@dataclass(frozen=True, slots=True)
class Laid:
    """The tables of a round in order, and who sits out."""

    tables: tuple[LaidTable, ...]
    sit_outs: tuple[Sitter, ...]

    @property
    def has_people(self) -> bool:
        """Whether anybody at a table is no bot."""
        return any(table.bots < len(table.sitters) for table in self.tables)

    @property
    def any_on_screen(self) -> bool:
        """Whether a table is played on screen."""
        return any(table.on_screen for table in self.tables)

    def people_at(self, table: LaidTable) -> tuple[Sitter, ...]:
        """Who sits at a table without the bots that fill seats; everybody where only bots play."""
        if not table.bots or not self.has_people:
            return table.sitters
        return tuple(sitter for sitter in table.sitters if not sitter.is_bot)

    @property
    def by_name(self) -> tuple[tuple[LaidTable | None, Sitter], ...]:
        """Everybody in the order of their names, with their table; None for who sits out."""
        all_of_them: list[tuple[LaidTable | None, Sitter]] = [
            (table, sitter) for table in self.tables for sitter in table.sitters
        ]
        all_of_them += [(None, sitter) for sitter in self.sit_outs]
        return tuple(sorted(all_of_them, key=lambda pair: (sort_key(pair[1].seat.player.sort_name), pair[1].seat.pk)))


@dataclass(frozen=True, slots=True)
class Marks:
    """What makes places in a round odd: earlier meetings by pair, small tables and sit-outs so far, wishes."""

    met: Mapping[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    short: Counter[int] = field(default_factory=Counter)
    sat_out: Counter[int] = field(default_factory=Counter)
    wishes: Wishes = field(default_factory=Wishes)

    def rounds(self, one: int, other: int) -> tuple[int, ...]:
        """The rounds in which two entries have met."""
        return self.met.get((min(one, other), max(one, other)), ())


NOTHING = Marks()


def past_of(tournament: Tournament, before: int) -> Past:
    """Who sat with whom in the rounds before round number `before`, by entry number. One query."""
    tables: dict[int, dict[int, list[int]]] = {}
    sat_out: dict[int, list[int]] = {}
    rows = (
        Seat.objects.filter(round__tournament=tournament, round__number__lt=before, entry__isnull=False)
        .order_by("round__number", "table__number", "place", "entry__number")
        .values_list("round__number", "table__number", "entry__number", "role")
    )
    for round_number, table_number, entry_number, role in rows:
        if role == Seat.Role.SITS_OUT:
            sat_out.setdefault(round_number, []).append(entry_number)
        else:
            tables.setdefault(round_number, {}).setdefault(table_number, []).append(entry_number)
    numbers = sorted(tables.keys() | sat_out.keys())
    return Past(
        rounds=tuple(tuple(tuple(seats) for seats in tables.get(number, {}).values()) for number in numbers),
        sat_out=tuple(tuple(sat_out.get(number, ())) for number in numbers),
    )


def laid_of(round: Round, marks: Marks = NOTHING) -> Laid:
    """Who sits where in a round, with what is odd about it. Two queries."""
    tables = list(round.tables.order_by("number").values_list("pk", "number", "locked", "on_screen"))
    seats: dict[int | None, list[Seat]] = {}
    for seat in round.seats.select_related("player", "entry").order_by("place", "entry__number", "pk"):
        seats.setdefault(seat.table_id, []).append(seat)
    largest = max((len(found) for table, found in seats.items() if table is not None), default=0)
    at_table = {pk: number for pk, number, *_rest in tables}
    where = {_number(seat): (at_table.get(pk or 0, 0), str(seat.player)) for pk, row in seats.items() for seat in row}
    laid = _Laying(marks, largest, where)
    return Laid(
        tables=tuple(
            replace(laid.table(pk, number, seats.get(pk, [])), locked=locked, on_screen=on_screen)
            for pk, number, locked, on_screen in tables
        ),
        sit_outs=tuple(
            Sitter(seat, str(seat.player), number, sat_out_before=marks.sat_out[number])
            for seat in seats.get(None, [])
            if (number := _number(seat))
        ),
    )


def presence_changed(draft: Round) -> tuple[list[Entry], list[Entry]]:
    """Who came after the draft was drawn, and who went: (not in it but to play, in it but not to). Five queries.

    In a later stage only its own people come; in a knockout those who go on, whether they are here or not. A bot beside
    people never comes by itself, and goes where it has a seat in the draft and is not here any more.
    """
    seated = set(draft.seats.values_list("entry", flat=True))
    expected = expected_in(draft.tournament, draft.number)
    entries = list(drawn_for(draft.tournament).select_related("player").order_by("number"))
    came = [entry for entry in entries if entry.number in expected and entry.pk not in seated]
    went = [entry for entry in entries if entry.number not in expected and entry.pk in seated]
    drawn = {entry.pk for entry in entries}
    if seated - drawn:
        rows = draft.tournament.entries.filter(pk__in=seated - drawn).exclude(status=Entry.Status.HERE)
        went += rows.select_related("player").order_by("number")
    return came, went


def without_seat(round: Round) -> list[Entry]:
    """Entries that play at no table of a round, those who are here first. One query."""
    playing = round.seats.filter(role=Seat.Role.PLAYS).values("entry")
    rows = round.tournament.entries.select_related("player").exclude(pk__in=playing)
    return sorted(
        rows, key=lambda entry: (entry.status != Entry.Status.HERE, sort_key(entry.player.sort_name), entry.number)
    )


def who_may_fill_in(round: Round, at_table: Sequence[Sitter]) -> list[Player]:
    """Players of the tournament who do not sit at this table, by name. One query."""
    taken = [sitter.seat.player_id for sitter in at_table]
    rows = Player.objects.filter(entries__tournament=round.tournament).exclude(pk__in=taken)
    return sorted(rows, key=lambda player: (sort_key(player.sort_name), player.pk))


def met_in(past: Past) -> dict[tuple[int, int], tuple[int, ...]]:
    """In which rounds two entries (by number, the lower one first) shared a table."""
    met: dict[tuple[int, int], list[int]] = {}
    for number, tables in enumerate(past.rounds, 1):
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met.setdefault(pair, []).append(number)
    return {pair: tuple(rounds) for pair, rounds in met.items()}


class _Laying:
    """Lays the tables of one round: what is odd about each place, and where everybody is (number: table, name)."""

    def __init__(self, marks: Marks, largest: int, where: Mapping[int, tuple[int, str]]) -> None:
        self._marks, self._largest, self._where = marks, largest, where
        self._apart = set(marks.wishes.apart_pairs())
        self._together: dict[int, list[int]] = {}
        for first, second in marks.wishes.together_pairs():
            self._together.setdefault(first, []).append(second)
            self._together.setdefault(second, []).append(first)

    def table(self, pk: int, number: int, seats: list[Seat]) -> LaidTable:
        is_short = len(seats) < self._largest
        sitters = tuple(self._sitter(number, seat, seats, is_short=is_short) for seat in seats)
        return LaidTable(pk, number, sitters, is_short=is_short)

    def _sitter(self, table: int, seat: Seat, seats: list[Seat], *, is_short: bool) -> Sitter:
        number = _number(seat)
        others = [
            (_number(other), str(other.player))
            for other in seats
            if other is not seat and bool(other.player.bot) == bool(seat.player.bot)
        ]
        kept = self._marks.wishes.fixed.get(number)
        elsewhere = [self._where[other] for other in self._together.get(number, ()) if other in self._where]
        return Sitter(
            seat,
            str(seat.player),
            number,
            met=tuple((name, rounds) for other, name in others if (rounds := self._marks.rounds(number, other))),
            apart=tuple(name for other, name in others if (min(number, other), max(number, other)) in self._apart),
            without=tuple(name for at, name in elsewhere if at != table),
            keeps=kept.table if kept is not None and kept.table != table else 0,
            short_before=self._marks.short[number] if is_short else 0,
        )


def _number(seat: Seat) -> int:
    """The number of the entry; 0 for somebody who fills in for none."""
    return seat.entry.number if seat.entry else 0

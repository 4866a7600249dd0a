"""Who sits where at the desk: a draft with what is good and bad about it, a round as it runs, the rounds before."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, Q, QuerySet

from tournaments.models import Entry, Player, Round, Seat, Tournament
from tournaments.names import sort_key
from tournaments.seating.draw import Past, Seating
from tournaments.seating.quality import Figure, quality


@dataclass(frozen=True, slots=True)
class Sitter:
    """One person in a round. `met` names the people at the same table whom they met before, each with the rounds."""

    seat: Seat
    name: str
    number: int
    met: tuple[tuple[str, tuple[int, ...]], ...] = ()
    sat_out_before: int = 0

    @property
    def place(self) -> int:
        """The seat at the table, from 1; 0 for who sits out."""
        return self.seat.place or 0


@dataclass(frozen=True, slots=True)
class LaidTable:
    """One table of a round with who sits there in seat order; `is_short` where another table has more seats."""

    pk: int
    number: int
    sitters: tuple[Sitter, ...]
    is_short: bool

    @property
    def has_repeats(self) -> bool:
        """Whether two people here have met before."""
        return any(sitter.met for sitter in self.sitters)


@dataclass(frozen=True, slots=True)
class Laid:
    """The tables of a round in order, and who sits out."""

    tables: tuple[LaidTable, ...]
    sit_outs: tuple[Sitter, ...]

    @property
    def by_name(self) -> tuple[tuple[LaidTable | None, Sitter], ...]:
        """Everybody in the order of their names, with their table; None for who sits out."""
        all_of_them: list[tuple[LaidTable | None, Sitter]] = [
            (table, sitter) for table in self.tables for sitter in table.sitters
        ]
        all_of_them += [(None, sitter) for sitter in self.sit_outs]
        return tuple(sorted(all_of_them, key=lambda pair: (sort_key(pair[1].seat.player.sort_name), pair[1].seat.pk)))


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two people who meet again in a draft: at which table, and in which rounds they met before."""

    first: str
    second: str
    table: int
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft before it is published. `repeats` counts the meetings of this round that are not a pair's first."""

    laid: Laid
    repeats: Figure
    again: tuple[Meeting, ...]
    came: tuple[str, ...]
    went: tuple[str, ...]

    @property
    def short_tables(self) -> tuple[LaidTable, ...]:
        """The tables that are smaller than the largest."""
        return tuple(table for table in self.laid.tables if table.is_short)


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


def laid_of(round: Round) -> Laid:
    """Who sits where in a round. Two queries."""
    return _laid(round, {}, Counter())


def draft_of(draft: Round) -> Draft:
    """A draft with its report. Four queries."""
    past = past_of(draft.tournament, draft.number)
    met = _met(past)
    laid = _laid(draft, met, Counter(number for out in past.sat_out for number in out))
    seating = Seating(
        tuple(tuple(sitter.number for sitter in table.sitters) for table in laid.tables),
        tuple(sitter.number for sitter in laid.sit_outs),
        seed=0,
        moves=0,
    )
    people = [number for table in seating.tables for number in table] + list(seating.sit_outs)
    before = sum(len(rounds) - 1 for rounds in met.values())
    now = quality(people, past, seating).repeats
    came, went = presence_changed(draft)
    return Draft(
        laid=laid,
        repeats=Figure(now.value - before, now.bound - before),
        again=_again(laid, met),
        came=tuple(str(entry.player) for entry in came),
        went=tuple(str(entry.player) for entry in went),
    )


def drawn_for(tournament: Tournament) -> QuerySet[Entry]:
    """The entries that a draft is for: people, and bots only where no person is entered. Bots beside people have tables
    of their own, which are laid when the round is published."""
    people = tournament.entries.filter(player__bot="")
    return tournament.entries.filter(Q(player__bot="") | ~Exists(people))


def presence_changed(draft: Round) -> tuple[list[Entry], list[Entry]]:
    """Who came after the draft was drawn, and who went: (not in it but here, in it but not here). Two queries."""
    seated = set(draft.seats.values_list("entry", flat=True))
    entries = list(drawn_for(draft.tournament).select_related("player").order_by("number"))
    came = [entry for entry in entries if entry.status == Entry.Status.HERE and entry.pk not in seated]
    went = [entry for entry in entries if entry.status != Entry.Status.HERE and entry.pk in seated]
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


Met = Mapping[tuple[int, int], tuple[int, ...]]


def _met(past: Past) -> Met:
    """In which rounds two entries (by number, the lower one first) shared a table."""
    met: dict[tuple[int, int], list[int]] = {}
    for number, tables in enumerate(past.rounds, 1):
        for table in tables:
            people = sorted(table)
            for at, first in enumerate(people):
                for second in people[at + 1 :]:
                    met.setdefault((first, second), []).append(number)
    return {pair: tuple(rounds) for pair, rounds in met.items()}


def _laid(round: Round, met: Met, sat_out: Counter[int]) -> Laid:
    tables = list(round.tables.order_by("number").values_list("pk", "number"))
    seats: dict[int | None, list[Seat]] = {}
    for seat in round.seats.select_related("player", "entry").order_by("place", "entry__number", "pk"):
        seats.setdefault(seat.table_id, []).append(seat)
    largest = max((len(found) for table, found in seats.items() if table is not None), default=0)
    return Laid(
        tables=tuple(
            LaidTable(pk, number, _sitters(seats.get(pk, []), met), is_short=len(seats.get(pk, [])) < largest)
            for pk, number in tables
        ),
        sit_outs=tuple(
            Sitter(seat, str(seat.player), number, sat_out_before=sat_out[number])
            for seat in seats.get(None, [])
            if (number := _number(seat))
        ),
    )


def _sitters(seats: list[Seat], met: Met) -> tuple[Sitter, ...]:
    return tuple(
        Sitter(
            seat,
            str(seat.player),
            _number(seat),
            tuple((str(other.player), rounds) for other in seats if (rounds := _rounds(met, seat, other))),
        )
        for seat in seats
    )


def _number(seat: Seat) -> int:
    """The number of the entry; 0 for somebody who fills in for none."""
    return seat.entry.number if seat.entry else 0


def _rounds(met: Met, one: Seat, other: Seat) -> tuple[int, ...]:
    first, second = sorted((_number(one), _number(other)))
    return met.get((first, second), ())


def _again(laid: Laid, met: Met) -> tuple[Meeting, ...]:
    return tuple(
        Meeting(one.name, other.name, table.number, rounds)
        for table in laid.tables
        for at, one in enumerate(table.sitters)
        for other in table.sitters[at + 1 :]
        if (rounds := _rounds(met, one.seat, other.seat))
    )

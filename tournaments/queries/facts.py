"""Everything that was seated and reported in one tournament, as plain values, in five queries however large it is.

Drafts are left out: what is read here may be shown to everybody.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import TextField
from django.db.models.functions import Cast

from games.models import Game, Score
from tournaments.models import LedgerLine, Player, Round, Seat, Table, Tournament


@dataclass(frozen=True, slots=True)
class Named:
    """What a player is called, and how in public."""

    name: str
    sort_name: str
    shown: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Entered:
    """One entry with its player's names."""

    pk: int
    number: int
    status: str
    lot: int | None
    player_id: int
    player: Named
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class Scored:
    """One seat's line of a report; the counts are there only on sheets with totals that have them."""

    state: str
    points: int | None
    hands: int | None
    zeros: int | None
    lowest_other: int | None


@dataclass(frozen=True, slots=True)
class Reported:
    """The current report of a hand, or of a whole sheet: how it ended, and the lines by place."""

    ended: str
    revision: int
    out_place: int | None
    scores: dict[int, Scored]
    checked: str = "nothing"

    @property
    def corrected(self) -> bool:
        """Whether an earlier report of it was replaced."""
        return self.revision > 1


@dataclass(frozen=True, slots=True)
class Seated:
    """One person in one round; `table` and `place` are None for a sit-out, `entry` is None for a fill-in."""

    round: int
    table: int | None
    place: int | None
    role: str
    entry: int | None
    player: int
    first_hand: int
    last_hand: int | None

    def is_there_for(self, hand: int) -> bool:
        """Whether this person is at the table for hand number `hand`."""
        return self.first_hand <= hand and (self.last_hand is None or hand <= self.last_hand)


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table of a round with what it handed in; `sheet` is its totals where it is counted by totals.

    `on_screen`: it is, or was to be, played in the browser.
    """

    number: int
    by_totals: bool
    sheet: Reported | None
    hands: dict[int, Reported]
    seats: tuple[Seated, ...]
    asked: int
    on_screen: bool = False

    def out_in(self, hand: int) -> int | None:
        """The seat that went out in a hand; None where nobody did or nothing is handed in."""
        report = self.hands.get(hand)
        return report.out_place if report else None

    def players_in(self, hand: int) -> int:
        """How many played a hand, fill-ins too; 0 while it is not handed in."""
        report = self.sheet or self.hands.get(hand)
        return sum(1 for line in report.scores.values() if line.points is not None) if report else 0

    @property
    def hands_in(self) -> int:
        """How many of the hands asked are handed in."""
        return (self.asked if self.sheet else 0) if self.by_totals else len(self.hands)

    @property
    def is_in(self) -> bool:
        """Whether everything is handed in."""
        return self.hands_in >= self.asked


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A published round: the centres of its hands in order, its tables by number, and who sits out."""

    number: int
    closed: bool
    centres: tuple[int | None, ...]
    tables: tuple[PlayedTable, ...]
    sits_out: tuple[Seated, ...]

    def table(self, number: int) -> PlayedTable | None:
        """The table with this number, None where there is none."""
        return next((table for table in self.tables if table.number == number), None)

    @property
    def tables_in(self) -> int:
        """How many tables have handed everything in."""
        return sum(1 for table in self.tables if table.is_in)


@dataclass(frozen=True, slots=True)
class Facts:
    """One tournament: entries with their players by id, published rounds in order, lines beside the hands."""

    tournament: Tournament
    entries: dict[int, Entered]
    rounds: tuple[PlayedRound, ...]
    lines: tuple[LedgerLine, ...]

    def seats(self) -> Iterator[tuple[PlayedRound, PlayedTable | None, Seated]]:
        """Every seat with its round and table, in order; the table is None for a sit-out."""
        for played in self.rounds:
            for table in played.tables:
                for seat in table.seats:
                    yield played, table, seat
            for seat in played.sits_out:
                yield played, None, seat

    def took_part(self, after_round: int | None = None) -> frozenset[int]:
        """Who is on the list: every entry with a seat (a sit-out too) up to this round; all before the first seating.

        Whoever never came is on no list of results.
        """
        if not self.rounds:
            return frozenset(self.entries)
        entry_of = {entry.player_id: entry.pk for entry in self.entries.values()}
        seats = [seat for played, _table, seat in self.seats() if after_round is None or played.number <= after_round]
        found = (entry_of.get(seat.player) if seat.entry is None else seat.entry for seat in seats)
        return frozenset(entry for entry in found if entry is not None)

    def is_of_bots(self, table: PlayedTable) -> bool:
        """Whether only bots sit at a table."""
        return bool(table.seats) and all(
            seat.entry is not None and self.entries[seat.entry].is_bot for seat in table.seats
        )

    @property
    def last_round(self) -> PlayedRound | None:
        """The newest published round."""
        return self.rounds[-1] if self.rounds else None

    def round(self, number: int) -> PlayedRound | None:
        """The round with this number, None where it is not published."""
        return next((played for played in self.rounds if played.number == number), None)


def facts_of(tournament: Tournament) -> Facts:
    """Read a tournament. Five queries."""
    lines = LedgerLine.objects.filter(entry__tournament=tournament, taken_back_at=None).order_by("at", "id")
    return Facts(tournament, _entries(tournament), _rounds(tournament), tuple(lines))


def _entries(tournament: Tournament) -> dict[int, Entered]:
    """The entries by id, in the order of their numbers; as values, for models would take four times as long."""
    rows = tournament.entries.order_by("number").values_list(
        "pk", "number", "status", "lot", "player", "player__name", "player__sort_name", "player__shown", "player__bot"
    )
    return {
        pk: Entered(pk, number, status, lot, player, Named(*names), bool(bot))
        for pk, number, status, lot, player, *names, bot in rows
    }


def fill_in_players(tournament: Tournament) -> dict[int, Player]:
    """The players who filled in at a table, by id: they need not have an entry. One query."""
    published = (Round.State.OPEN, Round.State.CLOSED)
    players = Player.objects.filter(
        seats__round__tournament=tournament, seats__round__state__in=published, seats__role=Seat.Role.FILLS_IN
    )
    return {player.pk: player for player in players.distinct()}


# As text: the same list stands in the row of each of a round's tables, and is read once.
_CENTRES = Cast("round__centres", TextField())


def _rounds(tournament: Tournament) -> tuple[PlayedRound, ...]:
    tables = (
        Table.objects.filter(round__tournament=tournament)
        .exclude(round__state=Round.State.DRAFT)
        .order_by("round__number", "number")
        .values_list("round__number", "round__state", _CENTRES, "number", "game", "game__counted_by", "on_screen")
    )
    reports = _current_reports(tournament)
    seats = _seats(tournament)
    rounds: dict[int, PlayedRound] = {}
    laid: dict[int, list[PlayedTable]] = {}
    for number, state, centres, table, game, counted_by, on_screen in tables:
        if number not in rounds:
            out = tuple(seats.get((number, None), ()))
            rounds[number] = PlayedRound(number, state == Round.State.CLOSED, tuple(json.loads(centres)), (), out)
        found = reports.get(game, {})
        sheet = found.get(None)
        asked = len(rounds[number].centres)
        hands = {hand: report for hand, report in found.items() if hand is not None and hand <= asked}
        by_totals = counted_by == Game.CountedBy.TOTALS
        at_table = tuple(seats.get((number, table), ()))
        laid.setdefault(number, []).append(
            PlayedTable(
                table, by_totals, sheet if by_totals else None, {} if by_totals else hands, at_table, asked, on_screen
            )
        )
    return tuple(
        PlayedRound(played.number, played.closed, played.centres, tuple(laid[number]), played.sits_out)
        for number, played in rounds.items()
    )


def _seats(tournament: Tournament) -> dict[tuple[int, int | None], list[Seated]]:
    seats: dict[tuple[int, int | None], list[Seated]] = {}
    rows = (
        Seat.objects.filter(round__tournament=tournament)
        .exclude(round__state=Round.State.DRAFT)
        .order_by("round__number", "table__number", "place", "entry__number")
        .values_list("round__number", "table__number", "place", "role", "entry", "player", "first_hand", "last_hand")
    )
    for row in rows:
        seat = Seated(*row)
        seats.setdefault((seat.round, seat.table), []).append(seat)
    return seats


def _current_reports(tournament: Tournament) -> dict[int | None, dict[int | None, Reported]]:
    """The newest report of each hand, by game and hand number; the hand None is the sheet as a whole."""
    rows = (
        Score.objects.filter(report__game__table__round__tournament=tournament)
        .order_by()
        .values_list(
            "report",
            "report__game",
            "report__hand__number",
            "report__revision",
            "report__ended",
            "report__out_place",
            "report__checked",
            "place",
            "state",
            "points",
            "hands",
            "zeros",
            "lowest_other",
        )
    )
    # This loop is the hot one: a thousand people leave some twenty thousand lines, and few of them differ.
    lines: dict[tuple[str | int | None, ...], Scored] = {}
    scores: dict[int, dict[int, Scored]] = {}
    current: dict[int | None, dict[int | None, Reported]] = {}
    for report, game, hand, revision, ended, out_place, checked, place, state, points, *counts in rows:
        of_report = scores.get(report)
        if of_report is None:
            of_report = scores[report] = {}
            of_game = current.setdefault(game, {})
            known = of_game.get(hand)
            if known is None or known.revision < revision:
                of_game[hand] = Reported(ended, revision, out_place, of_report, checked)
        key = (state, points, *counts)
        scored = lines.get(key)
        if scored is None:
            scored = lines[key] = Scored(state, points, *counts)
        of_report[place] = scored
    return current

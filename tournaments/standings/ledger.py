"""The facts that standings are made of, as plain values: who scored what in which hand, and which hands were asked.

Everything is whole numbers. Nothing unplayed is a number: a hand that was not played has a state and no points.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum


class State(Enum):
    """What became of one entry's seat in one hand."""

    PLAYED = "played"
    ABSENT = "absent"
    """Did not sit there yet: came late, or missed the hand."""
    LEFT = "left"
    """Went home before the hand."""
    VOID = "void"
    """The hand was played but is not scored."""
    NOT_YET = "not_yet"
    """Seated, nothing reported so far."""
    SAT_OUT = "sat_out"
    """Had no table in this round."""
    IMPUTED = "imputed"
    """A value was given instead of a played one; without points the tournament's policy gives it."""


@dataclass(frozen=True, slots=True)
class HandScore:
    """One entry's line for one hand.

    `hand` counts from 1 within the round; `table` is None where nobody was seated. `points` are whole points, there
    for PLAYED and allowed for IMPUTED, None for every other state. `counts` is False for a fill-in hand that the
    tournament's rule leaves out; `may_be_zero` is False where 0 points are no zero because the rules ask for going out
    (A32). `seats` is how many played the hand at that table, None: as many as the ledger has played lines of it. Raises
    ValueError for points that a state cannot have.
    """

    round: int
    hand: int
    table: int | None
    state: State
    points: int | None = None
    counts: bool = True
    may_be_zero: bool = True
    seats: int | None = None

    def __post_init__(self) -> None:
        """Keep numbers away from hands that were not played."""
        if self.points is None:
            if self.state is State.PLAYED:
                msg = f"round {self.round}, hand {self.hand}: a played hand has points"
                raise ValueError(msg)
        elif self.state is not State.PLAYED and self.state is not State.IMPUTED:
            msg = f"round {self.round}, hand {self.hand}: a hand that is {self.state.value} has no points"
            raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class SheetTotal:
    """One entry's line on a sheet that gives totals only: the points of all its hands at one table in one round.

    `hands` None: the sheet does not say how many, so those asked of the round are taken, less the hands that the
    entry's other lines account for; who was moved between two such tables needs the number on both. `zeros` and
    `lowest_other` None: the sheet does not say. `seats` as in a HandScore. Raises ValueError for counts that cannot be.
    """

    round: int
    table: int
    points: int
    hands: int | None = None
    zeros: int | None = None
    lowest_other: int | None = None
    counts: bool = True
    seats: int | None = None

    def __post_init__(self) -> None:
        """Refuse counts that contradict each other."""
        if self.hands is not None and self.hands < 1:
            msg = f"round {self.round}, table {self.table}: a sheet covers at least one hand"
            raise ValueError(msg)
        if self.zeros is not None and (self.zeros < 0 or (self.hands is not None and self.zeros > self.hands)):
            msg = f"round {self.round}, table {self.table}: zeros must lie between 0 and the number of hands"
            raise ValueError(msg)
        if self.lowest_other == 0:
            msg = f"round {self.round}, table {self.table}: the lowest other hand is a hand other than zero"
            raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty or correction in points (A37): changes the total, never hands, zeros or lowest hands.

    `round` None: belongs to no round, and counts in every list.
    """

    round: int | None
    points: int


@dataclass(frozen=True, slots=True)
class EntryLedger:
    """All lines of one entry. `lot` is the number drawn for it, 1 stands first; None: none drawn."""

    entry: int
    withdrawn: bool = False
    hands: tuple[HandScore, ...] = ()
    sheets: tuple[SheetTotal, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    lot: int | None = None

    def __post_init__(self) -> None:
        """One sheet for each table and round."""
        if len({(sheet.round, sheet.table) for sheet in self.sheets}) < len(self.sheets):
            msg = f"entry {self.entry} has two sheets of one table and round"
            raise ValueError(msg)

    @property
    def tables_played(self) -> int:
        """How many tables the entry played at, fill-in tables included."""
        return len(self._tables(only_counted=False))

    @property
    def tables_counted(self) -> int:
        """How many of those tables count for it."""
        return len(self._tables(only_counted=True))

    def _tables(self, *, only_counted: bool) -> set[tuple[int, int | None]]:
        hands = {(h.round, h.table) for h in self.hands if h.state is State.PLAYED and (h.counts or not only_counted)}
        return hands | {(s.round, s.table) for s in self.sheets if s.counts or not only_counted}


@dataclass(frozen=True, slots=True)
class TableAsked:
    """A table of a round, and whether everything of it has been handed in."""

    number: int
    handed_in: bool


@dataclass(frozen=True, slots=True)
class RoundAsked:
    """A round that has been seated: how many hands it asks of everybody, whether it is closed, its tables."""

    number: int
    hands: int
    closed: bool
    tables: tuple[TableAsked, ...] = ()


@dataclass(frozen=True, slots=True)
class Ledger:
    """Everything that standings are computed from. Raises ValueError when a round or an entry is in it twice.

    An entry that has a seat in a round has at least one line (NOT_YET will do) or a sheet there that names its table.
    An entry without a seat in a round missed all its hands: it may have a line for each of them, one line that says why
    (SAT_OUT, LEFT), or none. An entry without any line at all has not taken part.
    """

    rounds: tuple[RoundAsked, ...] = ()
    entries: tuple[EntryLedger, ...] = ()

    def __post_init__(self) -> None:
        """One line-up: each round once, each entry once."""
        if len({asked.number for asked in self.rounds}) < len(self.rounds):
            msg = "a round is in the ledger twice"
            raise ValueError(msg)
        if len({entry.entry for entry in self.entries}) < len(self.entries):
            msg = "an entry is in the ledger twice"
            raise ValueError(msg)


def after(ledger: Ledger, round_number: int) -> Ledger:
    """The ledger as it stood after a round: only rounds up to `round_number`, all closed.

    What happened later (a player leaves, a later penalty) does not reach into it.
    """
    rounds = tuple(replace(asked, closed=True) for asked in ledger.rounds if asked.number <= round_number)
    cut = _only(ledger.entries, rounds, lambda number: number <= round_number)
    return Ledger(rounds, tuple(replace(entry, withdrawn=False) for entry in cut.entries))


def closed_rounds(ledger: Ledger) -> Ledger:
    """The ledger without the rounds that are still open and whatever belongs to them."""
    playing = {asked.number for asked in ledger.rounds if not asked.closed}
    rounds = tuple(asked for asked in ledger.rounds if asked.closed)
    return _only(ledger.entries, rounds, lambda number: number not in playing)


def part_of(ledger: Ledger, rounds: Collection[int], entries: Collection[int]) -> Ledger:
    """The ledger of these rounds (by number) and these entries alone, as one stage of a tournament counts them."""
    asked = tuple(one for one in ledger.rounds if one.number in rounds)
    inside = frozenset(entries)
    kept = tuple(entry for entry in ledger.entries if entry.entry in inside)
    return _only(kept, asked, lambda number: number in rounds)


def _only(kept: Sequence[EntryLedger], rounds: tuple[RoundAsked, ...], keeps: Callable[[int], bool]) -> Ledger:
    entries = tuple(
        EntryLedger(
            entry.entry,
            entry.withdrawn,
            tuple([h for h in entry.hands if keeps(h.round)]),
            tuple([s for s in entry.sheets if keeps(s.round)]),
            tuple([a for a in entry.adjustments if a.round is None or keeps(a.round)]),
            entry.lot,
        )
        for entry in kept
    )
    return Ledger(rounds, entries)

"""Draw a seating: who sits where in the next round, or in all the rounds still to come.

The same entries, sizes, past, wishes, seed and moves give the same seating on every machine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tournaments.seating.attempts import Task, fill
from tournaments.seating.board import AGAIN, AGAIN_IF_FREE, AGAINST, BENCH, SHORT, TOGETHER, Board, Chance, Positions
from tournaments.seating.pattern import WHOLE
from tournaments.seating.polish import Pins, Tables, number_tables, seat_people
from tournaments.seating.sizes import LARGEST, Split
from tournaments.seating.wishes import CannotSeat, Place, Wishes, check

__all__ = ["ALGORITHM", "CannotSeat", "Past", "Place", "Round", "Seating", "Wishes", "draw_round", "draw_rounds"]

ALGORITHM = "henhouse-2"
"""The version of the draw; it changes whenever the same inputs could give another seating."""

Round = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Past:
    """The rounds before: tables of entry numbers in seat order, and who sat each round out."""

    rounds: tuple[Round, ...] = ()
    sat_out: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Seating:
    """One round as drawn, with what is needed to draw it again."""

    tables: Round
    sit_outs: tuple[int, ...]
    seed: int
    moves: int
    algorithm: str = ALGORITHM


def draw_round(
    entries: Sequence[int],
    split: Split,
    past: Past,
    *,
    seed: int,
    wishes: Wishes | None = None,
    moves: int | None = None,
    ahead: int = 1,
) -> Seating:
    """Draw the next round; with `ahead`, keep in mind how many rounds are still to come, this one included.

    Raises CannotSeat when the entries do not match the split or the wishes contradict each other.
    """
    return draw_rounds(entries, split, past, rounds=ahead, seed=seed, wishes=wishes, moves=moves)[0]


def draw_rounds(
    entries: Sequence[int],
    split: Split,
    past: Past,
    *,
    rounds: int,
    seed: int,
    wishes: Wishes | None = None,
    moves: int | None = None,
) -> tuple[Seating, ...]:
    """Draw all the rounds still to come, with these entries in each of them. Raises CannotSeat."""
    people = sorted(entries)
    wishes = wishes or Wishes()
    check(people, split, wishes)
    chance = Random(seed).random
    index = {entry: person for person, entry in enumerate(people)}
    board = _board(index, split, past, wishes)
    earlier = [_groups(tables, index) for tables in past.rounds]
    task = Task(
        board=board,
        rounds=rounds,
        target=board.lowest_cost(rounds, earlier),
        least_weighted=board.least_weighted(rounds),
        least_unfair=board.least_unfair(rounds),
        chance=chance,
        played=_played(past, split, index),
    )
    used = fill(task, moves)
    plan = [board.places.tables(seats) for seats in board.rounds]
    _polish(plan, past, index, chance, wishes)
    return tuple(
        Seating(
            tuple(tuple(people[person] for person in table) for table in tables),
            tuple(sorted(people[person] for person in board.places.sitting_out(seats))),
            seed,
            used,
        )
        for tables, seats in zip(plan, board.rounds, strict=True)
    )


def _board(index: Mapping[int, int], split: Split, past: Past, wishes: Wishes) -> Board:
    """An empty board that remembers the past and the wishes of the people who are here."""
    board = Board(len(index), Positions(split.sizes, split.sit_outs))
    mates: list[list[int]] = [[] for _ in index]
    for tables in past.rounds:
        largest = max((len(table) for table in tables), default=0)
        for table in tables:
            here = [index[entry] for entry in table if entry in index]
            for person in here:
                mates[person] += here
            if len(table) < largest:
                for person in here:
                    board.had[SHORT][person] += 1
    board.remember_all(mates)
    for entries in past.sat_out:
        for entry in entries:
            if entry in index:
                board.had[BENCH][index[entry]] += 1
    _wish(board, index, split, wishes)
    board.start()
    return board


def _wish(board: Board, index: Mapping[int, int], split: Split, wishes: Wishes) -> None:
    """Note the wishes of the people who are here."""
    board.again = AGAIN if wishes.turns_first else AGAIN_IF_FREE
    for pairs, shift in ((wishes.apart_pairs(), AGAINST), (wishes.together_pairs(), TOGETHER)):
        for first, second in pairs:
            if first in index and second in index:
                board.wish(index[first], index[second], shift)
    for entry, place in sorted(wishes.fixed.items()):
        if entry in index:
            start = board.places.start[place.table - 1]
            positions = range(start, start + split.sizes[place.table - 1])
            board.pin(next(at for at in positions if at not in board.pinned), index[entry])


def _groups(tables: Round, index: Mapping[int, int]) -> int:
    """How many groups of people who met a played round makes of those who are here now."""
    played = [sum(entry in index for entry in table) for table in tables]
    return sum(1 for here in played if here) + len(index) - sum(played)


def _played(past: Past, split: Split, index: Mapping[int, int]) -> list[list[int]] | None:
    """The past as rounds of positions when exactly these people played it at tables of these sizes, else None.

    For more people than a pattern is made in full for, nothing before can be found in one: None.
    """
    rounds: list[list[int]] = []
    if past.rounds and len(index) > WHOLE:
        return None
    for number, tables in enumerate(past.rounds):
        out = past.sat_out[number] if number < len(past.sat_out) else ()
        ordered = sorted(tables, key=lambda table: -len(table))
        entries = [entry for table in ordered for entry in table] + list(out)
        sizes = tuple(len(table) for table in ordered)
        if sizes != split.sizes or sorted(entries) != sorted(index):
            return None
        rounds.append([index[entry] for entry in entries])
    return rounds


def _polish(plan: Sequence[Tables], past: Past, index: Mapping[int, int], chance: Chance, wishes: Wishes) -> None:
    """Share out table numbers and seats, counting the visits of the past."""
    visits: list[list[int]] = [[] for _ in index]
    sat = [[0] * LARGEST for _ in index]
    for tables in past.rounds:
        for number, table in enumerate(tables):
            for seat, entry in enumerate(table):
                person = index.get(entry)
                if person is not None:
                    visits[person].append(number)
                    sat[person][min(seat, LARGEST - 1)] += 1
    kept = {index[entry]: place for entry, place in wishes.fixed.items() if entry in index}
    pins = Pins(
        {person: place.seat - 1 for person, place in kept.items() if place.seat is not None},
        frozenset(place.table - 1 for place in kept.values()),
    )
    number_tables(plan, visits, chance, pins)
    seat_people(plan, sat, pins)

"""Draw a seating: who sits where in the next round, or in all the rounds still to come.

The same entries, sizes, past, wishes, seed and moves give the same seating on every machine.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from tournaments.seating.board import AGAINST, BENCH, SHORT, TOGETHER, Board, Chance, Positions
from tournaments.seating.polish import Pins, Tables, number_tables, seat_people
from tournaments.seating.search import anneal, repair
from tournaments.seating.sizes import LARGEST, Split
from tournaments.seating.wishes import CannotSeat, Place, Wishes, check

__all__ = ["ALGORITHM", "CannotSeat", "Past", "Place", "Round", "Seating", "Wishes", "draw_round", "draw_rounds"]

ALGORITHM = "henhouse-1"
"""The version of the draw; it changes whenever the same inputs could give another seating."""

Round = tuple[tuple[int, ...], ...]

SMALL = 60
"""Up to so many people a draw that is not perfect yet is worth a long search."""

CYCLE = 2_000
"""Moves of the first annealing cycle, per person and round."""

REPAIR = 200
"""Moves of the repair before that, per person and round."""

LONGEST = 1_500_000
"""The most moves of a draw that was given no limit of its own."""


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
    limit = _limit(len(people), rounds) if moves is None else moves
    used = _fill(board, rounds, chance, limit, board.lowest_cost(rounds, earlier))
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


def _limit(people: int, rounds: int) -> int:
    if people > SMALL:
        return REPAIR * people * rounds
    return min(LONGEST, 5 * CYCLE * people * rounds)


def _board(index: Mapping[int, int], split: Split, past: Past, wishes: Wishes) -> Board:
    """An empty board that remembers the past and the wishes of the people who are here."""
    board = Board(len(index), Positions(split.sizes, split.sit_outs))
    for tables in past.rounds:
        largest = max((len(table) for table in tables), default=0)
        for table in tables:
            here = [index[entry] for entry in table if entry in index]
            for a, b in combinations(here, 2):
                board.remember(a, b)
            if len(table) < largest:
                for person in here:
                    board.had[SHORT][person] += 1
    for entries in past.sat_out:
        for entry in entries:
            if entry in index:
                board.had[BENCH][index[entry]] += 1
    _wish(board, index, split, wishes)
    board.start()
    return board


def _wish(board: Board, index: Mapping[int, int], split: Split, wishes: Wishes) -> None:
    """Note the wishes of the people who are here."""
    for first, second in wishes.apart_pairs():
        if first in index and second in index:
            board.remember(index[first], index[second], AGAINST)
    for first, second in wishes.together_pairs():
        if first in index and second in index:
            a, b = index[first], index[second]
            board.remember(a, b, TOGETHER)
            board.together[a] = (*board.together.get(a, ()), b)
            board.together[b] = (*board.together.get(b, ()), a)
    for entry, place in sorted(wishes.fixed.items()):
        if entry in index:
            start = board.places.start[place.table - 1]
            positions = range(start, start + split.sizes[place.table - 1])
            board.pin(next(at for at in positions if at not in board.pinned), index[entry])


def _groups(tables: Round, index: Mapping[int, int]) -> int:
    """How many groups of people who met a played round makes of those who are here now."""
    played = [sum(entry in index for entry in table) for table in tables]
    return sum(1 for here in played if here) + len(index) - sum(played)


def _fill(board: Board, rounds: int, chance: Chance, limit: int, target: int) -> int:
    """Put the rounds on the board: a fair start, then repair, then annealing; returns the moves used."""
    cost = sum(board.add_round(_fair_start(board, chance)) for _ in range(rounds))
    if cost <= target:
        return 0
    used = repair(board, chance, min(limit, REPAIR * board.people * rounds))
    cost = board.set_rounds([list(seats) for seats in board.rounds])
    if cost > target and board.people <= SMALL:
        used += anneal(board, chance, limit - used, cost=cost, target=target, cycle=CYCLE * board.people * rounds)[1]
    return used


def _fair_start(board: Board, chance: Chance) -> list[int]:
    """A round at random in which bench and short tables go to those who had fewest of them."""
    kind = board.places.kind
    keeping = set(board.pinned.values())
    people = shuffled([person for person in range(board.people) if person not in keeping], chance)
    seats = [board.pinned.get(position, -1) for position in range(board.people)]
    for wanted in (BENCH, SHORT):
        people.sort(key=lambda person, had=board.had[wanted]: had[person])  # type: ignore[misc]
        for position in board.free:
            if kind[position] == wanted:
                seats[position] = people.pop(0)
    for position in board.free:
        if seats[position] < 0:
            seats[position] = people.pop()
    return seats


def shuffled(people: Sequence[int], chance: Chance) -> list[int]:
    """The people in a random order."""
    order = list(people)
    for last in range(len(order) - 1, 0, -1):
        other = int(chance() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def _polish(plan: Sequence[Tables], past: Past, index: Mapping[int, int], chance: Chance, wishes: Wishes) -> None:
    """Share out table numbers and seats, counting the visits of the past."""
    visits: list[Counter[int]] = [Counter() for _ in index]
    sat = [[0] * LARGEST for _ in index]
    for tables in past.rounds:
        for number, table in enumerate(tables):
            for seat, entry in enumerate(table):
                if entry in index:
                    visits[index[entry]][number] += 1
                    sat[index[entry]][min(seat, LARGEST - 1)] += 1
    kept = {index[entry]: place for entry, place in wishes.fixed.items() if entry in index}
    pins = Pins(
        {person: place.seat - 1 for person, place in kept.items() if place.seat is not None},
        frozenset(place.table - 1 for place in kept.values()),
    )
    number_tables(plan, visits, chance, pins)
    seat_people(plan, sat, pins)

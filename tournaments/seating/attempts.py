"""The order in which a draw tries its means; it stops at the first result that is proven to be the best.

A perfect plan from bank or formula; the same, repaired or with more rounds added; a fair start, repaired; annealing.
"""

from dataclasses import dataclass

from tournaments.seating.board import BENCH, SHORT, Board, Chance, shuffled
from tournaments.seating.pattern import WHOLE, Flat, find, keep_apart, patterns
from tournaments.seating.search import anneal, repair

SMALL = 60
"""Up to so many people a draw that is not perfect yet is worth a long search."""

REPAIR, REPAIR_LARGE = 200, 1_000
"""Moves of a repair, per person and round: where annealing follows, and where it does not."""

LONGEST = 1_000_000
"""The most moves of a draw that was given no limit of its own."""

STEPS = 20_000
"""Steps spent on finding the rounds already played in a pattern."""


@dataclass(frozen=True, slots=True)
class Task:
    """Rounds to be put on an empty board, at the cost `target` if that can be reached.

    `played` are the rounds before, by position, when the same people played them at the same tables; else None.
    """

    board: Board
    rounds: int
    target: int
    chance: Chance
    played: list[Flat] | None

    @property
    def size(self) -> int:
        """People times rounds, the measure of every limit."""
        return self.board.people * self.rounds


def fill(task: Task, moves: int | None) -> int:
    """Put the rounds on the board, the best found within so many moves; returns the moves used."""
    board = task.board
    if moves is None:
        moves = min(LONGEST, (REPAIR_LARGE if board.people > SMALL else 10_000) * task.size)
    cost, used = _from_patterns(task, moves)
    if task.rounds and board.rounds and cost <= task.target:
        return used
    best = [list(seats) for seats in board.rounds]
    fresh, spent = _from_scratch(task, moves - used)
    if best and cost <= fresh:
        board.set_rounds(best)
    return used + spent


def _repair(task: Task) -> int:
    """The most moves of one repair."""
    return (REPAIR_LARGE if task.board.people > SMALL else REPAIR) * task.size


def _from_patterns(task: Task, moves: int) -> tuple[int, int]:
    """The best plan that a pattern gives; leaves the board empty when none fits what was played and wished."""
    board, played = task.board, task.played
    if played is None or board.pinned or board.together or (played and board.people > WHOLE):
        return 0, 0
    best: list[Flat] = []
    best_cost = used = 0
    for pattern in patterns(board.places, len(played) + task.rounds):
        names = find(pattern, played, board.places, task.chance, STEPS)
        if names is None or len(pattern) == len(played):
            continue
        if not played:
            used += keep_apart(pattern[: task.rounds], pattern[task.rounds :], board, names, task.chance)
        labels = pattern[len(played) : len(played) + task.rounds]
        cost = board.set_rounds([[names[label] for label in round_] for round_ in labels])
        cost, spent = _more(task, cost, (moves - used) // 4)
        used += spent
        if not best or cost < best_cost:
            best, best_cost = [list(seats) for seats in board.rounds], cost
        if cost <= task.target:
            break
    if board.rounds != best:
        board.set_rounds(best)
    return best_cost, used


def _more(task: Task, cost: int, moves: int) -> tuple[int, int]:
    """Add the rounds that a pattern does not have, or improve what it leaves unfair; returns cost and moves."""
    board = task.board
    since = len(board.rounds)
    if since == task.rounds:
        change, used = repair(board, task.chance, min(moves, _repair(task))) if cost > task.target else (0, 0)
        return cost + change, used
    while len(board.rounds) < task.rounds:
        cost += board.add_round(_fair_start(board, task.chance))
    change, used = repair(board, task.chance, min(moves, _repair(task)), since)
    cost += change
    if cost > task.target and board.people <= SMALL:
        cost, spent = anneal(board, task.chance, moves - used, cost=cost, target=task.target, since=since)
        used += spent
    return cost, used


def _from_scratch(task: Task, moves: int) -> tuple[int, int]:
    """A fair start, then repair, then annealing; returns cost and moves."""
    board = task.board
    board.set_rounds([])
    cost = sum(board.add_round(_fair_start(board, task.chance)) for _ in range(task.rounds))
    if cost <= task.target:
        return cost, 0
    change, used = repair(board, task.chance, min(moves, _repair(task)))
    cost += change
    if cost > task.target and board.people <= SMALL:
        cost, spent = anneal(board, task.chance, moves - used, cost=cost, target=task.target)
        used += spent
    return cost, used


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

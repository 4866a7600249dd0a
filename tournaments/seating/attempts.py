"""The order in which a draw tries its means; it stops at the first result that is proven to be the best.

A perfect plan from bank or formula; the same, repaired or with more rounds added; a fair start, repaired; then, for
small fields, descent and annealing.
"""

from dataclasses import dataclass

from tournaments.seating.board import BENCH, SHORT, STEP, Board, Chance, shuffled
from tournaments.seating.descent import descend
from tournaments.seating.pattern import Flat, find, keep_apart, patterns
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

    `least_weighted` and `least_unfair` are the bounds for Q of people who never met, and for the cost of unequal turns.
    `played` are the rounds before, by position, when the same people played them at the same tables; else None.
    """

    board: Board
    rounds: int
    target: int
    least_weighted: int
    least_unfair: int
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
    if task.rounds and board.rounds and _is_best(task, cost):
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
    if played is None or board.pinned or board.together:
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
        if not best or cost < best_cost or _is_best(task, cost):
            best, best_cost = [list(seats) for seats in board.rounds], cost
        if _is_best(task, cost):
            break
    if board.rounds != best:
        board.set_rounds(best)
    return best_cost, used


def _is_best(task: Task, cost: int) -> bool:
    """Whether nothing better than what lies on the board is possible: its cost, or both Q and turns, are at the bound.

    Both can be while the cost is not, because that weighs a third meeting more than Q does.
    """
    board = task.board
    if cost <= task.target:
        return True
    if task.played != [] or board.apart:
        return False
    levels = board.levels()
    weighted = sum(times * (times - 1) // 2 * pairs for times, pairs in levels.items())
    unfair = cost - sum(sum(STEP[:times]) * pairs for times, pairs in levels.items())
    return weighted <= task.least_weighted and unfair <= task.least_unfair


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
    return _search_on(task, cost, used, moves, since)


def _from_scratch(task: Task, moves: int) -> tuple[int, int]:
    """A fair start, then repair, then annealing; returns cost and moves."""
    board = task.board
    board.set_rounds([])
    cost = sum(board.add_round(_fair_start(board, task.chance)) for _ in range(task.rounds))
    if cost <= task.target:
        return cost, 0
    change, used = repair(board, task.chance, min(moves, _repair(task)))
    return _search_on(task, cost + change, used, moves, 0)


def _search_on(task: Task, cost: int, used: int, moves: int, since: int) -> tuple[int, int]:
    """For small fields, what a repair left: half of the moves that are left to descent, the rest to annealing."""
    for search, share in ((descend, 2), (anneal, 1)):
        if cost > task.target and task.board.people <= SMALL:
            limit = (moves - used) // share
            cost, spent = search(task.board, task.chance, limit, cost=cost, target=task.target, since=since)
            used += spent
    return cost, used


def _fair_start(board: Board, chance: Chance) -> list[int]:
    """A round at random in which bench and short tables go to those who had fewest of them."""
    kind = board.places.kind
    keeping = set(board.pinned.values())
    people = shuffled([person for person in range(board.people) if person not in keeping], chance)
    seats = [board.pinned.get(position, -1) for position in range(board.people)]
    for wanted in (BENCH, SHORT):
        people.sort(key=lambda person, had=board.had[wanted]: -had[person])  # type: ignore[misc]
        for position in board.free:
            if kind[position] == wanted:
                seats[position] = people.pop()
    for position in board.free:
        if seats[position] < 0:
            seats[position] = people.pop()
    return seats

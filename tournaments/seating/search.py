"""Two searches on a board: repair, which goes from conflict to conflict, and annealing, which wanders and cools down.

Both are limited by a number of moves looked at, never by time, and take their chance from one `Random.random`, so that
the same seed gives the same seating on every machine.
"""

from collections import Counter, deque
from dataclasses import dataclass

from tournaments.seating.board import AGAINST, BENCH, PAIR, SHORT, Board, Chance

TRIES = 30
"""How many partners are tried for one person in a conflict."""

WORSE, LITTLE = 0.03, 2 * PAIR
"""How often a repair takes a small step back rather than none, and how small it has to be."""

CYCLE = 2_500
"""Moves of the first annealing cycle, per person and round."""

HOT, COLD, STAGES = 0.9 * PAIR, 0.12 * PAIR, 60
"""Temperatures of one annealing cycle, in costs, falling in equal ratios."""

FINE = 1 << 30
"""Acceptance is decided between whole numbers out of this, so that the last bit of a float never does."""


def repair(board: Board, chance: Chance, moves: int, since: int = 0) -> tuple[int, int]:
    """Swap people out of conflicts, in the rounds from `since` on, until there are none or the moves are used up.

    Returns how much the cost changed, never more than 0, and the moves used.
    """
    trouble = Trouble(board)
    waiting = deque(trouble.everywhere(since))
    free = board.free
    used = cost = best = 0
    kept: list[tuple[int, int, int]] = []
    while waiting and used < moves and len(free) > 1:
        round_, i = waiting.popleft()
        if not trouble.at(round_, i):
            continue
        seats_table = board.places.table
        step, partner = 1 << 60, -1
        for _ in range(TRIES):
            used += 1
            j = free[int(chance() * len(free))]
            if seats_table[j] == seats_table[i]:
                continue
            change = board.change(round_, i, j)
            if change < step:
                step, partner = change, j
            if change < 0:
                break
        if partner >= 0 and (step <= 0 or (step <= LITTLE and chance() < WORSE)):
            board.swap(round_, i, partner)
            cost += step
            kept.append((round_, i, partner))
            if cost < best:
                best = cost
                kept.clear()
            waiting.append((round_, i))
            waiting.append((round_, partner))
        else:
            waiting.append((round_, i))
    for round_, i, j in reversed(kept if cost > best else []):
        board.swap(round_, i, j)
    return best, used


class Trouble:
    """Says who sits where somebody else should: with people met before, against a wish, short or out unfairly."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.fair = {kind: self._fair(kind) for kind in (SHORT, BENCH)}

    def _fair(self, kind: int) -> int:
        """The most often that anybody needs to have sat short or out when it is shared out evenly."""
        board = self.board
        before = list(board.had[kind])
        for seats in board.rounds:
            for position, person in enumerate(seats):
                if board.places.kind[position] == kind:
                    before[person] -= 1
        count = board.places.kind.count(kind) * len(board.rounds)
        left = Counter(before)
        level = min(left)
        while count > 0:
            level = min(left)
            things = left.pop(level)
            left[level + 1] += things
            count -= things
            level += 1
        return level

    def at(self, round_: int, position: int) -> bool:
        board = self.board
        seats = board.rounds[round_]
        person = seats[position]
        row = board.met[person]
        others = board.places.others[position]
        if any(row[seats[k]] > 1 for k in others):
            return True
        kind = board.places.kind[position]
        if kind and board.had[kind][person] > self.fair[kind]:
            return True
        wanted = board.together.get(person, ())
        return bool(wanted) and not set(wanted) <= {seats[k] for k in others}

    def everywhere(self, since: int) -> list[tuple[int, int]]:
        board = self.board
        return [
            (round_, position)
            for round_ in range(since, len(board.rounds))
            for position in board.free
            if self.at(round_, position)
        ]


def anneal(board: Board, chance: Chance, moves: int, *, cost: int, target: int, since: int = 0) -> tuple[int, int]:
    """Anneal with restarts from a board that costs `cost`, until `target` or until the moves are used up.

    Rounds before `since` stay as they are; each cooling is a quarter longer than the one before. Leaves the board in
    the best state found and returns its cost and the moves used.
    """
    best = _Best(cost, [list(seats) for seats in board.rounds])
    used = 0
    cycle = CYCLE * len(board.free) * (len(board.rounds) - since)
    while used < moves and best.cost > target and len(board.free) > 1:
        cost, spent = _cool(board, chance, min(cycle, moves - used), cost, best, target=target, since=since)
        used += spent
        cycle += cycle // 4
    if cost != best.cost:
        board.set_rounds(best.rounds)
    return best.cost, used


@dataclass(slots=True)
class _Best:
    """The best state seen so far."""

    cost: int
    rounds: list[list[int]]


def _cool(
    board: Board, chance: Chance, moves: int, cost: int, best: _Best, *, target: int, since: int
) -> tuple[int, int]:
    """One cooling from a board that costs `cost`; returns the cost at its end and the moves looked at."""
    free, table = board.free, board.places.table
    rounds, people = len(board.rounds) - since, len(board.free)
    change_of, swap = board.change, board.swap
    temperature = HOT
    ratio = _root(COLD / HOT, STAGES - 1)
    spent = 0
    for stage in range(STAGES):
        accept = _acceptance(temperature)
        temperature *= ratio
        for _ in range(moves * (stage + 1) // STAGES - moves * stage // STAGES):
            spent += 1
            round_ = since + int(chance() * rounds)
            i = free[int(chance() * people)]
            j = free[int(chance() * people)]
            if table[i] == table[j]:
                continue
            change = change_of(round_, i, j)
            if change > 0 and (change >= len(accept) or chance() * FINE >= accept[change]):
                continue
            swap(round_, i, j)
            cost += change
            if cost < best.cost:
                best.cost, best.rounds = cost, [list(seats) for seats in board.rounds]
                if cost <= target:
                    return cost, spent
    return cost, spent


def _acceptance(temperature: float) -> list[int]:
    """For each rise in cost, how many out of FINE are accepted: e to the power of -rise / temperature, rounded."""
    one = _falling(1 / temperature)
    accept = [FINE]
    share = 1.0
    while accept[-1] and len(accept) < AGAINST:
        share *= one
        accept.append(int(share * FINE))
    return accept


def _falling(x: float) -> float:
    """e to the power of -x by its series: only + and /, so that every machine agrees to the last bit."""
    term = total = 1.0
    for k in range(1, 60):
        term = term * x / k
        total += term
    return 1 / total


def _root(x: float, n: int) -> float:
    """The n-th root of x between 0 and 1 by halving, again the same on every machine."""
    low, high = 0.0, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        power = 1.0
        for _ in range(n):
            power *= middle
        low, high = (middle, high) if power < x else (low, middle)
    return (low + high) / 2

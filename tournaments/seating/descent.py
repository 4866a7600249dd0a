"""A search for the last few conflicts: the best swap for some of them, again and again, even one that makes it worse.

Two people who were just swapped may not be swapped back for a while, so that it does not turn in circles. Where a
seating without repeats exists but is hard to find, this finds it much sooner than annealing does.
"""

from collections.abc import Iterable

from tournaments.seating.board import Board, Chance
from tournaments.seating.search import Trouble

LOOKED_AT = 16
"""For how many conflicts, drawn by lot, all swaps are tried in one step."""

WAIT, WAIT_MORE = 4, 16
"""How many steps two people wait who were swapped: the least, and what chance adds at most."""

Swap = tuple[int, int, int]
"""A round and two positions in it."""


def descend(board: Board, chance: Chance, moves: int, *, cost: int, target: int, since: int = 0) -> tuple[int, int]:
    """Swap people from a board that costs `cost`, until `target` or until the moves are used up.

    Rounds before `since` stay as they are. Leaves the board in the best state found; returns its cost and the moves
    used (one for each swap looked at).
    """
    conflicts = _Conflicts(board, since)
    waiting = _Waiting(board)
    best, kept = cost, [list(seats) for seats in board.rounds]
    used = 0
    while used < moves and best > target and conflicts.held:
        looked_at = conflicts.some(chance)
        used += len(looked_at) * len(board.free)
        change, swaps = _best_swaps(board, looked_at, waiting, best - cost)
        waiting.step += 1
        if not swaps:
            continue
        swap = swaps[int(chance() * len(swaps))]
        waiting.add(swap, chance)
        conflicts.swap(swap)
        cost += change
        if cost < best:
            best, kept = cost, [list(seats) for seats in board.rounds]
    if cost != best:
        board.set_rounds(kept)
    return best, used


class _Waiting:
    """The pairs that may not be swapped again in a round before a later step, unless nothing so good was seen yet."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.until: dict[tuple[int, int, int], int] = {}
        self.step = 0

    def holds(self, swap: Swap) -> bool:
        """Whether this swap has to wait."""
        return self.until.get(self._key(swap), 0) > self.step

    def add(self, swap: Swap, chance: Chance) -> None:
        """Let this swap wait from now on."""
        self.until[self._key(swap)] = self.step + WAIT + int(chance() * (WAIT_MORE + 1))

    def _key(self, swap: Swap) -> tuple[int, int, int]:
        round_, i, j = swap
        a, b = self.board.rounds[round_][i], self.board.rounds[round_][j]
        return (round_, a, b) if a < b else (round_, b, a)


def _best_swaps(
    board: Board, looked_at: list[tuple[int, int]], waiting: _Waiting, record: int
) -> tuple[int, list[Swap]]:
    """The swaps of these places that change the cost for the best, none that waits unless it changes by less than
    `record` (and so gives the best board seen)."""
    table, free, change_of = board.places.table, board.free, board.change
    lowest, swaps = 1 << 60, list[Swap]()
    for round_, i in looked_at:
        for j in free:
            if table[i] == table[j]:
                continue
            change = change_of(round_, i, j)
            if change > lowest or (waiting.holds((round_, i, j)) and change >= record):
                continue
            if change < lowest:
                lowest, swaps = change, []
            swaps.append((round_, i, j))
    return lowest, swaps


class _Conflicts:
    """Who is in trouble in which round, kept up to date swap by swap."""

    def __init__(self, board: Board, since: int) -> None:
        self.board = board
        self.trouble = Trouble(board)
        self.rounds = range(since, len(board.rounds))
        self.at = [{person: position for position, person in enumerate(seats)} for seats in board.rounds]
        self.free = frozenset(board.free)
        self.held: dict[tuple[int, int], None] = {}
        self._look_at(range(board.people))

    def some(self, chance: Chance) -> list[tuple[int, int]]:
        """Some of the conflicts by lot, all if there are few, as round and position."""
        held = list(self.held)
        if len(held) > LOOKED_AT:
            held = [held[int(chance() * len(held))] for _ in range(LOOKED_AT)]
        return [(round_, self.at[round_][person]) for round_, person in held]

    def swap(self, swap: Swap) -> None:
        """Swap two people and look again at everybody whom that concerns."""
        round_, i, j = swap
        seats = self.board.rounds[round_]
        self.board.swap(round_, i, j)
        self.at[round_][seats[i]], self.at[round_][seats[j]] = i, j
        others = self.board.places.others
        self._look_at([seats[k] for k in (i, j, *others[i], *others[j])])

    def _look_at(self, people: Iterable[int]) -> None:
        for round_ in self.rounds:
            at = self.at[round_]
            for person in people:
                if at[person] in self.free and self.trouble.at(round_, at[person]):
                    self.held[round_, person] = None
                else:
                    self.held.pop((round_, person), None)

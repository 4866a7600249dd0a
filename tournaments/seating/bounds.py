"""What no seating can beat: proven lower bounds, cheap enough to show beside every result.

Two arguments (a pair's later meetings always cost more than its earlier ones, so spreading evenly is best):
- counting: so many meetings have to be shared out among so many pairs;
- pigeonhole: the people of one table, spread over the tables of another round, must share some of them.
"""

from collections import Counter
from collections.abc import Callable, Sequence


def meetings(sizes: Sequence[int]) -> int:
    """Pairs that share a table in one round."""
    return sum(size * (size - 1) // 2 for size in sizes)


def cheapest(levels: Counter[int], count: int, step: Callable[[int], int]) -> tuple[int, int]:
    """The least cost of handing out `count` more meetings, and the least possible highest level afterwards.

    `levels[j]` things have been handed out j times so far; handing to one of them costs step(j), which grows with j.
    """
    left = Counter({level: things for level, things in levels.items() if things})
    cost = 0
    highest = max(left, default=0)
    while count and left:
        level = min(left, key=lambda j: (step(j), j))
        things = left.pop(level)
        taken = min(count, things)
        cost += taken * step(level)
        count -= taken
        left[level + 1] += taken
        highest = max(highest, level + 1)
    return cost, highest


def shared(size: int, groups: int) -> int:
    """Pairs of one table that must share one of so many groups again."""
    if groups == 0:
        return size * (size - 1) // 2
    each, more = divmod(size, groups)
    return (groups - more) * each * (each - 1) // 2 + more * each * (each + 1) // 2


def forced(sizes: Sequence[int], groups: int) -> int:
    """Pairs of a round with these tables that met in another round which had so many tables (loners count as one)."""
    return sum(shared(size, groups) for size in sizes)

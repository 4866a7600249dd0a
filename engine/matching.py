"""The largest matching of things to their choices."""

from collections.abc import Sequence


def matching(choices: Sequence[Sequence[int]]) -> int:
    """How many of these can be given one of their choices each, no choice twice (augmenting paths)."""
    taken: dict[int, int] = {}

    def place(one: int, tried: set[int]) -> bool:
        for choice in choices[one]:
            if choice not in tried:
                tried.add(choice)
                if choice not in taken or place(taken[choice], tried):
                    taken[choice] = one
                    return True
        return False

    return sum(place(one, set()) for one in range(len(choices)))

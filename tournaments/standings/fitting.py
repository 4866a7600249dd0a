"""Can the hands that are left end so that given entries stay within given points? A search with a limit of steps."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.standings.to_come import HandToCome

STEPS = 1000
"""Steps after which the search gives up and says yes: what may be possible is never called impossible."""


@dataclass(frozen=True, slots=True)
class Within:
    """Points of one entry over all hands that are left, both ends included; `most` None: no limit."""

    least: int = 0
    most: int | None = None


ANYTHING = Within()


def can_end_within(hands: Sequence[HandToCome], wanted: Mapping[int, Within]) -> bool:
    """Whether the hands can end so that each entry in `wanted` has points within its limits.

    No is a proof. Yes is one too, unless the search took too many steps.
    """
    try:
        return _Search(hands).hand(0, dict(wanted))
    except _GaveUp:
        return True


class _GaveUp(Exception):
    """Too many steps."""


class _Search:
    """One search, hand by hand and seat by seat; only what a hand still allows is followed."""

    def __init__(self, hands: Sequence[HandToCome]) -> None:
        self.hands = hands
        self.steps = 0

    def hand(self, index: int, wanted: dict[int, Within]) -> bool:
        """Whether the hands from this one on can end as wanted."""
        if index == len(self.hands):
            return all(limits.least <= 0 for limits in wanted.values())
        if not all(self._within_reach(index, entry, limits) for entry, limits in wanted.items()):
            return False
        if sum(max(limits.least, 0) for limits in wanted.values()) > sum(one.bounds.most for one in self.hands[index:]):
            return False
        seats = sorted(self.hands[index].seats, key=lambda entry: _tightest_first(wanted.get(entry or 0, ANYTHING)))
        return self._seat(index, seats, (), wanted)

    def _within_reach(self, index: int, entry: int, limits: Within) -> bool:
        """Whether one entry alone can still come to its points."""
        reach = sum(one.bounds.most for one in self.hands[index:] if entry in one.seats)
        return limits.least <= reach and (limits.most is None or limits.most >= 0)

    def _seat(self, index: int, seats: list[int | None], points: tuple[int, ...], wanted: dict[int, Within]) -> bool:
        """Whether the seats from here on, and the later hands, can end as wanted."""
        if len(points) == len(seats):
            return self.hand(index + 1, wanted)
        bounds = self.hands[index].bounds
        entry = seats[len(points)]
        limits = wanted.get(entry, ANYTHING) if entry is not None else ANYTHING
        for number in self._numbers(index, entry, limits, bounds.most - sum(points)):
            self.steps += 1
            if self.steps > STEPS:
                raise _GaveUp
            if not bounds.allows((*points, number)):
                continue
            left = wanted
            if entry in wanted:
                most = None if limits.most is None else limits.most - number
                left = {**wanted, entry: Within(limits.least - number, most)}
            if self._seat(index, seats, (*points, number), left):
                return True
        return False

    def _numbers(self, index: int, entry: int | None, limits: Within, room: int) -> Iterator[int]:
        """What a seat may have in this hand, the likeliest to fit first."""
        later = sum(one.bounds.most for one in self.hands[index + 1 :] if entry is not None and entry in one.seats)
        least = max(limits.least - later, 0)
        most = room if limits.most is None else min(limits.most, room)
        share = -(-max(limits.least, 0) // (len(self.hands) - index))
        start = min(max(share, least), most + 1)
        yield from range(start, most + 1)
        yield from range(start - 1, least - 1, -1)


def _tightest_first(limits: Within) -> tuple[int, int]:
    """Small points are placed first, for few tiles make them; then whoever needs the most."""
    if limits.most is not None:
        return (0, limits.most)
    return (1, -limits.least)

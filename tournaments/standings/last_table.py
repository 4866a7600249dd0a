"""What one last table can still do to everybody else: all its seats together, not each for itself."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import combinations, islice

from tournaments.standings.fitting import Within, can_end_within
from tournaments.standings.forms import Field, Form, Key
from tournaments.standings.to_come import HandToCome

MOST_CHOICES = 70
"""Ways to choose some of eight seats at most: all are tried where the seats change between the hands."""


class LastTable:
    """The hands of the only table that still plays, and everybody else's final result.

    The seats of a hand can have each other's points, so where all hands have the same seats it is enough to try those
    entries for which it takes least.
    """

    def __init__(self, field: Field, hands: Sequence[HandToCome], places: int) -> None:
        self.field = field
        self.hands = hands
        self.places = places
        ranked = [form for form in field.forms if not form.short]
        self.seated = [form for form in ranked if form.left]
        self.finished = sorted(field.best(form) for form in ranked if not form.left)
        self.same_seats = len({hand.seats for hand in hands}) == 1

    def can_miss(self, form: Form) -> bool:
        """Whether the hands can end so that as many as there are places are not surely behind this entry."""
        return any(self._can_miss(form, own) for own in self._own(form))

    def can_make_it(self, form: Form) -> bool:
        """Whether the hands can end so that fewer than there are places are surely ahead of this entry."""
        return any(self._can_make_it(form, own) for own in self._own(form))

    def _own(self, form: Form) -> Iterable[int | None]:
        """The points that it may add itself; None for an entry that has finished."""
        return range(form.reach + 1) if form.left else (None,)

    def _can_miss(self, form: Form, own: int | None) -> bool:
        key = self.field.worst(form, own)
        not_behind = bisect_right(self.finished, key) - (not form.left)
        limits = {other.entry: Within(0, self._most(other, key)) for other in self.seated if other is not form}
        easiest = sorted(
            (entry for entry, limit in limits.items() if limit.most is not None and limit.most >= 0),
            key=lambda entry: (-(limits[entry].most or 0), entry),
        )
        return self._fits(form, own, self.places - not_behind, easiest, limits)

    def _can_make_it(self, form: Form, own: int | None) -> bool:
        key = self.field.best(form, own)
        ahead = bisect_left(self.finished, key)
        if ahead >= self.places:
            return False
        others = [other for other in self.seated if other is not form]
        limits = {other.entry: Within(self._least(other, key)) for other in others}
        easiest = sorted(
            (other.entry for other in others if limits[other.entry].least <= other.reach),
            key=lambda entry: (limits[entry].least, entry),
        )
        return self._fits(form, own, len(others) - (self.places - 1 - ahead), easiest, limits)

    def _most(self, form: Form, key: Key) -> int:
        """The most points with which it may still be not behind the key; −1 where none will do."""
        return bisect_right(range(form.reach + 1), key, key=lambda points: self.field.best(form, points)) - 1

    def _least(self, form: Form, key: Key) -> int:
        """The fewest points with which it may be not ahead of the key; one more than it can have where none will do."""
        return bisect_left(range(form.reach + 1), key, key=lambda points: self.field.worst(form, points))

    def _fits(self, form: Form, own: int | None, count: int, entries: list[int], limits: dict[int, Within]) -> bool:
        """Whether `count` of the entries can end within their limits at once."""
        if count > len(entries):
            return False
        fixed = {} if own is None else {form.entry: Within(own, own)}
        if count <= 0:
            return can_end_within(self.hands, fixed)
        choices = islice(combinations(entries, count), 1 if self.same_seats else MOST_CHOICES)
        return any(
            can_end_within(self.hands, {**fixed, **{entry: limits[entry] for entry in chosen}}) for chosen in choices
        )

"""How many tables of which size: every way that fits a number of people, the best one first."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from engine import N_, Sentence, say

SMALLEST = 2
LARGEST = 8
CHOICES = 5
"""How many splits are offered at most."""


@dataclass(frozen=True, slots=True)
class Split:
    """Table sizes of one round, largest first, and how many people sit this round out."""

    sizes: tuple[int, ...]
    sit_outs: int = 0

    @property
    def people(self) -> int:
        """Everybody it is for, those who sit out included."""
        return sum(self.sizes) + self.sit_outs

    @property
    def short_seats(self) -> int:
        """Seats at tables smaller than the largest table of the round."""
        return sum(size for size in self.sizes if size < self.sizes[0])

    @property
    def words(self) -> Sentence:
        """The tables and what the choice costs, as one sentence (two when people are bound to meet again)."""
        if 1 < len(self.sizes) < self.sizes[0]:
            return say(
                "split.meet_again",
                N_("{choice} With fewer tables than seats at one, some people meet again from the second round on."),
                choice=self._turns,
            )
        return self._turns

    @property
    def _turns(self) -> Sentence:
        """The tables, and what has to go round."""
        tables = tables_in_words(self.sizes)
        if self.sit_outs:
            return say(
                "split.sit_outs",
                N_("{tables}; {count} person sits out each round, in turn."),
                N_("{tables}; {count} people sit out each round, in turn."),
                tables=tables,
                count=self.sit_outs,
            )
        if self.short_seats:
            return say(
                "split.short",
                N_("{tables}; {count} person sits at a smaller table each round, in turn."),
                N_("{tables}; {count} people sit at a smaller table each round, in turn."),
                tables=tables,
                count=self.short_seats,
            )
        return say("split.even", N_("{tables}; everybody sits at a table of the same size."), tables=tables)


class NoSplit(Exception):
    """No table can be laid; `sentence` says what would fit."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


def splits(people: int, allowed: frozenset[int], preferred: int) -> tuple[Split, ...]:
    """The ways to seat `people` at tables of the allowed sizes (2 to 8), best first.

    For each number of tables the sizes are as even as the allowed ones let them be; the order is by how far people are
    from a table of the preferred size. People sit out only when nothing else fits. Raises NoSplit when no table fits.
    """
    sizes = sorted(size for size in allowed if SMALLEST <= size <= LARGEST)
    if not sizes:
        raise NoSplit(
            say("split.no_sizes", N_("No table size between 2 and 8 is allowed. Allow one, for example tables of 4."))
        )
    if people < sizes[0]:
        raise NoSplit(_too_few(people, sizes[0]))
    for sit_outs in range(people - sizes[0] + 1):
        found = _fitting(people - sit_outs, sizes, preferred)
        if found:
            return tuple(Split(split, sit_outs) for split in found)
    raise AssertionError("a single table of the smallest size always fits")


def would_seat_all(people: int, allowed: frozenset[int], preferred: int, others: Collection[int]) -> Sentence | None:
    """Which one size more, of `others`, would leave nobody sitting out; None where nobody does, or no single one helps.

    Of several the one nearest to the preferred size is named.
    """
    if people < SMALLEST or not allowed or _seats_all(people, allowed):
        return None
    nearest = sorted(set(others) - allowed, key=lambda size: (abs(size - preferred), size))
    size = next((size for size in nearest if _seats_all(people, allowed | {size})), None)
    if size is None:
        return None
    tables = tables_in_words(splits(people, allowed | {size}, preferred)[0].sizes)
    words = N_("With tables of {size} too nobody would sit out: {tables}.")
    return say("split.would_seat_all", words, size=size, tables=tables)


def _seats_all(people: int, allowed: frozenset[int]) -> bool:
    """Whether tables of these sizes seat everybody."""
    sizes = sorted(size for size in allowed if SMALLEST <= size <= LARGEST)
    return bool(sizes) and bool(_fitting(people, sizes, sizes[0]))


def _too_few(people: int, smallest: int) -> Sentence:
    if people == 0:
        return say("split.nobody", N_("Nobody is here yet. At least {smallest} people are needed."), smallest=smallest)
    missing = smallest - people
    if people < SMALLEST:
        return say(
            "split.alone",
            N_("One person cannot play alone. {count} more person makes a table."),
            N_("One person cannot play alone. {count} more people make a table."),
            count=missing,
        )
    return say(
        "split.too_few",
        N_("{people} people do not fill a table of {smallest}. Allow tables of {people}, or wait for {count} more."),
        people=people,
        smallest=smallest,
        count=missing,
    )


def _fitting(people: int, sizes: list[int], preferred: int) -> list[tuple[int, ...]]:
    """Splits without sit-outs, best first, at most CHOICES."""
    fewest, most = -(-people // sizes[-1]), people // sizes[0]
    numbers = sorted(range(fewest, most + 1), key=lambda tables: (abs(people - preferred * tables) / tables, tables))
    found: list[tuple[int, ...]] = []
    for tables in numbers:
        even = most_even(people, tables, sizes)
        if even:
            found.append(even)
        if len(found) == 2 * CHOICES:
            break
    return sorted(found, key=lambda split: (_distance(split, preferred), split))[:CHOICES]


def _distance(split: tuple[int, ...], preferred: int) -> int:
    """How far people are from the preferred size: each counts the square of the difference."""
    return sum(size * (size - preferred) ** 2 for size in split)


def most_even(people: int, tables: int, sizes: list[int]) -> tuple[int, ...]:
    """The most even sizes for exactly so many tables, or an empty tuple when there are none."""
    found = list(_made_of(people, tables, sizes))
    if not found:
        return ()
    return min(found, key=lambda split: (split[0] - split[-1], sum(size * size for size in split), split))


def _made_of(people: int, tables: int, sizes: list[int]) -> Iterator[tuple[int, ...]]:
    """Splits of two neighbouring sizes around the mean, with as few tables of other sizes as needed."""
    lower = max((size for size in sizes if size * tables <= people), default=0)
    upper = min((size for size in sizes if size * tables >= people), default=0)
    if not lower or not upper:
        return
    if lower == upper:
        yield (lower,) * tables
        return
    gap = upper - lower
    if (people - lower * tables) % gap == 0:
        larger = (people - lower * tables) // gap
        yield (upper,) * larger + (lower,) * (tables - larger)
        return
    others = [size for size in sizes if size not in (lower, upper)]
    for count in range(1, min(tables, LARGEST) + 1):
        for odd in combinations_with_replacement(others, count):
            rest = people - sum(odd) - lower * (tables - count)
            larger = rest // gap
            if rest % gap == 0 and 0 <= larger <= tables - count:
                pair = (upper,) * larger + (lower,) * (tables - count - larger)
                yield tuple(sorted(pair + odd, reverse=True))


def seats_left(people: int, size: int) -> Split | None:
    """As few tables of `size` as seat everybody, people as even at them as can be: others fill the seats left free.

    None where no seat is left free, or where somebody would be the only one at a table.
    """
    tables = -(-people // size)
    if not tables or people % size == 0 or people // tables < SMALLEST:
        return None
    least, more = divmod(people, tables)
    return Split((least + 1,) * more + (least,) * (tables - more))


def tables_in_words(sizes: tuple[int, ...]) -> Sentence:
    """The tables of one round, the largest first: "4 tables of 4 and 2 tables of 3"."""
    different = sorted(set(sizes), reverse=True)
    words = [
        say(
            "split.tables",
            N_("{count} table of {size}"),
            N_("{count} tables of {size}"),
            count=sizes.count(size),
            size=size,
        )
        for size in different
    ]
    sentence = words[-1]
    for earlier in reversed(words[:-1]):
        sentence = say("split.and", N_("{first} and {rest}"), first=earlier, rest=sentence)
    return sentence

"""The best knockout plans for a number of people: as few rounds, wild cards and odd tables as can be.

A plan costs 2 for each round, 2 for each round with tables of different sizes, 4 times the mean distance of a table
from the preferred size, 3 for each wild card, 4 for each bye, 5 for a repechage beside its round; a final costs 1 for
each person fewer than the preferred size and 2 for each more. Of equal plans the one with fewer tables in the earlier
rounds comes first. A plan that is worse than another in one thing and better in none is not offered.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product

from engine import N_, Sentence, say
from tournaments.seating.knockout import KnockoutPlan, Level, NoPlan, Repechage
from tournaments.seating.sizes import LARGEST, SMALLEST, most_even

OFFERED = 3
KEPT = 6
"""Ways kept for each number of people left, so that those offered differ."""

UNIT = 840
"""Costs are whole numbers of so many parts."""

ROUND, UNEVEN, DISTANCE, WILD_CARD, BYE, REPECHAGE = 2 * UNIT, 2 * UNIT, 4 * UNIT, 3 * UNIT, 4 * UNIT, 5 * UNIT
FEWER_IN_FINAL, MORE_IN_FINAL = UNIT, 2 * UNIT

NEAR = 40
"""So many numbers of tables are tried, those nearest to the preferred size; a quarter of them above LARGE people."""

LARGE = 600
LARGE_BY_TABLE = 100
"""The same where rounds have numbers of their own: each of them is another search."""

MOST_BYES = 128

REPECHAGES = 5
"""So many numbers of tables are tried for the first round and for a repechage after it."""


def the_best(number: int) -> Mapping[int, int]:
    """So many go on from every table that is larger; by table size."""
    return dict.fromkeys(range(number + 1, LARGEST + 1), number)


def half_the_table() -> Mapping[int, int]:
    """The better half goes on (of five people two); by table size."""
    return {size: size // 2 for size in range(SMALLEST, LARGEST + 1)}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a plan may be made of; see knockout_plans. `advance` is by table size, 0 for sizes that are not used.

    `sizes` are those of rounds in which `advance` says how many go on, `all_sizes` those of the rounds of `by_table`.
    """

    sizes: tuple[int, ...]
    all_sizes: tuple[int, ...]
    preferred: int
    advance: tuple[int, ...]
    by_table: tuple[tuple[int, ...], ...]
    finals: frozenset[int]
    wild_cards: bool
    byes: bool
    repechage: bool

    def numbers(self, at: int) -> tuple[int, ...]:
        """How many go on from each table of a round (0 is the first), where that is said; see knockout_plans."""
        return self.by_table[at] if at < len(self.by_table) else ()

    def sizes_of(self, at: int) -> tuple[int, ...]:
        """The table sizes of a round (0 is the first)."""
        return self.all_sizes if self.numbers(at) else self.sizes

    def advance_from(self, sizes: Sequence[int], at: int) -> tuple[int, ...]:
        """How many go on from each of these tables in a round (0 is the first); nothing where that cannot be."""
        numbers = self.numbers(at)
        if not numbers:
            return tuple(self.advance[size] for size in sizes)
        if len(numbers) > len(sizes):
            return ()
        advance = (*numbers, *[numbers[-1]] * (len(sizes) - len(numbers)))
        return advance if all(number < size for number, size in zip(advance, sizes, strict=True)) else ()


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to the final: its cost, and the rounds it takes."""

    cost: int
    levels: tuple[Level, ...]
    final: int

    @property
    def order(self) -> tuple[int, tuple[int, ...]]:
        return self.cost, tuple(len(level.sizes) for level in self.levels)

    @property
    def repechages(self) -> int:
        return sum(1 for level in self.levels if level.repechage.sizes)

    @property
    def extras(self) -> int:
        """Byes and wild cards."""
        return sum(level.byes + level.wild_cards for level in self.levels)

    def beats(self, other: "_Way", preferred: int) -> bool:
        """Whether the other, which costs as much or more, is better in nothing."""
        return (
            len(self.levels) <= len(other.levels)
            and self.repechages == other.repechages
            and self.extras <= other.extras
            and abs(self.final - preferred) <= abs(other.final - preferred)
        )


@dataclass(slots=True)
class _Planner:
    """The best ways from each number of people left and each round with numbers of its own, found once each."""

    wanted: Wanted
    known: dict[tuple[int, int], tuple[_Way, ...]] = field(default_factory=dict)
    tables: dict[tuple[int, tuple[int, ...]], list[tuple[int, ...]]] = field(default_factory=dict)

    def first_ways(self, people: int) -> tuple[_Way, ...]:
        """The best ways from the first round on, best first; with byes only where wild cards are needed otherwise."""
        ways = [*self.ways(people, 0), *self._with_repechage(people)]
        if self.wanted.byes and all(way.extras for way in ways):
            most = min(MOST_BYES, people - self.wanted.sizes_of(0)[0])
            ways += [way for waiting in range(1, most + 1) for way in self._all(people - waiting, 0, waiting)]
        return self._best(ways)

    def ways(self, people: int, at: int) -> tuple[_Way, ...]:
        """The best ways for so many people who are left before a round (0 is the first), best first.

        A round that says how many go on from its tables is played, and no final instead of it.
        """
        at = min(at, len(self.wanted.by_table))
        if (people, at) not in self.known:
            is_final = people in self.wanted.finals and at == len(self.wanted.by_table)
            finals = [_Way(self._final_cost(people), (), people)] if is_final else []
            self.known[people, at] = self._best([*finals, *self._all(people, at, 0)])
        return self.known[people, at]

    def _best(self, ways: list[_Way]) -> tuple[_Way, ...]:
        kept: list[_Way] = []
        for way in sorted(ways, key=lambda way: way.order):
            if not any(better.beats(way, self.wanted.preferred) for better in kept):
                kept.append(way)
        return tuple(kept[:KEPT] + [way for way in kept[KEPT:] if way.repechages][:1])

    def _all(self, people: int, at: int, byes: int) -> Iterator[_Way]:
        for cost, level in self._levels(people, at, byes):
            for rest in self.ways(level.through, at + 1):
                yield _Way(cost + rest.cost, (level, *rest.levels), rest.final)

    def _final_cost(self, people: int) -> int:
        preferred = self.wanted.preferred
        return max(preferred - people, 0) * FEWER_IN_FINAL + max(people - preferred, 0) * MORE_IN_FINAL

    def _levels(self, people: int, at: int, byes: int) -> Iterator[tuple[int, Level]]:
        """The rounds that so many people can play, with what each costs."""
        for sizes, advance in self._tables_with_numbers(people, at):
            out = people - sum(advance)
            cost = ROUND + self._tables_cost(sizes) + BYE * byes
            most = min(LARGEST - 1, out // 2) if self.wanted.wild_cards else 0
            for wild_cards in range(most + 1):
                if sum(advance) + wild_cards + byes >= SMALLEST:
                    yield cost + WILD_CARD * wild_cards, Level(sizes, advance, wild_cards, byes)

    def _with_repechage(self, people: int) -> Iterator[_Way]:
        """Ways in which everybody who did not go on from this round plays again."""
        for sizes, advance in self._tables_with_numbers(people, 0)[:REPECHAGES] if self.wanted.repechage else ():
            left = people - sum(advance)
            for again, number in product(self._tables(left, self.wanted.sizes_of(0))[:REPECHAGES], (1, 2)):
                level = Level(sizes, advance, repechage=Repechage(again, (number,) * len(again)))
                if number < again[0]:
                    cost = 2 * ROUND + REPECHAGE + self._tables_cost(sizes) + self._tables_cost(again)
                    for rest in self.ways(level.through, 1):
                        yield _Way(cost + rest.cost, (level, *rest.levels), rest.final)

    def _tables_with_numbers(self, people: int, at: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The tables for so many people in a round (0 is the first), with how many go on from each."""
        found = [
            (sizes, self.wanted.advance_from(sizes, at)) for sizes in self._tables(people, self.wanted.sizes_of(at))
        ]
        return [(sizes, advance) for sizes, advance in found if advance]

    def _tables(self, people: int, sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The tables for so many people, smallest first, those nearest to the preferred size first."""
        if (people, sizes) not in self.tables:
            preferred = self.wanted.preferred
            numbers = range(-(-people // sizes[-1]), people // sizes[0] + 1) if sizes else range(0)
            near = sorted(numbers, key=lambda tables: (abs(people - preferred * tables), tables))
            tried = near[: NEAR if people <= (LARGE_BY_TABLE if self.wanted.by_table else LARGE) else NEAR // 4]
            found = (most_even(people, tables, list(sizes)) for tables in tried)
            self.tables[people, sizes] = [split[::-1] for split in found if split]
        return self.tables[people, sizes]

    def _tables_cost(self, sizes: Sequence[int]) -> int:
        distance = sum(abs(size - self.wanted.preferred) for size in sizes)
        return (UNEVEN if sizes[0] != sizes[-1] else 0) + DISTANCE * distance // len(sizes)


def knockout_plans(
    people: int,
    *,
    sizes: Collection[int] = (3, 4, 5),
    preferred: int = 4,
    advance: Mapping[int, int] | int = 2,
    by_table: Sequence[Sequence[int]] = (),
    final_sizes: Collection[int] = (),
    wild_cards: bool = True,
    byes: bool = True,
    repechage: bool = False,
    third_place: bool = False,
) -> tuple[KnockoutPlan, ...]:
    """The best three plans that differ in their trade-offs, the best first.

    `sizes` are the allowed table sizes (2 to 8), `advance` says how many go on from a table, for all sizes or by size
    (a size without an entry, or all of whose people would go on, is not used). `by_table` says it for single rounds,
    the first one first: how many go on from table A, from B and so on, the last number for all tables that follow; a
    round without numbers is like any other. `final_sizes` are the allowed sizes of the final; without any, what suits
    the tables. `wild_cards`, `byes`, `repechage` say what may be used at all; plans without them come first, except
    that one of the three has a repechage where that is asked for and possible. Raises NoPlan with what would work.
    """
    by_size = _by_size(the_best(advance) if isinstance(advance, int) else advance)
    allowed = tuple(size for size in sorted(set(sizes)) if SMALLEST <= size <= LARGEST)
    usable = tuple(size for size in allowed if by_size[size])
    finals = frozenset(size for size in final_sizes if SMALLEST <= size <= LARGEST) or _usual_finals(sizes)
    said = tuple(tuple(numbers) for numbers in by_table)
    wanted = Wanted(usable, allowed, preferred, by_size, said, finals, wild_cards, byes, repechage)
    found = _ways(wanted, people)
    if not found:
        raise NoPlan(_what_would_work(wanted, people))
    chosen = list(found[:OFFERED])
    if repechage and not any(way.repechages for way in chosen):
        chosen[OFFERED - 1 :] = [way for way in found if way.repechages][:1] or chosen[OFFERED - 1 :]
    return tuple(KnockoutPlan(people, way.levels, way.final, third_place) for way in chosen)


def _ways(wanted: Wanted, people: int) -> tuple[_Way, ...]:
    if people < SMALLEST:
        return ()
    if not wanted.sizes_of(0):
        return (_Way(0, (), people),) if people in wanted.finals else ()
    return _planner(wanted).first_ways(people)


@lru_cache(maxsize=8)
def _planner(wanted: Wanted) -> _Planner:
    """Kept for a while: one more person at the door needs few new ways."""
    return _Planner(wanted)


def _by_size(advance: Mapping[int, int]) -> tuple[int, ...]:
    numbers = ((size, advance.get(size, 0)) for size in range(LARGEST + 1))
    return tuple(number if 0 < number < size else 0 for size, number in numbers)


def _usual_finals(sizes: Collection[int]) -> frozenset[int]:
    """Finals from the smallest table to one more than the largest."""
    within = [size for size in sizes if SMALLEST <= size <= LARGEST]
    return frozenset(range(min(within, default=LARGEST), min(max(within, default=0) + 1, LARGEST) + 1))


def _what_would_work(wanted: Wanted, people: int) -> Sentence:
    """Why there is no plan, and the first single thing that would give one."""
    if people < SMALLEST:
        return say("knockout.nobody", N_("A knockout needs at least 2 people. Wait until they are here."))
    if not wanted.sizes_of(0):
        return say(
            "knockout.nobody_out",
            N_("At tables of these sizes nobody would go out. Let fewer people go on, or allow larger tables."),
        )
    for other, words in _relaxed(wanted):
        if _ways(other, people):
            return say(
                "knockout.no_plan",
                N_("{people} people do not fit a knockout with these tables and this final. They would with {change}."),
                people=people,
                change=words,
            )
    return say(
        "knockout.no_plan_at_all",
        N_(
            "{people} people do not fit a knockout in which so many go on from each table. Let fewer go on, "
            "and allow tables from 2 to 8, wild cards and byes."
        ),
        people=people,
    )


def _relaxed(wanted: Wanted) -> Iterator[tuple[Wanted, Sentence]]:
    if not wanted.wild_cards:
        yield replace(wanted, wild_cards=True), say("knockout.with_wild_cards", N_("wild cards"))
    if not wanted.byes:
        yield replace(wanted, byes=True), say("knockout.with_byes", N_("byes for the top seeds"))
    for final in sorted(range(SMALLEST, LARGEST + 1), key=lambda size: abs(size - wanted.preferred)):
        if final not in wanted.finals:
            words = say("knockout.with_final", N_("a final of {size}"), size=final)
            yield replace(wanted, finals=wanted.finals | {final}), words
    for size in sorted(range(SMALLEST, LARGEST + 1), key=lambda size: abs(size - wanted.preferred)):
        if size not in wanted.all_sizes and (wanted.advance[size] or wanted.by_table):
            words = say("knockout.with_tables", N_("tables of {size}"), size=size)
            more = {*wanted.sizes, *([size] if wanted.advance[size] else ())}
            both = tuple(sorted(more)), tuple(sorted({*wanted.all_sizes, size}))
            yield replace(wanted, sizes=both[0], all_sizes=both[1]), words
    if wanted.by_table:
        yield replace(wanted, by_table=()), say("knockout.with_one_number", N_("one number for all tables of a round"))
    words = say("knockout.with_one", N_("one going on from each table, wild cards and byes"))
    yield replace(wanted, advance=_by_size(the_best(1)), by_table=(), wild_cards=True, byes=True), words

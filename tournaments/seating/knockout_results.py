"""Who goes on from a table or a round, who may not be guessed, and in which order the others went out."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from tournaments.seating.draw import Round
from tournaments.seating.knockout import Kind, KnockoutPlan, Step


@dataclass(frozen=True, slots=True)
class TableCut:
    """Who is through, who is tied on the line for `places` that are left, who is out.

    `unfilled` places have nobody to take them, because too few people came.
    """

    through: tuple[int, ...]
    on_the_line: tuple[int, ...]
    places: int
    out: tuple[int, ...]
    unfilled: int = 0


class SeedOrder(dict[int, int]):
    """The seed of each entry (0 is the best); whoever is not seeded comes after all others."""

    def __missing__(self, entry: int) -> int:
        return len(self)


def seed_order(seeds: Sequence[int]) -> SeedOrder:
    """The seeds of these entries, best first."""
    return SeedOrder({entry: number for number, entry in enumerate(seeds)})


def advancing(ranked: Sequence[Sequence[int]], number: int, absent: Collection[int] = ()) -> TableCut:
    """Cut the ranking of a table (groups of tied entries, best first) after so many; never guesses within a tied group.

    Whoever was absent is out, whatever the ranking says. Inside a group the order given is kept: it decides which place
    each of them takes in a fixed draw, so hand in the better seed first.
    """
    groups = [[entry for entry in group if entry not in absent] for group in ranked]
    through: list[int] = []
    while groups and len(through) + len(groups[0]) <= number:
        through += groups.pop(0)
    places = number - len(through)
    line = groups.pop(0) if groups and places else []
    out = [entry for group in groups for entry in group] + list(absent)
    return TableCut(tuple(through), tuple(line), places if line else 0, tuple(out), 0 if line else places)


@dataclass(frozen=True, slots=True)
class Played:
    """What one entry did at its table: points, the lowest hand, and the points adjusted for the table.

    `adjusted` is comparable between tables (lower is better), say the points minus the mean of the table.
    """

    entry: int
    points: int
    lowest_hand: int
    adjusted: Fraction


@dataclass(frozen=True, slots=True)
class TableResult:
    """A finished table: groups of tied entries, best first, and who did not come (they are placed last)."""

    ranked: tuple[tuple[Played, ...], ...]
    absent: tuple[int, ...] = ()


Key = tuple[int, int]
"""A table: number of the step (0 is the first round) and of the table (0 is A)."""

Came = Mapping[Key, int]
"""How many have played at least one hand at a table that is not finished: its first places will have somebody."""

NOBODY_YET: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one step of a knockout has decided so far.

    `cuts` for each finished table (by its number). `more` are those who go on beside the places at the tables: first
    the wild cards, then one for each place that nobody took; like `out` (who went out, the best first) they are known
    only when the step is `complete`: all tables finished and no line open. Until then `may_still` are those who did not
    go on by their place but cannot be ruled out; all others below a line have gone out for certain.
    """

    cuts: Mapping[int, TableCut]
    more: tuple[int, ...]
    out: tuple[int, ...]
    may_still: tuple[int, ...]
    complete: bool


def outcome(
    step: Step,
    tables: Round,
    results: Mapping[int, TableResult],
    seeds: Sequence[int],
    *,
    wild_cards: int = 0,
    refill: bool = True,
    came: Mapping[int, int] = NOBODY_YET,
) -> Outcome:
    """What the finished tables of a step decide; `seeds` are all entries of the knockout, best first.

    Wild cards, and with `refill` the places that nobody took, go to the best of those who did not go on and were there:
    by adjusted points, then the lowest hand, then the seed. `came` is how many have played a hand at a table (by its
    number) that is not finished: it leaves so many places fewer that somebody else may take.
    """
    seed_of = seed_order(seeds)
    cuts = {
        table: advancing(
            [sorted((one.entry for one in group), key=seed_of.__getitem__) for group in result.ranked],
            step.advance_from(table),
            result.absent,
        )
        for table, result in sorted(results.items())
    }
    complete = len(cuts) == len(tables) and not any(cut.on_the_line for cut in cuts.values())
    not_through = {entry for cut in cuts.values() for entry in cut.out}
    there = [one for one in _played(results.values()) if one.entry in not_through]
    there.sort(key=lambda one: (one.adjusted, one.lowest_hand, seed_of[one.entry]))
    wanted = wild_cards + (unfilled(cuts) if refill else 0)
    if not complete:
        open_tables = [table for table in range(len(tables)) if table not in cuts]
        empty = sum(max(step.advance_from(table) - came.get(table, 0), 0) for table in open_tables)
        at_most = wanted + (empty if refill else 0)
        return Outcome(cuts, (), (), tuple(one.entry for one in there[:at_most]), complete=False)
    more = tuple(one.entry for one in there[:wanted])
    out = [entry for entry in order_at_tables(results, seeds) if entry in not_through and entry not in more]
    return Outcome(cuts, more, tuple(out), (), complete=True)


def _played(results: Iterable[TableResult]) -> list[Played]:
    """Everybody who was there, in the order of the tables and places."""
    return [one for result in results for group in result.ranked for one in group if one.entry not in result.absent]


def order_at_tables(results: Mapping[int, TableResult], seeds: Sequence[int]) -> list[int]:
    """Everybody at these tables: by place there, adjusted points, then seed; absent people last of their table."""
    seed_of = seed_order(seeds)
    keys: dict[int, tuple[int, bool, Fraction, int]] = {}
    for result in results.values():
        before = 0
        for group in result.ranked:
            here = [one for one in group if one.entry not in result.absent]
            for one in here:
                keys[one.entry] = (before + 1, False, one.adjusted, seed_of[one.entry])
            before += len(here)
        for entry in result.absent:
            keys[entry] = (before + len(result.absent), True, Fraction(0), seed_of[entry])
    return sorted(keys, key=keys.__getitem__)


def results_of(step: int, results: Mapping[Key, TableResult]) -> dict[int, TableResult]:
    """The results of one step, by table."""
    return {table: result for (number, table), result in sorted(results.items()) if number == step}


def unfilled(cuts: Mapping[int, TableCut]) -> int:
    """Places that nobody took."""
    return sum(cut.unfilled for cut in cuts.values())


def outcomes(
    plan: KnockoutPlan,
    tables: Sequence[Round],
    results: Mapping[Key, TableResult],
    seeds: Sequence[int],
    came: Came = MappingProxyType({}),
) -> list[Outcome]:
    """The outcome of each step that was published, in order; a repechage also fills what its round left unfilled."""
    found: list[Outcome] = []
    for number, (step, published) in enumerate(zip(plan.steps, tables, strict=False)):
        wild_cards, refill = 0, True
        if step.kind is Kind.ROUND:
            wild_cards = plan.levels[step.level].wild_cards
            refill = not plan.levels[step.level].repechage.sizes
        elif step.kind is Kind.REPECHAGE:
            wild_cards = unfilled(found[-1].cuts)
        played = results_of(number, results)
        there = {table: people for (at, table), people in came.items() if at == number}
        found.append(outcome(step, published, played, seeds, wild_cards=wild_cards, refill=refill, came=there))
    return found


@dataclass(frozen=True, slots=True)
class FinalRank:
    """The place of one entry in the whole knockout, and the last step in which it played (0 is the first)."""

    entry: int
    place: int
    step: int


def ranking(
    plan: KnockoutPlan, tables: Sequence[Round], results: Mapping[Key, TableResult], seeds: Sequence[int]
) -> tuple[FinalRank, ...]:
    """Everybody whose place is decided, best first; only at the table of the final people may share a place.

    The eliminated by round reached, place at that table, adjusted points in that round, then seed; absent people last
    of their table. `tables` are the published tables of each step.
    """
    found: list[FinalRank] = []
    seed_of = seed_order(seeds)
    last = len(plan.steps) - 1
    first_place = 1
    for table in range(len(tables[last]) if len(tables) > last else 0):
        result = results.get((last, table))
        if result:
            found += _ranks(result, first_place, last)
        first_place += len(tables[last][table])
    for number, decided in reversed(list(enumerate(outcomes(plan, tables, results, seeds)[:last]))):
        step = plan.steps[number]
        still_in = _people_in(plan, tables, step.level) - len(decided.out)
        out = decided.out
        if plan.steps[number + 1].kind is Kind.REPECHAGE:
            out = _absent(decided.out, results_of(number, results))
            still_in += len(decided.out) - len(out)
        elif step.kind is Kind.REPECHAGE:
            still_in -= len(_absent(seeds, results_of(number - 1, results)))
        playing_on = plan.third_place_people if number == last - 1 else 0
        ranks = [FinalRank(entry, still_in + below, number) for below, entry in enumerate(out, 1)]
        found += ranks[playing_on:]
    return tuple(sorted(found, key=lambda rank: (rank.place, seed_of[rank.entry])))


def _ranks(result: TableResult, first_place: int, step: int) -> list[FinalRank]:
    """The places of one last table: those level share one, absent people are last."""
    found: list[FinalRank] = []
    there = [[one.entry for one in group if one.entry not in result.absent] for group in result.ranked]
    for group in [*there, list(result.absent)]:
        place = first_place + len(found)
        found += [FinalRank(entry, place, step) for entry in group]
    return found


def _absent(entries: Sequence[int], results: Mapping[int, TableResult]) -> tuple[int, ...]:
    """Those of the entries who did not come."""
    gone = {entry for result in results.values() for entry in result.absent}
    return tuple(entry for entry in entries if entry in gone)


def _people_in(plan: KnockoutPlan, tables: Sequence[Round], level: int) -> int:
    """How many people really were in a level, those with a bye included."""
    number = next(number for number, step in enumerate(plan.steps) if step.level == level)
    return sum(map(len, tables[number])) + plan.levels[level].byes

"""How good a seating is: every number beside the best that is possible at all, and who meets again."""

from collections import Counter, defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass

from engine import N_, Sentence, say
from tournaments.seating.bounds import cheapest, forced, meetings
from tournaments.seating.draw import Past, Round, Seating
from tournaments.seating.wishes import Wishes

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and the proven least it could be."""

    value: int
    bound: int

    @property
    def best_possible(self) -> bool:
        """Whether nothing better exists."""
        return self.value <= self.bound


@dataclass(frozen=True, slots=True)
class Again:
    """Two people who meet more than once, and in which rounds (counted from 1)."""

    pair: Pair
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shared:
    """How something is shared out among the entries: the least and the most of it, and who has most."""

    least: int
    most: int
    holders: tuple[int, ...]

    @property
    def spread(self) -> int:
        """The difference between the most and the least."""
        return self.most - self.least


@dataclass(frozen=True, slots=True)
class Quality:
    """The report of an event so far: the past together with the rounds drawn.

    `repeats` is R (meetings beyond a pair's first), `most` the most meetings of one pair, `weighted` is Q (each pair
    counts m(m-1)/2). `seat_spread` is the largest difference between a person's seats, `revisits` counts visits to a
    table number beyond the first. Wishes that the drawn rounds break are listed, with the round.
    """

    rounds: int
    people: int
    repeats: Figure
    most: Figure
    weighted: Figure
    again: tuple[Again, ...]
    short: Shared
    sit_outs: Shared
    seat_spread: int
    revisits: int
    apart_broken: tuple[Again, ...]
    together_broken: tuple[Again, ...]

    def words(self) -> tuple[Sentence, ...]:
        """The report in sentences, the most important first."""
        return (
            *_broken_words(self),
            _repeat_words(self),
            *_share_words(self),
            say(
                "quality.seats",
                N_("Nobody's seats differ by more than {spread}; table numbers visited again: {revisits}."),
                spread=self.seat_spread,
                revisits=self.revisits,
            ),
        )


def quality(
    entries: Sequence[int], past: Past, plan: Seating | Sequence[Seating], wishes: Wishes | None = None
) -> Quality:
    """Report on the past and the drawn rounds together; the past is taken as it is, the bounds are for the rest."""
    drawn = [plan] if isinstance(plan, Seating) else list(plan)
    tables_drawn = [seating.tables for seating in drawn]
    rounds = [*past.rounds, *tables_drawn]
    sat_out = [*past.sat_out, *(seating.sit_outs for seating in drawn)]
    here = sorted(entries)
    met = _meetings(rounds)
    repeats, most, weighted = _figures(here, past.rounds, drawn, met.levels)
    broken = wishes or Wishes()
    return Quality(
        rounds=len(rounds),
        people=len(here),
        repeats=repeats,
        most=most,
        weighted=weighted,
        again=_when(met.again, rounds, 0),
        short=_shared(here, times_short(rounds)),
        sit_outs=_shared(here, Counter(entry for out in sat_out for entry in out)),
        seat_spread=_seat_spread(here, rounds),
        revisits=_revisits(here, rounds),
        apart_broken=_when(broken.apart_pairs(), tables_drawn, len(past.rounds)),
        together_broken=_separated(broken, drawn, len(past.rounds)),
    )


def repeats_now(report: Quality, past: Past) -> Figure:
    """The repeats that the drawn rounds alone add to the past, of the report on both together."""
    before = _repeats(_meetings(past.rounds).levels)
    return Figure(report.repeats.value - before, report.repeats.bound - before)


@dataclass(frozen=True, slots=True)
class _Met:
    """Everybody who played, how many pairs met how often (at least once), and the pairs that met more than once."""

    everybody: Set[int]
    levels: Counter[int]
    again: list[Pair]


def _meetings(rounds: Sequence[Round], inside: Set[int] | None = None) -> _Met:
    """Who met in these rounds; with `inside`, among those people only.

    Person by person, so that nothing grows with the pairs of the whole field.
    """
    mates: dict[int, list[int]] = {}
    for tables in rounds:
        for table in tables:
            here = table if inside is None else [entry for entry in table if entry in inside]
            for entry in here:
                mates.setdefault(entry, []).extend(here)
    both: Counter[int] = Counter()
    again: list[Pair] = []
    for entry in sorted(mates):
        times = Counter(mates[entry])
        sat = times.pop(entry)
        both.update(times.values())
        if len(times) + sat < len(mates[entry]):
            again.extend((entry, other) for other, often in times.items() if often > 1 and other > entry)
    return _Met(mates.keys(), Counter({times: things // 2 for times, things in both.items()}), again)


def _when(pairs: Sequence[Pair], rounds: Sequence[Round], before: int) -> tuple[Again, ...]:
    """The pairs that meet in these rounds, in order, each with the rounds; the first one is number before + 1."""
    others: defaultdict[int, set[int]] = defaultdict(set)
    for first, second in pairs:
        others[first].add(second)
    found: defaultdict[Pair, list[int]] = defaultdict(list)
    for number, tables in enumerate(rounds if pairs else (), before + 1):
        for table in tables:
            for entry in table:
                for other in others.get(entry, set()).intersection(table):
                    found[entry, other].append(number)
    return tuple(Again(pair, tuple(when)) for pair, when in sorted(found.items()))


def _figures(
    here: Sequence[int], past: Sequence[Round], drawn: Sequence[Seating], met: Counter[int]
) -> tuple[Figure, Figure, Figure]:
    """R, most and Q of the whole event, each beside its bound; `met` counts pairs by how often they met.

    The bounds are for the people of the drawn rounds, who need not be the same in all of them nor here now.
    """
    inside = frozenset(here).union(*map(_people, drawn))
    played = _meetings(past)
    before = played.levels
    known = Counter(before if played.everybody <= inside else _meetings(past, inside).levels)
    known[0] = len(inside) * (len(inside) - 1) // 2 - sum(known.values())
    count = sum(meetings([len(table) for table in seating.tables]) for seating in drawn)
    fresh, _ = cheapest(known, count, lambda times: int(times > 0))
    spread, highest = cheapest(known, count, lambda times: times)
    forced_repeats, forced_pairs = _forced(past, drawn)
    least_most = max(max(before, default=0), highest, 2 if forced_repeats else 0)
    return (
        Figure(_repeats(met), _repeats(before) + max(fresh, forced_repeats)),
        Figure(max(met, default=0), least_most),
        Figure(_weighted(met), _weighted(before) + max(spread, forced_pairs)),
    )


def _people(seating: Seating) -> frozenset[int]:
    """Everybody of a round, at a table or sitting out."""
    return frozenset(seating.sit_outs).union(*seating.tables)


def _repeats(levels: Counter[int]) -> int:
    return sum((times - 1) * pairs for times, pairs in levels.items())


def _weighted(levels: Counter[int]) -> int:
    return sum(times * (times - 1) // 2 * pairs for times, pairs in levels.items())


def _forced(past: Sequence[Round], drawn: Sequence[Seating]) -> tuple[int, int]:
    """Repeats (R and Q) that the drawn rounds must have by the pigeonhole argument, each for the people who play it."""
    earlier = list(past)
    people: frozenset[int] = frozenset()
    groups: list[int] = []
    repeats = pairs = 0
    for seating in drawn:
        if people != _people(seating):
            people = _people(seating)
            groups = [_groups(people, tables) for tables in earlier]
        sizes = [len(table) for table in seating.tables]
        each = [forced(sizes, number) for number in groups]
        repeats += max(each, default=0)
        pairs += sum(each)
        earlier.append(seating.tables)
        groups.append(_groups(people, seating.tables))
    return repeats, pairs


def _groups(inside: Set[int], tables: Round) -> int:
    """Groups that a round makes of the people who are here; whoever did not play is one alone."""
    played = [sum(entry in inside for entry in table) for table in tables]
    return sum(1 for here in played if here) + len(inside) - sum(played)


def times_short(rounds: Sequence[Round]) -> Counter[int]:
    """How often each entry sat at a table smaller than the largest of its round."""
    times: Counter[int] = Counter()
    for tables in rounds:
        largest = max((len(table) for table in tables), default=0)
        times.update(entry for table in tables if len(table) < largest for entry in table)
    return times


def _shared(here: Sequence[int], times: Counter[int]) -> Shared:
    counts = [times[entry] for entry in here]
    most = max(counts, default=0)
    return Shared(min(counts, default=0), most, tuple(entry for entry in here if most and times[entry] == most))


def _seat_spread(here: Sequence[int], rounds: Sequence[Round]) -> int:
    """The largest difference between how often one person sat in two seats that every table they sat at has."""
    largest = max((len(table) for tables in rounds for table in tables), default=0)
    sat = {entry: [0] * largest for entry in here}
    smallest = dict.fromkeys(here, largest)
    for tables in rounds:
        for table in tables:
            for seat, entry in enumerate(table):
                if entry in sat:
                    sat[entry][seat] += 1
                    smallest[entry] = min(smallest[entry], len(table))
    used = (counts[: smallest[entry]] for entry, counts in sat.items() if largest)
    return max((max(counts) - min(counts) for counts in used), default=0)


def _revisits(here: Sequence[int], rounds: Sequence[Round]) -> int:
    visits: dict[int, list[int]] = {entry: [] for entry in here}
    for tables in rounds:
        for number, table in enumerate(tables):
            for entry in table:
                if entry in visits:
                    visits[entry].append(number)
    return sum(len(numbers) - len(set(numbers)) for numbers in visits.values())


def _separated(wishes: Wishes, drawn: Sequence[Seating], before: int) -> tuple[Again, ...]:
    """Pairs that should be together and are not, in the rounds where both play."""
    found: dict[Pair, list[int]] = {}
    for number, seating in enumerate(drawn, before + 1):
        table_of = {entry: at for at, table in enumerate(seating.tables) for entry in table}
        for pair in wishes.together_pairs():
            at = [table_of.get(entry) for entry in pair]
            if None not in at and at[0] != at[1]:
                found.setdefault(pair, []).append(number)
    return tuple(Again(pair, tuple(when)) for pair, when in sorted(found.items()))


def _repeat_words(report: Quality) -> Sentence:
    if report.repeats.value == 0:
        return say("quality.no_repeats", N_("Nobody meets anybody twice."))
    return say(
        "quality.repeats",
        N_("{count} meeting is a repeat (best possible: {bound}); no pair meets more than {most} times ({least})."),
        N_("{count} meetings are repeats (best possible: {bound}); no pair meets more than {most} times ({least})."),
        count=report.repeats.value,
        bound=report.repeats.bound,
        most=report.most.value,
        least=report.most.bound,
    )


def _share_words(report: Quality) -> list[Sentence]:
    words: list[Sentence] = []
    if report.short.most:
        words.append(
            say(
                "quality.short",
                N_("Everybody sits at a smaller table {least} to {most} times."),
                least=report.short.least,
                most=report.short.most,
            )
        )
    if report.sit_outs.most:
        words.append(
            say(
                "quality.sit_outs",
                N_("Everybody sits out {least} to {most} times."),
                least=report.sit_outs.least,
                most=report.sit_outs.most,
            )
        )
    return words


def _broken_words(report: Quality) -> list[Sentence]:
    return [
        *(
            say(
                "quality.apart_broken",
                N_("{first} and {second} should be kept apart but meet in round {rounds}."),
                first=broken.pair[0],
                second=broken.pair[1],
                rounds=", ".join(map(str, broken.rounds)),
            )
            for broken in report.apart_broken
        ),
        *(
            say(
                "quality.together_broken",
                N_("{first} and {second} should sit together but do not in round {rounds}."),
                first=broken.pair[0],
                second=broken.pair[1],
                rounds=", ".join(map(str, broken.rounds)),
            )
            for broken in report.together_broken
        ),
    ]

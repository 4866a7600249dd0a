"""The cut: who of a ranked list goes on, who is on the line, and who comes next.

Nobody is ever guessed through: entries that share a place across the line stay on it until somebody settles it.
What was settled (a lot drawn once, an extra hand, a choice with its reason) is handed in, and only orders people who
are level.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine import N_, Sentence, say
from tournaments.standings.policy import Wins
from tournaments.standings.rows import Section, Standings

HowMany = int | Fraction
"""How many go on: a number, or a share of those who took part, rounded down and never fewer than one."""


@dataclass(frozen=True, slots=True)
class Contender:
    """One line of the list that is cut. `place` is a shared or single place, None outside the ranked part.

    `waits` is True while its own result is still to come; `took_part` is False for an entry that never came.
    """

    entry: int
    place: int | None
    waits: bool = False
    took_part: bool = True


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """Lots that were drawn once: who stands first comes first."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExtraHand:
    """One more hand among those who were level: entry and points."""

    points: tuple[tuple[int, int], ...]
    wins: Wins = Wins.LOWEST


@dataclass(frozen=True, slots=True)
class HandPicked:
    """People named by the organiser out of those who were level, and why.

    `between` are all who were level then (empty: not known): whoever became level since was not chosen against.
    """

    entries: tuple[int, ...]
    reason: str
    between: tuple[int, ...] = ()


Settled = DrawnLot | ExtraHand | HandPicked


@dataclass(frozen=True, slots=True)
class Cut:
    """The outcome of a cut. Every contender is in one of the tuples, each in the order of the list.

    `places` go on out of `took_part`; `on_the_line` are level for `open_places` of them. `waiting` are all of whom
    nothing can be said yet. `out` did not get through: first those with a place (`next_up`, by who is level with whom),
    then those without one. `not_coming` have a place and are passed over. `absent` never took part. `unused` are
    decisions that part nobody now.
    """

    places: int
    took_part: int
    through: tuple[int, ...]
    on_the_line: tuple[int, ...]
    open_places: int
    out: tuple[int, ...]
    waiting: tuple[int, ...]
    not_coming: tuple[int, ...]
    absent: tuple[int, ...]
    next_up: tuple[tuple[int, ...], ...]
    unused: tuple[Settled, ...]

    @property
    def is_settled(self) -> bool:
        """Whether it is certain who goes on."""
        return not self.on_the_line and not self.waiting

    @property
    def first_replacement(self) -> tuple[int, ...]:
        """Who moves up when somebody through does not come: one entry, several where they are level, or nobody."""
        return self.next_up[0] if self.next_up else ()

    def sentences(self, names: Mapping[int, str]) -> tuple[Sentence, ...]:
        """What to tell people, with the names by entry."""
        return _sentences(self, names)


@dataclass(frozen=True, slots=True)
class CutGroup:
    """One group that is cut for itself: its name ("A", "Table 3"), its contenders, how many of them go on."""

    name: str
    contenders: tuple[Contender, ...]
    wanted: HowMany


def contenders(standings: Standings) -> tuple[Contender, ...]:
    """The lines of a list of standings in its order, without bots that stand apart: they take nobody's place."""
    return tuple(
        Contender(row.entry, row.place, waits=row.section is Section.STILL_PLAYING, took_part=row.taken_part)
        for row in standings.rows
        if row.section is not Section.BOTS
    )


def places_of(wanted: HowMany, took_part: int) -> int:
    """How many go on: half of 17 are 8. Raises ValueError for a number under one and for what is no share."""
    if isinstance(wanted, int):
        if wanted < 1:
            msg = f"{wanted} cannot go on"
            raise ValueError(msg)
        return wanted
    if not 0 < wanted <= 1:
        msg = f"{wanted} is no share"
        raise ValueError(msg)
    return max(int(wanted * took_part), 1)


def cut(
    lines: Sequence[Contender],
    wanted: HowMany,
    settled: Sequence[Settled] = (),
    *,
    not_coming: Collection[int] = frozenset(),
) -> Cut:
    """Cut a list. The order of the lines with a place does not matter, their places do.

    `settled` are the decisions in the order in which they were made; each orders only people who are level, and one
    that leaves out somebody of a level group is not used for that group. `not_coming` have a result and do not
    go on: the next in order moves up. While anybody waits, nobody with a place is through or out. Raises ValueError for
    an entry that is there twice.
    """
    if len({line.entry for line in lines}) < len(lines):
        msg = "an entry is in the list twice"
        raise ValueError(msg)
    took_part = sum(line.took_part for line in lines)
    places = places_of(wanted, took_part)
    waiting = tuple(line.entry for line in lines if line.waits)
    unplaced = tuple(line.entry for line in lines if line.place is None and not line.waits and line.took_part)
    absent = tuple(line.entry for line in lines if line.place is None and not line.waits and not line.took_part)
    groups, unused = in_order(lines, settled)
    passed_over = tuple(entry for group in groups for entry in group if entry in not_coming)
    groups = [there for group in groups if (there := tuple(entry for entry in group if entry not in not_coming))]
    if waiting:
        ranked = tuple(entry for group in groups for entry in group)
        return Cut(places, took_part, (), (), places, unplaced, (*ranked, *waiting), passed_over, absent, (), unused)
    through, line, following = _split(groups, places)
    out = (*(entry for group in following for entry in group), *unplaced)
    open_places = places - len(through) if line else 0
    return Cut(places, took_part, through, line, open_places, out, (), passed_over, absent, tuple(following), unused)


def cut_groups(
    groups: Iterable[CutGroup], settled: Sequence[Settled] = (), *, not_coming: Collection[int] = frozenset()
) -> dict[str, Cut]:
    """Cut each group for itself, each with its own number, by the groups' names."""
    return {one.name: cut(one.contenders, one.wanted, settled, not_coming=not_coming) for one in groups}


def in_order(
    lines: Sequence[Contender], settled: Sequence[Settled]
) -> tuple[list[tuple[int, ...]], tuple[Settled, ...]]:
    """Who is level with whom, best first, after the decisions; and the decisions that parted nobody."""
    by_place: dict[int, list[int]] = {}
    for line in lines:
        if line.place is not None:
            by_place.setdefault(line.place, []).append(line.entry)
    groups = [tuple(by_place[place]) for place in sorted(by_place)]
    unused: list[Settled] = []
    for decision in settled:
        parted = [part for group in groups for part in _part(group, decision)]
        if len(parted) == len(groups):
            unused.append(decision)
        groups = parted
    return groups, tuple(unused)


def _part(group: tuple[int, ...], decision: Settled) -> list[tuple[int, ...]]:
    """The group split by one decision, or left whole where the decision does not speak of all of it."""
    if isinstance(decision, HandPicked):
        if decision.between and not all(entry in decision.between for entry in group):
            return [group]
        picked = tuple(entry for entry in group if entry in decision.entries)
        others = tuple(entry for entry in group if entry not in decision.entries)
        return [part for part in (picked, others) if part]
    if isinstance(decision, DrawnLot):
        values = {entry: number for number, entry in enumerate(decision.order)}
    else:
        sign = 1 if decision.wins is Wins.LOWEST else -1
        values = {entry: sign * points for entry, points in decision.points}
    if not all(entry in values for entry in group):
        return [group]
    return [
        tuple(entry for entry in group if values[entry] == value)
        for value in sorted({values[entry] for entry in group})
    ]


def _split(
    groups: list[tuple[int, ...]], places: int
) -> tuple[tuple[int, ...], tuple[int, ...], list[tuple[int, ...]]]:
    """Who is through, who is on the line, and the groups below it."""
    through: list[int] = []
    for number, group in enumerate(groups):
        free = places - len(through)
        if free == 0:
            return tuple(through), (), groups[number:]
        if len(group) > free:
            return tuple(through), group, groups[number + 1 :]
        through += group
    return tuple(through), (), []


def _sentences(cut: Cut, names: Mapping[int, str]) -> tuple[Sentence, ...]:
    def listed(entries: Iterable[int]) -> str:
        return ", ".join(names[entry] for entry in entries)

    if cut.waiting:
        return (say("cut.waits", N_("Who goes on is not certain yet: results are still to come.")),)
    found = [
        say(
            "cut.places",
            N_("One of the {took_part} who took part goes on."),
            N_("{count} of the {took_part} who took part go on."),
            count=cut.places,
            took_part=cut.took_part,
        )
    ]
    if cut.on_the_line:
        level = say(
            "cut.level",
            N_("{people} are level for the last place: {names}."),
            N_("{people} are level for {count} places: {names}."),
            count=cut.open_places,
            people=len(cut.on_the_line),
            names=listed(cut.on_the_line),
        )
        ways = N_("Play one more hand among them, draw lots, or choose by name and say why.")
        found += [level, say("cut.ways_out", ways)]
    elif len(cut.through) < cut.places:
        few = N_("Only {have} have a place in the list, so not all {places} places are taken.")
        found.append(say("cut.too_few", few, have=len(cut.through), places=cut.places))
    if cut.not_coming:
        gone = N_("Not coming, so the next in order moved up: {names}.")
        found.append(say("cut.moved_up", gone, names=listed(cut.not_coming)))
    if cut.is_settled and cut.next_up:
        if len(cut.first_replacement) == 1:
            following = N_("If somebody does not come, {names} is next.")
        else:
            following = N_("If somebody does not come, these are next and level: {names}.")
        found.append(say("cut.next", following, names=listed(cut.first_replacement)))
    return tuple(found)

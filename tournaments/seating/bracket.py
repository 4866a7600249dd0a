"""A knockout as a picture: columns of cards of slots, with everything a page needs to draw it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from engine import N_, Sentence, say
from tournaments.seating.draw import Round
from tournaments.seating.knockout import Kind, KnockoutPlan, Step, letter
from tournaments.seating.knockout_draw import LaterRounds, PlaceOf, Reseeded, SecondChance, Source, fixed_draw
from tournaments.seating.knockout_next import entrants
from tournaments.seating.knockout_results import Came, Key, Outcome, SeedOrder, TableResult, outcomes, seed_order


class Mark(Enum):
    """What is known of a slot's entry: `EMPTY` has none yet, `NOT_YET` has not finished its table."""

    EMPTY = "empty"
    NOT_YET = "not yet"
    THROUGH = "through"
    WILD_CARD = "wild card"
    ON_THE_LINE = "on the line"
    MAY_STILL = "may still"
    PLAYS_AGAIN = "plays again"
    OUT = "out"
    ABSENT = "absent"
    WINNER = "winner"
    PLACED = "placed"


@dataclass(frozen=True, slots=True)
class Known:
    """An entry in a slot with its seed (from 1)."""

    entry: int
    seed: int


@dataclass(frozen=True, slots=True)
class Score:
    """Place (from 1, shared when tied) and points of a finished table."""

    place: int
    points: int


@dataclass(frozen=True, slots=True)
class Slot:
    """One row of a card: who sits there or, in words, who will.

    `source` says where they come from out of the round before (None in the first round and in a repechage); there is a
    `score` when the table is finished and the entry was there.
    """

    who: Known | Sentence
    source: Source | None
    score: Score | None
    mark: Mark


@dataclass(frozen=True, slots=True)
class Card:
    """One table: its rows in the order of their places, or of their seats while it is not finished."""

    letter: str
    title: Sentence
    slots: tuple[Slot, ...]
    finished: bool


@dataclass(frozen=True, slots=True)
class Column:
    """One round; `step` is its number (0 is the first) and `connected` whether lines from the round before are true."""

    kind: Kind
    step: int
    title: Sentence
    cards: tuple[Card, ...]
    connected: bool


@dataclass(frozen=True, slots=True)
class Bracket:
    """The columns from the first round to the final."""

    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class _State:
    """Everything that is known, for drawing one column after the other."""

    plan: KnockoutPlan
    seeds: Sequence[int]
    seed_of: SeedOrder
    tables: Sequence[Round]
    results: Mapping[Key, TableResult]
    later: LaterRounds
    decided: Sequence[Outcome]


def bracket(
    plan: KnockoutPlan,
    seeds: Sequence[int],
    tables: Sequence[Round],
    results: Mapping[Key, TableResult],
    *,
    later: LaterRounds = LaterRounds.BY_PERFORMANCE,
    came: Came = MappingProxyType({}),
) -> Bracket:
    """Draw what is known: the published tables, the results so far, and words for everything else.

    `tables[step]` are the tables of a round as published; rounds that are not follow from a fixed draw slot by slot, or
    stay in words until they are seeded. `seeds` are all entries, best first; `came` as in `outcomes`.
    """
    decided = outcomes(plan, tables, results, seeds, came)
    state = _State(plan, seeds, seed_order(seeds), tables, results, later, decided)
    return Bracket(tuple(_column(state, number, step) for number, step in enumerate(plan.steps)))


def _column(state: _State, number: int, step: Step) -> Column:
    fixed = step.kind is Kind.FINAL or (step.kind is Kind.ROUND and state.later is LaterRounds.FIXED)
    come = entrants(state.plan, step.level - 1, state.decided, state.seeds) if step.level else {}
    published = number < len(state.tables)
    cards = _published(state, number, step, come) if published else _expected(state, step, come, fixed=fixed)
    return Column(step.kind, number, _title(state.plan, number, step), tuple(cards), fixed and step.level > 0)


def _title(plan: KnockoutPlan, number: int, step: Step) -> Sentence:
    if step.kind is Kind.FINAL:
        return say("bracket.final", N_("Final"))
    if step.kind is Kind.REPECHAGE:
        return say("bracket.repechage", N_("Repechage"))
    if len(step.sizes) > 1 and plan.steps[number + 1].kind is Kind.FINAL:
        return say("bracket.semi_finals", N_("Semi-finals"))
    return say("bracket.round", N_("Round {round}"), round=number + 1)


def _card(step: Step, table: int, slots: Sequence[Slot], *, finished: bool) -> Card:
    title = say("bracket.table", N_("Table {table}"), table=letter(table))
    if step.kind is Kind.FINAL:
        title = say("bracket.final", N_("Final"))
        if table:
            first = step.sizes[0] + 1
            last = step.sizes[0] + len(slots)
            title = say("bracket.places", N_("Places {first} to {last}"), first=first, last=last)
    return Card(letter(table), title, tuple(slots), finished)


def _published(state: _State, number: int, step: Step, come: Mapping[Source, int]) -> Iterator[Card]:
    source_of = {entry: source for source, entry in come.items()}
    for table, entries in enumerate(state.tables[number]):
        result = state.results.get((number, table))
        scores = _scores(state, result) if result else {}
        rows = [entry for entry in scores if entry in entries] or list(entries)
        slots = [
            Slot(
                Known(entry, state.seed_of[entry] + 1),
                source_of.get(entry),
                scores.get(entry),
                _mark(state, number, step, table, entry),
            )
            for entry in rows
        ]
        yield _card(step, table, slots, finished=result is not None)


def _scores(state: _State, result: TableResult) -> dict[int, Score | None]:
    """Everybody at a finished table in the order of places: the score, or None for who was absent."""
    scores: dict[int, Score | None] = {}
    for group in result.ranked:
        place = len(scores) + 1
        for one in sorted(group, key=lambda one: state.seed_of[one.entry]):
            if one.entry not in result.absent:
                scores[one.entry] = Score(place, one.points)
    return {**scores, **dict.fromkeys(result.absent)}


def _mark(state: _State, number: int, step: Step, table: int, entry: int) -> Mark:
    result, decided = state.results.get((number, table)), state.decided[number]
    if result is None:
        return Mark.NOT_YET
    if entry in result.absent:
        return Mark.ABSENT
    if step.kind is Kind.FINAL:
        return Mark.WINNER if table == 0 and entry in _first(result) else Mark.PLACED
    cut = decided.cuts[table]
    marks = {**dict.fromkeys(cut.through, Mark.THROUGH), **dict.fromkeys(cut.on_the_line, Mark.ON_THE_LINE)}
    return marks.get(entry) or _mark_below(state, number, entry)


def _mark_below(state: _State, number: int, entry: int) -> Mark:
    """The mark of somebody who did not go on by the place at the table."""
    decided = state.decided[number]
    if state.plan.steps[number + 1].kind is Kind.REPECHAGE:
        return Mark.PLAYS_AGAIN
    if entry in decided.may_still:
        return Mark.MAY_STILL
    return Mark.WILD_CARD if entry in decided.more else Mark.OUT


def _first(result: TableResult) -> list[int]:
    groups = [[one.entry for one in group if one.entry not in result.absent] for group in result.ranked]
    return next((group for group in groups if group), [])


def _expected(state: _State, step: Step, come: Mapping[Source, int], *, fixed: bool) -> Iterator[Card]:
    """The cards of a round that is not published."""
    if step.level and fixed:
        final = step.sizes[:1] if step.kind is Kind.FINAL else step.sizes
        for table, sources in enumerate(fixed_draw(state.plan.levels[step.level - 1], final)):
            yield _card(step, table, [_slot(state, step.level - 1, source, come) for source in sources], finished=False)
    elif step.level and step.kind is Kind.ROUND:
        for table, size in enumerate(step.sizes):
            yield _card(step, table, [_slot(state, step.level - 1, Reseeded(), {})] * size, finished=False)
    else:
        again = step.kind is Kind.REPECHAGE
        words = N_("one of those who did not go on") if again else N_("not seated yet")
        slot = Slot(say("slot.plays_again" if again else "slot.not_seated", words), None, None, Mark.EMPTY)
        for table, size in enumerate(step.sizes[:1] if step.kind is Kind.FINAL else step.sizes):
            yield _card(step, table, [slot] * size, finished=False)
    if step.kind is Kind.FINAL and len(step.sizes) > 1:
        words = N_("one of those who go out before the final")
        slot = Slot(say("slot.places", words), None, None, Mark.EMPTY)
        yield _card(step, 1, [slot] * step.sizes[1], finished=False)


def _slot(state: _State, level: int, source: Source, come: Mapping[Source, int]) -> Slot:
    if source in come:
        return Slot(Known(come[source], state.seed_of[come[source]] + 1), source, None, Mark.NOT_YET)
    return Slot(_words(state, level, source), source, None, Mark.EMPTY)


def _words(state: _State, level: int, source: Source) -> Sentence:
    """Why nobody is in a slot yet."""
    if not isinstance(source, PlaceOf | SecondChance):
        return source.words
    kind = Kind.ROUND if isinstance(source, PlaceOf) else Kind.REPECHAGE
    for step, decided in zip(state.plan.steps, state.decided, strict=False):
        cut = decided.cuts.get(source.table) if (step.level, step.kind) == (level, kind) else None
        if cut is None:
            continue
        if cut.on_the_line:
            return say("slot.tied", N_("{place}: a tie is still open"), place=source.words)
        if _is_over(state, level):
            return say("slot.nobody", N_("nobody ({place} was not taken)"), place=source.words)
        return say("slot.instead", N_("best of the others, instead of {place}"), place=source.words)
    return source.words


def _is_over(state: _State, level: int) -> bool:
    """Whether everything of a level is decided."""
    steps = [number for number, step in enumerate(state.plan.steps) if step.level == level]
    return steps[-1] < len(state.decided) and all(state.decided[number].complete for number in steps)

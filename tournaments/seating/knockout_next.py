"""The tables of the next round of a knockout, once it is certain who plays there."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from engine import N_, Sentence, say
from tournaments.seating.draw import Round
from tournaments.seating.knockout import Kind, KnockoutPlan, Level, letter
from tournaments.seating.knockout_draw import (
    Bye,
    LaterRounds,
    PlaceOf,
    Reseeded,
    SecondChance,
    Source,
    WildCard,
    fixed_draw,
)
from tournaments.seating.knockout_results import (
    Key,
    Outcome,
    Played,
    TableResult,
    order_at_tables,
    outcomes,
    results_of,
    seed_order,
)
from tournaments.seating.knockout_round import KnockoutDraw
from tournaments.seating.sizes import SMALLEST


class NotYet(Exception):
    """The next round cannot be seated; `sentence` names what is missing: tables, who is on the line, or people."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


def next_draw(
    plan: KnockoutPlan,
    tables: Sequence[Round],
    results: Mapping[Key, TableResult],
    seeds: Sequence[int],
    *,
    later: LaterRounds = LaterRounds.BY_PERFORMANCE,
) -> KnockoutDraw:
    """What the step after those published (`tables`) is drawn from; `seeds` are all entries, best first.

    A repechage is for those who were there, seated by what they did; the final is in the order of the seeds. Fewer
    people than planned (some places had nobody to take them) make smaller tables. Raises NotYet with what is missing.
    """
    number = len(tables)
    if number == 0:
        first = plan.levels[0] if plan.levels else Level((plan.final,), (0,))
        return KnockoutDraw(tuple(seeds), first.sizes, first.byes)
    step, before = plan.steps[number], outcomes(plan, tables, results, seeds)
    for missing in _missing(number, tables[-1], before[-1]):
        raise NotYet(missing)
    if step.kind is Kind.REPECHAGE:
        played = results_of(number - 1, results)
        again = set(before[-1].out).difference(*(result.absent for result in played.values()))
        order = [entry for entry in order_at_tables(played, seeds) if entry in again]
        if len(order) < SMALLEST:
            raise NotYet(_no_repechage(len(order)))
        return _in_order(order, step.sizes)
    come = entrants(plan, step.level - 1, before, seeds)
    order = sorted(come.values(), key=seed_order(seeds).__getitem__)
    if len(order) < SMALLEST:
        raise NotYet(_alone(order))
    if step.kind is Kind.FINAL:
        after = before[-1].out[: plan.third_place_people]
        return _dealt([order, after] if len(after) >= SMALLEST else [order])
    if later is LaterRounds.FIXED:
        slots = fixed_draw(plan.levels[step.level - 1], step.sizes)
        tables_of = [[come[source] for source in table if source in come] for table in slots]
        if min(map(len, tables_of)) >= SMALLEST:
            return _dealt(tables_of)
    if later is LaterRounds.BY_PERFORMANCE:
        order = _by_performance(plan, step.level - 1, come, results, seeds)
    return _in_order(order, step.sizes)


def entrants(plan: KnockoutPlan, level: int, before: Sequence[Outcome], seeds: Sequence[int]) -> dict[Source, int]:
    """Who comes out of a level as far as it is known; whoever is not in it is not known yet, or does not exist.

    `before` are the outcomes of the steps published so far.
    """
    known: dict[Source, int] = {Bye(seed): seeds[seed - 1] for seed in range(1, plan.levels[level].byes + 1)}
    empty: list[Source] = []
    more: list[int] = []
    for step, outcome in zip(plan.steps, before, strict=False):
        if step.level != level:
            continue
        place_of = SecondChance if step.kind is Kind.REPECHAGE else PlaceOf
        for table, cut in outcome.cuts.items():
            known.update({place_of(table, place): entry for place, entry in enumerate(cut.through, 1)})
            first = len(cut.through) + 1
            empty += [place_of(table, place) for place in range(first, first + cut.unfilled)]
        more += outcome.more
    wild_cards: list[Source] = [WildCard(rank) for rank in range(1, plan.levels[level].wild_cards + 1)]
    known.update(zip([*wild_cards, *empty], more, strict=False))
    return known


def _missing(number: int, tables: Round, outcome: Outcome) -> Iterator[Sentence]:
    missing = [letter(table) for table in range(len(tables)) if table not in outcome.cuts]
    if missing:
        yield say(
            "knockout.not_finished",
            N_("Round {round} is not finished: {count} table is missing ({tables})."),
            N_("Round {round} is not finished: {count} tables are missing ({tables})."),
            round=number,
            count=len(missing),
            tables=", ".join(missing),
        )
    for table, cut in outcome.cuts.items():
        if cut.on_the_line:
            yield say(
                "knockout.line_open",
                N_("At table {table} of round {round} it is open who goes on: {entries} are tied for {count} place."),
                N_("At table {table} of round {round} it is open who goes on: {entries} are tied for {count} places."),
                table=letter(table),
                round=number,
                entries=", ".join(map(str, cut.on_the_line)),
                count=cut.places,
            )


def _alone(order: Sequence[int]) -> Sentence:
    if order:
        return say("knockout.last", N_("Only {entry} is left and has won: nobody else can go on."), entry=order[0])
    return say("knockout.none_left", N_("Nobody is left who could go on. Correct the results of the round before."))


def _no_repechage(people: int) -> Sentence:
    return say(
        "knockout.no_repechage",
        N_("{people} of those who went out were there: too few for a repechage. Choose a plan without one."),
        people=people,
    )


def _dealt(tables: Sequence[Sequence[int]]) -> KnockoutDraw:
    """Tables that are what they are."""
    dealt = tuple(map(tuple, tables))
    return KnockoutDraw(tuple(entry for table in dealt for entry in table), tuple(map(len, dealt)), dealt=dealt)


def _in_order(order: Sequence[int], sizes: Sequence[int]) -> KnockoutDraw:
    """These people best first, one seat fewer at the largest tables for each who is missing, but no table of one."""
    fitted = list(sizes)
    while sum(fitted) > len(order):
        fitted[len(fitted) - 1 - fitted[::-1].index(max(fitted))] -= 1
    if min(fitted) < SMALLEST:
        tables = max(1, len(order) // SMALLEST)
        fitted = [(len(order) + number) // tables for number in range(tables)]
    return KnockoutDraw(tuple(order), tuple(fitted))


def _by_performance(
    plan: KnockoutPlan, level: int, come: Mapping[Source, int], results: Mapping[Key, TableResult], seeds: Sequence[int]
) -> list[int]:
    """By place, then adjusted points, lowest hand and seed; byes first, wild cards and the repechage last."""
    played: dict[int, Played] = {}
    for (number, _), result in sorted(results.items()):
        if plan.steps[number].level == level:
            played.update({one.entry: one for group in result.ranked for one in group})

    seed_of = seed_order(seeds)

    def key(source: Source) -> tuple[int, int, Fraction, int, int]:
        entry = come[source]
        seed = seed_of[entry]
        match source:
            case Bye() | Reseeded():
                return 0, 0, Fraction(0), 0, seed
            case PlaceOf():
                rank = 1, source.place
            case WildCard():
                rank = 2, source.rank
            case SecondChance():
                rank = 3, source.place
        return *rank, played[entry].adjusted, played[entry].lowest_hand, seed

    return [come[source] for source in sorted(come, key=key)]

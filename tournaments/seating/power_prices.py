"""What the rules of power seating cost, in units that fit the scores: meetings again, wishes, turns at small tables."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating.draw import Past
from tournaments.seating.power_rules import PowerRules, Rematches, Standing, TopTable
from tournaments.seating.power_search import Prices
from tournaments.seating.sizes import Split
from tournaments.seating.wishes import Wishes

SMALL_AGAIN = 200
"""What sitting at a small table costs for each time before, in the same units as a rematch."""

USUAL_VARIANCE = 24
"""The variance of scores (places worth 7, 5, 3, 1) for which these prices are meant; they grow with the variance."""

GAP = 1_000
"""The price of one squared point, so that prices stay whole numbers."""

NEVER, WISH = 10**6, 10**10
"""The prices, in units of a rematch, of a meeting that is not to be, and of a broken wish."""


@dataclass(frozen=True, slots=True)
class Field:
    """Everybody in the order of the standings, with their numbers in it, and what the round is drawn from."""

    ranked: Sequence[Standing]
    index: Mapping[int, int]
    split: Split
    past: Past
    rules: PowerRules


def prices(field: Field, staying: frozenset[int], wishes: Wishes) -> Prices:
    """The prices of everything, in units that fit the scores of this field; `staying` are not moved."""
    split, rules = field.split, field.rules
    pairs = _meetings_again(field)
    wanted = _wished(field, wishes)
    for person, costs in enumerate(wanted):
        for other, cost in costs.items():
            pairs[person][other] = pairs[person].get(other, 0) + cost
    turns = 0 if rules.strict else SMALL_AGAIN
    unit = _unit(field)
    top = frozenset({0})
    as_ranked = rules.strict or rules.top_table is TopTable.AS_RANKED
    return Prices(
        gap=GAP,
        pairs=pairs,
        wishes=wanted,
        again=[turns * unit * times for times in _times_short(field)],
        short=frozenset(number for number, size in enumerate(split.sizes) if size < max(split.sizes)),
        free=top if rules.top_table is TopTable.REMATCHES_FREE else frozenset(),
        frozen=top if as_ranked else frozenset(),
        staying=staying,
    )


def _unit(field: Field) -> int:
    """The price of one squared point of the usual scale."""
    scores = [standing.score for standing in field.ranked]
    people = len(scores)
    spread = people * sum(score * score for score in scores) - sum(scores) ** 2
    return max(1, GAP * spread // (people * people * USUAL_VARIANCE))


def _meetings_again(field: Field) -> list[dict[int, int]]:
    """What it costs that two people meet once more, by person."""
    rules, rounds = field.rules, field.past.rounds
    last = rules.last_round and rules.rematches is Rematches.ONLY_IN_LAST_ROUND
    never = not rules.last_round and rules.rematches is Rematches.ONLY_IN_LAST_ROUND
    met: list[dict[int, int]] = [{} for _ in field.ranked]
    weight = 0 if rules.strict or rules.rematches is Rematches.ALLOW or last else int(rules.rematch)
    unit = _unit(field)
    times: list[dict[int, int]] = [{} for _ in field.ranked]
    for number, tables in enumerate(rounds):
        forbidden = not rules.strict and (never or number >= len(rounds) - rules.never_within)
        for table in tables:
            here = [field.index[entry] for entry in table if entry in field.index]
            for a, b in combinations(here, 2):
                count = times[a].get(b, 0) + 1
                price = unit * (weight * count + (NEVER if forbidden else 0))
                for one, other in ((a, b), (b, a)):
                    times[one][other] = count
                    if price:
                        met[one][other] = met[one].get(other, 0) + price
    return met


def _wished(field: Field, wishes: Wishes) -> list[dict[int, int]]:
    wanted: list[dict[int, int]] = [{} for _ in field.ranked]
    price = WISH * _unit(field)
    for pairs, cost in ((wishes.apart_pairs(), price), (wishes.together_pairs(), -price)):
        for first, second in pairs:
            if first in field.index and second in field.index:
                a, b = field.index[first], field.index[second]
                wanted[a][b] = wanted[b][a] = cost
    return wanted


def _times_short(field: Field) -> list[int]:
    times: Counter[int] = Counter()
    for tables in field.past.rounds:
        largest = max((len(table) for table in tables), default=0)
        times.update(entry for table in tables if len(table) < largest for entry in table)
    return [times[standing.entry] for standing in field.ranked]

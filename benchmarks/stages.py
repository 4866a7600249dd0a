"""Power rounds and knockout plans with their goals; run by benchmarks/seating.py.

Events are played by strength and luck: places are worth 7, 5, 3 and 1 points, at tables of three 7, 4 and 1.
"""

import time
from collections.abc import Iterator, Sequence
from random import Random

from tournaments.seating.draw import Past, Seating
from tournaments.seating.knockout_planner import knockout_plans
from tournaments.seating.power import PowerRules, Rematch, Standing, draw_power_round
from tournaments.seating.quality import Quality, quality
from tournaments.seating.sizes import splits

POINTS = {3: (7, 4, 1), 4: (7, 5, 3, 1)}

KNOWN_REPEATS = {
    "strict": {24: 65.6, 32: 67.4, 64: 64.4},
    "CLOSE_GAMES": {24: 28.4, 32: 19.1, 64: 6.2},
    "CLOSE_RATHER": {24: 19.6, 32: 11.5, 64: 1.9},
    "VARIETY_RATHER": {24: 12.8, 32: 6.1, 64: 0.4},
    "ONLY_IF_FORCED": {24: 7.7, 32: 2.0, 64: 0.1},
}
"""Repeats in six rounds, by number of people, that were measured once for each weight of a rematch."""

SPARE = 3
"""So many repeats more than known are still the same within chance."""

POWER_SECONDS = {100: 0.1, 400: 0.3, 1_000: 0.5, 10_000: 3.0}
PLAN_SECONDS = {22: 0.1, 64: 0.2, 128: 0.5, 256: 1.0, 1_000: 5.0}


def in_order(score: Sequence[int]) -> list[Standing]:
    """The standings of entries 0 to n-1 by their scores, the most points first."""
    order = sorted(range(len(score)), key=lambda entry: -score[entry])
    place: dict[int, int] = {}
    for number, entry in enumerate(order, 1):
        place.setdefault(score[entry], number)
    return [Standing(entry, place[score[entry]], score[entry]) for entry in order]


def play(tables: Sequence[Sequence[int]], score: list[int], strength: Sequence[float], chance: Random) -> None:
    """Play one round and add the points."""
    for table in tables:
        ranked = sorted(table, key=lambda entry: strength[entry] + chance.gauss(0, 1), reverse=True)
        for entry, points in zip(ranked, POINTS[len(table)], strict=True):
            score[entry] += points


def event(people: int, rounds: int, rules: PowerRules, seed: int) -> tuple[Past, list[int]]:
    """All rounds of one event; returns them and the scores."""
    chance = Random(seed)
    strength = [chance.gauss(0, 1) for _ in range(people)]
    score = [0] * people
    past, split = Past(), splits(people, frozenset({3, 4}), 4)[0]
    for number in range(rounds):
        drawn = draw_power_round(in_order(score), split, past, seed=100 * seed + number, rules=rules)
        past = Past((*past.rounds, drawn.tables), (*past.sat_out, drawn.sit_outs))
        play(drawn.tables, score, strength, chance)
    return past, score


def report(people: int, past: Past) -> Quality:
    """The quality of all rounds of an event."""
    played = [Seating(tables, out, 0, 0) for tables, out in zip(past.rounds, past.sat_out, strict=True)]
    return quality(range(people), Past(), played)


def power_rounds(sizes: Sequence[int] = tuple(POWER_SECONDS)) -> Iterator[dict[str, object]]:
    """The sixth round by the standings, after five of them."""
    for people in sizes:
        past, score = event(people, 5, PowerRules(), 1)
        standings, split = in_order(score), splits(people, frozenset({3, 4}), 4)[0]
        began = time.perf_counter()
        drawn = draw_power_round(standings, split, past, seed=1)
        seconds = time.perf_counter() - began
        yield {
            "people": people,
            "power": round(seconds, 4),
            "allowed": POWER_SECONDS[people],
            "trades": drawn.moves,
            "repeats": quality(range(people), past, drawn).repeats.value,
            "reached": seconds <= POWER_SECONDS[people],
        }


def rematches(events: int = 20) -> Iterator[dict[str, object]]:
    """Repeats in six rounds by the weight of a rematch, as a mean of so many events, beside what is known."""
    weights = {"strict": PowerRules(strict=True)} | {weight.name: PowerRules(weight) for weight in Rematch}
    for name, rules in weights.items():
        for people, known in KNOWN_REPEATS[name].items():
            reports = [report(people, event(people, 6, rules, seed)[0]) for seed in range(events)]
            mean = sum(one.repeats.value for one in reports) / events
            yield {
                "rematch": name,
                "people": people,
                "R": round(mean, 1),
                "known": known,
                "most": round(sum(one.most.value for one in reports) / events, 1),
                "reached": mean <= known + SPARE,
            }


def knockouts(sizes: Sequence[int] = tuple(PLAN_SECONDS)) -> Iterator[dict[str, object]]:
    """The best knockout plans, two going on from tables of three to five."""
    for people in sizes:
        began = time.perf_counter()
        plans = knockout_plans(people)
        seconds = time.perf_counter() - began
        extras = sum(level.byes + level.wild_cards for level in plans[0].levels)
        yield {
            "people": people,
            "seconds": round(seconds, 3),
            "allowed": PLAN_SECONDS[people],
            "extras": extras,
            "reached": seconds <= PLAN_SECONDS[people] and extras == 0,
            "plan": plans[0].text,
        }

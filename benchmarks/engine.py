"""python benchmarks/engine.py [--json] [--rounds N]: how fast the engine is, each figure beside its peers in one run.

Processor time of this process, medians of interleaved rounds: on a machine that others keep busy trust the ratios
before the figures. Peers are the slow second engine of the tests and the package `dominoes` (pip install -r
requirements-bench.txt; without it its lines are left out), which plays draw-less dominoes, seven tiles each and two
open ends. The peer that counts is the package played as it documents it (docs/decisions/0006-the-peer.md); the other
ways to play it are shown beside.
"""

import argparse
import copy
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engine import CentreFrom, Draw, Rules, check_full, check_hand, check_public, read_record, record_of
from engine.bots import BOTS
from engine.simulate import dealt, simulate
from tests.engine import oracle

RULES = Rules()
NAMES = ("Wren", "Finch", "Robin", "Dove")


@dataclass(frozen=True, slots=True)
class Pace:
    """What was played in how many seconds of processor time."""

    seconds: float
    hands: int
    turns: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the report. `at_least` says in which direction the goal lies."""

    name: str
    value: float
    unit: str
    goal: float
    at_least: bool = True

    @property
    def reached(self) -> bool:
        return self.value >= self.goal if self.at_least else self.value <= self.goal


def timed(play: Callable[[], tuple[int, int]]) -> Pace:
    """The pace of something that returns the hands and turns that it played."""
    began = time.process_time()
    hands, turns = play()
    return Pace(time.process_time() - began, hands, turns)


# What is played


def on_hand(seed: int, hands: int) -> tuple[int, int]:
    """Random moves on Hand, each checked."""
    chance, turns = random.Random(seed), 0
    for number in range(hands):
        hand = dealt(RULES, 4, number, chance)
        while hand.ended is None:
            moves = hand.legal_moves()
            move = moves[int(chance.random() * len(moves))]
            turns += not isinstance(move, Draw)
            hand = hand.play(move)
        hand.outcome()
    return hands, turns


def simulated(text: str, players: int, bot: str, seed: int, hands: int) -> tuple[int, int]:
    return hands, simulate(Rules.read(text), [bot] * players, hands=hands, seed=seed).turns


def on_oracle(seed: int, hands: int) -> tuple[int, int]:
    """Random moves on the engine of the tests."""
    chance, turns = random.Random(seed), 0
    for number in range(hands):
        centre = RULES.centres()[number % 10]
        tiles = [(tile.high, tile.low) for tile in RULES.tiles.tiles]
        chance.shuffle(tiles)
        assert RULES.centre is CentreFrom.ASIDE
        state = oracle.deal(RULES, (centre,), tiles, 4, number % 4)
        while state.result() is None:
            state = state.play(chance.choice(sorted(state.legal(), key=str)))
        turns += state.turns
    return hands, turns


def on_dominoes(seed: int, hands: int, way: str) -> tuple[int, int]:
    """Random moves of the package dominoes in one of the WAYS; a turn is a tile or a pass there too."""
    import dominoes  # noqa: PLC0415 - the benchmark runs without it

    random.seed(seed)
    chance, turns = random.Random(seed), 0
    for _ in range(hands):
        game = dominoes.Game.new(starting_domino=dominoes.Domino(6, 6))
        if way == "small copies":
            game.skinny_board()
        while game.result is None:
            if way in {"copies", "small copies"}:
                game = copy.deepcopy(game)
            if way == "bare":
                game.make_move(*game.valid_moves[int(chance.random() * len(game.valid_moves))])
                continue
            dominoes.players.random(game)
            game.make_move(*game.valid_moves[0])
            if way == "shown":
                str(game)
        turns += len(game.moves)
    return hands, turns


WAYS = {
    "documented": ("dominoes, as documented", 400),
    "bare": ("dominoes, a move picked by hand", 400),
    "shown": ("dominoes, the game written out after each move", 100),
    "small copies": ("dominoes, a copy each move, short board", 150),
    "copies": ("dominoes, a copy each move", 10),
}
"""The ways to play a hand of dominoes: its line here, and the hands of a round. The first is the peer that counts."""

PEER = WAYS["documented"][0]


def paces(rounds: int) -> dict[str, Pace]:
    """The median pace of everything that plays hands, one round of each after the other."""
    players: dict[str, Callable[[int], tuple[int, int]]] = {
        "Hand, random": lambda seed: on_hand(seed, 300),
        "playout, random": lambda seed: simulated("gamerules", 4, "random", seed, 1500),
        "playout, heaviest": lambda seed: simulated("gamerules", 4, "heaviest", seed, 2000),
        "playout, set=15, 8 players, random": lambda seed: simulated("gamerules set=15", 8, "random", seed, 400),
        "playout, set=15, 8 players, heaviest": lambda seed: simulated("gamerules set=15", 8, "heaviest", seed, 500),
        "oracle, random": lambda seed: on_oracle(seed, 20),
    }
    if find_spec("dominoes"):
        for way, (name, hands) in WAYS.items():
            players[name] = lambda seed, way=way, hands=hands: on_dominoes(seed, hands, way)  # type: ignore[misc]
    runs: dict[str, list[Pace]] = {name: [] for name in players}
    for number in range(rounds):
        for name, play in players.items():
            runs[name].append(timed(lambda play=play, seed=number: play(seed)))  # type: ignore[misc]
    return {
        name: Pace(median(one.seconds for one in of), of[0].hands, sum(one.turns for one in of) // len(of))
        for name, of in runs.items()
    }


# What is checked and chosen


def records(count: int) -> list[str]:
    """Random hands as text, the deal among it."""
    chance, texts = random.Random(3), []
    for number in range(count):
        first = hand = dealt(RULES, 4, number, chance)
        moves = []
        while hand.ended is None:
            moves.append(chance.choice(hand.legal_moves()))
            hand = hand.play(moves[-1])
        texts.append(record_of(first, moves, NAMES).text())
    return texts


def verification(rounds: int) -> Iterator[tuple[str, float]]:
    """Microseconds to read and check a record."""
    texts = records(200)
    times: dict[str, list[float]] = {"full": [], "public": []}
    for _ in range(rounds):
        for name, check in (("full", check_full), ("public", check_public)):
            began = time.process_time()
            for text in texts:
                assert check(read_record(text)).is_right
            times[name].append((time.process_time() - began) / len(texts))
    for name, seconds in times.items():
        yield name, median(seconds) * 1e6


def plausibility() -> list[float]:
    """Microseconds for the points of each of many true hands at tables of 2, 4 and 8, rising."""
    micros = []
    for players in (2, 4, 8):
        chance = random.Random(players)
        for number in range(1500):
            hand = dealt(RULES, players, number, chance)
            while hand.ended is None:
                hand = hand.play(BOTS["doubles-first"](hand.view_for(hand.turn), chance))
            outcome = hand.outcome()
            assert outcome is not None
            began = time.process_time_ns()
            check_hand(RULES, players=players, centre=hand.centre, ended=outcome.ended, points=outcome.points)
            micros.append((time.process_time_ns() - began) / 1000)
    return sorted(micros)


def best_bot(hands: int) -> float:
    """Milliseconds that the strongest bot takes for a move against three heaviest."""
    strongest, seconds, chance = list(BOTS)[-1], list[float](), random.Random(4)
    for number in range(hands):
        hand = dealt(RULES, 4, number, chance)
        while hand.ended is None:
            view = hand.view_for(hand.turn)
            began = time.process_time()
            move = BOTS["heaviest" if hand.turn else strongest](view, chance)
            if not hand.turn:
                seconds.append(time.process_time() - began)
            hand = hand.play(move)
    return 1000 * sum(seconds) / len(seconds)


# The report


GOALS = {
    "Hand, random": (3500, 2.5, 5),
    "playout, random": (9000, 7, 13),
    "playout, heaviest": (14000, 10, 13),
    "playout, set=15, 8 players, random": (3000, 0, 0),
    "playout, set=15, 8 players, heaviest": (3000, 0, 0),
}
"""What is asked: hands a second, and turns a second beside dominoes and beside the oracle; 0 is nothing."""


def figures(measured: dict[str, Pace], rounds: int) -> Iterator[Figure]:
    """Every goal with what was reached."""
    hand, oracle_pace = measured["Hand, random"], measured["oracle, random"]
    for name, (hands, dominoes, to_oracle) in GOALS.items():
        pace = measured[name]
        yield Figure(name, pace.hands / pace.seconds, "hands/s", hands)
        if to_oracle:
            yield Figure(f"{name} ÷ oracle", _ratio(pace, oracle_pace), "turns/s", to_oracle)
        if dominoes and PEER in measured:
            yield Figure(f"{name} ÷ {PEER}", _ratio(pace, measured[PEER]), "turns/s", dominoes)
    played = hand.seconds / hand.hands * 1e6
    for name, micros in verification(rounds):
        yield Figure(f"verify a record, {name}", micros, "µs", 200, at_least=False)
        yield Figure(f"verify a record, {name} ÷ playing it", micros / played, "time", 1.5, at_least=False)
    checks = plausibility()
    yield Figure("points check, 99 of 100", checks[len(checks) * 99 // 100], "µs", 300, at_least=False)
    yield Figure("strongest bot, a move", best_bot(12), "ms", 5, at_least=False)
    many = [timed(lambda: simulated("gamerules", 4, "random", 2026, 20000)).seconds for _ in range(3)]
    yield Figure("simulate 20,000 hands", median(many), "s", 2, at_least=False)


def _ratio(one: Pace, other: Pace) -> float:
    return one.turns / one.seconds / (other.turns / other.seconds)


def main(argv: Sequence[str]) -> int:
    """Measure and print; the exit code says whether a goal was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(argv)
    measured = paces(options.rounds)
    report = list(figures(measured, options.rounds))
    others = [name for name, _ in WAYS.values() if name in measured and name != PEER]
    if options.json:
        speeds = {
            name: {"hands/s": pace.hands / pace.seconds, "turns/s": pace.turns / pace.seconds}
            for name, pace in measured.items()
        }
        rows = [
            {"name": one.name, "value": one.value, "unit": one.unit, "goal": one.goal, "reached": one.reached}
            for one in report
        ]
        print(json.dumps({"paces": speeds, "figures": rows}, indent=2))
        return not all(one.reached for one in report)
    print(f"{'':<46}{'hands/s':>10}{'turns/s':>12}")
    for name, pace in measured.items():
        print(f"{name:<46}{pace.hands / pace.seconds:>10,.0f}{pace.turns / pace.seconds:>12,.0f}")
    for other in others:
        beside = (f"{_ratio(measured[name], measured[other]):.1f} {name}" for name in GOALS if GOALS[name][1])
        print(f"turns/s beside {other}: {', '.join(beside)}")
    print(f"\n{'':<58}{'figure':>10}  {'goal':>8}")
    for one in report:
        sign, mark = "≥" if one.at_least else "≤", "" if one.reached else "   missed"
        print(f"{one.name:<58}{one.value:>10,.2f} {sign}{one.goal:>8,} {one.unit}{mark}")
    return not all(one.reached for one in report)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

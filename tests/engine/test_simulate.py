"""The playout and the counts: the same results as Hand, and the numbers that are known of them."""

import json
import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Ended, FreeRules, Hand, Outcome, Rules, Usual, preset, read_position, usual_points
from engine.__main__ import main
from engine.limits import LIMITS
from engine.playout import Greedy, Playout, playout
from engine.simulate import CALIBRATED, Tally, calibrate, margin, mean, percentile, play_out, simulate, usual_figures
from engine.usual import USUAL
from tests.engine.deals import placed_hands

# The playout


@given(placed=placed_hands(), data=st.data())
def test_a_playout_is_the_hand_played_move_by_move(placed: tuple[Hand, random.Random], data: st.DataObject) -> None:
    hand, chance = placed
    if hand.ended is not None:
        return
    seats = [data.draw(st.sampled_from(Greedy)) for _ in hand.racks]
    seed = chance.random()
    same = random.Random(seed)
    names = [seat.value for seat in seats]
    assert playout(hand, seats, random.Random(seed)) == play_out(hand, names, [same] * len(names))


def test_a_playout_begins_between_turns() -> None:
    for position in (
        "gamerules; centre 9; ends 3; drawn 33; racks 33 / 50 51; yard 10 20",
        "spruce; centre 9; search; racks 33 / 50 51; yard 99 20",
        "gamerules; centre 9; ends 3; racks - / 50 51; yard 10 20",
    ):
        with pytest.raises(ValueError, match="begins between two turns"):
            playout(read_position(position), [Greedy.RANDOM] * 2, random.Random(1))


# Counts


def test_a_tally_counts_hands() -> None:
    tally = Tally.of(3)
    tally.add(Playout(Outcome(Ended.OUT, 1, (5, 0, 0)), 10, 8, 3))
    tally.add(Playout(Outcome(Ended.BLOCKED, None, (5, 7, 9)), 20, 15, 4))
    assert tally == Tally(
        [Counter({5: 2}), Counter({0: 1, 7: 1}), Counter({0: 1, 9: 1})],
        hands=2,
        blocked=1,
        with_zero=1,
        with_two_zeros=1,
        turns=30,
        plays=23,
        draws=7,
        highest=Counter({5: 1, 9: 1}),
        sums=Counter({5: 1, 21: 1}),
    )
    assert tally.points == Counter({5: 2, 0: 2, 7: 1, 9: 1})
    assert tally.mean == Fraction(26, 6)


def test_the_interval_of_a_mean() -> None:
    counted = Counter({0: 50, 10: 50})
    assert (mean(counted), margin(counted)) == (Fraction(5), 0.98)


def test_slow_bots_are_counted_like_fast_ones() -> None:
    seats = ["lookahead", "heaviest", "doubles-first"]
    tally = simulate(Rules(), seats, hands=30, seed=3)
    assert (tally.hands, [seat.total() for seat in tally.seats]) == (30, [30, 30, 30])
    assert simulate(Rules(), seats, hands=30, seed=3) == tally


def test_percentiles() -> None:
    counted = Counter({1: 1, 2: 1, 3: 1, 10: 1})
    assert [percentile(counted, Fraction(share)) for share in ("0.25", "0.5", "0.51", "1")] == [1, 2, 3, 10]
    with pytest.raises(ValueError, match="nothing was counted"):
        percentile(Counter(), Fraction(1, 2))


def test_the_same_seed_gives_the_same_counts_whatever_the_processes() -> None:
    seats = ["random", "heaviest", "doubles-first"]
    done: list[int] = []
    one = simulate(Rules(), seats, hands=1200, seed=7, progress=done.append)
    assert done == [500, 1000, 1200]
    assert simulate(Rules(), seats, hands=1200, seed=7, processes=2) == one
    assert simulate(Rules(), seats, hands=1200, seed=8) != one


@pytest.mark.parametrize(
    ("bot", "players", "points", "blocked"),
    [
        (Greedy.RANDOM, 2, 57.9, 0.889),
        (Greedy.HEAVIEST, 2, 29.5, 0.681),
        (Greedy.DOUBLES_FIRST, 2, 7.0, 0.055),
        (Greedy.RANDOM, 4, 29.3, 0.647),
        (Greedy.HEAVIEST, 4, 19.6, 0.606),
        (Greedy.DOUBLES_FIRST, 4, 13.6, 0.227),
        (Greedy.RANDOM, 8, 22.6, 0.095),
        (Greedy.HEAVIEST, 8, 17.3, 0.200),
        (Greedy.DOUBLES_FIRST, 8, 19.3, 0.057),
    ],
)
def test_the_published_means(bot: Greedy, players: int, points: float, blocked: float) -> None:
    """Within four standard errors of 2,000 hands of figures that were counted by another program."""
    tally = simulate(Rules(), [bot.value] * players, hands=2000, seed=11)
    spread = sum((one - points) ** 2 * count for one, count in tally.points.items()) / tally.points.total()
    assert abs(float(tally.mean) - points) < 4 * (spread / 2000) ** 0.5
    assert abs(tally.blocked / 2000 - blocked) < 4 * (blocked * (1 - blocked) / 2000) ** 0.5


def test_calibrating() -> None:
    figures = calibrate(preset("chickie6"), hands=500, seed=1)
    highest = [
        max(max(simulate(preset("chickie6"), [bot.value] * players, hands=500, seed=1).highest) for bot in Greedy)
        for players in (2, 3)
    ]
    assert figures == tuple(highest)


def test_every_calibrated_table_has_its_figures() -> None:
    assert sorted(LIMITS) == sorted(CALIBRATED)
    for text, figures in LIMITS.items():
        assert len(figures) == len(Rules.read(text).player_counts())


@pytest.mark.long(sample=0)
@pytest.mark.timeout(900)
def test_the_figures_are_what_calibrating_gives() -> None:
    for text in ("chickie6", "gamerules set=6"):
        assert calibrate(Rules.read(text), hands=20000, seed=2026) == LIMITS[text]


def test_what_is_usual_has_figures_for_the_same_rules() -> None:
    assert sorted(USUAL) == sorted(CALIBRATED)
    for text, figures in USUAL.items():
        assert len(figures) == len(Rules.read(text).player_counts())
    assert usual_points(Rules.read("gamerules"), 4) == Usual(heaviest=198, random=290)
    assert usual_points(Rules.read("gamerules players=6"), 4) == Usual(heaviest=198, random=290)
    assert usual_points(Rules.read("gamerules arms=8"), 4) is None
    assert usual_points(Rules.read("gamerules"), 9) is None
    assert usual_points(FreeRules(), 4) is None


def test_the_usual_figures_are_what_the_simulation_gives() -> None:
    assert usual_figures(Rules.read("chickie6"), hands=4000, seed=2026) == USUAL["chickie6"]


# The terminal


def test_simulate_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "heaviest", "--hands", "100", "--players", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["hands", "100"]
    assert main(["simulate", "heaviest", "heaviest", "random", "--hands", "100", "--players", "3", "--json"]) == 0
    numbers = json.loads(capsys.readouterr().out)
    assert (numbers["bots"], numbers["hands"]) == (["heaviest", "heaviest", "random"], 100)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["random", "--players", "9"], "These rules seat 2 to 8 players at a table, not 9."),
        (["random", "random"], "There are 2 bots for 4 seats: name one bot, or one for each seat."),
        (["random", "--hands", "0"], "--hands must be 1 or more."),
    ],
)
def test_what_cannot_be_simulated(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *arguments]) == 2
    assert capsys.readouterr().err == sentence + "\n"

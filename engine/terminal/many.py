"""`simulate` and `calibrate`: many hands between bots."""

import argparse
import json
import sys
from collections.abc import Callable
from fractions import Fraction

from engine import Rules
from engine.bots import BOTS
from engine.simulate import CALIBRATED, Tally, calibrate, margin, mean, percentile, simulate, usual_figures
from engine.terminal import ACCEPTED, UNREADABLE, Commands, command

_HELP = """\
Many hands between bots, one name for all seats or one for each. The same seed gives the same numbers. Who begins moves
on by one seat with each hand; the mean of each seat comes with its 95 % interval. random, heaviest and doubles-first
play thousands of hands a second, the others dozens or hundreds.

  python -m engine simulate heaviest
  python -m engine simulate random random doubles-first --players 3 --hands 100000 --processes 2
  python -m engine simulate monte-carlo-60 heaviest heaviest heaviest --hands 500
"""

_CALIBRATE = "Plays many hands by every set of rules that has a figure, and prints the figures."


def add(commands: Commands) -> None:
    parser = command(commands, "simulate", "many hands between bots", _HELP)
    parser.add_argument("bots", nargs="+", choices=list(BOTS), metavar="BOT", help=", ".join(BOTS))
    parser.add_argument("--rules", default="gamerules", metavar="TEXT", help="preset and options (default: gamerules)")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="seats (default: 4)")
    parser.add_argument("--hands", type=int, default=20000, metavar="N", help="hands (default: 20,000)")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    parser.set_defaults(run=_simulate)
    limits = command(
        commands, "calibrate", "the table of engine/limits.py: points above which a report is asked about", _CALIBRATE
    )
    limits.add_argument("--hands", type=int, default=20000, metavar="N", help="hands per bot (default: 20,000)")
    limits.add_argument(
        "--usual", action="store_true", help="the table of engine/usual.py instead: mean points by table size"
    )
    limits.set_defaults(run=_calibrate)
    for of_many in (parser, limits):
        of_many.add_argument("--seed", type=int, default=2026, metavar="N", help="chance (default: 2026)")
        of_many.add_argument("--processes", type=int, default=1, metavar="N", help="processes (default: 1)")


def _simulate(arguments: argparse.Namespace) -> int:
    rules = Rules.read(arguments.rules)
    bots = arguments.bots
    seats = bots * arguments.players if len(bots) == 1 else bots
    wrong = [str(sentence) for sentence in rules.refusals(len(seats))]
    if len(bots) > 1 and len(bots) != arguments.players:
        wrong.append(f"There are {len(bots)} bots for {arguments.players} seats: name one bot, or one for each seat.")
    wrong += [f"--{name} must be 1 or more." for name in ("hands", "processes") if getattr(arguments, name) < 1]
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return UNREADABLE
    tally = simulate(
        rules,
        seats,
        hands=arguments.hands,
        seed=arguments.seed,
        processes=arguments.processes,
        progress=lambda done: _progress(done, arguments.hands),
    )
    numbers = _numbers(tally)
    of_seats = [(bot, float(mean(points)), margin(points)) for bot, points in zip(seats, tally.seats, strict=True)]
    if arguments.json:
        settings = {"rules": rules.text(), "bots": seats, "seed": arguments.seed}
        by_seat = [
            {"bot": bot, "mean_points": round(points, 2), "within": round(within, 2)}
            for bot, points, within in of_seats
        ]
        print(json.dumps({**settings, **numbers, "seats": by_seat}, indent=2))
    else:
        for name, number in numbers.items():
            print(f"{name.replace('_', ' '):<34}{number:>10}")
        for bot, points, within in of_seats:
            print(f"mean of {bot:<26}{points:>10.2f} ± {within:.2f}")
    return ACCEPTED


def _numbers(tally: Tally) -> dict[str, int | float]:
    share = {
        one: round(count / tally.hands, 4)
        for one, count in (
            ("blocked", tally.blocked),
            ("with_a_zero", tally.with_zero),
            ("with_two_zeros", tally.with_two_zeros),
        )
    }
    each = {
        one: round(count / tally.hands, 2)
        for one, count in (("turns", tally.turns), ("plays", tally.plays), ("draws", tally.draws))
    }
    return {
        "hands": tally.hands,
        "mean_points": round(float(tally.mean), 2),
        **{
            f"points_{share_}": percentile(tally.points, Fraction(share_))
            for share_ in ("0.5", "0.95", "0.99", "0.999")
        },
        "most_points": max(tally.points),
        "highest_of_a_hand_0.999": percentile(tally.highest, Fraction("0.999")),
        "sum_of_a_hand_0.999": percentile(tally.sums, Fraction("0.999")),
        **share,
        **each,
    }


def _progress(done: int, hands: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {hands}", end="" if done < hands else "\n", file=sys.stderr, flush=True)


def _calibrate(arguments: argparse.Namespace) -> int:
    count: Callable[..., object] = usual_figures if arguments.usual else calibrate
    for text in CALIBRATED:
        figures = count(Rules.read(text), hands=arguments.hands, seed=arguments.seed, processes=arguments.processes)
        print(f'    "{text}": {figures},', flush=True)
    return ACCEPTED

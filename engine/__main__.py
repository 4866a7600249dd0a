"""`python -m engine`: the rules and the checks from a terminal."""

import argparse
import json
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from engine import (
    N_,
    PRESETS,
    AnyRules,
    Checked,
    Ended,
    Fault,
    Finding,
    Kind,
    Layout,
    Record,
    Rules,
    Unreadable,
    UnreadableRecord,
    can_be_ended,
    check_full,
    check_hand,
    check_public,
    read_records,
    read_rules,
    say,
)
from engine.playout import Greedy
from engine.simulate import CALIBRATED, Tally, calibrate, percentile, simulate

ACCEPTED, REFUSED, UNREADABLE, ODD = range(4)
"""Exit statuses. 2 is also what the argument parser leaves with."""

_DESCRIPTION = "The rules of Chicken Foot: what they are, and whether the points of a hand can be right."

_RULES_HELP = """\
Without a name: the presets. With one: every option of these rules, what each table size is dealt, and which
table sizes cannot play. Options over a preset are written NAME=VALUE, as they are listed.

  python -m engine rules
  python -m engine rules spruce
  python -m engine rules spruce set=12 hand=8
"""

_CHECK_HELP = """\
The points of one hand, one number for each player. How it ended follows from the zeros unless it is said.

  python -m engine check 0 12 31 8
  python -m engine check --centre 9 --blocked 99 99 99 99
  python -m engine check --rules "spruce set=12" --centre 12 0 50 7

Exit status: 0 accepted, 1 cannot be, 2 not readable, 3 odd but possible.
"""


_VERIFY_HELP = """\
Records of hands, as docs/record.md writes them. Where the deal is in the record every turn is played again; where it is
not, everything is checked that the table could see. Each fault names the round and the player, and what would have been
right.

  python -m engine verify evening.txt
  python -m engine verify --public evening.txt

Exit status: 0 all right, 1 faults, 2 not readable.
"""


_BOT_NAMES = ", ".join(bot.value for bot in Greedy)

_SIMULATE_HELP = """\
Many hands between bots, one name for all seats or one for each. The same seed gives the same numbers.

  python -m engine simulate heaviest
  python -m engine simulate random random doubles-first --players 3 --hands 100000 --processes 2
"""


def main(argv: Sequence[str]) -> int:
    """Run one command; returns its exit status."""
    arguments = _parser().parse_args(argv)
    commands = {
        "rules": _rules,
        "check": _check,
        "verify": _verify,
        "show": _show,
        "simulate": _simulate,
        "calibrate": _calibrate,
    }
    try:
        return commands[arguments.command](arguments)
    except Unreadable as unreadable:
        print(unreadable.sentence, file=sys.stderr)
        return UNREADABLE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description=_DESCRIPTION)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    verbatim = argparse.RawDescriptionHelpFormatter

    rules = commands.add_parser("rules", help="presets and options", description=_RULES_HELP, formatter_class=verbatim)
    rules.add_argument("preset", nargs="?", default="", metavar="PRESET", help=", ".join(PRESETS))
    rules.add_argument("options", nargs="*", metavar="NAME=VALUE", help="options over the preset")

    check = commands.add_parser("check", help="can these points be?", description=_CHECK_HELP, formatter_class=verbatim)
    check.add_argument("points", nargs="+", type=int, metavar="POINTS", help="one number for each player")
    check.add_argument("--rules", default="gamerules", metavar="TEXT", help="preset and options (default: gamerules)")
    check.add_argument("--centre", type=int, metavar="N", help="number of the starting double, if it is known")
    check.add_argument("--players", type=int, metavar="N", help="players dealt to, if some have no points here")
    check.add_argument("--json", action="store_true", help="print the verdict as JSON")
    ended = check.add_mutually_exclusive_group()
    for member in Ended:
        ended.add_argument(
            f"--{member.value}", dest="ended", action="store_const", const=member, help=_ENDED_HELP[member]
        )

    verify = commands.add_parser("verify", help="check records", description=_VERIFY_HELP, formatter_class=verbatim)
    verify.add_argument("files", nargs="+", type=Path, metavar="FILE")
    verify.add_argument("--public", action="store_true", help="check what the table saw even where the deal is known")
    verify.add_argument("--json", action="store_true", help="print the faults as JSON")

    show = commands.add_parser("show", help="the layout of a record, as text")
    show.add_argument("file", type=Path, metavar="FILE")

    simulate = commands.add_parser(
        "simulate", help="many hands between bots", description=_SIMULATE_HELP, formatter_class=verbatim
    )
    simulate.add_argument("bots", nargs="+", choices=[bot.value for bot in Greedy], metavar="BOT", help=_BOT_NAMES)
    simulate.add_argument(
        "--rules", default="gamerules", metavar="TEXT", help="preset and options (default: gamerules)"
    )
    simulate.add_argument("--players", type=int, default=4, metavar="N", help="seats (default: 4)")
    simulate.add_argument("--hands", type=int, default=20000, metavar="N", help="hands (default: 20,000)")
    simulate.add_argument("--json", action="store_true", help="print the numbers as JSON")

    calibrate = commands.add_parser(
        "calibrate", help="the table of engine/limits.py: points above which a report is asked about"
    )
    calibrate.add_argument("--hands", type=int, default=20000, metavar="N", help="hands per bot (default: 20,000)")
    for parser_of_many in (simulate, calibrate):
        parser_of_many.add_argument("--seed", type=int, default=2026, metavar="N", help="chance (default: 2026)")
        parser_of_many.add_argument("--processes", type=int, default=1, metavar="N", help="processes (default: 1)")
    return parser


_ENDED_HELP = {
    Ended.OUT: "somebody went out",
    Ended.BLOCKED: "nobody could play on",
    Ended.STOPPED: "time was up and the hand is scored as it stands",
}


# rules


def _rules(arguments: argparse.Namespace) -> int:
    if not arguments.preset:
        for name in PRESETS:
            print(f"{name:<10} {read_rules(name).title}")
        return ACCEPTED
    rules = read_rules(" ".join([arguments.preset, *arguments.options]))
    print(f"{rules}: {rules.title}")
    width = max(len(str(option.label)) for option in rules.options())
    for option in rules.options():
        print(f"  {option.label!s:<{width}}  {option.value}  [{option.name}={option.text}]")
    if isinstance(rules, Rules):
        print()
        _print_table_sizes(rules)
    return ACCEPTED


def _print_table_sizes(rules: Rules) -> None:
    print("players  tiles each  trains  yard  of it drawable")
    for players in rules.player_counts():
        yard = rules.yard_for(players)
        columns = (players, rules.hand_size(players), rules.arms_for(players), yard, yard - rules.reserve_for(players))
        print("{:>7}  {:>10}  {:>6}  {:>4}  {:>14}".format(*columns))
    for players in range(2, rules.players + 1):
        for sentence in (*rules.refusals(players), *rules.warnings(players)):
            print(f"{players:>7}  {sentence}")


# check


def _check(arguments: argparse.Namespace) -> int:
    rules = read_rules(arguments.rules)
    players = len(arguments.points) if arguments.players is None else arguments.players
    wrong = _wrong_settings(rules, players, arguments.centre, arguments.points)
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return UNREADABLE
    missing = players - len(arguments.points)
    ended = arguments.ended or _likely(rules, arguments.centre, arguments.points, missing)
    verdict = check_hand(rules, players=players, centre=arguments.centre, ended=ended, points=arguments.points)
    if arguments.json:
        findings = [_as_json(finding) for finding in verdict.findings]
        print(json.dumps({"verdict": verdict.kind.value, "ended": ended.value, "findings": findings}, indent=2))
    else:
        print(f"{verdict.kind.value} ({ended.value})")
        for finding in verdict.findings:
            whose = "" if finding.seat is None else f"Player {finding.seat + 1}: "
            print(f"  {whose}{finding.sentence}")
    return {Kind.ACCEPT: ACCEPTED, Kind.ASK: ODD, Kind.REFUSE: REFUSED}[verdict.kind]


def _wrong_settings(rules: AnyRules, players: int, centre: int | None, points: Sequence[int]) -> list[str]:
    wrong = [*rules.refusals(players), *(rules.refuse_centres((centre,)) if centre is not None else ())]
    sentences = [str(sentence) for sentence in wrong]
    if len(points) > players:
        sentences.append(f"There are {len(points)} numbers for {players} players.")
    return sentences


def _likely(rules: AnyRules, centre: int | None, points: Sequence[int], missing: int) -> Ended:
    fits = can_be_ended(rules, centre, points, missing=missing)
    return fits[0] if fits else Ended.OUT


def _as_json(finding: Finding) -> dict[str, str | int | None]:
    return {
        "kind": finding.kind.value,
        "player": None if finding.seat is None else finding.seat + 1,
        "code": finding.sentence.code,
        "sentence": str(finding.sentence),
    }


# records


def _verify(arguments: argparse.Namespace) -> int:
    found = []
    for file in arguments.files:
        for number, record in enumerate(_records(file), start=1):
            public = arguments.public or not record.deal
            checked = check_public(record) if public else check_full(record)
            found.append(checked)
            if arguments.json:
                faults = [_fault_as_json(record, fault) for fault in checked.faults]
                print(json.dumps({"file": str(file), "hand": number, "faults": faults}))
            else:
                print(f"{file}, hand {number}: {_result(record, checked)}")
                for fault in checked.faults:
                    print(f"  {_fault_text(record, fault)}")
    return ACCEPTED if all(checked.is_right for checked in found) else REFUSED


def _show(arguments: argparse.Namespace) -> int:
    for record in _records(arguments.file):
        layout = Layout(record.rules, record.players, record.centre)
        for number, turn in enumerate(record.turns):
            if turn.play is None:
                continue
            try:
                layout = layout.with_play(turn.play, turn.branch)
            except ValueError as wrong:
                print(f"{_whose(record, number)}: {wrong}", file=sys.stderr)
                return REFUSED
        print(layout)
    return ACCEPTED


def _records(file: Path) -> tuple[Record, ...]:
    try:
        return read_records(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        unread = say("file.not_text", N_("{file} cannot be read: it is not text in UTF-8."), file=str(file))
    except OSError as error:
        unread = say("file.unread", N_("{file} cannot be read: {why}."), file=str(file), why=str(error.strerror))
    except UnreadableRecord as unreadable:
        unread = say("file.record", N_("{file}: {sentence}"), file=str(file), sentence=unreadable.sentence)
    raise Unreadable(unread)


def _result(record: Record, checked: Checked) -> str:
    if not checked.is_right:
        return "faults"
    if checked.outcome is None:
        return "right as far as it goes"
    scores = ", ".join(f"{name} {points}" for name, points in zip(record.names, checked.outcome.points, strict=True))
    return f"right ({checked.outcome.ended.value}): {scores}"


def _whose(record: Record, turn: int) -> str:
    return f"round {turn // record.players + 1}, {record.names[record.seat_of(turn)]}, {record.turns[turn].text()}"


def _fault_text(record: Record, fault: Fault) -> str:
    where = ""
    if fault.turn is not None:
        where = f"{_whose(record, fault.turn)}: "
    elif fault.seat is not None:
        where = f"{record.names[fault.seat]}: "
    right = f" It could have been {' or '.join(fault.legal)}." if fault.legal else ""
    return f"{where}{fault.sentence}{right}"


def _fault_as_json(record: Record, fault: Fault) -> dict[str, str | int | list[str] | None]:
    return {
        "round": None if fault.turn is None else fault.turn // record.players + 1,
        "turn": None if fault.turn is None else fault.turn + 1,
        "player": None if fault.seat is None else record.names[fault.seat],
        "code": fault.sentence.code,
        "sentence": str(fault.sentence),
        "legal": list(fault.legal),
    }


# many hands


def _simulate(arguments: argparse.Namespace) -> int:
    rules = Rules.read(arguments.rules)
    bots = [Greedy(name) for name in arguments.bots]
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
    if arguments.json:
        settings = {"rules": rules.text(), "bots": [bot.value for bot in seats], "seed": arguments.seed}
        print(json.dumps({**settings, **numbers}, indent=2))
    else:
        for name, number in numbers.items():
            print(f"{name.replace('_', ' '):<34}{number:>10}")
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
    for text in CALIBRATED:
        figures = calibrate(Rules.read(text), hands=arguments.hands, seed=arguments.seed, processes=arguments.processes)
        print(f'    "{text}": {figures},', flush=True)
    return ACCEPTED


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

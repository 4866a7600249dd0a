"""`python -m engine`: the rules and the checks from a terminal."""

import argparse
import json
import sys
from collections.abc import Sequence

from engine import PRESETS, AnyRules, Ended, Finding, Kind, Rules, Unreadable, can_be_ended, check_hand, read_rules

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


def main(argv: Sequence[str]) -> int:
    """Run one command; returns its exit status."""
    arguments = _parser().parse_args(argv)
    try:
        return _rules(arguments) if arguments.command == "rules" else _check(arguments)
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


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

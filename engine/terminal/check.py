"""`check`: can these points be?"""

import argparse
import json
import sys
from collections.abc import Sequence

from engine import AnyRules, Ended, Finding, Kind, can_be_ended, check_hand, read_rules
from engine.terminal import ACCEPTED, ODD, REFUSED, UNREADABLE, Commands, command

_HELP = """\
The points of one hand, one number for each player. How it ended follows from the zeros unless it is said.

  python -m engine check 0 12 31 8
  python -m engine check --centre 9 --blocked 99 99 99 99
  python -m engine check --rules "spruce set=12" --centre 12 0 50 7

Exit status: 0 accepted, 1 cannot be, 2 not readable, 3 odd but possible.
"""

_ENDED_HELP = {
    Ended.OUT: "somebody went out",
    Ended.BLOCKED: "nobody could play on",
    Ended.STOPPED: "time was up and the hand is scored as it stands",
}


def add(commands: Commands) -> None:
    parser = command(commands, "check", "can these points be?", _HELP)
    parser.add_argument("points", nargs="+", type=int, metavar="POINTS", help="one number for each player")
    parser.add_argument("--rules", default="gamerules", metavar="TEXT", help="preset and options (default: gamerules)")
    parser.add_argument("--centre", type=int, metavar="N", help="number of the starting double, if it is known")
    parser.add_argument("--players", type=int, metavar="N", help="players dealt to, if some have no points here")
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")
    ended = parser.add_mutually_exclusive_group()
    for member in Ended:
        name, words = f"--{member.value}", _ENDED_HELP[member]
        ended.add_argument(name, dest="ended", action="store_const", const=member, help=words)
    parser.set_defaults(run=_check)


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

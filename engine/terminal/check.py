"""`check`: can these points be, or these tiles?"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from engine import (
    AnyRules,
    Ended,
    Finding,
    Kind,
    Rules,
    Tile,
    Verdict,
    can_be_ended,
    check_hand,
    check_racks,
    check_tiles,
    read_rules,
)
from engine.terminal import ACCEPTED, ODD, REFUSED, UNREADABLE, Commands, command

_HELP = """\
The points of one hand, one number for each player. How it ended follows from the zeros unless it is said.
Or the tiles left, a group for each player: they make the points, and who has none is out. With --table and --yard every
tile of the set has to be somewhere, once.

  python -m engine check 0 12 31 8
  python -m engine check --centre 9 --blocked 99 99 99 99
  python -m engine check --rules "spruce set=12" --centre 12 0 50 7
  python -m engine check --centre 9 --left "99 10; ; 70 40"

Exit status: 0 accepted, 1 cannot be, 2 not readable, 3 odd but possible.
"""

_ENDED_HELP = {
    Ended.OUT: "somebody went out",
    Ended.BLOCKED: "nobody could play on",
    Ended.STOPPED: "time was up and the hand is scored as it stands",
}


def add(commands: Commands) -> None:
    parser = command(commands, "check", "can these points be?", _HELP)
    parser.add_argument("points", nargs="*", type=int, metavar="POINTS", help="one number for each player")
    parser.add_argument("--rules", default="gamerules", metavar="TEXT", help="preset and options (default: gamerules)")
    parser.add_argument("--centre", type=int, metavar="N", help="number of the starting double, if it is known")
    parser.add_argument("--players", type=int, metavar="N", help="players dealt to, if some have no points here")
    parser.add_argument("--left", metavar="TILES", help="the tiles left instead of points, like '97 10; ; 70 40'")
    parser.add_argument("--table", metavar="TILES", help="with --left: the tiles that lie on the table")
    parser.add_argument("--yard", metavar="TILES", help="with --left: the tiles that stay in the yard")
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")
    ended = parser.add_mutually_exclusive_group()
    for member in Ended:
        name, words = f"--{member.value}", _ENDED_HELP[member]
        ended.add_argument(name, dest="ended", action="store_const", const=member, help=words)
    parser.set_defaults(run=_check)


@dataclass(frozen=True, slots=True)
class _Hand:
    """What was typed: the points, how the hand ended, and what the tiles say if tiles were given."""

    points: tuple[int, ...]
    ended: Ended
    tiles: Verdict


def _check(arguments: argparse.Namespace) -> int:
    rules = read_rules(arguments.rules)
    wrong = _wrong_arguments(rules, arguments)
    if not wrong:
        hand = _typed(rules, arguments)
        players = len(hand.points) if arguments.players is None else arguments.players
        wrong = _wrong_settings(rules, players, arguments.centre, hand.points)
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return UNREADABLE
    verdict, ended = hand.tiles, hand.ended
    if not verdict.findings:
        verdict = check_hand(rules, players=players, centre=arguments.centre, ended=ended, points=hand.points)
    if arguments.json:
        findings = [_as_json(finding) for finding in verdict.findings]
        known = {"verdict": verdict.kind.value, "ended": ended.value, "points": hand.points, "findings": findings}
        print(json.dumps(known, indent=2))
    else:
        made = f": {' '.join(map(str, hand.points))}" if arguments.left is not None else ""
        print(f"{verdict.kind.value} ({ended.value}){made}")
        for finding in verdict.findings:
            whose = "" if finding.seat is None else f"Player {finding.seat + 1}: "
            print(f"  {whose}{finding.sentence}")
    return {Kind.ACCEPT: ACCEPTED, Kind.ASK: ODD, Kind.REFUSE: REFUSED}[verdict.kind]


def _wrong_arguments(rules: AnyRules, arguments: argparse.Namespace) -> list[str]:
    """What cannot go together."""
    if arguments.left is None:
        tiles = arguments.table is not None or arguments.yard is not None
        return ["--table and --yard go with --left."] if tiles else []
    wrong = []
    if arguments.points:
        wrong.append("Give the points or the tiles left, not both.")
    if not isinstance(rules, Rules):
        wrong.append("Only hands of Chicken Foot have tiles.")
    elif arguments.centre is None:
        wrong.append("Say with --centre which starting double lies on the table.")
    else:
        wrong.extend(map(str, rules.refuse_centres((arguments.centre,))))
    if (arguments.table is None) != (arguments.yard is None):
        wrong.append("Give --table and --yard together, or neither.")
    return wrong


def _typed(rules: AnyRules, arguments: argparse.Namespace) -> _Hand:
    if arguments.left is None or not isinstance(rules, Rules):
        points, players = tuple(arguments.points), arguments.players
        missing = 0 if players is None else max(0, players - len(points))
        return _Hand(points, arguments.ended or _likely(rules, arguments.centre, points, missing), Verdict())
    racks = [_tiles(rack) for rack in arguments.left.split(";")]
    points, ended = tuple(map(rules.points, racks)), arguments.ended or (Ended.BLOCKED if all(racks) else Ended.OUT)
    if arguments.table is None:
        return _Hand(points, ended, check_racks(rules, centre=arguments.centre, racks=racks))
    table, yard = _tiles(arguments.table), _tiles(arguments.yard)
    tiles = check_tiles(rules, centre=arguments.centre, racks=racks, table=table, yard=yard)
    return _Hand(points, ended, tiles)


def _tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.read, text.split()))


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

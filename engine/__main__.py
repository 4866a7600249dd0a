"""`python -m engine`: the rules, the checks and a game from a terminal."""

import argparse
import sys
from collections.abc import Sequence

from engine import Unreadable
from engine.terminal import UNREADABLE, check, many, play, records, rules

_DESCRIPTION = """\
The rules of Chicken Foot: play a game, look rules up, check points and records of hands, simulate thousands of them.

  python -m engine play                  a game against three bots
  python -m engine check 0 12 31 8       can these points be?
  python -m engine COMMAND --help        more about a command, with examples
"""


def main(argv: Sequence[str]) -> int:
    """Run one command; returns its exit status."""
    arguments = _parser().parse_args(argv)
    try:
        status: int = arguments.run(arguments)
    except Unreadable as unreadable:
        print(unreadable.sentence, file=sys.stderr)
        return UNREADABLE
    return status


def _parser() -> argparse.ArgumentParser:
    verbatim = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m engine", description=_DESCRIPTION, formatter_class=verbatim)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in (play, rules, check, records, many):
        module.add(commands)
    return parser


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

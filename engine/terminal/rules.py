"""`rules`: presets and options."""

import argparse

from engine import PRESETS, Rules, read_rules
from engine.terminal import ACCEPTED, Commands, command

_HELP = """\
Without a name: the presets. With one: every option of these rules, what each table size is dealt, and which
table sizes cannot play. Options over a preset are written NAME=VALUE, as they are listed.

  python -m engine rules
  python -m engine rules spruce
  python -m engine rules spruce set=12 hand=8
"""


def add(commands: Commands) -> None:
    parser = command(commands, "rules", "presets and options", _HELP)
    parser.add_argument("preset", nargs="?", default="", metavar="PRESET", help=", ".join(PRESETS))
    parser.add_argument("options", nargs="*", metavar="NAME=VALUE", help="options over the preset")
    parser.set_defaults(run=_rules)


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

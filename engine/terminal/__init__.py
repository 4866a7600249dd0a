"""The commands of `python -m engine`, a module for each. What they return is the exit status."""

import argparse
from typing import TypeAlias

ACCEPTED, REFUSED, UNREADABLE, ODD = range(4)
"""Exit statuses. 2 is also what the argument parser leaves with."""

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - it has no public name
"""What commands are added to."""


def command(commands: Commands, name: str, help_: str, description: str) -> argparse.ArgumentParser:
    """A command with a description that keeps its lines."""
    verbatim = argparse.RawDescriptionHelpFormatter
    return commands.add_parser(name, help=help_, description=description, formatter_class=verbatim)

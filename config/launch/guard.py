"""Ends what the launcher started, should the launcher be killed: python -I guard.py FOLDER, told by its standard input.

"+123" means process group 123 was started, "-123" that it has ended, "bye" that all is well. Where the pipe closes
without a "bye", the launcher is dead: the groups are asked to end, then made to, and the folder of the broker's socket
goes. Standard library only, imports nothing of ours, so that it is small and cannot break with the rest.
"""

import contextlib
import os
import shutil
import signal
import sys
import time

PATIENCE = 4.0


def send(groups: set[int], number: signal.Signals) -> set[int]:
    """Send a signal to each group; returns the groups that are still there."""
    there = set()
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, number)
            there.add(group)
    return there


def end(groups: set[int]) -> None:
    """Ask all groups to end; after some patience, make them."""
    groups = send(groups, signal.SIGTERM)
    deadline = time.monotonic() + PATIENCE
    while groups and time.monotonic() < deadline:
        time.sleep(0.1)
        groups = {group for group in groups if is_there(group)}
    send(groups, signal.SIGKILL)


def is_there(group: int) -> bool:
    """Whether a process of this group lives."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def main(folder: str) -> None:
    """Listen until the launcher says bye or is gone."""
    groups: set[int] = set()
    for line in sys.stdin:
        word = line.strip()
        if word == "bye":
            return
        if word[:1] == "+" and word[1:].isdigit():
            groups.add(int(word[1:]))
        elif word[:1] == "-" and word[1:].isdigit():
            groups.discard(int(word[1:]))
    end(groups)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])

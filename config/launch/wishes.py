"""What was asked for on the command line: make run PORT=8001 HALL=1 EMPTY=1."""

import os
from dataclasses import dataclass

YES = frozenset({"1", "yes", "on", "true"})
NO = frozenset({"", "0", "no", "off", "false"})


class CannotStart(Exception):
    """Why Henhouse does not start, and a way on, as a sentence for the person at the terminal."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How this start is meant."""

    port: int
    hall: bool
    empty: bool

    @property
    def listens_on(self) -> str:
        """This machine alone, or everybody in the hall's network."""
        return "0.0.0.0" if self.hall else "127.0.0.1"  # noqa: S104 - the hall asked for it

    @property
    def here(self) -> str:
        """The address on this machine."""
        return f"http://127.0.0.1:{self.port}/"


def switch(name: str) -> bool:
    """Whether NAME=1 was given."""
    value = os.environ.get(name, "").strip().lower()
    if value in YES:
        return True
    if value in NO:
        return False
    raise CannotStart(f"{name} is '{value}': say {name}=1, or leave it out.")


def read_wishes() -> Wishes:
    """The wishes in the environment. Raises CannotStart."""
    port = os.environ.get("PORT", "").strip() or "8000"
    if not port.isascii() or not port.isdigit() or not 1 <= int(port) <= 65535:
        raise CannotStart(f"PORT is '{port}': it has to be a number from 1 to 65535, for example PORT=8001.")
    return Wishes(int(port), hall=switch("HALL"), empty=switch("EMPTY"))

"""A hand for practice: nothing in the database. It lives in the shared cache under a random name, with a move counter.

Whoever knows the name plays the hand; its first seat is theirs, bots sit on the others.
"""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from django.core.cache import cache

import engine
from games.screen import PERSON, Dealing, Sitting, Step, resumed

KEEPS_FOR = 30 * 60
"""Seconds that a hand lives after its last move."""
MOVE_TAKES = 10
"""Seconds after which a move that was begun and not ended is taken for lost."""
WAITS_FOR = 3.0
LOOK_EVERY = 0.02
SEAT = 0
"""The seat of the person."""


class Gone(Exception):
    """There is no such hand, or not any more."""


@dataclass(frozen=True, slots=True)
class Practice:
    """A hand as it is kept. `counter` counts the moves of the person, `last` is what was sent for the last one."""

    dealing: Dealing
    moves: str
    counter: int = 0
    last: str = ""

    @property
    def sitting(self) -> Sitting:
        return resumed(self.dealing, self.moves)


@dataclass(frozen=True, slots=True)
class Moved:
    """A hand after a move was sent. `is_old`: it was meant for an earlier moment, and nothing was done."""

    practice: Practice
    is_old: bool = False


def most_bots(rules: engine.Rules) -> int:
    """Against how many bots one hand is played: three where the rules allow four at a table."""
    return min(4, max(rules.player_counts())) - 1


def begin(*, rules: str, bot: str) -> str:
    """Deal a hand of these rules against bots of one kind, from any of its doubles; returns its name."""
    read = engine.Rules.read(rules)
    secret = secrets.token_bytes(engine.KEY_BYTES)
    bots = (PERSON, *(bot for _ in range(most_bots(read))))
    centre = secrets.choice(read.centres())
    dealing = Dealing(rules, bots, centre, hand=1, before=None, keys=engine.hand_keys(secret, 1))
    name = secrets.token_urlsafe(16)
    cache.set(_key(name), Practice(dealing, Sitting.begin(dealing).moves), KEEPS_FOR)
    return name


def find(name: str) -> Practice:
    """The hand of this name. Raises Gone."""
    practice: Practice | None = cache.get(_key(name))
    if practice is None:
        raise Gone
    return practice


def move(*, name: str, counter: int, step: Step, sent: str) -> Moved:
    """Make a move of the person and let the bots answer. Raises Gone, and IllegalMove with a sentence.

    `counter` is that of the hand which the person saw: of two moves for one moment only the first is made. `sent` is
    what was sent, as text: the same sent twice in a row (a double tap) is not called old.
    """
    with _alone(name):
        practice = find(name)
        if counter != practice.counter:
            again = counter == practice.counter - 1 and sent == practice.last
            return Moved(practice, is_old=not again)
        after = practice.sitting.after(step).answered()
        moved = replace(practice, moves=after.moves, counter=counter + 1, last=sent)
        cache.set(_key(name), moved, KEEPS_FOR)
        return Moved(moved)


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Hold a hand while it is moved; whoever comes second waits. Raises Gone if it is held for too long."""
    lock, give_up = f"{_key(name)}.moving", time.monotonic() + WAITS_FOR
    while not cache.add(lock, 1, MOVE_TAKES):
        if time.monotonic() > give_up:
            raise Gone
        time.sleep(LOOK_EVERY)
    try:
        yield
    finally:
        cache.delete(lock)


def _key(name: str) -> str:
    return f"practice.{engine.VERSION}.{name}"

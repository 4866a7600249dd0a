"""Two deals of one table that everybody takes for the same: the same moves, other tiles where nobody can see them.

Found by trying: secrets are dealt until two of them agree in what a seat holds, and then for as many moves as both
allow. Who is shown the same pages for both was shown nothing of the tiles in which they differ.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import combinations

import engine
from games.screen import PERSON, Dealing, Sitting, Step

TRIES = 250


@dataclass(frozen=True, slots=True)
class TwoDeals:
    """Two secrets of a table, and moves from the first hand's beginning on that both of them allow."""

    secrets: tuple[bytes, bytes]
    steps: tuple[Step, ...]


def secret(number: int) -> bytes:
    """One of many secrets of tables."""
    return sha256(f"secret {number}".encode()).digest()


def dealt(rules: str, players: int, centre: int, of: bytes) -> Sitting:
    """The first hand that a secret deals to people."""
    return Sitting.begin(Dealing(rules, (PERSON,) * players, centre, 1, None, engine.hand_keys(of, 1)))


@cache
def alike_from_outside(rules: str, players: int, centre: int) -> TwoDeals:
    """Two deals that look alike to somebody who sees no rack, with the most moves that a short search finds."""
    numbered = [(number, dealt(rules, players, centre, secret(number))) for number in range(TRIES)]
    return _longest(combinations(numbered, 2), seat=None)


@cache
def alike_for_a_seat(rules: str, players: int, centre: int, seat: int, among: int) -> TwoDeals:
    """Two deals that look alike to a seat: it holds the same tiles in both, and nobody else does."""
    by_rack: dict[object, list[tuple[int, Sitting]]] = {}
    for number in range(among):
        sitting = dealt(rules, players, centre, secret(number))
        by_rack.setdefault((sitting.hand.rack(seat), sitting.turn), []).append((number, sitting))
    pairs = (pair for held in by_rack.values() for pair in combinations(held, 2))
    return _longest(pairs, seat=seat)


def _longest(pairs: Iterable[tuple[tuple[int, Sitting], tuple[int, Sitting]]], seat: int | None) -> TwoDeals:
    found = TwoDeals((b"", b""), ())
    for (one, first), (other, second) in pairs:
        steps = _common(first, second, seat)
        if len(steps) > len(found.steps):
            found = TwoDeals((secret(one), secret(other)), steps)
    return found


def _common(one: Sitting, other: Sitting, seat: int | None) -> tuple[Step, ...]:
    """Moves that both allow, plays first; `seat` draws nothing, for it would draw different tiles."""
    chance, steps = random.Random(1), list[Step]()
    while one.turn == other.turn and not one.is_over:
        moves = sorted(set(one.hand.legal_moves()) & set(other.hand.legal_moves()), key=lambda move: move.text())
        plays: list[engine.Move] = [move for move in moves if isinstance(move, engine.Play)]
        choice = plays if one.turn == seat else plays or moves
        if not choice:
            break
        step = Step(chance.choice(choice))
        after = one.after(step), other.after(step)
        if after[0].is_over or after[1].is_over or after[0].turn != after[1].turn:
            break
        one, other = after
        steps.append(step)
    return tuple(steps)

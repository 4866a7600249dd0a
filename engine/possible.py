"""What a hand that is still to be played can bring: the bounds of what would be accepted when it is handed in."""

from collections.abc import Sequence
from functools import lru_cache

from engine.bounds import most_left
from engine.options import DoubleOut
from engine.outcome import Ended
from engine.plausible import Kind, check_hand
from engine.rules import Rules


def most_points(rules: Rules, centre: int | None) -> int:
    """The most points that one seat can have in a hand, and that all seats can have together.

    All tiles beside the centre; who goes out on a double may pay 50 more than any tiles (A29).
    """
    penalty = 50 if rules.double_out is DoubleOut.COSTS_50 else 0
    return most_left(rules, centre) + penalty


def most_zeros(rules: Rules, centre: int | None) -> int:
    """How many seats can end a hand with 0 points: who goes out, and who holds a 0-0 worth nothing (A33)."""
    return 2 if rules.zero_blank == 0 and centre != 0 else 1


def can_be_handed_in(rules: Rules, *, players: int, centre: int | None, points: Sequence[int]) -> bool:
    """Whether a hand can end with these points, however it ended; of fewer seats than players: begin with them.

    Exact as far as `check_hand` is: what it gives up on counts as possible.
    """
    return _can_be(rules, players, centre, tuple(sorted(points)))


@lru_cache(8192)
def _can_be(rules: Rules, players: int, centre: int | None, points: tuple[int, ...]) -> bool:
    verdicts = (check_hand(rules, players=players, centre=centre, ended=ended, points=points) for ended in Ended)
    return any(verdict.kind is not Kind.REFUSE for verdict in verdicts)

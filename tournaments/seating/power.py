"""Power seating: people with similar scores share a table, as far as that does not make the same people meet again."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum

from engine import N_
from tournaments.seating.draw import Past, Seating
from tournaments.seating.sizes import Split
from tournaments.seating.wishes import Wishes

ALGORITHM = "henhouse-power-1"
"""The version of the power draw; it changes whenever the same inputs could give another seating."""

WHAT_IT_BUYS = N_(
    "Power seating buys closer tables, not a truer ranking: in trials the final order was as right, and as wrong, as "
    "with balanced seating. People meet again more often."
)


class Rematch(IntEnum):
    """How much a rematch weighs against a close table, in squared points where places are worth 7, 5, 3 and 1."""

    CLOSE_GAMES = 64
    CLOSE_RATHER = 128
    VARIETY_RATHER = 256
    ONLY_IF_FORCED = 10_000


class Order(Enum):
    """Who shares a table: neighbours in the standings, or the best spread over the tables (1 8 9 16 / 2 7 10 15)."""

    SLICES = "slices"
    SNAKE = "snake"


class TopTable(Enum):
    """The first table: like any other, with rematches free of charge, or exactly the best of the standings."""

    LIKE_ANY = "like any"
    REMATCHES_FREE = "rematches free"
    AS_RANKED = "as ranked"


@dataclass(frozen=True, slots=True)
class PowerRules:
    """How a power round is drawn.

    `never_within`: whoever met within the last so many rounds does not meet, unless nothing else is left.
    `only_in_last_round`: rematches are avoided like that in every round but the last, where they are free.
    `last_round`: this is the last round, cut strictly by the standings: the top table is the final.
    """

    rematch: Rematch = Rematch.VARIETY_RATHER
    allow_rematches: bool = False
    never_within: int = 0
    order: Order = Order.SLICES
    top_table: TopTable = TopTable.LIKE_ANY
    last_round: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """One entry in the standings: its place (shared when tied) and its score, in whole numbers of any unit."""

    entry: int
    place: int
    score: int


def draw_power_round(
    standings: Sequence[Standing],
    split: Split,
    past: Past,
    *,
    seed: int,
    rules: PowerRules | None = None,
    wishes: Wishes | None = None,
    moves: int | None = None,
) -> Seating:
    """Draw the next round by the standings (best first), within so many moves (swaps tried).

    Raises CannotSeat as `draw.draw_round` does.
    """
    raise NotImplementedError

"""What organisers can ask of power seating, and what it is drawn from."""

from dataclasses import dataclass
from enum import Enum, IntEnum

from engine import N_

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


class Rematches(Enum):
    """Whether people may meet again: avoided at the price of a `Rematch`, free, or free in the last round only."""

    AVOID = "avoid"
    ALLOW = "allow"
    ONLY_IN_LAST_ROUND = "only in the last round"


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

    `never_within`: whoever met within the last so many rounds does not meet, unless nothing else is left. `strict`: cut
    by the standings alone, without regard to rematches and turns; in the last round the top table is then the final.
    `last_round` says that this is the last round. A snake knows no turns and no top table.
    """

    rematch: Rematch = Rematch.VARIETY_RATHER
    rematches: Rematches = Rematches.AVOID
    never_within: int = 0
    order: Order = Order.SLICES
    top_table: TopTable = TopTable.LIKE_ANY
    strict: bool = False
    last_round: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """One entry in the standings: its place (shared when tied) and its score, in whole numbers of any unit."""

    entry: int
    place: int
    score: int

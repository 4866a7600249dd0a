"""Points that are rare: above them a report is asked about.

For 2, 3, … players, what the highest player of 999 hands in 1,000 does not exceed: the largest over random, heaviest
and doubles-first bots, 20,000 hands each, so that it holds for clumsy tables too. Made by `python -m engine calibrate`.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from engine.rules import Rules, preset

LIMITS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        "gamerules": (188, 137, 113, 100, 92, 93, 93),
        "gamerules zero_blank=50": (218, 165, 142, 132, 122, 123, 124),
        "gamerules set=6": (79, 61, 56, 53, 48),
        "gamerules set=12": (351, 248, 198, 165, 151, 144, 141),
        "spruce": (214, 164, 142, 130, 123, 114),
        "spruce set=6": (115, 101, 81),
        "spruce set=12": (352, 258, 210, 182, 169, 155, 154),
        "classic4": (209, 165, 146, 128, 122, 115, 113),
        "coop6": (307, 239, 213, 186, 179),
        "chickie6": (65, 59),
    }
)


@lru_cache(1024)
def rarely_more_than(rules: Rules, players: int) -> int | None:
    """The points that hardly anybody exceeds at a table of this size, or None without a figure for these rules."""
    own = preset(rules.name)
    played_alike = replace(rules, players=own.players, zero_needs_out=own.zero_needs_out, hands=own.hands)
    figures = LIMITS.get(played_alike.text(), ())
    return figures[players - 2] if players - 2 < len(figures) else None

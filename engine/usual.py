"""What is usual: the mean points of a player in a hand, by rules and number of players, as bots play.

For 2, 3, … players, in tenths: of bots that play their heaviest tile, and of bots that play any tile, 4,000 hands each.
People lie between or above. Made by `python -m engine calibrate --usual --hands 4000`. For information only: no fixed
figure fits every field of players.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from engine.rules import AnyRules, Rules, preset

USUAL: Mapping[str, tuple[tuple[int, int], ...]] = MappingProxyType(
    {
        "gamerules": ((298, 579), (239, 386), (198, 290), (179, 242), (164, 223), (160, 218), (172, 227)),
        "gamerules zero_blank=50": ((486, 679), (369, 450), (300, 342), (258, 285), (232, 261), (219, 253), (223, 261)),
        "gamerules set=6": ((152, 227), (107, 150), (92, 121), (89, 114), (111, 127)),
        "gamerules set=12": ((417, 1038), (292, 656), (241, 502), (231, 415), (221, 369), (223, 353), (217, 338)),
        "spruce": ((464, 583), (328, 388), (278, 309), (254, 278), (240, 263), (218, 238)),
        "spruce set=6": ((283, 287), (218, 218), (174, 169)),
        "spruce set=12": ((506, 899), (352, 568), (299, 445), (283, 396), (275, 362), (268, 348), (266, 344)),
        "classic4": ((467, 551), (354, 397), (300, 335), (255, 275), (244, 263), (214, 235), (200, 223)),
        "coop6": ((780, 788), (590, 535), (518, 427), (449, 368), (418, 350)),
        "chickie6": ((79, 133), (84, 119)),
    }
)


@dataclass(frozen=True, slots=True)
class Usual:
    """Mean points of a hand in tenths: of bots that play their heaviest tile, and of bots that play any tile."""

    heaviest: int
    random: int


@lru_cache(1024)
def usual_points(rules: AnyRules, players: int) -> Usual | None:
    """What is usual at a table of this size, or None without figures for these rules."""
    if not isinstance(rules, Rules):
        return None
    own = preset(rules.name)
    played_alike = replace(rules, players=own.players, zero_needs_out=own.zero_needs_out, hands=own.hands)
    figures = USUAL.get(played_alike.text(), ())
    return Usual(*figures[players - 2]) if 0 <= players - 2 < len(figures) else None

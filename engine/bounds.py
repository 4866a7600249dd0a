"""How many points can be left in a hand: arithmetic on the tiles of a set, before anything is known of the play.

All bounds add up `Rules.value`, never pips, so they hold for every way of counting blanks. A centre of None stands for
a hand whose starting double is not known: the bound is then the largest over all of them.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from engine.options import CentreFrom
from engine.rules import Rules, preset
from engine.tiles import Tile

MOST_TILES: Mapping[tuple[str, int], tuple[int, ...]] = MappingProxyType(
    {
        ("gamerules", 6): (14, 12, 10, 8, 6),
        ("gamerules", 9): (31, 25, 20, 17, 14, 12, 11),
        ("gamerules", 12): (53, 43, 35, 29, 24, 22, 19),
        ("gamerules", 15): (80, 64, 53, 44, 38, 32, 29),
        ("gamerules", 18): (113, 90, 74, 62, 53, 46, 41),
        ("spruce", 6): (18, 13, 7),
        ("spruce", 9): (36, 27, 21, 18, 15, 13),
        ("spruce", 12): (60, 45, 36, 30, 25, 22, 20),
        ("spruce", 15): (90, 67, 54, 44, 38, 33, 30),
        ("spruce", 18): (126, 94, 75, 62, 54, 46, 42),
    }
)
"""The most tiles that one player can come to hold, by preset and set, for 2, 3, … players.

A player draws at most once a turn, all draws share the yard, and every opponent goes out after as many turns as they
hold tiles and two for each turn spent on drawing; the figures are the largest over every split, search and seat order.
They hold for the preset's own deal.
"""


def most_of_one(rules: Rules, centre: int | None, tiles: int) -> int:
    """The points of the so many heaviest tiles beside the centre."""
    return max(sum(_values(rules, number)[:tiles]) for number in _centres(rules, centre))


def most_left(rules: Rules, centre: int | None) -> int:
    """The points of all tiles beside the centre: no rule can leave more."""
    return most_of_one(rules, centre, rules.tiles.size)


@lru_cache(1024)
def most_tiles(rules: Rules, players: int) -> int | None:
    """The most tiles one player can come to hold, or None where there is no figure for these rules."""
    own = preset(rules.name)
    counted_as_preset = replace(
        rules,
        players=own.players,
        zero_blank=own.zero_blank,
        other_blanks=own.other_blanks,
        zero_needs_out=own.zero_needs_out,
        hands=own.hands,
    )
    figures = MOST_TILES.get((rules.name, rules.set), ())
    if counted_as_preset != replace(own, set=rules.set) or players - 2 >= len(figures):
        return None
    return figures[players - 2]


def trains_laid(rules: Rules, players: int, *, somebody_out: bool) -> int:
    """Opening tiles that must lie on the table when the hand ended by itself.

    If somebody is out, they have played what they were dealt (the centre among it where it comes from a rack), and in
    the opening all of it on the centre. If the hand is blocked, every tile that fits the centre and is not in the
    reserve has been played, or the opening is finished (A15).
    """
    arms = rules.arms_for(players)
    if not somebody_out:
        return min(arms, rules.set - rules.reserve_for(players))
    from_rack = 0 if rules.centre is CentreFrom.ASIDE else 1
    return min(arms, rules.hand_size(players) - from_rack)


def most_left_after(rules: Rules, centre: int | None, laid: int) -> int:
    """As most_left, with so many opening tiles on the table, the cheapest ones."""
    return max(sum(_values(rules, number)) - _cheapest(rules, number, laid) for number in _centres(rules, centre))


def can_be_made(rules: Rules, centre: int | None, points: int) -> bool:
    """Whether some tiles beside the centre have exactly these points."""
    return any(_sums(rules, number) >> points & 1 for number in _centres(rules, centre))


def _centres(rules: Rules, centre: int | None) -> tuple[int, ...]:
    if centre is None:
        return tuple(range(rules.set + 1))
    if not 0 <= centre <= rules.set:
        raise ValueError(f"the {rules.tiles.name} has no {centre}-{centre}")
    return (centre,)


@lru_cache(1024)
def _values(rules: Rules, centre: int) -> tuple[int, ...]:
    """What the tiles beside the centre cost, heaviest first."""
    return tuple(sorted((rules.value(tile) for tile in rules.tiles.tiles if tile != Tile.double(centre)), reverse=True))


@lru_cache(1024)
def _cheapest(rules: Rules, centre: int, count: int) -> int:
    matching = sorted(rules.value(tile) for tile in rules.tiles.carrying(centre) if not tile.is_double)
    return sum(matching[:count])


@lru_cache(1024)
def _sums(rules: Rules, centre: int) -> int:
    """A bit for each number of points that some tiles make."""
    reached = 1
    for value in _values(rules, centre):
        reached |= reached << value
    return reached

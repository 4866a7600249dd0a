"""Check what a table shows: the tiles that each player has left."""

from collections.abc import Sequence

from engine.plausible import Finding, Kind, Verdict
from engine.rules import Rules
from engine.tiles import Tile
from engine.words import N_, Sentence, say


def check_racks(rules: Rules, *, centre: int, racks: Sequence[Sequence[Tile]]) -> Verdict:
    """Refuse tiles that nobody can hold: the centre itself (A34), tiles of another set, and tiles seen before (A48).

    What the racks cost is Rules.points.
    """
    findings: list[Finding] = []
    seen: set[Tile] = set()
    for seat, rack in enumerate(racks):
        for tile in rack:
            wrong = _why_not(rules, centre, tile, seen)
            findings.extend(Finding(Kind.REFUSE, seat, sentence) for sentence in wrong)
            seen.add(tile)
    return Verdict(tuple(findings))


def _why_not(rules: Rules, centre: int, tile: Tile, seen: set[Tile]) -> tuple[Sentence, ...]:
    if tile.high > rules.set:
        foreign = N_("{tile} is not in the {set}. Please look at this tile again.")
        return (say("rack.foreign_tile", foreign, tile=str(tile), set=rules.tiles.name),)
    if tile == Tile.double(centre):
        on_table = N_("{tile} is the starting double and lies on the table. Please look at the tiles again.")
        return (say("rack.centre", on_table, tile=str(tile)),)
    if tile in seen:
        twice = N_("{tile} is there twice, and the set has it once. Please look at the tiles again.")
        return (say("rack.tile_twice", twice, tile=str(tile)),)
    return ()

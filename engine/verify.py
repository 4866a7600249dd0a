"""Check what a table shows: the tiles that each player has left, and all tiles at the end of a hand."""

from collections.abc import Iterator, Sequence

from engine.plausible import Finding, Kind, Verdict
from engine.rules import Rules
from engine.tiles import Tile
from engine.words import N_, Sentence, say


def check_racks(rules: Rules, *, centre: int | None, racks: Sequence[Sequence[Tile]]) -> Verdict:
    """Refuse tiles that nobody can hold: the centre itself (A34), tiles of another set, and tiles seen before (A48).

    What the racks cost is Rules.points. A centre of None is not known, and then on no rack as far as one can tell.
    """
    seen: set[Tile] = set()
    return Verdict(tuple(_on_racks(rules, centre, racks, seen)))


def check_tiles(
    rules: Rules, *, centre: int, racks: Sequence[Sequence[Tile]], table: Sequence[Tile], yard: Sequence[Tile]
) -> Verdict:
    """Refuse tiles that are not the whole set: racks, table and yard with the centre, each tile once (A48).

    The centre may be among the tiles of the table or left out. What is wrong there or in the yard has no seat, and so
    has a tile that is missing.
    """
    seen: set[Tile] = set()
    findings = [*_on_racks(rules, centre, racks, seen)]
    laid = list(table)
    if Tile.double(centre) in laid:
        laid.remove(Tile.double(centre))
    for tile in (*laid, *yard):
        findings.extend(Finding(Kind.REFUSE, None, sentence) for sentence in _why_not(rules, centre, tile, seen))
        seen.add(tile)
    for tile in rules.tiles.tiles:
        if tile not in seen and tile != Tile.double(centre):
            missing = N_("{tile} is missing: it is on no rack, not on the table and not in the yard.")
            findings.append(Finding(Kind.REFUSE, None, say("tiles.missing", missing, tile=str(tile))))
    return Verdict(tuple(findings))


def _on_racks(rules: Rules, centre: int | None, racks: Sequence[Sequence[Tile]], seen: set[Tile]) -> Iterator[Finding]:
    for seat, rack in enumerate(racks):
        for tile in rack:
            yield from (Finding(Kind.REFUSE, seat, sentence) for sentence in _why_not(rules, centre, tile, seen))
            seen.add(tile)


def _why_not(rules: Rules, centre: int | None, tile: Tile, seen: set[Tile]) -> tuple[Sentence, ...]:
    if tile.high > rules.set:
        foreign = N_("{tile} is not in the {set}. Please look at this tile again.")
        return (say("rack.foreign_tile", foreign, tile=str(tile), set=rules.tiles.name),)
    if centre is not None and tile == Tile.double(centre):
        on_table = N_("{tile} is the starting double and lies on the table. Please look at the tiles again.")
        return (say("rack.centre", on_table, tile=str(tile)),)
    if tile in seen:
        twice = N_("{tile} is there twice, and the set has it once. Please look at the tiles again.")
        return (say("rack.tile_twice", twice, tile=str(tile)),)
    return ()

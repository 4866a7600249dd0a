"""Can these tiles be left? Checks of a reported hand of which everybody's last tiles are known."""

from collections.abc import Iterator, Sequence

from engine.bounds import most_tiles
from engine.options import DeadFoot
from engine.outcome import Ended
from engine.packing import most_left_tiles
from engine.plausible import Finding, Kind, Verdict
from engine.rules import Rules
from engine.tiles import Tile
from engine.verify import check_racks
from engine.words import N_, say


def check_left(
    rules: Rules, *, players: int, centre: int | None, ended: Ended, racks: Sequence[Sequence[Tile]]
) -> Verdict:
    """Check the tiles left of a hand, one rack for each seat that counts; `players` were dealt to.

    Refused are tiles that nobody can hold, racks that do not fit the end of the hand, and more tiles than can be left.
    Asked about is a blocked hand in which each number is still on some rack: somebody could have played on.
    """
    findings = [
        *check_racks(rules, centre=centre, racks=racks).findings,
        *_empty(ended, racks, missing=players - len(racks)),
        *_too_many(rules, players, ended, racks),
    ]
    held = {number for rack in racks for tile in rack for number in (tile.high, tile.low)}
    never_open = len(racks) < players or rules.dead_foot is DeadFoot.END_WHEN_HOPELESS
    if ended is Ended.BLOCKED and not never_open and len(held) == rules.set + 1:
        closed = N_(
            "Every number is still on somebody's rack, so whatever was open could have been played on. Was the hand"
            " really blocked, and are all tiles right?"
        )
        findings.append(Finding(Kind.ASK, None, say("left.no_number_closed", closed)))
    return Verdict(tuple(findings))


def _empty(ended: Ended, racks: Sequence[Sequence[Tile]], *, missing: int) -> Iterator[Finding]:
    """Who has nothing left went out, and nobody else did."""
    empty = [seat for seat, rack in enumerate(racks) if not rack]
    if ended is Ended.OUT and not empty and not missing:
        nobody = N_(
            "Everybody has tiles left, so nobody went out. Was the hand blocked? If not, look for the player who went"
            " out: they have none."
        )
        yield Finding(Kind.REFUSE, None, say("left.nobody_out", nobody))
    if ended is Ended.OUT and len(empty) > 1:
        many = N_(
            "{count} players have no tiles left, but only one can go out. Please look for the tiles of the others."
        )
        yield Finding(Kind.REFUSE, None, say("left.several_out", many, count=len(empty)))
    if ended is not Ended.OUT:
        out = N_("No tiles are left here, so this player went out. Look for the tiles, or did the hand end so?")
        yield from (Finding(Kind.REFUSE, seat, say("left.went_out", out)) for seat in empty)


def _too_many(rules: Rules, players: int, ended: Ended, racks: Sequence[Sequence[Tile]]) -> Iterator[Finding]:
    most, count = most_left_tiles(rules, players, ended), sum(map(len, racks))
    if count > most:
        together = N_(
            "Together {count} tiles are left, and at most {most} can be: the rest is on the table or in the yard."
            " Please count again."
        )
        yield Finding(Kind.REFUSE, None, say("left.too_many_together", together, count=count, most=most))
    of_one = most_tiles(rules, players)
    for seat, rack in enumerate(racks if of_one is not None else ()):
        if of_one is not None and len(rack) > of_one:
            many = N_("{count} tiles are more than one player can come to hold, which is {most}. Please count again.")
            yield Finding(Kind.ASK, seat, say("left.too_many", many, count=len(rack), most=of_one))

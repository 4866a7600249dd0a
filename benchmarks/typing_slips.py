"""python benchmarks/typing_slips.py [RULES] [--hands N] [--bot NAME]: how many slips are caught while a hand is typed.

One slip of each kind is made in each of many true sheets, typed in each of the three ways: points, tiles left, whole
record (as far as the table saw it, the deal is not known). Checked is what the desk checks. Prints, for each kind, the
share that is refused and the share that is refused or asked about; true sheets come first, whose share is false alarm.
A slip that leaves the sheet as it was is not counted. docs/verification.md explains the figures.
"""

import argparse
import os
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.slips import SLIPS, played
from engine import BOTS, Record, Rules, Tile

COUNTED_BY_THE_DESK = frozenset({"a score is off by one"})
"""Of a record the desk works out the points itself, so nobody can mistype them."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A hand as it is typed: how it ended, points or tiles by seat, or a record."""

    rules: Rules
    centre: int
    ended: str
    points: tuple[int, ...]
    racks: tuple[tuple[Tile, ...], ...] = ()
    record: Record | None = None


Change = Callable[[Sheet, random.Random], Sheet]


def with_points(sheet: Sheet, seat: int, points: int) -> Sheet:
    return replace(sheet, points=(*sheet.points[:seat], points, *sheet.points[seat + 1 :]))


def with_rack(sheet: Sheet, seat: int, rack: Sequence[Tile]) -> Sheet:
    """Another rack, whose points the desk works out."""
    racks = (*sheet.racks[:seat], tuple(rack), *sheet.racks[seat + 1 :])
    return replace(sheet, racks=racks, points=tuple(map(sheet.rules.points, racks)))


# Points


def a_digit_is_another(sheet: Sheet, chance: random.Random) -> Sheet:
    seat = chance.randrange(len(sheet.points))
    digits = list(str(sheet.points[seat]))
    digits[chance.randrange(len(digits))] = chance.choice("0123456789")
    return with_points(sheet, seat, int("".join(digits)))


def an_extra_digit(sheet: Sheet, chance: random.Random) -> Sheet:
    seat = chance.randrange(len(sheet.points))
    digits = list(str(sheet.points[seat]))
    digits.insert(chance.randrange(len(digits) + 1), chance.choice("0123456789"))
    return with_points(sheet, seat, int("".join(digits)))


def digits_are_exchanged(sheet: Sheet, chance: random.Random) -> Sheet:
    seats = [seat for seat, points in enumerate(sheet.points) if points > 9]
    if not seats:
        return sheet
    seat = chance.choice(seats)
    digits = list(str(sheet.points[seat]))
    at = chance.randrange(len(digits) - 1)
    digits[at], digits[at + 1] = digits[at + 1], digits[at]
    return with_points(sheet, seat, int("".join(digits)))


def the_sum_is_off_by_ten(sheet: Sheet, chance: random.Random) -> Sheet:
    seat = chance.randrange(len(sheet.points))
    return with_points(sheet, seat, max(0, sheet.points[seat] + chance.choice((-10, 10))))


def the_zero_is_lost(sheet: Sheet, chance: random.Random) -> Sheet:
    zeros = [seat for seat, points in enumerate(sheet.points) if points == 0]
    return with_points(sheet, zeros[0], chance.randint(1, 30)) if zeros else sheet


def a_second_zero(sheet: Sheet, chance: random.Random) -> Sheet:
    others = [seat for seat, points in enumerate(sheet.points) if points]
    return with_points(sheet, chance.choice(others), 0) if others and sheet.ended == "out" else sheet


def two_seats_are_exchanged(sheet: Sheet, chance: random.Random) -> Sheet:
    one, other = chance.sample(range(len(sheet.points)), 2)
    if sheet.racks:
        rack = sheet.racks[one]
        return with_rack(with_rack(sheet, one, sheet.racks[other]), other, rack)
    points = sheet.points[one]
    return with_points(with_points(sheet, one, sheet.points[other]), other, points)


def blocked_is_not_said_or_said_too_much(sheet: Sheet, chance: random.Random) -> Sheet:  # noqa: ARG001 - as the others
    return replace(sheet, ended="blocked" if sheet.ended == "out" else "out")


# Tiles left


def a_sign_of_a_tile_is_another(sheet: Sheet, chance: random.Random) -> Sheet:
    seats = [seat for seat, rack in enumerate(sheet.racks) if rack]
    if not seats:
        return sheet
    seat = chance.choice(seats)
    rack = list(sheet.racks[seat])
    at = chance.randrange(len(rack))
    kept = chance.choice((rack[at].high, rack[at].low))
    rack[at] = Tile(kept, chance.randint(0, sheet.rules.set))
    return with_rack(sheet, seat, rack)


def a_tile_is_forgotten(sheet: Sheet, chance: random.Random) -> Sheet:
    seats = [seat for seat, rack in enumerate(sheet.racks) if rack]
    if not seats:
        return sheet
    seat = chance.choice(seats)
    rack = list(sheet.racks[seat])
    rack.pop(chance.randrange(len(rack)))
    return with_rack(sheet, seat, rack)


def a_tile_is_typed_twice(sheet: Sheet, chance: random.Random) -> Sheet:
    tiles = [tile for rack in sheet.racks for tile in rack]
    seat = chance.randrange(len(sheet.racks))
    return with_rack(sheet, seat, (*sheet.racks[seat], chance.choice(tiles))) if tiles else sheet


def a_rack_is_left_out(sheet: Sheet, chance: random.Random) -> Sheet:
    seats = [seat for seat, rack in enumerate(sheet.racks) if rack]
    return with_rack(sheet, chance.choice(seats), ()) if seats else sheet


# A record: the slips of benchmarks/slips.py, in a record that the desk reads and counts itself


def of_record(slip: Callable[[Record, random.Random], Record]) -> Change:
    def change(sheet: Sheet, chance: random.Random) -> Sheet:
        assert sheet.record is not None
        wrong = slip(sheet.record, chance)
        ended = sheet.ended if wrong.ended is None else wrong.ended.value
        points = tuple(map(sheet.rules.points, wrong.left))
        return replace(sheet, record=replace(wrong, score=points), racks=wrong.left, points=points, ended=ended)

    return change


def no_slip(sheet: Sheet, chance: random.Random) -> Sheet:  # noqa: ARG001 - as the others
    return sheet


POINTS: tuple[Change, ...] = (
    a_digit_is_another,
    an_extra_digit,
    digits_are_exchanged,
    the_sum_is_off_by_ten,
    the_zero_is_lost,
    a_second_zero,
    two_seats_are_exchanged,
    blocked_is_not_said_or_said_too_much,
)
TILES: tuple[Change, ...] = (
    a_sign_of_a_tile_is_another,
    a_tile_is_forgotten,
    a_tile_is_typed_twice,
    a_rack_is_left_out,
    two_seats_are_exchanged,
    blocked_is_not_said_or_said_too_much,
)
RECORD: Mapping[str, Change] = {
    name: of_record(slip) for name, slip in SLIPS.items() if name not in COUNTED_BY_THE_DESK
}
WAYS: Mapping[str, Mapping[str, Change]] = {
    "points": {change.__name__.replace("_", " "): change for change in POINTS},
    "tiles left": {change.__name__.replace("_", " "): change for change in TILES},
    "record": RECORD,
}


def typed(record: Record, way: str) -> Sheet:
    """A true hand as it is typed in one of the ways."""
    public = replace(record, deal=(), yard=())
    ended = "out" if record.ended is None else record.ended.value
    sheet = Sheet(record.rules, record.centre, ended, record.score)
    if way == "points":
        return sheet
    return replace(sheet, racks=record.left, record=public if way == "record" else None)


def verdict(sheet: Sheet) -> tuple[bool, bool]:
    """Whether the desk refuses a sheet, and whether it refuses it or asks."""
    from games.checks import check_handed, rack_text  # noqa: PLC0415 - Django has to be set up first
    from games.models import Report, Score  # noqa: PLC0415
    from games.reports import Handed, Line  # noqa: PLC0415

    racks: Sequence[str | None] = [rack_text(rack) for rack in sheet.racks] or [None] * len(sheet.points)
    lines = tuple(
        Line(place, Score.State.PLAYED, points, rack=rack)
        for place, (points, rack) in enumerate(zip(sheet.points, racks, strict=True), 1)
    )
    record = "" if sheet.record is None else sheet.record.text()
    handed = Handed(1, Report.Ended(sheet.ended), lines, record=record)
    kinds = [found.kind.value for found in check_handed(sheet.rules, sheet.centre, handed)]
    return "refuse" in kinds, bool(kinds)


@dataclass(slots=True)
class Caught:
    """How many sheets had a slip of a kind, how many of those were refused, and how many refused or asked about."""

    made: int = 0
    refused: int = 0
    noticed: int = 0


def caught(rules: Rules, way: str, hands: int, *, bot: str = "doubles-first", seed: int = 2026) -> dict[str, Caught]:
    """The counts by kind of slip, the true sheets first, for tables of every size in turn."""
    changes: dict[str, Change] = {"no slip (false alarm)": no_slip, **WAYS[way]}
    counts, deals = rules.player_counts(), random.Random(seed)
    results = {kind: Caught() for kind in changes}
    chances = {kind: random.Random(f"{seed} {way} {kind}") for kind in changes}
    for number in range(hands):
        true = typed(played(rules, counts[number % len(counts)], deals, BOTS[bot]), way)
        for kind, change in changes.items():
            sheet = change(true, chances[kind])
            if sheet == true and change is not no_slip:
                continue
            refused, noticed = verdict(sheet)
            results[kind].made += 1
            results[kind].refused += refused
            results[kind].noticed += noticed
    return results


def set_up() -> None:
    """Make the models known; no database is opened."""
    import django  # noqa: PLC0415

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()


def main(argv: Sequence[str]) -> int:
    """Print a table for each way of typing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="?", default="gamerules", metavar="RULES")
    parser.add_argument("--hands", type=int, default=4000)
    parser.add_argument("--bot", choices=list(BOTS), default="doubles-first")
    options = parser.parse_args(argv)
    set_up()
    for way in WAYS:
        print(f"| {way}: slip | refused | refused or asked about |\n| --- | --- | --- |")
        for kind, of in caught(Rules.read(options.rules), way, options.hands, bot=options.bot).items():
            print(f"| {kind} | {_percent(of.refused, of.made)} | {_percent(of.noticed, of.made)} |")
        print()
    return 0


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

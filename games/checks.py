"""How far the engine can check a hand as it is handed in: its points, the tiles left, or every turn of its record."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import engine
from engine import N_, Kind, Sentence, Tile, say
from games.models import Report, Score
from games.reports import Handed, Line

ANSWERED_BY_TILES = frozenset({"hand.zero_without_out", "hand.two_zeros"})
"""What is asked about points alone: who holds only the 0-0. The tiles left say it."""


@dataclass(frozen=True, slots=True)
class Found:
    """Something odd or impossible, and the seat that it is about, if it is about one.

    `turn` is the number of the turn from 0 on, and `legal` is what could have stood there, where a record is wrong.
    """

    kind: Kind
    place: int | None
    sentence: Sentence
    turn: int | None = None
    legal: tuple[str, ...] = ()


def read_rack(text: str) -> tuple[Tile, ...]:
    """The tiles of "97 64 00". Raises UnreadableTile."""
    return tuple(map(Tile.read, text.split()))


def rack_text(tiles: Sequence[Tile]) -> str:
    """Tiles as they are stored: the heaviest first."""
    ordered = sorted(tiles, key=lambda tile: (tile.pips, tile.high), reverse=True)
    return " ".join(tile.text() for tile in ordered)


def without_names(record: engine.Record, places: Sequence[int]) -> str:
    """A record as it is stored: it names seats, never people."""
    return replace(record, names=tuple(map(str, places))).text()


def played_in(handed: Handed) -> tuple[Line, ...]:
    """The lines of those who played the hand."""
    return tuple(line for line in handed.lines if line.state is Score.State.PLAYED)


def racks_of(played: Sequence[Line]) -> tuple[tuple[Tile, ...], ...] | None:
    """What everybody had left; None where that is not said of all."""
    racks = [line.rack for line in played]
    return None if None in racks else tuple(read_rack(rack or "") for rack in racks)


def how_far(rules: engine.AnyRules, handed: Handed) -> Report.Checked:
    """How far a hand could be checked that the checks did not refuse."""
    if handed.ended in {Report.Ended.VOID, Report.Ended.NOT_SAID} or handed.number is None or not rules.has_tiles:
        return Report.Checked.NOTHING
    if handed.although:
        return Report.Checked.ALTHOUGH
    if handed.record:
        return Report.Checked.RECORD
    return Report.Checked.POINTS if racks_of(played_in(handed)) is None else Report.Checked.TILES


def check_handed(rules: engine.AnyRules, centre: int | None, handed: Handed) -> tuple[Found, ...]:
    """Everything that the engine finds in a hand. Its lines must have points where they are played."""
    played = played_in(handed)
    ended = engine.Ended(handed.ended)
    verdict = engine.check_hand(
        rules, players=len(played), centre=centre, ended=ended, points=[line.points or 0 for line in played]
    )
    of_points = [_found(found, played) for found in verdict.findings]
    if isinstance(rules, engine.FreeRules):
        return tuple(of_points)
    racks = racks_of(played)
    if racks is not None:
        of_points = [found for found in of_points if found.sentence.code not in ANSWERED_BY_TILES]
    return (
        *_of_tiles(rules, centre, ended, played),
        *(_of_record(rules, centre, handed, played) if handed.record else ()),
        *of_points,
    )


def _found(finding: engine.Finding, played: Sequence[Line]) -> Found:
    place = None if finding.seat is None else played[finding.seat].place
    return Found(finding.kind, place, finding.sentence)


def _of_tiles(rules: engine.Rules, centre: int | None, ended: engine.Ended, played: Sequence[Line]) -> Iterator[Found]:
    """What is wrong with the tiles left, as far as they are said."""
    said = [line for line in played if line.rack is not None]
    racks = [read_rack(line.rack or "") for line in said]
    if len(said) == len(played):
        verdict = engine.check_left(rules, players=len(played), centre=centre, ended=ended, racks=racks)
    else:
        verdict = engine.check_racks(rules, centre=centre, racks=racks)
    for finding in verdict.findings:
        yield _found(finding, said)
    for line, rack in zip(said, racks, strict=True):
        right = rules.points(rack)
        if line.points != right and not (not rack and line.points == _price_of_double(rules)):
            wrong = N_("{points} points are written down, and the tiles left make {right}. Please look at both again.")
            yield Found(Kind.REFUSE, line.place, say("tiles.other_points", wrong, points=line.points or 0, right=right))


def _price_of_double(rules: engine.Rules) -> int:
    """What going out on a double costs (A29)."""
    return 50 if rules.double_out is engine.DoubleOut.COSTS_50 else 0


def _of_record(rules: engine.Rules, centre: int | None, handed: Handed, played: Sequence[Line]) -> Iterator[Found]:
    """What is wrong with the record: in itself, or beside what else is handed in."""
    try:
        record = engine.read_record(handed.record)
    except engine.UnreadableRecord as unreadable:
        yield Found(Kind.REFUSE, None, unreadable.sentence)
        return
    other = [
        (
            "record.other_rules",
            N_("The record is of a hand by other rules than the tournament."),
            record.rules == rules,
        ),
        ("record.other_start", N_("The record starts from another double."), centre in {None, record.centre}),
        ("record.other_players", N_("The record is of another number of players."), record.players == len(played)),
        ("record.other_end", N_("The record ends in another way than is said."), _ends_so(record, handed)),
    ]
    wrong = [say(code, words) for code, words, is_so in other if not is_so]
    yield from (Found(Kind.REFUSE, None, sentence) for sentence in wrong)
    if wrong:
        return
    checked = engine.check_full(record) if record.deal else engine.check_public(record)
    for fault in checked.faults:
        place = None if fault.seat is None else played[fault.seat].place
        yield Found(Kind.REFUSE, place, _in_its_round(record, fault), fault.turn, fault.legal)
    for seat, line in enumerate(played):
        if checked.outcome is not None and checked.outcome.points[seat] != line.points:
            points = N_("{points} points are written down, and by the record it is {right}.")
            right = checked.outcome.points[seat]
            yield Found(Kind.REFUSE, line.place, say("record.points", points, points=line.points or 0, right=right))


def _ends_so(record: engine.Record, handed: Handed) -> bool:
    return record.ended is not None and record.ended.value == handed.ended


def _in_its_round(record: engine.Record, fault: engine.Fault) -> Sentence:
    """The sentence of a fault with its round and its token in front."""
    if fault.turn is None:
        return fault.sentence
    where = N_("round {round}, {token}: {sentence}")
    token, number = record.turns[fault.turn].text(), fault.turn // record.players + 1
    return say("record.in_round", where, round=number, token=token, sentence=fault.sentence)

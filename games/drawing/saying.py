"""What is said of each turn of a record: who does what, and what becomes of a foot."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import engine
from engine import N_, Layout, Record, Sentence, Tile, say


@dataclass(frozen=True, slots=True)
class Moment:
    """What happened in a turn: its number (0: before the first), round, seat from 0 on, token, and what to say."""

    number: int
    round: int
    seat: int
    token: str
    says: tuple[Sentence, ...]


def moments(record: Record, layouts: Sequence[Layout], names: Sequence[str]) -> Iterator[Moment]:
    """Every moment of a record; `layouts` is what lies at each, `names` what its seats are called."""
    centre = say("replay.centre", N_("The {centre} lies in the centre."), centre=str(Tile.double(record.centre)))
    begins = say("replay.begins", N_("{name} begins."), name=names[record.first])
    yield Moment(0, 0, record.first, "", (centre, begins))
    for number, turn in enumerate(record.turns):
        seat = record.seat_of(number)
        says = [_turn(turn, names[seat]), *_foot(layouts[number], layouts[number + 1])]
        if number == len(record.turns) - 1 and record.ended is not None:
            says.append(_end(record.ended, names[seat]))
        yield Moment(number + 1, number // record.players + 1, seat, turn.text(), tuple(says))


def _turn(turn: engine.Turn, name: str) -> Sentence:
    if turn.play is None:
        if not turn.drawn:
            return say("replay.passes", N_("{name} passes."), name=name)
        drew = N_("{name} draws a tile and cannot play."), N_("{name} draws {count} tiles and cannot play.")
        return say("replay.draws", *drew, name=name, count=turn.drawn)
    tile, joins = str(turn.play.tile), turn.play.joins
    if not turn.drawn:
        return say("replay.plays", N_("{name} plays {tile} on {number}."), name=name, tile=tile, number=joins)
    forms = (
        N_("{name} draws a tile and plays {tile} on {number}."),
        N_("{name} draws {count} tiles and plays {tile} on {number}."),
    )
    return say("replay.draws_and_plays", *forms, name=name, tile=tile, number=joins, count=turn.drawn)


def _foot(before: Layout, after: Layout) -> Iterator[Sentence]:
    """What has become of a foot in this turn."""
    was = {foot.branch: foot for foot in before.feet if foot.owed}
    now = {foot.branch: foot for foot in after.feet if foot.owed}
    for branch, foot in now.items():
        if branch in was and was[branch].owed == foot.owed:
            continue
        owed = (
            N_("Foot on {double}: one toe is still owed."),
            N_("Foot on {double}: {count} toes are owed."),
        )
        yield say("replay.foot", *owed, double=str(Tile.double(foot.number)), count=foot.owed)
    for branch, foot in was.items():
        if branch not in now:
            done = N_("The foot on {double} is complete.")
            yield say("replay.foot_done", done, double=str(Tile.double(foot.number)))


def _end(ended: engine.Ended, name: str) -> Sentence:
    match ended:
        case engine.Ended.OUT:
            return say("replay.out", N_("{name} is out: the hand is over."), name=name)
        case engine.Ended.BLOCKED:
            return say("replay.blocked", N_("The hand is blocked: nobody can go on."))
        case engine.Ended.STOPPED:
            return say("replay.stopped", N_("The hand was stopped here."))

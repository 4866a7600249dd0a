"""One hand of one table as it counts now: its report, the tiles left, and its record to be looked at."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import engine
from games.checks import read_rack
from games.drawing import NotReplayable, Replay, replay_of
from games.models import Report, Score
from games.reports import Current, line_of
from tournaments.models import Table


def current_hand(table: Table, hand: int) -> Current | None:
    """The report that counts of one hand; None where it is not handed in. Two queries."""
    report = (
        Report.objects.filter(game=table.game_id, hand__number=hand).order_by("revision").last()
        if table.game_id is not None
        else None
    )
    if report is None:
        return None
    return Current(report, tuple(line_of(score) for score in report.scores.order_by("place")))


@dataclass(frozen=True, slots=True)
class Left:
    """The tiles that a seat had left, and whether it is known which they were."""

    place: int
    points: int | None
    tiles: tuple[engine.Tile, ...]
    is_known: bool


def left_of(current: Current) -> tuple[Left, ...]:
    """What everybody who played had left."""
    return tuple(
        Left(line.place, line.points, read_rack(line.rack or ""), line.rack is not None)
        for line in current.lines
        if line.state is Score.State.PLAYED
    )


def replay_for(current: Current, names: Mapping[int, str]) -> Replay | None:
    """The replay of its record, `names` by place; None where there is no record or it cannot be laid."""
    if not current.report.record:
        return None
    places = [line.place for line in current.lines if line.state is Score.State.PLAYED]
    return _replayed(current.report.record, tuple(names.get(place, str(place)) for place in places))


@lru_cache(32)
def _replayed(text: str, names: tuple[str, ...]) -> Replay | None:
    """Every moment of a hand is a page of its own, so the drawing is kept for the next one."""
    try:
        record = engine.read_record(text)
        return replay_of(record, names) if record.players == len(names) else None
    except (engine.UnreadableRecord, NotReplayable):
        return None

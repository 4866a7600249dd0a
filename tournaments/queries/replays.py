"""What a page needs to show a replay at one of its moments; the same for everybody who may see it."""

from collections.abc import Sequence
from typing import Any

from games.drawing import Replay, picture_of


def moment_asked(asked: str, replay: Replay) -> int:
    """The moment that a link asks for, the last one where it does not say a number of a turn."""
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 6):
        return replay.last
    return min(int(asked), replay.last)


def context_of(replay: Replay, names: Sequence[str], asked: str) -> dict[str, Any]:
    """The context of _replay.html; `names` are those of the seats that played."""
    number = moment_asked(asked, replay)
    players, first = replay.record.players, replay.record.first
    turns = replay.moments[1:]
    return {
        "replay": replay,
        "at_turn": replay.moments[number],
        "shown": number,
        "start": replay.moments[0],
        "back": max(0, number - 1),
        "on": min(replay.last, number + 1),
        "picture": picture_of(replay.around),
        "seats": list(zip(names, replay.held, replay.racks, strict=True)),
        "order": [names[(first + seat) % players] for seat in range(players)],
        "rounds": [(place // players + 1, turns[place : place + players]) for place in range(0, len(turns), players)],
    }

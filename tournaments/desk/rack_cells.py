"""The tiles left of one seat as they are typed: 97 64 00, and what they cost."""

import re
from dataclasses import dataclass, replace

import engine
from games.models import Score
from games.reports import Line
from tournaments.desk.sheet import MISSED
from tournaments.models import Seat
from tournaments.queries.tables import TableState
from tournaments.refusals import in_words

_WORDS = re.compile(r"[\s,;]+")


@dataclass(frozen=True, slots=True)
class RackCell:
    """The tiles left of one seat as they are typed, what they cost, and what is wrong with them."""

    name: str
    value: str
    seat: Seat
    state: str = ""
    """Why there is nothing to type: "absent" before somebody came, "left" after they went."""
    tiles: tuple[engine.Tile, ...] = ()
    points: int | None = None
    error: str = ""

    @property
    def missed(self) -> bool:
        """Whether this seat did not play the hand."""
        return bool(self.state) or self.value.strip().lower() in MISSED


def rack_cell(seat: Seat, hand: int, value: str) -> RackCell:
    """The field of a seat with what is typed there; without one where the seat is not at the table for this hand."""
    name = f"rack-{seat.place}"
    if hand < seat.first_hand:
        return RackCell(name, "", seat, state="absent")
    if not seat.is_there_for(hand):
        return RackCell(name, "", seat, state="left")
    return RackCell(name, value, seat)


def priced(cell: RackCell, state: TableState) -> RackCell:
    """The cell with its tiles and their points, or with what cannot be read."""
    if cell.missed:
        return cell
    try:
        tiles = tuple(map(engine.Tile.read, _words_of(cell.value)))
    except engine.UnreadableTile as unreadable:
        return replace(cell, error=in_words(unreadable.sentence))
    rules = engine.read_rules(state.table.game.rules) if state.table.game else engine.Rules()
    points = rules.points(tiles) if isinstance(rules, engine.Rules) else None
    return replace(cell, tiles=tiles, points=points)


def _words_of(value: str) -> list[str]:
    """Tiles one by one; "976400" from a pad without a space bar is 97 64 00."""
    words = [word for word in _WORDS.split(value.strip()) if word]
    return [
        part
        for word in words
        for part in ([word[at : at + 2] for at in range(0, len(word), 2)] if _is_glued(word) else [word])
    ]


def _is_glued(word: str) -> bool:
    return len(word) > 2 and len(word) % 2 == 0 and "-" not in word


def shown_rack(line: Line | None) -> str:
    """What is stored of a seat, as it would be typed."""
    if line is None or line.state in {Score.State.VOID, Score.State.LEFT}:
        return ""
    return "a" if line.state is Score.State.ABSENT else line.rack or ""

"""A record turn by turn, as it is shown: what lies on the table, what is open, who holds what, and what is said.

Moments count from 0, before the first turn, to the number of turns. Everything that can be seen says from which moment
on and until before which it is seen, so that a page shows any moment by hiding the rest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import engine
from engine import Layout, Record, Tile
from games.drawing.drawing import SQUARE, draw, draw_live
from games.drawing.lying import Lying, lying
from games.drawing.saying import Moment, moments
from games.drawing.shapes import Box


@dataclass(frozen=True, slots=True)
class When:
    """From this moment on, until before that one."""

    since: int
    until: int

    def holds(self, moment: int) -> bool:
        return self.since <= moment < self.until


@dataclass(frozen=True, slots=True)
class Lies:
    """A tile on the table."""

    tile: Lying
    when: When


@dataclass(frozen=True, slots=True)
class Marked:
    """A place that is marked for a while: an open end, or a foot that still owes toes."""

    box: Box
    when: When


@dataclass(frozen=True, slots=True)
class Held:
    """How many tiles a seat holds for a while."""

    count: int
    when: When


@dataclass(frozen=True, slots=True)
class OnRack:
    """A tile that a seat holds for a while."""

    tile: Tile
    when: When


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole hand to be looked at. `racks` are by seat; tiles are known from the first moment only where a deal is."""

    record: Record
    around: Box
    moments: tuple[Moment, ...]
    tiles: tuple[Lies, ...]
    ends: tuple[Marked, ...]
    feet: tuple[Marked, ...]
    held: tuple[tuple[Held, ...], ...]
    racks: tuple[tuple[OnRack, ...], ...]

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.record.turns)


class NotReplayable(ValueError):
    """A turn of the record cannot be laid; `turn` is its number from 0 on."""

    def __init__(self, turn: int) -> None:
        super().__init__(f"turn {turn} cannot be laid")
        self.turn = turn


def replay_of(
    record: Record, names: Sequence[str], shape: tuple[float, float] = SQUARE, *, live: bool = False
) -> Replay:
    """The replay of a record; `names` are what its seats are called on the page. Raises NotReplayable.

    A hand that is being played (`live`, the record as far as it may be seen) is drawn so that tiles stay where they lie
    when the next one comes. Racks are shown only of a record that has ended.
    """
    layouts = tuple(_layouts(record))
    whole = layouts[-1]
    drawing = draw_live(whole, shape) if live else draw(whole, shape)
    tiles = lying(whole, drawing)
    end = len(record.turns) + 1
    laid = (0, *(number for number, turn in enumerate(record.turns, 1) if turn.play is not None))
    return Replay(
        record,
        drawing.around,
        tuple(moments(record, layouts, names)),
        tuple(Lies(tile, When(laid[tile.number], end)) for tile in tiles),
        tuple(_ends(tiles, laid, end)),
        tuple(_feet(layouts, tiles)),
        tuple(_held(record, seat) for seat in range(record.players)),
        _racks(record),
    )


def _layouts(record: Record) -> Iterator[Layout]:
    """What lies on the table at each moment."""
    layout = Layout(record.rules, record.players, record.centre)
    yield layout
    for number, turn in enumerate(record.turns):
        if turn.play is not None:
            try:
                layout = layout.with_play(turn.play, turn.branch)
            except ValueError:
                raise NotReplayable(number) from None
        yield layout


def _ends(tiles: Sequence[Lying], laid: Sequence[int], end: int) -> Iterator[Marked]:
    """Each open half, until the next tile of its branch joins it."""
    for place, tile in enumerate(tiles):
        if tile.is_double:
            continue
        following = (later.number for later in tiles[place + 1 :] if later.branch == tile.branch)
        until = next((laid[number] for number in following), end)
        yield Marked(tile.open, When(laid[tile.number], until))


def _feet(layouts: Sequence[Layout], tiles: Sequence[Lying]) -> Iterator[Marked]:
    """Each double while it owes toes."""
    doubles = {(tile.branch, tile.first): tile.box for tile in tiles if tile.is_double}
    begun: dict[tuple[str, int], int] = {}
    for moment, layout in enumerate(layouts):
        owing = {(foot.branch, foot.number) for foot in layout.feet if foot.owed}
        for foot in sorted(begun.keys() - owing):
            yield Marked(doubles[foot], When(begun.pop(foot), moment))
        for foot in owing - begun.keys():
            begun[foot] = moment
    for foot, since in begun.items():
        yield Marked(doubles[foot], When(since, len(layouts)))


def _held(record: Record, seat: int) -> tuple[Held, ...]:
    """How many tiles a seat holds, as the turns go by."""
    counts = [list(engine.held_at_first(record))[seat]]
    for number, turn in enumerate(record.turns):
        change = turn.drawn - (turn.play is not None) if record.seat_of(number) == seat else 0
        counts.append(counts[-1] + change)
    changes = [moment for moment, count in enumerate(counts) if moment == 0 or count != counts[moment - 1]]
    ends = [*changes[1:], len(counts)]
    return tuple(Held(counts[since], When(since, until)) for since, until in zip(changes, ends, strict=True))


def _racks(record: Record) -> tuple[tuple[OnRack, ...], ...]:
    """The tiles of each seat: all along where the deal is known, at the end where only those are that were left."""
    end = len(record.turns) + 1
    if record.ended is None:
        return ((),) * record.players
    if not record.deal:
        left = record.left or ((),) * record.players
        return tuple(tuple(OnRack(tile, When(end - 1, end)) for tile in reversed(rack)) for rack in left)
    held: list[dict[Tile, int]] = [{} for _ in record.deal]
    racks: list[list[OnRack]] = [[] for _ in record.deal]
    try:
        for moment, hand in enumerate(engine.replay(record)):
            for seat, known in enumerate(held):
                now = set(hand.rack(seat))
                for tile in sorted(known.keys() - now):
                    racks[seat].append(OnRack(tile, When(known.pop(tile), moment)))
                for tile in now - known.keys():
                    known[tile] = moment
    except (engine.IllegalMove, engine.ImpossibleDeal):
        pass  # the record was accepted although it has a fault: what is known until there is shown
    for seat, known in enumerate(held):
        racks[seat] += [OnRack(tile, When(since, end)) for tile, since in known.items()]
    return tuple(tuple(sorted(rack, key=lambda one: (one.tile.pips, one.tile, one.when.since))) for rack in racks)

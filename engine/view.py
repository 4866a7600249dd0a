"""What one seat may see of a hand: its own tiles, the table, and numbers of everything else."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.masks import numbers_of
from engine.moves import Move
from engine.outcome import Outcome
from engine.rules import Rules
from engine.tiles import Tile

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.start import Phase


@dataclass(frozen=True, slots=True)
class View:
    """A hand as seat `seat` sees it; nothing in it depends on tiles that are hidden from that seat.

    `rack` and `unseen` (on other racks or in the yard) are lightest first; `held` counts tiles by seat; `ends` are the
    numbers on all ends, also those that are closed now. `legal` is empty unless it is this seat's turn. When the hand
    is over everybody shows their tiles: then `shown` has every rack by seat, before that nothing. `lacks` is what draws
    and passes have told everybody (engine.lacks): for each seat, tile by tile as far as anything is known, the numbers
    that the tile does not carry.
    """

    seat: int
    rules: Rules
    players: int
    centre: int
    phase: "Phase"
    need: int
    owed: int
    ends: tuple[int, ...]
    rack: tuple[Tile, ...]
    drawn: tuple[Tile, ...]
    held: tuple[int, ...]
    yard: int
    drawable: int
    turn: int
    unseen: tuple[Tile, ...]
    lacks: tuple[tuple[tuple[int, ...], ...], ...]
    legal: tuple[Move, ...]
    outcome: Outcome | None
    shown: tuple[tuple[Tile, ...], ...]


def view_of(hand: "Hand", seat: int) -> View:
    """What a seat sees. Raises IndexError if there is no such seat."""
    mine, over = hand.turn == seat, hand.ended is not None
    others = (sum(hand.racks) | sum(hand.yard)) & ~hand.racks[seat]
    return View(
        seat=seat,
        rules=hand.rules,
        players=hand.start.players,
        centre=hand.centre,
        phase=hand.phase,
        need=hand.need,
        owed=hand.owed,
        ends=hand.open_ends,
        rack=hand.rack(seat),
        drawn=hand.masks.tiles_of(hand.fresh) if mine else (),
        held=tuple(rack.bit_count() for rack in hand.racks),
        yard=len(hand.yard),
        drawable=hand.drawable,
        turn=hand.turn,
        unseen=hand.masks.tiles_of(others),
        lacks=tuple(tuple(map(numbers_of, seat)) for seat in hand.lacks),
        legal=hand.legal_moves() if mine else (),
        outcome=hand.outcome(),
        shown=tuple(hand.rack(each) for each in range(hand.start.players)) if over else (),
    )

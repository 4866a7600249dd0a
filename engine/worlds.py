"""Choosing a play by trying it: the hidden tiles are dealt at random many times, and each hand is played to its end.

Worlds are dealt with what the view knows and nothing else. They respect what draws and passes have told: a tile that
carries a number its holder cannot have had is dealt to somebody else.
"""

from random import Random

from engine.endings import with_dead_foot
from engine.hand import Hand
from engine.masks import ONE
from engine.moves import Draw, Move
from engine.options import DeadFoot, DoubleOut
from engine.outcome import Ended
from engine.playout import Greedy, playout
from engine.start import Phase, Start
from engine.view import View

Hidden = tuple[tuple[int, ...], tuple[int, ...]]
"""Racks by seat as masks, and the yard as single tiles in the order of drawing."""


def best_move(view: View, chance: Random, worlds: int) -> Move:
    """The legal move that costs the fewest points of its own over so many worlds, everybody playing heaviest first.

    Among equals the heaviest tile. A view with one legal move gets it without a search.
    """
    if len(view.legal) == 1:
        return view.legal[0]
    start = Start(view.rules, view.players, (view.centre,), view.turn)
    dealt = [deal_hidden(view, start, chance) for _ in range(worlds)]
    table = _table(view, start, dealt[0])
    costs = [sum(_costs(table, move, dealt)) for move in view.legal]
    return view.legal[min(range(len(costs)), key=lambda place: (costs[place], -place))]


def deal_hidden(view: View, start: Start, chance: Random) -> Hidden:
    """One world: every hidden tile somewhere, those first of which most is known.

    Where no tile is left that a place can have had, any tile takes it, so that there is always a world.
    """
    masks = start.masks
    hidden = [masks.at[tile.high][tile.low] for tile in view.unseen]
    chance_of = {bit: chance.random() for bit in hidden}
    hidden.sort(key=chance_of.__getitem__)
    racks = [0] * view.players
    for cannot_be, seat in _places(view, start):
        bit = next((bit for bit in hidden if not bit & cannot_be), hidden[0])
        hidden.remove(bit)
        racks[seat] |= bit
    for seat, held in enumerate(view.held):
        if seat != view.seat:
            free = held - len(view.lacks[seat])
            racks[seat] |= sum(hidden[:free])
            del hidden[:free]
    racks[view.seat] = masks.mask(view.rack)
    return tuple(racks), tuple(hidden)


def _places(view: View, start: Start) -> list[tuple[int, int]]:
    """The places of which something is known: the tiles that it cannot have, most of them first, and the seat."""
    places = [
        (start.masks.matching[sum(1 << number for number in numbers)], seat)
        for seat, lacks in enumerate(view.lacks)
        if seat != view.seat
        for numbers in lacks
    ]
    return sorted(places, key=lambda place: (-place[0].bit_count(), place))


def _table(view: View, start: Start, hidden: Hidden) -> Hand:
    """The hand as the view shows it, in one of its worlds."""
    racks, yard = hidden
    return Hand(
        start,
        view.centre,
        racks,
        yard,
        phase=view.phase,
        ends=sum(ONE[number] for number in view.ends),
        shown=sum(1 << number for number in set(view.ends)),
        need=view.need,
        owed=view.owed,
        turn=view.turn,
        fresh=start.masks.mask(view.drawn),
        silent=0,
        lacks=((),) * view.players,
        ended=None,
    )


def _costs(table: Hand, move: Move, dealt: list[Hidden]) -> list[int]:
    """The points of the seat in turn in each world, if it moves like this."""
    seat, seats = table.turn, [Greedy.HEAVIEST] * table.start.players
    chance = Random(0)  # the playouts take nothing from it
    if _reveals(table, move):
        begun = [_drawn_out(table.with_hidden(*hidden).play(move)) for hidden in dealt]
    else:
        after = table.play(move)
        if _goes_on_elsewhere(after):
            after = after._replace(ended=None)
        own = after.racks[seat]
        begun = [after.with_hidden((*racks[:seat], own, *racks[seat + 1 :]), yard) for racks, yard in dealt]
    outcomes = (hand.outcome() or playout(hand, seats, chance).outcome for hand in begun)
    return [outcome.points[seat] for outcome in outcomes]


def _goes_on_elsewhere(over: Hand) -> bool:
    """Whether the hand is over only because nobody has a tile that fits in this world."""
    if over.ended is not Ended.BLOCKED:
        return False
    if over.phase is not Phase.FOOT or over.rules.dead_foot is DeadFoot.PLAY_OUT:
        return True
    return with_dead_foot(over._replace(ended=None)).ended is None


def _reveals(table: Hand, move: Move) -> bool:
    """Whether the move turns up a tile, so that what follows is another thing in every world."""
    last = table.racks[table.turn].bit_count() == 1
    return isinstance(move, Draw) or (last and table.rules.double_out is DoubleOut.MUST_DRAW)


def _drawn_out(hand: Hand) -> Hand:
    """The hand after the turn in which a tile was drawn: it is played if it fits."""
    while hand.fresh and hand.ended is None:
        hand = hand.play(hand.legal_moves()[0])
    return hand

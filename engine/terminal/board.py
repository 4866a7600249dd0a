"""What a person at the terminal sees: the table, their tiles, what others did, and the moves to choose from."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine import Draw, Hand, Layout, Move, Pass, Phase, PlaceCentre, Play, Tile, View


def board(view: View, layout: Layout, names: Sequence[str]) -> Iterator[str]:
    """The table as one seat sees it, line by line."""
    yield ""
    yield from (f"  {line}" for line in str(layout).splitlines())
    yield ""
    yield f"  {_ends(view)}"
    held = ", ".join(f"{name} {count}" for name, count in zip(names, view.held, strict=True))
    yield f"  Tiles: {held}, yard {view.yard} ({view.drawable} to draw)"
    yield f"  Yours: {'  '.join(map(str, view.rack))}"


def _ends(view: View) -> str:
    if view.phase is Phase.SEARCH:
        return f"The {Tile.double(view.centre)} has to be found."
    if view.phase is Phase.OPENING:
        return f"Trains to lay on the {Tile.double(view.need)}: {view.owed} more. Nothing else can be played before."
    shown = ", ".join(f"{end} ×{count}" if count > 1 else f"{end}" for end, count in Counter(view.ends).items())
    if view.phase is Phase.FOOT:
        toes = "one toe" if view.owed == 1 else f"{view.owed} toes"
        return f"The foot on {Tile.double(view.need)} still needs {toes}. Ends closed until then: {shown or 'none'}"
    return f"Open ends: {shown}"


def choices(moves: Sequence[Move]) -> Iterator[str]:
    """The moves, numbered from 1."""
    for number, move in enumerate(moves, start=1):
        yield f"  {number:>2}  {move.text():<4} {_offer(move)}"


def _offer(move: Move) -> str:
    match move:
        case Play() if move.tile.is_double:
            return f"lay the double {move.tile}"
        case Play():
            return f"{move.tile} on a {move.joins}, leaving a {move.leaves}"
        case Draw():
            return "draw a tile"
        case Pass():
            return "keep the tile you drew"
        case PlaceCentre():
            return f"put the {Tile.double(move.number)} in the middle"


def told(before: Hand, move: Move, name: str, *, own: bool) -> str:
    """What somebody did, for everybody at the table; a drawn tile is named to who drew it."""
    verb = "" if own else "s"
    match move:
        case Play():
            on = "" if move.tile.is_double else f" on a {move.joins}"
            return f"{name} play{verb} {move.tile}{on}."
        case Draw() if own:
            return f"{name} draw {before.masks.tiles_of(before.yard[0])[0]}."
        case Draw():
            return f"{name} draws."
        case Pass():
            return f"{name} pass." if own else f"{name} passes."
        case PlaceCentre():
            return f"{name} put{verb} the {Tile.double(move.number)} in the middle."


def result(hand: Hand, names: Sequence[str], totals: Sequence[int]) -> Iterator[str]:
    """How the hand ended, with everybody's tiles and points, and the totals so far."""
    outcome = hand.outcome()
    if outcome is None:
        return
    yield ""
    yield "The hand is blocked." if outcome.out is None else f"Out: {names[outcome.out]}."
    width = max(map(len, names))
    for seat, (name, points, total) in enumerate(zip(names, outcome.points, totals, strict=True)):
        left = " ".join(map(str, hand.rack(seat)))
        yield f"  {name:<{width}} {points:>4}   total {total:>4}   {left}".rstrip()

"""One hand as text that can be written with a pen at the table, read and written. The notation is in docs/record.md."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.hand import Hand
from engine.moves import PASS, Draw, Move, Play
from engine.outcome import Ended
from engine.rules import Rules
from engine.start import Phase
from engine.tiles import DIGITS, Tile
from engine.words import Sentence, Unreadable

TAGS = (
    "Rules",
    "Set",
    "Players",
    "Start",
    "Due",
    "Placed",
    "Lead",
    "Search",
    "First",
    "Trains",
    "Deal",
    "Yard",
    "Left",
    "Score",
    "Hand",
    "Bots",
    "Seal",
    "DealKey",
    "BotsKey",
)
"""What stands in brackets before the turns, in the order in which it is written."""

MARKS = {Ended.OUT: "#", Ended.BLOCKED: "=", Ended.STOPPED: "~"}
"""How a hand ended, at the end of its turns."""


class UnreadableRecord(Unreadable):
    """The text is not a record; the sentence begins with the line. `span` is where it stands, from and until."""

    def __init__(self, sentence: Sentence, span: tuple[int, int] | None = None) -> None:
        super().__init__(sentence)
        self.span = span


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player did: tiles drawn, then a play or none. `branch` is where it was laid, if that is said."""

    drawn: int = 0
    play: Play | None = None
    branch: str = ""

    def text(self) -> str:
        """'96', '+96', '+', '-'; '96@A2' says the branch, '96!' that something was forgotten."""
        if self.play is None:
            return "+" * self.drawn or PASS.text()
        return "+" * self.drawn + self.play.text() + (f"@{self.branch}" if self.branch else "")


@dataclass(frozen=True, slots=True)
class Record:
    """One hand. Seats count from 0 here and from 1 in the text.

    `first` is the seat of the first turn. Where the centre came from a rack, `placed` is the seat that placed it, and
    `search` tiles were drawn for it from the seat `lead` on. `deal` and `yard` are known where a computer dealt, `left`
    and `score` where somebody wrote them down; they are empty otherwise. `ended` is None for a record that breaks off.
    The rest is there where the deal came from a key (engine.keys): the number of the `hand` in its game from 1 on (0 if
    it is not said), the `bots` by seat, the seal, and the keys as hexadecimal digits.
    """

    rules: Rules
    names: tuple[str, ...]
    centre: int
    first: int
    due: tuple[int, ...] = ()
    placed: int | None = None
    lead: int = 0
    search: int = 0
    turns: tuple[Turn, ...] = ()
    ended: Ended | None = None
    deal: tuple[tuple[Tile, ...], ...] = ()
    yard: tuple[Tile, ...] = ()
    left: tuple[tuple[Tile, ...], ...] = ()
    score: tuple[int, ...] = ()
    hand: int = 0
    bots: tuple[str, ...] = ()
    seal: str = ""
    deal_key: str = ""
    bots_key: str = ""

    @property
    def players(self) -> int:
        return len(self.names)

    def seat_of(self, turn: int) -> int:
        """Whose turn this is; turns count from 0."""
        return (self.first + turn) % self.players

    def text(self) -> str:
        """The record with one line for each round of turns."""
        lines = [*_header(self)]
        for number in range(0, len(self.turns), self.players):
            turns = " ".join(turn.text() for turn in self.turns[number : number + self.players])
            lines.append(f"{number // self.players + 1}. {turns}")
        if self.ended is not None:
            lines[-1] += f" {MARKS[self.ended]}"
        return "\n".join(lines) + "\n"


def _header(record: Record) -> Iterable[str]:
    rules = record.rules
    yield f"[Rules {rules.text()}] [Set {rules.set}] [Trains {rules.arms_for(record.players)}]"
    yield f"[Players {';'.join(record.names)}]"
    start = [f"[Start {DIGITS[record.centre]}]"]
    if record.due:
        start.append(f"[Due {' '.join(DIGITS[number] for number in record.due)}]")
    if record.search:
        start.append(f"[Lead {record.lead + 1}] [Search {record.search}]")
    if record.placed is not None:
        start.append(f"[Placed {record.placed + 1}]")
    yield " ".join([*start, f"[First {record.first + 1}]"])
    if record.deal:
        yield f"[Deal {_racks_text(record.deal)}]"
        yield f"[Yard {_tiles_text(record.yard)}]"
    if record.left:
        yield f"[Left {_racks_text(record.left)}]"
    if record.score:
        yield f"[Score {';'.join(map(str, record.score))}]"
    yield from _keys(record)


def _keys(record: Record) -> Iterable[str]:
    if record.hand or record.bots:
        hand = [f"[Hand {record.hand}]"] if record.hand else []
        yield " ".join([*hand, f"[Bots {';'.join(record.bots)}]"] if record.bots else hand)
    for tag, value in (("Seal", record.seal), ("DealKey", record.deal_key), ("BotsKey", record.bots_key)):
        if value:
            yield f"[{tag} {value}]"


def _racks_text(racks: Iterable[Sequence[Tile]]) -> str:
    return "; ".join(_tiles_text(rack) for rack in racks)


def _tiles_text(tiles: Iterable[Tile]) -> str:
    return " ".join(tile.text() for tile in tiles)


# From a hand that was played


def record_of(dealt: Hand, moves: Sequence[Move], names: Sequence[str]) -> Record:
    """The record of these moves from a hand as it was dealt. Raises IllegalMove, or ValueError if names are missing."""
    if len(names) != dealt.start.players or any(set(name) & set(";[]{}\n") or not name.strip() for name in names):
        raise ValueError("one name for each seat, without brackets, braces and semicolons")
    hand, rest = dealt, list(moves)
    search, placed = 0, None
    while hand.phase is Phase.SEARCH and rest:
        search += isinstance(rest[0], Draw)
        placed = hand.turn
        hand = hand.play(rest.pop(0))
    first = hand.turn
    turns, drawn = [], 0
    for move in rest:
        hand = hand.play(move)
        drawn += isinstance(move, Draw)
        if not isinstance(move, Draw) or hand.ended is not None:
            turns.append(Turn(drawn, move if isinstance(move, Play) else None))
            drawn = 0
    outcome = hand.outcome()
    over = outcome is not None
    return Record(
        dealt.rules,
        tuple(names),
        hand.centre,
        first,
        due=dealt.start.due if len(dealt.start.due) > 1 else (),
        placed=placed,
        lead=dealt.start.first if search else 0,
        search=search,
        turns=tuple(turns),
        ended=hand.ended,
        deal=tuple(dealt.rack(seat) for seat in range(dealt.start.players)),
        yard=tuple(dealt.masks.tiles_of(bit)[0] for bit in dealt.yard),
        left=tuple(hand.rack(seat) for seat in range(dealt.start.players)) if over else (),
        score=outcome.points if outcome is not None else (),
    )

"""A hand as one line of text, both ways.

    gamerules; centre 9; opening 2/4; ends 3 7; turn 1; racks 33 73 91 / 50 / 22 / 66; yard 80 41

The rules come first; the rest are fields in any order. `search` stands while the centre is looked for, `opening 2/4`
while trains are laid (two of four), `foot 5:2` while the double of 5 is owed two toes. `racks` are those of seats 1, 2,
…, a `-` for an empty one; `yard` is in the order of drawing, the reserve last. What is left out is not there; `turn`
and `first` are then seat 1. `drawn 92` is the tile just drawn in this turn, `silent 2` a seat that forgot to announce
or tap, `due 6 5 3` the doubles that the hand may start from. `lacks 39 9 / -` is what draws and passes have told about
racks: of the tiles of seat 1, the one held longest carries neither 3 nor 9, the next one no 9. Tiles on no rack and not
in the yard lie on the table.
"""

from collections.abc import Iterable, Mapping, Sequence
from operator import gt

from engine.endings import settled
from engine.hand import Hand
from engine.lacks import Lacks
from engine.masks import ONE, Masks, bits, masks_of, numbers_of
from engine.outcome import Ended
from engine.rules import Rules
from engine.start import Phase, Start
from engine.tiles import DIGITS, Tile
from engine.words import N_, Sentence, Unreadable, say

_FIELDS = (
    "centre",
    "search",
    "opening",
    "foot",
    "ends",
    "first",
    "turn",
    "drawn",
    "silent",
    "due",
    "racks",
    "lacks",
    "yard",
)


class UnreadablePosition(Unreadable):
    """The text is not a position."""


def position_text(hand: Hand) -> str:
    """The line for a hand; `read_position` reads it back."""
    phase = {
        Phase.SEARCH: ["search"],
        Phase.OPENING: [f"opening {_arms(hand.start) - hand.owed}/{_arms(hand.start)}"],
        Phase.FREE: [],
        Phase.FOOT: [f"foot {DIGITS[hand.need]}:{hand.owed}"],
    }[hand.phase]
    masks, parts = hand.masks, [hand.rules.text(), f"centre {DIGITS[hand.centre]}", *phase]
    if hand.open_ends:
        parts.append(f"ends {_signs(hand.open_ends)}")
    if hand.start.first:
        parts.append(f"first {hand.start.first + 1}")
    parts.append(f"turn {hand.turn + 1}")
    if hand.fresh:
        parts.append(f"drawn {_tiles_text(masks, [hand.fresh])}")
    if hand.silent:
        parts.append(f"silent {' '.join(str(bit.bit_length()) for bit in bits(hand.silent))}")
    if hand.start.due != (hand.centre,):
        parts.append(f"due {_signs(hand.start.due)}")
    parts.append("racks " + " / ".join(_tiles_text(masks, bits(rack)) or "-" for rack in hand.racks))
    if any(hand.lacks):
        parts.append("lacks " + " / ".join(" ".join(map(_lack_text, seat)) or "-" for seat in hand.lacks))
    if hand.yard:
        parts.append(f"yard {_tiles_text(masks, hand.yard)}")
    return "; ".join(parts)


def read_position(text: str) -> Hand:
    """The hand that a line describes; it is over if nobody can go on. Raises UnreadablePosition, UnreadableRules."""
    rules_text, *rest = text.split(";")
    rules, given = Rules.read(rules_text), _split(rest)
    masks = masks_of(rules.set)
    racks = [_tiles(masks, rack.replace("-", "").split()) for rack in given.get("racks", "").split("/")]
    yard = _tiles(masks, given.get("yard", "").split())
    held = [bit for tiles in (*racks, yard) for bit in tiles]
    if len(set(held)) != len(held):
        raise _unreadable("racks", say("position.tile_twice", N_("a tile is there twice")))
    if refusals := rules.refusals(len(racks)):
        raise UnreadablePosition(refusals[0])
    centre = _number(given.get("centre", ""), rules.set)
    due = tuple(_number(sign, rules.set) for sign in given.get("due", DIGITS[centre]).split())
    start = Start(rules, len(racks), due, _seat(given.get("first", "1"), len(racks)))
    phase, need, owed = _phase(given, start, centre)
    ends = [_number(sign, rules.set) for sign in given.get("ends", "").split()]
    turn = _seat(given.get("turn", "1"), len(racks))
    fresh = sum(_tiles(masks, given.get("drawn", "").split()))
    if fresh & ~sum(racks[turn]):
        raise _unreadable("drawn", say("position.drawn", N_("that tile is not on the rack of the seat in turn")))
    hand = Hand(
        start,
        centre,
        racks=tuple(sum(rack) for rack in racks),
        yard=tuple(yard),
        phase=phase,
        ends=sum(ONE[number] for number in ends),
        shown=sum(1 << number for number in set(ends)),
        need=need,
        owed=owed,
        turn=turn,
        fresh=fresh,
        silent=sum(1 << _seat(seat, len(racks)) for seat in given.get("silent", "").split()),
        lacks=_lacks(given, racks, rules.set),
        ended=Ended.OUT if phase is not Phase.SEARCH and not all(racks) else None,
    )
    return settled(hand)


def _arms(start: Start) -> int:
    return start.rules.arms_for(start.players)


def _lack_text(numbers: int) -> str:
    return "".join(DIGITS[number] for number in numbers_of(numbers))


def _signs(numbers: Sequence[int]) -> str:
    return " ".join(DIGITS[number] for number in numbers)


def _tiles_text(masks: Masks, tiles: Iterable[int]) -> str:
    return " ".join(masks.tiles[bit.bit_length() - 1].text() for bit in tiles)


def _split(parts: Sequence[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for part in parts:
        name, _, value = part.strip().partition(" ")
        if name not in _FIELDS:
            raise _unreadable(name, say("position.names", N_("write one of {names}"), names=", ".join(_FIELDS)))
        if name in given:
            raise _unreadable(name, say("position.twice", N_("it is there twice")))
        given[name] = value.strip()
    return given


def _tiles(masks: Masks, words: Sequence[str]) -> list[int]:
    tiles = [Tile.read(word) for word in words]
    for tile in tiles:
        if not masks.mask([tile]):
            raise _unreadable(tile.text(), say("position.foreign", N_("the set has no such tile")))
    return [masks.mask([tile]) for tile in tiles]


def _number(sign: str, top: int) -> int:
    number = DIGITS.find(sign) if len(sign) == 1 else -1
    if not 0 <= number <= top:
        expected = say("position.number", N_("write a number of the set as one sign, up to {top}"), top=DIGITS[top])
        raise _unreadable(sign, expected)
    return number


def _seat(text: str, players: int) -> int:
    if text not in map(str, range(1, players + 1)):
        raise _unreadable(text, say("position.seat", N_("write a seat from 1 to {players}"), players=players))
    return int(text) - 1


def _lacks(given: Mapping[str, str], racks: Sequence[Sequence[int]], top: int) -> tuple[Lacks, ...]:
    """What is known of racks, at most one set of numbers for each tile."""
    if "lacks" not in given:
        return ((),) * len(racks)
    seats = [seat.replace("-", "").split() for seat in given["lacks"].split("/")]
    if len(seats) != len(racks) or any(map(gt, map(len, seats), map(len, racks))):
        expected = say("position.lacks", N_("write groups of numbers for every seat, none for more tiles than it has"))
        raise _unreadable("lacks", expected)
    return tuple(tuple(sum(1 << _number(sign, top) for sign in set(one)) for one in seat) for seat in seats)


def _phase(given: Mapping[str, str], start: Start, centre: int) -> tuple[Phase, int, int]:
    """Phase, number needed, tiles owed."""
    arms, toes = _arms(start), start.rules.toes
    phases = [(name, given[name]) for name in ("search", "opening", "foot") if name in given]
    match phases:
        case []:
            return Phase.FREE, centre, 0
        case [("search", "")]:
            return Phase.SEARCH, centre, arms
        case [("opening", laid)] if laid in (f"{number}/{arms}" for number in range(arms)):
            return Phase.OPENING, centre, arms - int(laid.partition("/")[0])
        case [("foot", foot)] if foot[1:] in (f":{number}" for number in range(1, toes + 1)):
            return Phase.FOOT, _number(foot[0], start.rules.set), int(foot[2:])
    expected = say(
        "position.phase",
        N_("write search, or opening with the trains laid of {arms}, or foot with its number and up to {toes} toes"),
        arms=arms,
        toes=toes,
    )
    raise _unreadable("; ".join(f"{name} {value}" for name, value in phases), expected)


def _unreadable(what: str, why: Sentence) -> UnreadablePosition:
    return UnreadablePosition(say("position.unreadable", N_("“{what}” cannot be read: {why}."), what=what, why=why))

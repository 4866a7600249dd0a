"""Reading records: from the text of docs/record.md to values, with the line of whatever cannot be read."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import TypeVar

from engine.bots import BOTS
from engine.moves import Play, read_move
from engine.options import ByPlayers
from engine.outcome import Ended
from engine.record import MARKS, TAGS, Record, Turn, UnreadableRecord
from engine.rules import Rules
from engine.tiles import DIGITS, SETS, Tile
from engine.words import N_, Sentence, Unreadable, say

_PIECE = re.compile(r"\[[^\]]*\]|\{[^}]*\}|\d+\.|\S+")
"""A tag, a remark, the number of a round, or a word."""

_ENDS = {mark: ended for ended, mark in MARKS.items()}

Value = TypeVar("Value")


class _Wrong(Exception):
    """What is wrong with a piece of the text, by its place among the pieces; the line is counted only then."""

    def __init__(self, place: int, sentence: Sentence) -> None:
        super().__init__(place)
        self.place, self.sentence = place, sentence


def read_record(text: str) -> Record:
    """The one record that a text holds. Raises UnreadableRecord, whose sentence begins with the line."""
    records = read_records(text)
    if len(records) != 1:
        one = N_("One hand is expected here, and there are {count}.")
        raise UnreadableRecord(say("record.not_one", one, count=len(records)))
    return records[0]


def read_records(text: str) -> tuple[Record, ...]:
    """All records of a file, one after the other. Raises UnreadableRecord, whose sentence begins with the line."""
    pieces: list[str] = _PIECE.findall(text)
    records, place = [], 0
    try:
        while place < len(pieces):
            if _is_remark(pieces[place]):
                place += 1
            else:
                record, place = _record(pieces, place)
                records.append(record)
    except _Wrong as wrong:
        start, end = next(islice(_PIECE.finditer(text), wrong.place, None)).span()
        line = text.count("\n", 0, start) + 1
        sentence = say("record.line", N_("Line {line}: {sentence}"), line=line, sentence=wrong.sentence)
        raise UnreadableRecord(sentence, (start, end)) from None
    return tuple(records)


def spans_of_turns(text: str) -> tuple[tuple[int, int], ...]:
    """Where each turn of the one record in a text stands: from and until, in signs."""
    words = ((match.group(), match.span()) for match in _PIECE.finditer(text))
    return tuple(
        span
        for word, span in words
        if not (_is_tag(word) or _is_remark(word) or word in _ENDS or (word[-1] == "." and word[:-1].isdecimal()))
    )


def _is_tag(piece: str) -> bool:
    return piece[0] == "[" and piece[-1] == "]"


def _is_remark(piece: str) -> bool:
    return piece[0] == "{" and piece[-1] == "}"


def _record(pieces: Sequence[str], begun: int) -> tuple[Record, int]:
    """The record whose first piece is at this place, and the place after its last: the next tag after its turns."""
    place, values = begun, dict[str, tuple[int, str]]()
    while place < len(pieces) and (_is_tag(pieces[place]) or _is_remark(pieces[place])):
        if _is_tag(pieces[place]):
            _keep_tag(values, place, pieces[place])
        place += 1
    tags = _Tags(values, begun)
    names = tags.names()
    turns: list[Turn] = []
    ended: Ended | None = None
    round_begun = begun
    for after in range(place, len(pieces)):
        piece = pieces[after]
        if piece[0] in "[{" and (_is_tag(piece) or _is_remark(piece)):
            if _is_tag(piece):
                break
        elif ended is not None:
            raise _Wrong(after, say("record.after_end", N_("{word} stands after the end of the hand."), word=piece))
        elif piece[-1] == "." and piece[:-1].isdecimal():
            _check_round(piece, after, round_begun, len(turns), len(names))
            round_begun = after
        elif piece in _ENDS:
            ended = _ENDS[piece]
        else:
            try:
                turns.append(_read_turn(piece))
            except Unreadable as unreadable:
                raise _Wrong(after, unreadable.sentence) from None
    else:
        after = len(pieces)
    return _from_tags(tags, names, tuple(turns), ended), after


def _keep_tag(values: dict[str, tuple[int, str]], place: int, tag: str) -> None:
    name, _, value = tag[1:-1].strip().partition(" ")
    if name not in TAGS:
        known = N_("[{name} …] is not known here; the tags are {names}.")
        raise _Wrong(place, say("record.unknown_tag", known, name=name, names=", ".join(TAGS)))
    if name in values:
        raise _Wrong(place, say("record.tag_twice", N_("[{name} …] is there twice."), name=name))
    values[name] = place, value.strip()


def _check_round(word: str, place: int, begun: int, turns: int, players: int) -> None:
    """A round has a turn for each player, so a token that was lost shows in its own line."""
    number, over = turns // players + 1, turns % players
    if over:
        forms = (
            N_("round {number} has {count} turn, and {players} are playing."),
            N_("round {number} has {count} turns, and {players} are playing."),
        )
        raise _Wrong(begun, say("record.round", *forms, number=number, count=over, players=players))
    if word != f"{number}.":
        template = N_("this is round {number}, and {word} stands there.")
        raise _Wrong(place, say("record.round_number", template, number=number, word=word))


_read_rules = lru_cache(256)(Rules.read)
_refusals = lru_cache(1024)(Rules.refusals)
_tile = lru_cache(4096)(Tile.read)
"""The same rules and tiles are written over and over; there are only so many."""


@lru_cache(4096)
def _read_turn(text: str) -> Turn:
    """'96', '+96', '++96@A2', '+', '-'."""
    moved = text.lstrip("+")
    drawn = len(text) - len(moved)
    if not moved or text == "-":
        return Turn(drawn)
    moved, _, branch = moved.partition("@")
    move = read_move(moved)
    if not isinstance(move, Play):
        raise Unreadable(say("record.not_a_turn", N_("{word} is not a turn."), word=text))
    return Turn(drawn, move, branch.upper())


# The tags


@dataclass(frozen=True, slots=True)
class _Tags:
    """The values of the tags with their places, and the place where the record begins."""

    values: dict[str, tuple[int, str]]
    begun: int

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def read(self, name: str, read: Callable[[str], Value], expected: Callable[[], Sentence]) -> Value:
        """The value of a tag that must be there. `read` raises ValueError for what it cannot read."""
        if name not in self.values:
            missing = N_("[{name} …] is missing: {expected}.")
            raise _Wrong(self.begun, say("record.tag_missing", missing, name=name, expected=expected()))
        place, value = self.values[name]
        try:
            return read(value)
        except Unreadable as unreadable:
            raise _Wrong(place, unreadable.sentence) from None
        except ValueError:
            template = N_("[{name} {value}] cannot be read: {expected}.")
            unread = say("record.tag_unreadable", template, name=name, value=value, expected=expected())
            raise _Wrong(place, unread) from None

    def number(self, name: str, low: int, high: int) -> int:
        """A number as one sign, 10 to 18 as a letter."""

        def expected() -> Sentence:
            return say("record.number", N_("write a number from {low} to {high}"), low=DIGITS[low], high=DIGITS[high])

        return self.read(name, lambda value: _number(value, low, high), expected)

    def count(self, name: str, low: int, high: int) -> int:
        """A whole number in figures, and `low` where the tag is not there."""

        def expected() -> Sentence:
            return say("record.count", N_("write a whole number from {low} to {high}"), low=low, high=high)

        return self.read(name, lambda value: _whole(value, low, high), expected) if name in self else low

    def racks(self, name: str, players: int) -> tuple[tuple[Tile, ...], ...]:
        """Racks parted by semicolons, one for each player; none where the tag is not there."""

        def expected() -> Sentence:
            return say("record.racks", N_("write {players} groups of tiles, parted by semicolons"), players=players)

        return self.read(name, lambda value: _racks(value, players), expected) if name in self else ()

    def names(self) -> tuple[str, ...]:
        return self.read("Players", _names, lambda: say("record.names", N_("write the names, parted by semicolons")))

    def score(self, players: int) -> tuple[int, ...]:
        """The points by seat; none where the tag is not there."""

        def expected() -> Sentence:
            points = N_("write the points of {players} players, parted by semicolons")
            return say("record.score", points, players=players)

        return self.read("Score", lambda value: _score(value, players), expected) if "Score" in self else ()

    def due(self, top: int) -> tuple[int, ...]:
        """The doubles still to be played; none where the tag is not there."""

        def expected() -> Sentence:
            return say("record.due", N_("write doubles of the set as single signs"))

        def read(value: str) -> tuple[int, ...]:
            return tuple(_number(sign, 0, top) for sign in value.split())

        return self.read("Due", read, expected) if "Due" in self else ()

    def bots(self, players: int) -> tuple[str, ...]:
        """The bots by seat; none where the tag is not there."""

        def expected() -> Sentence:
            names = N_("write a bot for each of {players} seats, parted by semicolons")
            return say("record.bots", names, players=players)

        return self.read("Bots", lambda value: _bots(value, players), expected) if "Bots" in self else ()

    def key(self, name: str) -> str:
        """A key or seal in hexadecimal digits; nothing where the tag is not there."""

        def expected() -> Sentence:
            return say("record.key", N_("write 64 hexadecimal digits, in small letters"))

        return self.read(name, _key, expected) if name in self else ""


def _number(value: str, low: int, high: int) -> int:
    if len(value) != 1 or not low <= DIGITS.find(value) <= high:
        raise ValueError(value)
    return DIGITS.index(value)


def _whole(value: str, low: int, high: int) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) < 5 and low <= int(value) <= high):
        raise ValueError(value)
    return int(value)


def _racks(value: str, players: int) -> tuple[tuple[Tile, ...], ...]:
    racks = tuple(tuple(map(_tile, rack.split())) for rack in value.split(";"))
    if len(racks) != players:
        raise ValueError(value)
    return racks


def _names(value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(";"))
    if not all(names) or len(names) < 2:
        raise ValueError(value)
    return names


def _bots(value: str, players: int) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(";"))
    if len(names) != players or any(name not in BOTS for name in names):
        raise ValueError(value)
    return names


def _key(value: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{64}", value):
        raise ValueError(value)
    return value


def _score(value: str, players: int) -> tuple[int, ...]:
    score = tuple(_whole(points.strip(), 0, 9999) for points in value.split(";"))
    if len(score) != players:
        raise ValueError(value)
    return score


def _from_tags(tags: _Tags, names: tuple[str, ...], turns: tuple[Turn, ...], ended: Ended | None) -> Record:
    players = len(names)
    rules = _rules(tags, players)
    return Record(
        rules,
        names,
        centre=tags.number("Start", 0, rules.set),
        first=tags.count("First", 1, players) - 1,
        due=tags.due(rules.set),
        placed=tags.count("Placed", 1, players) - 1 if "Placed" in tags else None,
        lead=tags.count("Lead", 1, players) - 1,
        search=tags.count("Search", 0, rules.tiles.size) if "Search" in tags else 0,
        turns=turns,
        ended=ended,
        deal=tags.racks("Deal", players),
        yard=tags.racks("Yard", 1)[0] if "Yard" in tags else (),
        left=tags.racks("Left", players),
        score=tags.score(players),
        hand=tags.count("Hand", 0, MOST_HANDS),
        bots=tags.bots(players),
        seal=tags.key("Seal"),
        deal_key=tags.key("DealKey"),
        bots_key=tags.key("BotsKey"),
    )


MOST_HANDS = 999


def _rules(tags: _Tags, players: int) -> Rules:
    """The rules, gamerules where they are not named: Set and Trains then add to them; else they must agree."""

    def text() -> Sentence:
        return say("record.rules", N_("write a preset and options, like spruce set=12"))

    def sets() -> Sentence:
        return say("rules.one_of", N_("write one of {choices}"), choices=", ".join(map(str, SETS)))

    rules = tags.read("Rules", _read_rules, text) if "Rules" in tags else Rules()
    if "Set" in tags:
        top = tags.read("Set", lambda value: SETS[SETS.index(_whole(value, SETS[0], SETS[-1]))], sets)
        _agree(tags, "Set", "Rules" not in tags or top == rules.set)
        if top != rules.set:
            rules = replace(rules, set=top)
    if "Trains" in tags:
        trains = tags.count("Trains", 1, SETS[-1])
        _agree(tags, "Trains", "Rules" not in tags or trains == rules.arms_for(players))
        if trains != rules.arms_for(players):
            rules = replace(rules, arms=ByPlayers((trains,)))
    if refusals := _refusals(rules, players):
        raise _Wrong(tags.begun, refusals[0])
    return rules


def _agree(tags: _Tags, name: str, agrees: bool) -> None:  # noqa: FBT001 - the question is the argument
    if not agrees:
        place, value = tags.values[name]
        template = N_("[{name} {value}] does not agree with the rules that are named.")
        raise _Wrong(place, say("record.disagrees", template, name=name, value=value))

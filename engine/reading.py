"""Reading records: from the text of docs/record.md to values, with the line of whatever cannot be read."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, TypeVar

from engine.bots import BOTS
from engine.moves import Play, read_move
from engine.options import ByPlayers
from engine.outcome import Ended
from engine.record import MARKS, TAGS, Record, Turn, UnreadableRecord
from engine.rules import Rules
from engine.tiles import DIGITS, SETS, Tile
from engine.words import N_, Sentence, Unreadable, say

_PIECE = re.compile(r"\[(?P<tag>[^\]]*)\]|(?P<comment>\{[^}]*\})|(?P<round>\d+\.)|(?P<word>\S+)")
_ENDS = {mark: ended for ended, mark in MARKS.items()}

Value = TypeVar("Value")


class _Word(NamedTuple):
    """A piece of the text: its line, what it is (tag, round or word) and what stands there."""

    line: int
    kind: str
    text: str


def read_record(text: str) -> Record:
    """The one record that a text holds. Raises UnreadableRecord, whose sentence begins with the line."""
    records = read_records(text)
    if len(records) != 1:
        one = N_("One hand is expected here, and there are {count}.")
        raise UnreadableRecord(say("record.not_one", one, count=len(records)))
    return records[0]


def read_records(text: str) -> tuple[Record, ...]:
    """All records of a file, one after the other. Raises UnreadableRecord, whose sentence begins with the line."""
    records: list[list[_Word]] = []
    for word in _words(text):
        if not records or (word.kind == "tag" and records[-1][-1].kind != "tag"):
            records.append([])
        records[-1].append(word)
    return tuple(map(_record, records))


def _words(text: str) -> Iterator[_Word]:
    line, seen = 1, 0
    for match in _PIECE.finditer(text):
        start, kind = match.start(), match.lastgroup or ""
        line += text.count("\n", seen, start)
        seen = start
        if kind != "comment":
            yield _Word(line, kind, match[kind])


def _record(words: Sequence[_Word]) -> Record:
    tags = _Tags.of([word for word in words if word.kind == "tag"], words[0].line)
    turns: list[Turn] = []
    ended: Ended | None = None
    line_of_round = words[0].line
    record = _from_tags(tags)
    for word in words:
        if word.kind == "tag":
            continue
        if ended is not None:
            raise _at(
                word.line, say("record.after_end", N_("{word} stands after the end of the hand."), word=word.text)
            )
        if word.kind == "round":
            _check_round(word, line_of_round, len(turns), record.players)
            line_of_round = word.line
        elif word.text in _ENDS:
            ended = _ENDS[word.text]
        else:
            turns.append(_turn(word))
    return replace(record, turns=tuple(turns), ended=ended)


def _check_round(word: _Word, line_before: int, turns: int, players: int) -> None:
    """A round has a turn for each player, so a token that was lost shows in its own line."""
    number, over = turns // players + 1, turns % players
    if over:
        forms = (
            N_("round {number} has {count} turn, and {players} are playing."),
            N_("round {number} has {count} turns, and {players} are playing."),
        )
        raise _at(line_before, say("record.round", *forms, number=number, count=over, players=players))
    if word.text != f"{number}.":
        template = N_("this is round {number}, and {word} stands there.")
        raise _at(word.line, say("record.round_number", template, number=number, word=word.text))


_read_rules = lru_cache(256)(Rules.read)
_tile = lru_cache(4096)(Tile.read)
"""The same rules and tiles are written over and over; there are only so many."""


def _turn(word: _Word) -> Turn:
    try:
        return _read_turn(word.text)
    except Unreadable as unreadable:
        raise _at(word.line, unreadable.sentence) from None


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
    """The values of the tags and the lines they stand in."""

    values: dict[str, tuple[int, str]]
    line: int

    @classmethod
    def of(cls, words: Sequence[_Word], line: int) -> "_Tags":
        values: dict[str, tuple[int, str]] = {}
        for word in words:
            name, _, value = word.text.strip().partition(" ")
            if name not in TAGS:
                known = N_("[{name} …] is not known here; the tags are {names}.")
                raise _at(word.line, say("record.unknown_tag", known, name=name, names=", ".join(TAGS)))
            if name in values:
                raise _at(word.line, say("record.tag_twice", N_("[{name} …] is there twice."), name=name))
            values[name] = word.line, value.strip()
        return cls(values, line)

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def read(self, name: str, read: Callable[[str], Value], expected: Sentence) -> Value:
        """The value of a tag that must be there. `read` raises ValueError for what it cannot read."""
        if name not in self.values:
            raise _at(
                self.line,
                say("record.tag_missing", N_("[{name} …] is missing: {expected}."), name=name, expected=expected),
            )
        line, value = self.values[name]
        try:
            return read(value)
        except Unreadable as unreadable:
            raise _at(line, unreadable.sentence) from None
        except ValueError:
            template = N_("[{name} {value}] cannot be read: {expected}.")
            unread = say("record.tag_unreadable", template, name=name, value=value, expected=expected)
            raise _at(line, unread) from None

    def number(self, name: str, low: int, high: int) -> int:
        """A number as one sign, 10 to 18 as a letter."""
        expected = say("record.number", N_("write a number from {low} to {high}"), low=DIGITS[low], high=DIGITS[high])
        return self.read(name, lambda value: _number(value, low, high), expected)

    def count(self, name: str, low: int, high: int) -> int:
        """A whole number in figures, and `low` where the tag is not there."""
        expected = say("record.count", N_("write a whole number from {low} to {high}"), low=low, high=high)
        return self.read(name, lambda value: _whole(value, low, high), expected) if name in self else low

    def racks(self, name: str, players: int) -> tuple[tuple[Tile, ...], ...]:
        """Racks parted by semicolons, one for each player; none where the tag is not there."""
        expected = say("record.racks", N_("write {players} groups of tiles, parted by semicolons"), players=players)
        return self.read(name, lambda value: _racks(value, players), expected) if name in self else ()


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


def _from_tags(tags: _Tags) -> Record:
    names = tags.read("Players", _names, say("record.names", N_("write the names, parted by semicolons")))
    players = len(names)
    rules = _rules(tags, players)
    points = say("record.score", N_("write the points of {players} players, parted by semicolons"), players=players)
    doubles = say("record.due", N_("write doubles of the set as single signs"))
    return Record(
        rules,
        names,
        centre=tags.number("Start", 0, rules.set),
        first=tags.count("First", 1, players) - 1,
        due=tags.read("Due", lambda value: tuple(_number(sign, 0, rules.set) for sign in value.split()), doubles)
        if "Due" in tags
        else (),
        placed=tags.count("Placed", 1, players) - 1 if "Placed" in tags else None,
        lead=tags.count("Lead", 1, players) - 1,
        search=tags.count("Search", 0, rules.tiles.size),
        deal=tags.racks("Deal", players),
        yard=tags.racks("Yard", 1)[0] if "Yard" in tags else (),
        left=tags.racks("Left", players),
        score=tags.read("Score", lambda value: _score(value, players), points) if "Score" in tags else (),
        hand=tags.count("Hand", 0, MOST_HANDS),
        bots=_read_bots(tags, players),
        seal=_read_key(tags, "Seal"),
        deal_key=_read_key(tags, "DealKey"),
        bots_key=_read_key(tags, "BotsKey"),
    )


MOST_HANDS = 999


def _read_bots(tags: _Tags, players: int) -> tuple[str, ...]:
    names = say("record.bots", N_("write a bot for each of {players} seats, parted by semicolons"), players=players)
    return tags.read("Bots", lambda value: _bots(value, players), names) if "Bots" in tags else ()


def _read_key(tags: _Tags, tag: str) -> str:
    digits = say("record.key", N_("write 64 hexadecimal digits, in small letters"))
    return tags.read(tag, _key, digits) if tag in tags else ""


def _rules(tags: _Tags, players: int) -> Rules:
    """The rules, gamerules where they are not named: Set and Trains then add to them; else they must agree."""
    text = say("record.rules", N_("write a preset and options, like spruce set=12"))
    rules = tags.read("Rules", _read_rules, text) if "Rules" in tags else Rules()
    sets = say("rules.one_of", N_("write one of {choices}"), choices=", ".join(map(str, SETS)))
    if "Set" in tags:
        top = tags.read("Set", lambda value: SETS[SETS.index(_whole(value, SETS[0], SETS[-1]))], sets)
        _agree(tags, "Set", "Rules" not in tags or top == rules.set)
        rules = replace(rules, set=top)
    if "Trains" in tags:
        trains = tags.count("Trains", 1, SETS[-1])
        _agree(tags, "Trains", "Rules" not in tags or trains == rules.arms_for(players))
        if trains != rules.arms_for(players):
            rules = replace(rules, arms=ByPlayers((trains,)))
    if refusals := rules.refusals(players):
        raise _at(tags.line, refusals[0])
    return rules


def _agree(tags: _Tags, name: str, agrees: bool) -> None:  # noqa: FBT001 - the question is the argument
    if not agrees:
        line, value = tags.values[name]
        template = N_("[{name} {value}] does not agree with the rules that are named.")
        raise _at(line, say("record.disagrees", template, name=name, value=value))


def _at(line: int, sentence: Sentence) -> UnreadableRecord:
    return UnreadableRecord(say("record.line", N_("Line {line}: {sentence}"), line=line, sentence=sentence))

"""How each house option is read, written and said: one line of the table FIELDS per option."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import Any

from engine.options import (
    MOST_PLAYERS,
    ByPlayers,
    CentreFrom,
    Choice,
    DeadFoot,
    DoubleOut,
    DrawnTile,
    Draws,
    Forgotten,
    Hands,
    Option,
    Share,
    Starter,
    Trains,
)
from engine.tiles import SETS, TileSet
from engine.words import N_, Sentence, say


@dataclass(frozen=True, slots=True)
class Field:
    """How one option is read, written and said. `read` raises ValueError or KeyError for what it cannot read."""

    name: str
    label: Sentence
    read: Callable[[str], Any]
    write: Callable[[Any], str]
    words: Callable[[Any], Sentence]
    expected: Sentence
    offered: tuple[str, ...] = ()

    def option(self, value: Any) -> Option:
        choices = tuple(Choice(text, self.words(self.read(text))) for text in self.offered)
        return Option(self.name, self.label, self.write(value), self.words(value), choices)


def _one_of(name: str, label: Sentence, words: Mapping[Any, Sentence]) -> Field:
    """A field whose values are the members of an enum."""
    by_text = {member.value: member for member in words}
    return Field(
        name,
        label,
        read=by_text.__getitem__,
        write=lambda member: str(member.value),
        words=words.__getitem__,
        expected=say("rules.one_of", N_("write one of {choices}"), choices=", ".join(by_text)),
        offered=tuple(by_text),
    )


def _yes_no(name: str, label: Sentence) -> Field:
    words = {True: say("rules.yes", N_("yes")), False: say("rules.no", N_("no"))}
    by_text = {"yes": True, "no": False}
    return Field(
        name,
        label,
        read=by_text.__getitem__,
        write=lambda value: "yes" if value else "no",
        words=words.__getitem__,
        expected=say("rules.one_of", N_("write one of {choices}"), choices="yes, no"),
        offered=("yes", "no"),
    )


def _number(
    name: str, label: Sentence, *, low: int, high: int, words: Callable[[int], Sentence], offered: tuple[int, ...] = ()
) -> Field:
    return Field(
        name,
        label,
        read=lambda text: _whole(text, low, high),
        write=str,
        words=words,
        expected=say("rules.between", N_("write a whole number from {low} to {high}"), low=low, high=high),
        offered=tuple(map(str, offered)),
    )


def _by_players(
    name: str, label: Sentence, *, low: int, high: int, words: Callable[[Any], Sentence], formula: Enum | None = None
) -> Field:
    def read(text: str) -> ByPlayers | Enum:
        if formula is not None and text == formula.value:
            return formula
        return ByPlayers(tuple(_whole(part, low, high) for part in text.split("/")))

    def write(value: ByPlayers | Enum) -> str:
        return value.text() if isinstance(value, ByPlayers) else str(value.value)

    numbers = N_("a number from {low} to {high}, or one for each table size from two players up, like 12/11/10")
    expected = say("rules.by_players", numbers, low=low, high=high)
    if formula is None:
        expected = say("rules.write", N_("write {numbers}"), numbers=expected)
    else:
        expected = say("rules.write_or", N_("write {word}, or {numbers}"), word=formula.value, numbers=expected)
    return Field(name, label, read, write, words, expected)


def _whole(text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 4 and low <= int(text) <= high):
        raise ValueError(text)
    return int(text)


def _top(text: str) -> int:
    if _whole(text, SETS[0], SETS[-1]) not in SETS:
        raise ValueError(text)
    return int(text)


def _read_hands(text: str) -> tuple[int, ...] | Hands:
    """'all', '9-5' or '9,7,5'."""
    if text == Hands.EVERY_DOUBLE.value:
        return Hands.EVERY_DOUBLE
    if "-" in text:
        first, last = (_whole(part, 0, SETS[-1]) for part in text.split("-"))
        step = -1 if first >= last else 1
        return tuple(range(first, last + step, step))
    return tuple(_whole(part, 0, SETS[-1]) for part in text.split(","))


def _write_hands(value: tuple[int, ...] | Hands) -> str:
    return str(value.value) if isinstance(value, Hands) else ",".join(map(str, value))


def _hands_words(value: tuple[int, ...] | Hands) -> Sentence:
    if isinstance(value, Hands):
        return say("rules.hands.all", N_("one hand for each double, from the highest down to 0-0"))
    doubles = ", ".join(f"{number}-{number}" for number in value)
    return say("rules.hands.list", N_("one hand each for {doubles}"), doubles=doubles)


def deal_words(value: ByPlayers | Share) -> Sentence:
    """What is dealt; a formula is better handed in worked out."""
    if isinstance(value, Share):
        return say("rules.hand.share", N_("seven ninths of the set, shared out among the players"))
    if len(value.numbers) == 1:
        return say("rules.hand.each", N_("{count} tile each"), N_("{count} tiles each"), count=value.numbers[0])
    return _listed(value)


def _listed(value: ByPlayers) -> Sentence:
    """Numbers by table size, equal neighbours together: 2 → 12, 3 → 11, 4–7 → 10, 8+ → 6."""
    sizes, first = [], 2
    for number, run in groupby(value.numbers):
        last = first + len(tuple(run)) - 1
        upper = "+" if last == len(value.numbers) + 1 else f"–{last}" if last > first else ""
        sizes.append(f"{first}{upper} → {number}")
        first = last + 1
    return say("rules.by_table_size", N_("by number of players: {sizes}"), sizes=", ".join(sizes))


def _trains_words(value: ByPlayers | Trains) -> Sentence:
    if isinstance(value, Trains):
        return say("rules.arms.players", N_("as many trains as players"))
    if len(value.numbers) == 1:
        return say("rules.arms.count", N_("{count} train"), N_("{count} trains"), count=value.numbers[0])
    return _listed(value)


def _reserve_words(value: ByPlayers) -> Sentence:
    if value.numbers == (0,):
        return say("rules.reserve.none", N_("none: the yard may be drawn empty"))
    if len(value.numbers) == 1:
        return say("rules.reserve.count", N_("the last tile"), N_("the last {count} tiles"), count=value.numbers[0])
    return _listed(value)


def _points_words(points: int) -> Sentence:
    return say("rules.points", N_("{count} point"), N_("{count} points"), count=points)


def players_words(most: int) -> Sentence:
    """How many may sit at a table."""
    if most == 2:
        return say("rules.players.two", N_("only 2"))
    return say("rules.players.most", N_("2 to {most}"), most=most)


def _toes_words(toes: int) -> Sentence:
    return say("rules.toes.count", N_("{count} tile"), N_("{count} tiles"), count=toes)


_FORGOTTEN = {
    Forgotten.NOTHING: say("rules.forgotten.off", N_("nothing happens")),
    Forgotten.DRAWS_ONE: say("rules.forgotten.draw", N_("draws one tile")),
}

FIELDS: tuple[Field, ...] = (
    Field(
        "set",
        say("rules.set", N_("Tiles")),
        read=_top,
        write=str,
        words=lambda top: TileSet(top).name,
        expected=say("rules.one_of", N_("write one of {choices}"), choices=", ".join(map(str, SETS))),
        offered=tuple(map(str, SETS)),
    ),
    _number(
        "players",
        say("rules.players", N_("Players at a table")),
        low=2,
        high=MOST_PLAYERS,
        words=players_words,
        offered=tuple(range(2, MOST_PLAYERS + 1)),
    ),
    _by_players(
        "hand",
        say("rules.hand", N_("Tiles dealt to each player")),
        low=1,
        high=95,
        words=deal_words,
        formula=Share.SHARE,
    ),
    _one_of(
        "centre",
        say("rules.centre", N_("The starting double")),
        {
            CentreFrom.ASIDE: say("rules.centre.aside", N_("is set aside before the deal")),
            CentreFrom.SEARCH: say(
                "rules.centre.search", N_("comes from the player who holds it; if nobody does, all draw in turn for it")
            ),
            CentreFrom.NEXT_HELD: say(
                "rules.centre.next", N_("comes from the player who holds it; if nobody does, the next highest held")
            ),
        },
    ),
    _one_of(
        "starter",
        say("rules.starter", N_("Who begins")),
        {
            Starter.FINDER: say("rules.starter.finder", N_("whoever holds or finds the starting double")),
            Starter.ROTATES: say(
                "rules.starter.rotates", N_("the highest tile drawn begins the first hand, then one seat to the left")
            ),
        },
    ),
    _yes_no("plays_on", say("rules.plays_on", N_("Whoever placed the starting double plays a tile at once"))),
    _by_players(
        "arms",
        say("rules.arms", N_("Trains that must be laid first")),
        low=1,
        high=SETS[-1],
        words=_trains_words,
        formula=Trains.ONE_EACH,
    ),
    _one_of(
        "draw",
        say("rules.draw", N_("A player who cannot play draws")),
        {
            Draws.ONE: say("rules.draw.one", N_("one tile")),
            Draws.UNTIL_PLAYABLE: say("rules.draw.until", N_("until a tile fits")),
        },
    ),
    _one_of(
        "drawn",
        say("rules.drawn", N_("A drawn tile that fits")),
        {
            DrawnTile.MUST: say("rules.drawn.must", N_("must be played at once")),
            DrawnTile.MAY: say("rules.drawn.may", N_("may be played at once or kept")),
        },
    ),
    _yes_no("free_draw", say("rules.free_draw", N_("A player who can play may draw instead"))),
    _number(
        "toes",
        say("rules.toes", N_("A double needs")),
        low=1,
        high=SETS[-1],
        words=_toes_words,
        offered=(2, 3),
    ),
    _one_of(
        "dead_foot",
        say("rules.dead_foot", N_("When a foot can no longer be finished")),
        {
            DeadFoot.PLAY_OUT: say("rules.dead_foot.play_out", N_("play goes on until nobody can play or draw")),
            DeadFoot.END_WHEN_STUCK: say(
                "rules.dead_foot.stuck", N_("the hand ends once every tile with that number has been played")
            ),
            DeadFoot.END_WHEN_HOPELESS: say(
                "rules.dead_foot.hopeless", N_("the hand ends once fewer such tiles are left than the foot needs")
            ),
            DeadFoot.RELEASE: say(
                "rules.dead_foot.release", N_("the foot counts as finished once no tile for it is left")
            ),
        },
    ),
    _by_players(
        "reserve", say("rules.reserve", N_("Tiles of the yard that stay")), low=0, high=20, words=_reserve_words
    ),
    _one_of(
        "double_out",
        say("rules.double_out", N_("Going out on a double")),
        {
            DoubleOut.ALLOWED: say("rules.double_out.allowed", N_("is allowed")),
            DoubleOut.COSTS_50: say("rules.double_out.50", N_("costs 50 points")),
            DoubleOut.MUST_DRAW: say("rules.double_out.draw", N_("does not end the hand: the player draws a tile")),
        },
    ),
    _number(
        "zero_blank",
        say("rules.zero_blank", N_("0-0 left over counts")),
        low=0,
        high=200,
        words=_points_words,
        offered=(0, 25, 50, 100),
    ),
    _number(
        "other_blanks",
        say("rules.other_blanks", N_("Every other blank left over adds")),
        low=0,
        high=200,
        words=_points_words,
        offered=(0, 25),
    ),
    _one_of("call", say("rules.call", N_("A player who lays a double and does not say so")), _FORGOTTEN),
    _one_of("knock", say("rules.knock", N_("A player who does not tap the last tile")), _FORGOTTEN),
    _yes_no("zero_needs_out", say("rules.zero_needs_out", N_("A zero counts only for the player who went out"))),
    Field(
        "hands",
        say("rules.hands", N_("Hands of a game")),
        read=_read_hands,
        write=_write_hands,
        words=_hands_words,
        expected=say("rules.hands.expected", N_("write all, a run like 9-0, or a list like 9,7,5")),
        offered=("all",),
    ),
)
"""Every option, in the order in which pages and the text form list them; the names are fields of Rules."""

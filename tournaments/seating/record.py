"""A draw as a file that anybody can draw again: what went in, what came out, and what was changed by hand.

The public file has entry numbers only and counts private wishes instead of listing them; the organiser's file lists
them. Lines are stable: the same draw is the same text.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from engine import N_, Sentence, say
from tournaments.seating.draw import ALGORITHM, Past, Round, Seating, draw_rounds
from tournaments.seating.knockout_round import ALGORITHM as KNOCKOUT
from tournaments.seating.knockout_round import KnockoutDraw, draw_knockout_round, knockout_from
from tournaments.seating.power import ALGORITHM as POWER
from tournaments.seating.power import draw_power_round
from tournaments.seating.power_record import PowerDraw, power_from
from tournaments.seating.sizes import Split
from tournaments.seating.wishes import Place, Wishes

FORMAT = "henhouse-draw-1"

MOST_MOVES = 10_000_000
MOST_AHEAD = 1_000
"""A file that asks for more moves, or for more rounds ahead, is damaged: nothing is drawn that way, nor ever ends."""

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]


class UnreadableDraw(Exception):
    """The text is not the file of a draw; `sentence` says what is wrong."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Draw:
    """One published round with everything that went into it.

    `limit` is the limit of moves that was asked for (None: the draw's own), `ahead` the rounds it planned for.
    `tables` and `sit_outs` are what was published; with `hand_changes` they differ from what was drawn.
    `hidden_wishes` counts wishes that the file does not list, `ignored_wishes` those that the organisers left out of
    the draw. The tables of `locked` (by number) were kept from the draft before; in `wishes` everybody there is fixed.
    `power` is what a round by the standings was drawn from, `knockout` the same of a knockout; both None if balanced.
    """

    entries: tuple[int, ...]
    split: Split
    past: Past
    wishes: Wishes
    ahead: int
    limit: int | None
    drawn: Seating
    tables: Round
    sit_outs: tuple[int, ...]
    redraws: int = 0
    hand_changes: int = 0
    hidden_wishes: int = 0
    ignored_wishes: int = 0
    locked: tuple[int, ...] = ()
    power: PowerDraw | None = None
    knockout: KnockoutDraw | None = None

    @property
    def wishes_used(self) -> int:
        """How many private wishes went into it. Who sat at a locked table is no secret, and no wish."""
        wishes = self.wishes
        return self.hidden_wishes + len(wishes.apart) + len(wishes.together) + len(wishes.fixed.keys() - self._kept())

    def public(self) -> "Draw":
        """The same without the wishes, which are counted."""
        kept = self._kept()
        fixed = {entry: place for entry, place in self.wishes.fixed.items() if entry in kept}
        wishes = Wishes(fixed=fixed, turns_first=self.wishes.turns_first)
        return replace(self, wishes=wishes, hidden_wishes=self.wishes_used)

    def _kept(self) -> frozenset[int]:
        """The entries at locked tables."""
        return frozenset(entry for number in self.locked for entry in self.drawn.tables[number - 1])


def again(draw: Draw) -> Seating:
    """Draw it again from what went in."""
    if draw.power:
        return draw_power_round(
            draw.power.standings,
            draw.split,
            draw.past,
            seed=draw.drawn.seed,
            rules=draw.power.rules,
            wishes=draw.wishes,
            moves=draw.limit,
        )
    if draw.knockout:
        return draw_knockout_round(draw.knockout, draw.past, seed=draw.drawn.seed, wishes=draw.wishes)
    rounds = draw_rounds(
        draw.entries,
        draw.split,
        draw.past,
        rounds=draw.ahead,
        seed=draw.drawn.seed,
        wishes=draw.wishes,
        moves=draw.limit,
    )
    return rounds[0]


def verdict(draw: Draw) -> tuple[bool, Sentence]:
    """Whether the file holds, and one sentence: drawn again the same, verified without drawing, or what is wrong."""
    wrong = _not_a_seating(draw)
    if wrong:
        return False, wrong
    only_checked = _only_checked(draw)
    if only_checked:
        return True, only_checked
    if again(draw) != draw.drawn:
        return False, say(
            "redraw.differs", N_("Drawn again, the seating is another one: this file is not what was drawn.")
        )
    changed = _changed_words(draw)
    if changed:
        return True, changed
    if (draw.tables, draw.sit_outs) != (draw.drawn.tables, draw.drawn.sit_outs):
        return False, say(
            "redraw.unsaid_changes", N_("The published tables are not the drawn ones, and no change by hand is noted.")
        )
    return True, say("redraw.same", N_("Drawn again: the same seating."))


def _changed_words(draw: Draw) -> Sentence | None:
    """What the organisers kept or changed by hand, for a draw that comes out the same otherwise."""
    tables = ", ".join(map(str, draw.locked))
    if draw.locked and draw.hand_changes:
        return say(
            "redraw.kept_and_changed",
            N_(
                "Drawn again, the same seating. Kept from the draft before: table {tables}; "
                "then {count} change was made by hand before publishing."
            ),
            N_(
                "Drawn again, the same seating. Kept from the draft before: table {tables}; "
                "then {count} changes were made by hand before publishing."
            ),
            tables=tables,
            count=draw.hand_changes,
        )
    if draw.locked:
        words = N_("Drawn again, the same seating. Kept from the draft before: table {tables}.")
        return say("redraw.kept", words, tables=tables)
    if draw.hand_changes:
        return say(
            "redraw.changed_by_hand",
            N_("Drawn again, the same seating; then {count} change was made by hand before publishing."),
            N_("Drawn again, the same seating; then {count} changes were made by hand before publishing."),
            count=draw.hand_changes,
        )
    return None


def _only_checked(draw: Draw) -> Sentence | None:
    """Why this draw cannot be drawn again from its file, when it cannot."""
    ours = POWER if draw.power else KNOCKOUT if draw.knockout else ALGORITHM
    if draw.drawn.algorithm != ours:
        return say(
            "redraw.other_version",
            N_(
                "Drawn by {theirs}; this is {ours}, which may draw differently. "
                "Checked instead: everybody sits exactly once, at tables of the announced sizes."
            ),
            theirs=draw.drawn.algorithm,
            ours=ours,
        )
    if draw.hidden_wishes:
        return say(
            "redraw.hidden_wishes",
            N_(
                "{count} private wish was used and is not in this file, so only the organiser's file can be drawn "
                "again. Checked: everybody sits exactly once."
            ),
            N_(
                "{count} private wishes were used and are not in this file, so only the organiser's file can be drawn "
                "again. Checked: everybody sits exactly once."
            ),
            count=draw.hidden_wishes,
        )
    return None


def _not_a_seating(draw: Draw) -> Sentence | None:
    for tables, sit_outs in ((draw.drawn.tables, draw.drawn.sit_outs), (draw.tables, draw.sit_outs)):
        seated = sorted([entry for table in tables for entry in table] + list(sit_outs))
        if seated != sorted(draw.entries):
            return say("redraw.not_once", N_("The tables do not seat every entry exactly once."))
    order = draw.entries
    if draw.power:
        order = tuple(one.entry for one in draw.power.standings)
    if draw.knockout:
        order = draw.knockout.order
    if sorted(order) != sorted(draw.entries):
        return say("redraw.other_people", N_("The order in the file is not of the people who were seated."))
    sizes = tuple(len(table) for table in draw.drawn.tables)
    if sizes != draw.split.sizes or len(draw.drawn.sit_outs) != draw.split.sit_outs:
        return say("redraw.other_sizes", N_("The tables do not have the sizes that the file announces."))
    return None


def to_text(draw: Draw) -> str:
    """The file of a draw, as JSON with a line for each table."""
    wishes = draw.wishes
    fields: dict[str, Json] = {
        "format": FORMAT,
        "algorithm": draw.drawn.algorithm,
        "entries": list(draw.entries),
        "sizes": list(draw.split.sizes),
        "sitting_out": draw.split.sit_outs,
        "past": [_rows(tables) for tables in draw.past.rounds],
        "past_sit_outs": _rows(draw.past.sat_out),
        "ahead": draw.ahead,
        "limit": draw.limit,
        "seed": draw.drawn.seed,
        "moves": draw.drawn.moves,
        "turns_first": wishes.turns_first,
        "apart": _rows(sorted(tuple(sorted(group)) for group in wishes.apart)),
        "together": _rows(sorted(tuple(sorted(group)) for group in wishes.together)),
        "fixed": [[entry, place.table, place.seat] for entry, place in sorted(wishes.fixed.items())],
        "hidden_wishes": draw.hidden_wishes,
        "ignored_wishes": draw.ignored_wishes,
        "locked": list(draw.locked),
        "redraws": draw.redraws,
        "hand_changes": draw.hand_changes,
        "drawn": _rows(draw.drawn.tables),
        "drawn_sit_outs": list(draw.drawn.sit_outs),
        "tables": _rows(draw.tables),
        "sit_outs": list(draw.sit_outs),
    }
    drawn_from = draw.power or draw.knockout
    if drawn_from:
        fields.update(cast("dict[str, Json]", drawn_from.fields()))
    return json.dumps(fields, indent=None, separators=(",", ":")).replace(',"', ',\n"') + "\n"


def _rows(tables: Sequence[Sequence[int]]) -> list[Json]:
    return [list(table) for table in tables]


def from_text(text: str) -> Draw:
    """Read the file of a draw. Raises UnreadableDraw with what is wrong."""
    try:
        fields = json.loads(text)
    except ValueError as wrong:
        raise UnreadableDraw(say("redraw.not_json", N_("This is not the file of a draw: it is not JSON."))) from wrong
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise UnreadableDraw(
            say("redraw.other_format", N_("This is not the file of a draw: it does not say {format}."), format=FORMAT)
        )
    try:
        return _draw(fields)
    except (KeyError, TypeError, ValueError) as wrong:
        raise UnreadableDraw(
            say("redraw.damaged", N_("The file of this draw is damaged near {field}."), field=str(wrong))
        ) from wrong


def _draw(fields: Mapping[str, object]) -> Draw:
    sizes = _numbers(fields, "sizes")
    drawn = Seating(
        _tables(fields, "drawn"),
        _numbers(fields, "drawn_sit_outs"),
        _number(fields, "seed"),
        _number(fields, "moves"),
        str(fields["algorithm"]),
    )
    fixed = dict(_fixed(fields))
    locked = _numbers(fields, "locked") if "locked" in fields else ()
    if any(not 1 <= number <= len(drawn.tables) for number in locked):
        raise ValueError("locked")
    past = cast("list[list[list[int]]]", fields["past"])
    return Draw(
        entries=_numbers(fields, "entries"),
        split=Split(sizes, _number(fields, "sitting_out")),
        past=Past(
            tuple(tuple(tuple(map(int, table)) for table in tables) for tables in past),
            _tables(fields, "past_sit_outs"),
        ),
        wishes=Wishes(
            frozenset(map(frozenset, _tables(fields, "apart"))),
            frozenset(map(frozenset, _tables(fields, "together"))),
            fixed,
            turns_first=bool(fields["turns_first"]),
        ),
        ahead=_at_most(fields, "ahead", MOST_AHEAD),
        limit=None if fields["limit"] is None else _at_most(fields, "limit", MOST_MOVES),
        drawn=drawn,
        tables=_tables(fields, "tables"),
        sit_outs=_numbers(fields, "sit_outs"),
        redraws=_number(fields, "redraws"),
        hand_changes=_number(fields, "hand_changes"),
        hidden_wishes=_number(fields, "hidden_wishes"),
        ignored_wishes=_number(fields, "ignored_wishes") if "ignored_wishes" in fields else 0,
        locked=locked,
        power=power_from(fields),
        knockout=knockout_from(fields),
    )


def _number(fields: Mapping[str, object], name: str) -> int:
    value = fields[name]
    if not isinstance(value, int):
        raise ValueError(name)
    return value


def _at_most(fields: Mapping[str, object], name: str, most: int) -> int:
    value = _number(fields, name)
    if value > most:
        raise ValueError(name)
    return value


def _fixed(fields: Mapping[str, object]) -> Iterator[tuple[int, Place]]:
    """Who keeps a table, and the seat of those who keep one."""
    rows = fields["fixed"]
    if not isinstance(rows, list):
        raise ValueError("fixed")
    for row in rows:
        if not isinstance(row, list) or len(row) != 3 or not isinstance(row[2], int | None):
            raise ValueError("fixed")
        entry, table = _numbers({"fixed": row[:2]}, "fixed")
        yield entry, Place(table, row[2])


def _numbers(fields: Mapping[str, object], name: str) -> tuple[int, ...]:
    value = fields[name]
    if not isinstance(value, list) or not all(isinstance(number, int) for number in value):
        raise ValueError(name)
    return tuple(value)


def _tables(fields: Mapping[str, object], name: str) -> tuple[tuple[int, ...], ...]:
    value = fields[name]
    if not isinstance(value, list):
        raise ValueError(name)
    return tuple(_numbers({name: row}, name) for row in value)

"""Who the people of a roster are: new, known, entered already, twice in the file, like somebody known, or not readable.

Nothing is decided over a person's head: whatever is not plain becomes a question, and `settle` says which are open.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from engine import N_, Sentence, say
from tournaments.files.roster.columns import RosterRow
from tournaments.names import compare_key, fault, tidy


class Kind(Enum):
    """What a row turned out to be."""

    NEW = "new"
    KNOWN = "known"
    ALREADY_ENTERED = "already_entered"
    TWICE_IN_FILE = "twice_in_file"
    LOOKS_LIKE = "looks_like"
    NOT_READABLE = "not_readable"


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player of the club; `entered` says whether they are in the tournament already."""

    id: int
    name: str
    entered: bool = False


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """One row of the preview, with what it is and a sentence that says so.

    `known_player` is set for KNOWN and ALREADY_ENTERED, `first_row` for TWICE_IN_FILE; `look_alikes` are the known
    players to choose from, for LOOKS_LIKE and for TWICE_IN_FILE (two of the same name may both be known).
    """

    row_number: int
    name: str
    kind: Kind
    sentence: Sentence
    known_player: KnownPlayer | None = None
    look_alikes: tuple[KnownPlayer, ...] = ()
    first_row: int | None = None


class Choice(Enum):
    """What to do with a row."""

    ADD = "add"
    TAKE = "take"
    LEAVE_OUT = "leave_out"


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person chose for a row: add a new player, take the known player `player_id`, or leave the row out."""

    row_number: int
    choice: Choice
    player_id: int | None = None


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A row that cannot be accepted as it is decided."""

    row: PreviewRow
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Settled:
    """What accepting a preview does, each in the order of the file; nothing may be done while questions are open."""

    new: tuple[PreviewRow, ...]
    known: tuple[tuple[PreviewRow, KnownPlayer], ...]
    left_out: tuple[PreviewRow, ...]
    questions: tuple[OpenQuestion, ...]


def preview(rows: Iterable[RosterRow], players: Collection[KnownPlayer]) -> tuple[PreviewRow, ...]:
    """The preview of a roster, row by row, against the players of the club."""
    by_name: dict[str, list[KnownPlayer]] = {}
    by_likeness: dict[str, list[KnownPlayer]] = {}
    for player in sorted(players, key=lambda player: player.id):
        by_name.setdefault(tidy(player.name), []).append(player)
        for key in likenesses(player.name):
            by_likeness.setdefault(key, []).append(player)
    first_rows: dict[str, RosterRow] = {}
    found: list[PreviewRow] = []
    for row in rows:
        why = fault(row.name)
        if why is not None:
            found.append(PreviewRow(row.row_number, row.name, Kind.NOT_READABLE, why))
            continue
        keys = likenesses(row.name)
        by_id = {player.id: player for key in keys for player in by_likeness.get(key, [])}
        alike = tuple(by_id[player_id] for player_id in sorted(by_id))
        earlier = [first_rows[key] for key in keys if key in first_rows]
        if earlier:
            found.append(_twice(row, min(earlier, key=lambda other: other.row_number), alike))
        else:
            first_rows.update(dict.fromkeys(keys, row))
            found.append(_matched(row, by_name.get(row.name, []), alike))
    return tuple(found)


def likenesses(name: str) -> frozenset[str]:
    """Keys of which two names share one if they could be the same person.

    Case, accents, spaces, dots, apostrophes and hyphens do not count, nor which of the names comes first.
    """
    words = compare_key(name).replace("'", "").replace('"', "").replace("-", " ").replace(",", " ").split()
    return frozenset("".join(words[turn:] + words[:turn]) for turn in range(min(len(words), 8)))


def proposal(row: PreviewRow) -> Decision | None:
    """What is done with a row unless a person says otherwise; None where only a person can say."""
    if row.kind is Kind.NEW:
        return Decision(row.row_number, Choice.ADD)
    if row.kind is Kind.KNOWN and row.known_player is not None:
        return Decision(row.row_number, Choice.TAKE, row.known_player.id)
    if row.kind is Kind.LOOKS_LIKE:
        return None
    return Decision(row.row_number, Choice.LEAVE_OUT)


def settle(
    preview_rows: Iterable[PreviewRow], decisions: Iterable[Decision], players: Collection[KnownPlayer]
) -> Settled:
    """What accepting would do: the decisions where there are some, else the proposals; and what is to be asked."""
    decided = {decision.row_number: decision for decision in decisions}
    by_id = {player.id: player for player in players}
    new: list[PreviewRow] = []
    known: dict[int, PreviewRow] = {}
    left_out: list[PreviewRow] = []
    questions: list[OpenQuestion] = []
    for row in preview_rows:
        decision = decided.get(row.row_number) or proposal(row)
        question = _question(row, decision, by_id, known)
        if question is not None:
            questions.append(OpenQuestion(row, question))
        elif decision is None or decision.choice is Choice.LEAVE_OUT:
            left_out.append(row)
        elif decision.choice is Choice.ADD:
            new.append(row)
        elif decision.player_id is not None:
            known[decision.player_id] = row
    taken = tuple((row, by_id[player_id]) for player_id, row in known.items())
    return Settled(tuple(new), taken, tuple(left_out), tuple(questions))


def decisions_to_json(decisions: Iterable[Decision]) -> Mapping[str, Any]:
    """What a JSON column keeps of decisions: choice and player by row number."""
    return {str(d.row_number): [d.choice.value, d.player_id] for d in decisions}


def decisions_from_json(form: Mapping[str, Any]) -> tuple[Decision, ...]:
    """The decisions that a JSON column kept. Raises ValueError or TypeError when it is none."""
    return tuple(
        Decision(int(row), Choice(choice), None if player is None else int(player))
        for row, (choice, player) in form.items()
    )


def _question(
    row: PreviewRow, decision: Decision | None, by_id: Mapping[int, KnownPlayer], taken: Mapping[int, PreviewRow]
) -> Sentence | None:
    """What must be asked before a row can be accepted, or None."""
    if decision is None:
        return row.sentence
    if decision.choice is Choice.TAKE:
        player = by_id.get(decision.player_id) if decision.player_id is not None else None
        return _cannot_take(row, player, taken)
    return row.sentence if decision.choice is Choice.ADD and row.kind is Kind.NOT_READABLE else None


def _cannot_take(row: PreviewRow, player: KnownPlayer | None, taken: Mapping[int, PreviewRow]) -> Sentence | None:
    if player is None:
        return say(
            "roster.player_gone", N_("The player chosen for row {row} is gone. Choose again."), row=row.row_number
        )
    if player.id in taken:
        return say(
            "roster.player_chosen_twice",
            N_("Rows {first} and {row} are both to be {name}. Choose another player for one, or leave it out."),
            first=taken[player.id].row_number,
            row=row.row_number,
            name=player.name,
        )
    if player.entered:
        return say(
            "roster.player_entered",
            N_("{name}, chosen for row {row}, is entered already. Choose another player, or leave the row out."),
            name=player.name,
            row=row.row_number,
        )
    return None


def _matched(row: RosterRow, same: list[KnownPlayer], alike: tuple[KnownPlayer, ...]) -> PreviewRow:
    if len(same) == 1 and same[0].entered:
        sentence = say("roster.already_entered", N_("{name} is entered already."), name=row.name)
        return PreviewRow(row.row_number, row.name, Kind.ALREADY_ENTERED, sentence, known_player=same[0])
    if len(same) == 1:
        sentence = say("roster.known", N_("{name} is known to the club."), name=row.name)
        return PreviewRow(row.row_number, row.name, Kind.KNOWN, sentence, known_player=same[0])
    if same:
        sentence = say(
            "roster.same_name",
            N_("The club knows {count} player called {name}. Which one is it?"),
            plural=N_("The club knows {count} players called {name}. Which one is it?"),
            count=len(same),
            name=row.name,
        )
        return PreviewRow(row.row_number, row.name, Kind.LOOKS_LIKE, sentence, look_alikes=alike)
    if alike:
        sentence = say(
            "roster.looks_like",
            N_("{name} looks like {other}, whom the club knows. Is it the same person?"),
            name=row.name,
            other=", ".join(player.name for player in alike),
        )
        return PreviewRow(row.row_number, row.name, Kind.LOOKS_LIKE, sentence, look_alikes=alike)
    return PreviewRow(row.row_number, row.name, Kind.NEW, say("roster.new", N_("{name} is new."), name=row.name))


def _twice(row: RosterRow, earlier: RosterRow, alike: tuple[KnownPlayer, ...]) -> PreviewRow:
    if row.name == earlier.name:
        sentence = say(
            "roster.twice",
            N_("{name} stands in row {first} already."),
            name=row.name,
            first=earlier.row_number,
        )
    else:
        sentence = say(
            "roster.twice_alike",
            N_("{name} looks like {other} in row {first}."),
            name=row.name,
            other=earlier.name,
            first=earlier.row_number,
        )
    kind, first = Kind.TWICE_IN_FILE, earlier.row_number
    return PreviewRow(row.row_number, row.name, kind, sentence, look_alikes=alike, first_row=first)

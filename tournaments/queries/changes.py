"""The history of a tournament as it is shown: what was done, with the people it was about by their names of today."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Change, Player, Tournament


@dataclass(frozen=True, slots=True)
class Told:
    """A change with the names of the players it is about, in their order."""

    change: Change
    names: tuple[str, ...]

    @property
    def is_undone(self) -> bool:
        return self.change.undone_at is not None


UNDOABLE = ("entry.status", "entry.enter")
"""Verbs that can be taken back from the history in one press."""


def changes(tournament: Tournament) -> QuerySet[Change]:
    """Every change of a tournament, the last one first."""
    return tournament.changes.order_by("-pk")


def undoable(tournament: Tournament, most: int) -> QuerySet[Change]:
    """The last changes of the list of entries that have not been taken back."""
    return changes(tournament).filter(verb__in=UNDOABLE, undone_at=None)[:most]


def told(tournament: Tournament, shown: Iterable[Change]) -> list[Told]:
    """Changes with names. Two queries beside the one for the changes.

    Facts name players by id, or entries by number where no entry can have been struck since.
    """
    rows = list(shown)
    numbers = {number for row in rows for number in _entries(row)}
    of_entry = dict(tournament.entries.filter(number__in=numbers).values_list("number", "player"))
    about = {row.pk: _players(row, of_entry) for row in rows}
    players = {player for ids in about.values() for player in ids}
    names = dict(Player.objects.filter(pk__in=players).values_list("pk", "name"))
    return [Told(row, tuple(names[player] for player in about[row.pk] if player in names)) for row in rows]


def _players(change: Change, of_entry: Mapping[int, int]) -> tuple[int, ...]:
    facts = change.facts
    if isinstance(facts.get("player"), int):
        return (facts["player"],)
    return tuple(facts.get("players") or (of_entry[number] for number in _entries(change) if number in of_entry))


def _entries(change: Change) -> list[int]:
    facts = change.facts
    one = [facts["entry"]] if isinstance(facts.get("entry"), int) else []
    return [*facts.get("entries", ()), *one]

"""Where a tournament stands tonight: head counts, rounds, and what has changed last."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Max, QuerySet, Sum

from games.models import ScreenPlay
from tournaments.models import Change, Entry, Round, Tournament
from tournaments.names import sort_key
from tournaments.queries.coming_round import drawn_for


def heads(tournament: Tournament) -> Counter[str]:
    """How many people have each status, or how many bots where nobody else is entered. One query."""
    rows = drawn_for(tournament).order_by().values_list("status").annotate(count=Count("pk"))
    return Counter(dict(rows))


def rounds(tournament: Tournament) -> QuerySet[Round]:
    """The rounds in order, each with `table_count`. One query."""
    return tournament.rounds.annotate(table_count=Count("tables")).order_by("number")


def desk_version(tournament: Tournament) -> str:
    """A text that differs after every change, those of drafts too, which the world's version leaves out. One query."""
    return f"{tournament.version}-{last_change(tournament)}"


def live_version(tournament: Tournament) -> str:
    """As `desk_version`, and another text after every move on screen. Two queries."""
    plays = ScreenPlay.objects.filter(game__table__round__tournament=tournament, game__table__round__state="open")
    moves = plays.aggregate(moves=Sum("counter"))["moves"] or 0
    return f"{desk_version(tournament)}-{moves}"


@dataclass(frozen=True, slots=True)
class Presence:
    """One entry as the list of arrivals shows it."""

    number: int
    name: str
    status: Entry.Status


def presence(tournament: Tournament, numbers: Collection[int] | None = None) -> list[Presence]:
    """Who is entered (all of them, or these numbers), in the order of their names; bots alone only. One query."""
    entries = drawn_for(tournament).order_by("number")
    if numbers is not None:
        entries = entries.filter(number__in=numbers)
    rows = entries.values_list("number", "player__name", "player__sort_name", "status")
    return [
        Presence(number, name, Entry.Status(status))
        for number, name, _sort_name, status in sorted(rows, key=lambda row: (sort_key(row[2]), row[0]))
    ]


@dataclass(frozen=True, slots=True)
class Moves:
    """What happened to the list of entries after a moment: who changed status, and whether somebody came or went."""

    statuses: frozenset[int]
    others: bool


def moves_since(tournament: Tournament, change: int) -> Moves:
    """What happened to the entries after the change with this id. One query."""
    statuses: set[int] = set()
    others = False
    rows = Change.objects.filter(tournament=tournament, pk__gt=change, verb__startswith="entry.")
    for verb, facts in rows.values_list("verb", "facts"):
        statuses.update(facts.get("entries", ()))
        others = others or verb in {"entry.enter", "entry.strike"}
    return Moves(frozenset(statuses), others)


def last_change(tournament: Tournament) -> int:
    """The id of the last change of a tournament, 0 before the first. One query."""
    return int(Change.objects.filter(tournament=tournament).aggregate(last=Max("pk"))["last"] or 0)

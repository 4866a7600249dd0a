"""Where bots may fill seats of a draft: at which of its tables on screen, how many, and which of them are free."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine import read_rules
from tournaments.models import Entry, Round, Tournament
from tournaments.queries.coming_round import drawn_for
from tournaments.queries.stages import Span, sizes_in, span_of, stages_of


@dataclass(frozen=True, slots=True)
class Room:
    """What bots can do for a draft so that its tables come out even.

    `missing` are the seats that are missing at each short table, by number, whether it is on screen or not; `free` are
    the bots that are here without a seat, in the order of their numbers. `may` is False in a knockout or a later stage,
    whose people are named, and where only bots play.
    """

    may: bool
    missing: Mapping[int, int]
    free: tuple[Entry, ...]


def room_for_bots(draft: Round) -> Room:
    """Where bots may fill seats of a draft. A table is full with the preferred size, or with that of the largest table.

    Six queries.
    """
    tournament = draft.tournament
    span = span_of(stages_of(tournament), draft.number)
    people = drawn_for(tournament).filter(player__bot="").exists()
    sizes: dict[int, int] = {}
    for number in draft.seats.exclude(table=None).order_by("table__number").values_list("table__number", flat=True):
        sizes[number] = sizes.get(number, 0) + 1
    full = _full(tournament, span, sizes.values())
    rows = tournament.entries.filter(status=Entry.Status.HERE).exclude(player__bot="").exclude(seats__round=draft)
    return Room(
        may=span.is_first and not span.is_knockout and people,
        missing={number: full - size for number, size in sizes.items() if size < full},
        free=tuple(rows.select_related("player").order_by("number")),
    )


def full_size(draft: Round, sizes: Iterable[int]) -> int:
    """With how many a table of a draft is full whose tables have these sizes. One query."""
    return _full(draft.tournament, span_of(stages_of(draft.tournament), draft.number), sizes)


def _full(tournament: Tournament, span: Span, sizes: Iterable[int]) -> int:
    full = max([sizes_in(tournament, span.stage).preferred, *sizes])
    dealable = read_rules(tournament.rules).player_counts()
    return full if full in dealable else max(dealable)

"""The names of a seating file become entries: who is known is taken, who is not is made."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments import entries, players
from tournaments.exchange.sheet_words import Notes
from tournaments.files.sheets import Sheets
from tournaments.models import Entry, Player, Tournament
from tournaments.names import compare_key
from tournaments.queries.players import present


def entries_by_name(
    tournament: Tournament, sheets: Sheets, notes: Notes, *, by: str, at: datetime
) -> tuple[dict[str, Entry], int]:
    """The entry of everybody who is seated, by the name in the file, and how many players were made.

    Whoever is entered comes first, then whoever the club knows, by the exact name; then a spelling that differs in
    accents, case or dots alone. Where two could be meant that is a fault. The caller holds club and tournament, so
    that nobody comes in by another door meanwhile.
    """
    known = _known(tournament)
    spelt = Counter(compare_key(name) for name in sheets.names)
    first_line = {seat.name: seat.line for seat in sorted(sheets.seating, key=lambda seat: -seat.line)}
    found: dict[str, Player] = {}
    new: list[str] = []
    for name in sheets.names:
        meant = _meant(name, known, alone=spelt[compare_key(name)] == 1)
        if len(meant) > 1:
            text = _("{name} could be {count} players of the club. Give one of them another name first.")
            notes.fault_in_seating(first_line[name], text.format(name=name, count=len(meant)))
        elif meant:
            found[name] = meant[0]
            if meant[0].name != name:
                text = _("{name} is taken for {player}, whom the club knows.")
                notes.remark_on_seating(first_line[name], text.format(name=name, player=meant[0].name))
        else:
            new.append(name)
    notes.stop_if_wrong()
    if new:
        made = players.add_many(club=tournament.club, new_names=new, by=by, at=at)
        found.update(zip(new, made, strict=True))
    in_order = [found[name] for name in sheets.names]
    entries.enter(tournament=tournament, players=in_order, status=Entry.Status.HERE, by=by, at=at)
    entry_of = {entry.player_id: entry for entry in tournament.entries.select_related("player")}
    return {name: entry_of[player.pk] for name, player in found.items()}, len(new)


def _known(tournament: Tournament) -> tuple[Sequence[Player], Sequence[Player]]:
    """Who is entered, and who else is on the club's list."""
    entered = [entry.player for entry in tournament.entries.select_related("player").order_by("number")]
    numbers = {player.pk for player in entered}
    return entered, [player for player in present(tournament.club) if player.pk not in numbers]


def _meant(name: str, known: Iterable[Sequence[Player]], *, alone: bool) -> list[Player]:
    """Who could be meant. `alone`: nobody else in the file has a name that differs in accents or case only."""
    for group in known:
        same = [player for player in group if player.name == name]
        if same:
            return same
    if not alone:
        return []
    key = compare_key(name)
    return [player for group in known for player in group if compare_key(player.name) == key]

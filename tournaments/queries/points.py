"""Ledger lines and lots, as the page about them shows them."""

from django.db.models import QuerySet

from tournaments.models import Entry, LedgerLine, Tournament
from tournaments.names import sort_key


def lines(tournament: Tournament) -> QuerySet[LedgerLine]:
    """Every line in the order it was written, those taken back too. One query."""
    return LedgerLine.objects.filter(entry__tournament=tournament).select_related("entry__player").order_by("at", "pk")


def entries_by_name(tournament: Tournament) -> list[tuple[int, str]]:
    """Number and name of everybody entered, in the order of their names. One query."""
    rows = tournament.entries.order_by("number").values_list("number", "player__name", "player__sort_name")
    return [(number, name) for number, name, _ in sorted(rows, key=lambda row: (sort_key(row[2]), row[0]))]


def lots(tournament: Tournament) -> QuerySet[Entry]:
    """The entries that have a lot, lowest first. One query."""
    return tournament.entries.exclude(lot=None).select_related("player").order_by("lot")

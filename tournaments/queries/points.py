"""Ledger lines and lots, as the page about them shows them."""

from django.db.models import QuerySet

from tournaments.models import Entry, LedgerLine, Tournament


def lines(tournament: Tournament) -> QuerySet[LedgerLine]:
    """Every line in the order it was written, those taken back too. One query."""
    return LedgerLine.objects.filter(entry__tournament=tournament).select_related("entry__player").order_by("at", "pk")


def lots(tournament: Tournament) -> QuerySet[Entry]:
    """The entries that have a lot, lowest first. One query."""
    return tournament.entries.exclude(lot=None).select_related("player").order_by("lot")

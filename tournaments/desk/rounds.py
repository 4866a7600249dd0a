"""Rounds and tables as the addresses of the desk name them; Http404 where there is none."""

from django.shortcuts import get_object_or_404

from tournaments.models import Round, Table, Tournament


def round_of(tournament: Tournament, number: int) -> Round:
    """The round with this number, a draft too."""
    return get_object_or_404(Round.objects.select_related("tournament"), tournament=tournament, number=number)


def published_round(tournament: Tournament, number: int) -> Round:
    """The round with this number, once it is published."""
    published = Round.objects.select_related("tournament").exclude(state=Round.State.DRAFT)
    return get_object_or_404(published, tournament=tournament, number=number)


def table_of(round: Round, number: int) -> Table:
    """The table with this number of a published round."""
    return get_object_or_404(Table.objects.select_related("round__tournament", "game"), round=round, number=number)

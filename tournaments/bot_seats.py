"""Bots beside people: the tables that they have to themselves, laid when a round is published."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

import engine
from tournaments.draft_steps import lay_tables
from tournaments.models import BotTables, Entry, Player, Round, Table
from tournaments.queries.coming_round import drawn_for
from tournaments.queries.seating import past_of
from tournaments.refusals import Refused
from tournaments.seating.draw import draw_round
from tournaments.seating.sizes import NoSplit, Split, splits

MOVES = 20_000
"""The most moves of a draw of bots: short, for the tournament is held meanwhile, and bots mind nobody."""


def refuse_bots_with_people(players: Sequence[Player]) -> None:
    """Refuse bots where somebody sits down at a table with real tiles."""
    bots = [player.name for player in players if player.bot]
    if bots:
        raise Refused(
            _(
                "{names} cannot sit there: a table with real tiles never has a bot. Bots play at tables of their own, "
                "and fill seats at tables on screen."
            ).format(names=", ".join(bots))
        )


def refuse_bot_table(table: Table) -> None:
    """Refuse anybody else at a table of bots, and leave those who sit there where they are."""
    seats = table.seats.values_list("player__bot", flat=True)
    if seats and all(seats):
        raise Refused(
            _("Table {table} is a table of bots: nobody comes, moves or leaves there.").format(table=table.number)
        )


def seat_bots(*, round: Round, plan: BotTables, allowed: frozenset[int]) -> None:
    """Lay tables for the bots that are here, behind those of the people. Whom they meet follows from the plan's secret.

    Bots that fill seats at tables on screen have theirs already.
    Does nothing where no person is entered: then the draft itself is of bots. The caller holds the tournament.
    """
    tournament = round.tournament
    people = drawn_for(tournament).values("pk")
    here = tournament.entries.filter(status=Entry.Status.HERE).exclude(pk__in=people)
    bots = here.exclude(seats__round=round).order_by("number")
    by_number = {entry.number: entry for entry in bots}
    if not by_number:
        return
    try:
        split = splits(len(by_number), allowed, tournament.preferred_size)[0]
    except NoSplit:
        split = Split((), len(by_number))
    tables: Sequence[Sequence[int]] = ()
    sit_outs: Sequence[int] = tuple(by_number)
    if split.sizes:
        seed = int.from_bytes(engine.table_secret(bytes(plan.secret), f"seating {round.number}")[:4])
        past = past_of(tournament, round.number)
        drawn = draw_round(tuple(by_number), split, past, seed=seed, moves=MOVES)
        tables, sit_outs = drawn.tables, drawn.sit_outs
    last = round.tables.order_by("-number").values_list("number", flat=True).first() or 0
    known = {number: (entry.pk, entry.player_id) for number, entry in by_number.items()}
    lay_tables(round, tables, sit_outs, known, after=last)


def unseat_bots(round: Round) -> None:
    """Take away what `seat_bots` laid: the round is a draft again. Bots that fill seats beside people keep them."""
    people = drawn_for(round.tournament).values("pk")
    with_people = round.tables.filter(seats__entry__in=people).values("pk")
    of_bots = round.seats.exclude(entry=None).exclude(entry__in=people)
    of_bots.filter(Q(table=None) | ~Q(table__in=with_people)).delete()
    round.tables.filter(seats=None).delete()

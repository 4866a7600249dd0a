"""Handing in results in tests, through the real command, in one line."""

import uuid
from collections.abc import Mapping, Sequence

from games.models import Report
from games.reports import Handed
from tests.factories import NOW
from tournaments.models import Round, Table
from tournaments.queries.tables import table_state
from tournaments.results import lines_for, report_table


def table_of(round: Round, number: int) -> Table:
    """A table of a round by its number."""
    return round.tables.get(number=number)


def hand_of(
    table: Table, number: int, points: Sequence[int | None], *, ended: Report.Ended | None = None, based_on: int = 0
) -> Handed:
    """One hand's points in seat order; ended OUT where somebody has 0, else BLOCKED, unless said."""
    state = table_state(table)
    by_place = {seat.place or 0: value for seat, value in zip(state.seats, points, strict=True)}
    return Handed(
        number,
        ended or (Report.Ended.OUT if 0 in points else Report.Ended.BLOCKED),
        lines_for(state, number, by_place),
        based_on,
    )


def hand_in(
    round: Round,
    table_number: int,
    hands: Mapping[int, Sequence[int | None]],
    *,
    why: str = "",
    based_on: int = 0,
    accepted: bool = True,
    ended: str | None = None,
    confirmed: bool = True,
) -> list[Report]:
    """Hand in some hands of one table, by hand number; odd ones are confirmed unless said otherwise."""
    table = table_of(round, table_number)
    how = None if ended is None else Report.Ended(ended)
    handed = [hand_of(table, number, points, ended=how, based_on=based_on) for number, points in hands.items()]
    return report_table(
        table=table, handed=handed, key=uuid.uuid4(), by="Skye", at=NOW, why=why, confirmed=confirmed, accepted=accepted
    )

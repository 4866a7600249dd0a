"""Every figure of a rehearsal's report, counted once more from the seats, the reports and the steps."""

from itertools import combinations

import pytest

from games.models import Report
from tests.factories import a_tournament, some_entries
from tests.rehearsed import a_rehearsal, evening_1, to_the_end
from tests.staged import WHO
from tournaments import bots
from tournaments.models import Club, Entry, Rehearsal, Seat
from tournaments.queries.rehearsals import Matter, met_in

pytestmark = pytest.mark.django_db


def counted(rehearsal: Rehearsal) -> list[tuple[int, list[int], int, int, int]]:
    """Of each round: its number, people at each table, tables of bots, who sits out, and pairs that met before."""
    met: set[tuple[int, ...]] = set()
    found = []
    for round in rehearsal.tournament.rounds.order_by("number"):
        seats = Seat.objects.filter(round=round).select_related("table", "player")
        tables: dict[int, list[Seat]] = {}
        for seat in seats.order_by("table__number", "place"):
            if seat.table is not None:
                tables.setdefault(seat.table.number, []).append(seat)
        people = [some for some in tables.values() if not some[0].player.bot]
        pairs = [tuple(sorted(pair)) for some in people for pair in combinations([seat.player_id for seat in some], 2)]
        again = sum(pair in met for pair in pairs)
        met.update(pairs)
        out = sum(seat.table is None for seat in seats)
        found.append((round.number, [len(some) for some in people], len(tables) - len(people), out, again))
    return found


def test_the_figures_are_those_of_the_evening(club: Club) -> None:
    tournament = a_tournament(club, sizes=[4], plan=[[9, 8], [7], [6], [5]])
    some_entries(tournament, 15, status=Entry.Status.EXPECTED)
    bots.enter_bots(tournament=tournament, bot="random", count=4, **WHO)
    rehearsal = a_rehearsal(tournament)
    to_the_end(rehearsal)
    met = met_in(rehearsal)
    shown = [(one.number, list(one.sizes), one.bot_tables, one.sit_outs, one.repeats.value) for one in met.rounds]
    assert shown == counted(rehearsal)
    assert any(again for *_rest, again in shown)
    assert all(0 <= one.repeats.bound <= one.repeats.value for one in met.rounds)
    assert sum(one.steps for one in met.rounds) == met.steps == rehearsal.steps.count()
    assert met.came == 14
    games = Report.objects.filter(game__table__round__tournament=rehearsal.pk, game__bot_play=None)
    assert sum(met.checked.values()) == games.filter(revision=1).count()
    assert met.sheets == sum(len(sizes) for _number, sizes, *_rest in shown)


def test_what_there_was_to_tell_is_told_once_and_nothing_else(club: Club) -> None:
    rehearsal = a_rehearsal(evening_1(club))
    to_the_end(rehearsal)
    told = {matter: [step.act for step in some] for matter, some in met_in(rehearsal).matters}
    asked = told.pop(Matter.ASKED, ["hand_in"])
    assert set(asked) == {"hand_in"}
    assert told == {
        Matter.NEVER_CAME: ["not_coming"],
        Matter.LATE: ["late", "late"],
        Matter.SLIPS: ["slip"] * 6,
        Matter.MISSING: ["missing"],
        Matter.CORRECTIONS: ["correct"],
    }

"""An evening to look at from outside."""

import uuid
from collections.abc import Sequence

import pytest

from games.models import Report, Score
from tests.factories import NOW, a_round, a_tournament, some_entries
from tests.tournaments.seating.test_record import a_draw
from tournaments.models import Club, DrawFile, Round, Table, Tournament
from tournaments.seating.record import to_text


def hand_in(table: Table, points: Sequence[Sequence[int]], *, revision: int = 1) -> None:
    """Report the hands of a table in order, each as points by place; somebody with 0 went out."""
    game = table.game
    assert game is not None
    for hand, line in zip(game.hands.order_by("number"), points, strict=False):
        report = Report.objects.create(
            game=game,
            hand=hand,
            revision=revision,
            ended=Report.Ended.OUT if 0 in line else Report.Ended.BLOCKED,
            out_place=line.index(0) + 1 if 0 in line else None,
            by="Desk Person",
            at=NOW,
            why="" if revision == 1 else "secret reason",
            key=uuid.uuid4(),
        )
        Score.objects.bulk_create(
            Score(report=report, place=place, points=value) for place, value in enumerate(line, 1)
        )


@pytest.fixture
def evening(club: Club) -> Tournament:
    """Two tables of three, two rounds of two hands: round 1 closed, in round 2 only table 1 is in."""
    tournament = a_tournament(club, "Friday evening", slug="friday", plan=[[9, 8], [7, 6]], changed_at=NOW)
    Tournament.objects.filter(pk=tournament.pk).update(changed_at=NOW)
    entries = some_entries(tournament, 6)
    for entry, name in zip(entries, ("Wren", "Robin", "Heron", "Plover", "Dunlin", "Siskin"), strict=True):
        entry.player.name = entry.player.sort_name = name
        entry.player.save()
    first = a_round(tournament, [entries[:3], entries[3:]], state=Round.State.CLOSED)
    DrawFile.objects.create(round=first, text=to_text(a_draw()))
    one, other = first.tables.order_by("number")
    hand_in(one, [[0, 10, 20], [5, 0, 7]])
    hand_in(other, [[4, 0, 9], [0, 11, 30]])
    second = a_round(tournament, [[entries[0], entries[3], entries[4]], [entries[1], entries[2], entries[5]]])
    hand_in(second.tables.get(number=1), [[8, 0, 3], [9, 2, 0]])
    tournament.refresh_from_db()
    return tournament

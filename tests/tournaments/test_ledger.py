"""Penalties, adjustments and lots."""

import pytest

from tests.factories import NOW, a_round, an_entry, some_entries
from tournaments import ledger
from tournaments.models import LedgerLine, Tournament
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db


def test_a_penalty_has_points_a_reason_and_an_author(tournament: Tournament) -> None:
    entries = some_entries(tournament, 4)
    a_round(tournament, [entries])
    line = ledger.add_line(
        entry=entries[0],
        kind=LedgerLine.Kind.PENALTY,
        points=10,
        reason=" late ",
        round_number=1,
        by="Orla",
        at=NOW,
    )
    assert (line.points, line.reason, line.round_number, line.by, line.at) == (10, "late", 1, "Orla", NOW)
    ledger.take_back_line(line=line, by="Olive", at=NOW)
    assert (line.taken_back_by, line.taken_back_at) == ("Olive", NOW)
    with pytest.raises(Refused):
        ledger.take_back_line(line=line, by="Olive", at=NOW)


@pytest.mark.parametrize(
    ("points", "reason", "round_number", "sentence"),
    [
        (0, "late", None, "A penalty or adjustment needs points other than 0 and a reason."),
        (5, " ", None, "A penalty or adjustment needs points other than 0 and a reason."),
        (5, "late", 2, "There is no round 2 yet."),
    ],
)
def test_lines_that_say_nothing_are_refused(
    tournament: Tournament, points: int, reason: str, round_number: int | None, sentence: str
) -> None:
    with pytest.raises(Refused) as refused:
        ledger.add_line(
            entry=an_entry(tournament),
            kind=LedgerLine.Kind.ADJUSTMENT,
            points=points,
            reason=reason,
            round_number=round_number,
            by="Orla",
            at=NOW,
        )
    assert refused.value.sentence == sentence


def test_a_lot_is_drawn_once(tournament: Tournament) -> None:
    entries = some_entries(tournament, 5)
    assert ledger.draw_lots(tournament=tournament, by="Orla", at=NOW) == 5
    drawn = {entry.pk: entry.lot for entry in tournament.entries.all()}
    assert len({lot for lot in drawn.values() if lot and 1 <= lot <= ledger.LOTS}) == 5
    late = an_entry(tournament)
    assert ledger.draw_lots(tournament=tournament, by="Orla", at=NOW) == 1
    again = {entry.pk: entry.lot for entry in tournament.entries.exclude(pk=late.pk)}
    assert again == drawn
    assert [entry.pk for entry in entries] == list(drawn)

"""A round with one table whose hands are known in every way: by points, by tiles left, by a whole record."""

import uuid
from dataclasses import replace

import engine
from games.checks import rack_text, without_names
from games.models import Report
from games.reports import Handed, Line
from tests.factories import NOW, a_round, a_tournament, some_entries
from tests.played import hand_of, table_of
from tournaments import results
from tournaments.models import Club, Round

ANN_TEXT = """\
[Set 9] [Players Ann;Bob;Cy;Dee] [Start 8] [First 2] [Trains 4]
[Left 99 96 77 66 11 10; 97 86 94; 70 40 00; 98 76 82] [Score 62;43;11;40]
1. 80 84 85 87     2. 44 42 46 45     3. 50 06 22 27     4. 23 29 52 21
5. 74 38 62 41     6. 13 65 19 73     7. 81 90 93 16     8. 57 20 71 35
9. 33 36 +34 +    10. + 30 55 +      11. 51 + + +       12. + + =
"""
"""The example of docs/record.md."""
LEFT = ("99 96 77 66 11 10", "97 86 94", "70 40 00", "98 76 82")
POINTS = (62, 43, 11, 40)


def recorded(handed: Handed, text: str) -> Handed:
    """The hand with a record, and the tiles that it says were left."""
    record = engine.read_record(text)
    racks = [rack_text(rack) for rack in record.left]
    lines = tuple(
        Line(line.place, line.state, points, rack=rack)
        for line, points, rack in zip(handed.lines, record.score, racks, strict=True)
    )
    return replace(handed, lines=lines, record=without_names(record, [line.place for line in lines]))


def a_recorded_round(club: Club, *, slug: str) -> Round:
    """Table 1: hand 1 (8-8) with the record of docs/record.md, hand 2 (7-7) with points only, hand 3 not in."""
    tournament = a_tournament(club, plan=[[8, 7, 6]], slug=slug)
    round = a_round(tournament, [some_entries(tournament, 4)])
    table = table_of(round, 1)
    first = recorded(hand_of(table, 1, POINTS, ended=Report.Ended.BLOCKED), ANN_TEXT)
    second = hand_of(table, 2, (0, 5, 12, 20))
    results.report_table(table=table, handed=[first, second], key=uuid.uuid4(), by="Skye", at=NOW, confirmed=True)
    return round

"""A tournament as a file: out, in, and out again to the last byte."""

import copy
import json
import uuid
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Report, Score
from games.reports import Handed, Line
from tests.factories import NOW, a_club, a_player, a_round, a_tournament, an_entry, some_entries
from tests.played import hand_in, hand_of, table_of
from tournaments import draft_bots, draft_changes, drafts, ledger, results, seats, wishes
from tournaments.drawing import Terms
from tournaments.exchange.tournament_file import export, load, read
from tournaments.models import Club, LedgerLine, Player, Round, Seat, Tournament, User, Wish
from tournaments.queries.standings import standings_of
from tournaments.refusals import Refused
from tournaments.seating.sizes import Split

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    """One of everything that a tournament can hold."""
    club = a_club("Barnyard", slug="barnyard", place="Barn", time_zone="Asia/Kolkata")
    tournament = a_tournament(club, "મોર Evening", slug="mor", plan=[[9, 8], [7], [6]], tie_breaks=["lot", "countback"])
    entries = some_entries(tournament, 7)
    an_entry(tournament, a_player(club, 'O’Brien <b>"x"</b>', note="owes a cake", shown="hidden"), status="standby")
    first = a_round(tournament, [entries[:3], entries[3:6]], sits_out=entries[6:], seed=7, moves=100, algorithm="a-1")
    hand_in(first, 1, {1: [0, 12, 7]})
    seats.leave(seat=first.seats.get(table__number=1, place=3), from_hand=2, by="Orla", at=NOW)
    hand_in(first, 1, {2: [3, 0, None]})
    hand_in(first, 1, {1: [0, 12, 17]}, based_on=1, why="misread", accepted=False)
    with_tiles = Report.objects.get(hand__number=2, revision=1, game=table_of(first, 1).game)
    with_tiles.scores.filter(place=1).update(rack="30")
    with_tiles.scores.filter(place=2).update(rack="")
    Report.objects.filter(pk=with_tiles.pk).update(checked="record", record="[Players 1;2]\n1. 97 #\n")
    seats.fill_in(table=table_of(first, 2), player=entries[0].player, by="Orla", at=NOW)
    lines = tuple(Line(place, Score.State.PLAYED, 10 * place, 2, 1, None) for place in (1, 2, 3, 4))
    totals = Handed(None, Report.Ended.NOT_SAID, lines, although="sheet is wet")
    results.report_table(table=table_of(first, 2), handed=[totals], key=uuid.uuid4(), by="Skye", at=NOW)
    Round.objects.filter(pk=first.pk).update(state="closed", closed_at=NOW)
    second = a_round(tournament, [entries[:4], entries[4:]])
    void = [hand_of(table_of(second, 1), 1, [0, 1, 2, 3], ended=Report.Ended.VOID)]
    assert void[0].ended == "void"
    results.void_missing(table=table_of(second, 1), why="lost", key=uuid.uuid4(), by="Orla", at=NOW)
    Round.objects.filter(pk=second.pk).update(state="closed", closed_at=NOW)
    asked = [
        wishes.add(tournament=tournament, kind=kind, entries=numbers, table=table, note="a quarrel", by="Orla", at=NOW)
        for kind, numbers, table in (
            (Wish.Kind.APART, [2, 4], None),
            (Wish.Kind.TOGETHER, [1, 4], None),
            (Wish.Kind.PLACE, [3], 2),
        )
    ]
    wishes.remove(wish=asked.pop(0), by="Orla", at=NOW)
    terms = Terms(ignored=frozenset({asked[1].pk}))
    draft = drafts.draft_round(tournament=tournament, split=Split((4, 3)), seed=1, terms=terms, by="Orla", at=NOW)
    draft = draft_changes.lock_table(draft=draft, table=2, locked=True, by="Orla", at=NOW)
    draft_bots.set_on_screen(draft=draft, tables=(1,), on=True, by="Orla", at=NOW)
    line = ledger.add_line(
        entry=entries[0], kind=LedgerLine.Kind.PENALTY, points=10, reason="late", round_number=1, by="Orla", at=NOW
    )
    ledger.take_back_line(line=line, by="Olive", at=NOW)
    ledger.draw_lots(tournament=tournament, by="Orla", at=NOW)
    tournament.refresh_from_db()
    return tournament


def empty_the_database() -> None:
    Seat.objects.all().delete()
    Tournament.with_removed.all().delete()
    Club.objects.all().delete()
    Game.objects.all().delete()


def test_out_in_and_out_again_is_the_same_to_the_last_byte(evening: Tournament) -> None:
    text = export(evening)
    before = standings_of(evening)
    empty_the_database()
    assert (Player.objects.count(), Report.objects.count()) == (0, 0)
    loaded = load(read(text.encode()), by="import", at=NOW)
    assert export(loaded) == text
    assert [row.total for row in standings_of(loaded).rows] == [row.total for row in before.rows]
    assert (loaded.club.slug, loaded.slug, User.objects.count()) == ("barnyard", "mor", 0)


def test_what_is_never_in_the_file(evening: Tournament) -> None:
    text = export(evening)
    assert [word in text for word in ("cake", "quarrel")] == [False, False]


def test_eleven_queries_however_large(evening: Tournament) -> None:
    with CaptureQueriesContext(connection) as queries:
        export(Tournament.objects.select_related("club").get())
    assert len(queries) == 11


def test_the_commands(evening: Tournament, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    call_command("export_tournament", "mor", str(file), stdout=StringIO())
    printed = StringIO()
    call_command("export_tournament", "mor", stdout=printed)
    assert printed.getvalue() == file.read_text() == export(evening)
    with pytest.raises(CommandError, match="“mor” is here already"):
        call_command("import_tournament", str(file))
    empty_the_database()
    said = StringIO()
    call_command("import_tournament", str(file), stdout=said)
    assert said.getvalue() == "મોર Evening: imported as mor.\n"


def test_in_a_club_that_is_here_known_players_are_the_same_people(evening: Tournament) -> None:
    content = json.loads(export(evening))
    Seat.objects.all().delete()
    Tournament.with_removed.all().delete()
    twin = a_player(Club.objects.get(), content["players"][0]["name"])
    count = Player.objects.count()
    content["tournament"]["slug"] = "again"
    Game.objects.all().delete()
    loaded = load(content, by="import", at=NOW)
    assert Player.objects.count() == count + 1
    assert loaded.entries.get(number=1).player_id != twin.pk
    assert loaded.entries.get(number=2).player.name == content["players"][1]["name"]


def set_in(*path: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(content: dict[str, Any]) -> None:
        spot: Any = content
        for step in path[:-1]:
            spot = spot[step]
        spot[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            set_in("format", value="x"),
            "This is not a tournament file: it does not say “format”: “henhouse-tournament”.",
        ),
        (set_in("version", value=2), "The file has format version 2; this Henhouse reads version 1."),
        (set_in("extra", value=1), "The file is wrong at the top: Additional properties are not allowed"),
        (set_in("entries", 0, "status", value="late"), "The file is wrong at entries/0/status: 'late' is not one of"),
        (set_in("entries", 0, "player", value="p99"), "The file names players or entries that are not in it: p99."),
        (set_in("tournament", "rules", value="chess"), "“chess” is not a set of rules."),
        (set_in("tournament", "time_zone", value="Mars/Base"), "“Mars/Base” is not a time zone."),
        (set_in("club", "time_zone", value="Mars/Base"), "“Mars/Base” is not a time zone."),
        (set_in("club", "slug", value="new"), "“new” cannot be the address of a club."),
        (set_in("tournament", "hands_asked", value=3), "Totals can only be compared when everybody has all hands"),
        (set_in("tournament", "plan", 0, 0, value=12), "The double-nine set has no 12-12"),
        (set_in("players", 0, "name", value="17"), "“17” has no letter, so it is no name."),
        (set_in("tournament", "date", value="2026-02-30"), "The file has a date or time that does not exist"),
        (set_in("ledger", 0, "at", value="2026-13-01T00:00:00Z"), "The file has a date or time that does not exist"),
        (set_in("wishes", 0, "entries", value=[1, 99]), "The file names players or entries that are not in it: 99."),
        (set_in("wishes", 1, "table", value=None), "The file contradicts itself:"),
        (set_in("rounds", 2, "draw", value="{}"), "Round 3: This is not the file of a draw"),
        (set_in("rounds", 2, "ignored_wishes", value=[3]), "Round 3 leaves out a wish that is not in the file."),
        (set_in("entries", 1, "number", value=1), "The file names players or entries that are not in it: 2."),
        (
            set_in("rounds", 0, "tables", 0, "seats", 1, "place", value=1),
            "The file contradicts itself:",
        ),
        (
            set_in("rounds", 0, "tables", 0, "reports", 0, "scores", 0, "points", value=None),
            "The file contradicts itself:",
        ),
        (
            set_in("rounds", 0, "tables", 0, "reports", 0, "hand", value=9),
            "Round 1, table 1: there is a report of a hand that is not played.",
        ),
    ],
)
def test_a_wrong_file_is_refused_and_stores_nothing(
    evening: Tournament, change: Callable[[dict[str, Any]], None], sentence: str
) -> None:
    content = copy.deepcopy(json.loads(export(evening)))
    empty_the_database()
    change(content)
    with pytest.raises(Refused) as refused:
        load(read(json.dumps(content).encode()), by="import", at=NOW)
    assert refused.value.sentence.startswith(sentence)
    assert (Club.objects.count(), Tournament.objects.count(), Game.objects.count()) == (0, 0, 0)


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"{", b"[1]", b"[" * 2000])
def test_what_is_no_file_of_ours_is_refused(raw: bytes) -> None:
    with pytest.raises(Refused) as refused:
        read(raw)
    assert refused.value.sentence.startswith("This is not a tournament file")

"""Twenty people at once, with real threads and real connections: nothing is lost, nothing is stored twice."""

import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections

from games.models import Report
from tests.factories import NOW, a_club, a_round, a_tournament, some_entries
from tests.played import hand_of, table_of
from tournaments import drafts, results
from tournaments.models import Round, Seat, Tournament
from tournaments.queries.tables import table_states
from tournaments.refusals import Refused
from tournaments.seating.sizes import Split

pytestmark = [pytest.mark.threads, pytest.mark.django_db(transaction=True)]
THREADS = 20


def at_once(work: Callable[[int], object], threads: int = THREADS) -> list[object]:
    """Run `work(number)` in threads that all begin together, each with a connection of its own; errors are raised."""
    gate = threading.Barrier(threads)

    def one(number: int) -> object:
        try:
            gate.wait(timeout=20)
            return work(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(one, range(threads)))


def assert_whole() -> None:
    """The database file is sound; PostgreSQL has its own checks."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            assert cursor.fetchall() == [("ok",)]


def played_round(tables: int) -> tuple[Tournament, Round]:
    tournament = a_tournament(a_club())
    entries = some_entries(tournament, 3 * tables)
    return tournament, a_round(tournament, [entries[start : start + 3] for start in range(0, 3 * tables, 3)])


def test_twenty_tables_report_at_once_with_repeats() -> None:
    tournament, round = played_round(THREADS)
    before = Tournament.objects.get(pk=tournament.pk).version

    def report(number: int) -> int:
        table = table_of(round, number + 1)
        key = uuid.uuid4()
        for hand in (1, 2, 3):
            for _retry in range(2):
                handed = [hand_of(table, hand, [0, 10 + number, 5])]
                results.report_table(table=table, handed=handed, key=key, by=f"Phone {number}", at=NOW)
        return number

    assert at_once(report) == list(range(THREADS))
    for state in table_states(Round.objects.get(pk=round.pk)):
        for hand in (1, 2, 3):
            assert [line.points for line in state.reports[hand].lines] == [0, 9 + state.number, 5]
            assert state.reports[hand].report.revision == 1
    assert Report.objects.count() == 3 * THREADS
    assert Tournament.objects.get(pk=tournament.pk).version == before + 3 * THREADS
    assert_whole()


def test_twenty_people_report_the_same_hand_differently() -> None:
    _tournament, round = played_round(1)
    table = table_of(round, 1)

    def report(number: int) -> str:
        handed = [hand_of(table, 1, [0, 10 + number, 5])]
        try:
            reports = results.report_table(
                table=table, handed=handed, key=uuid.uuid4(), by=f"Phone {number}", at=NOW, why="ours"
            )
        except results.Conflict as conflict:
            return f"conflict with revision {conflict.current.report.revision}"
        return "stored" if reports else "same"

    said = at_once(report)
    assert sorted(map(str, said)) == ["conflict with revision 1"] * (THREADS - 1) + ["stored"]
    assert Report.objects.count() == 1
    assert_whole()


def test_pressing_seat_at_once_makes_one_round() -> None:
    tournament = a_tournament(a_club())
    some_entries(tournament, 8)

    def press(number: int) -> str:
        try:
            draft = drafts.draft_round(
                tournament=tournament, split=Split((4, 4)), seed=number, by=f"Person {number}", at=NOW
            )
            drafts.publish_round(draft=draft, by=f"Person {number}", at=NOW)
        except Refused as refused:
            return refused.sentence
        return "published"

    said = at_once(press)
    assert said.count("published") == 1
    assert set(said) - {"published"} <= {
        "Round 1 is not a draft any more. Look at it again.",
        "Round 1 is not closed yet. Close it before the next one is seated.",
    }
    assert (Round.objects.count(), Seat.objects.count()) == (1, 8)
    assert_whole()

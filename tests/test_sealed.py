"""Nothing shows what a watched table of bots has not shown yet: no page, no support page, no file, no log."""

import logging
import sys
from pathlib import Path

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.db import IntegrityError, connection
from django.test import Client, RequestFactory
from django.views.debug import technical_500_response

import engine
from config.logs import LineFormatter
from games.models import BotPlay
from tests.bot_rounds import a_bot_table, play_now, play_of
from tests.conftest import browser
from tests.test_doors import DOORS, Door, world
from tournaments.models import BotTables, Table, Tournament, User
from tournaments.tasks import play_bot_tables

__all__ = ["world"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def watched(world: None, tournament: Tournament) -> Table:
    """Table 3 of the open round: played to its end, and not a turn of it shown."""
    table = a_bot_table(tournament.rounds.get(number=2))
    BotPlay.objects.filter(game__table=table.pk).update(pace=60)
    play_now(table)
    assert play_of(table).sealed.count() == len(tournament.plan[1])
    return table


def hidden(table: Table) -> set[bytes]:
    """What nobody may read: secrets and keys as digits and as bytes, and every line of the records from the deal on."""
    play = play_of(table)
    secret, plan = bytes(play.secret), bytes(BotTables.objects.get(tournament=table.round.tournament).secret)
    keys = [engine.hand_keys(secret, hand.number) for hand in play.sealed.all()]
    found = [secret, plan, *(key for pair in keys for key in (pair.deal, pair.bots))]
    texts = {line for hand in play.sealed.all() for line in hand.record.splitlines() if len(line) > 20}
    common = ("[Rules", "[Players", "[Start", "[Hand", "[Seal")
    return {
        *found,
        *(key.hex().encode() for key in found),
        *(repr(key).encode() for key in found),
        *(line.encode() for line in texts if not line.startswith(common)),
    }


def leaks(content: bytes, table: Table) -> list[bytes]:
    return [secret for secret in hidden(table) if secret in content]


def test_what_is_hidden_is_found_where_it_is_shown(watched: Table) -> None:
    """The test itself: the records hold what it looks for."""
    record = play_of(watched).sealed.order_by("number")[0].record.encode()
    assert len(leaks(record, watched)) > 5


def test_no_page_shows_it(watched: Table, owner: User) -> None:
    secrets = hidden(watched)
    addresses = {door.address for door in DOORS}
    addresses |= {Door(door.name, {**door.args, "table": 3}, "", "").address for door in DOORS if "table" in door.args}
    shown = {
        address
        for client in (Client(), browser(owner))
        for address in sorted(addresses)
        for content in [client.get(address).content]
        if any(secret in content for secret in secrets)
    }
    assert shown == set()


def test_no_support_page_shows_it(watched: Table) -> None:
    client, secrets = browser(User.objects.create_superuser("sue", name="Sue Support")), hidden(watched)
    addresses = []
    for model in admin.site._registry:
        stem = f"/en/support/{model._meta.app_label}/{model._meta.model_name}/"
        addresses += [stem, *(f"{stem}{pk}/change/" for pk in model._base_manager.values_list("pk", flat=True))]
    contents = {address: client.get(address).content for address in addresses}
    assert {address for address, content in contents.items() if any(secret in content for secret in secrets)} == set()


@pytest.mark.parametrize(
    "question",
    [
        "secret__contains=%00",
        "secret__startswith=a",
        "secret__gt=a",
        "last_first=1",
        "steps__gt=100",
        "sealed__record__contains=99",
        "claim__isnull=1",
    ],
)
def test_no_support_page_answers_questions_about_it(watched: Table, question: str) -> None:
    """A filter in the address of a list would tell a secret bit by bit."""
    client = browser(User.objects.create_superuser("sue", name="Sue Support"))
    lists = ("games/botplay", "tournaments/bottables")
    assert {client.get(f"/en/support/{one}/?{question}").status_code for one in lists} <= {302, 400}
    assert client.get("/en/support/games/botplay/?state=playing").status_code == 200


def test_no_error_shows_it(watched: Table, rf: RequestFactory) -> None:
    """Where debugging is on, a page of an error says where it was and shows no values."""
    play = play_of(watched)
    try:
        secret, keys, (hand, *_rest) = bytes(play.secret), engine.hand_keys(bytes(play.secret), 1), play.sealed.all()
        raise ValueError(f"{keys} {play} {hand} {len(secret)}")
    except ValueError:
        page = technical_500_response(rf.get("/"), *sys.exc_info())
    assert b"ValueError" in page.content
    assert leaks(page.content, watched) == []


def test_a_row_that_is_refused_is_not_written_into_the_log() -> None:
    row = f"(7, 3, {bytes(range(32))!r}, [Deal 97 64;\n 00 11], null)"
    said = f'new row violates check constraint "pace"\nDETAIL:  Failing row contains {row}.\nCONTEXT: a test\n'
    error = IntegrityError(said)
    for record in (
        logging.LogRecord("celery", logging.ERROR, "", 0, "Task failed: %r", (error,), None),
        logging.LogRecord("celery", logging.ERROR, "", 0, "failed", (), (IntegrityError, error, None)),
    ):
        line = LineFormatter().format(record)
        assert ("violates" in line, "CONTEXT: a test" in line, "97 64" in line) == (True, True, False)


def test_a_worker_is_told_numbers_and_answers_nothing(watched: Table) -> None:
    """Messages and results hold ids alone."""
    pk = play_of(watched).pk
    assert (play_bot_tables.apply(([pk],)).result, play_bot_tables.ignore_result) == (None, True)


def test_what_is_sealed_has_no_support_page(watched: Table) -> None:
    assert {"sealedhand", "botplay"} & {model._meta.model_name for model in admin.site._registry} == {"botplay"}


def test_no_file_shows_it(watched: Table, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    call_command("export_tournament", "friday-evening", str(file))
    assert leaks(file.read_bytes(), watched) == []


def test_no_log_shows_it(world: None, tournament: Tournament, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table = a_bot_table(tournament.rounds.get(number=2))
    BotPlay.objects.filter(game__table=table.pk).update(pace=60)
    connection.force_debug_cursor = True  # as HENHOUSE_DEBUG has it
    try:
        play_now(table)
    finally:
        connection.force_debug_cursor = False
    assert any("SealedHand" in one["sql"] or "sealedhand" in one["sql"] for one in connection.queries)
    assert leaks(caplog.text.encode(), table) == []

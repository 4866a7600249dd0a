"""Nothing shows what a watched table of bots has not shown yet: no page, no support page, no file, no log."""

import logging
from pathlib import Path

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.test import Client

import engine
from games.models import BotPlay
from tests.bot_rounds import a_bot_table, play_now, play_of
from tests.conftest import browser
from tests.test_doors import DOORS, Door, world
from tournaments.models import BotTables, Table, Tournament, User

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


def test_what_is_sealed_has_no_support_page(watched: Table) -> None:
    assert {"sealedhand", "botplay"} & {model._meta.model_name for model in admin.site._registry} == {"botplay"}


def test_no_file_shows_it(watched: Table, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    call_command("export_tournament", "friday-evening", str(file))
    assert leaks(file.read_bytes(), watched) == []


def test_no_log_shows_it(world: None, tournament: Tournament, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("django.db.backends").setLevel(logging.INFO)  # statements with their values are for debugging
    table = a_bot_table(tournament.rounds.get(number=2))
    BotPlay.objects.filter(game__table=table.pk).update(pace=60)
    play_now(table)
    assert leaks(caplog.text.encode(), table) == []

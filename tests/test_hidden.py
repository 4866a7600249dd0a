"""Nobody's browser receives a tile of a hand on screen that they could not see at the table, until the hand is over.

Two ways: the tiles that nobody can see are exchanged for others, and every answer has to stay the same to the byte;
and every answer of a whole hand is searched for drawn tiles and turns that do not lie on the table.
"""

import datetime as dt
import logging
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

import engine
from games.models import ScreenPlay
from games.screen import Step
from tests.bot_rounds import a_bot_round, only_table, play_now
from tests.bot_rounds import play_of as bot_play_of
from tests.conftest import browser
from tests.factories import a_round, a_tournament
from tests.screen_tables import a_screen_table, deal, now_at, tap
from tests.seated import entry_at, page_of, seated, send
from tests.test_doors import DOORS, Door, world
from tests.two_deals import TwoDeals, alike_for_a_seat, alike_from_outside
from tournaments.models import Club, Table, Tournament, User

__all__ = ["world"]

pytestmark = pytest.mark.django_db
Answers = dict[str, tuple[int, tuple[tuple[str, str], ...], bytes]]
"""Status, headers and body of each address."""
SMALL = "gamerules set=6 hand=5"


@pytest.fixture
def table(world: None, tournament: Tournament) -> Table:
    """The last table of the open round: four people on screen, nothing dealt yet."""
    return a_screen_table(tournament.rounds.get(number=2), 4, 0)


@pytest.fixture
def deals(table: Table) -> TwoDeals:
    found = alike_from_outside("gamerules", 4, table.round.centres[0])
    assert len(found.steps) >= 10
    return found


def addresses(table: Table) -> list[str]:
    """Every address that can be looked at, those of a table for this one."""
    here = {"number": table.round.number, "table": table.number}
    looked_at = [door for door in DOORS if not door.get.startswith("405")]
    found = {
        Door(door.name, {**door.args, **here} if "table" in door.args else door.args, "", "").address
        for door in looked_at
    }
    at_table = f"/en/t/friday-evening/results/{table.round.number}/{table.number}/"
    return sorted(found | {f"{at_table}1/?turn=3", f"{at_table}watch/?seen=guessed"})


def support_pages() -> list[str]:
    """The list of every kind of row, and the page of every row."""
    found = []
    for model in admin.site._registry:
        stem = f"/en/support/{model._meta.app_label}/{model._meta.model_name}/"
        found += [stem, *(f"{stem}{pk}/change/" for pk in model._base_manager.values_list("pk", flat=True))]
    return sorted(found)


def get_all(client: Client, asked: list[str], seals: dict[bytes, bytes]) -> Answers:
    """What is answered, but for what each answer has new: tokens against forgery, and seals that may be shown."""
    cache.clear()
    found: Answers = {}
    for address in asked:
        answer = client.get(address)
        body = re.sub(rb'(name="(csrfmiddlewaretoken|key)" value=|"X-CSRFToken": )"[\w-]+"', b"", answer.content)
        for seal, instead in seals.items():
            body = body.replace(seal, instead)
        headers = {name: text for name, text in answer.items() if name not in {"ETag", "Content-Length", "Expires"}}
        found[address] = (answer.status_code, tuple(sorted(headers.items())), body)
    return found


def differ(before: Answers, after: Answers) -> list[str]:
    return [address for address in before if before[address] != after[address]]


def swap(table: Table, secret: bytes) -> None:
    """Exchange what the table is dealt from, under everybody's eyes."""
    ScreenPlay.objects.filter(game=table.game_id).update(secret=secret)


def seals_of(deals: TwoDeals, table: Table) -> dict[bytes, bytes]:
    return {
        engine.hand_keys(secret, hand).seal.encode(): f"seal {hand}".encode()
        for secret in deals.secrets
        for hand in range(1, len(table.round.centres) + 1)
    }


def played_alike(table: Table, deals: TwoDeals, moves: int) -> None:
    swap(table, deals.secrets[0])
    deal(table)
    for step in deals.steps[:moves]:
        tap(table, step)


# --- the test itself


def test_the_two_deals_are_the_same_moves_and_other_tiles(table: Table, deals: TwoDeals) -> None:
    played_alike(table, deals, len(deals.steps))
    one = now_at(table).sitting
    swap(table, deals.secrets[1])
    other = now_at(table).sitting
    assert one is not None
    assert other is not None
    assert (one.moves, one.turn) == (other.moves, other.turn)
    assert not any(set(one.hand.rack(seat)) == set(other.hand.rack(seat)) for seat in range(4))
    views = [now.hand.view_for(seat) for now in (one, other) for seat in range(4)]
    assert {view.ends for view in views} == {views[0].ends}


def test_a_page_with_a_rack_would_be_found(table: Table, deals: TwoDeals, stranger: Client) -> None:
    """What is shown when the hand is over differs, so it would be found while it is not."""
    pages, secrets = addresses(table), []
    for secret in deals.secrets:
        played_alike(table, TwoDeals((secret, secret), deals.steps), 0)
        now = now_at(table)
        while now.in_turn is not None and now.sitting is not None:
            now = tap(table, Step(now.sitting.hand.legal_moves()[0])).now
        secrets.append(get_all(stranger, pages, seals_of(deals, table)))
        now.play.game.reports.all().delete()
        ScreenPlay.objects.update(state="waiting", hand=None, first=None, counter=0)
    shown = {address.removeprefix("/en/t/friday-evening/results/2/") for address in differ(*secrets)}
    assert {f"{table.number}/{page}" for page in ("", "1/", "records.txt")} <= shown


# --- to the byte


@pytest.mark.parametrize("moves", [0, 10])
def test_no_page_depends_on_what_a_stranger_cannot_see(table: Table, deals: TwoDeals, owner: User, moves: int) -> None:
    """Nor on the desk: who owns the club sees everything there that anybody sees."""
    played_alike(table, deals, moves)
    pages, seals, clients = addresses(table), seals_of(deals, table), (Client(), browser(owner))
    before = [get_all(client, pages, seals) for client in clients]
    swap(table, deals.secrets[1])
    after = [get_all(client, pages, seals) for client in clients]
    assert [differ(*pair) for pair in zip(before, after, strict=True)] == [[]] * 2
    assert [answer[0] for answer in before[0].values()].count(200) > 20


def test_no_support_page_depends_on_it(table: Table, deals: TwoDeals) -> None:
    played_alike(table, deals, 5)
    sue = User.objects.create_superuser("sue", name="Sue Support")
    browsers = [browser(sue) for _deal in deals.secrets]  # one says once which rows are gone
    before = get_all(browsers[0], support_pages(), {})
    swap(table, deals.secrets[1])
    assert differ(before, get_all(browsers[1], support_pages(), {})) == []
    assert len([answer for answer in before.values() if answer[0] == 200]) > 50


def test_no_file_and_no_log_depends_on_it(
    table: Table, deals: TwoDeals, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("django.db.backends").setLevel(logging.INFO)  # statements with their values are for debugging
    played_alike(table, deals, 5)
    texts: list[str] = []
    for secret in deals.secrets:
        swap(table, secret)
        file = tmp_path / f"{len(texts)}.json"
        call_command("export_tournament", "friday-evening", str(file))
        texts.append(re.sub(r'"written_at": "[^"]+"', "", file.read_text()))
    assert texts[0] == texts[1]
    keys = [key.hex() for secret in deals.secrets for key in (secret, engine.hand_keys(secret, 1).deal)]
    assert [key for key in keys if key in caplog.text] == []


def hidden_from_all(table: Table) -> set[engine.Tile]:
    """Every tile that lies on no table: racks and yard."""
    sitting = now_at(table).sitting
    assert sitting is not None
    laid = {step.move.tile for step in sitting.steps if isinstance(step.move, engine.Play)}
    return set(sitting.hand.rules.tiles.tiles) - laid - {engine.Tile.double(sitting.hand.centre)}


# --- the seats of others


@pytest.fixture
def small(club: Club) -> Table:
    """Three people with a small set on screen, so that two deals can be found in which one of them holds the same."""
    return a_screen_table(a_round(a_tournament(club, rules=SMALL, plan=[[6]]), [], centres=[6]), 3, 0)


def test_no_page_of_a_seat_depends_on_what_others_hold(small: Table) -> None:
    """Its page, its page with what can be played, the places of each tile, and answers to moves that are refused."""
    deals = alike_for_a_seat(SMALL, 3, 6, 0, among=2500)
    assert len(deals.steps) >= 4
    swap(small, deals.secrets[0])
    deal(small)
    browsers, seals = seated(small), seals_of(deals, small)
    pages = {place: page_of(entry_at(small, place)) for place in (1, 2)}
    turns = set()
    for step in (*deals.steps, None):
        own: list[Answers] = []
        others: list[Answers] = []
        for secret in deals.secrets:
            swap(small, secret)
            own.append(get_all(browsers[1], [pages[1], f"{pages[1]}?show=1"], seals) | refused(small, browsers[1]))
            others.append(get_all(browsers[2], [pages[2]], seals))
        assert (differ(*own), differ(*others)) == ([], [pages[2]])
        turns.add(now_at(small).in_turn)
        if step is not None:
            tap(small, step)
    assert 1 in turns
    assert len(turns) > 1


def refused(table: Table, client: Client) -> Answers:
    """The answers to the first seat's taps on tiles that it does not hold: each other tile of the set.

    Each is sent as a tile at one moment of the table and as a move at the next.
    """
    now = now_at(table)
    assert now.sitting is not None
    strange = set(now.sitting.hand.rules.tiles.tiles) - set(now.sitting.hand.rack(0))
    answered: Answers = {}
    for number, tile in enumerate(sorted(strange, key=lambda one: one.text()), now.play.counter):
        cache.clear()
        sent = {"move": engine.Play(tile, tile.high).text()} if number % 2 else {"tile": tile.text()}
        answer = send(table, client, 1, **sent)
        answered[f"{sent}"] = (answer.status_code, (), answer.content)
    assert {status for status, _headers, _body in answered.values()} == {200}
    return answered


def test_nothing_that_is_drawn_for_a_seat_is_hidden_from_it(table: Table) -> None:
    """Through a whole hand: each seat's page has its own rack, what lies there, and no other tile."""
    browsers = seated(table)
    pages = {place: page_of(entry_at(table, place)) for place in browsers}

    def look(hidden: set[engine.Tile]) -> None:
        sitting = now_at(table).sitting
        assert sitting is not None
        for place, client in browsers.items():
            rack = set(sitting.hand.rack(place - 1))
            cache.clear()
            assert drawn_tiles(client.get(f"{pages[place]}?show=1").content) & hidden == rack

    whole_hand(table, look)
    over = {place: drawn_tiles(client.get(pages[place]).content) for place, client in browsers.items()}
    assert {len(shown) > 20 for shown in over.values()} == {True}


# --- tile by tile


def drawn_tiles(content: bytes) -> set[engine.Tile]:
    """Every tile that a page draws or names: as a picture, in words, or in a turn."""
    text = content.decode()
    named = re.findall(r"<title>(?:domino )?(\d+)-(\d+)</title>", text) + re.findall(r"\[(\d+)\|(\d+)\]", text)
    turns = re.findall(r"<td[^>]*>\+*(\d)(\d)(?:@\w+)?</td>", text)
    values = re.findall(r'name="(?:tile|move)" value="(\d)(\d)(?:@\w*)?"', text)
    return {engine.Tile(max(pair), min(pair)) for pair in ((int(a), int(b)) for a, b in (*named, *turns, *values))}


def whole_hand(table: Table, look: Callable[[set[engine.Tile]], None]) -> None:
    """Play a hand and look after every third move, given what lies nowhere in sight then."""
    chance, now = random.Random(7), deal(table)
    while now.in_turn is not None and now.sitting is not None:
        if len(now.sitting.steps) % 3 == 0:
            look(hidden_from_all(table))
        now = tap(table, Step(chance.choice(now.sitting.hand.legal_moves()))).now


def test_nothing_that_is_drawn_for_a_stranger_is_hidden(table: Table, stranger: Client) -> None:
    """Through a whole hand, on each page of the table."""
    pages = [address for address in addresses(table) if f"/results/2/{table.number}/" in address]
    shown: list[int] = []
    names_of_hands = {engine.Tile.double(centre) for centre in table.round.centres}

    def look(hidden: set[engine.Tile]) -> None:
        for page in pages:
            found = drawn_tiles(stranger.get(page).content)
            assert found & (hidden - names_of_hands) == set(), page
            shown.append(len(found))

    whole_hand(table, look)
    assert max(shown) > 15


def test_a_hand_of_bots_shows_no_turn_before_its_time(tournament: Tournament, stranger: Client) -> None:
    """A hand that is computed and replayed at its pace: on every page of its table only what was shown so far."""
    table = only_table(a_bot_round(pace=600, plan=[[9]]))
    play_now(table)
    (sealed,) = bot_play_of(table).sealed.all()
    record = engine.read_record(sealed.record)
    base = f"/en/t/{table.round.tournament.slug}/results/1/1/"
    for seen in (0, 1, 7, 19, len(record.turns) - 1):
        left = dt.timedelta(seconds=600) * (sealed.turns - seen - 0.5)
        bot_play_of(table).sealed.update(shown_at=timezone.now() + left)
        laid = {turn.play.tile for turn in record.turns[:seen] if turn.play} | {engine.Tile.double(record.centre)}
        for page in (base, f"{base}watch/", f"{base}1/", f"{base}records.txt"):
            assert drawn_tiles(stranger.get(page).content) <= laid, page
        assert len(drawn_tiles(stranger.get(f"{base}watch/").content)) == len(laid)

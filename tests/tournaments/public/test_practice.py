"""The practice table as a stranger plays it: plain forms, nothing hidden, nothing kept, nothing lost."""

import random
import re
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from redis.exceptions import ConnectionError as Away

import engine
from games import practice
from games.screen import places_for
from tournaments.public import practice as doors
from tournaments.public.practice_shown import shown_for

START = "/en/practice/"
PRESETS = ("gamerules", "spruce", "classic4", "coop6", "chickie6")


@pytest.fixture(autouse=True)
def empty() -> None:
    cache.clear()


@pytest.fixture
def player() -> Client:
    """A browser that would be refused wherever a token is asked for."""
    return Client(enforce_csrf_checks=True)


def begun(player: Client, rules: str = "gamerules") -> str:
    response = player.post(START, {"rules": rules, "bot": "lookahead"})
    assert response.status_code == 302
    return response["Location"].removeprefix(START).removesuffix("/")


def address(name: str) -> str:
    return reverse("practice-hand", args=[name])


def text(response: Any) -> str:
    return str(response.content.decode())


def drawn_tiles(html: str) -> set[str]:
    """Every tile that is drawn on a page, on the rack or on the table."""
    found = re.findall(r"<title>(?:domino )?(\d+)-(\d+)</title>", html)
    return {engine.Tile(int(one), int(other)).text() for one, other in found}


def a_tap(found: practice.Practice, chance: random.Random) -> dict[str, str]:
    move = chance.choice(found.sitting.hand.legal_moves())
    if isinstance(move, engine.Play):
        return {"tile": move.tile.text()}
    return {"move": move.text()}


@pytest.mark.parametrize("rules", PRESETS)
def test_a_whole_hand_without_javascript_shows_no_hidden_tile(player: Client, rules: str) -> None:
    chance, name = random.Random(8), begun(player, rules)
    while not (found := practice.find(name)).sitting.is_over:
        html, hand = text(player.get(address(name), {"show": "1"})), found.sitting.hand
        laid = {piece.tile.text() for piece in found.sitting.layout.pieces}
        own = {tile.text() for tile in hand.rack(0)}
        centre = {engine.Tile.double(hand.centre).text()}
        # the logo in the header is a drawing of 3-3 without words, so it is not among these
        assert drawn_tiles(html) == laid | own | (centre if hand.phase is not engine.Phase.SEARCH else set())
        assert found.dealing.keys.deal.hex() not in html
        assert found.dealing.keys.bots.hex() not in html
        answer = player.post(address(name), {"counter": found.counter, **a_tap(found, chance)})
        if answer.status_code == 200:  # several ends: the second tap
            place = re.findall(r'name="move" value="([^"]+@[^"]+)"', text(answer))[0]
            answer = player.post(address(name), {"counter": found.counter, "move": place})
        assert answer.status_code == 302
        assert practice.find(name).counter == found.counter + 1
    html = text(player.get(address(name)))
    assert "The hand is over" in html
    assert "Play again" in html
    record = engine.read_record(re.findall(r"<textarea[^>]*>(.*?)</textarea>", html, re.DOTALL)[0])
    assert engine.check_full(record).faults == ()
    assert engine.check_keys(record).faults == ()
    outcome = practice.find(name).sitting.hand.outcome()
    assert outcome is not None
    assert re.findall(r'<td class="n total">(\d+)</td>', html) == [str(points) for points in outcome.points]


def test_every_answer_is_private(player: Client) -> None:
    name = begun(player)
    answers = [
        player.get(START),
        player.post(START, {"rules": "gamerules", "bot": "random"}),
        player.get(address(name)),
        player.post(address(name), {"counter": "0", "move": "nonsense"}),
        player.get(address("guessed")),
    ]
    assert {(one["Cache-Control"], one["Referrer-Policy"]) for one in answers} == {("no-store", "no-referrer")}
    assert all(one.cookies == {} for one in answers)


def an_unfit_tile(name: str) -> engine.Tile:
    found = practice.find(name)
    return next(tile for tile in found.sitting.hand.rack(0) if not places_for(shown_for(found), tile))


def test_what_the_rules_refuse_is_said_and_nothing_is_lost(player: Client) -> None:
    name = begun(player)
    before = practice.find(name)
    tile = an_unfit_tile(name)
    html = text(player.post(address(name), {"counter": "0", "tile": tile.text()}))
    assert f"{tile} cannot go there: " in html
    assert drawn_tiles(html) >= {one.text() for one in before.sitting.hand.rack(0)}
    assert "is not a move" in text(player.post(address(name), {"counter": "0", "move": "hello"}))
    assert "is not a tile" in text(player.post(address(name), {"counter": "0", "tile": "<b>"}))
    assert "lies in the centre" in text(player.post(address(name), {"counter": "0", "move": "*99"}))
    assert practice.find(name) == before


def test_an_old_counter_answers_with_the_hand_as_it_is(player: Client) -> None:
    name = begun(player)
    first = a_tap(practice.find(name), random.Random(1))
    move = {"move": practice.find(name).sitting.hand.legal_moves()[0].text()}
    assert player.post(address(name), {"counter": "0", **move}).status_code == 302
    now = practice.find(name)
    assert player.post(address(name), {"counter": "0", **move}).status_code == 302  # a double tap
    old = player.post(address(name), {"counter": "0", "move": "+" if move["move"] != "+" else "-"})
    assert "meant for an earlier moment" in text(old)
    assert "meant for an earlier moment" in text(player.post(address(name), {**first, "counter": "999"}))
    assert practice.find(name) == now


def test_what_can_be_played_is_marked_on_request_only(player: Client) -> None:
    name = begun(player)
    assert "play-fits" not in text(player.get(address(name)))
    found = practice.find(name)
    fits = [tile.text() for tile in found.sitting.hand.rack(0) if places_for(shown_for(found), tile)]
    html = text(player.get(address(name), {"show": "1"}))
    assert sorted(re.findall(r'play-fits" id="tile-(\w+)"', html)) == sorted(fits)
    assert ("Nothing on your rack fits." in html) == (not fits)


def test_htmx_gets_the_part_and_at_the_end_the_page(player: Client) -> None:
    name, htmx = begun(player), {"HX-Request": "true"}
    part = text(player.get(address(name), headers=htmx))
    assert part.startswith('<form id="practice"')
    chance = random.Random(2)
    while not (found := practice.find(name)).sitting.is_over:
        move = chance.choice(found.sitting.hand.legal_moves()).text()
        answer = player.post(address(name), {"counter": found.counter, "move": move}, headers=htmx)
        assert answer.status_code == 200
    assert answer["HX-Redirect"] == address(name)


def test_too_many_are_asked_to_wait_and_their_hand_is_still_there(
    player: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "HANDS", {"most": 1, "seconds": 600})
    monkeypatch.setattr(doors, "MOVES", {"most": 1, "seconds": 60})
    name = begun(player)
    refused = player.post(START, {"rules": "gamerules", "bot": "random"})
    assert refused.status_code == 429
    assert "asked for too often just now. Try again in" in text(refused)
    assert player.post(START, {"rules": "gamerules", "bot": "random"}, REMOTE_ADDR="10.0.0.9").status_code == 302
    before = practice.find(name)
    for _ in range(2):
        answer = player.post(address(name), {"counter": "0", "move": "nonsense"})
    assert answer.status_code == 429
    assert "Try again in" in text(answer)
    assert drawn_tiles(text(answer)) >= {tile.text() for tile in before.sitting.hand.rack(0)}


def test_without_the_cache_it_says_so(player: Client) -> None:
    with patch.object(cache, "get", side_effect=Away):
        answer = player.get(address("any"))
    assert answer.status_code == 503
    assert "rests for a moment" in text(answer)


def test_a_hand_that_is_gone_leads_to_a_new_one(player: Client) -> None:
    answer = player.post(address("gone"), {"counter": "0", "move": "+"})
    assert answer.status_code == 410
    assert f'href="{START}"' in text(answer)


@pytest.mark.parametrize("typed", [{}, {"rules": "free", "bot": "random"}, {"rules": "gamerules", "bot": "nobody"}])
def test_choices_that_are_not_offered(player: Client, typed: dict[str, str]) -> None:
    assert "Not saved yet" in text(player.post(START, typed))


@pytest.mark.django_db
def test_the_first_page_leads_there(player: Client) -> None:
    assert f'href="{START}"' in text(player.get("/en/"))

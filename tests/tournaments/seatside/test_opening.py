"""The link to a seat: looked at by anybody, opened once, gone at once when it is taken back."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from tests.factories import a_player, an_entry
from tests.seated import link_of, page_of, sit_down
from tournaments import seat_keys
from tournaments.models import Entry, SeatKey, Tournament
from tournaments.seatside import opening


@pytest.fixture
def wren(tournament: Tournament) -> Entry:
    return an_entry(tournament, a_player(tournament.club, "Wren Reed"))


def nonce_on(page: str) -> str:
    return page.split('name="nonce" value="')[1].split('"', maxsplit=1)[0]


def test_a_link_says_whose_it_is_and_a_preview_uses_nothing_up(wren: Entry, stranger: Client) -> None:
    link = link_of(wren)
    shown = [stranger.get(link).content.decode() for _ in range(3)]
    assert stranger.head(link).status_code == 200
    assert all("You are Wren Reed" in page and "Friday evening" in page for page in shown)
    assert (SeatKey.objects.get().state, dict(stranger.cookies)) == ("waiting", {})


def test_sitting_down_gives_a_cookie_for_this_seat_alone(wren: Entry) -> None:
    browser = Client(enforce_csrf_checks=True)
    link = link_of(wren)
    answer = browser.post(link, {"nonce": nonce_on(browser.get(link).content.decode())})
    assert (answer.status_code, answer["Location"]) == (302, page_of(wren))
    (cookie,) = answer.cookies.values()
    kept = {name: cookie[name] for name in ("path", "httponly", "samesite", "secure", "max-age")}
    assert kept == {
        "path": page_of(wren),
        "httponly": True,
        "samesite": "Lax",
        "secure": "",
        "max-age": 2 * 24 * 60 * 60,
    }
    assert "Nobody is seated yet." in browser.get(page_of(wren)).content.decode()


def test_the_cookie_is_secure_where_the_site_is(wren: Entry, settings: Any) -> None:
    settings.HTTPS = True
    answer = Client().post(link_of(wren), {"nonce": seat_keys.new_nonce()})
    assert [cookie["secure"] for cookie in answer.cookies.values()] == [True]


def test_a_second_tap_on_the_button_locks_nobody_out(wren: Entry) -> None:
    first, second, link, nonce = Client(), Client(), link_of(wren), seat_keys.new_nonce()
    answers = [client.post(link, {"nonce": nonce}) for client in (first, second)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert second.get(page_of(wren)).status_code == 200


def test_an_opened_link_leads_its_own_browser_back_and_another_one_nowhere(wren: Entry) -> None:
    link, browser, other = link_of(wren), Client(), Client()
    browser.post(link, {"nonce": seat_keys.new_nonce()})
    assert [client.get(link)["Location"] for client in (browser, other)] == [page_of(wren)] * 2
    assert [client.get(page_of(wren)).status_code for client in (browser, other)] == [200, 404]
    answer = other.post(link, {"nonce": seat_keys.new_nonce()})
    assert (answer.status_code, b"opened already in another browser" in answer.content) == (404, True)


def test_a_seat_stays_open_in_every_language(wren: Entry, settings: Any) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    browser = sit_down(wren)
    for language in ("en", "de"):
        with override(language):
            answer = browser.get(page_of(wren), headers={"Accept-Language": language})
        assert (answer.status_code, answer["Content-Language"]) == (200, language)


def test_two_people_share_a_tablet(wren: Entry) -> None:
    robin = an_entry(wren.tournament, a_player(wren.tournament.club, "Robin Hay"))
    tablet = sit_down(robin, sit_down(wren))
    pages = [tablet.get(page_of(entry)).content.decode() for entry in (wren, robin)]
    assert ["<h1>Wren Reed</h1>" in pages[0], "<h1>Robin Hay</h1>" in pages[1]] == [True, True]


def test_a_key_that_is_taken_back_opens_nothing_from_that_moment_on(wren: Entry) -> None:
    browser, unopened = sit_down(wren), Client()
    assert browser.get(page_of(wren)).status_code == 200
    seat_keys.revoke(entry=wren, by="Orla", at=timezone.now())
    answers = [browser.get(page_of(wren)), browser.post(page_of(wren), {"deal": "1"})]
    assert [answer.status_code for answer in answers] == [404, 404]
    poll = browser.get(page_of(wren), {"seen": "1"}, headers={"HX-Request": "true"})
    assert (poll.status_code, b"This seat is not open in this browser" in poll.content) == (200, True)
    assert b"hx-trigger" not in poll.content
    link = link_of(wren)
    seat_keys.revoke(entry=wren, by="Orla", at=timezone.now())
    assert unopened.get(link).status_code == 404


def test_a_new_link_ends_the_page_of_the_old_one(wren: Entry) -> None:
    browser = sit_down(wren)
    link_of(wren)
    assert browser.get(page_of(wren)).status_code == 404


def test_after_two_days_the_cookie_is_nothing(wren: Entry) -> None:
    browser = sit_down(wren)
    SeatKey.objects.update(opened_at=timezone.now() - dt.timedelta(days=2))
    assert browser.get(page_of(wren)).status_code == 404


def test_who_guesses_links_is_asked_to_wait(wren: Entry, stranger: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "LOOKS", {"most": 2, "seconds": 600})
    link = link_of(wren)
    guessed = [stranger.get(f"/seat/open/guess-{number}/") for number in range(3)]
    assert [answer.status_code for answer in guessed] == [404, 404, 429]
    assert b"asked for too often" in guessed[2].content
    assert stranger.get(link).status_code == 429  # right or wrong: nothing is learnt from the answer
    assert Client(REMOTE_ADDR="10.0.0.9").get(link).status_code == 200


@pytest.mark.parametrize("number", [0, 2**31, 2**63, 10**30])
def test_a_seat_that_nobody_has_is_answered_like_one_that_is_not_open_here(wren: Entry, number: int) -> None:
    theirs, nobodys = (Client().get(page_of(wren)), Client().get(f"/seat/{number}/"))
    assert (nobodys.status_code, nobodys.content) == (404, theirs.content)
    assert dict(nobodys.headers) == dict(theirs.headers)

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from tests.factories import NOW, a_player, an_entry
from tournaments import players, programme, seat_keys
from tournaments.models import Change, Entry, SeatKey, Tournament
from tournaments.refusals import Refused
from tournaments.seat_keys import KeyGone

BY: dict[str, Any] = {"by": "Orla", "at": NOW}
DAY = dt.timedelta(days=1)


@pytest.fixture
def wren(tournament: Tournament) -> Entry:
    return an_entry(tournament, a_player(tournament.club, "Wren Reed"))


def a_link(entry: Entry) -> str:
    return seat_keys.make_keys(tournament=entry.tournament, entries=[entry], **BY)[entry]


def a_cookie(entry: Entry) -> str:
    return seat_keys.exchange(secret=a_link(entry), nonce=seat_keys.new_nonce(), at=NOW).cookie


def opens(cookie: str, entry: Entry, at: dt.datetime = NOW) -> bool:
    try:
        return seat_keys.find(cookie=cookie, entry=entry.pk, at=at) == entry
    except KeyGone:
        return False


def test_only_hashes_are_kept(wren: Entry) -> None:
    secret = a_link(wren)
    cookie = seat_keys.exchange(secret=secret, nonce=seat_keys.new_nonce(), at=NOW).cookie
    kept = str(list(SeatKey.objects.values()))
    assert (len(secret), len(cookie), secret in kept, cookie in kept) == (32, 64, False, False)


def test_looking_uses_nothing_up(wren: Entry) -> None:
    secret = a_link(wren)
    assert [seat_keys.look(secret=secret, at=NOW).state for _ in range(3)] == ["waiting"] * 3


def test_a_link_is_exchanged_for_a_cookie_of_one_browser(wren: Entry) -> None:
    secret, nonce = a_link(wren), seat_keys.new_nonce()
    opened = seat_keys.exchange(secret=secret, nonce=nonce, at=NOW)
    assert (opened.entry, opens(opened.cookie, wren), seat_keys.look(secret=secret, at=NOW).state) == (
        wren,
        True,
        "opened",
    )
    assert seat_keys.exchange(secret=secret, nonce=nonce, at=NOW) == opened  # a second tap on the button
    with pytest.raises(KeyGone, match="in another browser"):
        seat_keys.exchange(secret=secret, nonce=seat_keys.new_nonce(), at=NOW)
    assert opens(opened.cookie, wren)


def test_a_number_that_could_be_guessed_opens_nothing(wren: Entry) -> None:
    secret = a_link(wren)
    with pytest.raises(KeyGone, match="not sent whole"):
        seat_keys.exchange(secret=secret, nonce="1", at=NOW)
    assert seat_keys.look(secret=secret, at=NOW).state == "waiting"


def test_a_cookie_opens_the_seat_of_its_person_alone(wren: Entry) -> None:
    robin = an_entry(wren.tournament)
    cookie = a_cookie(wren)
    a_cookie(robin)
    assert [opens(cookie, wren), opens(cookie, robin), opens("", wren), opens("guessed", wren)] == [
        True,
        False,
        False,
        False,
    ]


def test_a_new_link_ends_the_old_one_and_its_cookie(wren: Entry) -> None:
    unopened = a_link(wren)
    cookie = a_cookie(wren)
    with pytest.raises(KeyGone, match="leads nowhere"):
        seat_keys.look(secret=unopened, at=NOW)
    newer = a_link(wren)
    assert (opens(cookie, wren), seat_keys.look(secret=newer, at=NOW).state) == (False, "waiting")


def test_taken_back_is_at_once_and_for_link_and_cookie(wren: Entry) -> None:
    secret = a_link(wren)
    cookie = seat_keys.exchange(secret=secret, nonce=seat_keys.new_nonce(), at=NOW).cookie
    seat_keys.revoke(entry=wren, **BY)
    assert (opens(cookie, wren), SeatKey.objects.get().state) == (False, "revoked")
    with pytest.raises(KeyGone):
        seat_keys.look(secret=secret, at=NOW)
    with pytest.raises(Refused, match="Wren Reed has no link"):
        seat_keys.revoke(entry=wren, **BY)
    assert opens(a_cookie(wren), wren)


@pytest.mark.parametrize(("after", "good"), [(2 * DAY - dt.timedelta(seconds=1), True), (2 * DAY, False)])
def test_a_cookie_lasts_two_days(wren: Entry, after: dt.timedelta, *, good: bool) -> None:
    assert opens(a_cookie(wren), wren, NOW + after) is good


def test_a_link_lasts_thirty_days(wren: Entry) -> None:
    secret = a_link(wren)
    assert seat_keys.look(secret=secret, at=NOW + 29 * DAY).state == "waiting"
    with pytest.raises(KeyGone):
        seat_keys.look(secret=secret, at=NOW + 30 * DAY)


def test_the_history_says_who_got_links(wren: Entry) -> None:
    version = Tournament.objects.get().version
    a_link(wren)
    seat_keys.revoke(entry=wren, **BY)
    assert list(Change.objects.order_by("pk").values_list("verb", "facts", "by")) == [
        ("seat_key.make", {"entries": [1]}, "Orla"),
        ("seat_key.revoke", {"entry": 1}, "Orla"),
    ]
    assert Tournament.objects.get().version == version


def test_bots_need_no_link(tournament: Tournament) -> None:
    bot = an_entry(tournament, a_player(tournament.club, "Cog", bot="random"))
    with pytest.raises(Refused, match="Cog is a bot"):
        a_link(bot)
    assert SeatKey.objects.count() == 0


def test_no_link_in_a_finished_tournament_nor_of_another(tournament: Tournament, wren: Entry) -> None:
    elsewhere = an_entry(Tournament.objects.create(club=tournament.club, **_like(tournament)))
    assert seat_keys.make_keys(tournament=tournament, entries=[elsewhere], **BY) == {}
    Tournament.objects.update(state=Tournament.State.FINISHED)
    with pytest.raises(Refused, match="is finished"):
        a_link(wren)


def _like(tournament: Tournament) -> dict[str, Any]:
    kept = ("name", "date", "rules", "plan", "sizes", "tie_breaks")
    return {"slug": "another", **{name: getattr(tournament, name) for name in kept}}


def test_a_removed_tournament_opens_nothing(wren: Entry) -> None:
    cookie = a_cookie(wren)
    programme.remove(tournament=wren.tournament, typed_name="Friday evening", **BY)
    assert not opens(cookie, wren)


def test_a_forgotten_person_has_no_key(wren: Entry) -> None:
    cookie = a_cookie(wren)
    players.forget(player=wren.player, **BY)
    assert (opens(cookie, wren), SeatKey.objects.get().state) == (False, "revoked")


@pytest.mark.threads
@pytest.mark.django_db(transaction=True)
def test_of_two_browsers_at_once_one_gets_the_seat(tournament: Tournament) -> None:
    entry = an_entry(tournament)
    secret = a_link(entry)

    def tap(nonce: str) -> bool:
        try:
            return opens(seat_keys.exchange(secret=secret, nonce=nonce, at=NOW).cookie, entry)
        except KeyGone:
            return False
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as taps:
        got = list(taps.map(tap, [seat_keys.new_nonce() for _ in range(4)]))
    assert sorted(got) == [False, False, False, True]

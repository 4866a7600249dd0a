"""Pages are made once for each version and are the same bytes for everybody."""

import gzip
import threading
import time

import pytest
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from tests.factories import NOW
from tests.tournaments.public.pages import FRONT, PAGES
from tournaments.history import raise_version
from tournaments.models import Tournament
from tournaments.public.shelf import from_shelf, takes_gzip


@pytest.mark.parametrize("address", [*PAGES, *FRONT])
def test_anybody_gets_the_same_bytes_and_no_cookie(
    evening: Tournament, stranger: Client, as_owner: Client, address: str
) -> None:
    one, other = stranger.get(address), as_owner.get(address)
    assert one.content == other.content
    for response in (one, other):
        assert response["Vary"] == "Accept-Encoding"
        assert response["Cache-Control"] == "public, max-age=2"
        assert response.cookies == {}
        assert "csrf" not in response.content.decode()


@pytest.mark.parametrize("address", PAGES)
def test_what_the_browser_has_is_not_sent_again(evening: Tournament, stranger: Client, address: str) -> None:
    first = stranger.get(address)
    again = stranger.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Cache-Control"] == "public, max-age=2"
    assert stranger.get(address, headers={"If-None-Match": 'W/"other"'}).status_code == 200
    strong = first["ETag"].removeprefix("W/")
    assert stranger.get(address, headers={"If-None-Match": f'"other", {strong}'}).status_code == 304


def test_it_is_sent_compressed_to_whoever_takes_it(evening: Tournament, stranger: Client) -> None:
    plain = stranger.get("/en/t/friday/")
    packed = stranger.get("/en/t/friday/", headers={"Accept-Encoding": "br, gzip"})
    assert not plain.has_header("Content-Encoding")
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert packed["Content-Length"] == str(len(packed.content))


@pytest.mark.parametrize(
    ("accepts", "takes"),
    [("", False), ("gzip", True), ("br;q=1, GZIP;q=0.5", True), ("gzip;q=0", False), ("deflate, br", False)],
)
def test_who_takes_compressed_pages(accepts: str, *, takes: bool) -> None:
    assert takes_gzip(accepts) is takes


@pytest.mark.parametrize("address", [page for page in PAGES if "name=" not in page])
def test_a_page_is_made_once_for_each_version(evening: Tournament, stranger: Client, address: str) -> None:
    with CaptureQueriesContext(connection) as first:
        stranger.get(address)
    with CaptureQueriesContext(connection) as second:
        stranger.get(address)
    raise_version([evening.pk], at=NOW)
    with CaptureQueriesContext(connection) as third:
        stranger.get(address)
    live = 1 if "/live/" in address else 0
    assert len(second) == 1 + live
    assert len(first) == len(third)
    assert len(first) > len(second) or "rules" in address


def test_the_front_pages_notice_what_is_new(evening: Tournament, stranger: Client) -> None:
    for address in FRONT:
        assert "Friday evening" in stranger.get(address).content.decode()
    Tournament.objects.filter(pk=evening.pk).update(name="Saturday evening")
    raise_version([evening.pk], at=NOW)
    for address in FRONT:
        assert "Saturday evening" in stranger.get(address).content.decode()


def test_words_nobody_asks_for_make_no_new_page(evening: Tournament, stranger: Client) -> None:
    stranger.get("/en/t/friday/")
    with CaptureQueriesContext(connection) as queries:
        assert stranger.get("/en/t/friday/?from=paper").status_code == 200
    assert len(queries) == 1


def test_only_reading_is_allowed(evening: Tournament, stranger: Client) -> None:
    assert stranger.post("/en/t/friday/").status_code == 405
    assert stranger.head("/en/t/friday/").status_code == 200


def test_one_makes_the_page_and_the_others_wait(rf: RequestFactory) -> None:
    made: list[int] = []
    found: list[bytes] = []

    def make() -> HttpResponse:
        made.append(1)
        time.sleep(0.1)
        return HttpResponse("the page")

    def ask() -> None:
        found.append(gzip.decompress(from_shelf(rf.get("/x/"), "1", make).packed))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [b"the page"] * 8
    assert made == [1]


def test_a_page_that_cannot_be_made_leaves_the_way_free(rf: RequestFactory) -> None:
    def fail() -> HttpResponse:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        from_shelf(rf.get("/x/"), "2", fail)
    assert from_shelf(rf.get("/x/"), "2", lambda: HttpResponse("now")).status == 200


# ---- Polling


def test_an_unchanged_poll_costs_one_query_and_says_nothing(evening: Tournament, stranger: Client) -> None:
    for page in ("standings", "seating/", "results/1/"):
        with CaptureQueriesContext(connection) as queries:
            response = stranger.get(f"/en/t/friday/live/{page}?v={evening.version}")
        assert (response.status_code, response.content, response["Cache-Control"]) == (204, b"", "no-store")
        assert len(queries) == 1


def test_a_changed_list_comes_with_its_new_version(evening: Tournament, stranger: Client) -> None:
    page = stranger.get("/en/t/friday/").content.decode()
    assert f'hx-get="/en/t/friday/live/standings?v={evening.version}" hx-trigger="every 2s"' in page
    raise_version([evening.pk], at=NOW)
    response = stranger.get(f"/en/t/friday/live/standings?v={evening.version}")
    assert response.status_code == 200
    assert f"/en/t/friday/live/standings?v={evening.version + 1}" in response.content.decode()
    assert response.content.decode().startswith('<div id="standings"')


@pytest.mark.parametrize("rest", ["seating/", "seating/1/", "results/", "results/1/", "results/1/hands/", "entry/2/"])
def test_the_other_pages_move_too(evening: Tournament, stranger: Client, rest: str) -> None:
    page = stranger.get(f"/en/t/friday/{rest}").content.decode()
    assert f'id="part" hx-get="/en/t/friday/live/{rest}?v={evening.version}"' in page
    raise_version([evening.pk], at=NOW)
    moved = stranger.get(f"/en/t/friday/live/{rest}?v={evening.version}")
    assert moved.status_code == 200
    assert f'id="part" hx-get="/en/t/friday/live/{rest}?v={evening.version + 1}"' in moved.content.decode()


def test_a_finished_tournament_stops_the_asking(evening: Tournament, stranger: Client) -> None:
    Tournament.objects.filter(pk=evening.pk).update(state=Tournament.State.FINISHED, version=evening.version + 1)
    for rest in ("standings", "seating/", "entry/1/"):
        response = stranger.get(f"/en/t/friday/live/{rest}?v={evening.version}")
        assert response.status_code == 286
        assert "hx-get" not in response.content.decode()
    assert "hx-get" not in stranger.get("/en/t/friday/").content.decode()
    assert stranger.get("/en/t/friday/")["Cache-Control"] == "public, max-age=60"


@pytest.mark.parametrize("rest", ["live/standings", "rules/", "standings.csv", "nothing/", "after/1/", "entry/99/"])
def test_only_moving_pages_move(evening: Tournament, stranger: Client, rest: str) -> None:
    assert stranger.get(f"/en/t/friday/live/{rest}?v=0").status_code == 404


def test_nothing_inline_that_a_strict_policy_would_block(evening: Tournament, stranger: Client) -> None:
    for address in (*PAGES, *FRONT):
        page = stranger.get(address).content.decode()
        assert " style=" not in page
        assert "hx-on" not in page
        assert "<script>" not in page


def test_without_its_store_a_page_is_made_every_time(evening: Tournament, stranger: Client, settings: object) -> None:
    address = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1"}}
    settings.CACHES = address  # type: ignore[attr-defined]
    assert cache.__class__.__name__ == "ConnectionProxy"
    assert stranger.get("/en/t/friday/").status_code == 200

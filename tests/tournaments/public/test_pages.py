"""What the pages say."""

import csv
import io
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver

from tests.factories import NOW, a_player, a_round, a_tournament, an_entry, some_entries
from tests.tournaments.public.conftest import hand_in
from tests.tournaments.public.pages import FRONT, PAGES
from tests.tournaments.seating.test_record import a_draw
from tournaments.models import Club, DrawFile, Entry, LedgerLine, Round, Seat, Shown, Tournament
from tournaments.seating.record import to_text


def words(client: Client, address: str, status: int = 200) -> str:
    """The text of a page without its tags, on one line."""
    response = client.get(address)
    assert response.status_code == status
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.mark.parametrize("address", [*PAGES, *FRONT])
def test_every_page_opens_without_signing_in(evening: Tournament, stranger: Client, address: str) -> None:
    assert stranger.get(address).status_code == 200


def test_the_bare_address_leads_to_the_language(stranger: Client, db: None) -> None:
    response = stranger.get("/")
    assert (response.status_code, response["Location"]) == (302, "/en/")


def test_who_is_in_is_ranked_and_who_plays_stands_below_without_a_place(evening: Tournament, stranger: Client) -> None:
    html = stranger.get("/en/t/friday/").content.decode()
    ranked, still_playing = html.split("Still playing")
    # Wren 5 + 17, Plover 4 + 2, Dunlin 11 + 3; the other table is out.
    assert re.findall(r'class="n rank">(\d*)</td>', ranked) == ["1", "2", "3"]
    assert re.findall(r'entry/\d+/">(\w+)</a>', ranked) == ["Plover", "Dunlin", "Wren"]
    assert re.findall(r'class="n total">(\d+)', ranked) == ["6", "14", "22"]
    assert re.findall(r'class="n rank">(\d*)</td>', still_playing) == ["", "", ""]
    assert re.findall(r'entry/\d+/">(\w+)</a>', still_playing) == ["Robin", "Heron", "Siskin"]
    assert "in the order after round 1" in still_playing
    assert "Provisional" in ranked


def test_the_moment_is_that_of_the_last_change_in_the_time_zone_of_the_tournament(
    evening: Tournament, stranger: Client
) -> None:
    Tournament.objects.filter(pk=evening.pk).update(time_zone="Asia/Kolkata")
    assert "As of 01:00:00 · round 2 · 1 of 2 tables in" in words(stranger, "/en/t/friday/")


def test_why_one_stands_above_the_next(evening: Tournament, stranger: Client) -> None:
    assert "Lower total: 6 against 14." in words(stranger, "/en/t/friday/")


def test_after_a_round_it_is_as_it_was(evening: Tournament, stranger: Client) -> None:
    page = words(stranger, "/en/t/friday/after/1/")
    assert "Still playing" not in page
    assert "Provisional" not in page
    assert stranger.get("/en/t/friday/after/2/").status_code == 404
    assert stranger.get("/en/t/friday/after/9/").status_code == 404


def test_equal_scores_share_a_place_and_a_zero_is_a_zero(club: Club, stranger: Client) -> None:
    """Row 1: nobody is placed by the order of reaching a total. Row 2: a zero is a number and stands first."""
    tournament = a_tournament(club, slug="level", plan=[[9, 8]], tie_breaks=[])
    entries = some_entries(tournament, 6)
    tables = a_round(tournament, [entries[:3], entries[3:]], state=Round.State.CLOSED).tables.order_by("number")
    hand_in(tables[0], [[0, 37, 30], [0, 0, 7]])
    hand_in(tables[1], [[20, 17, 40], [17, 20, 1]])
    html = stranger.get("/en/t/level/").content.decode()
    assert re.findall(r'class="n rank">(\d*)</td>', html) == ["1", "2", "2", "2", "2", "6"]
    assert re.findall(r'class="n total">(\d+)', html) == ["0", "37", "37", "37", "37", "41"]


def test_the_same_bytes_after_a_restart(evening: Tournament, stranger: Client) -> None:
    """Row 12: nothing in the list hangs on what a process remembers."""
    from django.core.cache import cache

    before = stranger.get("/en/t/friday/").content
    cache.clear()
    assert Client().get("/en/t/friday/").content == before


def test_a_fill_in_plays_a_table_that_is_not_counted(evening: Tournament, stranger: Client) -> None:
    """Row 5."""
    wren = evening.entries.get(number=1)
    second = evening.rounds.get(number=1).tables.get(number=2)
    Seat.objects.create(round=second.round, table=second, place=4, role=Seat.Role.FILLS_IN, player=wren.player)
    second_game = second.game
    assert second_game is not None
    for report in second_game.reports.all():
        report.scores.create(place=4, points=75)
    page = words(stranger, "/en/t/friday/entry/1/")
    assert "3 tables played, 2 of them counted" in page
    assert "filled in: does not count" in page
    assert "22 total" in page
    assert "not for whoever fills in" in words(stranger, "/en/t/friday/rules/")


def test_penalties_do_not_multiply(evening: Tournament, stranger: Client) -> None:
    """Row 11: lines beside the hands change the total once and nothing else."""
    entry = evening.entries.get(number=1)
    for points in (10, 5):
        LedgerLine.objects.create(
            entry=entry, kind=LedgerLine.Kind.PENALTY, points=points, reason="was late, says Robin", by="x", at=NOW
        )
    page = words(stranger, "/en/t/friday/entry/1/")
    assert "37 total" in page
    assert "4 hands" in page
    assert "2 tables played" in page
    assert "+15 points beside the hands." in page
    assert "was late" not in page


def test_names_are_shown_as_they_are_written(evening: Tournament, stranger: Client) -> None:
    """Row 68."""
    name = 'O\'Brien <b>"x"</b>'
    player = evening.entries.get(number=1).player
    player.name = player.sort_name = name
    player.save()
    for address in PAGES:
        page = stranger.get(address).content.decode()
        assert "<b>&quot;x" not in page
        assert 'O\'Brien <b>"x"' not in page or address.endswith((".csv", ".json"))
    assert "O&#x27;Brien &lt;b&gt;&quot;x&quot;&lt;/b&gt;" in stranger.get("/en/t/friday/").content.decode()


def test_the_spreadsheet_opens_right_and_does_no_harm(evening: Tournament, stranger: Client) -> None:
    player = evening.entries.get(number=4).player
    player.name = "=SUM(A1)"
    player.save()
    response = stranger.get("/en/t/friday/standings.csv")
    assert response["Content-Disposition"] == 'attachment; filename="friday-standings.csv"'
    assert response.content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert rows[0] == ["rank", "name", "total", "zeros", "lowest_other", "hands", "round_1", "round_2"]
    assert rows[1] == ["1", "'=SUM(A1)", "6", "2", "2", "4", "4", "2"]
    assert rows[4] == ["", "Robin", "10", "1", "10", "2", "10", ""]


def test_the_list_for_a_machine(evening: Tournament, stranger: Client) -> None:
    found = stranger.get("/en/t/friday/standings.json").json()
    assert (found["provisional"], found["open_round"], found["tables_in"], found["tables"]) == (True, 2, 1, 2)
    assert found["standings"][0] == {
        "section": "ranked",
        "rank": 1,
        "entry": 4,
        "name": "Plover",
        "compared": None,
        "total": 6,
        "average": "1 1/2",
        "zeros": 2,
        "lowest_other": 2,
        "hands": 4,
        "rounds": [
            {"round": 1, "points": 4, "imputed_hands": 0},
            {"round": 2, "points": 2, "imputed_hands": 0},
        ],
        "why": "Lower total: 6 against 14.",
        "chance": None,
    }
    assert found["standings"][3]["rank"] is None
    assert found["standings"][3]["rounds"][1]["points"] is None


def test_a_seat_is_found_by_part_of_a_name(evening: Tournament, stranger: Client) -> None:
    page = stranger.get("/en/t/friday/seating/?name=RÓB").content.decode()
    assert re.findall(r'<li data-find="(\w+)">', page) == ["Robin"]
    assert "1 name holds “RÓB”." in page
    assert 'value="RÓB"' in page
    nobody = stranger.get("/en/t/friday/seating/?name=zzz").content.decode()
    assert "0 names hold “zzz”." in nobody
    assert 'class="tables"' in nobody


def test_a_corrected_hand_is_marked_and_says_no_more(evening: Tournament, stranger: Client) -> None:
    table = evening.rounds.get(number=1).tables.get(number=1)
    hand_in(table, [[0, 12, 20]], revision=2)
    page = words(stranger, "/en/t/friday/results/1/1/")
    assert page.count("corrected") == 1
    assert "secret reason" not in page
    assert "Desk Person" not in page
    assert "Robin 12" in page


def test_a_hand_not_played_is_a_word(evening: Tournament, stranger: Client) -> None:
    page = stranger.get("/en/t/friday/results/2/2/").content.decode()
    assert page.count("not yet") == 3 * 3 + 1
    assert re.findall(r'class="n[^"]*"[^>]*>(\d+)<', page) == []


def test_the_empty_tournament_teaches(club: Club, stranger: Client) -> None:
    a_tournament(club, slug="empty")
    assert "Nobody is entered yet." in words(stranger, "/en/t/empty/")
    assert "Nobody is seated yet." in words(stranger, "/en/t/empty/seating/")
    assert "No results yet." in words(stranger, "/en/t/empty/results/")
    assert stranger.get("/en/t/empty/standings.json").json()["standings"] == []


def test_whoever_never_came_is_on_no_list_of_results(evening: Tournament, stranger: Client) -> None:
    absent = an_entry(evening, a_player(evening.club, "Nightjar"), status=Entry.Status.EXPECTED)
    for rest in ("", "after/1/", "standings.csv", "standings.json", "seating/"):
        assert absent.player.name not in stranger.get(f"/en/t/friday/{rest}").content.decode()
    assert "Not seated yet." in words(stranger, f"/en/t/friday/entry/{absent.number}/")


def test_fewer_hands_than_asked_have_no_place(evening: Tournament, stranger: Client) -> None:
    evening.rounds.get(number=1).seats.filter(entry__number=1).update(last_hand=1)
    evening.rounds.get(number=1).tables.get(number=1).game.reports.last().scores.filter(place=1).delete()  # type: ignore[union-attr]
    html = stranger.get("/en/t/friday/").content.decode()
    assert re.findall(r'entry/\d+/">(\w+)</a>', html.split("no place")[1]) == ["Wren"]


def test_before_the_first_seating_the_names_are_there(club: Club, stranger: Client) -> None:
    tournament = a_tournament(club, slug="soon")
    entry = an_entry(tournament)
    page = words(stranger, "/en/t/soon/")
    assert "1 person is entered" in page
    assert entry.player.name in page
    assert "Not seated yet." in words(stranger, f"/en/t/soon/entry/{entry.number}/")


def test_the_first_page_sorts_by_time(evening: Tournament, club: Club, stranger: Client) -> None:
    a_tournament(club, "Long ago", state=Tournament.State.FINISHED)
    a_tournament(club, "Far away", date="2999-01-01")
    a_tournament(club, "Never finished", date="2001-01-01")
    for address in FRONT:
        page = words(stranger, address)
        places = [
            page.index(text)
            for text in ("Live now", "Friday evening", "Next", "Far away", "Played", "Long ago", "Never finished")
        ]
        assert places == sorted(places)


def test_without_a_club_the_first_page_says_what_to_do(stranger: Client, db: None) -> None:
    assert "No club keeps its score here yet." in words(stranger, "/en/")


# ---- Drafts


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("how", ["draft", "removed"])
def test_a_draft_is_invisible_by_every_door(
    evening: Tournament, stranger: Client, as_owner: Client, address: str, how: str
) -> None:
    """Rows 70 and 73: for the club's own people too, the public pages of a draft do not exist."""
    change = {"state": Tournament.State.DRAFT} if how == "draft" else {"removed_at": NOW}
    Tournament.with_removed.filter(pk=evening.pk).update(**change)
    assert stranger.get(address).status_code == 404
    assert as_owner.get(address).status_code == 404
    assert stranger.get(f"{address.partition('?')[0]}?v={evening.version}").status_code == 404


def test_a_draft_is_on_no_list(evening: Tournament, stranger: Client) -> None:
    Tournament.objects.filter(pk=evening.pk).update(state=Tournament.State.DRAFT)
    for address in FRONT:
        assert "Friday evening" not in words(stranger, address)


def test_a_draft_seating_is_not_shown_by_a_guessed_address(evening: Tournament, stranger: Client) -> None:
    """Row 73."""
    open_round = evening.rounds.get(number=2)
    open_round.state, open_round.closed_at = Round.State.CLOSED, NOW
    open_round.save()
    guest = an_entry(evening)
    draft = a_round(evening, [[guest]], state=Round.State.DRAFT)
    DrawFile.objects.create(round=draft, text=to_text(a_draw()))
    for rest in (
        "seating/3/",
        "seating/3/draw.json",
        "results/3/",
        "results/3/hands/",
        "results/3/1/",
        "after/3/",
        "live/results/3/",
    ):
        assert stranger.get(f"/en/t/friday/{rest}").status_code == 404
    assert guest.player.name not in words(stranger, "/en/t/friday/seating/")
    assert "Round 3" not in words(stranger, "/en/t/friday/results/")


# ---- Hidden players


@pytest.mark.parametrize("address", [*PAGES, *FRONT])
def test_a_hidden_name_leaks_nowhere(evening: Tournament, stranger: Client, address: str) -> None:
    player = evening.entries.get(number=2).player
    player.name, player.sort_name, player.shown = "Zanzibar Xylo", "Xylo, Zanzibar", Shown.HIDDEN
    player.note = "Xylo pays later"
    player.save()
    response = stranger.get(address)
    assert "xylo" not in response.content.decode().lower()
    assert "zanzibar" not in response.content.decode().lower()


def test_a_hidden_player_has_a_number_for_a_name(evening: Tournament, stranger: Client) -> None:
    evening.entries.get(number=2).player.__class__.objects.filter(entries__number=2).update(shown=Shown.HIDDEN)
    assert "Player 2" in words(stranger, "/en/t/friday/")
    assert "Player 2" in words(stranger, "/en/t/friday/standings.csv")
    nobody = stranger.get("/en/t/friday/seating/?name=robin").content.decode()
    assert "0 names hold" in nobody


def test_a_hidden_guest_who_fills_in_is_a_guest(evening: Tournament, stranger: Client) -> None:
    table = evening.rounds.get(number=2).tables.get(number=2)
    guest = an_entry(a_tournament(evening.club)).player
    guest.name, guest.shown = "Zanzibar Xylo", Shown.HIDDEN
    guest.save()
    Seat.objects.create(round=table.round, table=table, place=4, role=Seat.Role.FILLS_IN, player=guest)
    for address in PAGES:
        assert "Xylo" not in stranger.get(address).content.decode()
    assert "A guest fills in" in words(stranger, "/en/t/friday/seating/")


# ---- Queries


@pytest.mark.parametrize("rest", ["", "after/1/", "standings.csv", "standings.json", "rules/", "entry/1/"])
@pytest.mark.parametrize("size", [3, 30])
def test_standings_take_at_most_seven_queries_however_many_play(
    club: Club, stranger: Client, size: int, rest: str
) -> None:
    tournament = a_tournament(club, slug="many", plan=[[9, 8], [7]])
    _play(tournament, some_entries(tournament, size))
    with CaptureQueriesContext(connection) as queries:
        assert stranger.get(f"/en/t/many/{rest}").status_code == 200
    assert len(queries) == {"rules/": 1, "entry/1/": 8}.get(rest, 7)


@pytest.mark.parametrize("rest", ["seating/", "results/", "results/1/hands/", "results/1/1/"])
@pytest.mark.parametrize("size", [3, 30])
def test_pages_of_a_round_take_the_same_queries_however_many_play(
    club: Club, stranger: Client, size: int, rest: str
) -> None:
    tournament = a_tournament(club, slug="many", plan=[[9, 8], [7]])
    _play(tournament, some_entries(tournament, size))
    with CaptureQueriesContext(connection) as queries:
        assert stranger.get(f"/en/t/many/{rest}").status_code == 200
    assert len(queries) == {"seating/": 9, "results/1/1/": 8}.get(rest, 7)


@pytest.mark.parametrize("count", [1, 30])
def test_the_front_pages_take_the_same_queries_however_much_goes_on(club: Club, stranger: Client, count: int) -> None:
    for _ in range(count):
        a_tournament(club)
    for address, number in (("/en/", 4), ("/en/c/barnyard/", 4)):
        with CaptureQueriesContext(connection) as queries:
            stranger.get(address)
        assert len(queries) == number


def _play(tournament: Tournament, entries: list[Entry]) -> None:
    for state in (Round.State.CLOSED, Round.State.OPEN):
        tables = [entries[at : at + 3] for at in range(0, len(entries), 3)]
        for table in a_round(tournament, tables, state=state).tables.all():
            hand_in(table, [[0, 5, 9], [8, 0, 2]])


def test_no_public_address_is_forgotten_here() -> None:
    names = {str(name) for name in get_resolver("tournaments.public.urls").reverse_dict if isinstance(name, str)}
    assert names == {
        "home", "club", "tournament", "after-round", "bracket", "bracket-list", "bracket-round",
        "seating", "seating-round", "draw-file", "results", "results-round", "results-hands", "table-result",
        "hand", "table-records", "rules", "entry", "standings-csv", "standings-json", "live-standings", "live-page",
        "stage-list", "watch",
        "practice", "practice-hand",  # one person's own, never on the shelf: test_practice.py
    }  # fmt: skip

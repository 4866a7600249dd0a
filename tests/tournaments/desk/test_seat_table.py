"""One table of a running round at the desk: adding, moving, leaving, filling in; the lists for the wall."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import a_player, a_round, a_tournament, an_entry, some_entries
from tests.played import hand_in
from tournaments.models import Club, Entry, Round, Seat, Tournament

ROUND = "/en/desk/t/friday-evening/rounds/1/"


@pytest.fixture
def playing(tournament: Tournament) -> Round:
    entries = some_entries(tournament, 9)
    return a_round(tournament, [entries[:5], entries[5:]])


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def at(playing: Round, table: int, place: int) -> Seat:
    return playing.seats.select_related("player", "entry").get(table__number=table, place=place)


def test_the_page_lists_who_sits_there_and_what_can_be_done(as_organiser: Client, playing: Round) -> None:
    page = as_organiser.get(f"{ROUND}tables/2/seats/")
    assert [sitter.place for sitter in page.context["table"].sitters] == [1, 2, 3, 4]
    assert text_of(page).count("Mark as left") == 4


def test_somebody_is_added_to_a_free_seat(as_organiser: Client, playing: Round) -> None:
    late = an_entry(playing.tournament, a_player(playing.tournament.club, "Lark"), status=Entry.Status.EXPECTED)
    page = as_organiser.post(f"{ROUND}add/", {"entry": late.number, "table": 2}, follow=True)
    assert (at(playing, 2, 5).entry, "Lark sits at table 2, seat 5." in text_of(page)) == (late, True)


def test_adding_nobody_asks_who(as_organiser: Client, playing: Round) -> None:
    answer = as_organiser.post(f"{ROUND}add/", {"entry": "", "table": 2})
    assert (answer.status_code, answer.context["refused"]) == (200, "Choose who is to be seated.")


def test_the_same_person_does_not_sit_twice(as_organiser: Client, playing: Round) -> None:
    """Fault 58 by the form; the database refuses it as well."""
    entry = at(playing, 1, 1).entry
    assert entry is not None
    answer = as_organiser.post(f"{ROUND}add/", {"entry": entry.number, "table": 2})
    assert answer.context["refused"] == f"{entry.player} sits at table 1 in this round already."
    answer = as_organiser.post(f"{ROUND}fill-in/", {"player": entry.player_id, "table": 1})
    assert answer.context["refused"].startswith(f"{entry.player} sits at this table already")
    assert playing.seats.filter(player=entry.player).count() == 1


def test_somebody_moves_to_another_table(as_organiser: Client, playing: Round) -> None:
    player = at(playing, 1, 5).player
    page = as_organiser.post(f"{ROUND}tables/1/seats/5/move/", {"table": 2}, follow=True)
    assert (at(playing, 2, 5).player, f"{player} sits at table 2, seat 5." in text_of(page)) == (player, True)


def test_nobody_moves_away_from_their_hands(as_organiser: Client, playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 5, 6, 7, 8]})
    answer = as_organiser.post(f"{ROUND}tables/1/seats/5/move/", {"table": 2})
    assert answer.context["refused"] == (
        f"{at(playing, 1, 5).player} has played hands at table 1 that are handed in. Mark them as left there instead."
    )


def test_moving_nowhere_asks_where(as_organiser: Client, playing: Round) -> None:
    answer = as_organiser.post(f"{ROUND}tables/1/seats/5/move/", {"table": 7})
    assert answer.context["refused"] == f"Choose the table that {at(playing, 1, 5).player} moves to."


def test_leaving_from_a_hand_on_and_coming_back(as_organiser: Client, playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 5, 6, 7, 8]})
    page = as_organiser.post(f"{ROUND}tables/1/seats/3/leave/", {"hand": 2}, follow=True)
    assert (at(playing, 1, 3).last_hand, "left after hand 1" in text_of(page)) == (1, True)
    as_organiser.post(f"{ROUND}tables/1/seats/3/leave/", {"hand": "back"})
    assert at(playing, 1, 3).last_hand is None


def test_nobody_leaves_before_a_hand_that_is_in(as_organiser: Client, playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 5, 6, 7, 8]})
    answer = as_organiser.post(f"{ROUND}tables/1/seats/3/leave/", {"hand": 1})
    assert answer.context["refused"] == "Table 1 has handed in 1 hand: say a hand from 2 to 4."
    answer = as_organiser.post(f"{ROUND}tables/1/seats/3/leave/", {"hand": "soon"})
    assert answer.context["refused"] == f"Choose the hand from which {at(playing, 1, 3).player} is away."


def test_somebody_fills_in_at_a_second_table(as_organiser: Client, playing: Round) -> None:
    player = at(playing, 1, 1).player
    page = as_organiser.post(f"{ROUND}fill-in/", {"player": player.pk, "table": 2}, follow=True)
    seat = at(playing, 2, 5)
    assert (seat.player, seat.entry, seat.role, "fills in" in text_of(page)) == (player, None, "fills_in", True)


def test_a_player_of_another_club_fills_in_nowhere(as_organiser: Client, other_club: Club, playing: Round) -> None:
    foreign = a_player(other_club)
    answer = as_organiser.post(f"{ROUND}fill-in/", {"player": foreign.pk, "table": 2})
    assert answer.context["refused"] == "Choose who fills in."


def test_the_tables_of_a_draft_are_not_changed_here(as_organiser: Client, tournament: Tournament) -> None:
    a_round(tournament, [some_entries(tournament, 4)], state=Round.State.DRAFT)
    assert as_organiser.get(f"{ROUND}tables/1/seats/").status_code == 404


def test_a_closed_round_is_only_looked_at(as_organiser: Client, tournament: Tournament) -> None:
    a_round(tournament, [some_entries(tournament, 4)], state=Round.State.CLOSED)
    page = text_of(as_organiser.get(f"{ROUND}tables/1/seats/"))
    assert ("The round is closed, so the seats stay as they are." in page, "Mark as left" in page) == (True, False)


@pytest.mark.parametrize("tables", [1, 30])
def test_one_table_costs_the_same_among_thirty(as_organiser: Client, tournament: Tournament, tables: int) -> None:
    a_round(tournament, [some_entries(tournament, 4) for _ in range(tables)])
    with CaptureQueriesContext(connection) as queries:
        as_organiser.get(f"{ROUND}tables/1/seats/")
    assert len(queries) == 10


# --- lists for the wall


def test_the_lists_are_by_name_and_by_table(as_scorekeeper: Client, club: Club) -> None:
    tournament = a_tournament(club, slug="lists")
    names = ("Wren Adair", "Robin Teal", 'O\'Brien <b>"x"')
    entries = [an_entry(tournament, a_player(club, name, sort_name=name.split()[-1])) for name in names]
    a_round(tournament, [entries])
    page = as_scorekeeper.get("/en/desk/t/lists/rounds/1/lists/")
    assert [sitter.name for _table, sitter in page.context["laid"].by_name] == [names[2], names[0], names[1]]
    assert text_of(page).count("O&#x27;Brien &lt;b&gt;&quot;x&quot;") == 2


def test_the_list_of_a_draft_says_that_it_is_one(as_organiser: Client, tournament: Tournament) -> None:
    a_round(tournament, [some_entries(tournament, 4)], state=Round.State.DRAFT)
    assert '<span class="chip chip-draft">draft</span></h1>' in text_of(as_organiser.get(f"{ROUND}lists/"))


@pytest.mark.parametrize("tables", [1, 30])
def test_the_lists_cost_the_same_for_thirty_tables(as_scorekeeper: Client, tournament: Tournament, tables: int) -> None:
    a_round(tournament, [some_entries(tournament, 4) for _ in range(tables)])
    with CaptureQueriesContext(connection) as queries:
        as_scorekeeper.get(f"{ROUND}lists/")
    assert len(queries) == 7

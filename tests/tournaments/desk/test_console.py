"""Tonight at the desk: the next step and its button, the live part, closing, finishing, reopening."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW, a_player, a_round, a_tournament, an_entry, some_entries
from tests.played import hand_in
from tournaments.models import Club, Entry, Round, Tournament
from tournaments.queries.evening import desk_version, live_version

pytestmark = pytest.mark.django_db
PAGE = "/en/desk/t/friday-evening/"


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def step_of(client: Client, address: str = PAGE) -> str:
    """The words of the next step: its title, its button, and what is in the way."""
    page = client.get(address).content.decode()
    return text_of(
        page[page.index('class="next-step"') - 9 : page.index("</section>", page.index('class="next-step"'))]
    )


@pytest.fixture
def playing(tournament: Tournament) -> Round:
    """Round 1 with two tables of three, nothing handed in."""
    entries = some_entries(tournament, 6)
    return a_round(tournament, [entries[:3], entries[3:]])


ROUND = {1: [0, 9, 12], 2: [8, 0, 7], 3: [20, 5, 0], 4: [0, 6, 11]}


def test_an_empty_tournament_wants_names(tournament: Tournament, as_organiser: Client) -> None:
    assert step_of(as_organiser) == "Who plays tonight? Add names"


def test_a_scorekeeper_sees_who_does_the_step(tournament: Tournament, as_scorekeeper: Client) -> None:
    assert step_of(as_scorekeeper) == "Who plays tonight? An organiser of the club does this."


def test_too_few_people(tournament: Tournament, as_scorekeeper: Client) -> None:
    an_entry(tournament)
    an_entry(tournament, status=Entry.Status.EXPECTED)
    assert step_of(as_scorekeeper) == (
        "Say who is here Open arrivals In the way 1 person is here; the smallest table is for 3. "
        "1 person has not arrived. Arrivals"
    )


def test_a_draft_tournament_is_published_from_the_console(club: Club, as_organiser: Client) -> None:
    draft = a_tournament(club, slug="friday-evening", state=Tournament.State.DRAFT)
    some_entries(draft, 4)
    assert "Only the club&#x27;s members can see this tournament. Publish it" in step_of(as_organiser)
    as_organiser.post(PAGE + "publish/")
    draft.refresh_from_db()
    assert draft.state == Tournament.State.PUBLISHED
    as_organiser.post(PAGE + "hide/")
    draft.refresh_from_db()
    assert draft.state == Tournament.State.DRAFT


def test_a_draft_that_is_out_of_date(tournament: Tournament, as_organiser: Client) -> None:
    entries = some_entries(tournament, 3)
    a_round(tournament, [entries], state=Round.State.DRAFT)
    an_entry(tournament, a_player(tournament.club, "Wren"))
    assert "The draft of round 1 is out of date" in step_of(as_organiser)
    assert "Came since it was drawn: Wren." in step_of(as_organiser)


def test_tables_that_are_missing_are_named(playing: Round, as_organiser: Client) -> None:
    hand_in(playing, 1, {1: ROUND[1]})
    assert "Table 1: 3 hands are missing." in step_of(as_organiser)
    assert "Table 2 has not handed in." in step_of(as_organiser)


def test_closing_accepts_what_was_seen(playing: Round, as_organiser: Client) -> None:
    hand_in(playing, 1, ROUND)
    hand_in(playing, 2, ROUND, accepted=False)
    assert "Accept 1 table and close round 1 In the way Table 2 is typed, not accepted." in step_of(as_organiser)
    page = as_organiser.get(PAGE).content.decode()
    sent = dict(re.findall(r'type="hidden" name="(seen|accept)" value="([^"]+)"', page))
    assert sent == {"seen": desk_version(Tournament.objects.get()), "accept": "2"}
    answer = as_organiser.post(PAGE + "rounds/1/close/", sent, follow=True)
    playing.refresh_from_db()
    assert (playing.state, "Round 1 is closed." in answer.content.decode()) == (Round.State.CLOSED, True)


def test_what_changed_since_the_page_was_shown_is_not_accepted_unseen(playing: Round, as_organiser: Client) -> None:
    hand_in(playing, 1, ROUND)
    hand_in(playing, 2, ROUND, accepted=False)
    seen = desk_version(Tournament.objects.get())
    hand_in(playing, 2, {1: [0, 9, 13]}, why="Misread", based_on=1, accepted=False)
    answer = as_organiser.post(PAGE + "rounds/1/close/", {"seen": seen, "accept": "2"})
    playing.refresh_from_db()
    assert (answer.status_code, playing.state) == (200, Round.State.OPEN)
    assert "Something has changed since this page was shown." in answer.content.decode()


def test_a_round_with_missing_tables_is_not_closed(playing: Round, as_organiser: Client) -> None:
    """Public fault 17: nothing that is missing or a draft is used silently."""
    answer = as_organiser.post(PAGE + "rounds/1/close/")
    assert "Round 1 cannot be closed yet: tables 1, 2 have not handed in every hand." in answer.content.decode()


def test_odd_results_are_named_before_they_are_accepted(playing: Round, as_organiser: Client) -> None:
    hand_in(playing, 1, ROUND)
    hand_in(playing, 2, {**ROUND, 4: [0, 0, 50]}, accepted=False)
    assert "Table 2, hand 4: Two players have 0 points" in step_of(as_organiser)
    assert "odd, look at it" in as_organiser.get(PAGE).content.decode()


def test_the_live_part_is_empty_while_nothing_changes(playing: Round, as_scorekeeper: Client) -> None:
    version = live_version(Tournament.objects.get())
    assert as_scorekeeper.get(PAGE + "live/", {"v": version}).status_code == 204
    hand_in(playing, 1, ROUND)
    answer = as_scorekeeper.get(PAGE + "live/", {"v": version})
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    assert answer.content.decode().lstrip().startswith('<div id="tonight"')


def test_the_live_part_moves_with_a_draft_too(tournament: Tournament, as_organiser: Client) -> None:
    version = desk_version(tournament)
    tournament.changes.create(club=tournament.club, verb="round.draft", facts={"round": 1}, by="Orla", at=NOW)
    assert desk_version(tournament) != version


def test_a_seating_without_results_is_taken_back(playing: Round, as_organiser: Client) -> None:
    assert "Take the seating back" in as_organiser.get(PAGE).content.decode()
    as_organiser.post(PAGE + "rounds/1/take-back/")
    playing.refresh_from_db()
    assert playing.state == Round.State.DRAFT


def test_a_seating_with_results_stays(playing: Round, as_organiser: Client) -> None:
    hand_in(playing, 1, {1: ROUND[1]})
    assert "Take the seating back" not in as_organiser.get(PAGE).content.decode()
    answer = as_organiser.post(PAGE + "rounds/1/take-back/")
    assert "Round 1 has results already, so it cannot be taken back." in answer.content.decode()


def test_fewer_hands(playing: Round, as_organiser: Client) -> None:
    as_organiser.post(PAGE + "rounds/1/cut/", {"hands": "2"})
    playing.refresh_from_db()
    assert playing.centres == [9, 8]
    answer = as_organiser.post(PAGE + "rounds/1/cut/", {"hands": "7"})
    assert "Round 1 has 2 hands." in answer.content.decode()


def test_a_round_is_opened_again_with_a_reason(playing: Round, as_organiser: Client) -> None:
    hand_in(playing, 1, ROUND)
    hand_in(playing, 2, ROUND)
    as_organiser.post(PAGE + "rounds/1/close/")
    assert as_organiser.post(PAGE + "rounds/1/reopen/", {"why": ""}).status_code == 200
    as_organiser.post(PAGE + "rounds/1/reopen/", {"why": "Table 2 found another sheet"})
    playing.refresh_from_db()
    assert playing.state == Round.State.OPEN


def test_finishing_and_going_on(playing: Round, as_organiser: Client) -> None:
    answer = as_organiser.post(PAGE + "finish/")
    assert "Round 1 is not closed yet." in answer.content.decode()
    hand_in(playing, 1, ROUND)
    hand_in(playing, 2, ROUND)
    as_organiser.post(PAGE + "rounds/1/close/")
    assert "Finish it now" in as_organiser.get(PAGE).content.decode()
    as_organiser.post(PAGE + "finish/")
    assert step_of(as_organiser).startswith("The tournament is finished See how it ended")
    typed = as_organiser.post(PAGE + "reopen/", {"why": " "})
    assert (typed.status_code, Tournament.objects.get().state) == (200, Tournament.State.FINISHED)
    as_organiser.post(PAGE + "reopen/", {"why": "A sheet was wrong"})
    assert Tournament.objects.get().state == Tournament.State.PUBLISHED


def test_an_old_page_of_a_finished_tournament_closes_nothing(playing: Round, as_organiser: Client) -> None:
    """Public fault 53."""
    Tournament.objects.update(state=Tournament.State.FINISHED)
    for address in ("rounds/1/close/", "rounds/1/take-back/", "finish/", "hide/"):
        assert as_organiser.post(PAGE + address).status_code == 200
    playing.refresh_from_db()
    assert playing.state == Round.State.OPEN


def test_a_round_that_is_not_there(tournament: Tournament, as_organiser: Client) -> None:
    assert as_organiser.post(PAGE + "rounds/9/close/").status_code == 404


@pytest.mark.parametrize("tables", [1, 10])
def test_the_console_takes_as_many_queries_for_ten_tables_as_for_one(
    tournament: Tournament, as_organiser: Client, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    entries = some_entries(tournament, 3 * tables)
    playing = a_round(tournament, [entries[3 * at : 3 * at + 3] for at in range(tables)])
    for number in range(1, tables + 1):
        hand_in(playing, number, {1: ROUND[1]}, accepted=False)
    with django_assert_num_queries(14):
        as_organiser.get(PAGE)

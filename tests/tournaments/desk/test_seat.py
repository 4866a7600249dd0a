"""Seating a round at the desk: the tables, the draft, publishing, the minute after."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import NOW, a_player, a_round, a_tournament, an_entry, some_entries
from tests.played import hand_in
from tests.staged import played, staged
from tournaments import drafts
from tournaments.models import Club, Entry, Round, Seat, Stage, Tournament
from tournaments.seating.sizes import Split
from tournaments.stages import StagePlan

SEAT = "/en/desk/t/friday-evening/seat/"
PUBLIC = "/en/t/friday-evening/seating/"
HTMX = {"HX-Request": "true"}


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def refusals(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.context["refused"]


def seated(round: Round) -> list[list[int]]:
    return [
        [seat.entry.number for seat in table.seats.order_by("place") if seat.entry]
        for table in round.tables.order_by("number")
    ]


def a_draft(tournament: Tournament, sizes: Sequence[int]) -> Round:
    return drafts.draft_round(tournament=tournament, split=Split(tuple(sizes)), seed=1, by="Orla", at=NOW)


# --- choosing the tables


def test_the_head_count_gives_the_tables_the_best_first(as_organiser: Client, tournament: Tournament) -> None:
    some_entries(tournament, 7)
    an_entry(tournament, status=Entry.Status.EXPECTED)
    page = as_organiser.get(SEAT)
    assert [(choice.text, choice.words) for choice in page.context["choices"]] == [
        (
            "4-3",
            str(Split((4, 3)).words),
        ),
    ]
    assert text_of(page).count("recommended") == 1


@pytest.mark.parametrize(
    ("people", "sentence"),
    [
        (0, "Nobody is here yet. At least 3 people are needed."),
        (1, "One person cannot play alone. 2 more people make a table."),
        (2, "2 people do not fill a table of 3. Allow tables of 2, or wait for 1 more."),
    ],
)
def test_too_few_people_are_told_what_is_missing(
    as_organiser: Client, tournament: Tournament, people: int, sentence: str
) -> None:
    some_entries(tournament, people)
    page = as_organiser.get(SEAT)
    assert (page.context["choices"], sentence in text_of(page)) == ([], True)


def test_drawing_makes_a_draft_that_the_world_does_not_see(as_organiser: Client, tournament: Tournament) -> None:
    some_entries(tournament, 8)
    page = as_organiser.post(f"{SEAT}draw/", {"tables": "4-4"}, follow=True)
    draft = Round.objects.get()
    assert (draft.state, [len(table) for table in seated(draft)]) == ("draft", [4, 4])
    assert "best possible: 0; yours: 0" in text_of(page)
    assert f"with seed <b>{draft.seed}</b>" in text_of(page)
    assert "Table 1" not in text_of(Client().get(PUBLIC))


def test_the_seed_is_another_one_every_time(as_organiser: Client, tournament: Tournament) -> None:
    some_entries(tournament, 8)
    as_organiser.post(f"{SEAT}draw/", {"tables": "4-4"})
    first = Round.objects.get()
    as_organiser.post(f"{SEAT}redraw/", {"tables": "4-4", "drawing": first.drawing})
    again = Round.objects.get()
    assert (first.seed != again.seed, again.redraws) == (True, 1)


def test_htmx_gets_the_moving_part_alone(as_organiser: Client, tournament: Tournament) -> None:
    some_entries(tournament, 8)
    part = as_organiser.post(f"{SEAT}draw/", {"tables": "4-4"}, headers=HTMX)
    text = text_of(part)
    assert (part.status_code, text.startswith('<div id="seat"'), "Round 1 is drawn." in text) == (200, True, True)
    refused = as_organiser.post(f"{SEAT}swap/", {"drawing": Round.objects.get().drawing}, headers=HTMX)
    assert "Choose the two people who are to change places." in text_of(refused)
    assert text_of(refused).startswith('<div id="seat"')


def test_tables_that_do_not_fit_who_is_here_are_refused(as_organiser: Client, tournament: Tournament) -> None:
    some_entries(tournament, 7)
    answer = as_organiser.post(f"{SEAT}draw/", {"tables": "4-4"})
    assert refusals(answer) == (200, "Choose the tables: 7 people are here now.")
    assert Round.objects.count() == 0


def test_while_a_round_is_open_no_next_one_is_drawn(as_organiser: Client, tournament: Tournament) -> None:
    a_round(tournament, [some_entries(tournament, 4)])
    answer = as_organiser.post(f"{SEAT}draw/", {"tables": "4"})
    assert refusals(answer) == (200, "Round 1 is not closed yet. Close it before the next one is seated.")


def test_nothing_is_seated_on_results_that_are_not_accepted(as_organiser: Client, tournament: Tournament) -> None:
    """Fault 17: a table in draft never becomes the ground of the next seating."""
    round = a_round(tournament, [some_entries(tournament, 4)], centres=[9])
    hand_in(round, 1, {1: [0, 5, 6, 7]}, accepted=False)
    answer = as_organiser.post(f"{SEAT}draw/", {"tables": "4"})
    assert refusals(answer)[1] == "Round 1 is not closed yet. Close it before the next one is seated."
    assert Round.objects.count() == 1


def test_after_the_last_round_the_page_says_so(as_organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, slug="short-evening", plan=[[9]])
    a_round(tournament, [some_entries(tournament, 4)], state=Round.State.CLOSED)
    page = as_organiser.get("/en/desk/t/short-evening/seat/")
    assert page.context["why"] == (
        "The one planned round is played. Finish the tournament, or add a round in its settings."
    )


def test_sixteen_people_meet_nobody_twice_in_three_rounds(as_organiser: Client, tournament: Tournament) -> None:
    """Fault 36, through the pages."""
    some_entries(tournament, 16)
    for _number in (1, 2, 3):
        page = as_organiser.post(f"{SEAT}draw/", {"tables": "4-4-4-4"}, follow=True)
        assert (page.context["draft"].repeats.value, page.context["draft"].again) == (0, ())
        as_organiser.post(f"{SEAT}publish/", {"drawing": page.context["round"].drawing})
        Round.objects.update(state=Round.State.CLOSED, closed_at=NOW)


def test_five_rounds_have_five_different_people_sitting_out(as_organiser: Client, club: Club) -> None:
    """Fault 30: thirteen people at tables of four only; drawing again keeps exactly one sit-out."""
    tournament = a_tournament(club, slug="thirteen", sizes=[4], plan=[[9], [8], [7], [6], [5]])
    some_entries(tournament, 13)
    page = "/en/desk/t/thirteen/seat/"
    out = []
    for _number in range(5):
        as_organiser.post(f"{page}draw/", {"tables": "4-4-4"})
        draft = Round.objects.get(state="draft")
        as_organiser.post(f"{page}redraw/", {"tables": "4-4-4", "drawing": draft.drawing})
        out += list(draft.seats.filter(role=Seat.Role.SITS_OUT).values_list("entry__number", flat=True))
        as_organiser.post(f"{page}publish/", {"drawing": Round.objects.get(state="draft").drawing})
        Round.objects.filter(state="open").update(state=Round.State.CLOSED, closed_at=NOW)
    assert (len(out), len(set(out))) == (5, 5)


# --- the draft


def test_the_draft_names_who_meets_again(as_organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, slug="again", plan=[[9], [8]])
    entries = [an_entry(tournament, a_player(club, name)) for name in ("Wren", "Robin", "Heron", "Teal", "Pipit")]
    a_round(tournament, [entries], state=Round.State.CLOSED)
    drafts.seat_from_paper(tournament=tournament, tables=[entries], by="Orla", at=NOW)
    page = as_organiser.get("/en/desk/t/again/seat/")
    assert page.context["draft"].repeats.value == 10
    assert "best possible: 10; yours: 10" in text_of(page)
    assert '<a href="#table-1">table 1</a>' in text_of(page)
    assert "met Wren in round 1" in text_of(page)


def test_a_draft_that_presence_left_behind_asks_to_be_redone(as_organiser: Client, tournament: Tournament) -> None:
    """Fault 42: two go after the draft; redoing it shows only real tables."""
    entries = some_entries(tournament, 10)
    a_draft(tournament, [5, 5])
    Entry.objects.filter(pk__in=[entries[0].pk, entries[1].pk]).update(status=Entry.Status.WITHDRAWN)
    page = as_organiser.get(SEAT)
    assert "The draft is out of date. Draw it again?" in text_of(page)
    assert f"Gone since: {entries[0].player}, {entries[1].player}" in text_of(page)
    draft = Round.objects.get()
    published = as_organiser.post(f"{SEAT}publish/", {"drawing": draft.drawing})
    assert published.context["refused"].startswith("The draft is out of date.")
    as_organiser.post(f"{SEAT}redraw/", {"tables": "4-4", "drawing": draft.drawing})
    redone = Round.objects.get()
    assert [len(table) for table in seated(redone)] == [4, 4]
    as_organiser.post(f"{SEAT}publish/", {"drawing": redone.drawing})
    public = text_of(Client().get(PUBLIC))
    assert [f"Table {number}<" in public for number in (1, 2, 3)] == [True, True, False]


def test_two_people_of_the_draft_change_places(as_organiser: Client, tournament: Tournament) -> None:
    some_entries(tournament, 8)
    draft = a_draft(tournament, [4, 4])
    one, other = seated(draft)
    page = as_organiser.post(
        f"{SEAT}swap/", {"drawing": draft.drawing, "first": one[0], "second": other[0]}, follow=True
    )
    assert seated(draft) == [[other[0], *one[1:]], [one[0], *other[1:]]]
    assert "1 change by hand" in text_of(page)


def test_a_swap_that_cannot_be_keeps_what_was_chosen(as_organiser: Client, tournament: Tournament) -> None:
    entries = some_entries(tournament, 4)
    draft = a_draft(tournament, [4])
    answer = as_organiser.post(f"{SEAT}swap/", {"drawing": draft.drawing, "first": 2, "second": 2})
    assert refusals(answer) == (200, f"Choose two different people: {entries[1].player} is named twice.")
    assert text_of(answer).count('<option value="2" selected>') == 2


def test_a_draft_that_changed_since_it_was_seen_is_not_published(as_organiser: Client, tournament: Tournament) -> None:
    some_entries(tournament, 4)
    seen = a_draft(tournament, [4]).drawing
    as_organiser.post(f"{SEAT}redraw/", {"tables": "4", "drawing": seen})
    answer = as_organiser.post(f"{SEAT}publish/", {"drawing": seen})
    assert refusals(answer) == (200, "Somebody changed the draft of round 1 meanwhile. Look at it again.")
    assert Round.objects.get().state == "draft"


def test_throwing_the_draft_away(as_organiser: Client, tournament: Tournament) -> None:
    some_entries(tournament, 4)
    draft = a_draft(tournament, [4])
    page = as_organiser.post(f"{SEAT}drop/", {"drawing": draft.drawing}, follow=True)
    assert (Round.objects.count(), page.context["face"]) == (0, "choose")
    again = as_organiser.post(f"{SEAT}drop/", {"drawing": draft.drawing})
    assert refusals(again) == (200, "There is no draft any more: it was published or thrown away meanwhile.")


# --- published


def test_publishing_twice_makes_one_round(as_organiser: Client, as_owner: Client, tournament: Tournament) -> None:
    """Fault 39: two people press at once."""
    some_entries(tournament, 8)
    for person in (as_organiser, as_owner):
        person.post(f"{SEAT}draw/", {"tables": "4-4"})
    drawing = Round.objects.get().drawing
    answers = [person.post(f"{SEAT}publish/", {"drawing": drawing}) for person in (as_organiser, as_owner)]
    assert [answer.status_code for answer in answers] == [302, 200]
    assert sorted(number for table in seated(Round.objects.get()) for number in table) == list(range(1, 9))


def test_a_published_round_is_taken_back_with_one_press(as_organiser: Client, tournament: Tournament) -> None:
    some_entries(tournament, 4)
    drafts.publish_round(draft=a_draft(tournament, [4]), by="Orla", at=NOW)
    assert 'id="take-back"' in text_of(as_organiser.get(SEAT))
    page = as_organiser.post("/en/desk/t/friday-evening/rounds/1/take-back/", follow=True)
    assert f'href="{SEAT}">Look at it and publish' in text_of(page)
    assert (as_organiser.get(SEAT).context["face"], Round.objects.get().state) == ("draft", "draft")


def test_after_the_first_result_the_round_cannot_be_taken_back(as_organiser: Client, tournament: Tournament) -> None:
    round = a_round(tournament, [some_entries(tournament, 4)])
    hand_in(round, 1, {1: [0, 5, 6, 7]})
    assert 'id="take-back"' not in text_of(as_organiser.get(SEAT))


def test_five_people_become_six_after_publishing(as_organiser: Client, as_scorekeeper: Client, club: Club) -> None:
    tournament = a_tournament(club, slug="five", plan=[[9]])
    some_entries(tournament, 5)
    desk = "/en/desk/t/five/"
    as_organiser.post(f"{desk}seat/draw/", {"tables": "5"})
    as_organiser.post(f"{desk}seat/publish/", {"drawing": Round.objects.get().drawing})
    as_scorekeeper.post(f"{desk}arrivals/walk-in/", {"name": "Lark Late", "is_new": "1"})
    page = as_organiser.get(f"{desk}seat/")
    assert [str(entry.player) for entry in page.context["without_seat"]] == ["Lark Late"]
    added = as_organiser.post(f"{desk}rounds/1/add/", {"entry": 6, "table": 1}, follow=True)
    assert "Lark Late sits at table 1, seat 6." in text_of(added)
    hand_in(Round.objects.get(), 1, {1: [0, 1, 2, 3, 4, 5]})
    assert "Lark Late" in text_of(Client().get("/en/t/five/"))


def test_a_table_for_latecomers_belongs_to_the_round_that_runs(as_organiser: Client, tournament: Tournament) -> None:
    """Fault 45: whoever comes late in round 3 sits in round 3."""
    entries = some_entries(tournament, 4)
    for state in (Round.State.CLOSED, Round.State.CLOSED, Round.State.OPEN):
        a_round(tournament, [entries], state=state)
    late = an_entry(tournament)
    as_organiser.post("/en/desk/t/friday-evening/rounds/3/add/", {"entry": late.number, "table": 1})
    assert list(Seat.objects.filter(entry=late).values_list("round__number", flat=True)) == [3]
    closed = as_organiser.post("/en/desk/t/friday-evening/rounds/2/add/", {"entry": late.number, "table": 1})
    assert refusals(closed) == (200, "Round 2 is closed, not open.")


# --- who, and at what cost


def test_a_scorekeeper_does_not_seat(as_scorekeeper: Client, tournament: Tournament) -> None:
    some_entries(tournament, 4)
    assert [as_scorekeeper.get(SEAT).status_code, as_scorekeeper.post(f"{SEAT}draw/").status_code] == [404, 404]


@pytest.mark.parametrize("people", [4, 120])
def test_the_page_costs_the_same_for_one_table_and_for_thirty(
    as_organiser: Client, tournament: Tournament, people: int
) -> None:
    some_entries(tournament, people)
    with CaptureQueriesContext(
        connection,
    ) as choose:
        as_organiser.get(SEAT)
    draft = a_draft(tournament, [4] * (people // 4))
    with CaptureQueriesContext(connection) as looks:
        as_organiser.get(SEAT)
    drafts.publish_round(draft=draft, by="Orla", at=NOW)
    with CaptureQueriesContext(connection) as runs:
        as_organiser.get(SEAT)
    assert [len(choose), len(looks), len(runs)] == [11, 18, 11]


def test_a_power_round_says_how_close_its_tables_are_and_what_that_buys(as_organiser: Client, club: Club) -> None:
    """Nothing in its first round, when everybody is level; from then on in numbers, with what it does not buy."""
    power = StagePlan(kind=Stage.Kind.POWER, plan=((9,), (8,)))
    tournament, people = staged(club, power, people=8, slug="friday-evening", name="Friday evening")
    as_organiser.post(f"{SEAT}draw/", {"tables": "4-4"})
    assert "Close tables" not in text_of(as_organiser.get(SEAT))
    Round.objects.all().delete()
    played(tournament, [[0, 10, 20, 30], [1, 11, 21, 31]], people)
    as_organiser.post(f"{SEAT}draw/", {"tables": "4-4"})
    page = as_organiser.get(SEAT)
    assert page.context["close"][0].endswith("in the whole list 31.")
    assert "Power seating buys closer tables, not a truer ranking" in text_of(page)


def test_where_somebody_sits_out_the_page_says_which_tables_would_seat_all(
    as_organiser: Client, tournament: Tournament
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(sizes=[4], preferred_size=4)
    some_entries(tournament, 13)
    text = " ".join(as_organiser.get(SEAT).content.decode().split())
    assert "With tables of 3 too nobody would sit out: 1 table of 4 and 3 tables of 3." in text
    assert '/desk/t/friday-evening/settings/">Allowed table sizes' in text
    some_entries(tournament, 3)
    assert "nobody would sit out" not in as_organiser.get(SEAT).content.decode()

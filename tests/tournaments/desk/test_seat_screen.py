"""The planner's buttons for tables on screen and the bots that fill them."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import NOW, a_tournament, some_entries
from tournaments import bots, drafts
from tournaments.draft_steps import layout_of
from tournaments.models import Club, Round, Tournament
from tournaments.seating.sizes import Split

SEAT = "/en/desk/t/ten-people/seat/"


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


@pytest.fixture
def ten(club: Club) -> Tournament:
    """Ten people drawn at tables of four, and two bots that are free."""
    tournament = a_tournament(club, slug="ten-people", plan=[[9], [8]], sizes=[3, 4])
    some_entries(tournament, 10)
    bots.enter_bots(tournament=tournament, bot="heaviest", count=2, by="Orla", at=NOW)
    drafts.draft_round(tournament=tournament, split=Split((4, 3, 3)), seed=1, by="Orla", at=NOW)
    return tournament


def press(client: Client, act: str, table: str) -> Any:
    draft = Round.objects.get()
    return client.post(f"{SEAT}screen/", {act: table, "drawing": draft.drawing}, follow=True)


def sizes() -> list[int]:
    return [len(table) for table in layout_of(Round.objects.get()).tables]


def on_screen() -> tuple[int, ...]:
    return layout_of(Round.objects.get()).on_screen


def test_all_tables_are_played_on_screen_and_filled_and_back_step_by_step(
    as_organiser: Client, ten: Tournament
) -> None:
    page = text_of(as_organiser.get(SEAT))
    assert ("Every table is played with <b>real tiles</b>." in page, page.count("Fill with")) == (True, 0)
    page = text_of(press(as_organiser, "screen", "all"))
    assert ("Every table is played on screen." in page, page.count("Fill with 1 bot<")) == (True, 2)
    assert "Fill with 2 bots" in page
    page = text_of(press(as_organiser, "fill", "all"))
    assert "2 bots have sat down: Bot 1 (heaviest), Bot 2 (heaviest)." in page
    assert (sizes(), on_screen(), "Fill with" in page) == ([4, 4, 4], (1, 2, 3), False)
    page = text_of(press(as_organiser, "off", "3"))
    assert "1 bot has got up: Bot 2 (heaviest)." in page
    page = text_of(press(as_organiser, "fill", "3"))
    press(as_organiser, "tiles", "all")
    assert (sizes(), on_screen()) == ([4, 3, 3], ())
    said = []
    for _ in range(5):
        answer = as_organiser.post(f"{SEAT}back/", {"drawing": Round.objects.get().drawing}, follow=True)
        said += [str(message) for message in answer.context["messages"]]
    assert said == [
        "Taken back: Round 1: tables 1, 2, 3 are to be played with real tiles.",
        "Taken back: Round 1: bots fill table 3: Bot 2 (heaviest).",
        "Taken back: Round 1: bots taken off table 3: Bot 2 (heaviest).",
        "Taken back: Round 1: bots fill tables 2, 3: Bot 1 (heaviest), Bot 2 (heaviest).",
        "Taken back: Round 1: tables 1, 2, 3 are to be played on screen.",
    ]
    assert (sizes(), on_screen()) == ([4, 3, 3], ())


def test_one_table_on_screen_stands_beside_the_others(as_organiser: Client, ten: Tournament) -> None:
    page = text_of(press(as_organiser, "screen", "2"))
    assert "Table 2 is played <b>on screen</b>, the others with <b>real tiles</b>." in page
    assert (page.count("Played <b>on screen</b>"), page.count("Played with <b>real tiles</b>")) == (1, 2)
    page = text_of(press(as_organiser, "tiles", "2"))
    assert ("Table 2 is played with real tiles." in page, on_screen()) == (True, ())


@pytest.mark.parametrize(
    ("act", "table", "words"),
    [
        ("fill", "2", "Table 2 is played with real tiles, which a bot cannot hold. Let it be played on screen first."),
        ("off", "all", "No bot sits at these tables."),
        ("screen", "9", "There is no table 9 in this draft."),
        ("screen", "x", "There is no table 0 in this draft."),
        ("fill", "all", "Choose a table of the draft."),
        ("other", "1", "Choose a table of the draft."),
    ],
)
def test_what_cannot_be_done_is_said(as_organiser: Client, ten: Tournament, act: str, table: str, words: str) -> None:
    answer = press(as_organiser, act, table)
    assert (answer.status_code, answer.context["refused"]) == (200, words)


def test_with_too_few_bots_it_says_how_many_more(as_organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, slug="ten-people", sizes=[3, 4])
    some_entries(tournament, 10)
    drafts.draft_round(tournament=tournament, split=Split((4, 3, 3)), seed=1, by="Orla", at=NOW)
    page = text_of(press(as_organiser, "screen", "all"))
    assert "0 bots are free." in page
    answer = press(as_organiser, "fill", "all")
    assert answer.context["refused"] == "2 bots are needed; free now: 0. Add 2 more under Bots."


def test_a_draft_that_somebody_else_changed_is_not_touched(as_organiser: Client, ten: Tournament) -> None:
    old = Round.objects.get().drawing
    press(as_organiser, "screen", "1")
    answer = as_organiser.post(f"{SEAT}screen/", {"tiles": "1", "drawing": old})
    assert answer.context["refused"] == "Somebody changed the draft of round 1 meanwhile. Look at it again."
    assert on_screen() == (1,)


def test_a_filled_draft_is_drawn_again_and_published(as_organiser: Client, ten: Tournament) -> None:
    press(as_organiser, "screen", "all")
    page = press(as_organiser, "fill", "all")
    again = page.context["again_sizes"]
    fields = {"tables": again, "drawing": Round.objects.get().drawing}
    as_organiser.post(f"{SEAT}redraw/", fields, follow=True)
    assert (again, sizes(), on_screen(), Round.objects.get().redraws) == ("4-3-3-bots", [4, 4, 4], (1, 2, 3), 1)
    as_organiser.post(f"{SEAT}publish/", {"drawing": Round.objects.get().drawing}, follow=True)
    assert (Round.objects.get().state, sizes()) == ("open", [4, 4, 4])


def test_rules_without_tiles_have_no_such_buttons(as_organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, slug="ten-people", rules="free", sizes=[3, 4])
    some_entries(tournament, 10)
    drafts.draft_round(tournament=tournament, split=Split((4, 3, 3)), seed=1, by="Orla", at=NOW)
    page = text_of(as_organiser.get(SEAT))
    assert ("real tiles" in page, "on screen" in page) == (False, False)


def test_where_only_bots_play_nobody_needs_a_screen(as_organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, slug="ten-people", sizes=[3, 4])
    bots.enter_bots(tournament=tournament, bot="heaviest", count=4, by="Orla", at=NOW)
    drafts.draft_round(tournament=tournament, split=Split((4,)), seed=1, by="Orla", at=NOW)
    page = text_of(as_organiser.get(SEAT))
    assert ("real tiles" in page, "on screen" in page) == (False, False)


def test_a_filled_draft_is_changed_seat_by_seat_and_free_bots_sit_nothing_out(
    as_organiser: Client, ten: Tournament
) -> None:
    bots.enter_bots(tournament=ten, bot="random", count=1, by="Orla", at=NOW)
    press(as_organiser, "screen", "2")
    press(as_organiser, "fill", "2")
    tables = layout_of(Round.objects.get()).tables
    typed = {f"t{table}s{place}": str(one) for table, row in enumerate(tables, 1) for place, one in enumerate(row, 1)}
    answer = as_organiser.post(f"{SEAT}paper/", {"tables": "3", "seats": "4", **typed}, follow=True)
    assert "is taken over as a draft" in text_of(answer)
    after = layout_of(Round.objects.get())
    assert (after.tables, after.on_screen, after.sit_outs) == (tables, (2,), ())


@pytest.fixture
def fours(club: Club) -> Tournament:
    """Ten people and two bots where only tables of four are allowed."""
    tournament = a_tournament(club, slug="ten-people", plan=[[9], [8]], sizes=[4])
    some_entries(tournament, 10)
    bots.enter_bots(tournament=tournament, bot="heaviest", count=2, by="Orla", at=NOW)
    return tournament


def test_tables_that_bots_fill_are_one_of_the_choices(as_organiser: Client, fours: Tournament) -> None:
    page = as_organiser.get(SEAT)
    assert [(choice.text, choice.bots) for choice in page.context["choices"]] == [("4-4", 0), ("4-3-3-bots", 2)]
    assert page.context["choices"][1].words == (
        "3 tables of 4, all played on screen: 2 bots fill the seats that are free."
    )
    as_organiser.post(f"{SEAT}draw/", {"tables": "4-3-3-bots"})
    assert (sizes(), on_screen()) == ([4, 4, 4], (1, 2, 3))
    assert as_organiser.get(SEAT).context["again_sizes"] == "4-3-3-bots"
    fields = {"tables": "4-3-3-bots", "drawing": Round.objects.get().drawing}
    assert "Round 1 is drawn again." in text_of(as_organiser.post(f"{SEAT}redraw/", fields, follow=True))
    assert (sizes(), on_screen()) == ([4, 4, 4], (1, 2, 3))


def test_two_people_alone_can_play_with_bots(as_organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, slug="ten-people", plan=[[9]], sizes=[3, 4])
    some_entries(tournament, 2)
    assert as_organiser.get(SEAT).context["choices"] == []
    bots.enter_bots(tournament=tournament, bot="heaviest", count=2, by="Orla", at=NOW)
    as_organiser.post(f"{SEAT}draw/", {"tables": "2-bots"})
    assert (sizes(), on_screen()) == ([4], (1,))
    as_organiser.post(f"{SEAT}publish/", {"drawing": Round.objects.get().drawing})
    assert Round.objects.get().state == "open"


@pytest.mark.parametrize(("people", "count"), [(10, 1), (8, 2)])
def test_tables_with_bots_are_offered_only_where_they_come_out_even(
    as_organiser: Client, club: Club, people: int, count: int
) -> None:
    tournament = a_tournament(club, slug="ten-people", sizes=[3, 4])
    some_entries(tournament, people)
    bots.enter_bots(tournament=tournament, bot="heaviest", count=count, by="Orla", at=NOW)
    assert {choice.bots for choice in as_organiser.get(SEAT).context["choices"]} == {0}

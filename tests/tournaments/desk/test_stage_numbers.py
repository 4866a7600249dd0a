"""Other numbers that go on from some tables of a knockout, typed with the settings and beside the plans."""

import pytest
from django.test import Client

from tests.staged import a_knockout, again, drawn, planned, qualifying, stage, staged
from tests.tournaments.desk.test_stage import form_data, pages, text_of
from tournaments.models import Change, Club, Tournament
from tournaments.stages import stage_plans


def numbers(client: Client, tournament: Tournament) -> dict[str, str]:
    """What the form beside the plans would send if nothing was changed."""
    form = client.get(f"{pages(tournament)}2/").context["form"]
    return {field.html_name: "" if field.value() is None else str(field.value()) for field in form}


def said(tournament: Tournament) -> tuple[str, str, str]:
    row = stage(tournament, 2)
    return row.advance, row.advance_by_size, row.advance_by_table


def offered(client: Client, tournament: Tournament) -> list[str]:
    return [plan.text for plan in client.get(f"{pages(tournament)}2/").context["stage"].plans]


def test_other_numbers_are_typed_with_the_settings_and_kept(as_organiser: Client, tournament: Tournament) -> None:
    as_organiser.post(pages(tournament), {"preset": "progressive"})
    page = text_of(as_organiser, pages(tournament))
    assert ("Different for some tables" in page, "<details open>" in page) == (True, False)
    data = form_data(as_organiser, tournament)
    more = {"s1-of_5": "4", "s1-of_6": "", "s1-advance_by_table": " 4, 3 / 2"}
    assert as_organiser.post(pages(tournament), {**data, **more}).status_code == 302
    plan = stage_plans(again(tournament))[0]
    assert (plan.advance, plan.advance_by_size, plan.advance_by_table) == ("3", "5:4", "4,3/2")
    assert "<details open>" in text_of(as_organiser, pages(tournament))
    as_organiser.post(pages(tournament), form_data(as_organiser, tournament))
    assert stage_plans(again(tournament))[0] == plan


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"s1-of_5": "5"}, "Ensure this value is less than or equal to 4."),
        ({"s1-advance_by_table": "6;3"}, "“6;3” does not say how many go on by table."),
    ],
)
def test_a_number_that_cannot_be_stands_beside_its_box(
    as_organiser: Client, tournament: Tournament, typed: dict[str, str], sentence: str
) -> None:
    as_organiser.post(pages(tournament), {"preset": "progressive"})
    before = stage_plans(again(tournament))
    answer = as_organiser.post(pages(tournament), {**form_data(as_organiser, tournament), **typed})
    text = " ".join(answer.content.decode().split())
    assert (answer.status_code, sentence in text, "<details open>" in text) == (200, True, True)
    assert stage_plans(again(tournament)) == before


def test_one_table_of_the_plan_gets_another_number_and_the_plans_follow(as_organiser: Client, club: Club) -> None:
    tournament = qualifying(club, 16)
    data = numbers(as_organiser, tournament)
    assert [data[f"r1t{table}"] for table in (1, 2, 3, 4)] == ["2"] * 4
    answer = as_organiser.post(f"{pages(tournament)}2/numbers/", {**data, "r1t1": "3"}, follow=True)
    assert "The plans are worked out with these numbers. Choose one." in answer.content.decode()
    assert said(tournament) == ("2", "", "3,2")
    assert offered(as_organiser, tournament)[0] == "4x4 (A 3, B-D 2) -> 1x5 + 1x4 -> final 4"
    page = text_of(as_organiser, f"{pages(tournament)}2/")
    assert "4 tables of 4; 9 people go on: 3 from table A, 2 from each of the tables B to D." in page
    as_organiser.post(f"{pages(tournament)}2/numbers/", {**numbers(as_organiser, tournament), "r1t1": "2"})
    assert (said(tournament), offered(as_organiser, tournament)[0]) == (("2", "", "2"), "4x4 -> 2x4 -> final 4")


def test_what_nobody_changes_says_nothing(as_organiser: Client, club: Club) -> None:
    """One other number for all tables changes all of them, although each has a box; emptied boxes say nothing."""
    tournament = qualifying(club, 16)
    data = numbers(as_organiser, tournament)
    as_organiser.post(f"{pages(tournament)}2/numbers/", data)
    assert said(tournament) == ("2", "", "")
    as_organiser.post(f"{pages(tournament)}2/numbers/", {**data, "advance": "1"})
    assert (said(tournament), offered(as_organiser, tournament)[0]) == (("1", "", ""), "4x4 -> final 4")
    as_organiser.post(f"{pages(tournament)}2/numbers/", {**numbers(as_organiser, tournament), "r1t4": "2"})
    assert said(tournament) == ("1", "", "1,1,1,2")
    empty = {name: "" for name in numbers(as_organiser, tournament) if name.startswith("r1")}
    as_organiser.post(f"{pages(tournament)}2/numbers/", {**numbers(as_organiser, tournament), **empty})
    assert said(tournament) == ("1", "", "")


def test_by_the_size_of_the_table(as_organiser: Client, club: Club) -> None:
    tournament = qualifying(club, 18, sizes=(4, 5))
    as_organiser.post(f"{pages(tournament)}2/numbers/", {**numbers(as_organiser, tournament), "of_5": "3"})
    assert said(tournament) == ("2", "5:3", "")
    assert offered(as_organiser, tournament)[0] == "2x5 + 2x4 (3 of 5, 2 of 4) -> 2x5 -> final 6"


def test_a_round_of_many_tables_has_one_box_for_all_that_follow(as_organiser: Client, club: Club) -> None:
    tournament = qualifying(club, 64)
    data = numbers(as_organiser, tournament)
    assert [name for name in data if name.startswith("r1t")] == [f"r1t{table}" for table in range(1, 13)]
    assert "each other table" in text_of(as_organiser, f"{pages(tournament)}2/")
    as_organiser.post(f"{pages(tournament)}2/numbers/", {**data, "r1t1": "1", "r1t12": "1"})
    assert said(tournament) == ("2", "", "1,2,2,2,2,2,2,2,2,2,2,1")


def test_what_fits_no_plan_is_said_with_the_form_open_and_nothing_typed_is_lost(
    as_organiser: Client, club: Club
) -> None:
    tournament = qualifying(club, 16)
    planned(tournament)
    data = numbers(as_organiser, tournament)
    address = f"{pages(tournament)}2/numbers/"
    half = as_organiser.post(address, {**data, "r1t2": ""})
    words = "Write a number for each table of the round, or leave all of them empty."
    assert (words in half.content.decode(), 'id="numbers" open' in half.content.decode()) == (True, True)
    many = {f"r1t{table}": "5" for table in (1, 2, 3, 4)}
    answer = as_organiser.post(address, {**data, **many})
    text = answer.content.decode()
    assert "16 people do not fit a knockout with these tables and this final. They would with" in text
    assert ('id="numbers" open' in text, answer.context["form"]["r1t1"].value()) == (True, "5")
    assert (said(tournament), answer.context["stage"].plan.text) == (("2", "", ""), "4x4 -> 2x4 -> final 4")


def test_before_the_cut_and_after_the_draw_there_is_nothing_to_say(as_organiser: Client, club: Club) -> None:
    tournament = qualifying(club, 16)
    planned(tournament)
    data = numbers(as_organiser, tournament)
    drawn(tournament)
    answer = as_organiser.post(f"{pages(tournament)}2/numbers/", {**data, "r1t1": "3"})
    assert "The draft of round 2 rests on this. Throw the draft away first." in answer.content.decode()
    assert said(tournament) == ("2", "", "")


def test_a_knockout_from_the_start_is_planned_anew_with_other_numbers(as_organiser: Client, club: Club) -> None:
    """The plan that was chosen is forgotten with its lot; with the next choice the order is drawn again."""
    first = a_knockout(takes="all", how_many="", carries="points")
    tournament, _people = staged(club, first, people=16, sizes=[3, 4, 5])
    page = f"{pages(tournament)}1/"
    as_organiser.post(f"{page}plan/", {"plan": "4x4 -> 2x4 -> final 4"})
    row = stage(tournament, 1)
    assert (row.qualifiers.count(), len(again(tournament).plan)) == (16, 3)
    form = as_organiser.get(page).context["form"]
    data = {field.html_name: field.value() or "" for field in form}
    as_organiser.post(f"{page}numbers/", {**data, "r1t1": "3"})
    row = stage(tournament, 1)
    assert (row.advance_by_table, row.knockout_plan, row.qualifiers.count(), again(tournament).plan) == (
        "3,2",
        "",
        0,
        [[9]],
    )
    as_organiser.post(f"{page}plan/", {"plan": "4x4 (A 3, B-D 2) -> 1x5 + 1x4 -> final 4"})
    assert (stage(tournament, 1).qualifiers.count(), len(again(tournament).plan)) == (16, 3)
    assert Change.objects.filter(verb="knockout.lot").count() == 2
    assert "how many go on from a table: 2 · 3,2" in text_of(as_organiser, f"/en/desk/t/{tournament.slug}/history/")


def test_a_round_of_very_many_tables_of_two_sizes_is_not_typed_table_by_table(as_organiser: Client, club: Club) -> None:
    """By size it is: 249 people sit at 59 tables of three and 18 of four, from which one and two go on."""
    first = a_knockout(takes="all", how_many="", carries="points", advance="half", sizes=(3, 4), preferred_size=4)
    tournament, _people = staged(club, first, people=249, sizes=[3, 4])
    page = f"{pages(tournament)}1/"
    form = as_organiser.get(page).context["form"]
    assert (form.rounds[0].number, [box.name for box in form.sizes]) == (2, ["of_3", "of_4"])
    data = {field.html_name: field.value() or "" for field in form}
    as_organiser.post(f"{page}numbers/", {**data, "of_3": "2"})
    row = stage(tournament, 1)
    assert (row.advance_by_size, row.advance_by_table) == ("3:2", "")

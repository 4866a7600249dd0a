"""The pages of stages at the desk: presets, forms, the cut, ties, replacements, the plan; and what tonight says."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import a_round
from tests.played import hand_in
from tests.staged import WHO, a_knockout, again, planned, play, played, qualifying, seated, stage, staged
from tournaments.cuts import make_cut
from tournaments.models import Club, Entry, Qualifier, Round, Stage, Tournament
from tournaments.programme import publish
from tournaments.stages import StagePlan, stage_plans

OPEN = StagePlan(plan=((9,),))


def text_of(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def pages(tournament: Tournament) -> str:
    return f"/en/desk/t/{tournament.slug}/stages/"


def eight(club: Club, points: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6, 7)) -> tuple[Tournament, list[Entry]]:
    """Eight people, one open round played, four go into a knockout."""
    tournament, people = staged(club, OPEN, a_knockout(name="Final"), tie_breaks=[])
    played(tournament, [points[:4], points[4:]], people)
    return again(tournament), people


def test_a_preset_is_chosen_in_one_press(as_organiser: Client, tournament: Tournament) -> None:
    answer = as_organiser.post(pages(tournament), {"preset": "knockout"})
    assert (answer.status_code, [plan.kind for plan in stage_plans(again(tournament))]) == (302, ["open", "knockout"])
    assert "Qualifying" in text_of(as_organiser, pages(tournament))


def test_a_new_tournament_can_begin_with_a_preset(as_organiser: Client, club: Club) -> None:
    address = f"/en/desk/{club.slug}/tournaments/new/"
    form = as_organiser.get(address).context["form"]
    typed = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    as_organiser.post(address, {**typed, "name": "Cup night", "stages": "final_table"})
    made = Tournament.objects.get(name="Cup night")
    assert list(made.stages.order_by("number").values_list("kind", "how_many")) == [("open", ""), ("knockout", "4")]


def form_data(client: Client, tournament: Tournament) -> dict[str, object]:
    """What the page of the stages would send if nothing was changed."""
    data: dict[str, object] = {"save": "1"}
    for form in client.get(pages(tournament)).context["forms"]:
        for field in form:
            value = field.value()
            if value not in (None, False):
                data[field.html_name] = value
    return data


def test_every_setting_of_a_stage_is_typed_and_kept(as_organiser: Client, tournament: Tournament) -> None:
    as_organiser.post(pages(tournament), {"preset": "knockout"})
    before = stage_plans(again(tournament))
    data = form_data(as_organiser, tournament)
    assert as_organiser.post(pages(tournament), data).status_code == 302
    assert stage_plans(again(tournament)) == before
    more: dict[str, object] = {
        "s2-how_many": "50",
        "s2-takes": "share",
        "s2-carries": "bonus",
        "s2-bonus": "-10, −5",
        "s2-draw": "fixed",
    }
    more |= {"s2-third_place": "on", "s2-centres": "9 8", "s2-final_centres": "9-6", "s2-sizes": ["4", "5"]}
    as_organiser.post(pages(tournament), {**data, **more})
    plan = stage_plans(again(tournament))[1]
    assert (plan.takes, plan.how_many, plan.bonus, plan.draw) == ("share", "50", (-10, -5), "fixed")
    assert (plan.third_place, plan.centres, plan.final_centres, plan.sizes) == (True, (9, 8), (9, 8, 7, 6), (4, 5))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"s2-how_many": ""}, "Say how many come in."),
        ({"s2-how_many": "lots"}, "“lots” is not a number of people."),
        ({"s2-centres": "9 / 8"}, "Write the hands of one round, without a slash"),
        ({"s2-carries": "bonus", "s2-bonus": "ten"}, "Write whole numbers with commas between them"),
        ({"s1-plan": "99"}, "99-99"),
    ],
)
def test_what_cannot_be_read_stands_beside_its_field(
    as_organiser: Client, tournament: Tournament, typed: dict[str, str], said: str
) -> None:
    as_organiser.post(pages(tournament), {"preset": "knockout"})
    before = stage_plans(again(tournament))
    answer = as_organiser.post(pages(tournament), {**form_data(as_organiser, tournament), **typed})
    assert (answer.status_code, said in answer.content.decode()) == (200, True)
    assert stage_plans(again(tournament)) == before


def test_a_stage_is_added_and_taken_out(as_organiser: Client, tournament: Tournament) -> None:
    as_organiser.post(pages(tournament), {"add": "1", "kind": "knockout"})
    assert [plan.kind for plan in stage_plans(again(tournament))] == ["open", "knockout"]
    as_organiser.post(pages(tournament), {"drop": "1"})
    assert Stage.objects.count() == 0


def test_tonight_leads_from_the_last_round_to_the_final(as_organiser: Client, club: Club) -> None:
    tournament, _people = eight(club)
    console = f"/en/desk/t/{tournament.slug}/"
    assert "Make the cut" in text_of(as_organiser, console)
    as_organiser.post(f"{pages(tournament)}2/cut/")
    assert "Choose how it is played" in text_of(as_organiser, console)
    assert "recommended" in text_of(as_organiser, f"{pages(tournament)}2/")
    as_organiser.post(f"{pages(tournament)}2/plan/", {"plan": "final 4"})
    assert "Seat 4 people" in text_of(as_organiser, console)
    as_organiser.post(f"/en/desk/t/{tournament.slug}/seat/draw/", {"tables": "4"})
    assert Round.objects.get(tournament=tournament, state="draft").number == 2


def test_while_the_stage_before_is_played_the_page_says_what_is_certain(as_organiser: Client, club: Club) -> None:
    tournament, people = staged(club, OPEN, a_knockout(name="Final"), tie_breaks=[])
    round = a_round(tournament, [people[:4], people[4:]])
    hand_in(round, 1, {1: [0, 1, 2, 3]})
    page = text_of(as_organiser, f"{pages(tournament)}2/")
    assert "Certain so far: 1 through, 0 out; 7 may still qualify." in page
    assert ("Who is through already" in page, page.count(">through</span>"), "Make the cut" in page) == (True, 1, False)


def test_between_rounds_nobody_is_called_through_who_may_still_fall_out(as_organiser: Client, club: Club) -> None:
    tournament, people = staged(club, StagePlan(plan=((9,), (8,))), a_knockout(name="Final"), tie_breaks=[])
    played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    page = text_of(as_organiser, f"{pages(tournament)}2/")
    assert ("Who would go on by the list as it is" in page, "Who is through" in page) == (True, False)
    assert (page.count(">through</span>"), page.count(">may still qualify</span>")) == (0, 4)


def test_when_all_is_played_the_marks_are_those_of_the_cut(as_organiser: Client, club: Club) -> None:
    tournament, _people = eight(club)
    page = text_of(as_organiser, f"{pages(tournament)}2/")
    assert ("Who is through by the list as it is" in page, "Certain so far" in page) == (True, False)
    assert (page.count(">through</span>"), page.count(">may still qualify</span>")) == (4, 0)


def test_a_tie_is_settled_on_the_page_each_way(as_organiser: Client, club: Club) -> None:
    tournament, _people = eight(club, (0, 1, 2, 9, 9, 15, 16, 17))
    console = f"/en/desk/t/{tournament.slug}/"
    page = f"{pages(tournament)}2/"
    assert "Settle the tie first" in text_of(as_organiser, console)
    assert "Level on the line of the cut" in text_of(as_organiser, page)
    answer = as_organiser.post(f"{page}cut/").content.decode()
    assert "are level for the last place" in answer
    wrong = as_organiser.post(f"{page}settle/", {"tied": "4 5", "how": "extra_hand", "points-4": "7"})
    assert "Write the points of everybody who is level" in wrong.content.decode()
    as_organiser.post(f"{page}settle/", {"tied": "4 5", "how": "extra_hand", "points-4": "7", "points-5": "3"})
    assert "An extra hand:" in text_of(as_organiser, page)
    row = stage(tournament, 2).settled.get()
    as_organiser.post(f"{page}settled/{row.pk}/take-back/")
    as_organiser.post(f"{page}settle/", {"tied": "4 5", "how": "hand_picked", "picked": "4", "why": "Came first"})
    assert "Picked by hand:" in text_of(as_organiser, page)
    as_organiser.post(f"{page}settled/{stage(tournament, 2).settled.latest('pk').pk}/take-back/")
    as_organiser.post(f"{page}settle/", {"tied": "4 5", "how": "lot"})
    assert "A lot, drawn once (seed" in text_of(as_organiser, page)
    as_organiser.post(f"{page}cut/")
    assert Qualifier.objects.filter(stage__tournament=tournament).count() == 4


def test_somebody_who_does_not_come_is_replaced_with_a_reason(as_organiser: Client, club: Club) -> None:
    tournament, people = eight(club)
    make_cut(stage=stage(tournament, 2), **WHO)
    Entry.objects.filter(pk=people[0].pk).update(status=Entry.Status.WITHDRAWN)
    page = f"{pages(tournament)}2/"
    assert "not here" in text_of(as_organiser, page)
    assert "This field is required." in as_organiser.post(f"{page}replace/1/", {"why": ""}).content.decode()
    as_organiser.post(f"{page}replace/1/", {"why": "went home"})
    now = Qualifier.objects.filter(stage__tournament=tournament, replaced_by=None).order_by("seed")
    assert [one.entry.number for one in now.select_related("entry")] == [5, 2, 3, 4]
    assert "as a replacement · went home" in text_of(as_organiser, page)


def test_the_page_of_a_stage_costs_the_same_for_few_and_for_many(as_organiser: Client, club: Club) -> None:
    costs = []
    for count in (8, 32):
        tournament, people = staged(club, OPEN, a_knockout(how_many=str(count // 2)), people=count)
        played(tournament, [[0, 1, 2, 3 + number] for number in range(count // 4)], people)
        make_cut(stage=stage(tournament, 2), **WHO)
        with CaptureQueriesContext(connection) as queries:
            as_organiser.get(f"{pages(tournament)}2/")
        costs.append(len(queries))
    assert costs == [costs[0]] * 2


def test_a_draft_of_a_knockout_is_nowhere_for_the_world(stranger: Client, as_organiser: Client, club: Club) -> None:
    """Rows 70 and 73: neither the draft nor who would go on is readable before it is released."""
    tournament, _people = eight(club)
    for address in ("2/cut/", "2/plan/"):
        as_organiser.post(f"{pages(tournament)}{address}", {"plan": "final 4"})
    as_organiser.post(f"/en/desk/t/{tournament.slug}/seat/draw/", {"tables": "4"})
    seating = f"/en/t/{tournament.slug}/seating/2/"
    assert stranger.get(seating).status_code == 404
    Tournament.objects.filter(pk=tournament.pk).update(state="draft")
    public = [
        f"/en/t/{tournament.slug}/",
        f"/en/t/{tournament.slug}/standings.json",
        f"/en/t/{tournament.slug}/seating/",
    ]
    assert [stranger.get(address).status_code for address in public] == [404, 404, 404]
    publish(tournament=again(tournament), **WHO)
    assert stranger.get(public[0]).status_code == 200


def test_nobody_is_seated_after_the_final(as_organiser: Client, club: Club) -> None:
    """From an old page: every round of the plan is played, and that is what it says."""
    tournament = qualifying(club, 4)
    planned(tournament)
    play(seated(tournament))
    answer = as_organiser.post(f"/en/desk/t/{tournament.slug}/seat/draw/", {"tables": "4"})
    assert answer.context["refused"].startswith("All 2 planned rounds are played.")

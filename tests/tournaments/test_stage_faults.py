"""Faults of stages, lists and substitutes seen elsewhere, tried here through the pages: a plain message each time."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, a_player, a_round, a_tournament, some_entries
from tests.played import hand_in
from tests.staged import a_knockout, again, played, stage, staged
from tests.tournaments.desk.test_programme import typed_in
from tests.tournaments.test_seating_faults import text_of
from tournaments import entries
from tournaments.models import Club, Entry, Player, Round, Seat, Tournament
from tournaments.queries.standings import standings_of
from tournaments.stages import StagePlan

pytestmark = pytest.mark.django_db
BY: dict[str, Any] = {"by": "Orla", "at": NOW}
DESK = "/en/desk/t/friday-evening/"
PUBLIC = "/en/t/friday-evening/"


def test_with_the_list_of_tie_breaks_emptied_the_level_share_a_place(as_organiser: Client, club: Club) -> None:
    """Row 10: every tie-break is taken out in the settings; the pages say what holds and place the level together."""
    tournament = a_tournament(club, slug="friday-evening", plan=[[9]])
    typed = typed_in(as_organiser, f"{DESK}settings/")
    emptied = {name: "" if name.startswith("tie-") else value for name, value in typed.items()}
    assert as_organiser.post(f"{DESK}settings/", emptied).status_code == 302
    assert again(tournament).tie_breaks == []
    played(tournament, [[0, 5, 9, 9], [0, 5, 5, 30]], some_entries(tournament, 8))
    assert [row.place for row in standings_of(again(tournament)).rows] == [1, 1, 3, 3, 3, 6, 6, 8]
    assert "Where two are level, they share the place." in text_of(Client().get(f"{PUBLIC}rules/"))
    for page in ("", "results/", "standings.csv", "standings.json"):
        assert Client().get(f"{PUBLIC}{page}").status_code == 200


def test_a_final_out_of_nobody_says_what_is_missing(as_organiser: Client, club: Club) -> None:
    """Row 10: a final of the best four where nobody is entered, then where nobody has played."""
    plans = (StagePlan(plan=((9,),)), a_knockout(name="Final"))
    tournament, _nobody = staged(club, *plans, people=0, slug="friday-evening")
    page = f"{DESK}stages/2/"
    for count in (0, 4):
        some_entries(tournament, count)
        assert as_organiser.get(page).status_code == 200
        for address, sent in (("cut/", {}), ("plan/", {"plan": "final 4"}), ("numbers/", {"advance": "2"})):
            answer = as_organiser.post(f"{page}{address}", sent)
            assert (answer.status_code, bool(answer.context["refused"])) == (200, True)
        for address in ("", "bracket/", "bracket/list/", "standings.json"):
            assert Client().get(f"{PUBLIC}{address}").status_code == 200
    words = "The rounds before it are not over yet. When it is known who goes on, the tables stand here."
    assert words in text_of(Client().get(f"{PUBLIC}bracket/"))
    assert stage(tournament, 2).qualifiers.count() == 0


def test_a_knockout_of_nobody_says_what_is_missing(as_organiser: Client, club: Club) -> None:
    """Row 10: a knockout from the start in which nobody is entered."""
    first = a_knockout(takes="all", how_many="", carries="points")
    staged(club, first, people=0, slug="friday-evening")
    sentence = "A knockout needs at least 2 people. Wait until they are here."
    assert sentence in text_of(as_organiser.get(f"{DESK}stages/1/"))
    assert (
        as_organiser.post(f"{DESK}stages/1/plan/", {"plan": "final 4"}).context["refused"] == "Choose one of the plans."
    )
    numbers = as_organiser.post(f"{DESK}stages/1/numbers/", {"advance": "2", "shown": ""})
    assert sentence in text_of(numbers)


def test_somebody_can_be_entered_where_no_stage_was_defined(as_organiser: Client, club: Club) -> None:
    """Row 10: a tournament without stages is one open stage; a stage that is not there is not found, and no fault."""
    tournament = a_tournament(club, slug="friday-evening")
    answer = as_organiser.post(f"{DESK}arrivals/walk-in/", {"name": "Wren Barn"}, follow=True)
    assert (answer.status_code, tournament.entries.count(), tournament.stages.count()) == (200, 1, 0)
    assert "Stage 1" in text_of(as_organiser.get(f"{DESK}stages/"))
    assert [as_organiser.get(f"{DESK}stages/{number}/").status_code for number in (1, 2, 9)] == [404, 404, 404]
    assert as_organiser.post(f"{DESK}stages/", {"drop": "1"}).status_code == 200


def twenty_with_a_substitute(club: Club) -> tuple[Tournament, list[Entry], Player]:
    """Twenty people, two rounds; the first of them misses the second, in which somebody fills in at table 1."""
    tournament = a_tournament(club, slug="friday-evening", plan=[[9], [8]])
    people = some_entries(tournament, 20)
    guest = a_player(club, "Nightjar")
    others = [people[at : at + 4] for at in range(4, 20, 4)]
    for at_table_1 in (people[:4], people[1:4]):
        round = a_round(tournament, [at_table_1, *others])
        if len(at_table_1) == 3:
            Seat.objects.create(round=round, table=round.tables.get(number=1), place=4, role="fills_in", player=guest)
        for table in range(1, 6):
            hand_in(round, table, {1: [0, 10 * round.number + table, 20 + table, 30 + table]})
        Round.objects.filter(pk=round.pk).update(state=Round.State.CLOSED, closed_at=NOW)
    return tournament, people, guest


def test_a_substitute_of_one_round_is_nobodys_21st(as_organiser: Client, club: Club) -> None:
    """Row 18: nobody is 21st of 20, on the list, in its files and on the substitute's side of the results."""
    tournament, people, guest = twenty_with_a_substitute(club)
    places = [row["rank"] for row in Client().get(f"{PUBLIC}standings.json").json()["standings"]]
    assert (len(places), max(place or 0 for place in places) <= 20) == (20, True)
    page = text_of(Client().get(PUBLIC))
    ranks = re.findall(r'rank">(\d+)<', page)
    # Whoever missed round 2 has fewer hands than asked, and no place.
    assert (ranks[-1], len(ranks), "Nightjar" in page) == ("19", 19, False)
    assert "Nightjar" in text_of(Client().get(reverse("table-result", args=["friday-evening", 2, 1])))
    assert (len(people), guest.entries.count(), tournament.entries.count()) == (20, 0, 20)


def test_round_2_is_the_same_when_the_substitute_is_none_any_more(as_organiser: Client, club: Club) -> None:
    """Row 18: whoever filled in is entered later, and what the rule says of fill-ins is looked at again: round 2 stays.

    Who sat where, and as what, is a fact of the round, and not what somebody is today.
    """
    tournament, _people, guest = twenty_with_a_substitute(club)
    address = reverse("table-result", args=["friday-evening", 2, 1])
    before = [(row.entry, row.place, row.total) for row in standings_of(tournament).rows]
    round_2 = text_of(Client().get(address))
    entries.enter(tournament=again(tournament), players=[guest], status=Entry.Status.HERE, **BY)
    now = [(row.entry, row.place, row.total) for row in standings_of(again(tournament)).rows]
    entered = guest.entries.get().pk
    assert [row for row in now if row[0] != entered] == before
    assert [row[1] for row in now if row[0] == entered] == [None]
    shown = text_of(Client().get(address))
    assert (shown.count("Nightjar"), round_2.count("Nightjar")) == (1, 1)
    assert Round.objects.get(number=2).seats.get(player=guest).role == Seat.Role.FILLS_IN


def test_the_winner_of_a_tie_that_was_ticked_is_accepted(as_organiser: Client, club: Club) -> None:
    """Row 19: two are level on the line, the one who won the extra hand is ticked by hand, and goes on."""
    plans = (StagePlan(plan=((9,),)), a_knockout(name="Final"))
    tournament, people = staged(club, *plans, slug="friday-evening", tie_breaks=[])
    played(tournament, [[0, 1, 2, 9], [9, 10, 11, 12]], people)
    page = f"{DESK}stages/2/"
    ticked = {"tied": "4 5", "how": "hand_picked", "picked": "5", "why": "won the extra hand"}
    as_organiser.post(f"{page}settle/", ticked)
    as_organiser.post(f"{page}cut/")
    into = stage(tournament, 2).qualifiers.order_by("seed").values_list("entry__number", flat=True)
    assert list(into) == [1, 2, 3, 5]

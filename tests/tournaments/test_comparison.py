"""What is compared between tables of different size: decided before or by the first seating, and kept."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.test import Client

from tests.factories import NOW, a_round, a_tournament, an_entry, some_entries
from tests.played import hand_in
from tests.tournaments.public.test_pages import words
from tournaments import drafts, rounds
from tournaments.models import Change, Club, Round, Tournament
from tournaments.programme import change_tournament, programme_of
from tournaments.queries.standings import policy_of, standings_of
from tournaments.refusals import Refused
from tournaments.seating.sizes import Split
from tournaments.standings import Comparison

pytestmark = pytest.mark.django_db
FITTING, ADJUSTED, PLACING = (
    Tournament.Comparison.FITTING,
    Tournament.Comparison.ADJUSTED,
    Tournament.Comparison.PLACING,
)


def seated(tournament: Tournament, *sizes: int) -> Round:
    draft = drafts.draft_round(tournament=tournament, split=Split(sizes), seed=1, by="Orla", at=NOW)
    return drafts.publish_round(draft=draft, by="Orla", at=NOW)


@pytest.mark.parametrize(
    ("sizes", "decided"), [((4, 4), "totals"), ((4, 3), "totals"), ((5, 3), "adjusted"), ((5, 4, 3), "adjusted")]
)
def test_the_first_seating_decides(club: Club, sizes: tuple[int, ...], decided: str) -> None:
    tournament = a_tournament(club)
    some_entries(tournament, sum(sizes))
    assert (tournament.comparison, policy_of(tournament).comparison) == (FITTING, Comparison.TOTALS)
    seated(tournament, *sizes)
    tournament.refresh_from_db()
    assert tournament.comparison == decided
    assert Change.objects.get(verb="round.publish").facts == {"round": 1, "comparison": decided}


def test_a_walk_in_does_not_switch_it(club: Club) -> None:
    tournament = a_tournament(club, plan=[[9], [8]])
    some_entries(tournament, 8)
    first = seated(tournament, 4, 4)
    for table in (1, 2):
        hand_in(first, table, {1: [0, 10, 20, 30]})
    rounds.close_round(round=first, by="Orla", at=NOW)
    an_entry(tournament)
    seated(tournament, 5, 4)
    tournament.refresh_from_db()
    assert tournament.comparison == "totals"


def test_what_was_chosen_stays(club: Club) -> None:
    tournament = a_tournament(club, comparison=PLACING)
    some_entries(tournament, 8)
    seated(tournament, 5, 3)
    tournament.refresh_from_db()
    assert tournament.comparison == PLACING
    assert Change.objects.get(verb="round.publish").facts == {"round": 1}


def test_it_can_be_changed_until_the_first_seating(club: Club) -> None:
    tournament = a_tournament(club)
    settings = replace(programme_of(tournament), comparison=ADJUSTED)
    assert change_tournament(tournament=tournament, programme=settings, by="Orla", at=NOW).comparison == ADJUSTED
    some_entries(tournament, 8)
    seated(tournament, 4, 4)
    with pytest.raises(Refused) as refused:
        change_tournament(tournament=tournament, programme=replace(settings, comparison=PLACING), by="Orla", at=NOW)
    assert str(refused.value) == (
        "Since the first seating these stay as they are: what is compared between tables of different size. "
        "The owner can replace them as a correction."
    )


@pytest.fixture
def played(club: Club) -> Tournament:
    """A table of 3 and one of 2 in one hand: 10, 20 and 30 points, 40 and 20."""
    tournament = a_tournament(
        club, slug="uneven", plan=[[9]], sizes=[2, 3], rules="gamerules zero_blank=50", comparison=ADJUSTED
    )
    entries = some_entries(tournament, 5)
    for entry, name in zip(entries, ("Wren", "Jay", "Finch", "Robin", "Teal"), strict=True):
        entry.player.name = entry.player.sort_name = name
        entry.player.save()
    made = a_round(tournament, [entries[:3], entries[3:]])
    hand_in(made, 1, {1: [10, 20, 30]})
    hand_in(made, 2, {1: [40, 20]})
    rounds.close_round(round=made, by="Orla", at=NOW)
    return tournament


def test_the_sizes_of_the_tables_are_read(played: Tournament) -> None:
    assert [(one.size, one.scores) for one in standings_of(played).fair.sizes] == [(2, 2), (3, 3)]


def test_the_page_says_the_rule_with_a_worked_line_and_the_raw_points(played: Tournament, stranger: Client) -> None:
    page = words(stranger, "/en/t/uneven/")
    assert "Place Name Adjusted points Total" in page
    assert "1 Wren −13.48 10" in page
    assert "From each hand the average of this tournament&#x27;s hands at tables of that size is taken off." in page
    assert "Wren: 1 hand at a table of 3: 10 points − 23.48 = −13.48." in page
    assert "tables of 2 2 30 24.55 48.6 to 67.9" in page
    assert "All hands together: 24 on average." in page
    assert "Wren: 1 hand at a table of 3" in words(stranger, "/en/t/uneven/entry/1/")
    assert "The lowest adjusted points stand first." in words(stranger, "/en/t/uneven/rules/")


def test_the_list_for_a_machine_is_exact(played: Tournament, stranger: Client) -> None:
    found = stranger.get("/en/t/uneven/standings.json").json()
    assert found["comparison"] == "adjusted"
    assert [(row["name"], row["total"], row["compared"]) for row in found["standings"]][:2] == [
        ("Wren", 10, str(Fraction(-310, 23))),
        ("Teal", 20, str(Fraction(-50, 11))),
    ]


def test_the_spreadsheet_has_what_is_compared_after_all_other_columns(played: Tournament, stranger: Client) -> None:
    lines = stranger.get("/en/t/uneven/standings.csv").content.decode("utf-8-sig").splitlines()
    assert lines[0] == "rank,name,total,zeros,lowest_other,hands,round_1,compared"
    assert (lines[1], lines[2]) == ("1,Wren,10,0,10,1,10,-13.48", "2,Teal,20,0,20,1,20,-4.55")


def test_placing_points_on_the_page(played: Tournament, stranger: Client) -> None:
    Tournament.objects.filter(pk=played.pk).update(comparison=PLACING, version=99)
    page = words(stranger, "/en/t/uneven/")
    assert "Place Name Placing points Total" in page
    assert "1 Wren 10 10" in page
    assert "2 Teal 9 20" in page
    assert "Wren: place 1 of 3 in round 1: 10 = 10." in page
    assert "More placing points: 10 against 9." in page
    assert "Whoever has the most placing points stands first." in words(stranger, "/en/t/uneven/rules/")

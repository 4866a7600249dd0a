"""One table of a closed round is corrected at the desk: the other tables keep theirs, and what moves is said before."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Report
from tests.factories import a_tournament, some_entries
from tests.staged import WHO, a_knockout, again, planned, play, played, qualifying, seated, stage, staged, tables_of
from tournaments.cuts import make_cut
from tournaments.models import Club, Round, Stage
from tournaments.queries.standings import standings_of
from tournaments.queries.tables import table_states
from tournaments.stages import StagePlan

OPEN = StagePlan(plan=((9,),))


def handed_in(round: Round) -> dict[int, list[int | None]]:
    """What stands for each table of a round of one hand, in seat order."""
    return {
        state.number: [line.points for line in state.reports[1].lines] if 1 in state.reports else []
        for state in table_states(Round.objects.get(pk=round.pk))
    }


def correct(client: Client, round: Round, points: list[int], **more: Any) -> Any:
    """Type another hand 1 of table 1 on its page."""
    cells = {f"h1s{place}": str(one) for place, one in enumerate(points, 1)}
    address = reverse("desk-table", args=[round.tournament.slug, round.number, 1])
    return client.post(address, {"by": "hands", **cells, "rev-1": "1", "why": "misread", **more})


def confirmed(client: Client, round: Round, points: list[int], asked: Any) -> None:
    """Type it and answer what was asked with yes."""
    said = [finding.sentence for finding in asked.context["findings"]]
    correct(client, round, points, confirmed="save", asked=said)


@pytest.mark.django_db
def test_who_would_be_through_is_said_before_and_the_other_tables_keep_theirs(as_organiser: Client, club: Club) -> None:
    """Row 34: the cut is made and its round seated; nothing is stored until the desk says yes, and then one hand."""
    tournament, people = staged(club, OPEN, a_knockout(name="Final"), tie_breaks=[])
    first = played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    make_cut(stage=stage(tournament, 2), **WHO)
    planned(tournament)
    final = tables_of(seated(tournament))
    before, reports = handed_in(first), Report.objects.count()
    asked = correct(as_organiser, first, [0, 1, 2, 30])
    said = f"through to Final would be {people[4].player}, and not {people[3].player}. Rounds seated since: 2."
    assert (asked.status_code, said in asked.content.decode()) == (200, True)
    assert (handed_in(first), Report.objects.count()) == (before, reports)
    confirmed(as_organiser, first, [0, 1, 2, 30], asked)
    assert (handed_in(first), Report.objects.count()) == ({**before, 1: [0, 1, 2, 30]}, reports + 1)
    assert (tables_of(tournament.rounds.get(number=2)), Round.objects.get(pk=first.pk).state) == (final, "closed")


@pytest.mark.django_db
def test_a_correction_that_makes_a_tie_on_a_line_says_so(as_organiser: Client, club: Club) -> None:
    """Row 34: of the cut, and of a table of a knockout whose next round is seated."""
    tournament, people = staged(club, OPEN, a_knockout(name="Final"), tie_breaks=[])
    first = played(tournament, [[0, 1, 2, 3], [4, 5, 6, 7]], people)
    make_cut(stage=stage(tournament, 2), **WHO)
    asked = correct(as_organiser, first, [0, 1, 2, 4])
    words = f"By the list as it is now, {people[3].player}, {people[4].player} are level on the line of Final."
    assert words in asked.content.decode()
    cup = qualifying(club, 8, final_smallest=4, final_largest=4)
    planned(cup)
    semi = play(seated(cup))
    seated(cup)
    names = [str(cup.entries.get(number=one).player) for one in tables_of(semi)[0]]
    asked = correct(as_organiser, semi, [0, 9, 9, 12])
    words = "By the results as they are now, {} are level on the line of table A in round 2. Rounds seated since: 3."
    assert words.format(", ".join(names[1:3])) in asked.content.decode()


@pytest.mark.django_db
def test_a_power_round_that_was_seated_by_the_list_is_named(as_organiser: Client, club: Club) -> None:
    """Row 34: whose places are others in the list that round 2 was seated by; who did not move is not named."""
    power = StagePlan(kind=Stage.Kind.POWER, plan=((9,), (8,)))
    tournament, people = staged(club, power, people=8)
    first = played(tournament, [[0, 1, 2, 3], [10, 20, 30, 40]], people)
    second = played(tournament, [[0, 1, 2, 3], [10, 20, 30, 40]], people)
    tables = tables_of(second)
    asked = correct(as_organiser, first, [0, 2, 1, 3])
    words = "Round 2 was seated by the list before it. In that list {}, {} have other places now."
    assert words.format(people[1].player, people[2].player) in asked.content.decode()
    confirmed(as_organiser, first, [0, 2, 1, 3], asked)
    assert (handed_in(first)[1], tables_of(second)) == ([0, 2, 1, 3], tables)


@pytest.mark.django_db
def test_opening_a_round_again_resets_nothing(as_organiser: Client, club: Club) -> None:
    """Row 34: a round that is opened again has every table as it was handed in, accepted, and the same list."""
    tournament = a_tournament(club, slug="friday-evening", plan=[[9]])
    first = played(tournament, [[0, 1, 2, 3], [4, 0, 6, 7]], some_entries(tournament, 8))
    before, list_before = handed_in(first), standings_of(again(tournament)).rows
    accepted = Report.objects.filter(accepted_at=None).count()
    as_organiser.post(f"/en/desk/t/friday-evening/rounds/{first.number}/reopen/", {"why": "Table 1 was misread"})
    assert Round.objects.get(pk=first.pk).state == "open"
    assert (handed_in(first), Report.objects.filter(accepted_at=None).count()) == (before, accepted)
    assert [row.total for row in standings_of(again(tournament)).rows] == [row.total for row in list_before]
    correct(as_organiser, first, [0, 1, 2, 9])
    assert handed_in(first) == {**before, 1: [0, 1, 2, 9]}

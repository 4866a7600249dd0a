"""Who sits where in a knockout, changed by hand: byes stay with the top seeds, and who is out stays out."""

import pytest
from django.test import Client

from tests.factories import an_entry
from tests.played import hand_in
from tests.staged import WHO, again, drawn, planned, play, qualifying, seated, tables_of
from tournaments import draft_changes, drafts, seats
from tournaments.models import Club, Entry, Round, Seat, Tournament
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def with_a_bye(club: Club) -> Tournament:
    """Thirteen people, three tables of four; the top seed, number 1, waits for the final."""
    fours = {"sizes": (4,), "preferred_size": 4, "advance": "1", "wild_cards": False}
    tournament = qualifying(club, 13, final_smallest=4, final_largest=4, **fours)
    assert planned(tournament).text == "3x4, 1 bye -> final 4"
    return again(tournament)


def entry(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.select_related("player", "tournament").get(number=number)


def entries(tournament: Tournament, *tables: list[int]) -> list[list[Entry]]:
    return [[entry(tournament, number) for number in table] for table in tables]


def sits_out(round: Round) -> list[int]:
    return list(round.seats.filter(role=Seat.Role.SITS_OUT).values_list("entry__number", flat=True))


def names(tournament: Tournament, *numbers: int) -> str:
    return ", ".join(str(entry(tournament, number).player) for number in numbers)


def test_a_bye_is_not_swapped_away(with_a_bye: Tournament) -> None:
    draft = drawn(with_a_bye)
    assert sits_out(draft) == [1]
    other = tables_of(draft)[0][0]
    with pytest.raises(Refused) as refused:
        draft_changes.swap(draft=draft, first=entry(with_a_bye, 1), second=entry(with_a_bye, other), **WHO)
    assert refused.value.sentence == (
        f"{names(with_a_bye, other)} cannot sit out: in a knockout everybody plays but the top seeds who have a bye."
    )
    assert sits_out(Round.objects.get(pk=draft.pk)) == [1]


def test_two_who_play_change_places_as_everywhere(with_a_bye: Tournament) -> None:
    draft = drawn(with_a_bye)
    first, second = tables_of(draft)[0][0], tables_of(draft)[1][0]
    draft = draft_changes.swap(draft=draft, first=entry(with_a_bye, first), second=entry(with_a_bye, second), **WHO)
    assert (tables_of(draft)[0][0], tables_of(draft)[1][0]) == (second, first)
    assert drafts.publish_round(draft=draft, **WHO).state == Round.State.OPEN


def test_whoever_has_a_bye_is_not_seated_at_a_table(with_a_bye: Tournament) -> None:
    """They would play the round and have a bye, and come into the next one twice."""
    round = seated(with_a_bye)
    with pytest.raises(Refused, match=r"cannot be seated in round 2: who plays a round of a knockout is decided"):
        seats.add_to_table(table=round.tables.get(number=1), entry=entry(with_a_bye, 1), **WHO)


def test_the_page_offers_nobody_to_be_seated_in_a_knockout(as_organiser: Client, with_a_bye: Tournament) -> None:
    seated(with_a_bye)
    pages = f"/en/desk/t/{with_a_bye.slug}/"
    page = as_organiser.get(f"{pages}seat/").content.decode()
    assert ("In a knockout nobody is seated beside those who play" in page, "Add to the table" in page) == (True, False)
    assert "add-entry" not in as_organiser.get(f"{pages}rounds/2/tables/1/seats/").content.decode()


def test_who_is_out_is_not_seated_in_a_later_round(club: Club) -> None:
    tournament = qualifying(club, 8, final_smallest=4, final_largest=4)
    planned(tournament)
    first = play(seated(tournament))
    final = seated(tournament)
    (gone, *_more) = {one for table in tables_of(first) for one in table} - {*tables_of(final)[0]}
    with pytest.raises(Refused, match=r"cannot be seated in round 3"):
        seats.add_to_table(table=final.tables.get(), entry=entry(tournament, gone), **WHO)


def test_a_paper_has_the_tables_of_the_plan_and_nobody_sits_out(with_a_bye: Tournament) -> None:
    tournament = with_a_bye
    with pytest.raises(Refused) as refused:
        drafts.seat_from_paper(tournament=tournament, tables=entries(tournament, [2, 3, 4, 5], [6, 7, 8, 9]), **WHO)
    assert refused.value.sentence == (
        "The knockout has tables of 4, 4, 4 in this round, in this order; these are of 4, 4."
    )
    tables = entries(tournament, [1, 3, 4, 5], [6, 7, 8, 9], [10, 11, 12, 13])
    with pytest.raises(Refused, match=r"cannot sit out: in a knockout everybody plays but the top seeds"):
        drafts.seat_from_paper(tournament=tournament, tables=tables, sit_outs=[entry(tournament, 2)], **WHO)
    tables[0][0] = entry(tournament, 2)
    draft = drafts.seat_from_paper(tournament=tournament, tables=tables, sit_outs=[entry(tournament, 1)], **WHO)
    assert drafts.publish_round(draft=draft, **WHO).state == Round.State.OPEN


def a_tie_at_the_first_table(club: Club) -> tuple[Tournament, Round]:
    """The first round of a knockout of eight, closed; two are level on the line of table 1."""
    tournament = qualifying(club, 8, final_smallest=4, final_largest=4)
    planned(tournament)
    round = seated(tournament)
    first, second, third, last = tables_of(round)[0]
    return tournament, play(round, {first: 1, second: 30, third: 30, last: 40})


def test_a_paper_does_not_decide_a_tie(club: Club) -> None:
    tournament, round = a_tie_at_the_first_table(club)
    (first, second, *_a), (third, fourth, *_b) = tables_of(round)
    with pytest.raises(Refused, match=r"At table A of round 1 it is open who goes on"):
        drafts.seat_from_paper(
            tournament=again(tournament), tables=entries(tournament, [first, second, third, fourth]), **WHO
        )
    assert again(tournament).rounds.count() == 2


def test_a_final_is_not_published_over_a_tie_that_a_correction_made(as_organiser: Client, club: Club) -> None:
    tournament = qualifying(club, 8, final_smallest=4, final_largest=4)
    planned(tournament)
    first = play(seated(tournament))
    draft = drawn(tournament)
    hand_in(first, 1, {1: [0, 30, 30, 40]}, why="misread", based_on=1)
    with pytest.raises(Refused, match=r"At table A of round 1 it is open who goes on"):
        drafts.publish_round(draft=Round.objects.get(pk=draft.pk), **WHO)
    page = as_organiser.get(f"/en/desk/t/{tournament.slug}/seat/")
    assert "At table A of round 1 it is open who goes on" in page.content.decode()


def test_a_table_of_a_knockout_stays(club: Club) -> None:
    tournament = qualifying(club, 8, final_smallest=4, final_largest=4)
    planned(tournament)
    round = seated(tournament)
    *others, last = round.seats.filter(table__number=1).order_by("place")
    second = round.tables.get(number=2)
    for seat in others:
        seats.move(seat=Seat.objects.get(pk=seat.pk), table=second, **WHO)
    with pytest.raises(Refused, match=r"is the last one at table 1, and a table of a knockout stays."):
        seats.move(seat=Seat.objects.get(pk=last.pk), table=second, **WHO)
    assert round.tables.count() == 2


def test_a_stranger_is_in_no_knockout(with_a_bye: Tournament) -> None:
    late = an_entry(with_a_bye)
    tables = entries(with_a_bye, [2, 3, 4, 5], [6, 7, 8, 9], [10, 11, 12, late.number])
    with pytest.raises(Refused, match=r"cannot play in Stage 2, knockout: who is in it was decided by the cut."):
        drafts.seat_from_paper(tournament=with_a_bye, tables=tables, **WHO)

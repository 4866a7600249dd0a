"""Changing who sits where while a round runs."""

import uuid

import pytest

from games.models import Game, Report, Score
from games.reports import Handed, Line
from tests.factories import NOW, a_player, a_round, a_tournament, an_entry, some_entries
from tests.played import hand_in, table_of
from tournaments import results, seats
from tournaments.models import Club, Entry, Round, Seat, Table, Tournament
from tournaments.queries.tables import table_state
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def playing(tournament: Tournament) -> Round:
    entries = some_entries(tournament, 9)
    return a_round(tournament, [entries[:5], entries[5:]])


def seat_of(round: Round, table: int, place: int) -> Seat:
    return round.seats.get(table__number=table, place=place)


def test_five_people_become_six_after_publishing(tournament: Tournament) -> None:
    round = a_round(tournament, [some_entries(tournament, 5)])
    late = an_entry(tournament, status=Entry.Status.EXPECTED)
    seat = seats.add_to_table(table=table_of(round, 1), entry=late, by="Orla", at=NOW)
    assert (seat.place, seat.first_hand, seat.role) == (6, 1, "plays")
    late.refresh_from_db()
    assert late.status == "here"
    hand_in(round, 1, {1: [0, 1, 2, 3, 4, 5]})


def test_a_late_comer_plays_from_the_next_hand_and_is_absent_before(playing: Round) -> None:
    hand_in(playing, 2, {1: [0, 5, 6, 7]})
    late = an_entry(playing.tournament)
    seat = seats.add_to_table(table=table_of(playing, 2), entry=late, by="Orla", at=NOW)
    assert (seat.place, seat.first_hand) == (5, 2)
    hand_in(playing, 2, {2: [0, 5, 6, 7, 8]})
    hand_in(playing, 2, {1: [0, 5, 6, 9, None]}, based_on=1, why="misread")
    lines = table_state(table_of(playing, 2)).reports[1].lines
    assert [(line.state.value, line.points) for line in lines][-2:] == [("played", 9), ("absent", None)]


def test_who_sits_already_is_not_added(playing: Round) -> None:
    entry = seat_of(playing, 1, 1).entry
    assert entry is not None
    with pytest.raises(Refused) as refused:
        seats.add_to_table(table=table_of(playing, 2), entry=entry, by="Orla", at=NOW)
    assert refused.value.sentence == f"{entry.player} sits at table 1 in this round already."


def test_a_table_takes_no_more_than_the_rules_can_deal_to(club: Club) -> None:
    tournament = a_tournament(club, rules="coop6", sizes=[6])
    round = a_round(tournament, [some_entries(tournament, 6)])
    with pytest.raises(Refused) as refused:
        seats.add_to_table(table=table_of(round, 1), entry=an_entry(tournament), by="Orla", at=NOW)
    assert refused.value.sentence == "Table 1 has 6 people, and the rules cannot deal to one more."


def test_somebody_who_sits_out_gets_a_table_after_all(tournament: Tournament) -> None:
    entries = some_entries(tournament, 5)
    round = a_round(tournament, [entries[:4]], sits_out=entries[4:])
    seat = seats.add_to_table(table=table_of(round, 1), entry=entries[4], by="Orla", at=NOW)
    assert (seat.role, seat.place) == ("plays", 5)
    assert round.seats.filter(entry=entries[4]).count() == 1


def test_moving_before_the_first_hand(playing: Round) -> None:
    seat = seats.move(seat=seat_of(playing, 1, 5), table=table_of(playing, 2), by="Orla", at=NOW)
    assert (seat.table.number if seat.table else None, seat.place) == (2, 5)
    assert table_of(playing, 1).seats.count() == 4


def test_nobody_moves_away_from_hands_that_are_handed_in(playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 5, 6, 7, 8]})
    seat = seat_of(playing, 1, 5)
    with pytest.raises(Refused) as refused:
        seats.move(seat=seat, table=table_of(playing, 2), by="Orla", at=NOW)
    assert refused.value.sentence == (
        f"{seat.player} has played hands at table 1 that are handed in. Mark them as left there instead."
    )


def test_leaving_from_a_hand_on_keeps_what_is_handed_in(playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 5, 6, 7, 8], 2: [5, 0, 6, 7, 8]})
    seats.leave(seat=seat_of(playing, 1, 3), from_hand=3, by="Orla", at=NOW)
    hand_in(playing, 1, {3: [0, 5, None, 7, 8]})
    reports = table_state(table_of(playing, 1)).reports
    assert [line.state.value for line in reports[3].lines] == ["played", "played", "left", "played", "played"]
    assert reports[1].lines[2].points == 6


def test_nobody_leaves_before_a_hand_that_is_handed_in(playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 5, 6, 7, 8], 2: [5, 0, 6, 7, 8]})
    with pytest.raises(Refused) as refused:
        seats.leave(seat=seat_of(playing, 1, 3), from_hand=2, by="Orla", at=NOW)
    assert refused.value.sentence == "Table 1 has handed in 2 hands: say a hand from 3 to 4."


def test_coming_back_leaves_the_hands_handed_in_meanwhile_as_they_are(playing: Round) -> None:
    seat = seats.leave(seat=seat_of(playing, 1, 3), from_hand=1, by="Orla", at=NOW)
    assert seat.last_hand == 0
    hand_in(playing, 1, {1: [0, 5, None, 7, 8]})
    assert seats.leave(seat=seat, from_hand=None, by="Orla", at=NOW).last_hand is None
    assert table_state(table_of(playing, 1)).reports[1].lines[2].state.value == "left"
    hand_in(playing, 1, {2: [0, 5, 6, 7, 8]})
    assert table_state(table_of(playing, 1)).reports[2].lines[2].points == 6


def test_a_late_comer_needs_no_correction_of_the_hands_before(playing: Round) -> None:
    hand_in(playing, 2, {1: [0, 5, 6, 7]})
    late = an_entry(playing.tournament)
    seats.add_to_table(table=table_of(playing, 2), entry=late, by="Orla", at=NOW)
    assert len(hand_in(playing, 2, {1: [0, 5, 6, 7, None], 2: [0, 5, 6, 7, 8]})) == 1
    (report,) = hand_in(playing, 2, {1: [0, 5, 6, 9, None]}, why="misread", based_on=1)
    assert [score.state for score in report.scores.order_by("place")] == ["played"] * 4 + ["absent"]


def test_whoever_comes_after_a_sheet_of_totals_was_typed_hand_by_hand_gets_the_next_hand(playing: Round) -> None:
    table = table_of(playing, 2)
    lines = tuple(Line(place, Score.State.PLAYED, 10 * place) for place in (1, 2, 3, 4))
    sheet = Handed(None, Report.Ended.NOT_SAID, lines)
    results.report_table(table=table, handed=[sheet], key=uuid.uuid4(), by="Skye", at=NOW)
    hand_in(playing, 2, {1: [0, 5, 6, 7]}, why="the hands are on the back")
    seat = seats.add_to_table(table=table, entry=an_entry(playing.tournament), by="Orla", at=NOW)
    assert seat.first_hand == 2


def test_a_table_that_everybody_has_moved_away_from_is_gone(tournament: Tournament) -> None:
    entries = some_entries(tournament, 7)
    round = a_round(tournament, [entries[:4], entries[4:6], entries[6:]])
    for place in (1, 2):
        seats.move(seat=seat_of(round, 2, place), table=table_of(round, 1), by="Orla", at=NOW)
    assert list(round.tables.order_by("number").values_list("number", flat=True)) == [1, 3]
    assert Game.objects.count() == 2


def test_a_table_keeps_what_it_handed_in_when_nobody_is_left(tournament: Tournament) -> None:
    entries = some_entries(tournament, 5)
    round = a_round(tournament, [entries[:4], entries[4:]])
    table = table_of(round, 2)
    results.void_missing(table=table, why="one person alone", key=uuid.uuid4(), by="Orla", at=NOW)
    with pytest.raises(Refused):
        seats.move(seat=seat_of(round, 2, 1), table=table_of(round, 1), by="Orla", at=NOW)
    assert round.tables.count() == 2


def test_a_seat_that_somebody_else_moved_meanwhile_is_not_moved_from_where_it_was(playing: Round) -> None:
    seen = seat_of(playing, 1, 5)
    seats.move(seat=seat_of(playing, 1, 5), table=table_of(playing, 2), by="Olive", at=NOW)
    hand_in(playing, 2, {1: [0, 5, 6, 7, 8]})
    said = f"{seen.player} does not sit there any more. Look at the round again."
    with pytest.raises(Refused) as refused:
        seats.move(seat=seen, table=table_of(playing, 1), by="Orla", at=NOW)
    assert refused.value.sentence == said
    with pytest.raises(Refused) as refused:
        seats.leave(seat=seen, from_hand=1, by="Orla", at=NOW)
    assert refused.value.sentence == said


def test_a_table_that_is_gone_takes_nobody(playing: Round) -> None:
    seen = table_of(playing, 2)
    Table.objects.filter(pk=seen.pk).delete()
    with pytest.raises(Refused) as refused:
        seats.add_to_table(table=seen, entry=an_entry(playing.tournament), by="Orla", at=NOW)
    assert refused.value.sentence == "Table 2 is not there any more. Look at the round again."


def test_a_fill_in_sits_at_a_second_table_for_no_entry(playing: Round) -> None:
    player = seat_of(playing, 1, 1).player
    seat = seats.fill_in(table=table_of(playing, 2), player=player, by="Orla", at=NOW)
    assert (seat.role, seat.entry, seat.place) == ("fills_in", None, 5)
    with pytest.raises(Refused):
        seats.fill_in(table=table_of(playing, 1), player=player, by="Orla", at=NOW)
    hand_in(playing, 2, {1: [0, 5, 6, 7, 8]})
    assert Report.objects.count() == 1


def test_nothing_changes_at_the_tables_of_a_closed_round(playing: Round) -> None:
    Round.objects.update(state="closed", closed_at=NOW)
    with pytest.raises(Refused) as refused:
        seats.fill_in(table=table_of(playing, 1), player=a_player(playing.tournament.club), by="Orla", at=NOW)
    assert refused.value.sentence == "Round 1 is closed, not open."

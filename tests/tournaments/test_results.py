"""Handing in results: what is stored, asked about, refused, corrected; conflicts and repeated sendings."""

import uuid
from dataclasses import replace

import pytest

from games.models import Game, Report, Score
from games.reports import Handed, Line
from tests.factories import NOW, a_round, a_tournament, some_entries
from tests.played import hand_in, hand_of, table_of
from tournaments import results
from tournaments.models import Club, Round, Tournament
from tournaments.queries.standings import standings_of
from tournaments.queries.tables import table_state
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db
KEY = uuid.UUID(int=1)


@pytest.fixture
def playing(tournament: Tournament) -> Round:
    """A round of two tables of four: centres 9, 8, 7, 6."""
    entries = some_entries(tournament, 8)
    return a_round(tournament, [entries[:4], entries[4:]])


def current(round: Round, table: int, hand: int | None) -> list[tuple[int, str, int | None]]:
    reports = table_state(table_of(round, table)).reports
    return [(line.place, line.state.value, line.points) for line in reports[hand].lines]


def totals(places: int, points: list[int], **more: list[int]) -> Handed:
    counts = [{name: values[at] for name, values in more.items()} for at in range(places)]
    lines = [
        Line(
            place,
            Score.State.PLAYED,
            points[place - 1],
            hands=said.get("hands"),
            zeros=said.get("zeros"),
            lowest_other=said.get("lowest_other"),
        )
        for place, said in enumerate(counts, 1)
    ]
    return Handed(None, Report.Ended.NOT_SAID, tuple(lines))


def test_a_hand_is_stored_with_its_points_and_raises_the_version(playing: Round) -> None:
    before = playing.tournament.version
    (report,) = hand_in(playing, 1, {1: [0, 12, 30, 7]}, accepted=False)
    assert (report.revision, report.ended, report.out_place, report.accepted_at) == (1, "out", 1, None)
    assert current(playing, 1, 1) == [(1, "played", 0), (2, "played", 12), (3, "played", 30), (4, "played", 7)]
    playing.tournament.refresh_from_db()
    assert playing.tournament.version == before + 1


def test_a_zero_is_stored_as_zero_in_every_hand(playing: Round) -> None:
    hand_in(playing, 1, {number: [0, 10, 11, 12] for number in (1, 2, 3, 4)})
    assert [current(playing, 1, number)[0] for number in (1, 2, 3, 4)] == [(1, "played", 0)] * 4


def test_the_same_sending_twice_is_stored_once(playing: Round) -> None:
    table = table_of(playing, 1)
    handed = [hand_of(table, 4, [0, 5, 6, 7])]
    for _ in range(2):
        results.report_table(table=table, handed=handed, key=KEY, by="Skye", at=NOW)
    assert Report.objects.count() == 1


def test_the_same_hand_from_two_phones_is_stored_once(playing: Round) -> None:
    hand_in(playing, 1, {4: [0, 5, 6, 7]})
    assert hand_in(playing, 1, {4: [0, 5, 6, 7]}) == []
    assert Report.objects.count() == 1


def test_a_late_repeat_of_an_old_sending_does_not_undo_a_correction(playing: Round) -> None:
    table = table_of(playing, 1)
    handed = [hand_of(table, 1, [0, 5, 6, 7])]
    results.report_table(table=table, handed=handed, key=KEY, by="Skye", at=NOW)
    hand_in(playing, 1, {1: [0, 5, 6, 9]}, why="misread", based_on=1)
    results.report_table(table=table, handed=handed, key=KEY, by="Skye", at=NOW, why="again")
    assert current(playing, 1, 1)[3] == (4, "played", 9)
    assert Report.objects.count() == 2


def test_another_sending_with_an_old_key_is_not_taken_for_the_old_one(playing: Round) -> None:
    """The Back button gives the form back with its key; what is typed over then must not be lost silently."""
    table = table_of(playing, 1)
    results.report_table(table=table, handed=[hand_of(table, 1, [0, 5, 6, 7])], key=KEY, by="Skye", at=NOW)
    typed_over = hand_of(table, 1, [0, 5, 6, 9])
    with pytest.raises(results.Conflict):
        results.report_table(table=table, handed=[typed_over], key=KEY, by="Skye", at=NOW, why="misread")
    based = hand_of(table, 1, [0, 5, 6, 9], based_on=1)
    results.report_table(table=table, handed=[based], key=KEY, by="Skye", at=NOW, why="misread")
    assert current(playing, 1, 1)[3] == (4, "played", 9)


def test_a_first_report_is_the_first_whatever_it_says_it_is_based_on(playing: Round) -> None:
    (report,) = hand_in(playing, 1, {1: [0, 5, 6, 7]}, based_on=99_999)
    assert report.revision == 1


def test_two_people_with_different_results_get_both_to_see(playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 5, 6, 7]})
    with pytest.raises(results.Conflict) as conflict:
        hand_in(playing, 1, {1: [0, 5, 6, 70]}, why="mine is right")
    assert conflict.value.sentence == (
        "Table 1, hand 1: Skye has handed in something else meanwhile. "
        "Both are shown side by side; choose which one is right."
    )
    assert [line.points for line in conflict.value.current.lines] == [0, 5, 6, 7]
    assert [line.points for line in conflict.value.handed.lines] == [0, 5, 6, 70]
    assert current(playing, 1, 1)[3] == (4, "played", 7)


def test_a_correction_needs_a_reason_and_keeps_the_old_report(playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 5, 6, 7]})
    with pytest.raises(Refused) as refused:
        hand_in(playing, 1, {1: [0, 5, 6, 17]}, based_on=1)
    assert refused.value.sentence == "Table 1, hand 1 is handed in already. Say why it is corrected."
    (report,) = hand_in(playing, 1, {1: [0, 5, 6, 17]}, based_on=1, why="a 1 was missing")
    assert (report.revision, report.why) == (2, "a 1 was missing")
    assert list(Report.objects.order_by("revision").values_list("revision", "why")) == [(1, ""), (2, "a 1 was missing")]
    assert current(playing, 1, 1)[3] == (4, "played", 17)


def test_correcting_one_table_of_a_closed_round_leaves_the_others(tournament: Tournament) -> None:
    entries = some_entries(tournament, 8)
    round = a_round(tournament, [entries[:4], entries[4:]], centres=[9])
    hand_in(round, 1, {1: [0, 5, 6, 7]})
    hand_in(round, 2, {1: [0, 1, 2, 3]})
    Round.objects.update(state="closed", closed_at=NOW)
    hand_in(round, 1, {1: [0, 5, 6, 8]}, based_on=1, why="misread")
    assert current(round, 2, 1) == [(1, "played", 0), (2, "played", 1), (3, "played", 2), (4, "played", 3)]


def test_nothing_changes_in_a_finished_tournament(playing: Round) -> None:
    Tournament.objects.update(state=Tournament.State.FINISHED)
    with pytest.raises(Refused) as refused:
        hand_in(playing, 1, {1: [0, 5, 6, 7]})
    assert refused.value.sentence == (
        f"{playing.tournament} is finished, so nothing in it can change. Reopen it first."
    )
    assert Report.objects.count() == 0


def test_a_table_of_a_round_taken_back_stores_nothing(tournament: Tournament) -> None:
    round = a_round(tournament, [some_entries(tournament, 4)], state=Round.State.DRAFT)
    with pytest.raises(Refused) as refused:
        results.report_table(table=table_of(round, 1), handed=[], key=KEY, by="Skye", at=NOW)
    assert refused.value.sentence == ("Table 1 is not playing: the round was taken back. Nothing was saved.")


def test_impossible_points_are_refused_and_nothing_of_the_sheet_is_stored(playing: Round) -> None:
    table = table_of(playing, 1)
    with pytest.raises(results.NotPlausible) as refused:
        hand_in(playing, 1, {2: [0, 5, 6, 7], 1: [150, 150, 150, 150]})
    assert refused.value.refuses
    assert [(finding.weight.value, finding.hand) for finding in refused.value.findings][:1] == [("refuse", 1)]
    assert Report.objects.count() == 0
    assert table_state(table).missing == (1, 2, 3, 4)


def test_four_times_99_needs_blocked(playing: Round) -> None:
    table = table_of(playing, 1)
    out = hand_of(table, 1, [99, 99, 99, 99], ended=Report.Ended.OUT)
    with pytest.raises(results.NotPlausible) as refused:
        results.report_table(table=table, handed=[out], key=KEY, by="Skye", at=NOW, confirmed=True)
    assert refused.value.findings[0].sentence == (
        "Table 1, hand 1: Nobody has 0 points, so nobody went out. Was the hand blocked? If not, look for the player "
        "who went out: they have 0."
    )
    blocked = hand_of(table, 1, [99, 99, 99, 99], ended=Report.Ended.BLOCKED)
    results.report_table(table=table, handed=[blocked], key=KEY, by="Skye", at=NOW, confirmed=True)
    assert current(playing, 1, 1)[0] == (1, "played", 99)


def test_odd_points_are_asked_about_and_taken_once_confirmed(playing: Round) -> None:
    table = table_of(playing, 1)
    handed = [hand_of(table, 1, [0, 0, 20, 31])]
    with pytest.raises(results.NotPlausible) as asked:
        results.report_table(table=table, handed=handed, key=KEY, by="Skye", at=NOW)
    assert not asked.value.refuses
    results.report_table(table=table, handed=handed, key=KEY, by="Skye", at=NOW, confirmed=True)
    assert current(playing, 1, 1)[:2] == [(1, "played", 0), (2, "played", 0)]


def test_an_organiser_takes_in_a_refused_hand_with_a_reason_that_stays_on_it(playing: Round) -> None:
    table = table_of(playing, 1)
    misdealt = hand_of(table, 1, [0, 0, 0, 31])
    handed = Handed(1, misdealt.ended, misdealt.lines, although="misdealt, the table agreed")
    (report,) = results.report_table(table=table, handed=[handed], key=KEY, by="Orla", at=NOW)
    assert report.although == "misdealt, the table agreed"


def test_the_reason_for_letting_one_hand_through_stays_on_no_other(playing: Round) -> None:
    table = table_of(playing, 1)
    handed = [
        replace(hand_of(table, hand, points), although="misdealt")
        for hand, points in {1: [0, 5, 6, 7], 2: [0, 0, 0, 31]}.items()
    ]
    reports = results.report_table(table=table, handed=handed, key=KEY, by="Orla", at=NOW)
    assert [report.although for report in reports] == ["", "misdealt"]


def test_a_reason_to_let_hands_through_does_not_answer_what_is_asked_about_others(playing: Round) -> None:
    table = table_of(playing, 1)
    handed = [replace(hand_of(table, 1, [0, 0, 20, 31]), although="misdealt")]
    with pytest.raises(results.NotPlausible) as asked:
        results.report_table(table=table, handed=handed, key=KEY, by="Orla", at=NOW)
    assert not asked.value.refuses


def test_a_reason_that_is_too_long_is_refused_and_one_with_control_signs_cleaned(playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 5, 6, 7]})
    with pytest.raises(Refused) as refused:
        hand_in(playing, 1, {1: [0, 5, 6, 8]}, based_on=1, why="y" * 201)
    assert refused.value.sentence == "The reason has 201 characters; at most 200 can be kept. Say it shorter."
    (report,) = hand_in(playing, 1, {1: [0, 5, 6, 8]}, based_on=1, why=" mis\x00read\n twice ")
    assert report.why == "mis read twice"


def test_a_correction_in_a_closed_round_is_accepted_and_needs_somebody_who_may(playing: Round) -> None:
    table = table_of(playing, 1)
    hand_in(playing, 1, {1: [0, 5, 6, 7]})
    Round.objects.update(state="closed", closed_at=NOW)
    again = hand_of(table, 1, [0, 5, 6, 9], based_on=1)
    with pytest.raises(Refused) as refused:
        results.report_table(
            table=table, handed=[again], key=KEY, by="Skye", at=NOW, why="misread", may_correct_closed=False
        )
    assert refused.value.sentence == "Round 1 is closed: only an organiser can correct it."
    (report,) = results.report_table(table=table, handed=[again], key=KEY, by="Orla", at=NOW, why="misread")
    assert (report.accepted_by, report.accepted_at) == ("Orla", NOW)


def test_a_sheet_total_that_does_not_add_up_is_asked_about(tournament: Tournament) -> None:
    round = a_round(tournament, [some_entries(tournament, 3)], centres=[9, 8, 7])
    table = table_of(round, 1)
    name = table.seats.get(place=1).player
    handed = [hand_of(table, hand, points) for hand, points in {1: [12, 0, 9], 2: [18, 0, 9], 3: [30, 0, 9]}.items()]
    with pytest.raises(results.NotPlausible) as asked:
        results.report_table(table=table, handed=handed, key=KEY, by="Skye", at=NOW, sheet={1: 61, 2: 0, 3: 27})
    assert asked.value.sentence == (
        f"Table 1 is not saved yet: Table 1, the totals, {name}: the sheet says 61, and the hands add up to 60. "
        "Look at both again."
    )
    results.report_table(
        table=table, handed=handed, key=KEY, by="Skye", at=NOW, sheet={1: 61, 2: 0, 3: 27}, confirmed=True
    )
    assert sum(current(round, 1, hand)[0][2] or 0 for hand in (1, 2, 3)) == 60


def test_a_line_for_every_seat_is_needed(playing: Round) -> None:
    lines = tuple(Line(place, Score.State.PLAYED, 5) for place in (1, 2, 3))
    with pytest.raises(Refused) as refused:
        results.report_table(
            table=table_of(playing, 1), handed=[Handed(1, Report.Ended.BLOCKED, lines)], key=KEY, by="Skye", at=NOW
        )
    assert refused.value.sentence == (
        "Table 1, hand 1: one line is needed for each of the 4 seats. Look at the table again."
    )


def test_somebody_who_missed_a_hand_is_absent_and_has_no_number(playing: Round) -> None:
    hand_in(playing, 1, {1: [0, None, 30, 7]})
    assert current(playing, 1, 1)[1] == (2, "absent", None)


def test_a_sheet_with_totals_only(playing: Round) -> None:
    table = table_of(playing, 1)
    handed = totals(4, [61, 70, 33, 95], zeros=[1, 0, 2, 0], hands=[4, 4, 4, 4], lowest_other=[5, 9, 3, 20])
    results.report_table(table=table, handed=[handed], key=KEY, by="Skye", at=NOW)
    state = table_state(table)
    assert (state.by_totals, state.missing, state.is_in) == (True, (), True)
    assert Game.objects.get(table=table).counted_by == "totals"
    assert current(playing, 1, None)[0] == (1, "played", 61)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"zeros": [5, 0, 0, 0]}, "5 zeros are more than 4 hands."),
        ({"hands": [5, 4, 4, 4]}, "5 hands are more than the 4 of this round."),
        ({"zeros": [4, 0, 0, 0]}, "every hand was a zero, and the total is 61."),
        ({"lowest_other": [62, 1, 1, 1]}, "the lowest other hand, 62, is more than the total, 61."),
        (
            {"hands": [0, 4, 4, 4]},
            "a sheet has at least one hand. Type a as the points of somebody who missed all of them.",
        ),
        (
            {"lowest_other": [0, 1, 1, 1]},
            "the lowest other hand is the lowest one that is not 0. Leave it empty where there is none.",
        ),
    ],
)
def test_totals_that_contradict_each_other_are_refused(playing: Round, more: dict[str, list[int]], words: str) -> None:
    table = table_of(playing, 1)
    name = table.seats.get(place=1).player
    handed = totals(4, [61, 70, 33, 95], **more)
    with pytest.raises(results.NotPlausible) as refused:
        results.report_table(table=table, handed=[handed], key=KEY, by="Skye", at=NOW, confirmed=True)
    assert [finding.sentence for finding in refused.value.findings] == [f"Table 1, the totals, {name}: {words}"]


@pytest.mark.parametrize("more", [{"zeros": [5, 0, 0, 0]}, {"hands": [0, 4, 4, 4]}, {"lowest_other": [0, 1, 1, 1]}])
def test_totals_that_contradict_each_other_have_no_way_round(playing: Round, more: dict[str, list[int]]) -> None:
    handed = replace(totals(4, [61, 70, 33, 95], **more), although="so says the table")
    with pytest.raises(results.NotPlausible) as refused:
        results.report_table(table=table_of(playing, 1), handed=[handed], key=KEY, by="Orla", at=NOW)
    assert (refused.value.has_way_round, Report.objects.count()) == (False, 0)


@pytest.mark.parametrize(
    ("points", "zeros", "code"),
    [
        ([-5, 70, 33, 95], None, "-5 is below 0"),
        ([1921, 70, 33, 95], None, "1921 points cannot be"),
        ([600, 600, 600, 600], None, "Together these are 2400 points"),
        ([0, 70, 33, 95], [3, 0, 0, 0], "a total of 0 means that each of the 4 hands was a zero"),
    ],
)
def test_totals_that_no_tiles_make_are_refused_and_let_through_with_a_reason(
    playing: Round, points: list[int], zeros: list[int] | None, code: str
) -> None:
    """Four hands of double nine, centres 9 to 6: 477 + 479 + 481 + 483 = 1920 points are beside the centres."""
    table = table_of(playing, 1)
    handed = totals(4, points, **({} if zeros is None else {"zeros": zeros}))
    with pytest.raises(results.NotPlausible) as refused:
        results.report_table(table=table, handed=[handed], key=KEY, by="Skye", at=NOW, confirmed=True)
    assert [code in finding.sentence for finding in refused.value.findings] == [True]
    let = replace(handed, although="so says the table")
    (report,) = results.report_table(table=table, handed=[let], key=KEY, by="Orla", at=NOW)
    assert report.although == "so says the table"


def test_totals_of_other_games_may_be_negative_and_so_may_their_lowest_other_hand(club: Club) -> None:
    tournament = a_tournament(club, rules="free", plan=[[None, None]])
    round = a_round(tournament, [some_entries(tournament, 2)])
    handed = totals(2, [-20, 5], lowest_other=[-15, -5], zeros=[0, 0])
    results.report_table(table=table_of(round, 1), handed=[handed], key=KEY, by="Skye", at=NOW)
    assert list(Score.objects.order_by("place").values_list("lowest_other", flat=True)) == [-15, -5]
    assert [(row.total, row.lowest_other) for row in standings_of(tournament).rows] == [(-20, -15), (5, -5)]


def test_going_over_from_totals_to_hands_needs_a_reason(playing: Round) -> None:
    table = table_of(playing, 1)
    results.report_table(table=table, handed=[totals(4, [61, 70, 33, 95])], key=KEY, by="Skye", at=NOW)
    with pytest.raises(Refused) as refused:
        hand_in(playing, 1, {1: [0, 5, 6, 7]})
    assert refused.value.sentence == (
        "Table 1 was handed in another way before (hands or totals). Say why that changes."
    )
    hand_in(playing, 1, {1: [0, 5, 6, 7]}, why="the sheet has the hands on its back")
    assert table_state(table).by_totals is False
    assert table_state(table).missing == (2, 3, 4)


def test_accepting_a_table(playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 5, 6, 7], 2: [5, 0, 6, 7]}, accepted=False)
    assert table_state(table_of(playing, 1)).not_accepted == (1, 2)
    assert results.accept_tables(round=playing, tables=[1, 2], by="Orla", at=NOW) == 2
    assert table_state(table_of(playing, 1)).not_accepted == ()
    assert results.accept_tables(round=playing, tables=[1, 2], by="Orla", at=NOW) == 0


def test_a_lost_sheet_is_declared_void_with_a_reason(playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 5, 6, 7]})
    table = table_of(playing, 1)
    with pytest.raises(Refused):
        results.void_missing(table=table, why="", key=KEY, by="Orla", at=NOW)
    reports = results.void_missing(table=table, why="the sheet is lost", key=KEY, by="Orla", at=NOW)
    assert [(report.ended, report.although) for report in reports] == [("void", "the sheet is lost")] * 3
    assert current(playing, 1, 2) == [(place, "void", None) for place in (1, 2, 3, 4)]
    assert table_state(table).is_in


def test_other_games_take_any_whole_numbers(club: Club) -> None:
    tournament = a_tournament(club, rules="free wins=highest", plan=[[None, None]])
    round = a_round(tournament, [some_entries(tournament, 3)])
    handed = hand_of(table_of(round, 1), 1, [-20, 1000, 0], ended=Report.Ended.NOT_SAID)
    results.report_table(table=table_of(round, 1), handed=[handed], key=KEY, by="Skye", at=NOW)
    assert current(round, 1, 1) == [(1, "played", -20), (2, "played", 1000), (3, "played", 0)]

"""Typing results through the pages: nothing typed is lost, every door is closed to whoever may not."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Report
from tests.factories import NOW, a_round, an_entry, some_entries
from tests.played import hand_in, table_of
from tests.recorded import a_recorded_round
from tournaments import seats
from tournaments.models import Club, Round, Tournament
from tournaments.queries.tables import table_state

pytestmark = pytest.mark.django_db


@pytest.fixture
def playing(tournament: Tournament) -> Round:
    """A round of two tables of three, two hands: centres 9 and 8."""
    entries = some_entries(tournament, 6)
    return a_round(tournament, [entries[:3], entries[3:]], centres=[9, 8])


def sheet(playing: Round, table: int = 1) -> str:
    return reverse("desk-table", args=[playing.tournament.slug, playing.number, table])


def typed(hands: dict[int, list[str]], **more: str) -> dict[str, str]:
    cells = {f"h{hand}s{place}": value for hand, values in hands.items() for place, value in enumerate(values, start=1)}
    return {"key": "00000000-0000-0000-0000-000000000001", "by": "hands", **cells, **more}


def stored(playing: Round, hand: int, table: int = 1) -> list[int | None]:
    return [line.points for line in table_state(table_of(playing, table)).reports[hand].lines]


def test_the_list_shows_tables_not_in_first(as_scorekeeper: Client, playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 5, 6], 2: [4, 0, 9]})
    page = as_scorekeeper.get(reverse("desk-results", args=[playing.tournament.slug]))
    assert [state.number for state in page.context["waiting"].not_in] == [2]
    assert [state.number for state in page.context["waiting"].accepted] == [1]


def test_a_table_is_found_by_its_number(as_scorekeeper: Client, playing: Round) -> None:
    address = reverse("desk-results", args=[playing.tournament.slug])
    assert as_scorekeeper.get(address, {"table": "2"})["Location"] == sheet(playing, 2)
    lost = as_scorekeeper.get(address, {"table": "9"})
    assert "Round 1 has no table “9”." in lost.content.decode()


def test_typing_a_sheet_and_accepting_it(as_scorekeeper: Client, playing: Round) -> None:
    data = typed({1: ["0", "12", "7"], 2: ["31", "0", "5"]}, accept="yes")
    answer = as_scorekeeper.post(sheet(playing), data, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("desk-results-of", args=[playing.tournament.slug, 1])
    assert "Table 1: 2 hands saved." in answer.content.decode()
    assert (stored(playing, 1), stored(playing, 2)) == ([0, 12, 7], [31, 0, 5])
    assert table_state(table_of(playing, 1)).not_accepted == ()
    report = Report.objects.first()
    assert report is not None
    assert (report.by, report.accepted_by) == ("Skye Scorekeeper", "Skye Scorekeeper")


def test_a_double_tap_is_one_result(as_scorekeeper: Client, playing: Round) -> None:
    data = typed({1: ["0", "12", "7"]})
    for _ in range(2):
        as_scorekeeper.post(sheet(playing), data)
    assert Report.objects.count() == 1


def test_part_of_a_sheet_can_be_typed(as_scorekeeper: Client, playing: Round) -> None:
    as_scorekeeper.post(sheet(playing), typed({1: ["0", "12", "7"], 2: ["", "", ""]}))
    assert table_state(table_of(playing, 1)).missing == (2,)


def test_what_cannot_be_read_stays_in_the_form_and_names_hand_and_person(
    as_scorekeeper: Client, playing: Round
) -> None:
    name = table_of(playing, 1).seats.get(place=2).player
    answer = as_scorekeeper.post(sheet(playing), typed({1: ["0", "1O", "7"], 2: ["4", "", "0"]}))
    html = answer.content.decode()
    assert answer.status_code == 200
    assert f"Hand 1, {name}: “1O” is not a whole number." in html
    assert f"Hand 2, {name}: Type the points, or a if they missed this hand." in html
    assert 'value="1O"' in html
    assert Report.objects.count() == 0


def test_missing_a_hand_is_typed_as_a_letter(as_scorekeeper: Client, playing: Round) -> None:
    as_scorekeeper.post(sheet(playing), typed({1: ["0", "a", "7"]}))
    assert stored(playing, 1) == [0, None, 7]


def test_digits_of_other_scripts_are_digits(as_scorekeeper: Client, playing: Round) -> None:
    as_scorekeeper.post(sheet(playing), typed({1: ["૦", "१२", "৭"]}))
    assert stored(playing, 1) == [0, 12, 7]


def test_a_minus_sign_is_a_minus_and_no_fault_of_ours(as_scorekeeper: Client, playing: Round) -> None:
    check = reverse("desk-table-check", args=[playing.tournament.slug, 1, 1])
    answer = as_scorekeeper.post(check, typed({1: ["−5", "12", ""], 2: ["0", "", ""]}))
    assert [sum_ for _seat, sum_ in answer.context["sheet"].sums] == ["-5", "12", ""]


def test_where_nothing_is_typed_there_is_no_sum_and_the_first_field_waits(
    as_scorekeeper: Client, playing: Round
) -> None:
    page = as_scorekeeper.get(sheet(playing))
    assert [sum_ for _seat, sum_ in page.context["sheet"].sums] == ["", "", ""]
    assert page.context["first_empty"] == "h1s1"
    hand_in(playing, 1, {1: [0, 5, 6]})
    page = as_scorekeeper.get(sheet(playing))
    assert [sum_ for _seat, sum_ in page.context["sheet"].sums] == ["0", "5", "6"]
    assert page.context["first_empty"] == "h2s1"


def test_nobody_on_zero_has_to_be_blocked(as_scorekeeper: Client, playing: Round) -> None:
    answer = as_scorekeeper.post(sheet(playing), typed({1: ["9", "12", "7"]}))
    assert "Nobody has 0 points, so nobody went out. Was the hand blocked?" in answer.content.decode()
    as_scorekeeper.post(sheet(playing), typed({1: ["9", "12", "7"], 2: ["", "", ""]}, **{"ended-1": "blocked"}))
    assert stored(playing, 1) == [9, 12, 7]


def test_an_odd_hand_is_asked_about_once(as_scorekeeper: Client, playing: Round) -> None:
    data = typed({1: ["0", "0", "7"]})
    asked = as_scorekeeper.post(sheet(playing), data)
    assert asked.context["asks"] is True
    assert Report.objects.count() == 0
    as_scorekeeper.post(sheet(playing), {**data, **questions(asked), "confirmed": "yes", "out-1": "2"})
    report = Report.objects.get()
    assert (report.out_place, report.accepted_at) == (2, None)


def questions(asked: Any) -> dict[str, list[str]]:
    """The questions of a page, as its form sends them along with the answer."""
    return {"asked": [finding.sentence for finding in asked.context["findings"]]}


def test_an_answer_does_not_answer_what_was_not_asked(as_scorekeeper: Client, playing: Round) -> None:
    asked = as_scorekeeper.post(sheet(playing), typed({1: ["0", "0", "7"]}))
    changed = typed({1: ["0", "0", "7"], 2: ["0", "0", "9"]})
    again = as_scorekeeper.post(sheet(playing), {**changed, **questions(asked), "confirmed": "yes"})
    assert [finding.hand for finding in again.context["findings"]] == [1, 2]
    assert Report.objects.count() == 0


def test_the_answer_to_a_question_accepts_where_accepting_was_pressed(as_scorekeeper: Client, playing: Round) -> None:
    data = typed({1: ["0", "0", "7"]})
    asked = as_scorekeeper.post(sheet(playing), {**data, "accept": "yes"})
    assert 'name="confirmed" value="accept"' in asked.content.decode()
    as_scorekeeper.post(sheet(playing), {**data, **questions(asked), "confirmed": "accept", "out-1": "1"})
    assert Report.objects.get().accepted_by == "Skye Scorekeeper"


def test_only_an_organiser_accepts_what_the_checks_refuse(
    as_scorekeeper: Client, as_organiser: Client, playing: Round
) -> None:
    data = typed({1: ["400", "400", "0"]}, although="we used two sets")
    assert as_scorekeeper.post(sheet(playing), data).context["refuses"] is True
    assert Report.objects.count() == 0
    as_organiser.post(sheet(playing), data)
    assert Report.objects.get().although == "we used two sets"


def test_a_correction_asks_for_its_reason(as_scorekeeper: Client, playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 12, 7]})
    data = typed({1: ["0", "12", "17"]}, **{"rev-1": "1"})
    answer = as_scorekeeper.post(sheet(playing), data)
    assert "Table 1, hand 1 is handed in already. Say why it is corrected." in answer.content.decode()
    as_scorekeeper.post(sheet(playing), {**data, "why": "a 1 was lost"})
    assert stored(playing, 1) == [0, 12, 17]
    history = as_scorekeeper.get(reverse("desk-hand", args=[playing.tournament.slug, 1, 1, 1])).content.decode()
    assert "Corrected because: a 1 was lost" in history


def test_opening_a_correction_and_leaving_changes_nothing(as_scorekeeper: Client, playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 12, 7]})
    version = Tournament.objects.get(pk=playing.tournament.pk).version
    page = as_scorekeeper.get(sheet(playing)).content.decode()
    assert 'name="h1s2" value="12"' in page
    assert (stored(playing, 1), Tournament.objects.get(pk=playing.tournament.pk).version) == ([0, 12, 7], version)


def test_two_versions_stand_side_by_side_and_one_is_chosen(as_scorekeeper: Client, playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 12, 7]})
    data = typed({1: ["0", "12", "70"]}, why="the sheet says so", **{"rev-1": "0"})
    clash = as_scorekeeper.post(sheet(playing), data)
    assert [typed_ for _name, _stored, typed_ in clash.context["conflict"].lines] == ["0", "12", "70"]
    assert 'name="rev-1" value="1"' in clash.content.decode()
    as_scorekeeper.post(sheet(playing), {**data, "rev-1": "1"})
    assert stored(playing, 1) == [0, 12, 70]


def test_a_stored_hand_cannot_be_emptied(as_scorekeeper: Client, playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 12, 7]})
    answer = as_scorekeeper.post(sheet(playing), typed({1: ["", "", ""]}, why="x", **{"rev-1": "1"}))
    assert "Hand 1 is saved already and now empty." in answer.content.decode()
    assert stored(playing, 1) == [0, 12, 7]


def test_totals_only(as_scorekeeper: Client, playing: Round) -> None:
    data = {"key": "", "by": "totals", "points-1": "31", "points-2": "12", "points-3": "12", "zeros-2": "1"}
    as_scorekeeper.post(sheet(playing), data)
    state = table_state(table_of(playing, 1))
    assert [(line.points, line.zeros) for line in state.reports[None].lines] == [(31, None), (12, 1), (12, None)]
    assert 'value="31"' in as_scorekeeper.get(sheet(playing)).content.decode()


def test_totals_without_points_are_asked_for(as_scorekeeper: Client, playing: Round) -> None:
    answer = as_scorekeeper.post(sheet(playing), {"by": "totals", "points-1": "31", "points-2": "x"})
    html = answer.content.decode()
    assert "“x” is not a whole number." in html
    assert "Type the points." in html
    assert Report.objects.count() == 0


def test_a_closed_round_is_corrected_by_organisers_only(
    as_scorekeeper: Client, as_organiser: Client, playing: Round
) -> None:
    hand_in(playing, 1, {1: [0, 12, 7], 2: [3, 0, 4]})
    Round.objects.update(state="closed", closed_at=NOW)
    data = typed({1: ["0", "12", "8"]}, why="misread", **{"rev-1": "1"})
    refused = as_scorekeeper.post(sheet(playing), {**data, "h2s1": "3", "h2s2": "0", "h2s3": "4"})
    assert "Round 1 is closed: only an organiser can correct it." in refused.content.decode()
    as_organiser.post(sheet(playing), {**data, "h2s1": "3", "h2s2": "0", "h2s3": "4", "rev-2": "1"})
    assert stored(playing, 1) == [0, 12, 8]


def test_the_checks_speak_while_typing_and_store_nothing(as_scorekeeper: Client, playing: Round) -> None:
    address = reverse("desk-table-check", args=[playing.tournament.slug, 1, 1])
    html = as_scorekeeper.post(address, typed({1: ["500", "0", ""], 2: ["4", "5", "0"]})).content.decode()
    assert "504" in html
    html = as_scorekeeper.post(address, typed({1: ["500", "0", "3"]})).content.decode()
    assert "500 points cannot be" in html
    assert Report.objects.count() == 0


def test_missing_hands_are_declared_void_by_an_organiser(
    as_scorekeeper: Client, as_organiser: Client, playing: Round
) -> None:
    hand_in(playing, 1, {1: [0, 12, 7]})
    address = reverse("void-missing", args=[playing.tournament.slug, 1, 1])
    assert as_scorekeeper.post(address, {"why": "lost"}).status_code == 404
    as_organiser.post(address, {"why": "the sheet is lost"})
    assert table_state(table_of(playing, 1)).is_in


def test_accepting_what_is_typed(as_scorekeeper: Client, playing: Round) -> None:
    hand_in(playing, 1, {1: [0, 12, 7]}, accepted=False)
    answer = as_scorekeeper.post(
        reverse("accept-results", args=[playing.tournament.slug, 1]), {"table": ["1"]}, follow=True
    )
    assert "1 hand accepted." in answer.content.decode()


@pytest.mark.parametrize("name", ["desk-table", "desk-hand", "desk-results-of"])
def test_what_is_not_there_is_404(as_scorekeeper: Client, playing: Round, name: str) -> None:
    arguments = {"desk-table": [1, 9], "desk-hand": [1, 1, 2], "desk-results-of": [7]}[name]
    assert as_scorekeeper.get(reverse(name, args=[playing.tournament.slug, *arguments])).status_code == 404


def test_the_list_asks_the_same_number_of_queries_for_thirty_tables(
    as_scorekeeper: Client, tournament: Tournament
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    entries = some_entries(tournament, 90)
    tables = [entries[start : start + 3] for start in range(0, 90, 3)]
    a_round(tournament, tables[:1])
    address = reverse("desk-results", args=[tournament.slug])
    with CaptureQueriesContext(connection) as one:
        as_scorekeeper.get(address)
    Round.objects.update(state="closed", closed_at=NOW)
    a_round(tournament, tables[1:])
    with CaptureQueriesContext(connection) as thirty:
        as_scorekeeper.get(address)
    assert len(one) == len(thirty) == 9


@pytest.mark.parametrize("minus", ["−5", "-5"])
def test_a_minus_of_either_kind_is_read_and_refused_in_words(
    as_scorekeeper: Client, playing: Round, minus: str
) -> None:
    answer = as_scorekeeper.post(sheet(playing), typed({1: [minus, "0", "7"]}))
    assert (answer.status_code, "-5 is below 0" in answer.content.decode()) == (200, True)
    check = reverse("desk-table-check", args=[playing.tournament.slug, 1, 1])
    assert as_scorekeeper.post(check, typed({1: [minus, "0", "7"]})).status_code == 200


def test_the_next_hand_is_typed_when_somebody_has_come_or_is_back_since(as_scorekeeper: Client, playing: Round) -> None:
    seat = seats.leave(seat=playing.seats.get(table__number=1, place=3), from_hand=1, by="Orla", at=NOW)
    hand_in(playing, 1, {1: [0, 5, None]})
    seats.leave(seat=seat, from_hand=None, by="Orla", at=NOW)
    seats.add_to_table(table=table_of(playing, 1), entry=an_entry(playing.tournament), by="Orla", at=NOW)
    data = typed({1: ["0", "5", ""], 2: ["4", "0", "8", "9"]}, **{"rev-1": "1"})
    assert as_scorekeeper.post(sheet(playing), data).status_code == 302
    assert (stored(playing, 1), stored(playing, 2)) == ([0, 5, None], [4, 0, 8, 9])


def test_a_conflict_is_solved_by_another_sending(as_scorekeeper: Client, playing: Round) -> None:
    as_scorekeeper.post(sheet(playing), typed({1: ["0", "12", "7"]}))
    typed_over = typed({1: ["0", "12", "9"]}, why="misread")
    shown = as_scorekeeper.post(sheet(playing), typed_over).context["sheet"]
    again = {**typed_over, "key": shown.key, "rev-1": str(shown.rows[0].based_on)}
    assert as_scorekeeper.post(sheet(playing), again).status_code == 302
    assert stored(playing, 1) == [0, 12, 9]


def test_the_reason_to_let_a_hand_through_is_kept_while_something_else_is_asked(
    as_organiser: Client, playing: Round
) -> None:
    data = typed({1: ["0", "0", "7"], 2: ["3", "4", "5"]}, although="misdealt")
    page = as_organiser.post(sheet(playing), data)
    assert (page.context["asks"], 'value="misdealt"' in page.content.decode()) == (True, True)


@pytest.mark.parametrize("number", ["9" * 31, "9" * 5000, "²", "٣", "", "x"])
def test_junk_in_place_of_a_table_is_no_table(as_organiser: Client, playing: Round, number: str) -> None:
    slug = playing.tournament.slug
    assert as_organiser.get(reverse("desk-results", args=[slug]), {"table": number}).status_code == 200
    assert as_organiser.post(reverse("accept-results", args=[slug, 1]), {"table": number}).status_code == 302
    assert as_organiser.post(reverse("seat-swap", args=[slug]), {"first": number}).status_code == 200
    assert as_organiser.post(reverse("seat-paper", args=[slug]), {"tables": number}).status_code == 200


def test_a_reason_for_voiding_that_is_too_long_is_not_lost(as_organiser: Client, playing: Round) -> None:
    address = reverse("void-missing", args=[playing.tournament.slug, 1, 1])
    page = as_organiser.post(address, {"why": "x" * 201}).content.decode()
    assert ("The reason has 201 characters" in page, f'value="{"x" * 201}"' in page) == (True, True)


def test_a_recorded_hand_is_looked_at_turn_by_turn_at_the_desk(as_scorekeeper: Client, club: Club) -> None:
    a_recorded_round(club, slug="recorded-evening")
    address = reverse("desk-hand", args=["recorded-evening", 1, 1, 1])
    html = as_scorekeeper.get(address, {"turn": "5"}).content.decode()
    assert "record verified" in html
    assert "Foot on 4-4: 3 toes are owed." in html
    assert (
        "data-replay"
        not in as_scorekeeper.get(reverse("desk-hand", args=["recorded-evening", 1, 1, 2])).content.decode()
    )

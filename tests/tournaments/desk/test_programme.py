"""The settings at the desk: a new tournament, changes, what is frozen, copies, removal."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import a_player, a_round, a_tournament, an_entry, some_entries
from tests.played import hand_in
from tournaments.models import Club, Round, Tournament
from tournaments.programme import Programme, programme_of

pytestmark = pytest.mark.django_db
NEW = "/en/desk/barnyard/tournaments/new/"
PAGE = "/en/desk/t/friday-evening/settings/"

Typed = dict[str, str | list[str]]


def typed_in(client: Client, address: str) -> Typed:
    """What the form of a page would send if nothing were changed."""
    form = client.get(address).context["form"]
    typed: Typed = {}
    for field in form:
        value = field.value()
        if isinstance(value, list):
            typed[field.html_name] = [str(one) for one in value]
        elif value not in (None, False, ""):
            typed[field.html_name] = str(value)
    return typed


def errors_in(page: str) -> list[str]:
    """The sentences of the summary of errors."""
    summary = re.search(r'<div class="errors".*?</div>', page, re.DOTALL)
    found = re.findall(r"<li>(.*?)</li>", summary[0], re.DOTALL) if summary else []
    return [re.sub(r"<[^>]+>", "", one) for one in found]


def test_a_name_is_all_that_a_usual_evening_needs(club: Club, as_organiser: Client) -> None:
    Club.objects.update(place="Barn", time_zone="Europe/London")
    answer = as_organiser.post(NEW, {**typed_in(as_organiser, NEW), "name": "Friday evening"}, follow=True)
    made = Tournament.objects.get()
    assert programme_of(made) == Programme(
        name="Friday evening", date=made.date, place="Barn", time_zone="Europe/London"
    )
    assert answer.redirect_chain[0][0] == f"/en/desk/t/{made.slug}/"


def test_what_is_missing_is_said_and_nothing_typed_is_lost(club: Club, as_organiser: Client) -> None:
    sent = {
        **typed_in(as_organiser, NEW),
        "name": "",
        "place": "Barn <b>",
        "plan": "9 8 / nine",
        "time_zone": "Barnyard",
    }
    answer = as_organiser.post(NEW, sent)
    page = answer.content.decode()
    assert (answer.status_code, Tournament.objects.count()) == (200, 0)
    assert errors_in(page) == [
        "Name: This field is required.",
        "Time zone: “Barnyard” is not a time zone. Write one such as Asia/Kolkata.",
        (
            "Rounds and their hands: Round 2: “nine” is not a starting double. "
            "Write 9 for 9-9, or 9-6 for a run down to 6-6."
        ),
    ]
    assert 'value="Barn &lt;b&gt;"' in page
    assert 'value="9 8 / nine"' in page


def test_every_option_can_be_set(club: Club, as_organiser: Client) -> None:
    sent = {**typed_in(as_organiser, NEW), "name": "Cup", "preset": "classic4"}
    options = {"option-hand": "11 / 10 / 9", "option-zero_blank": "25", "option-plays_on": "no", "option-set": "12"}
    as_organiser.post(NEW, {**sent, **options})
    assert Tournament.objects.get().rules == "classic4 set=12 hand=11/10/9 plays_on=no zero_blank=25"


def test_an_option_that_cannot_be_read_is_named_beside_its_field(club: Club, as_organiser: Client) -> None:
    page = as_organiser.post(
        NEW, {**typed_in(as_organiser, NEW), "name": "Cup", "option-hand": "lots"}
    ).content.decode()
    assert [error.split(":")[0] for error in errors_in(page)] == ["Tiles dealt to each player"]
    assert "<details open>" in page


def test_showing_other_rules_saves_nothing_and_keeps_what_is_typed(club: Club, as_organiser: Client) -> None:
    sent = {**typed_in(as_organiser, NEW), "name": "", "place": "Barn", "preset": "free", "show": "1"}
    answer = as_organiser.post(NEW, sent)
    page = answer.content.decode()
    assert (errors_in(page), Tournament.objects.count()) == ([], 0)
    assert ('value="Barn"' in page, "Who wins" in page, "Tiles dealt" in page) == (True, True, False)


def test_rounds_are_spread_over_the_game(club: Club, as_organiser: Client) -> None:
    sent = {**typed_in(as_organiser, NEW), "option-set": "12", "rounds_wanted": "4", "spread": "1"}
    page = as_organiser.post(NEW, sent).content.decode()
    assert 'value="12 11 10 9 / 8 7 6 / 5 4 3 / 2 1 0"' in page


def test_a_plan_follows_the_rules_that_are_shown(club: Club, as_organiser: Client) -> None:
    sent = {**typed_in(as_organiser, NEW), "preset": "free", "rules_shown": "gamerules", "show": "1"}
    assert 'value="4 / 3 / 3"' in as_organiser.post(NEW, sent).content.decode()
    sent = {**sent, "preset": "chickie6", "rules_shown": "free", "plan": "5 / 5"}
    assert 'value="6 5 4 3 / 2 1 0"' in as_organiser.post(NEW, sent).content.decode()
    sent = {**sent, "preset": "spruce", "rules_shown": "free", "plan": "9 8 / nine"}
    assert 'value="9 8 / nine"' in as_organiser.post(NEW, sent).content.decode()


def test_another_game_counts_hands(club: Club, as_organiser: Client) -> None:
    sent = {**typed_in(as_organiser, NEW), "name": "Mexican Train", "preset": "free", "plan": "2 / 1"}
    as_organiser.post(NEW, {**sent, "option-wins": "highest"})
    made = Tournament.objects.get()
    assert (made.rules, made.plan) == ("free wins=highest", [[None, None], [None]])


def test_sizes_that_cannot_be_dealt_are_struck_out_and_why_is_said(club: Club, as_organiser: Client) -> None:
    sent = {**typed_in(as_organiser, NEW), "name": "Cup", "preset": "spruce", "sizes": ["4", "8"]}
    answer = as_organiser.post(NEW, sent, follow=True)
    assert Tournament.objects.get().sizes == [4]
    assert "Tables of 8 are struck out: 8 players × 7 tiles need 56 tiles" in answer.content.decode()


def test_tie_breaks_have_an_order_and_may_be_none(tournament: Tournament, as_organiser: Client) -> None:
    """Public faults 9 and 10: three of them stay as they are, and an empty list is allowed."""
    sent = typed_in(as_organiser, PAGE)
    as_organiser.post(PAGE, {**sent, "tie-1": "countback", "tie-2": "", "tie-3": "most_zeros", "tie-4": "lot"})
    tournament.refresh_from_db()
    assert tournament.tie_breaks == ["countback", "most_zeros", "lot"]
    as_organiser.post(f"{PAGE[:-9]}copy/", {"name": "Next Friday", "date": "2026-03-13"})
    copied = Tournament.objects.get(name="Next Friday")
    assert (copied.tie_breaks, copied.entries.count()) == (["countback", "most_zeros", "lot"], 0)
    as_organiser.post(PAGE, {**typed_in(as_organiser, PAGE), "tie-1": "", "tie-2": "", "tie-3": ""})
    tournament.refresh_from_db()
    assert tournament.tie_breaks == []


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"tie-2": "most_zeros"}, "A tie-break stands in the list twice; take one out."),
        ({"imputation": "fixed"}, "Fixed points for a missed hand: Say how many points a missed hand gets."),
        (
            {"hands_asked": "3"},
            "Totals can only be compared when everybody has all hands; rank by average to ask for fewer.",
        ),
        ({"sizes": []}, "Allowed table sizes: This field is required."),
        ({"plan": "12 11"}, "The double-nine set has no 12-12: its doubles go from 9-9 down to 0-0. The"),
    ],
)
def test_what_cannot_be_is_said(tournament: Tournament, as_organiser: Client, change: Typed, error: str) -> None:
    answer = as_organiser.post(PAGE, {**typed_in(as_organiser, PAGE), **change})
    assert [one[: len(error)] for one in errors_in(answer.content.decode())] == [error]
    tournament.refresh_from_db()
    assert tournament.tie_breaks == ["most_zeros", "lowest_other"]


def test_fixed_points_belong_to_the_fixed_policy_alone(tournament: Tournament, as_organiser: Client) -> None:
    as_organiser.post(PAGE, {**typed_in(as_organiser, PAGE), "imputation": "fixed", "imputed_points": "30"})
    tournament.refresh_from_db()
    assert (tournament.imputation, tournament.imputed_points) == ("fixed", 30)
    as_organiser.post(PAGE, {**typed_in(as_organiser, PAGE), "imputation": "none", "imputed_points": "30"})
    tournament.refresh_from_db()
    assert (tournament.imputation, tournament.imputed_points) == ("none", None)


def test_since_the_first_seating_the_rest_can_still_be_changed(tournament: Tournament, as_organiser: Client) -> None:
    a_round(tournament, [some_entries(tournament, 3)])
    page = as_organiser.get(PAGE).content.decode()
    assert ("Fixed since the first seating" in page, 'name="preset"' in page) == (True, False)
    as_organiser.post(PAGE, {**typed_in(as_organiser, PAGE), "place": "Loft", "rules": "spruce", "preset": "spruce"})
    tournament.refresh_from_db()
    assert (tournament.place, tournament.rules) == ("Loft", "gamerules")


def test_a_round_that_is_seated_keeps_its_centres(tournament: Tournament, as_organiser: Client) -> None:
    a_round(tournament, [some_entries(tournament, 3)])
    answer = as_organiser.post(PAGE, {**typed_in(as_organiser, PAGE), "plan": "9 8 / 5 4 3"})
    assert "so their centres stay" in errors_in(answer.content.decode())[0]
    as_organiser.post(PAGE, {**typed_in(as_organiser, PAGE), "plan": "9 8 7 6 / 5 4"})
    tournament.refresh_from_db()
    assert tournament.plan == [[9, 8, 7, 6], [5, 4]]


@pytest.fixture
def played(tournament: Tournament) -> Round:
    """Round 1 closed: Wren has 30 with two zeros, Heron 30 with one, Teal 90."""
    entries = [an_entry(tournament, a_player(tournament.club, name)) for name in ("Wren", "Heron", "Teal")]
    playing = a_round(tournament, [entries])
    hand_in(playing, 1, {1: [0, 8, 20], 2: [0, 12, 30], 3: [20, 0, 20], 4: [10, 10, 20]})
    Round.objects.update(state=Round.State.CLOSED, closed_at=playing.published_at)
    return playing


def test_replacing_shows_first_what_would_change_and_asks_why(
    tournament: Tournament, played: Round, as_owner: Client
) -> None:
    address = PAGE + "replace/"
    sent = {**typed_in(as_owner, address), "tie-1": "", "tie-2": "", "option-zero_blank": "50"}
    looked = as_owner.post(address, {**sent, "look": "1"})
    consequences = looked.context["consequences"]
    assert [(one.name, one.place_before, one.place_after) for one in consequences.standings] == [
        ("Wren", 1, 1),
        ("Heron", 2, 1),
        ("Teal", 3, 3),
    ]
    assert (consequences.hands, consequences.moved) == (4, 1)
    without = as_owner.post(address, {**sent, "replace": "1", "why": " "})
    assert "Say why." in without.content.decode()
    tournament.refresh_from_db()
    assert (tournament.rules, tournament.tie_breaks) == ("gamerules", ["most_zeros", "lowest_other"])
    unseen = as_owner.post(address, {**sent, "replace": "1", "why": "Set up in a hurry"})
    assert errors_in(unseen.content.decode()) == [
        "These are not the consequences that were shown before. Look at them again."
    ]
    as_owner.post(address, {**sent, "replace": "1", "why": "Set up in a hurry", "mark": consequences.mark})
    tournament.refresh_from_db()
    assert (tournament.rules, tournament.tie_breaks) == ("gamerules zero_blank=50", [])
    assert tournament.changes.get(verb="tournament.replace").facts["why"] == "Set up in a hurry"


def test_every_hand_is_checked_again_by_the_new_rules(tournament: Tournament, played: Round, as_owner: Client) -> None:
    hand_in(played, 1, {1: [0, 0, 50]}, based_on=1, why="Misread")
    address = PAGE + "replace/"
    looked = as_owner.post(address, {**typed_in(as_owner, address), "preset": "chickie6", "look": "1"})
    assert looked.context["consequences"] is None
    assert " ".join(errors_in(looked.content.decode())) == (
        "The double-six set has no 9-9: its doubles go from 6-6 down to 0-0. The double-six set has no 8-8: "
        "its doubles go from 6-6 down to 0-0. The double-six set has no 7-7: its doubles go from 6-6 down to 0-0."
    )
    looked = as_owner.post(address, {**typed_in(as_owner, address), "option-zero_blank": "50", "look": "1"})
    found = [(one.round, one.sentence.split(":")[0]) for one in looked.context["consequences"].found]
    assert found == [(1, "Table 1, hand 1")]


def test_replacing_by_the_same_is_refused(tournament: Tournament, played: Round, as_owner: Client) -> None:
    address = PAGE + "replace/"
    sent = typed_in(as_owner, address)
    mark = as_owner.post(address, {**sent, "look": "1"}).context["consequences"].mark
    answer = as_owner.post(address, {**sent, "replace": "1", "why": "No reason", "mark": mark})
    assert errors_in(answer.content.decode()) == ["Nothing is different from what it is now."]


def test_removing_asks_for_the_name_and_can_be_taken_back(tournament: Tournament, as_owner: Client) -> None:
    """Public fault 81: a tap must not delete an event."""
    address = "/en/desk/t/friday-evening/"
    answer = as_owner.post(address + "remove/", {"name": "friday"})
    assert (answer.status_code, as_owner.get(address).status_code) == (200, 200)
    gone = as_owner.post(address + "remove/", {"name": "Friday evening"}, follow=True)
    assert (as_owner.get(address).status_code, "Put back" in gone.content.decode()) == (404, True)
    as_owner.post(address + "put-back/")
    assert as_owner.get(address).status_code == 200


def test_a_copy_needs_a_name_and_a_date(tournament: Tournament, as_organiser: Client) -> None:
    answer = as_organiser.post("/en/desk/t/friday-evening/copy/", {"name": "", "date": "soon"})
    assert (answer.status_code, len(errors_in(answer.content.decode())), Tournament.objects.count()) == (200, 2, 1)


@pytest.mark.parametrize("count", [1, 30])
def test_removed_tournaments_take_as_many_queries_for_thirty_as_for_one(
    club: Club, as_owner: Client, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(count):
        a_tournament(club, removed_at="2026-03-06T20:00Z")
    with django_assert_num_queries(5):
        as_owner.get("/en/desk/barnyard/tournaments/removed/")

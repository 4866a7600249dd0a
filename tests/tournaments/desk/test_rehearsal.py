"""Rehearsals at the desk: made, taken step by step, told, thrown away; and marked wherever they are seen."""

import re

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from tests.factories import a_tournament, some_entries
from tests.rehearsed import a_rehearsal, evening_1, steps
from tests.test_doors import DOORS, Door
from tournaments import programme
from tournaments.models import Club, Rehearsal, Tournament
from tournaments.tasks import look_for_rehearsals

pytestmark = pytest.mark.django_db
MARK = 'class="rehearsal-mark"'
MISHAPS = ["no_shows", "late", "slips", "missing_sheet", "correction"]


def text(answer: object) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())  # type: ignore[attr-defined]


def page_of(slug: str) -> str:
    return reverse("rehearsal", args=[slug])


def test_one_button_makes_it_and_next_takes_its_steps(club: Club, as_organiser: Client) -> None:
    tournament = evening_1(club)
    assert "Rehearse this evening" in text(as_organiser.get(reverse("console", args=[tournament.slug])))
    page = page_of(tournament.slug)
    typed = {"speed": "pressed", "seconds": "5", "mishaps": MISHAPS, "seed": "5"}
    shown = text(as_organiser.post(page, typed, follow=True))
    rehearsal = Rehearsal.objects.get()
    assert (rehearsal.mishaps, rehearsal.seed, rehearsal.by) == (MISHAPS, 5, "Orla Organiser")
    assert "Next: People arrive." in shown
    assert "every 2s" not in shown
    step = reverse("rehearsal-step", args=[rehearsal.tournament.slug])
    shown = text(as_organiser.post(step, follow=True))
    assert "1 step so far. Seed 5." in shown
    assert rehearsal.tournament.slug in text(as_organiser.get(page))


def test_what_was_typed_wrong_is_said(club: Club, as_organiser: Client) -> None:
    tournament = evening_1(club)
    typed = {"speed": "fast", "seconds": "0", "mishaps": ["flood"], "seed": "-1"}
    shown = text(as_organiser.post(page_of(tournament.slug), typed))
    assert "Select a valid choice. fast" in shown
    assert "Ensure this value is greater than or equal to 1." in shown
    assert Rehearsal.objects.count() == 0


def test_by_itself_an_open_page_takes_the_steps_that_are_due(club: Club, as_organiser: Client) -> None:
    rehearsal = a_rehearsal(evening_1(club), speed=Rehearsal.Speed.PACED)
    slug = rehearsal.tournament.slug
    assert "every 2s" in text(as_organiser.get(page_of(slug)))
    step = reverse("rehearsal-step", args=[slug])
    for _ in range(2):
        part = as_organiser.post(step, {"due": "1"}, headers={"HX-Request": "true"})
        assert part.content.startswith(b'<div id="rehearsal"')
        assert part["Cache-Control"] == "no-store"
    assert rehearsal.steps.count() == 1


def test_a_worker_takes_the_steps_that_are_due(club: Club) -> None:
    tournament = evening_1(club)
    paced = a_rehearsal(tournament, speed=Rehearsal.Speed.PACED)
    pressed = a_rehearsal(tournament, speed=Rehearsal.Speed.PRESSED)
    for _ in range(2):
        look_for_rehearsals.run()
    assert (paced.steps.count(), pressed.steps.count()) == (1, 0)


def test_the_speed_can_be_changed(club: Club, as_organiser: Client) -> None:
    rehearsal = a_rehearsal(evening_1(club))
    address = reverse("rehearsal-speed", args=[rehearsal.tournament.slug])
    shown = text(as_organiser.post(address, {"speed": "paced", "seconds": "9"}, follow=True))
    rehearsal.refresh_from_db()
    assert (rehearsal.speed, rehearsal.seconds) == ("paced", 9)
    assert "The rehearsal goes on: by itself, a step every few seconds." in shown


def test_the_report_says_what_the_organiser_would_have_met(club: Club, as_organiser: Client) -> None:
    rehearsal = a_rehearsal(evening_1(club))
    steps(rehearsal)
    shown = text(as_organiser.get(page_of(rehearsal.tournament.slug)))
    assert "What you would have met" in shown
    assert "The rehearsal is over" in shown
    for act in ("slip", "missing", "correct", "late"):
        for step in rehearsal.steps.filter(act=act):
            assert step.said in shown
    assert f"The desk had {rehearsal.steps.count()} things to do." in shown
    assert "15 sheets were handed in." in shown
    assert re.search(r"Round 1</th> <td[^>]*>3 tables of 6 and 2 tables of 5</td>", shown)


def test_what_is_refused_again_and_again_is_told_once(club: Club, as_organiser: Client) -> None:
    tournament = a_tournament(club, plan=[[9]])
    some_entries(tournament, 2)
    slug = a_rehearsal(tournament).tournament.slug
    for _ in range(5):
        as_organiser.post(reverse("rehearsal-step", args=[slug]))
    shown = text(as_organiser.get(page_of(slug)))
    assert "The last step was refused, as it says below." in shown
    assert shown.count("<li>Round 1: 2 people do not fill a table of 3.") == 1


def test_reopened_it_says_who_finishes_it(club: Club, as_organiser: Client) -> None:
    tournament = a_tournament(club, plan=[[9]])
    some_entries(tournament, 4)
    rehearsal = a_rehearsal(tournament, mishaps=())
    steps(rehearsal)
    copied = Tournament.with_rehearsals.get(pk=rehearsal.pk)
    programme.reopen(tournament=copied, why="One more look", by="Orla", at=timezone.now())
    assert "It was reopened: finish it where you reopened it" in text(as_organiser.get(page_of(copied.slug)))


def test_thrown_away_by_name_it_is_gone(club: Club, as_organiser: Client) -> None:
    tournament = evening_1(club)
    rehearsal = a_rehearsal(tournament)
    address = reverse("rehearsal-throw-away", args=[rehearsal.tournament.slug])
    assert "Type the name of the rehearsal" in text(as_organiser.post(address, {"name": "Barn evening"}))
    gone = as_organiser.post(address, {"name": "Rehearsal: Barn evening"})
    assert gone["Location"] == page_of(tournament.slug)
    assert as_organiser.get(address).status_code == 404


def test_of_a_tournament_of_the_club_no_step_is_taken(club: Club, as_organiser: Client) -> None:
    tournament = evening_1(club)
    for name in ("rehearsal-step", "rehearsal-speed", "rehearsal-throw-away"):
        assert as_organiser.post(reverse(name, args=[tournament.slug])).status_code == 404


OF_TOURNAMENT = list({door.name: door for door in DOORS if "slug" in door.args}.values())
PUBLIC = [door for door in OF_TOURNAMENT if door.get == "200 200 200 200 200"]


@pytest.fixture
def rehearsed(club: Club) -> Tournament:
    rehearsal = a_rehearsal(evening_1(club))
    steps(rehearsal)
    return Tournament.with_rehearsals.get(pk=rehearsal.pk)


@pytest.mark.parametrize("wrong", ["", "rehearsal-", "rehearsal-0000000000000000000000-"])
def test_without_the_secret_every_page_poll_and_list_is_404(
    rehearsed: Tournament, stranger: Client, wrong: str
) -> None:
    secret = re.fullmatch(r"rehearsal-([\w-]{22})-(.*)", rehearsed.slug)
    assert secret
    guessed = [f"{wrong}{secret[2]}x", f"{wrong}{rehearsed.pk}", f"{wrong}{secret[2]}" if wrong else "rehearsal"]
    for door in PUBLIC:
        for slug in guessed:
            assert stranger.get(door.instead(slug=slug)).status_code == 404


def test_every_page_of_it_is_marked(rehearsed: Tournament, stranger: Client, as_owner: Client) -> None:
    """Whatever page a tournament has, now or later: as HTML it carries the mark, the name of a list says it too."""
    unmarked, seen = [], 0
    for door in OF_TOURNAMENT:
        answer = (stranger if door in PUBLIC else as_owner).get(_there(door, rehearsed))
        html = answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
        if html and answer.content.lstrip().lower().startswith(b"<!doctype"):
            seen += 1
            if MARK not in answer.content.decode():
                unmarked.append(door.name)
    assert (unmarked, seen > 25) == ([], True)


def test_no_robot_is_to_find_it_and_the_tournament_is_not_marked(rehearsed: Tournament, stranger: Client) -> None:
    assert 'content="noindex, nofollow"' in text(stranger.get(f"/en/t/{rehearsed.slug}/"))
    itself = text(stranger.get("/en/t/barn-evening/"))
    assert ("noindex" in itself, MARK in itself) == (False, False)


def _there(door: Door, rehearsed: Tournament) -> str:
    """The door of the rehearsal, with round, table and entry 1 where numbers are asked for."""
    ones = {name: 1 if isinstance(value, int) else value for name, value in door.args.items()}
    try:
        return reverse(door.name, kwargs={**ones, "slug": rehearsed.slug})
    except NoReverseMatch:
        pytest.fail(door.name)


def test_the_time_of_a_step_is_now(club: Club, as_organiser: Client) -> None:
    rehearsal = a_rehearsal(evening_1(club))
    before = timezone.now()
    as_organiser.post(reverse("rehearsal-step", args=[rehearsal.tournament.slug]))
    assert before <= rehearsal.steps.get().at <= timezone.now()

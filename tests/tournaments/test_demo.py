"""The demo club: what there is to look at, at each stage, and that it goes as it came."""

import datetime as dt
import threading
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client

from games.models import Report, Score
from tests.factories import NOW, a_user
from tournaments import clubs
from tournaments.demo.cast import CUP, FINED, LATE, NAMES, NEVER_CAME, WENT_HOME
from tournaments.demo.cup import BEGAN
from tournaments.demo.fill import WEEK, Stage, fill_demo
from tournaments.exchange.standings_text import Form, standings_text
from tournaments.models import Change, Club, Entry, LedgerLine, Membership, Role, Round, Seat, Shown, Tournament
from tournaments.names import fault
from tournaments.queries.clubs import club_calendar
from tournaments.queries.facts import facts_of
from tournaments.queries.knockouts import knockout_now
from tournaments.queries.stage_lists import stage_facts
from tournaments.queries.standings import standings_of
from tournaments.queries.tables import table_states
from tournaments.refusals import Refused


def fill(stage: Stage = Stage.PLAYING, seed: int = 1) -> Tournament:
    return fill_demo(stage=stage, seed=seed, at=NOW)


def statuses(tournament: Tournament) -> dict[str, int]:
    found = [str(entry.status) for entry in tournament.entries.all()]
    return {status: found.count(status) for status in sorted(set(found))}


def test_names_are_usable_and_of_several_scripts() -> None:
    assert [fault(name) for name in NAMES] == [None] * len(NAMES)
    assert len({name[0] >= "\u0900" for name in NAMES}) == 2
    assert {LATE, NEVER_CAME, WENT_HOME, FINED} <= set(NAMES)


def test_playing_shows_everything_that_happens_in_an_evening(db: None) -> None:
    tonight = fill()
    assert statuses(tonight) == {"expected": 1, "here": 26, "withdrawn": 1}
    first, second = tonight.rounds.order_by("number")
    assert (first.state, second.state) == (Round.State.CLOSED, Round.State.OPEN)
    assert sorted(len(state.seats) for state in table_states(second)) == [3, 3, 4, 4, 4, 4, 4]
    assert [(len(state.missing), len(state.not_accepted)) for state in table_states(second)] == [
        *[(0, 0)] * 4,
        (0, 3),
        (2, 0),
        (3, 0),
    ]
    late = Seat.objects.get(round=first, player__name=LATE)
    assert late.table is not None
    of_late = Score.objects.filter(report__game__table=late.table, place=late.place or 0)
    assert (late.first_hand, [score.state for score in of_late]) == (3, ["played", "played"])
    corrected = Report.objects.filter(game__table__round__tournament=tonight, revision__gt=1)
    assert [(report.revision, report.why) for report in corrected] == [(2, "Misread: the 1 was a 2.")]
    assert LedgerLine.objects.get(entry__tournament=tonight).entry.player.name == FINED
    assert {entry.player.shown for entry in tonight.entries.all()} == set(Shown.values)
    found = standings_of(tonight)
    assert (found.open_round, found.tables_in, found.tables) == (2, 5, 7)


@pytest.mark.parametrize(
    ("stage", "rounds", "state", "heads"),
    [
        (Stage.ENTRIES, [], "published", {"expected": 11, "here": 17}),
        (Stage.SEATED, ["open"], "published", {"expected": 2, "here": 26}),
        (Stage.PLAYING, ["closed", "open"], "published", {"expected": 1, "here": 26, "withdrawn": 1}),
        (Stage.FINISHED, ["closed", "closed", "closed"], "finished", {"expected": 1, "here": 26, "withdrawn": 1}),
    ],
)
def test_each_stage_is_as_far_as_it_says_and_nothing_is_in_the_future(
    db: None, stage: Stage, rounds: list[str], state: str, heads: dict[str, int]
) -> None:
    tonight = fill(stage)
    assert [one.state for one in tonight.rounds.order_by("number")] == rounds
    assert (tonight.state, statuses(tonight), tonight.date) == (state, heads, NOW.date())
    last = Change.objects.filter(tournament=tonight).latest("at").at
    assert NOW - dt.timedelta(minutes=6) <= last <= NOW
    assert not Change.objects.filter(at__gt=NOW).exists()
    assert not Report.objects.filter(at__gt=NOW).exists()


def test_the_club_has_tonight_an_evening_before_and_one_to_come(db: None) -> None:
    tonight = fill()
    found = club_calendar(tonight.club, at=NOW)
    assert [[one.date for one in part] for part in (found.live, found.next, found.past)] == [
        [(NOW - BEGAN).date(), NOW.date()],
        [(NOW + WEEK).date()],
        [(NOW - WEEK).date()],
    ]
    assert statuses(found.next[0]) == {"expected": 12}
    assert [row.place for row in standings_of(found.past[0]).rows][:2] == [1, 2]


def test_the_cup_is_half_way_through_its_knockout(db: None) -> None:
    tonight = fill()
    cup = Tournament.objects.get(club=tonight.club, name=CUP)
    found = stage_facts(facts_of(cup))
    now = knockout_now(found, found.spans[1])
    assert now is not None
    assert (now.plan.text, len(now.tables), len(now.outcomes[0].cuts)) == ("4x4 -> 2x4 -> final 4", 2, 4)
    assert [table for step, table in now.results if step == 1] == [0]
    assert cup.plan == [[9, 8, 7]] * 3 + [[9, 8, 7, 6]]


def test_the_same_seed_is_the_same_evening_and_another_is_another(db: None) -> None:
    def evening(seed: int) -> list[str]:
        club = fill(Stage.FINISHED, seed).club
        lists = [standings_text(one, Form.CSV) for one in club.tournaments.order_by("date")]
        clubs.remove_demo_club(club=club)
        return lists

    one, again, other = evening(1), evening(1), evening(2)
    assert one == again
    assert one[0] != other[0]
    assert one[1] != other[1]


def test_it_goes_with_everything_in_it(db: None) -> None:
    before = rows()
    clubs.remove_demo_club(club=fill(Stage.FINISHED).club)
    assert rows() == before
    assert fill(Stage.ENTRIES).club.slug == "henhouse-demo-club"


def rows() -> dict[str, int]:
    """How many rows every table of ours has."""
    ours = [model for app in ("games", "tournaments") for model in apps.get_app_config(app).get_models()]
    return {model.__name__: model._base_manager.count() for model in ours}


def test_it_belongs_to_whoever_may_see_the_support_pages(db: None) -> None:
    admin = a_user("Ada", is_superuser=True)
    fill(Stage.ENTRIES)
    assert [(one.user, one.role) for one in Membership.objects.all()] == [(admin, Role.OWNER)]


def test_its_pages_open_and_hide_whoever_is_hidden(db: None, stranger: Client) -> None:
    address = f"/en/t/{fill().slug}/"
    for place in ("", "seating/", "results/", "results/1/hands/", "entry/4/", "rules/"):
        page = stranger.get(address + place)
        named = [name for name in ("Heron Vale", "Dunlin Reed") if name in page.content.decode()]
        assert (place, page.status_code, named) == (place, 200, [])


def test_a_second_one_is_refused_kindly(db: None) -> None:
    out = StringIO()
    call_command("demo", stage="entries", stdout=out)
    tonight = Tournament.objects.get(
        state=Tournament.State.PUBLISHED, entries__status=Entry.Status.HERE, entries__number=1, stages=None
    )
    assert out.getvalue() == f"Henhouse Demo Club is filled. Tonight is at /t/{tonight.slug}/.\n"
    before = rows()
    with pytest.raises(CommandError, match=r"The demo club is here already\. Remove it first"):
        call_command("demo", stdout=out)
    assert rows() == before


def test_it_is_quiet_when_asked(db: None) -> None:
    out = StringIO()
    call_command("demo", stage="entries", verbosity=0, stdout=out)
    assert out.getvalue() == ""


@pytest.mark.threads
@pytest.mark.django_db(transaction=True)
def test_two_who_fill_it_at_once_make_one() -> None:
    start = threading.Barrier(2)
    came: list[str] = []

    def run() -> None:
        try:
            start.wait()
            fill(Stage.ENTRIES)
            came.append("done")
        except Refused as refused:
            came.append(refused.sentence[:34])
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(came) == ["The demo club is here already. Rem", "done"]
    assert (Club.objects.count(), Tournament.objects.count()) == (1, 4)

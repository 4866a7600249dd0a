"""The desk's pages of clubs."""

import datetime as dt

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import a_club, a_round, a_tournament, some_entries
from tournaments.models import Club, Membership, Role, Tournament, User
from tournaments.queries.clubs import club_calendar, public_calendar

TODAY = dt.date(2026, 3, 6)
LATE = dt.datetime(2026, 3, 6, 23, 30, tzinfo=dt.UTC)


def days(number: int) -> dt.date:
    return TODAY + dt.timedelta(days=number)


def slugs(tournaments: tuple[Tournament, ...]) -> list[str]:
    return [tournament.slug for tournament in tournaments]


def test_tournaments_are_sorted_by_time(club: Club) -> None:
    State = Tournament.State  # noqa: N806
    for slug, date, state in (
        ("yesterday", days(-1), State.PUBLISHED),
        ("last-week", days(-7), State.FINISHED),
        ("tonight", days(0), State.PUBLISHED),
        ("over", days(0), State.FINISHED),
        ("draft", days(7), State.DRAFT),
        ("soon", days(1), State.PUBLISHED),
    ):
        a_tournament(club, slug=slug, date=date, state=state)
    since_yesterday = a_tournament(club, slug="past-midnight", date=days(-1))
    a_round(since_yesterday, [some_entries(since_yesterday, 4)])

    desk = club_calendar(club, at=LATE)
    assert slugs(desk.live) == ["past-midnight", "tonight"]
    assert slugs(desk.next) == ["soon", "draft"]
    assert slugs(desk.past) == ["over", "yesterday", "last-week"]
    world = public_calendar(Tournament.objects.filter(club=club), at=LATE)
    assert (world.live, slugs(world.next), world.past) == (desk.live, ["soon"], desk.past)


@pytest.mark.parametrize(("zone", "live"), [("UTC", ["tonight"]), ("Asia/Kolkata", [])])
def test_today_is_today_where_the_tournament_is(club: Club, zone: str, live: list[str]) -> None:
    a_tournament(club, slug="tonight", date=TODAY, time_zone=zone)
    assert slugs(club_calendar(club, at=LATE).live) == live
    assert slugs(public_calendar(Tournament.objects.all(), at=LATE).live) == live


def test_the_desk_takes_as_many_queries_for_thirty_as_for_one(as_owner: Client, owner: User, club: Club) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            as_owner.get("/en/desk/")
        return len(queries)

    a_tournament(club)
    few = count()
    for _ in range(30):
        another = a_club()
        Membership.objects.create(club=another, user=owner, role=Role.ORGANISER)
        a_tournament(another, date=timezone.now().date())
    assert count() == few


def test_somebody_in_no_club_is_told_how_to_get_into_one(as_owner: Client, owner: User) -> None:
    owner.memberships.all().delete()
    assert b"An owner can invite you with a link." in as_owner.get("/en/desk/").content


def test_a_club_is_made_through_its_form(as_owner: Client) -> None:
    typed = {"name": "Second Barn", "place": "Mill Lane", "time_zone": "Asia/Kolkata"}
    assert as_owner.post("/en/desk/clubs/new/", typed)["Location"] == "/en/desk/second-barn/"
    made = Club.objects.get(slug="second-barn")
    assert (made.place, made.time_zone, made.memberships.get().role) == ("Mill Lane", "Asia/Kolkata", "owner")


def test_a_club_is_changed_through_its_form(as_owner: Client, club: Club) -> None:
    typed = {"name": "New Barn", "place": "", "time_zone": "Atlantis/Deep"}
    refused = as_owner.post("/en/desk/barnyard/settings/", typed)
    assert (refused.status_code, b'value="New Barn"' in refused.content) == (200, True)
    assert as_owner.post("/en/desk/barnyard/settings/", {**typed, "time_zone": "UTC"}).status_code == 302
    club.refresh_from_db()
    assert club.name == "New Barn"


def test_the_demo_club_goes_with_one_button(as_owner: Client, club: Club) -> None:
    assert b"Remove the demo club" not in as_owner.get("/en/desk/barnyard/settings/").content
    Club.objects.update(is_demo=True)
    assert b"Remove the demo club" in as_owner.get("/en/desk/barnyard/settings/").content
    answer = as_owner.post("/en/desk/barnyard/remove-demo/", follow=True)
    assert (b"The demo club is gone" in answer.content, Club.objects.count()) == (True, 0)


@pytest.mark.parametrize(
    ("role", "tabs"),
    [
        (Role.SCOREKEEPER, ["Tournaments"]),
        (Role.ORGANISER, ["Tournaments", "Players"]),
        (Role.OWNER, ["Tournaments", "Players", "Members", "Settings"]),
    ],
)
def test_tabs_lead_only_where_a_role_gets_in(as_owner: Client, club: Club, role: Role, tabs: list[str]) -> None:
    Membership.objects.update(role=role)
    page = as_owner.get("/en/desk/barnyard/")
    assert [text for _name, text, _address in page.context["tabs"]] == tabs
    assert [as_owner.get(address).status_code for _name, _text, address in page.context["tabs"]] == [200] * len(tabs)

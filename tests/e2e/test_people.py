"""The first account, a helper who joins by the link on the screen, two players who were one person: in a browser."""

import datetime as dt

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.e2e.acts import PASSWORD, sign_in
from tests.e2e.conftest import Shoot
from tests.factories import a_player, a_tournament, an_entry
from tournaments import links
from tournaments.models import Club, Membership, Player, User


def make_account(page: Page, name: str, username: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The password once more").fill(PASSWORD)


@pytest.mark.usefixtures("complaints")
def test_from_the_terminal_to_a_club_with_a_helper(
    live_server: LiveServer, page: Page, browser: Browser, shoot: Shoot
) -> None:
    door = f"{live_server.url}/en/enter/{links.terminal_link(at=timezone.now())}/"
    shoot(door, "enter")
    shoot(f"{live_server.url}/en/sign-in/", "sign-in")
    page.goto(door)
    make_account(page, "Olive Owner", "Olive")
    page.get_by_label("Name of your club").fill("The Old Barnyard Chicken Foot Circle")
    page.get_by_role("button", name="Make the account").click()
    page.get_by_text("Welcome, Olive Owner").wait_for()
    shoot(page.url, "desk-empty")

    club = Club.objects.get()
    for days, state in ((0, "published"), (7, "draft"), (-7, "finished"), (-14, "finished")):
        date = timezone.now().date() + dt.timedelta(days=days)
        a_tournament(club, f"Evening of {date:%d %B}", date=date, state=state, place="Mill Lane Hall")
    shoot(f"{live_server.url}/en/desk/", "desk")
    page.goto(f"{live_server.url}/en/desk/{club.slug}/")
    shoot(page.url, "club")

    page.get_by_role("link", name="Members").click()
    page.get_by_label("Invite a").select_option("scorekeeper")
    page.get_by_role("button", name="Make an invitation").click()
    page.locator("svg.qr").wait_for()
    page.screenshot(path="build/screens/invitation.png", full_page=True)
    invitation = page.get_by_label("The link").input_value()
    shoot(invitation, "accept")

    helper = browser.new_context().new_page()
    helper.goto(invitation)
    helper.screenshot(path="build/screens/join.png", full_page=True)
    make_account(helper, "Skye Scorekeeper", "skye")
    helper.get_by_role("button", name="Make an account and join").click()
    helper.get_by_text("You are a member of").wait_for()
    assert list(Membership.objects.order_by("pk").values_list("user__username", "role")) == [
        ("olive", "owner"),
        ("skye", "scorekeeper"),
    ]
    page.reload()
    shoot(f"{live_server.url}/en/desk/{club.slug}/members/", "members")
    shoot(f"{live_server.url}/en/desk/{club.slug}/settings/", "settings")


@pytest.mark.usefixtures("complaints")
def test_one_person_who_was_two_players(
    live_server: LiveServer, page: Page, shoot: Shoot, owner: User, club: Club
) -> None:
    wren, other = (
        a_player(club, "Wren Adair", sort_name="Adair, Wren", note="left-handed"),
        a_player(club, "Wren Adaire"),
    )
    for name in ("Robin Marsh", "Heron of the Very Long Reed Bed by the Old Mill", "Plover Dunn"):
        a_player(club, name)
    an_entry(a_tournament(club, "Friday evening"), other)
    sign_in(page, live_server, owner)
    stem = f"{live_server.url}/en/desk/barnyard/players/"
    shoot(stem, "players")
    page.goto(stem)
    page.get_by_label("Name", exact=True).fill("Wren Adair")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("alert").get_by_text("is on the list already").wait_for()
    page.screenshot(path="build/screens/players-asks.png", full_page=True)
    shoot(f"{stem}{wren.pk}/", "player")
    page.goto(f"{stem}{wren.pk}/")
    page.get_by_label("Wren Adaire").check()
    page.get_by_role("button", name="Make one person of them").click()
    page.get_by_text("are one person now").wait_for()
    assert Player.objects.get(pk=other.pk).merged_into == wren
    shoot(page.url, "player-merged")
    page.get_by_role("button", name="Take back").click()
    page.get_by_text("is a player of their own again").wait_for()
    shoot(f"{stem}{wren.pk}/forget/", "forget")


@pytest.mark.usefixtures("complaints")
def test_the_support_pages(
    live_server: LiveServer, page: Page, complaints: list[str], shoot: Shoot, owner: User
) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    sign_in(page, live_server, owner)
    for address, name in (
        ("", "support"),
        ("tournaments/player/", "support-players"),
        ("tournaments/user/", "support-users"),
    ):
        page.goto(f"{live_server.url}/en/support/{address}")
        shoot(page.url, name)
    page.goto(f"{live_server.url}/en/support/tournaments/user/{User.objects.get().pk}/change/")
    shoot(page.url, "support-user")

"""The desk's page of members."""

import re

import pytest
from django.test import Client

from tests.factories import NOW
from tournaments.links import JOIN_LASTS
from tournaments.models import Club, Membership, OneTimeLink, User


def test_an_invitation_is_shown_once_as_a_link_and_a_picture(as_owner: Client, club: Club, stranger: Client) -> None:
    made = as_owner.post("/en/desk/barnyard/members/", {"role": "organiser"})
    page = made.content.decode()
    found = re.search(r"http://testserver(/en/join/[\w-]{32}/)", page)
    assert found is not None
    assert ("<svg" in page, "Invitation for one organiser" in page) == (True, True)
    assert stranger.get(found[1]).status_code == 200
    assert found[1] not in as_owner.get("/en/desk/barnyard/members/").content.decode()


@pytest.mark.parametrize(("host", "warned"), [("localhost", True), ("127.0.0.1:8000", True), ("testserver", False)])
def test_an_address_of_this_machine_only_is_warned_about(as_owner: Client, host: str, *, warned: bool) -> None:
    made = as_owner.post("/en/desk/barnyard/members/", {"role": "owner"}, headers={"host": host})
    assert (b"on this computer only" in made.content) == warned


def test_an_invitation_is_taken_back(as_owner: Client) -> None:
    as_owner.post("/en/desk/barnyard/members/", {"role": "owner"})
    link = OneTimeLink.objects.get()
    assert b"For an owner" in as_owner.get("/en/desk/barnyard/members/").content
    answer = as_owner.post(f"/en/desk/barnyard/links/{link.pk}/revoke/", follow=True)
    assert (b"is taken back" in answer.content, OneTimeLink.objects.count()) == (True, 0)


def test_how_long_an_invitation_is_good_is_said_in_the_time_of_the_club(as_owner: Client, club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(time_zone="Asia/Kolkata")
    as_owner.post("/en/desk/barnyard/members/", {"role": "owner"})
    made_at = NOW.replace(year=2999)
    OneTimeLink.objects.update(made_at=made_at, ends_at=made_at + JOIN_LASTS)
    page = as_owner.get("/en/desk/barnyard/members/").content.decode()
    assert "made by Olive Owner on 7 Mar, 01:00, good until 14 Mar, 01:00" in page


def test_a_role_is_changed_and_a_member_removed(as_owner: Client, organiser: User) -> None:
    member = Membership.objects.get(user=organiser)
    stem = f"/en/desk/barnyard/members/{member.pk}"
    assert (
        b"Orla Organiser is scorekeeper now."
        in as_owner.post(f"{stem}/role/", {"role": "scorekeeper"}, follow=True).content
    )
    assert b"Orla Organiser is no longer a member." in as_owner.post(f"{stem}/remove/", follow=True).content
    assert not organiser.memberships.exists()


def test_the_last_owner_is_told_why_not(as_owner: Client, owner: User) -> None:
    stem = f"/en/desk/barnyard/members/{owner.memberships.get().pk}"
    for answer in (
        as_owner.post(f"{stem}/role/", {"role": "organiser"}, follow=True),
        as_owner.post(f"{stem}/remove/", follow=True),
    ):
        assert b"Olive Owner is the last owner of Barnyard." in answer.content
    assert owner.memberships.get().role == "owner"


def test_whoever_gives_their_own_role_away_is_led_to_the_desk(as_owner: Client, owner: User, organiser: User) -> None:
    Membership.objects.update(role="owner")
    stem = f"/en/desk/barnyard/members/{owner.memberships.get().pk}"
    assert as_owner.post(f"{stem}/role/", {"role": "organiser"})["Location"] == "/en/desk/"

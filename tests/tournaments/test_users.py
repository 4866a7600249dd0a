import pytest

from tests.factories import NOW, a_club, a_user
from tournaments import clubs, links, users
from tournaments.models import Club, Membership, OneTimeLink, Role, User
from tournaments.refusals import Refused

FIRST = {"username": "olive", "name": "Olive Owner", "password": "seven grey geese"}


def memberships(user: User) -> list[tuple[str, str]]:
    return list(user.memberships.order_by("club__name").values_list("club__name", "role"))


def make_first(secret: str, club_name: str) -> User:
    return users.make_first_account(secret=secret, club_name=club_name, time_zone="Asia/Kolkata", at=NOW, **FIRST)


def test_the_terminal_link_makes_the_first_account_and_its_club(db: None) -> None:
    user = make_first(links.terminal_link(at=NOW), "Barnyard")
    assert (user.is_superuser, user.is_staff, user.check_password("seven grey geese")) == (True, True, True)
    assert memberships(user) == [("Barnyard", "owner")]
    assert Club.objects.get().time_zone == "Asia/Kolkata"


def test_the_first_account_owns_the_demo_club_as_well(db: None) -> None:
    a_club("Demo", is_demo=True)
    assert memberships(make_first(links.terminal_link(at=NOW), "")) == [("Demo", "owner")]
    assert Club.objects.count() == 1


def test_the_first_account_owns_clubs_that_were_made_from_the_terminal(db: None) -> None:
    club = clubs.make_club(name="Coop", place="", time_zone="UTC", owner=None, by="terminal", at=NOW)
    assert list(club.memberships.all()) == []
    user = make_first(links.terminal_link(at=NOW), "Barnyard")
    assert memberships(user) == [("Barnyard", "owner"), ("Coop", "owner")]
    clubs.make_club(name="Pen", place="", time_zone="UTC", owner=None, by="terminal", at=NOW)
    assert memberships(user) == [("Barnyard", "owner"), ("Coop", "owner"), ("Pen", "owner")]


def test_the_link_makes_one_account_only(db: None) -> None:
    secret = links.terminal_link(at=NOW)
    make_first(secret, "Barnyard")
    with pytest.raises(links.LinkGone):
        make_first(secret, "Barnyard")
    with pytest.raises(Refused, match="There is an account already"):
        make_first(links.terminal_link(at=NOW), "Barnyard")
    assert (User.objects.count(), Club.objects.count()) == (1, 1)


def test_where_an_account_exists_the_link_is_the_way_back_in(db: None) -> None:
    user = make_first(links.terminal_link(at=NOW), "Barnyard")
    a_user(is_superuser=True, is_staff=True)
    assert users.come_back(secret=links.terminal_link(at=NOW), new_password="", at=NOW) == user
    back = users.come_back(secret=links.terminal_link(at=NOW), new_password="nine white hens", at=NOW)
    assert (back, back.check_password("nine white hens")) == (user, True)


def test_there_is_no_way_back_to_nobody(db: None) -> None:
    secret = links.terminal_link(at=NOW)
    with pytest.raises(Refused, match="no account yet"):
        users.come_back(secret=secret, new_password="", at=NOW)
    assert links.find(secret=secret, purpose=OneTimeLink.Purpose.TERMINAL, at=NOW).used_at is None


def test_a_user_name_that_is_taken_leaves_the_link_good(club: Club) -> None:
    User.objects.create_user("olive", name="Another Olive")
    secret = links.invite(club=club, role=Role.SCOREKEEPER, by="Olive", at=NOW)
    with pytest.raises(Refused, match="already uses this user name"):
        users.join_with_new_account(secret=secret, at=NOW, **{**FIRST, "username": "Olive"})
    member = users.join_with_new_account(secret=secret, at=NOW, **{**FIRST, "username": "Oliver"})
    assert (member.user.username, member.role, member.user.is_staff) == ("oliver", "scorekeeper", False)
    assert Membership.objects.count() == 1

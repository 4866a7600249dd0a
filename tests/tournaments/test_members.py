import pytest

from tests.factories import NOW, a_member
from tournaments import links, members
from tournaments.models import Change, Club, Membership, OneTimeLink, Role, User
from tournaments.refusals import Refused


def invitation(club: Club, role: Role) -> str:
    return links.invite(club=club, role=role, by="Olive", at=NOW)


def still_good(secret: str) -> bool:
    try:
        links.find(secret=secret, purpose=OneTimeLink.Purpose.JOIN, at=NOW)
    except links.LinkGone:
        return False
    return True


def roles(club: Club) -> list[tuple[str, str]]:
    return list(club.memberships.order_by("pk").values_list("user__name", "role"))


def test_an_invitation_makes_a_member_once(club: Club, other_organiser: User, scorekeeper: User) -> None:
    secret = invitation(club, Role.ORGANISER)
    members.join(secret=secret, user=other_organiser, at=NOW)
    assert roles(club) == [("Skye Scorekeeper", "scorekeeper"), ("Otis Other", "organiser")]
    with pytest.raises(links.LinkGone):
        members.join(secret=secret, user=scorekeeper, at=NOW)


def test_an_invitation_to_a_larger_role_raises_a_member(club: Club, scorekeeper: User) -> None:
    members.join(secret=invitation(club, Role.OWNER), user=scorekeeper, at=NOW)
    assert roles(club) == [("Skye Scorekeeper", "owner")]


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.ORGANISER])
def test_an_invitation_that_brings_nothing_stays_good_for_somebody_else(
    club: Club, organiser: User, role: Role
) -> None:
    secret = invitation(club, role)
    with pytest.raises(Refused, match="member of Barnyard already"):
        members.join(secret=secret, user=organiser, at=NOW)
    assert (roles(club), still_good(secret)) == ([("Orla Organiser", "organiser")], True)


def test_a_role_is_changed_and_the_history_says_from_what(club: Club, owner: User, organiser: User) -> None:
    member = Membership.objects.get(user=organiser)
    members.change_role(member=member, role=Role.OWNER, by="Olive Owner", at=NOW)
    assert roles(club) == [("Olive Owner", "owner"), ("Orla Organiser", "owner")]
    assert Change.objects.get().facts == {
        "member": member.pk,
        "user": organiser.pk,
        "role": "owner",
        "before": "organiser",
    }


def test_the_last_owner_keeps_the_role_and_stays(club: Club, owner: User, organiser: User) -> None:
    last = Membership.objects.get(user=owner)
    with pytest.raises(Refused, match="Olive Owner is the last owner of Barnyard"):
        members.change_role(member=last, role=Role.ORGANISER, by="Olive", at=NOW)
    with pytest.raises(Refused, match="Make somebody else an owner first"):
        members.remove(member=last, by="Olive", at=NOW)
    assert (roles(club)[0], Change.objects.count()) == (("Olive Owner", "owner"), 0)


def test_one_of_two_owners_may_go(club: Club, owner: User) -> None:
    a_member(club, Role.OWNER, "Ola Owner")
    members.remove(member=Membership.objects.get(user=owner), by="Ola Owner", at=NOW)
    assert roles(club) == [("Ola Owner", "owner")]
    assert User.objects.filter(pk=owner.pk).exists()


def test_somebody_who_has_left_is_said_to_have_left(club: Club, owner: User, organiser: User) -> None:
    member = Membership.objects.get(user=organiser)
    members.remove(member=member, by="Olive", at=NOW)
    for again in (
        lambda: members.remove(member=stale(member, club, organiser), by="Olive", at=NOW),
        lambda: members.change_role(member=stale(member, club, organiser), role=Role.OWNER, by="Olive", at=NOW),
    ):
        with pytest.raises(Refused, match="has left the club"):
            again()


def stale(member: Membership, club: Club, user: User) -> Membership:
    return Membership(pk=1_000_000, club=club, user=user, role=member.role)

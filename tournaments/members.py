"""Members of a club: how they join, which role they have, how they leave. A club never loses its last owner."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import history, links
from tournaments.models import Club, Membership, OneTimeLink, Role, User
from tournaments.refusals import Refused


def join(*, secret: str, user: User, at: datetime) -> Membership:
    """Use an invitation: the user becomes a member, or gets the larger role that it brings.

    Raises LinkGone, and Refused (the link stays good for somebody else) where the invitation brings nothing new.
    """
    with transaction.atomic():
        link = links.use(secret=secret, purpose=OneTimeLink.Purpose.JOIN, at=at)
        club = _lock(link)
        role = Role(link.role)
        member = Membership.objects.filter(club=club, user=user).first()
        if member is not None and Role(member.role).rank >= role.rank:
            raise Refused(
                _(
                    "You are a member of {club} already ({role}). Pass the link on to the person it is meant for."
                ).format(club=club, role=member.get_role_display())
            )
        if member is None:
            member = Membership(club=club, user=user)
        member.role = role
        member.save()
        facts = {"member": member.pk, "user": user.pk, "role": role, "link": link.pk}
        history.write_down(club, "member.join", by=str(user), at=at, facts=facts)
    return member


def change_role(*, member: Membership, role: Role, by: str, at: datetime) -> Membership:
    """Give a member another role. Raises Refused for the last owner, and where the member has left by now."""
    with transaction.atomic():
        member = _present(member)
        old = Role(member.role)
        if old == role:
            return member
        if old == Role.OWNER:
            _keep_an_owner(member)
        member.role = role
        member.save(update_fields=["role"])
        facts = {"member": member.pk, "user": member.user_id, "role": role, "before": old}
        history.write_down(member.club, "member.role", by=by, at=at, facts=facts)
    return member


def remove(*, member: Membership, by: str, at: datetime) -> None:
    """Take somebody out of the club; what they did stays, and their account. Raises Refused for the last owner."""
    with transaction.atomic():
        member = _present(member)
        if member.role == Role.OWNER:
            _keep_an_owner(member)
        facts = {"member": member.pk, "user": member.user_id, "role": member.role}
        club = member.club
        member.delete()
        history.write_down(club, "member.remove", by=by, at=at, facts=facts)


def _lock(link: OneTimeLink) -> Club:
    """The club of an invitation, held until the transaction ends: changes of its members go one after another."""
    return Club.objects.select_for_update().get(links=link)


def _present(member: Membership) -> Membership:
    Club.objects.select_for_update().get(pk=member.club_id)
    found = Membership.objects.select_related("club", "user").filter(pk=member.pk).first()
    if found is None:
        raise Refused(_("This person has left the club by now. Look through the members again."))
    return found


def _keep_an_owner(member: Membership) -> None:
    if not Membership.objects.filter(club=member.club_id, role=Role.OWNER).exclude(pk=member.pk).exists():
        raise Refused(
            _("{name} is the last owner of {club}. Make somebody else an owner first.").format(
                name=member.user, club=member.club
            )
        )

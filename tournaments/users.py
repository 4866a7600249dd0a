"""Accounts of people who sign in: how the first one is made, how others come by an invitation, and the way back in."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments import clubs, history, links, members
from tournaments.models import Club, Membership, OneTimeLink, Role, User
from tournaments.refusals import Refused


def first_superuser() -> User | None:
    """The account that the terminal's link opens; None while nobody has made one."""
    return User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()


def make_first_account(
    *, secret: str, username: str, name: str, password: str, club_name: str, time_zone: str, at: datetime
) -> User:
    """Use the terminal's link to make the first account and its club (none where `club_name` is empty).

    The account becomes owner of the demo club as well and of clubs that the terminal made, and may see the support
    pages. Raises LinkGone, and Refused where somebody else was first.
    """
    with transaction.atomic():
        links.use(secret=secret, purpose=OneTimeLink.Purpose.TERMINAL, at=at)
        if first_superuser() is not None:
            raise Refused(_("There is an account already. Open the link again: it signs that account in."))
        user = _make(username=username, name=name, password=password, is_staff=True, is_superuser=True)
        for club in Club.objects.filter(Q(is_demo=True) | Q(memberships=None)).distinct().order_by("pk"):
            member = Membership.objects.create(club=club, user=user, role=Role.OWNER)
            facts = {"member": member.pk, "user": user.pk, "role": Role.OWNER}
            history.write_down(club, "member.join", by=str(user), at=at, facts=facts)
        if club_name:
            clubs.make_club(name=club_name, place="", time_zone=time_zone, owner=user, by=str(user), at=at)
    return user


def come_back(*, secret: str, new_password: str, at: datetime) -> User:
    """Use the terminal's link to return to the first account, with a new password unless that is empty.

    Raises LinkGone, and Refused where there is no account yet.
    """
    with transaction.atomic():
        links.use(secret=secret, purpose=OneTimeLink.Purpose.TERMINAL, at=at)
        user = first_superuser()
        if user is None:
            raise Refused(_("There is no account yet. Open the link again to make the first one."))
        if new_password:
            set_password(user=user, password=new_password)
    return user


def join_with_new_account(*, secret: str, username: str, name: str, password: str, at: datetime) -> Membership:
    """Use an invitation to make an account that is a member of the inviting club. Raises LinkGone and Refused."""
    with transaction.atomic():
        links.find(secret=secret, purpose=OneTimeLink.Purpose.JOIN, at=at)
        user = _make(username=username, name=name, password=password)
        return members.join(secret=secret, user=user, at=at)


def set_password(*, user: User, password: str) -> None:
    """Give an account a new password; every other session of it ends."""
    user.set_password(password)
    user.save(update_fields=["password"])


def change_account(*, user: User, name: str, is_active: bool, is_superuser: bool) -> User:
    """Change the name of an account, whether it may sign in, and whether it may see the support pages.

    Raises Refused where nobody would be left to let others in.
    """
    with transaction.atomic():
        support = User.objects.select_for_update().filter(is_superuser=True, is_active=True).order_by("pk")
        others = [each for each in support if each.pk != user.pk]
        if not others and not (is_active and is_superuser):
            raise Refused(
                _(
                    "{name} is the last account for support that may sign in. Give another account that right first."
                ).format(name=user)
            )
        user.name, user.is_active, user.is_superuser, user.is_staff = name, is_active, is_superuser, is_superuser
        user.save(update_fields=["name", "is_active", "is_superuser", "is_staff"])
    return user


def _make(*, username: str, name: str, password: str, is_staff: bool = False, is_superuser: bool = False) -> User:
    try:
        with transaction.atomic():
            return User.objects.create_user(
                username, name=name, password=password, is_staff=is_staff, is_superuser=is_superuser
            )
    except IntegrityError as error:
        raise Refused(_("Somebody already uses this user name. Choose another one.")) from error

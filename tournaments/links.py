"""One-time links: the one from the terminal that lets the first person in, and the ones that invite members.

A secret has 192 random bits; the database keeps its hash alone, so a secret is shown once and cannot be read again.
Looking at a link never uses it up (programs fetch links to preview them); only the command that acts on it does, in
the same transaction.
"""

import datetime as dt
import hashlib
import secrets
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import history
from tournaments.models import Club, OneTimeLink, Role
from tournaments.refusals import Refused

TERMINAL_LASTS = dt.timedelta(minutes=15)
JOIN_LASTS = dt.timedelta(days=7)
SECRET_BYTES = 24


class LinkGone(Refused):
    """The link was used, ran out, was revoked or never existed; nobody learns which."""


def terminal_link(*, at: datetime) -> str:
    """Make the link that the terminal prints, and return its secret: 15 minutes, one use, all earlier ones end."""
    with transaction.atomic():
        OneTimeLink.objects.filter(purpose=OneTimeLink.Purpose.TERMINAL).delete()
        return _new(OneTimeLink(purpose=OneTimeLink.Purpose.TERMINAL, made_by="terminal"), at, TERMINAL_LASTS)


def invite(*, club: Club, role: Role, by: str, at: datetime) -> str:
    """Make a link by which one person becomes a member of the club, and return its secret: seven days, one use."""
    with transaction.atomic():
        link = OneTimeLink(purpose=OneTimeLink.Purpose.JOIN, club=club, role=role, made_by=by)
        secret = _new(link, at, JOIN_LASTS)
        history.write_down(club, "link.make", by=by, at=at, facts={"link": link.pk, "role": role})
    return secret


def revoke(*, link: OneTimeLink, by: str, at: datetime) -> None:
    """Take an unused invitation back. Raises Refused where somebody has used it by now."""
    with transaction.atomic():
        gone, _rows = OneTimeLink.objects.filter(
            pk=link.pk, purpose=OneTimeLink.Purpose.JOIN, used_at__isnull=True
        ).delete()
        if not gone or link.club is None:
            raise Refused(_("This link has been used or taken back already. Look through the members again."))
        history.write_down(link.club, "link.revoke", by=by, at=at, facts={"link": link.pk, "role": link.role})


def find(*, secret: str, purpose: OneTimeLink.Purpose, at: datetime) -> OneTimeLink:
    """The link of a secret, still unused. Raises LinkGone. Uses nothing up."""
    link = (
        OneTimeLink.objects.select_related("club")
        .filter(secret_hash=_hash(secret), purpose=purpose, used_at__isnull=True, ends_at__gt=at)
        .first()
    )
    if link is None:
        raise _gone(purpose)
    return link


def use(*, secret: str, purpose: OneTimeLink.Purpose, at: datetime) -> OneTimeLink:
    """Use a link up and return it; of two at once, one gets LinkGone. Belongs into the transaction that acts on it."""
    link = find(secret=secret, purpose=purpose, at=at)
    if not OneTimeLink.objects.filter(pk=link.pk, used_at__isnull=True).update(used_at=at):
        raise _gone(purpose)
    return link


def _new(link: OneTimeLink, at: datetime, lasts: dt.timedelta) -> str:
    secret = secrets.token_urlsafe(SECRET_BYTES)
    link.secret_hash, link.made_at, link.ends_at = _hash(secret), at, at + lasts
    link.save(force_insert=True)
    return secret


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _gone(purpose: OneTimeLink.Purpose) -> LinkGone:
    if purpose == OneTimeLink.Purpose.TERMINAL:
        return LinkGone(
            _("This link has been used or has run out. Start Henhouse again: the terminal prints a new one each time.")
        )
    return LinkGone(
        _("This link has been used, was taken back, or has run out. Ask an owner of the club for a new one.")
    )

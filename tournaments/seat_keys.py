"""The keys of people who play on screen: a link each, exchanged for a cookie on its first opening.

A secret has 192 random bits; the database keeps its hash alone, so a link is shown once and cannot be read again.
Looking at a link uses nothing up (programs fetch links to preview them). Whoever opens it first gets the cookie: it
follows from the secret and a number that only their browser has, so a second tap on the same button opens nothing else
and locks nobody out, and nobody else who reads the link later can make it.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournaments import history
from tournaments.models import Entry, Player, SeatKey, Tournament
from tournaments.models.seat_key import COOKIE_LASTS, LINK_LASTS
from tournaments.refusals import Refused

SECRET_BYTES = 24
NONCE_SIGNS = 22
"""How many signs the number of a browser has at least."""


class KeyGone(Refused):
    """The link or the cookie was replaced, taken back, ran out or never existed; nobody learns which."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A seat that was just opened: whose it is, and what the browser has to keep."""

    entry: Entry
    cookie: str = field(repr=False)


def make_keys(*, tournament: Tournament, entries: Sequence[Entry], by: str, at: datetime) -> dict[Entry, str]:
    """Make a fresh link for each of these people and return the secrets; their old links and cookies end at once.

    Raises Refused for bots, which need none, and in a tournament that is finished.
    """
    with transaction.atomic():
        tournament = history.lock_unfinished(tournament)
        wanted = {entry.pk for entry in entries}
        found = list(tournament.entries.select_related("player").filter(pk__in=wanted).order_by("number"))
        for entry in found:
            if entry.player.bot:
                raise Refused(_("{name} is a bot: it plays by itself and needs no link.").format(name=entry.player))
        made = {entry: secrets.token_urlsafe(SECRET_BYTES) for entry in found}
        for entry, secret in made.items():
            fresh = {"secret_hash": _hash(secret), "made_by": by, "made_at": at}
            empty = {"cookie_hash": None, "opened_at": None, "revoked_at": None}
            SeatKey.objects.update_or_create(entry=entry, defaults={**fresh, **empty})
        facts = {"entries": [entry.number for entry in found]}
        history.write_down(tournament, "seat_key.make", by=by, at=at, facts=facts, visible=False)
    return made


def revoke(*, entry: Entry, by: str, at: datetime) -> None:
    """End a person's link and cookie at once. Raises Refused where they have none."""
    with transaction.atomic():
        tournament = history.lock(entry.tournament)
        if not _end(SeatKey.objects.filter(entry=entry), at):
            name = str(entry.player)
            raise Refused(_("{name} has no link that could be taken back. Look again.").format(name=name))
        facts = {"entry": entry.number}
        history.write_down(tournament, "seat_key.revoke", by=by, at=at, facts=facts, visible=False)


def end_keys(of: Sequence[Player], *, at: datetime) -> None:
    """End every link and cookie of these people, for a command that has a reason of its own."""
    _end(SeatKey.objects.filter(entry__player__in=of), at)


def _end(keys: QuerySet[SeatKey], at: datetime) -> int:
    return keys.filter(revoked_at=None).update(secret_hash=None, cookie_hash=None, revoked_at=at)


def look(*, secret: str, at: datetime) -> SeatKey:
    """The key of a link, opened or not, with entry, player, tournament and club. Uses nothing up. Raises KeyGone."""
    key = _alive().filter(secret_hash=_hash(secret), made_at__gt=at - LINK_LASTS).first()
    if key is None:
        raise KeyGone(
            _(
                "This link leads nowhere: it was replaced by a newer one or taken back. "
                "Ask the organisers for a new one."
            )
        )
    return key


def new_nonce() -> str:
    """A number for the form with which a link is opened."""
    return secrets.token_urlsafe(16)


def exchange(*, secret: str, nonce: str, at: datetime) -> Opened:
    """Exchange a link for a cookie. `nonce` is the number of the form; of two browsers, the second gets KeyGone."""
    key = look(secret=secret, at=at)
    if len(nonce) < NONCE_SIGNS:
        raise KeyGone(_("This was not sent whole. Open the link again."))
    cookie = hmac.new(secret.encode(), nonce.encode(), hashlib.sha256).hexdigest()
    closed = SeatKey.objects.filter(pk=key.pk, secret_hash=_hash(secret), opened_at=None)
    if not closed.update(cookie_hash=_hash(cookie), opened_at=at):
        _refuse_another_browser(key, cookie)
    return Opened(key.entry, cookie)


def _refuse_another_browser(key: SeatKey, cookie: str) -> None:
    if not SeatKey.objects.filter(pk=key.pk, cookie_hash=_hash(cookie)).exists():
        raise KeyGone(
            _(
                "This link was opened already in another browser. Play on there, or ask the organisers for a new link: "
                "the old one ends with it."
            )
        )


def find(*, cookie: str, entry: int, at: datetime) -> Entry:
    """The entry that this cookie plays for, with player, tournament and club. Raises KeyGone. One query."""
    known = _alive().filter(entry__pk=entry, cookie_hash=_hash(cookie), opened_at__gt=at - COOKIE_LASTS)
    key = known.first()
    if key is None:
        raise KeyGone(
            _(
                "This seat is not open in this browser. If it is yours, use the browser in which you opened your link, "
                "or ask the organisers for a new link."
            )
        )
    return key.entry


def token_of(cookie: str) -> str:
    """What a form of the seat's page carries, so that no other page can send it: it follows from the cookie."""
    return hmac.new(cookie.encode(), b"form", hashlib.sha256).hexdigest()


def _alive() -> QuerySet[SeatKey]:
    return SeatKey.objects.select_related("entry__player", "entry__tournament__club").filter(
        Q(revoked_at=None) & Q(entry__tournament__removed_at=None)
    )


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()

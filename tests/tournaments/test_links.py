import datetime as dt

import pytest

from tests.factories import NOW
from tournaments import links
from tournaments.models import Change, Club, OneTimeLink, Role
from tournaments.refusals import Refused

JOIN = OneTimeLink.Purpose.JOIN
TERMINAL = OneTimeLink.Purpose.TERMINAL


def test_the_secret_is_long_and_only_its_hash_is_kept(db: None) -> None:
    secret = links.terminal_link(at=NOW)
    assert len(secret) == 32  # 24 bytes in base 64
    assert secret not in str(list(OneTimeLink.objects.values()))


def test_looking_does_not_use_a_link_up_and_using_it_does(db: None) -> None:
    secret = links.terminal_link(at=NOW)
    assert links.find(secret=secret, purpose=TERMINAL, at=NOW) == links.find(secret=secret, purpose=TERMINAL, at=NOW)
    links.use(secret=secret, purpose=TERMINAL, at=NOW)
    with pytest.raises(links.LinkGone):
        links.find(secret=secret, purpose=TERMINAL, at=NOW)
    with pytest.raises(links.LinkGone):
        links.use(secret=secret, purpose=TERMINAL, at=NOW)


@pytest.mark.parametrize(
    ("after", "good"), [(dt.timedelta(minutes=14, seconds=59), True), (dt.timedelta(minutes=15), False)]
)
def test_the_terminal_link_lasts_fifteen_minutes(db: None, after: dt.timedelta, *, good: bool) -> None:
    secret = links.terminal_link(at=NOW)
    if good:
        assert links.find(secret=secret, purpose=TERMINAL, at=NOW + after).purpose == TERMINAL
    else:
        with pytest.raises(links.LinkGone, match="Start Henhouse again"):
            links.find(secret=secret, purpose=TERMINAL, at=NOW + after)


def test_a_new_terminal_link_ends_the_one_before(db: None) -> None:
    first, second = links.terminal_link(at=NOW), links.terminal_link(at=NOW)
    with pytest.raises(links.LinkGone):
        links.find(secret=first, purpose=TERMINAL, at=NOW)
    assert links.find(secret=second, purpose=TERMINAL, at=NOW).used_at is None


def test_an_invitation_opens_nothing_else(club: Club) -> None:
    secret = links.invite(club=club, role=Role.SCOREKEEPER, by="Olive", at=NOW)
    assert links.find(secret=secret, purpose=JOIN, at=NOW + dt.timedelta(days=6)).club == club
    with pytest.raises(links.LinkGone):
        links.find(secret=secret, purpose=TERMINAL, at=NOW)
    with pytest.raises(links.LinkGone, match="Ask an owner"):
        links.find(secret=secret, purpose=JOIN, at=NOW + dt.timedelta(days=7))


def test_a_revoked_invitation_is_gone_and_the_history_says_so(club: Club) -> None:
    secret = links.invite(club=club, role=Role.ORGANISER, by="Olive", at=NOW)
    link = links.find(secret=secret, purpose=JOIN, at=NOW)
    links.revoke(link=link, by="Olive", at=NOW)
    with pytest.raises(links.LinkGone):
        links.find(secret=secret, purpose=JOIN, at=NOW)
    facts = {"link": link.pk, "role": "organiser"}
    assert list(Change.objects.order_by("pk").values_list("verb", "facts", "by")) == [
        ("link.make", facts, "Olive"),
        ("link.revoke", facts, "Olive"),
    ]


def test_a_used_invitation_cannot_be_revoked(club: Club) -> None:
    secret = links.invite(club=club, role=Role.ORGANISER, by="Olive", at=NOW)
    link = links.use(secret=secret, purpose=JOIN, at=NOW)
    with pytest.raises(Refused, match="used or taken back already"):
        links.revoke(link=link, by="Olive", at=NOW)

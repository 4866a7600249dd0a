"""Signing in: who somebody is, and how often they may guess. docs/decisions/0003-sign-in.md says why in this way.

Failed attempts are rows, so that several server processes count together; each is under the user name and under the
address it came from, both only as a keyed hash. The link from the terminal does not come through here.
"""

import datetime as dt
from datetime import datetime

from django.contrib.auth import authenticate
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, ngettext

from tournaments.models import FailedSignIn, User
from tournaments.rates import network_of
from tournaments.refusals import Refused

WINDOW = dt.timedelta(minutes=15)
PER_NAME = 10
# A whole hall comes from one address.
PER_ADDRESS = 60


class WrongPassword(Refused):
    """No account has this user name with this password; which of the two is wrong is not said."""


def sign_in(*, request: HttpRequest, username: str, password: str, at: datetime) -> User:
    """The user whose name and password these are. Raises WrongPassword, or Refused with the time of the next attempt.

    The attempt is counted before the password is looked at, so that many at once cannot slip past the limit; one that
    comes too early does not count, so that waiting helps.
    """
    username = User.normalize_username(username)
    counted = [(_key("name", username), PER_NAME), (_key("address", network_of(request)), PER_ADDRESS)]
    attempts = FailedSignIn.objects.bulk_create(FailedSignIn(key=key, at=at) for key, _limit in counted)
    ids = [attempt.pk for attempt in attempts]
    until = max(_open_again(key, limit, at) for key, limit in counted)
    if until > at:
        FailedSignIn.objects.filter(pk__in=ids).delete()
        raise Refused(_wait(until - at))
    # Where nobody has this name, Django hashes the password all the same: the answer takes as long.
    user = authenticate(request, username=username, password=password)
    if not isinstance(user, User):
        raise WrongPassword(
            gettext("The user name or the password is not right. Capital letters count in the password.")
        )
    FailedSignIn.objects.filter(key=counted[0][0]).delete()
    FailedSignIn.objects.filter(pk__in=ids).delete()
    FailedSignIn.objects.filter(at__lte=at - WINDOW).delete()
    return user


def _open_again(key: str, limit: int, at: datetime) -> datetime:
    """When the next attempt under this key is free; not later than `at` where it is free now."""
    times = FailedSignIn.objects.filter(key=key, at__gt=at - WINDOW).order_by("-at", "-pk").values_list("at", flat=True)
    newest = list(times[: limit + 1])
    return newest[limit] + WINDOW if len(newest) > limit else at


def _wait(wait: dt.timedelta) -> str:
    minutes = -(-int(wait.total_seconds()) // 60)
    return ngettext(
        "That was tried too often. Try again in {count} minute.",
        "That was tried too often. Try again in {count} minutes.",
        minutes,
    ).format(count=minutes)


def _key(kind: str, value: str) -> str:
    return salted_hmac("henhouse.sign_in", f"{kind}:{value}", algorithm="sha256").hexdigest()

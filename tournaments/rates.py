"""How often an address may ask for something that costs work, counted in the shared cache for all servers together."""

import hashlib
import ipaddress
import time

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import ngettext

from tournaments.refusals import Refused


class TooMany(Refused):
    """This address asked too often; the sentence says when to try again."""


def count(request: HttpRequest, what: str, *, most: int, seconds: int) -> None:
    """Count one request. Raises TooMany where there were `most` in this stretch of `seconds` already.

    Only a hash of the address is kept, and no longer than the stretch.
    """
    stretch, gone = divmod(int(time.time()), seconds)
    asked = hashlib.sha256(f"{what} {network_of(request)} {stretch}".encode()).hexdigest()
    cache.add(f"rate.{asked}", 0, seconds)
    try:
        number = cache.incr(f"rate.{asked}")
    except ValueError:  # it fell out of the cache in between
        return
    if number > most:
        minutes = -(-(seconds - gone) // 60)
        raise TooMany(
            ngettext(
                "From your network this was asked for too often just now. Try again in {count} minute.",
                "From your network this was asked for too often just now. Try again in {count} minutes.",
                minutes,
            ).format(count=minutes)
        )


def network_of(request: HttpRequest) -> str:
    """The address that a request came from; of the new long addresses the part that a household shares."""
    text = str(request.META.get("REMOTE_ADDR", ""))
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)

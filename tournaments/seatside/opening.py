"""The link to a seat: looked at as often as anybody likes, exchanged for a cookie by whoever sits down first."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone

from tournaments import seat_keys
from tournaments.models import SeatKey
from tournaments.rates import TooMany
from tournaments.seat_keys import KeyGone
from tournaments.seatside.doors import address_of, count, keep_cookie, private

LOOKS = {"most": 600, "seconds": 600}
"""How many links one address may look at, right or wrong; a whole hall comes from one."""


@private
def open_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Say whose seat a link opens; a POST sits down there. A link that was opened leads on to the seat's page."""
    at = timezone.now()
    try:
        count(request, "seat link", **LOOKS)
        if request.method == "POST":
            opened = seat_keys.exchange(secret=secret, nonce=request.POST.get("nonce", ""), at=at)
            response = HttpResponseRedirect(address_of(opened.entry.pk))
            keep_cookie(response, opened)
            return response
        key = seat_keys.look(secret=secret, at=at)
    except TooMany as too_many:
        return render(request, "seatside/gone.html", {"says": too_many.sentence}, status=429)
    except KeyGone as gone:
        return render(request, "seatside/gone.html", {"says": gone.sentence}, status=404)
    if key.state is SeatKey.State.OPENED:
        return HttpResponseRedirect(address_of(key.entry_id))
    return render(request, "seatside/sit_down.html", {"entry": key.entry, "nonce": seat_keys.new_nonce()})

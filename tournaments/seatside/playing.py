"""The page of a seat: the table, one's own rack and what one may do. It is made of what the seat is shown, no more."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from games.screen import tapped
from games.screens import OnScreen
from tournaments import screen_moves, seat_keys
from tournaments.queries.seat_now import SeatNow, seat_now
from tournaments.rates import TooMany
from tournaments.refusals import Refused, in_words
from tournaments.seat_keys import KeyGone
from tournaments.seatside.doors import address_of, by_htmx, cookie_of, count, is_own_form, private
from tournaments.seatside.pages import context_for, moved_by_clock, shown_in

MISSES = {"most": 120, "seconds": 60}
"""How often one address may come without the right cookie."""
TAPS = {"most": 240, "seconds": 60}
"""How often one person may tap."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tap has led to: a sentence, or a tile of which is still to be said where it goes."""

    says: str = ""
    chosen: str = ""
    status: int = 200


@private
def my_seat(request: HttpRequest, entry: int) -> HttpResponse:
    """The seat as its person sees it; a POST moves. `?seen=` is what the browser has: that is not sent again."""
    at, cookie = timezone.now(), cookie_of(request, entry)
    try:
        found = seat_keys.find(cookie=cookie, entry=entry, at=at)
    except KeyGone as gone:
        return _gone(request, gone.sentence)
    now = _settled(seat_now(found), at)
    if request.method != "POST":
        if by_htmx(request) and request.GET.get("seen") == now.stamp:
            return HttpResponse(status=204)
        return _seat(request, now, cookie, Answer())
    answer = _done(request, now, cookie, at)
    if answer == Answer() and not by_htmx(request):
        return HttpResponseRedirect(address_of(entry) + ("?show=1" if _shows(request) else ""))
    return _seat(request, _settled(seat_now(found), at), cookie, answer)


def _settled(now: SeatNow, at: datetime) -> SeatNow:
    """The seat after whoever's time was over has been moved for."""
    if now.on is None or now.on.runs_out_at is None or at < now.on.runs_out_at:
        return now
    try:
        screen_moves.settle_clock(play_id=now.on.play.pk, at=at)
    except Refused:
        return now
    return seat_now(now.entry)


def _done(request: HttpRequest, now: SeatNow, cookie: str, at: datetime) -> Answer:
    """Do what was tapped."""
    try:
        count(request, f"seat tap {now.entry.pk}", **TAPS)
        if not is_own_form(request, cookie):
            return Answer(_("That did not come from this page. This is your seat as it is now."))
        if now.on is None or request.POST.get("play") != str(now.on.play.pk):
            return Answer(_old())
        return _dealt(request, now, now.on, at) if "deal" in request.POST else _tapped(request, now, at)
    except TooMany as too_many:
        return Answer(too_many.sentence, status=429)
    except Refused as refused:
        return Answer(refused.sentence)
    except (engine.IllegalMove, engine.Unreadable) as wrong:
        return Answer(in_words(wrong.sentence))


def _dealt(request: HttpRequest, now: SeatNow, on: OnScreen, at: datetime) -> Answer:
    """Have the next hand dealt. Raises Refused. Who comes second finds it dealt, and is told nothing.

    Whoever is not there for it leaves it to the others.
    """
    hand = (on.play.hand or 0) + 1
    if on.in_turn is None and now.seat is not None and not now.seat.is_there_for(hand):
        raise Refused(
            _("You are not there for hand {hand}, so somebody who plays in it has to begin it.").format(hand=hand)
        )
    screen_moves.deal_next(play_id=on.play.pk, counter=_counter(request), at=at)
    return Answer()


def _tapped(request: HttpRequest, now: SeatNow, at: datetime) -> Answer:
    """Make a move, or ask where the tile goes. Raises Refused, IllegalMove, Unreadable."""
    shown = shown_in(now)
    if now.on is None or now.on.sitting is None or shown is None:
        return Answer(_old())
    tile, move, counter = request.POST.get("tile", ""), request.POST.get("move", ""), _counter(request)
    meant = tapped(now.on.sitting, shown, tile=tile, move=move, is_old=counter != now.on.play.counter)
    if isinstance(meant, engine.Tile):
        return Answer(chosen=meant.text())
    moved = screen_moves.move(
        play_id=now.on.play.pk, place=now.place, counter=counter, sent=f"{tile} {move}", step=meant, at=at
    )
    return Answer(_old()) if moved.is_old else Answer()


def _old() -> str:
    return _("That was meant for an earlier moment. This is your table as it is now.")


def _counter(request: HttpRequest) -> int:
    text = request.POST.get("counter", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def _shows(request: HttpRequest) -> bool:
    """Whether it was asked to mark what can be played."""
    return (request.POST if request.method == "POST" else request.GET).get("show") == "1"


def _seat(request: HttpRequest, now: SeatNow, cookie: str, answer: Answer) -> HttpResponse:
    """The page of the seat, or for htmx, which takes in only what is answered with 200, all that changes of it."""
    context = context_for(now, chosen=answer.chosen, shows=_shows(request))
    context |= {"token": seat_keys.token_of(cookie), "says": answer.says}
    if request.method != "POST":
        context["tells"] = moved_by_clock(now, request.GET.get("mine", ""))
    if by_htmx(request):
        return render(request, "seatside/_seat.html", context)
    return render(request, "seatside/seat.html", context, status=answer.status)


def _gone(request: HttpRequest, says: str) -> HttpResponse:
    status = 404
    try:
        count(request, "seat cookie", **MISSES)
    except TooMany as too_many:
        says, status = too_many.sentence, 429
    if by_htmx(request):
        return render(request, "seatside/_gone.html", {"says": says})
    return render(request, "seatside/gone.html", {"says": says}, status=status)

"""What the page of a seat is made of. From the hand itself it gets `Shown`, and never the hand."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from games.screen import Shown, shown_to
from tournaments.models import Round, Tournament
from tournaments.queries.seat_now import SeatNow, Where, names_at, points_so_far
from tournaments.queries.shown import context_of_end, context_of_hand
from tournaments.refusals import in_words
from tournaments.seatside.doors import address_of

OFTEN, SELDOM = 2, 10
"""Seconds between two looks: while something goes on at the table, and while one waits for the organisers."""
AT_TABLE = frozenset({Where.WAITING, Where.PLAYING, Where.NOT_IN_HAND, Where.BETWEEN})


def shown_in(now: SeatNow, names: dict[int, str] | None = None) -> Shown | None:
    """What the seat may see of the hand that is played or was played last; None where there is none for it."""
    if now.on is None or now.on.sitting is None or now.seat is None:
        return None
    seat = now.on.seat_of(now.place)
    if seat is None:
        return None
    places: list[int] = now.on.play.places
    names = names or names_at(now.seat)
    return shown_to(now.on.sitting, seat, [names[place] for place in places])


def context_for(now: SeatNow, *, chosen: str, shows: bool) -> dict[str, Any]:
    """The context of the page. `chosen` is the tile of which is asked where it goes."""
    where, tournament = now.where, now.entry.tournament
    address = address_of(now.entry.pk)
    context: dict[str, Any] = {
        "name": now.entry.player.name,
        "tournament": tournament,
        "is_public": tournament.is_public,
        "is_finished": tournament.state == Tournament.State.FINISHED,
        "where": where.value,
        "address": address,
        "shows": shows,
        "poll": f"{address}?seen={now.stamp}" + ("&show=1" if shows else ""),
        "every": OFTEN if where in AT_TABLE else SELDOM,
        "looks_again": True,
        "rules_title": in_words(engine.read_rules(tournament.rules).title),
    }
    if now.round is None or now.seat is None:
        return context | {"round": now.round and now.round.number}
    context |= {
        "round": now.round.number,
        "round_is_over": now.round.state == Round.State.CLOSED,
        "hands": len(now.round.centres),
        "table": now.seat.table and now.seat.table.number,
        "place": now.seat.place,
    }
    if now.on is None or now.seat.table is None:
        return context
    return context | _at_table(now, context["poll"], chosen, shows=shows)


def _at_table(now: SeatNow, poll: str, chosen: str, *, shows: bool) -> dict[str, Any]:
    """What is added at a table on screen."""
    if now.on is None or now.seat is None:
        return {}
    names = names_at(now.seat)
    shown = shown_in(now, names)
    context: dict[str, Any] = {
        "play": now.on.play.pk,
        "counter": now.on.play.counter,
        "hand": now.on.play.hand,
        "people": [(place, name, place == now.place) for place, name in names.items()],
        "clock": now.on.play.clock,
    }
    if shown is None:
        return context
    here = [names[place] for place in now.on.play.places]
    if shown.view.outcome is not None:
        so_far = points_so_far(now.seat) if (now.on.play.hand or 0) > 1 else {}
        points = [so_far.get(place) for place in now.on.play.places] if so_far else []
        return context | context_of_end(shown, here, so_far=points)
    if now.where is not Where.PLAYING:
        return context
    context |= context_of_hand(shown, here, chosen=chosen, shows=shows)
    if context["is_mine"]:
        context |= {"poll": f"{poll}&mine={_moment(now)}", "looks_again": False}
    return context | _clock(now, timezone.now())


def _clock(now: SeatNow, at: datetime) -> dict[str, Any]:
    """The whole seconds that are left for the move; nothing where no clock runs."""
    if now.on is None or now.on.runs_out_at is None:
        return {}
    left = max(0, -int((at - now.on.runs_out_at).total_seconds() // 1))
    return {"seconds_left": left, "time_left": f"{left // 60}:{left % 60:02}"}


def _moment(now: SeatNow) -> str:
    """The moment that a page is about: table, hand, times dealt, moves so far, changes so far."""
    if now.on is None:
        return ""
    play = now.on.play
    return f"{play.pk}-{play.hand}-{play.deals}-{len(play.moves.split())}-{play.counter}"


def moved_by_clock(now: SeatNow, mine: str) -> str:
    """What to say to somebody whose page waited for their own move (`mine` is its moment), if the clock has made it."""
    before, after = mine.split("-"), _moment(now).split("-")
    if now.on is None or not now.on.play.clock or len(before) != len(after):
        return ""
    if before[:3] != after[:3] or before[3] == after[3] or now.on.was_tapped(now.place, before[4]):
        return ""
    return _("Your time was over, so this move was made for you.")

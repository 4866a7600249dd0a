"""A draft whose tables are played on screen or with real tiles, and bots that fill seats at those on screen."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments import draft_bots
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.forms import number_in
from tournaments.desk.seat_page import done, refused_page, seen_draft
from tournaments.models import Entry, Role, Round, Tournament
from tournaments.queries.draft_bots import room_for_bots
from tournaments.refusals import Refused

ALL = "all"
"""Said instead of the number of a table: every table that it can be done at."""


@require_POST
@for_tournament(Role.ORGANISER)
def screen(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Let a table, or all of them, be played on screen (`screen`) or with real tiles (`tiles`); seat bots or not."""
    act = next((name for name in _ACTS if name in request.POST), "")
    who: dict[str, Any] = {"by": str(request.user), "at": timezone.now()}
    try:
        draft = seen_draft(request, tournament)
        if not act:
            raise Refused(_("Choose a table of the draft."))
        said = _ACTS[act](draft, request.POST.get(act, ""), who)
    except Refused as refused:
        return refused_page(request, tournament, refused)
    return done(request, tournament, said)


def _on_screen(draft: Round, which: str, who: dict[str, Any]) -> str:
    draft_bots.set_on_screen(draft=draft, tables=_tables(draft, which), on=True, **who)
    if which == ALL:
        return _("Every table is played on screen.")
    return _("Table {table} is played on screen.").format(table=number_in(which))


def _real_tiles(draft: Round, which: str, who: dict[str, Any]) -> str:
    draft_bots.set_on_screen(draft=draft, tables=_tables(draft, which), on=False, **who)
    if which == ALL:
        return _("Every table is played with real tiles.")
    return _("Table {table} is played with real tiles.").format(table=number_in(which))


def _fill(draft: Round, which: str, who: dict[str, Any]) -> str:
    tables = _tables(draft, which)
    if which == ALL:
        short = room_for_bots(draft).missing
        rows = draft.tables.filter(on_screen=True).values_list("number", flat=True)
        tables = [number for number in rows if number in short]
    seated = draft_bots.fill_with_bots(draft=draft, tables=tables, **who)
    return ngettext("{count} bot has sat down: {names}.", "{count} bots have sat down: {names}.", len(seated)).format(
        count=len(seated), names=_names(seated)
    )


def _take_off(draft: Round, which: str, who: dict[str, Any]) -> str:
    taken = draft_bots.take_bots_off(draft=draft, tables=_tables(draft, which), **who)
    return ngettext("{count} bot has got up: {names}.", "{count} bots have got up: {names}.", len(taken)).format(
        count=len(taken), names=_names(taken)
    )


_ACTS: dict[str, Callable[[Round, str, dict[str, Any]], str]] = {
    "screen": _on_screen,
    "tiles": _real_tiles,
    "fill": _fill,
    "off": _take_off,
}
"""What the name of a button means; its value is the number of a table, or `ALL`."""


def _tables(draft: Round, which: str) -> list[int]:
    if which == ALL:
        return list(draft.tables.order_by("number").values_list("number", flat=True))
    return [number_in(which)]


def _names(bots: list[Entry]) -> str:
    return ", ".join(str(bot.player) for bot in bots)

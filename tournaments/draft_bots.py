"""A draft whose tables are played on screen: which of them are, and bots that fill their seats.

Every change is one step of the draft, taken back like any other. A table with real tiles never has a bot.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from tournaments import history
from tournaments.draft_steps import Layout, as_draft, keep, layout_of, remember
from tournaments.models import Entry, Round, Tournament
from tournaments.queries.draft_bots import full_size, room_for_bots
from tournaments.refusals import Refused


@transaction.atomic
def set_on_screen(*, draft: Round, tables: Sequence[int], on: bool, by: str, at: datetime) -> Round:
    """Let these tables of a draft, by number, be played on screen, or with real tiles; then their bots get up.

    Refused under rules that are played without tiles. Nothing happens where they all are so already.
    """
    tournament = history.lock_unfinished(draft.tournament)
    draft = as_draft(draft)
    before = _with_tables(draft, tables)
    if on:
        check_screen(tournament)
    now = set(before.on_screen)
    after = now | set(tables) if on else now - set(tables)
    if after == now:
        return draft
    layout = replace(before, on_screen=tuple(sorted(after)))
    keep(draft, layout if on else _without(layout, _bots_of(draft), tables))
    _step(draft, before, tournament, "round.on_screen" if on else "round.real_tiles", tables, by=by, at=at)
    return draft


@transaction.atomic
def fill_with_bots(*, draft: Round, tables: Sequence[int], by: str, at: datetime) -> list[Entry]:
    """Let bots that are here fill the free seats of these tables on screen, by number. Returns the bots.

    A table is full with the preferred size, or with that of the largest table. Refused, with what to do, where a table
    has real tiles, where no seat is free, or where too few bots are.
    """
    tournament = history.lock_unfinished(draft.tournament)
    draft = as_draft(draft)
    before = _with_tables(draft, tables)
    real = [str(number) for number in tables if number not in before.on_screen]
    if real:
        raise Refused(
            ngettext(
                "Table {tables} is played with real tiles, which a bot cannot hold. Let it be played on screen first.",
                "Tables {tables} are played with real tiles, which a bot cannot hold. Let them be played on screen "
                "first.",
                len(real),
            ).format(tables=", ".join(real))
        )
    room = room_for_bots(draft)
    if not room.may:
        raise Refused(_("Bots fill no seats in this round: who plays in it is decided already."))
    wanted = {number: room.missing[number] for number in sorted(tables) if number in room.missing}
    if not wanted:
        raise Refused(_("No seat is free at these tables: they are full already."))
    _check_enough(sum(wanted.values()), len(room.free))
    free = iter(room.free)
    filling = {number: tuple(next(free).number for _seat in range(count)) for number, count in wanted.items()}
    layout = replace(
        before,
        tables=tuple((*people, *filling.get(number, ())) for number, people in enumerate(before.tables, 1)),
    )
    keep(draft, layout)
    seated = {number for numbers in filling.values() for number in numbers}
    bots = [bot for bot in room.free if bot.number in seated]
    _step(draft, before, tournament, "round.fill_with_bots", list(wanted), by=by, at=at, bots=bots)
    return bots


@transaction.atomic
def take_bots_off(*, draft: Round, tables: Sequence[int], by: str, at: datetime) -> list[Entry]:
    """Take the bots off these tables of a draft, by number. Returns them. Refused where none sits there."""
    tournament = history.lock_unfinished(draft.tournament)
    draft = as_draft(draft)
    before = _with_tables(draft, tables)
    bots = [bot for bot in _bots_of(draft) if any(bot.number in before.tables[number - 1] for number in tables)]
    if not bots:
        raise Refused(_("No bot sits at these tables."))
    keep(draft, _without(before, bots, tables))
    _step(draft, before, tournament, "round.take_bots_off", tables, by=by, at=at, bots=bots)
    return bots


def check_screen(tournament: Tournament) -> None:
    """Refuse tables on screen under rules that are played without tiles."""
    if not engine.read_rules(tournament.rules).has_tiles:
        raise Refused(_("These rules only count points: there are no tiles that could be played on screen."))


def drawn_again(draft: Round, before: Layout, drawn: Layout) -> Layout:
    """A drawing of people, with tables on screen and bots as they were before it.

    The same tables are on screen; all of them, where all were. The bots that had seats, and are still here, take those
    that are missing at tables on screen: at the table where they were, or else in the order of the tables.
    """
    everywhere = len(before.on_screen) == len(before.tables)
    numbers = range(1, len(drawn.tables) + 1)
    on_screen = tuple(number for number in numbers if everywhere or number in before.on_screen)
    known = {bot.number for bot in _bots_of(draft) if bot.status == Entry.Status.HERE}
    if not known:
        return replace(drawn, on_screen=on_screen)
    full = full_size(draft, map(len, drawn.tables))
    tables = [list(table) for table in drawn.tables]
    seated = [(number, at) for at, table in enumerate(before.tables, 1) for number in table if number in known]
    waiting = []
    for bot, at in seated:
        if at in on_screen and len(tables[at - 1]) < full:
            tables[at - 1].append(bot)
        else:
            waiting.append(bot)
    for at in on_screen:
        while waiting and len(tables[at - 1]) < full:
            tables[at - 1].append(waiting.pop(0))
    return replace(drawn, tables=tuple(map(tuple, tables)), on_screen=on_screen)


def refuse_bots_off_screen(draft: Round, layout: Layout) -> None:
    """Refuse a layout in which a bot would sit at a table with real tiles, or sit out with a seat of its own free."""
    bots = {bot.number: str(bot.player) for bot in _bots_of(draft)}
    for number, table in enumerate(layout.tables, 1):
        found = [bots[one] for one in table if one in bots]
        if found and number not in layout.on_screen:
            raise Refused(
                _("{name} cannot sit at table {table}: it is played with real tiles, which a bot cannot hold.").format(
                    name=found[0], table=number
                )
            )
    out = [bots[one] for one in layout.sit_outs if one in bots]
    if out:
        raise Refused(
            _("{name} does not sit out: take the bot off its table, and it plays with other bots.").format(name=out[0])
        )


def people_of(draft: Round) -> Layout:
    """A draft as it is, without the bots that fill seats."""
    layout = layout_of(draft)
    bots = _bots_of(draft)
    return _without(layout, bots, range(1, len(layout.tables) + 1)) if bots else layout


def _with_tables(draft: Round, tables: Collection[int]) -> Layout:
    """The draft as it is. Refused where it has not all of these tables, or none is named."""
    layout = layout_of(draft)
    gone = [number for number in tables if not 1 <= number <= len(layout.tables)]
    if gone:
        raise Refused(_("There is no table {table} in this draft.").format(table=gone[0]))
    if not tables:
        raise Refused(_("Choose a table of the draft."))
    return layout


def _bots_of(draft: Round) -> list[Entry]:
    """The bots that have seats in a draft of people, by number; none where only bots are entered."""
    if not draft.tournament.entries.filter(player__bot="").exists():
        return []
    rows = draft.tournament.entries.exclude(player__bot="").filter(seats__round=draft)
    return list(rows.select_related("player").order_by("number"))


def _without(layout: Layout, bots: Sequence[Entry], tables: Collection[int]) -> Layout:
    """A layout without these bots at these tables."""
    gone = {bot.number for bot in bots}
    return replace(
        layout,
        tables=tuple(
            tuple(one for one in people if one not in gone) if number in tables else people
            for number, people in enumerate(layout.tables, 1)
        ),
    )


def _check_enough(wanted: int, free: int) -> None:
    if wanted > free:
        raise Refused(
            ngettext(
                "{wanted} bot is needed; free now: {free}. Add {more} more under Bots.",
                "{wanted} bots are needed; free now: {free}. Add {more} more under Bots.",
                wanted,
            ).format(wanted=wanted, free=free, more=wanted - free)
        )


def _step(
    draft: Round,
    before: Layout,
    tournament: Tournament,
    verb: str,
    tables: Sequence[int],
    *,
    by: str,
    at: datetime,
    bots: Sequence[Entry] = (),
) -> None:
    """Write a change of a draft down, and keep what was there before it."""
    facts: dict[str, object] = {"round": draft.number, "tables": sorted(tables)}
    if bots:
        facts["players"] = [bot.player_id for bot in bots]
    remember(draft, before, history.write_down(tournament, verb, by=by, at=at, facts=facts, visible=False))

"""The console's answer in words: what the next step is called, where its button leads, and each thing in its way."""

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from tournaments.desk.tonight_stage import stage_now
from tournaments.findings import findings_of_typed
from tournaments.models import Entry, Role, Round, Tournament
from tournaments.next_step import Do, Evening, Heads, InTheWay, NextStep, RoundNow, TableNow, Why, next_step
from tournaments.queries import evening
from tournaments.queries.bots import resting
from tournaments.queries.screens import ScreenTable, screens_of
from tournaments.queries.seating import presence_changed
from tournaments.queries.tables import TableState, table_states
from tournaments.rounds import allowed_sizes


@dataclass(frozen=True, slots=True)
class Hint:
    """One thing in the way, in words, and where it is put right (empty: nowhere, or not by this person)."""

    text: str
    link: str = ""
    address: str = ""
    posts: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """The next step in words. `posts` says whether the button changes something or leads to another page.

    `address` is empty where this person may not do it; `who` then says who may.
    """

    title: str
    button: str
    address: str
    posts: bool = False
    accepts: bool = False
    who: str = ""
    hints: tuple[Hint, ...] = ()


@dataclass(frozen=True, slots=True)
class Tonight:
    """Everything that the console shows of a tournament. `can_reopen` is the number of a round, 0 for none.

    `version` is that of what was decided, `live` differs after every move on screen too; `lines` are the tables, each
    with where it stands on screen.
    """

    version: str
    live: str
    heads: Heads
    rounds: tuple[Round, ...]
    now: Round | None
    tables: tuple[TableState, ...]
    asked: frozenset[int]
    step: Step
    can_take_back: bool
    can_reopen: int
    can_finish_early: bool
    screens: tuple[ScreenTable, ...] = ()
    rest: frozenset[int] = frozenset()

    @property
    def lines(self) -> tuple[tuple[TableState, ScreenTable | None], ...]:
        """The tables, each with where it stands on screen; None where it has real tiles."""
        on_screen = {screen.number: screen for screen in self.screens}
        return tuple((state, on_screen.get(state.number)) for state in self.tables)


def tonight(tournament: Tournament, role: Role) -> Tonight:
    """Where a tournament stands, with a constant number of queries: at most twelve for an open evening.

    Tables of bots take one more; tables on screen three, and one for each hand that is played there now.
    """
    live = evening.live_version(tournament)
    counts = evening.heads(tournament)
    heads = Heads(
        counts[Entry.Status.EXPECTED],
        counts[Entry.Status.HERE],
        counts[Entry.Status.STANDBY],
        counts[Entry.Status.WITHDRAWN],
    )
    rounds = tuple(evening.rounds(tournament))
    now = next((one for one in rounds if one.state != Round.State.CLOSED), None)
    tables = tuple(table_states(now)) if now is not None else ()
    screens = screens_of(now) if now is not None and any(state.table.on_screen for state in tables) else ()
    rest = resting(now) if now is not None and any(state.is_of_bots for state in tables) else frozenset()
    round_now = None if now is None else _round_now(tournament, now, tables, screens, rest)
    step = next_step(
        Evening(
            heads=heads,
            planned=len(tournament.plan),
            smallest=min(allowed_sizes(tournament), default=2),
            closed=sum(one.state == Round.State.CLOSED for one in rounds),
            now=round_now,
            is_public=tournament.is_public,
            is_finished=tournament.state == Tournament.State.FINISHED,
            stage=stage_now(tournament) if now is None else None,
        )
    )
    is_open = now is not None and now.state == Round.State.OPEN
    return Tonight(
        version=live.rpartition("-")[0],
        live=live,
        heads=heads,
        rounds=rounds,
        now=now,
        tables=tables,
        asked=frozenset(table.number for table in (round_now.tables if round_now else ()) if table.asked),
        step=in_words(step, tournament, role),
        can_take_back=is_open
        and not any(state.reports and not state.is_of_bots for state in tables)
        and not any(screen.has_begun for screen in screens),
        can_reopen=rounds[-1].number if rounds and now is None else 0,
        can_finish_early=bool(rounds) and now is None and step.do is not Do.FINISH,
        screens=screens,
        rest=rest,
    )


def _round_now(
    tournament: Tournament,
    now: Round,
    tables: tuple[TableState, ...],
    screens: tuple[ScreenTable, ...],
    rest: frozenset[int],
) -> RoundNow:
    if now.state == Round.State.DRAFT:
        came, went = presence_changed(now)
        return RoundNow(
            now.number,
            is_draft=True,
            came=tuple(str(entry.player) for entry in came),
            went=tuple(str(entry.player) for entry in went),
        )
    rules = engine.read_rules(tournament.rules)
    on_screen = {screen.number for screen in screens if not screen.is_over}
    return RoundNow(
        now.number,
        is_draft=False,
        tables=tuple(
            TableNow(
                state.number,
                len(state.hands),
                len(state.missing),
                len(state.not_accepted),
                tuple(dict.fromkeys(finding.sentence for finding in findings_of_typed(state, rules))),
                sum(1 for seat in state.seats if seat.last_hand is None),
                state.is_of_bots,
                state.number in on_screen,
                state.number in rest,
            )
            for state in tables
        ),
    )


def in_words(step: NextStep, tournament: Tournament, role: Role) -> Step:
    """A step in words, with addresses for what this role may do."""
    organises = role.rank >= Role.ORGANISER.rank
    title, button, least, found, posts = _WORDS[step.do](step, tournament)
    may = role.rank >= least.rank
    return Step(
        title=title,
        button=button,
        address=found if may else "",
        posts=posts,
        accepts=step.do is Do.ACCEPT_AND_CLOSE,
        who="" if may else _("An organiser of the club does this."),
        hints=tuple(_hint(one, step, tournament, organises=organises) for one in step.in_the_way),
    )


Words = tuple[str, str, Role, str, bool]
"""Title, button, the least role that may press it, address, and whether it posts."""


def _add_names(_step: NextStep, tournament: Tournament) -> Words:
    return _("Who plays tonight?"), _("Add names"), Role.ORGANISER, reverse("names", args=[tournament.slug]), False


def _tick_arrivals(_step: NextStep, tournament: Tournament) -> Words:
    title = _("Say who is here")
    return title, _("Open arrivals"), Role.SCOREKEEPER, reverse("arrivals", args=[tournament.slug]), False


def _seat(step: NextStep, tournament: Tournament) -> Words:
    button = ngettext("Seat {count} person", "Seat {count} people", step.people).format(count=step.people)
    title = _("Seat round {number}").format(number=step.round)
    return title, button, Role.ORGANISER, reverse("seat", args=[tournament.slug]), False


def _draw_again(step: NextStep, tournament: Tournament) -> Words:
    title = _("The draft of round {number} is out of date").format(number=step.round)
    return title, _("Draw it again"), Role.ORGANISER, reverse("seat", args=[tournament.slug]), False


def _publish_seating(step: NextStep, tournament: Tournament) -> Words:
    title = _("Round {number} is drawn; nobody else sees it yet").format(number=step.round)
    return title, _("Look at it and publish"), Role.ORGANISER, reverse("seat", args=[tournament.slug]), False


def _type_results(step: NextStep, tournament: Tournament) -> Words:
    title = _("Round {number} is being played").format(number=step.round)
    return title, _("Type results"), Role.SCOREKEEPER, reverse("desk-results", args=[tournament.slug]), False


def _watch_bots(step: NextStep, tournament: Tournament) -> Words:
    title = _("Bots are playing round {number}").format(number=step.round)
    return title, _("Look at their tables"), Role.ORGANISER, reverse("bots", args=[tournament.slug]), False


def _watch_screens(step: NextStep, tournament: Tournament) -> Words:
    title = _("Round {number} is being played on screen").format(number=step.round)
    found = reverse("screen-tables", args=[tournament.slug, step.round])
    return title, _("Look at the tables on screen"), Role.ORGANISER, found, False


def _close(step: NextStep, tournament: Tournament) -> Words:
    title = _("Every table of round {number} is in").format(number=step.round)
    found = reverse("close-round", args=[tournament.slug, step.round])
    return title, _("Close round {number}").format(number=step.round), Role.ORGANISER, found, True


def _accept_and_close(step: NextStep, tournament: Tournament) -> Words:
    title = _("Every table of round {number} is in; some are not accepted yet").format(number=step.round)
    button = ngettext(
        "Accept {count} table and close round {number}",
        "Accept {count} tables and close round {number}",
        step.people,
    ).format(count=step.people, number=step.round)
    return title, button, Role.ORGANISER, reverse("close-round", args=[tournament.slug, step.round]), True


def _finish(_step: NextStep, tournament: Tournament) -> Words:
    title = _("Every planned round is played")
    return title, _("Finish the tournament"), Role.ORGANISER, reverse("finish", args=[tournament.slug]), True


def _look_back(_step: NextStep, tournament: Tournament) -> Words:
    title = _("The tournament is finished")
    found = reverse("tournament" if tournament.is_public else "desk-results", args=[tournament.slug])
    return title, _("See how it ended"), Role.SCOREKEEPER, found, False


def _settle(step: NextStep, tournament: Tournament) -> Words:
    title = ngettext("Settle the tie first", "Settle {count} ties first", step.people).format(count=step.people)
    return title, _("Settle it"), Role.ORGANISER, _stage_address(step, tournament), False


def _make_cut(step: NextStep, tournament: Tournament) -> Words:
    title = ngettext("{count} person would go on", "{count} people would go on", step.people).format(count=step.people)
    return title, _("Make the cut"), Role.ORGANISER, _stage_address(step, tournament), False


def _choose_plan(step: NextStep, tournament: Tournament) -> Words:
    title = ngettext("{count} person plays the knockout", "{count} people play the knockout", step.people)
    button = _("Choose how it is played")
    return title.format(count=step.people), button, Role.ORGANISER, _stage_address(step, tournament), False


def _stage_address(step: NextStep, tournament: Tournament) -> str:
    return reverse("stage", args=[tournament.slug, step.stage])


_WORDS: dict[Do, Callable[[NextStep, Tournament], Words]] = {
    Do.ADD_NAMES: _add_names,
    Do.TICK_ARRIVALS: _tick_arrivals,
    Do.SETTLE: _settle,
    Do.MAKE_CUT: _make_cut,
    Do.CHOOSE_PLAN: _choose_plan,
    Do.SEAT: _seat,
    Do.DRAW_AGAIN: _draw_again,
    Do.PUBLISH_SEATING: _publish_seating,
    Do.TYPE_RESULTS: _type_results,
    Do.WATCH_BOTS: _watch_bots,
    Do.WATCH_SCREENS: _watch_screens,
    Do.ACCEPT_AND_CLOSE: _accept_and_close,
    Do.CLOSE: _close,
    Do.FINISH: _finish,
    Do.LOOK_BACK: _look_back,
}


def _hint(one: InTheWay, step: NextStep, tournament: Tournament, *, organises: bool) -> Hint:
    arrivals = reverse("arrivals", args=[tournament.slug])
    if one.why is Why.NOT_PUBLIC:
        found = reverse("publish", args=[tournament.slug]) if organises else ""
        return Hint(_("Only the club's members can see this tournament."), _("Publish it"), found, posts=True)
    if one.why is Why.NOT_ARRIVED:
        text = ngettext("{count} person has not arrived.", "{count} people have not arrived.", one.count)
        return Hint(text.format(count=one.count), _("Arrivals"), arrivals)
    if one.why is Why.TOO_FEW_HERE:
        text = ngettext(
            "{count} person is here; the smallest table is for {smallest}.",
            "{count} people are here; the smallest table is for {smallest}.",
            one.count,
        )
        return Hint(text.format(count=one.count, smallest=one.of))
    if one.why in (Why.CAME_SINCE, Why.WENT_SINCE):
        text = _("Came since it was drawn: {names}.") if one.why is Why.CAME_SINCE else _("Gone since: {names}.")
        return Hint(text.format(names=", ".join(one.said)), _("Arrivals"), arrivals)
    special = _HINTS.get(one.why)
    if special is not None:
        return special(one, step, tournament, organises=organises)
    return _table_hint(one, step, tournament)


def _stage_hint(one: InTheWay, step: NextStep, tournament: Tournament, *, organises: bool) -> Hint:
    found = _stage_address(step, tournament) if organises else ""
    said = ", ".join(one.said)
    if one.why is Why.LEVEL:
        return Hint(_("Level: {names}.").format(names=said), _("Settle it"), found)
    if one.why is Why.SHARED:
        return Hint(_("They share the first place: {names}.").format(names=said), _("Part them"), found)
    if one.why is Why.CORRECTED:
        return Hint(_("After a correction: {what}").format(what=said), _("Look at it"), found)
    text = _("Goes on and is not here: {names}. A seat stays empty and is placed last.")
    return Hint(text.format(names=said), _("Replace"), found)


def _alone_hint(one: InTheWay, step: NextStep, tournament: Tournament, *, organises: bool) -> Hint:
    text = ngettext(
        "Table {table} has {count} person left, who cannot play alone: move them, or declare its hands void.",
        "Table {table} has {count} people left, so nobody plays there: declare its hands void.",
        one.count,
    )
    found = reverse("seat-table", args=[tournament.slug, step.round, one.table]) if organises else ""
    return Hint(text.format(table=one.table, count=one.count), _("Change the table"), found)


def _bots_hint(one: InTheWay, step: NextStep, tournament: Tournament, *, organises: bool) -> Hint:
    text = ngettext(
        "Bots play at table {table}: {count} hand is to come.",
        "Bots play at table {table}: {count} hands are to come.",
        one.count,
    )
    found = reverse("bot-table", args=[tournament.slug, step.round, one.table]) if organises else ""
    return Hint(text.format(table=one.table, count=one.count), _("Look at it"), found)


def _resting_hint(one: InTheWay, step: NextStep, tournament: Tournament, *, organises: bool) -> Hint:
    text = ngettext(
        "The bots of table {table} wait until somebody lets them play: {count} hand is to come.",
        "The bots of table {table} wait until somebody lets them play: {count} hands are to come.",
        one.count,
    )
    found = reverse("bot-table", args=[tournament.slug, step.round, one.table]) if organises else ""
    return Hint(text.format(table=one.table, count=one.count), _("Let them"), found)


def _screen_hint(one: InTheWay, step: NextStep, tournament: Tournament, *, organises: bool) -> Hint:
    text = ngettext(
        "Table {table} is being played on screen: {count} hand is to come.",
        "Table {table} is being played on screen: {count} hands are to come.",
        one.count,
    )
    found = reverse("screen-table", args=[tournament.slug, step.round, one.table]) if organises else ""
    return Hint(text.format(table=one.table, count=one.count), _("Look at it"), found)


_HINTS = {
    Why.LEVEL: _stage_hint,
    Why.SHARED: _stage_hint,
    Why.GOES_ON_AND_NOT_HERE: _stage_hint,
    Why.CORRECTED: _stage_hint,
    Why.TOO_FEW_AT_TABLE: _alone_hint,
    Why.BOTS_PLAY: _bots_hint,
    Why.BOTS_REST: _resting_hint,
    Why.ON_SCREEN: _screen_hint,
}


def _table_hint(one: InTheWay, step: NextStep, tournament: Tournament) -> Hint:
    found = reverse("desk-table", args=[tournament.slug, step.round, one.table])
    if one.why is Why.NOT_HANDED_IN and one.count == one.of:
        return Hint(_("Table {table} has not handed in.").format(table=one.table), _("Type it"), found)
    if one.why is Why.NOT_HANDED_IN:
        text = ngettext(
            "Table {table}: {count} hand is missing.", "Table {table}: {count} hands are missing.", one.count
        )
        return Hint(text.format(table=one.table, count=one.count), _("Type it"), found)
    if one.why is Why.ASKED_ABOUT:
        return Hint(" ".join(one.said), _("Look at it"), found)
    return Hint(_("Table {table} is typed, not accepted.").format(table=one.table), _("Look at it"), found)

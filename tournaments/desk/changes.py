"""What was done, in words: a sentence for every verb of the history."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import BotTables, Entry, Settled
from tournaments.programme import settings_in_words
from tournaments.queries.changes import Told

MOST_NAMES = 4
"""So many people are named; more are counted."""


def describe(one: Told) -> str:
    """A change as a sentence without its author and time. Never fails: an unknown verb is shown as it is stored."""
    words = VERBS.get(one.change.verb)
    try:
        return words(one.change.facts, people(one.names)) if words else one.change.verb
    except (KeyError, TypeError, ValueError):
        return one.change.verb


def people(names: tuple[str, ...]) -> str:
    """Names in a row, or how many."""
    if not names:
        return _("somebody")
    if len(names) > MOST_NAMES:
        return ngettext("{count} person", "{count} people", len(names)).format(count=len(names))
    return ", ".join(names)


Facts = dict[str, Any]
Words = Callable[[Facts, str], str]


def _plain(text: Callable[[], str]) -> Words:
    """A sentence filled with the facts of the change, the people and the reason."""
    return lambda facts, names: text().format(**{"why": "", **facts, "names": names})


def _status(facts: Facts, names: str) -> str:
    return _("{names}: {status}").format(names=names, status=Entry.Status(facts["status"]).label)


def _entered(_facts: Facts, names: str) -> str:
    return _("Entered: {names}").format(names=names)


def _reported(facts: Facts, _names: str) -> str:
    text = (
        _("Round {round}, table {table}: a correction")
        if facts["correction"]
        else _("Round {round}, table {table}: typed")
    )
    return text.format(**facts)


def _bot_plan(facts: Facts, _names: str) -> str:
    starts = BotTables.Starts(facts["starts"]).label
    return _("Bot tables begin {starts}; {pace}").format(starts=starts, pace=pace_in_words(facts["pace"]))


def _bot_start(facts: Facts, _names: str) -> str:
    text = _("Round {round}, table {table}: told when the bots begin; {pace}")
    return text.format(round=facts["round"], table=facts["table"], pace=pace_in_words(facts["pace"]))


def _bot_report(facts: Facts, _names: str) -> str:
    tables = ", ".join(map(str, facts["tables"]))
    return ngettext(
        "Round {round}, table {tables}: hands played by bots",
        "Round {round}, tables {tables}: hands played by bots",
        len(facts["tables"]),
    ).format(round=facts["round"], tables=tables)


def pace_in_words(pace: int) -> str:
    """How fast a bot table is shown."""
    if not pace:
        return _("at full speed")
    return ngettext("{count} second a turn", "{count} seconds a turn", pace).format(count=pace)


def _screen_clock(facts: Facts, _names: str) -> str:
    round, table, seconds = facts["round"], facts["table"], facts["seconds"]
    if not seconds:
        return _("Round {round}, table {table}: no clock on screen any more").format(round=round, table=table)
    return ngettext(
        "Round {round}, table {table}: {count} second for each move on screen",
        "Round {round}, table {table}: {count} seconds for each move on screen",
        seconds,
    ).format(round=round, table=table, count=seconds)


def _accepted(facts: Facts, _names: str) -> str:
    tables = ", ".join(map(str, facts["tables"]))
    return ngettext(
        "Round {round}: table {tables} accepted", "Round {round}: tables {tables} accepted", len(facts["tables"])
    ).format(round=facts["round"], tables=tables)


def _taken_in(facts: Facts, _names: str) -> str:
    count = facts["count"]
    return ngettext("A list taken in: {count} person", "A list taken in: {count} people", count).format(count=count)


def _left(facts: Facts, names: str) -> str:
    if facts["from_hand"] is None:
        return _("Round {round}, table {table}: {names} is back").format(**facts, names=names)
    return _("Round {round}, table {table}: {names} left from hand {from_hand} on").format(**facts, names=names)


def _settled(facts: Facts, names: str) -> str:
    text = _("Stage {stage}: a tie was settled, {how}: {names}. {why}")
    return text.format(stage=facts["stage"], how=Settled.How(facts["how"]).label, names=names, why=facts["why"]).strip()


def _settings(facts: Facts, _names: str) -> str:
    labels = settings_in_words(facts["settings"])
    text = _("Settings replaced: {settings}. {why}") if "why" in facts else _("Settings changed: {settings}")
    return text.format(settings=labels, why=facts.get("why", ""))


def _draft_tables(text: Callable[[int], str]) -> Words:
    """Words about some tables of a draft, by how many they are."""
    return lambda facts, names: text(len(facts["tables"])).format(
        round=facts["round"], tables=", ".join(map(str, facts["tables"])), names=names
    )


VERBS: dict[str, Words] = {
    "tournament.make": _plain(lambda: _("Tournament made")),
    "tournament.import": _plain(lambda: _("Read from a file")),
    "tournament.change": _settings,
    "tournament.replace": _settings,
    "tournament.published": _plain(lambda: _("Published")),
    "tournament.draft": _plain(lambda: _("Hidden from the public")),
    "tournament.finish": _plain(lambda: _("Finished")),
    "tournament.reopen": _plain(lambda: _("Reopened: {why}")),
    "tournament.remove": _plain(lambda: _("Removed")),
    "tournament.put_back": _plain(lambda: _("Put back")),
    "entry.enter": _entered,
    "entry.status": _status,
    "entry.undo": _plain(lambda: _("Taken back: {names}")),
    "entry.strike": _plain(lambda: _("Taken off the list: {names}")),
    "round.draft": _plain(lambda: _("Round {round}: drawn as a draft")),
    "round.redraw": _plain(lambda: _("Round {round}: drawn again")),
    "round.from_paper": _plain(lambda: _("Round {round}: seated from paper")),
    "round.swap": _plain(lambda: _("Round {round}: {names} changed places")),
    "round.lock": _plain(lambda: _("Round {round}: table {table} of the draft locked")),
    "round.unlock": _plain(lambda: _("Round {round}: table {table} of the draft unlocked")),
    "round.on_screen": _draft_tables(
        lambda count: ngettext(
            "Round {round}: table {tables} is to be played on screen",
            "Round {round}: tables {tables} are to be played on screen",
            count,
        )
    ),
    "round.real_tiles": _draft_tables(
        lambda count: ngettext(
            "Round {round}: table {tables} is to be played with real tiles",
            "Round {round}: tables {tables} are to be played with real tiles",
            count,
        )
    ),
    "round.fill_with_bots": _draft_tables(
        lambda count: ngettext(
            "Round {round}: bots fill table {tables}: {names}",
            "Round {round}: bots fill tables {tables}: {names}",
            count,
        )
    ),
    "round.take_bots_off": _draft_tables(
        lambda count: ngettext(
            "Round {round}: bots taken off table {tables}: {names}",
            "Round {round}: bots taken off tables {tables}: {names}",
            count,
        )
    ),
    "round.step_back": _plain(lambda: _("Round {round}: the last change of the draft taken back")),
    "round.drop_draft": _plain(lambda: _("Round {round}: draft thrown away")),
    "round.publish": _plain(lambda: _("Round {round}: seating published")),
    "round.take_back": _plain(lambda: _("Round {round}: seating taken back")),
    "round.cut": _plain(lambda: _("Round {round}: cut to {hands} hands")),
    "round.close": _plain(lambda: _("Round {round}: closed")),
    "round.reopen": _plain(lambda: _("Round {round}: opened again. {why}")),
    "stages.define": _plain(lambda: _("The stages were defined")),
    "cut.make": _plain(lambda: _("The cut into stage {stage} was made: {names} go on")),
    "cut.undo": _plain(lambda: _("The cut into stage {stage} was taken back")),
    "cut.replace": _plain(lambda: _("Stage {stage}: replaced, {names}. {why}")),
    "tie.settle": _settled,
    "tie.take_back": _plain(lambda: _("Stage {stage}: how a tie was settled was taken back ({names})")),
    "knockout.plan": _plain(lambda: _("Stage {stage}: the knockout was planned: {plan}")),
    "knockout.numbers": _plain(lambda: _("Stage {stage}: how many go on from a table: {numbers}")),
    "knockout.lot": _plain(lambda: _("Stage {stage}: the order of the knockout was drawn by lot (seed {seed})")),
    "result.report": _reported,
    "result.accept": _accepted,
    "bots.plan": _bot_plan,
    "bots.start": _bot_start,
    "bots.pause": _plain(lambda: _("Round {round}, table {table}: the bots pause. {why}")),
    "bots.resume": _plain(lambda: _("Round {round}, table {table}: the bots go on")),
    "bots.cancel": _plain(lambda: _("Round {round}, table {table}: the bots stop before the end. {why}")),
    "bots.again": _plain(lambda: _("Round {round}, table {table}: the bots play once more. {why}")),
    "bots.report": _bot_report,
    "screen.report": _plain(lambda: _("Round {round}, table {table}: hand {hand} played on screen")),
    "screen.clock": _screen_clock,
    "screen.stop": _plain(lambda: _("Round {round}, table {table}: not played on screen any more. {why}")),
    "screen.deal_again": _plain(lambda: _("Round {round}, table {table}: hand {hand} dealt again on screen. {why}")),
    "seat.add": _plain(lambda: _("Round {round}: {names} added to table {table}")),
    "seat.fill_in": _plain(lambda: _("Round {round}: {names} fills in at table {table}")),
    "seat.move": _plain(lambda: _("Round {round}: {names} moved to table {table}")),
    "seat.leave": _left,
    "seat_key.make": _plain(lambda: _("Links to seats made: {names}")),
    "seat_key.revoke": _plain(lambda: _("Link to the seat taken back: {names}")),
    "ledger.add": _plain(lambda: _("{points} points given to {names}")),
    "ledger.take_back": _plain(lambda: _("{points} points of {names} taken back")),
    "ledger.lots": _plain(lambda: _("Lots drawn")),
    "wish.add": _plain(lambda: _("A wish noted about {names}")),
    "wish.remove": _plain(lambda: _("A wish about {names} removed")),
    "wish.put_back": _plain(lambda: _("A wish about {names} put back")),
    "names.accept": _taken_in,
    "names.drop": _plain(lambda: _("A list of names thrown away")),
}

"""What the desk says about the steps of a rehearsal."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Report
from tournaments.models import RehearsalStep
from tournaments.queries.rehearsals import Matter, Met, RoundMet
from tournaments.refusals import in_words
from tournaments.rehearsal_course import Act, Mishap, Step
from tournaments.seating.sizes import tables_in_words

MISHAPS: dict[Mishap, Promise] = {
    Mishap.NO_SHOWS: gettext_lazy("Some never come"),
    Mishap.LATE: gettext_lazy("Some come when the first round is being played"),
    Mishap.SLIPS: gettext_lazy("Sheets with slips: a digit too many, a wrong sum, a tile twice, …"),
    Mishap.MISSING_SHEET: gettext_lazy("A sheet is missing, and found at the last moment"),
    Mishap.CORRECTION: gettext_lazy("A number is corrected after the next seating"),
}

ACTS: dict[Act, Promise] = {
    Act.ARRIVE: gettext_lazy("People arrive"),
    Act.NOT_COMING: gettext_lazy("Those who do not come are withdrawn"),
    Act.SETTLE: gettext_lazy("A lot is drawn between people who are level"),
    Act.CUT: gettext_lazy("The cut is made"),
    Act.PLAN: gettext_lazy("The plan of the knockout is chosen"),
    Act.SEAT: gettext_lazy("The tables of round {round} are drawn"),
    Act.REDRAW: gettext_lazy("The tables of round {round} are drawn again"),
    Act.PUBLISH: gettext_lazy("The seating of round {round} is published"),
    Act.LATE: gettext_lazy("Somebody comes late"),
    Act.CORRECT: gettext_lazy("A number of round {round} is corrected"),
    Act.SLIP: gettext_lazy("Round {round}, table {table} hands in a sheet with a slip"),
    Act.MISSING: gettext_lazy("Round {round} is to be closed, and a sheet is missing"),
    Act.HAND_IN: gettext_lazy("Round {round}, table {table} hands in its sheet"),
    Act.ON_SCREEN: gettext_lazy("Round {round}, table {table} plays a hand on screen"),
    Act.VOID: gettext_lazy("Round {round}, table {table}: the missing hands are void"),
    Act.CLOSE: gettext_lazy("Round {round} is accepted and closed"),
    Act.FINISH: gettext_lazy("The tournament is finished"),
}


MATTERS: dict[Matter, Promise] = {
    Matter.NEVER_CAME: gettext_lazy("Who never came"),
    Matter.LATE: gettext_lazy("Who came late"),
    Matter.CLASHES: gettext_lazy("Wishes that clash"),
    Matter.SLIPS: gettext_lazy("Sheets that were sent back"),
    Matter.ASKED: gettext_lazy("Right sheets that were asked about"),
    Matter.MISSING: gettext_lazy("The missing sheet"),
    Matter.VOID: gettext_lazy("Tables that could not play on"),
    Matter.CORRECTIONS: gettext_lazy("The correction after the next seating"),
    Matter.LOTS: gettext_lazy("Lots between people who were level"),
    Matter.STOPPED: gettext_lazy("Where somebody had to help"),
}
WITH_THE_ROUND = frozenset({Matter.CLASHES, Matter.SLIPS, Matter.ASKED, Matter.VOID, Matter.LOTS, Matter.STOPPED})
"""Matters whose sentences do not say the round themselves."""


def told(matter: Matter, step: RehearsalStep) -> str:
    """What a step has to say in the report."""
    if matter not in WITH_THE_ROUND or step.round_number is None:
        return step.said
    if matter is Matter.VOID:
        return _("Round {round}, table {table}: {said}").format(
            round=step.round_number, table=step.table_number, said=step.said
        )
    return _("Round {round}: {said}").format(round=step.round_number, said=step.said)


def tables_of(met: RoundMet) -> str:
    """The tables of a round, "5 tables of 6"; those of bots apart."""
    words = in_words(tables_in_words(met.sizes)) if met.sizes else ""
    if not met.bot_tables:
        return words
    bots = ngettext("{count} table of bots", "{count} tables of bots", met.bot_tables).format(count=met.bot_tables)
    return _("{tables}, {bots}").format(tables=words, bots=bots) if words else bots


def numbers(met: Met) -> list[str]:
    """The evening in numbers, a sentence each."""
    came = ngettext("{count} person came.", "{count} people came.", met.came)
    done = ngettext("The desk had {count} thing to do.", "The desk had {count} things to do.", met.steps)
    sheets = ngettext("{count} sheet was handed in.", "{count} sheets were handed in.", met.sheets)
    found = [came.format(count=met.came), done.format(count=met.steps)]
    if met.sheets:
        found.append(sheets.format(count=met.sheets))
    points, tiles, record = (
        met.checked.get(how, 0) for how in (Report.Checked.POINTS, Report.Checked.TILES, Report.Checked.RECORD)
    )
    if points or tiles or record:
        found.append(
            _("Hands by points alone: {points}; with the tiles left: {tiles}; as a whole record: {record}.").format(
                points=points, tiles=tiles, record=record
            )
        )
    return found


def coming(step: Step | None) -> str:
    """The next step as a sentence; empty where there is none."""
    if step is None:
        return ""
    return _("{what}.").format(what=str(ACTS[step.act]).format(round=step.round, table=step.table))


def done(step: RehearsalStep) -> str:
    """A step that was taken, without what was said."""
    return str(ACTS[Act(step.act)]).format(round=step.round_number or 0, table=step.table_number or 0)

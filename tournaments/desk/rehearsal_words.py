"""What the desk says about the steps of a rehearsal."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import RehearsalStep
from tournaments.rehearsal_course import Act, Mishap, Step

MISHAPS: dict[Mishap, Promise] = {
    Mishap.NO_SHOWS: gettext_lazy("Some never come"),
    Mishap.LATE: gettext_lazy("Some come when the first round is being played"),
    Mishap.SLIPS: gettext_lazy("Sheets with slips: a digit too many, a second zero, a wrong sum"),
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


def coming(step: Step | None) -> str:
    """The next step as a sentence; empty where there is none."""
    if step is None:
        return ""
    return _("{what}.").format(what=str(ACTS[step.act]).format(round=step.round, table=step.table))


def done(step: RehearsalStep) -> str:
    """A step that was taken, without what was said."""
    return str(ACTS[Act(step.act)]).format(round=step.round_number or 0, table=step.table_number or 0)

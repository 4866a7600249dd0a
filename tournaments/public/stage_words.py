"""What the stages say of somebody in a list: how far they came, what they brought along."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.public.rows import Cell, Line
from tournaments.queries.chances import chances_into
from tournaments.queries.overall import Reached
from tournaments.queries.stage_lists import StageFacts
from tournaments.refusals import in_words
from tournaments.seating.knockout import Kind
from tournaments.stages import stage_name


def reached_words(how: Reached) -> str:
    """How far somebody came: "Reached the final.", "Out in round 5."."""
    if how.still_in:
        return _("Still in: %(stage)s.") % {"stage": stage_name(how.span.stage)}
    if how.kind is Kind.FINAL:
        return _("Reached the final.")
    if how.kind is Kind.REPECHAGE:
        return _("Out in the repechage, round %(round)d.") % {"round": how.round}
    if how.kind is Kind.ROUND:
        return _("Out in round %(round)d.") % {"round": how.round}
    return stage_name(how.span.stage)


def chances_words(found: StageFacts) -> dict[int, str]:
    """Of everybody (by entry id) in the running stage, whether they are through to the next one, out, or may still be.

    Empty where no later stage waits for its cut, and before the first seating.
    """
    span = next((one for one in found.spans if not one.is_first and not found.is_cut(one)), None)
    if span is None or not any(played.number in found.before(span).numbers for played in found.facts.rounds):
        return {}
    stage = stage_name(span.stage)
    return {
        entry: _("%(stage)s: %(chance)s.") % {"stage": stage, "chance": in_words(chance.label())}
        for entry, chance in chances_into(found, span).items()
    }


def bonus_words(points: int) -> str:
    """The bonus that somebody brought into a stage."""
    return _("Bonus brought along: %(points)s.") % {"points": f"{points:+d}".replace("-", "−")}


def without_later_rounds(line: Line, outside: Sequence[bool]) -> Line:
    """The line with a word for every round (in order) of a stage that somebody is not in: nobody missed it."""
    cell = Cell(_("not in it"), is_number=False)
    return replace(line, rounds=tuple(cell if out else one for one, out in zip(line.rounds, outside, strict=True)))


def with_note(line: Line, said: str) -> Line:
    """The line with one more remark below the name."""
    return replace(line, note=f"{said} {line.note}".strip()) if said else line

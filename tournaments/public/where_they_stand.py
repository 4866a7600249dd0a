"""One sentence on where somebody stands: through to the semi-finals, may still qualify, plays in the final."""

from django.utils.translation import gettext as _

from tournaments.queries.bracket_now import GOES_ON, Standing, bracket_now, standing_in
from tournaments.queries.going_on import going_on_now
from tournaments.queries.knockouts import knockout_now
from tournaments.queries.stage_lists import StageFacts
from tournaments.queries.stages import Span
from tournaments.seating.bracket import Column, Mark
from tournaments.seating.knockout import Kind
from tournaments.stages import stage_name
from tournaments.standings import Chance

MAY_STILL = {Mark.MAY_STILL, Mark.ON_THE_LINE}


def where_they_stand(found: StageFacts, entry: int) -> str:
    """Where an entry (by id) stands now; empty where nothing is open for it any more. No query."""
    last = next((span for span in reversed(found.spans) if entry in found.members(span)), None)
    if last is not None and last.is_knockout and found.is_cut(last):
        return _in_knockout(found, last, entry)
    going = going_on_now(found)
    if going is None or entry not in going.chances:
        return ""
    return _before_the_cut(going.chances[entry], stage_name(going.into.stage))


def _before_the_cut(chance: Chance, stage: str) -> str:
    words = {
        Chance.THROUGH: _("Through to the next stage: %(stage)s."),
        Chance.OUT: _("Out of the next stage: %(stage)s."),
        Chance.MAY_STILL: _("May still qualify for the next stage: %(stage)s."),
    }
    return words[chance] % {"stage": stage}


def _in_knockout(found: StageFacts, span: Span, entry: int) -> str:
    now = knockout_now(found, span)
    here = None if now is None else standing_in(bracket_now(found, now), entry)
    if now is None or here is None:
        return ""
    if here.column.step >= len(now.tables):
        return _through_to(here.column, now.first)
    if here.coming and here.mark in GOES_ON:
        return _through_to(here.coming, now.first)
    if here.coming and here.mark in MAY_STILL:
        return _may_still(here.coming, now.first)
    return _last_tables(here)


def _last_tables(here: Standing) -> str:
    if here.mark is Mark.PLAYS_AGAIN:
        return _("Plays once more, in the repechage.")
    if here.mark is not Mark.NOT_YET or here.column.kind is not Kind.FINAL:
        return ""
    if here.card is here.column.cards[0]:
        return _("Plays in the final.")
    return _("Plays for the places after the final.")


def _through_to(column: Column, first: int) -> str:
    if column.kind is Kind.FINAL:
        return _("Through to the final.")
    if column.title.code == "bracket.semi_finals":
        return _("Through to the semi-finals.")
    return _("Through to round %(round)d.") % {"round": first + column.step}


def _may_still(column: Column, first: int) -> str:
    if column.kind is Kind.FINAL:
        return _("May still qualify for the final.")
    if column.title.code == "bracket.semi_finals":
        return _("May still qualify for the semi-finals.")
    return _("May still qualify for round %(round)d.") % {"round": first + column.step}

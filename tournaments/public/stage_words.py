"""What the stages say of somebody in a list: how far they came, whether they go on, what they brought along."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.how_many import HALF
from tournaments.models import Qualifier, Stage
from tournaments.public.rows import Badge, Cell, Line, Ruled
from tournaments.queries.going_on import CutLine, GoingOn
from tournaments.queries.overall import Reached
from tournaments.refusals import in_words
from tournaments.seating.knockout import Kind
from tournaments.stages import stage_name
from tournaments.standings import Chance

CHIPS = {Chance.THROUGH: "in", Chance.OUT: "left", Chance.MAY_STILL: "part"}


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


def going_words(going: GoingOn) -> str:
    """How many go on into which stage; while it is played, what the marks mean."""
    stage = stage_name(going.into.stage)
    if going.is_cut:
        words = ngettext("%(count)d person is in %(stage)s.", "%(count)d people are in %(stage)s.", len(going.inside))
        return words % {"count": len(going.inside), "stage": stage}
    marks = _("Through and out hold whatever is still to be played; everybody else may still qualify.")
    return f"{_how_many(going.into.stage)} {marks}"


def _how_many(stage: Stage) -> str:
    named = {"stage": stage_name(stage), "number": stage.how_many}
    if stage.takes == Stage.Takes.PER_TABLE and stage.how_many == HALF:
        return _("To %(stage)s: half of each table of the last round.") % named
    if stage.takes == Stage.Takes.PER_TABLE:
        return _("To %(stage)s: %(number)s of each table of the last round.") % named
    if stage.takes == Stage.Takes.SHARE:
        return _("To %(stage)s: %(number)s in a hundred of those who take part.") % named
    return _("To %(stage)s: %(number)s people.") % named


def badge_of(going: GoingOn, entry: int) -> Badge | None:
    """The mark of somebody (by entry id) in the list that is cut: through, out, may still; in, and how."""
    if not going.is_cut:
        chance = going.chances.get(entry)
        return None if chance is None else Badge(CHIPS[chance], in_words(chance.label()))
    one = going.inside.get(entry)
    if one is not None:
        return Badge("in", _("in") if one.how == Qualifier.How.RANK else _("in, %(how)s") % {"how": _how(one)})
    return Badge("left", _("replaced") if entry in going.gone else _("out"))


def _how(one: Qualifier) -> str:
    return str(Qualifier.How(one.how).label)


def lines_drawn(going: GoingOn, line: CutLine | None) -> Mapping[int, Ruled]:
    """The lines that are drawn in a list, by the entry (id) that they stand above."""
    if line is None:
        return {}
    stage = stage_name(going.into.stage)
    above = ngettext("The cut: %(count)d goes on to %(stage)s", "The cut: %(count)d go on to %(stage)s", line.places)
    drawn = {line.below: Ruled(above % {"count": line.places, "stage": stage}, is_cut=True)}
    if line.level:
        level = ngettext("Level for %(count)d place", "Level for %(count)d places", line.open_places)
        drawn[line.level[0]] = Ruled(level % {"count": line.open_places}, is_cut=False)
    return drawn


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


def with_going(line: Line, badge: Badge | None, above: Ruled | None) -> Line:
    """The line with the mark of somebody at a cut, and the line of the cut above it."""
    state = f"{line.state} {badge.words}" if badge else line.state
    return replace(line, badge=badge, above=above, state=state) if badge or above else line

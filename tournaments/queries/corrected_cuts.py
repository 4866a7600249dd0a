"""What a correction after a cut would change in who is through, and which rounds were seated since."""

from dataclasses import dataclass

from tournaments.models import Round
from tournaments.queries.cuts import cut_into
from tournaments.queries.stage_lists import StageFacts, withdrawn
from tournaments.queries.stages import Span


@dataclass(frozen=True, slots=True)
class CorrectedCut:
    """A stage whose people are not those of the list any more (entries by id), and the rounds that rest on them.

    `coming` would be in it by the list as it is now, `going` are in it and would not be; `level` are on the line now.
    """

    span: Span
    coming: tuple[int, ...]
    going: tuple[int, ...]
    level: tuple[int, ...]
    rounds: tuple[int, ...]

    @property
    def is_other(self) -> bool:
        return bool(self.coming or self.going)


def corrected_cut(found: StageFacts, span: Span) -> CorrectedCut:
    """Compare who is in a stage with the list that it was cut from. No query beside those of `found`.

    Whoever was replaced stays out of it, and whoever was put in by a replacement, by lot or by hand is not in question
    as long as nobody else would come in their place.
    """
    number = span.stage.number
    inside = [one.entry_id for one in found.qualifiers.get(number, ())]
    if span.is_first or not inside:
        return CorrectedCut(span, (), (), (), ())
    gone = {one.entry_id for one in found.gone.get(number, ())}
    away = {pk for pk in inside if pk in withdrawn(found.facts)}
    made = cut_into(found, span, not_coming=gone, coming=away)
    level = tuple(pk for line in made.lines for pk in line.entries)
    coming = tuple(pk for pk in made.seeds if pk not in inside)
    going = tuple(pk for pk in inside if pk not in made.seeds and pk not in level)
    seated = found.facts.tournament.rounds.filter(number__gte=span.first).exclude(state=Round.State.DRAFT)
    rounds = tuple(seated.order_by("number").values_list("number", flat=True)) if coming or going else ()
    return CorrectedCut(span, coming, going, level, rounds)

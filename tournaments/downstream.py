"""What a correction means for who was put through before it: said, never done by itself."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.cuts import names
from tournaments.models import Tournament
from tournaments.queries.corrected_cuts import corrected_cut
from tournaments.queries.facts import facts_of
from tournaments.queries.knockouts import KnockoutNow, knockout_now
from tournaments.queries.stage_lists import StageFacts, stage_facts
from tournaments.queries.stages import Span, stages_of
from tournaments.seating.knockout_next import NotYet, next_draw
from tournaments.stages import stage_name


def downstream(tournament: Tournament) -> tuple[str, ...]:
    """Where the results as they are would put others through than those who are: a sentence for each stage and round.

    One query for an open evening.
    """
    if not stages_of(tournament)[0].stage.pk:
        return ()
    found = stage_facts(facts_of(tournament))
    return tuple(sentence for span in found.spans for sentence in in_stage(found, span))


def in_stage(found: StageFacts, span: Span) -> Iterator[str]:
    """The same of one stage: of the cut into it, and of the rounds of its knockout that are seated."""
    corrected = corrected_cut(found, span)
    if corrected.is_other:
        text = _("By the list as it is now, through to {stage} would be {coming}, and not {going}.").format(
            stage=stage_name(span.stage), coming=_named(found, corrected.coming), going=_named(found, corrected.going)
        )
        yield (
            text
            if not corrected.rounds
            else _("{text} Rounds seated since: {rounds}.").format(
                text=text, rounds=", ".join(map(str, corrected.rounds))
            )
        )
    knockout = knockout_now(found, span)
    if knockout is not None:
        yield from _in_knockout(found, knockout)


def _in_knockout(found: StageFacts, now: KnockoutNow) -> Iterator[str]:
    """Every seated step whose people are not those whom the step before sends on, with the rounds seated since."""
    for step in range(1, len(now.tables)):
        seated = {one for table in now.tables[step] for one in table}
        results = {key: result for key, result in now.results.items() if key[0] < step}
        try:
            expected = set(next_draw(now.plan, now.tables[:step], results, now.seeds, later=now.later).order)
        except NotYet:
            expected = set()
        if expected and expected != seated:
            coming = tuple(one for one in now.seeds if one in expected - seated)
            going = tuple(one for one in now.seeds if one in seated - expected)
            rounds = ", ".join(str(now.first + later) for later in range(step, len(now.tables)))
            yield _(
                "By the results as they are now, {coming} would play round {round}, and not {going}. "
                "Rounds seated since: {rounds}."
            ).format(coming=_named(found, coming), going=_named(found, going), round=now.first + step, rounds=rounds)


def _named(found: StageFacts, entries: tuple[int, ...]) -> str:
    return names(found.facts, entries) or _("nobody")

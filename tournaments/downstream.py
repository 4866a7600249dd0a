"""What a correction means for who was put through before it: said, never done by itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournaments.cuts import names
from tournaments.models import Tournament
from tournaments.queries.corrected_cuts import corrected_cut
from tournaments.queries.facts import facts_of
from tournaments.queries.knockouts import KnockoutNow, knockout_now
from tournaments.queries.stage_lists import StageFacts, bonuses, stage_facts
from tournaments.queries.stages import Span, stages_of
from tournaments.seating.knockout_next import NotYet, next_draw
from tournaments.stages import stage_name


@dataclass(frozen=True, slots=True)
class Downstream:
    """What rests on the results as they are: where they would put others through than those who are, in sentences, and
    the bonus that each entry (by id) has brought into a stage whose cut is made, by its number."""

    sentences: tuple[str, ...] = ()
    bonuses: Mapping[int, Mapping[int, int]] = field(default_factory=dict)


NOTHING = Downstream()


def downstream(tournament: Tournament) -> Downstream:
    """What rests on the results of a tournament. One query for an open evening."""
    return NOTHING if not stages_of(tournament)[0].stage.pk else _of(stage_facts(facts_of(tournament)))


def moved(tournament: Tournament, before: Downstream) -> tuple[str, ...]:
    """What a correction moves: who else would be through now, and whose bonus is another one; in sentences."""
    if not stages_of(tournament)[0].stage.pk:
        return ()
    found = stage_facts(facts_of(tournament))
    now = _of(found)
    others = tuple(sentence for sentence in now.sentences if sentence not in before.sentences)
    return (*others, *_other_bonuses(found, before, now))


def _of(found: StageFacts) -> Downstream:
    return Downstream(
        tuple(sentence for span in found.spans for sentence in in_stage(found, span)),
        {
            span.stage.number: {pk: points for pk, points in bonuses(found, span).items() if pk in found.members(span)}
            for span in found.spans
            if not span.is_first and found.is_cut(span)
        },
    )


def _other_bonuses(found: StageFacts, before: Downstream, now: Downstream) -> Iterator[str]:
    """A bonus goes by the place in the list, and follows it: said for each stage, by name."""
    for number, given in now.bonuses.items():
        was = before.bonuses.get(number, {})
        others = [pk for pk in found.facts.entries if given.get(pk) != was.get(pk)]
        if others:
            stage = next(span.stage for span in found.spans if span.stage.number == number)
            changes = [
                _("{name} {points}, not {before}").format(
                    name=found.facts.entries[pk].player, points=_points(given.get(pk)), before=_points(was.get(pk))
                )
                for pk in others
            ]
            yield _("The bonus brought into {stage} would be: {changes}.").format(
                stage=stage_name(stage), changes="; ".join(changes)
            )


def _points(bonus: int | None) -> str:
    return _("none") if bonus is None else f"{bonus:+d}".replace("-", "−")


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

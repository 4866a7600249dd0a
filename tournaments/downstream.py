"""What a correction means for who was put through, and seated, before it: said, never done by itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournaments.cuts import names
from tournaments.models import Stage, Tournament
from tournaments.queries.coming_round import list_before
from tournaments.queries.corrected_cuts import corrected_cut
from tournaments.queries.facts import facts_of
from tournaments.queries.knockouts import KnockoutNow, knockout_now, table_ties
from tournaments.queries.stage_lists import StageFacts, bonuses, stage_facts
from tournaments.queries.stages import Span, stages_of
from tournaments.seating.knockout import letter
from tournaments.seating.knockout_next import NotYet, next_draw
from tournaments.stages import stage_name


@dataclass(frozen=True, slots=True)
class Downstream:
    """What rests on the results as they are.

    `sentences` say where they would put others through than those who are, `level` who is level on a line that was
    decided; `bonuses` what each entry (by id) has brought into a stage whose cut is made, by the number of the stage;
    `lists` the place of each entry in the list that a power round was seated by, by the number of the round.
    """

    sentences: tuple[str, ...] = ()
    level: tuple[str, ...] = ()
    bonuses: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    lists: Mapping[int, Mapping[int, int]] = field(default_factory=dict)


NOTHING = Downstream()


def downstream(tournament: Tournament) -> Downstream:
    """What rests on the results of a tournament. One query for an open evening."""
    return NOTHING if not stages_of(tournament)[0].stage.pk else _of(stage_facts(facts_of(tournament)))


def moved(tournament: Tournament, before: Downstream) -> tuple[str, ...]:
    """What a correction moves, in sentences: who would be through or is level on a line, whose bonus is another one,
    which rounds were seated by another list."""
    if not stages_of(tournament)[0].stage.pk:
        return ()
    found = stage_facts(facts_of(tournament))
    now = _of(found)
    said = (*now.sentences, *now.level)
    others = tuple(sentence for sentence in said if sentence not in (*before.sentences, *before.level))
    return (*others, *_other_bonuses(found, before, now), *_other_lists(found, before, now))


def _of(found: StageFacts) -> Downstream:
    return Downstream(
        tuple(sentence for span in found.spans for sentence in in_stage(found, span)),
        tuple(sentence for span in found.spans for sentence in _level(found, span)),
        {
            span.stage.number: {pk: points for pk, points in bonuses(found, span).items() if pk in found.members(span)}
            for span in found.spans
            if not span.is_first and found.is_cut(span)
        },
        {
            played.number: list_before(found, span, played.number)
            for span in found.spans
            if span.stage.kind == Stage.Kind.POWER
            for played in found.facts.rounds
            if played.number in span.numbers and played.number > 1
        },
    )


def _level(found: StageFacts, span: Span) -> Iterator[str]:
    """Who is level on a line that was decided before: of the cut into a stage, and at tables that others came from."""
    if level := corrected_cut(found, span).level:
        yield _("By the list as it is now, {names} are level on the line of {stage}.").format(
            names=_named(found, level), stage=stage_name(span.stage)
        )
    knockout = knockout_now(found, span)
    if knockout is not None:
        yield from _level_at_tables(found, knockout)


def _level_at_tables(found: StageFacts, now: KnockoutNow) -> Iterator[str]:
    for tie in table_ties(now):
        later = range(tie.round + 1, now.first + len(now.tables))
        if later:
            text = _(
                "By the results as they are now, {names} are level on the line of table {table} in round {round}."
            ).format(names=_named(found, tie.entries), table=letter(tie.table - 1), round=tie.round)
            yield _("{text} Rounds seated since: {rounds}.").format(text=text, rounds=", ".join(map(str, later)))


def _other_lists(found: StageFacts, before: Downstream, now: Downstream) -> Iterator[str]:
    """Power rounds that were seated by a list in which people have other places now; nobody is moved."""
    for number, places in now.lists.items():
        was = before.lists.get(number, {})
        others = tuple(pk for pk in found.facts.entries if places.get(pk) != was.get(pk))
        if others:
            words = _("Round {round} was seated by the list before it. In that list {names} have other places now.")
            yield words.format(round=number, names=_named(found, others))


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

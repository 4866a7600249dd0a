"""The stages of a tournament: defined from what clubs do, changed until they begin, copied."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from enum import Enum

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from tournaments import history
from tournaments.how_many import UnreadableHowMany, read_by_size, read_by_table, read_number, read_per_table, read_share
from tournaments.models import Stage, Tournament
from tournaments.plan import Plan, faults
from tournaments.queries.stages import Span, stages_of
from tournaments.refusals import Refused, in_words

MOST_STAGES = 6
MOST_BONUS = 9_999
LONGEST_NAME = 60
LONGEST_HOW_MANY = 40
LONGEST_BY_TABLE = 400


@dataclass(frozen=True, slots=True)
class StagePlan:
    """What a stage is to be. `plan` holds the centres of its rounds; of a knockout, of those already known.

    A knockout says the hands of any round in `centres` and those of the final in `final_centres` (empty: the same).
    """

    kind: str = Stage.Kind.OPEN
    name: str = ""
    plan: Plan = ()
    takes: str = Stage.Takes.ALL
    how_many: str = ""
    carries: str = Stage.Carries.POINTS
    bonus: tuple[int, ...] = ()
    sizes: tuple[int, ...] | None = None
    preferred_size: int | None = None
    rematch: str = Stage.Rematch.BALANCED
    snake: bool = False
    top_table: bool = False
    advance: str = "2"
    advance_by_size: str = ""
    advance_by_table: str = ""
    wild_cards: bool = True
    byes: bool = True
    repechage: bool = False
    final_smallest: int = 3
    final_largest: int = 6
    draw: str = Stage.Draw.BY_PERFORMANCE
    third_place: bool = False
    centres: tuple[int | None, ...] = ()
    final_centres: tuple[int | None, ...] = ()

    @property
    def is_knockout(self) -> bool:
        return self.kind == Stage.Kind.KNOCKOUT


class Preset(Enum):
    """What clubs do: each fills in the stages, and every setting of them can be changed afterwards."""

    OPEN = "open"
    FINAL_TABLE = "final_table"
    KNOCKOUT = "knockout"
    PROGRESSIVE = "progressive"
    POWER = "power"

    @property
    def label(self) -> Promise:
        """What it is called in a list of choices."""
        return _PRESETS[self]


_PRESETS = {
    Preset.OPEN: gettext_lazy("An open evening: everybody plays every round"),
    Preset.FINAL_TABLE: gettext_lazy("An open evening, then a final table of the best four"),
    Preset.KNOCKOUT: gettext_lazy("Qualifying rounds, then a knockout of tables: the first two of each go on"),
    Preset.PROGRESSIVE: gettext_lazy("Progressive: a knockout from the start, the best three of each table move up"),
    Preset.POWER: gettext_lazy("Power seating: people with similar standings share a table"),
}


def preset(which: Preset, plan: Plan) -> tuple[StagePlan, ...]:
    """The stages of a preset for a tournament with this plan; a knockout's rounds have the hands of its first."""
    hands = plan[0]
    if which is Preset.OPEN:
        return (StagePlan(plan=plan),)
    if which is Preset.POWER:
        return (StagePlan(kind=Stage.Kind.POWER, plan=plan),)
    knockout = StagePlan(kind=Stage.Kind.KNOCKOUT, carries=Stage.Carries.NOTHING, plan=(hands,), centres=hands)
    if which is Preset.PROGRESSIVE:
        return (replace(knockout, advance="3", sizes=(4, 5, 6), preferred_size=5, wild_cards=True),)
    qualifying = StagePlan(name=_("Qualifying"), plan=plan)
    if which is Preset.FINAL_TABLE:
        return (qualifying, replace(knockout, name=_("Final table"), takes=Stage.Takes.NUMBER, how_many="4"))
    return (qualifying, replace(knockout, name=_("Knockout"), takes=Stage.Takes.NUMBER, how_many="16"))


def stage_plans(tournament: Tournament) -> tuple[StagePlan, ...]:
    """The stages as they are now; one open stage where none were defined."""
    return tuple(_plan_of(span, tournament.plan) for span in stages_of(tournament))


@transaction.atomic
def define_stages(*, tournament: Tournament, plans: Sequence[StagePlan], by: str, at: datetime) -> Tournament:
    """Set the stages, and with them the plan of all rounds. Refused for what has begun, and for what cannot work.

    A stage that has begun keeps its settings; the rounds of it that are not seated can be changed. A stage whose
    qualifiers are known keeps them: take the cut back first.
    """
    tournament = history.lock_unfinished(tournament)
    before = stage_plans(tournament)
    plans = check_plans(tournament.rules, plans)
    if plans == before:
        return tournament
    _refuse_begun(tournament, before, plans)
    tournament.plan = [list(centres) for plan in plans for centres in plan.plan]
    tournament.save(update_fields=["plan"])
    _store(tournament, plans)
    facts = {"stages": [plan.kind for plan in plans]}
    history.write_down(tournament, "stages.define", by=by, at=at, facts=facts)
    return tournament


def copy_stages(tournament: Tournament, copied: Tournament) -> None:
    """Give a copy the stages of its original, with no qualifiers and no knockout planned."""
    if tournament.stages.exists():
        plans = [_not_begun(plan) for plan in stage_plans(tournament)]
        copied.plan = [list(centres) for plan in plans for centres in plan.plan]
        copied.save(update_fields=["plan"])
        _store(copied, plans)


def rounds_are_shared(tournament: Tournament) -> bool:
    """Whether several stages share out the rounds, or a knockout decides them, so that no plan of them all is typed."""
    kinds = list(tournament.stages.values_list("kind", flat=True))
    return len(kinds) > 1 or Stage.Kind.KNOCKOUT in kinds


def follow_plan(tournament: Tournament, before: Plan) -> None:
    """Let the stages share out a plan that was changed; the plan had `before` other rounds.

    Refused where several stages share it and it is longer or shorter now: each stage says how many rounds it has.
    """
    stages = list(tournament.stages.order_by("number"))
    if not stages or len(before) == len(tournament.plan):
        return
    if rounds_are_shared(tournament):
        raise Refused(_("The rounds are shared out among the stages. Add or take out rounds there."))
    stages[0].rounds = len(tournament.plan)
    stages[0].save(update_fields=["rounds"])


def _plan_of(span: Span, plan: Sequence[Sequence[int | None]]) -> StagePlan:
    values = {field.name: getattr(span.stage, field.name) for field in fields(StagePlan) if field.name != "plan"}
    for name in ("bonus", "centres", "final_centres", "sizes"):
        values[name] = None if values[name] is None else tuple(values[name])
    return StagePlan(**values, plan=tuple(tuple(plan[number - 1]) for number in span.numbers if number <= len(plan)))


def _not_begun(plan: StagePlan) -> StagePlan:
    return replace(plan, plan=(plan.centres,)) if plan.is_knockout else plan


def _store(tournament: Tournament, plans: Sequence[StagePlan]) -> None:
    """Write the stages; one plain open stage is what a tournament has without any."""
    if plans == (StagePlan(plan=tuple(tuple(centres) for centres in tournament.plan)),):
        tournament.stages.all().delete()
        return
    tournament.stages.filter(number__gt=len(plans)).delete()
    known = {stage.number: stage for stage in tournament.stages.all()}
    for number, plan in enumerate(plans, 1):
        stage = known.get(number) or Stage(tournament=tournament, number=number)
        for field in fields(StagePlan):
            if field.name != "plan":
                value = getattr(plan, field.name)
                setattr(stage, field.name, list(value) if isinstance(value, tuple) else value)
        stage.rounds = len(plan.plan)
        stage.save()


def _refuse_begun(tournament: Tournament, before: Sequence[StagePlan], plans: Sequence[StagePlan]) -> None:
    seated = tournament.rounds.count()
    spans = stages_of(tournament)
    cut = set(tournament.stages.exclude(qualifiers=None).values_list("number", flat=True))
    for index, (span, old) in enumerate(zip(spans, before, strict=True)):
        begun = seated >= span.first
        if not begun and span.stage.number not in cut:
            continue
        name = stage_name(span.stage)
        new = plans[index] if index < len(plans) else None
        if new is None or replace(new, plan=(), name="") != replace(old, plan=(), name=""):
            raise Refused(
                _("{stage} has begun, so its settings stay as they are.").format(stage=name)
                if begun
                else _("It is known who is in {stage}. Take the cut back before you change it.").format(stage=name)
            )
        done = max(0, seated - span.first + 1)
        if new.plan[:done] != old.plan[:done] or (new.is_knockout and len(new.plan) != len(old.plan)):
            raise Refused(
                _("Rounds 1 to {number} are seated, so their hands stay. Later rounds can be changed.").format(
                    number=seated
                )
            )


def stage_name(stage: Stage) -> str:
    """What a stage is called: its own name, or its kind and number."""
    if stage.name:
        return stage.name
    kinds = {
        Stage.Kind.OPEN: _("Stage {number}, open"),
        Stage.Kind.POWER: _("Stage {number}, power seating"),
        Stage.Kind.KNOCKOUT: _("Stage {number}, knockout"),
    }
    return kinds[Stage.Kind(stage.kind)].format(number=stage.number)


def check_plans(rules_text: str, plans: Sequence[StagePlan]) -> tuple[StagePlan, ...]:
    """The stages of a tournament with these rules, as they are stored. Raises Refused where one cannot work."""
    if not 1 <= len(plans) <= MOST_STAGES:
        raise Refused(_("A tournament has one to {most} stages.").format(most=MOST_STAGES))
    rules = engine.read_rules(rules_text)
    checked = []
    for number, plan in enumerate(plans, 1):
        try:
            checked.append(_checked_one(rules, plan, number))
        except UnreadableHowMany as unreadable:
            raise Refused(_of_stage(number, in_words(unreadable.sentence))) from unreadable
    return tuple(checked)


def _checked_one(rules: engine.AnyRules, plan: StagePlan, number: int) -> StagePlan:
    if plan.is_knockout:
        plan = replace(plan, plan=plan.plan or (plan.centres,))
    wrong = faults(rules, plan.plan)
    for centres in (plan.centres, plan.final_centres):
        wrong = wrong or (faults(rules, (centres,)) if centres else ())
    if plan.is_knockout and not plan.centres:
        raise Refused(_of_stage(number, _("Say which hands a round of the knockout has.")))
    if wrong:
        raise Refused(_of_stage(number, " ".join(map(in_words, wrong))))
    if len(plan.how_many) > LONGEST_HOW_MANY:
        raise Refused(_of_stage(number, _("Say shorter how many come in.")))
    _check_takes(plan, number)
    if plan.carries == Stage.Carries.BONUS and not plan.bonus:
        raise Refused(_of_stage(number, _("Say the bonus of the first place, the second, and so on.")))
    if any(abs(points) > MOST_BONUS for points in plan.bonus):
        raise Refused(_of_stage(number, _("A bonus has at most {most} points.").format(most=MOST_BONUS)))
    plan = _with_sizes(rules, plan, number)
    plan = _with_numbers(plan, number) if plan.is_knockout else replace(plan, advance_by_size="", advance_by_table="")
    bonus = plan.bonus if plan.carries == Stage.Carries.BONUS else ()
    return replace(plan, name=plan.name.strip()[:LONGEST_NAME], bonus=bonus)


def _check_takes(plan: StagePlan, number: int) -> None:
    if number == 1:
        if plan.takes != Stage.Takes.ALL or plan.carries == Stage.Carries.BONUS:
            raise Refused(_of_stage(number, _("Everybody who is here plays the first stage, and begins at nothing.")))
    elif plan.takes == Stage.Takes.ALL:
        if plan.how_many:
            raise Refused(_of_stage(number, _("Everybody comes in: leave the number empty.")))
    else:
        {
            Stage.Takes.NUMBER: read_number,
            Stage.Takes.SHARE: read_share,
            Stage.Takes.PER_TABLE: read_per_table,
        }[Stage.Takes(plan.takes)](plan.how_many)


def _with_sizes(rules: engine.AnyRules, plan: StagePlan, number: int) -> StagePlan:
    """The stage with the sizes that the rules can deal to."""
    if plan.sizes is None:
        return replace(plan, preferred_size=None)
    dealable = rules.player_counts()
    kept = tuple(sorted(size for size in set(plan.sizes) if size in dealable))
    if not kept:
        sizes = ", ".join(map(str, dealable))
        raise Refused(_of_stage(number, _("The rules can deal to {sizes}: choose one of them.").format(sizes=sizes)))
    wanted = plan.preferred_size or kept[0]
    return replace(plan, sizes=kept, preferred_size=min(kept, key=lambda size: (abs(size - wanted), size)))


def _with_numbers(plan: StagePlan, number: int) -> StagePlan:
    """The knockout with the numbers that go on as they are written. Refused where nobody would go out."""
    going_on, by_size = read_per_table(plan.advance), read_by_size(plan.advance_by_size)
    by_table = read_by_table(plan.advance_by_table)
    if len(going_on.numbers) > 1:
        raise Refused(_of_stage(number, _("Write how many go on from every table of the knockout: 2, or half.")))
    if len(by_table.text) > LONGEST_BY_TABLE:
        raise Refused(_of_stage(number, _("Say for fewer tables how many go on from each.")))
    if not 2 <= plan.final_smallest <= plan.final_largest:
        raise Refused(_of_stage(number, _("The smallest final is for two or more, and not larger than the largest.")))
    largest, said_otherwise = max(plan.sizes or (0,)), by_size.numbers or by_table.rounds
    if plan.sizes and going_on.numbers and not said_otherwise and going_on.numbers[0] >= largest:
        words = _("{advance} go on from a table, so a table of {size} decides nothing.")
        raise Refused(_of_stage(number, words.format(advance=going_on.numbers[0], size=largest)))
    return replace(plan, advance_by_size=by_size.text, advance_by_table=by_table.text)


def _of_stage(number: int, sentence: str) -> str:
    return _("Stage {number}: {sentence}").format(number=number, sentence=sentence)

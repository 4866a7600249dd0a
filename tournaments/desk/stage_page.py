"""What the page of one stage shows: who is in it, who is level, how its knockout can be played; in words."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.downstream import in_stage
from tournaments.how_many import read_by_table
from tournaments.knockouts import plans_for
from tournaments.models import Qualifier, Settled, Tournament
from tournaments.queries.chances import chances_into
from tournaments.queries.cuts import CutNow, cut_into, is_due
from tournaments.queries.facts import facts_of
from tournaments.queries.knockouts import plan_of
from tournaments.queries.stage_lists import StageFacts, stage_facts
from tournaments.queries.stages import Coming, Course, Span, course_of, sizes_in
from tournaments.refusals import in_words
from tournaments.seating.knockout import KnockoutPlan, NoPlan, letter
from tournaments.settling import Tie, next_ties, ties_of
from tournaments.stages import stage_name
from tournaments.standings import Chance


@dataclass(frozen=True, slots=True)
class Person:
    """One person of a stage: the number of the entry, the seed, and how they got in, where it is known.

    Before the cut, `chance` is one word for the look of what can be said of them, and `said` the same for people.
    """

    number: int
    name: str
    seed: int
    how: str = ""
    note: str = ""
    chance: str = ""
    said: str = ""
    is_here: bool = True


@dataclass(frozen=True, slots=True)
class TieShown:
    """People who are level, with what it is about; `entries` are their numbers as one text of a form."""

    title: str
    people: tuple[tuple[int, str], ...]
    open_places: int

    @property
    def entries(self) -> str:
        return " ".join(str(number) for number, _name in self.people)


@dataclass(frozen=True, slots=True)
class SettledShown:
    """A tie that was settled, in a sentence; `pk` is 0 where it stays."""

    pk: int
    sentence: str


@dataclass(frozen=True, slots=True)
class PlanShown:
    """One plan of a knockout: its text for the form, its rounds and its price in sentences."""

    text: str
    rounds: tuple[str, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """How many go on from the tables of a knockout, as its stage keeps it.

    `sizes` are the tables that can be laid; `shown` how many go on from the tables of each round of the plan that was
    chosen, or of the best one.
    """

    advance: str
    by_size: str
    by_table: str
    sizes: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class StagePage:
    """Everything that the page of a stage shows."""

    number: int
    name: str
    is_knockout: bool
    is_cut: bool
    can_cut: bool
    people: tuple[Person, ...]
    gone: tuple[Person, ...]
    ties: tuple[TieShown, ...]
    next_ties: tuple[TieShown, ...]
    settled: tuple[SettledShown, ...]
    said: tuple[str, ...]
    is_over: bool
    corrected: str
    plan: PlanShown | None
    plans: tuple[PlanShown, ...]
    no_plan: str
    can_plan: bool
    numbers: Numbers | None
    can_replace: bool


def stage_page(tournament: Tournament, number: int) -> StagePage | None:
    """The page of a stage; None where there is none with this number."""
    found = stage_facts(facts_of(tournament))
    span = found.span(number)
    if span is None or not span.stage.pk:
        return None
    course = course_of(tournament)
    is_cut = found.is_cut(span)
    chances = {} if is_cut or span.is_first else chances_into(found, span)
    cut = None if span.is_first else cut_into(found, span)
    plans, no_plan = _plans(found, span, course)
    chosen = None if span.waits_for_plan or not span.is_knockout else plan_of(span.stage)
    started = tournament.rounds.filter(number__gte=span.first).exclude(state="draft").exists()
    return StagePage(
        number=number,
        name=stage_name(span.stage),
        is_knockout=span.is_knockout,
        is_cut=is_cut,
        can_cut=cut is not None and cut.is_settled and is_due(found, span),
        people=_people(found, span, cut, chances),
        gone=tuple(_qualifier(found, one) for one in found.gone.get(number, ())),
        ties=tuple(_tie(found, tie) for tie in ties_of(found, span)),
        next_ties=tuple(_tie(found, tie) for tie in next_ties(found, span)),
        settled=tuple(_settled(found, row) for row in found.settled.get(number, ())),
        said=() if is_cut or cut is None else (*_said(found, cut), *_counted(found, span, chances)),
        is_over=is_cut or not _is_played(found, span),
        corrected=corrected_in_words(found, span),
        plan=None if chosen is None else plan_shown(chosen),
        plans=tuple(map(plan_shown, plans)),
        no_plan=no_plan,
        can_plan=bool(plans) and not started,
        numbers=_numbers(span, chosen, plans) if (plans or no_plan) and not started else None,
        can_replace=is_cut and not span.is_first and not started,
    )


def plan_shown(plan: KnockoutPlan) -> PlanShown:
    """A plan in words."""
    rounds = [
        _("Round {number}: {words}").format(number=number, words=in_words(level.words))
        for number, level in enumerate(plan.levels, 1)
    ]
    rounds.append(_("Final: a table of {count}.").format(count=plan.final))
    return PlanShown(plan.text, tuple(rounds), tuple(in_words(one) for one in plan.words))


def _numbers(span: Span, chosen: KnockoutPlan | None, plans: tuple[KnockoutPlan, ...]) -> Numbers:
    stage = span.stage
    plan = chosen or next(iter(plans), None)
    shown = tuple(level.advance for level in plan.levels) if plan else read_by_table(stage.advance_by_table).rounds
    sizes = tuple(sorted(sizes_in(stage.tournament, stage).allowed))
    return Numbers(stage.advance, stage.advance_by_size, stage.advance_by_table, sizes, shown)


def _plans(found: StageFacts, span: Span, course: Course) -> tuple[tuple[KnockoutPlan, ...], str]:
    """The plans to choose from, or why there is none; nothing before it is known who is in the stage."""
    known = span.is_knockout and (found.is_cut(span) or (span.is_first and course.coming is Coming.PLAN))
    if not known:
        return (), ""
    try:
        return plans_for(found, span), ""
    except NoPlan as none:
        return (), in_words(none.sentence)


def _is_played(found: StageFacts, span: Span) -> bool:
    """Whether the stage before is still being played."""
    if span.is_first:
        return False
    last = found.facts.round(found.before(span).last)
    return last is None or not last.closed


def _counted(found: StageFacts, span: Span, chances: Mapping[int, Chance]) -> list[str]:
    """How many are through, may still qualify and are out, while the stage before is played."""
    if not chances or not _is_played(found, span):
        return []
    number = Counter(chances.values())
    words = _("Certain so far: {through} through, {out} out; {may_still} may still qualify.")
    return [words.format(**{chance.value: number[chance] for chance in Chance})]


def _people(found: StageFacts, span: Span, cut: CutNow | None, chances: Mapping[int, Chance]) -> tuple[Person, ...]:
    """Who is in the stage; before its cut, who would be by the list as it is, or whoever is certain to be."""
    rows = found.qualifiers.get(span.stage.number)
    if rows:
        return tuple(_qualifier(found, one) for one in rows)
    entries = found.facts.entries
    seeds = cut.seeds if cut else ()
    certain = [pk for pk in sorted(chances, key=lambda pk: entries[pk].number) if chances[pk] is Chance.THROUGH]
    seeded = [*enumerate(seeds, 1)] or [(0, pk) for pk in certain]
    return tuple(
        Person(
            entries[pk].number,
            str(entries[pk].player),
            seed,
            chance=chances[pk].value if pk in chances else "",
            said=in_words(chances[pk].label()) if pk in chances else "",
            is_here=entries[pk].status == "here",
        )
        for seed, pk in seeded
    )


def _qualifier(found: StageFacts, one: Qualifier) -> Person:
    entry = found.facts.entries[one.entry_id]
    return Person(
        entry.number, str(entry.player), one.seed, one.get_how_display(), one.reason, is_here=entry.status == "here"
    )


def _tie(found: StageFacts, tie: Tie) -> TieShown:
    entries = found.facts.entries
    title = (
        _("They share the first place of the final")
        if tie.may_stay
        else _("Next and level, should somebody not come")
        if tie.is_next
        else _("Level at table {table} of round {round}").format(table=letter(tie.table - 1), round=tie.round)
        if tie.table
        else _("Level on the line of the cut")
    )
    people = tuple((entries[pk].number, str(entries[pk].player)) for pk in tie.entries)
    return TieShown(title, people, tie.open_places)


def _settled(found: StageFacts, row: Settled) -> SettledShown:
    by_number = {entry.number: str(entry.player) for entry in found.facts.entries.values()}
    named = [by_number.get(number, str(number)) for number in row.order]
    if row.how == Settled.How.EXTRA_HAND:
        scores = zip(named, row.points, strict=True)
        said = ", ".join(_("{name} {points}").format(name=name, points=points) for name, points in scores)
        return SettledShown(row.pk, _("An extra hand: {scores}.").format(scores=said))
    if row.how == Settled.How.LOT:
        order = ", ".join(named)
        return SettledShown(0, _("A lot, drawn once (seed {seed}): {names}.").format(seed=row.seed, names=order))
    text = _("Picked by hand: {names}. {why}")
    return SettledShown(row.pk, text.format(names=", ".join(named), why=row.reason))


def _said(found: StageFacts, cut: CutNow) -> tuple[str, ...]:
    named = {pk: str(entry.player) for pk, entry in found.facts.entries.items()}
    said = [in_words(one) for _name, part in cut.parts for one in part.sentences(named)]
    return tuple(dict.fromkeys(said))


def corrected_in_words(found: StageFacts, span: Span) -> str:
    """What a correction after the cut into a stage, or in its knockout, would change; empty where nothing."""
    return " ".join(in_stage(found, span))

"""What the console has to know of the stage of the next round."""

from tournaments.cuts import names
from tournaments.desk.stage_page import corrected_in_words
from tournaments.knockouts import entrants
from tournaments.models import Tournament
from tournaments.next_step import Need, StageNow
from tournaments.queries.coming_round import coming_round
from tournaments.queries.cuts import cut_into
from tournaments.queries.facts import facts_of
from tournaments.queries.stage_lists import StageFacts, stage_facts
from tournaments.queries.stages import Coming, course_from, stages_of
from tournaments.settling import Tie, ties_of

NEEDS = {Coming.CUT: Need.CUT, Coming.PLAN: Need.PLAN, Coming.SEAT: Need.NOTHING, Coming.NOTHING: Need.NOTHING}


def stage_now(tournament: Tournament) -> StageNow | None:
    """The stage of the next round, between rounds; None for an open evening. One query for it, twenty at most."""
    if not stages_of(tournament)[0].stage.pk:
        return None
    found = stage_facts(facts_of(tournament))
    cut = frozenset(span.stage.pk for span in found.spans if found.is_cut(span))
    number = len(found.facts.rounds) + 1
    course = course_from(found.spans, number, cut)
    span = course.span
    ties = ties_of(found, span)
    corrected = "" if course.coming is Coming.CUT else corrected_in_words(found, span)
    people, missing = 0, ""
    if course.coming is Coming.CUT:
        people = len(cut_into(found, span).seeds)
    elif course.coming is Coming.PLAN:
        people = len(entrants(found, span))
    elif course.coming is Coming.SEAT:
        coming = coming_round(tournament, number)
        of = {entry.number: str(entry.player) for entry in found.facts.entries.values()}
        people, missing = len(coming.here), ", ".join(of[one] for one in coming.missing)
    return StageNow(
        number=span.stage.number,
        need=NEEDS[course.coming],
        people=people,
        level=tuple(_named(found, tie) for tie in ties if not tie.may_stay),
        shared=tuple(_named(found, tie) for tie in ties if tie.may_stay),
        not_here=(missing,) if missing else (),
        corrected=corrected,
    )


def _named(found: StageFacts, tie: Tie) -> str:
    return names(found.facts, tie.entries)

"""Where a rehearsal stands, read from the facts of its tournament."""

from tournaments.models import Entry, Rehearsal, Round, Tournament
from tournaments.on_screen import is_on_screen
from tournaments.queries.coming_round import drawn_for
from tournaments.queries.facts import facts_of
from tournaments.queries.seating import presence_changed
from tournaments.queries.stage_lists import StageFacts, stage_facts
from tournaments.queries.stages import Coming, Span, course_of
from tournaments.queries.tables import TableState, table_states
from tournaments.rehearsal_course import Act, Done, Mishap, Need, Phase, Scene, TableNow
from tournaments.settling import Tie, ties_of

NEEDS = {Coming.CUT: Need.CUT, Coming.PLAN: Need.PLAN, Coming.SEAT: Need.NOTHING, Coming.NOTHING: Need.OVER}
PHASES = {Round.State.DRAFT: Phase.DRAFT, Round.State.OPEN: Phase.OPEN, Round.State.CLOSED: Phase.BETWEEN}


def scene_of(rehearsal: Rehearsal) -> Scene:
    """Everything that the next step of a rehearsal depends on. Some ten queries; thirty between two stages."""
    tournament = rehearsal.tournament
    last = tournament.rounds.select_related("tournament").order_by("-number").first()
    entries = list(drawn_for(tournament).order_by("number").values_list("number", "status"))
    phase = Phase.BETWEEN if last is None else PHASES[Round.State(last.state)]
    states = table_states(last) if last is not None and phase is Phase.OPEN else []
    return Scene(
        seed=rehearsal.seed,
        mishaps=frozenset(map(Mishap, rehearsal.mishaps)),
        people=tuple(number for number, status in entries if status != Entry.Status.STANDBY),
        expected=tuple(number for number, status in entries if status == Entry.Status.EXPECTED),
        phase=phase,
        round=0 if last is None else last.number,
        need=_need(tournament) if phase is Phase.BETWEEN else Need.NOTHING,
        is_stale=last is not None and phase is Phase.DRAFT and any(presence_changed(last)),
        tables=tuple(_table(state) for state in states if not state.is_of_bots),
        bots_play=any(state.is_of_bots and state.missing for state in states),
        is_finished=tournament.state == Tournament.State.FINISHED,
        done=frozenset(
            Done(Act(act), round_number or 0, table or 0)
            for act, round_number, table in rehearsal.steps.values_list("act", "round_number", "table_number")
        ),
    )


def stage_to_come(tournament: Tournament) -> tuple[StageFacts, Span]:
    """The stage of the next round (the last one at the end), with the facts of all."""
    found = stage_facts(facts_of(tournament))
    number = course_of(tournament).span.stage.number
    return found, next(span for span in found.spans if span.stage.number == number)


def to_settle(found: StageFacts, span: Span) -> list[Tie]:
    """The people whom a lot has to part before the evening goes on."""
    return [tie for tie in ties_of(found, span) if not tie.may_stay]


def _need(tournament: Tournament) -> Need:
    course = course_of(tournament)
    if course.has_stages and tournament.rounds.exists() and to_settle(*stage_to_come(tournament)):
        return Need.SETTLING
    return NEEDS[course.coming]


def _table(state: TableState) -> TableNow:
    people = sum(1 for seat in state.seats if seat.last_hand is None)
    return TableNow(state.number, people, bool(state.missing), is_on_screen(state.table))

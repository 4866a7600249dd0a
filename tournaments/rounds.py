"""A round once it is published: taken back, cut, closed, opened again; and which one comes next."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import read_rules
from games.models import Game, Hand
from tournaments import history
from tournaments.bot_seats import unseat_bots
from tournaments.models import Round, Tournament
from tournaments.on_screen import refuse_once_begun
from tournaments.queries.stages import Coming, course_of, stages_of
from tournaments.queries.tables import has_reports, have_bots_begun, table_states
from tournaments.reasons import reason
from tournaments.refusals import Refused
from tournaments.stages import stage_name


@transaction.atomic
def take_back_round(*, round: Round, by: str, at: datetime) -> Round:
    """Take a published round back to a draft. Refused once a table has handed something in."""
    tournament = history.lock_unfinished(round.tournament)
    round = as_open(round)
    if has_reports(round):
        raise Refused(
            _("Round {number} has results already, so it cannot be taken back. Correct the results instead.").format(
                number=round.number
            )
        )
    refuse_once_begun(round)
    games = [table.game_id for table in round.tables.all() if table.game_id]
    round.tables.update(game=None)
    Game.objects.filter(pk__in=games).delete()
    unseat_bots(round)
    round.seats.exclude(entry=None).update(first_hand=1, last_hand=None)
    round.seats.filter(entry=None).delete()
    round.state, round.published_at = Round.State.DRAFT, None
    round.step += 1
    round.save()
    history.write_down(tournament, "round.take_back", by=by, at=at, facts={"round": round.number})
    return round


@transaction.atomic
def cut_centres(*, round: Round, hands: int, by: str, at: datetime) -> Round:
    """Play only the first `hands` hands of a round. Refused once a table has handed something in."""
    tournament = history.lock_unfinished(round.tournament)
    round = _as_it_is(round)
    if not 1 <= hands <= len(round.centres):
        raise Refused(_("Round {number} has {count} hands.").format(number=round.number, count=len(round.centres)))
    if has_reports(round) or have_bots_begun(round):
        raise Refused(
            _("Round {number} has results already, so its hands stay as they are.").format(number=round.number)
        )
    refuse_once_begun(round)
    round.centres = round.centres[:hands]
    round.save(update_fields=["centres"])
    Hand.objects.filter(game__table__round=round, number__gt=hands).delete()
    history.write_down(tournament, "round.cut", by=by, at=at, facts={"round": round.number, "hands": hands})
    return round


@transaction.atomic
def close_round(*, round: Round, by: str, at: datetime) -> Round:
    """Close the open round. Refused, naming the tables, while one is missing hands or has hands not accepted."""
    tournament = history.lock_unfinished(round.tournament)
    round = as_open(round)
    states = table_states(round)
    missing = [str(state.number) for state in states if state.missing]
    if missing:
        raise Refused(
            ngettext(
                "Round {round} cannot be closed yet: table {tables} has not handed in every hand.",
                "Round {round} cannot be closed yet: tables {tables} have not handed in every hand.",
                len(missing),
            ).format(round=round.number, tables=", ".join(missing))
        )
    waiting = [str(state.number) for state in states if state.not_accepted]
    if waiting:
        raise Refused(
            ngettext(
                "Round {round} cannot be closed yet: the results of table {tables} are typed but not accepted.",
                "Round {round} cannot be closed yet: the results of tables {tables} are typed but not accepted.",
                len(waiting),
            ).format(round=round.number, tables=", ".join(waiting))
        )
    round.state, round.closed_at = Round.State.CLOSED, at
    round.save(update_fields=["state", "closed_at"])
    history.write_down(tournament, "round.close", by=by, at=at, facts={"round": round.number})
    return round


@transaction.atomic
def reopen_round(*, round: Round, why: str, by: str, at: datetime) -> Round:
    """Open the last closed round again, with a reason. Refused when a later round exists, or a cut rests on it."""
    tournament = history.lock_unfinished(round.tournament)
    round = _as_it_is(round)
    if round.state != Round.State.CLOSED:
        raise Refused(_("Round {number} is not closed.").format(number=round.number))
    if tournament.rounds.filter(number__gt=round.number).exists():
        raise Refused(
            _("Round {number} cannot be opened again: a later round is seated. Results can still be corrected.").format(
                number=round.number
            )
        )
    _refuse_after_cut(tournament, round.number)
    why = reason(why)
    if not why:
        raise Refused(_("Say why round {number} is opened again.").format(number=round.number))
    round.state, round.closed_at = Round.State.OPEN, None
    round.save(update_fields=["state", "closed_at"])
    history.write_down(tournament, "round.reopen", by=by, at=at, facts={"round": round.number, "why": why})
    return round


def _refuse_after_cut(tournament: Tournament, number: int) -> None:
    """Refuse to open a round again after which the cut was made: it would be a cut of results that are not in."""
    cut = tournament.stages.filter(number__gt=1).exclude(qualifiers=None).values_list("pk", flat=True)
    resting = [span for span in stages_of(tournament) if span.stage.pk in set(cut) and span.first > number]
    if resting:
        raise Refused(
            _(
                "Round {number} cannot be opened again: the cut into {stage} rests on it. Take the cut back first, or "
                "correct the results."
            ).format(number=number, stage=stage_name(resting[0].stage))
        )


def allowed_sizes(tournament: Tournament) -> frozenset[int]:
    """The table sizes that the tournament allows and its rules can deal."""
    return frozenset(tournament.sizes) & frozenset(read_rules(tournament.rules).player_counts())


def next_number(tournament: Tournament) -> int:
    """The number of the round that is seated next. Refused while one is not closed, and after the last planned one."""
    return number_after(tournament, last_round(tournament))


def last_round(tournament: Tournament) -> Round | None:
    """The newest round, a draft too."""
    return tournament.rounds.order_by("-number").first()


def number_after(tournament: Tournament, last: Round | None) -> int:
    """As `next_number`, where the newest round has been read already."""
    if last is not None and last.state != Round.State.CLOSED:
        raise Refused(
            _("Round {number} is not closed yet. Close it before the next one is seated.").format(number=last.number)
        )
    number = 1 if last is None else last.number + 1
    refuse_undecided(tournament, number)
    if number > len(tournament.plan):
        raise Refused(
            ngettext(
                "The one planned round is played. Finish the tournament, or add a round in its settings.",
                "All {count} planned rounds are played. Finish the tournament, or add a round in its settings.",
                len(tournament.plan),
            ).format(count=len(tournament.plan))
        )
    return number


def refuse_undecided(tournament: Tournament, number: int) -> None:
    """Refuse to seat a round of a stage as long as it is not known who is in it, or how its knockout is played."""
    course = course_of(tournament, number)
    name = stage_name(course.span.stage)
    if course.coming is Coming.CUT:
        raise Refused(_("Make the cut into {stage} first: it says who plays the next round.").format(stage=name))
    if course.coming is Coming.PLAN:
        raise Refused(_("Choose how {stage} is played first.").format(stage=name))


def as_open(round: Round) -> Round:
    """The open round as it is now; refused when it was closed or taken back meanwhile."""
    now = _as_it_is(round)
    if now.state != Round.State.OPEN:
        raise Refused(
            _("Round {number} is {state}, not open.").format(
                number=now.number, state=Round.State(now.state).label.lower()
            )
        )
    return now


def _as_it_is(round: Round) -> Round:
    """The round as it is now; refused where it was taken back and thrown away meanwhile."""
    now = Round.objects.select_related("tournament").filter(pk=round.pk).first()
    if now is None:
        raise Refused(_("Round {number} is gone: it was taken back. Look again.").format(number=round.number))
    return now

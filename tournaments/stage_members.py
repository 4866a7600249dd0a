"""Who may have a seat in a round: everybody in an open evening, only its own people in a later stage or a knockout."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.models import Entry, Round, Tournament
from tournaments.queries.coming_round import coming_round
from tournaments.queries.stages import qualifiers_of, span_of, stages_of
from tournaments.refusals import Refused
from tournaments.stages import stage_name


def check_members(tournament: Tournament, number: int, entries: Sequence[Entry]) -> None:
    """Refuse, by name, people who are not in the stage of a round: they can be on standby for its next cut."""
    span = span_of(stages_of(tournament), number)
    inside = {one.entry_id for one in qualifiers_of(span.stage)}
    if not inside:
        return
    strangers = [str(entry.player) for entry in entries if entry.pk not in inside]
    if strangers:
        raise Refused(
            _("{names} cannot play in {stage}: who is in it was decided by the cut.").format(
                names=", ".join(strangers), stage=stage_name(span.stage)
            )
        )


def draws_bots(tournament: Tournament, number: int) -> bool:
    """Whether bots beside people get tables in a round: not in a knockout nor a later stage, whose people are named."""
    span = span_of(stages_of(tournament), number)
    return span.is_first and not span.is_knockout and tournament.entries.exclude(player__bot="").exists()


def mark_missing(draft: Round) -> None:
    """Note at the tables of a knockout that is published who is not there: they have a seat, and play no hand yet."""
    missing = coming_round(draft.tournament, draft.number).missing
    if missing:
        draft.seats.filter(entry__number__in=missing, table__isnull=False).update(last_hand=0)

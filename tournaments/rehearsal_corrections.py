"""The correction of a rehearsal: a number of the round before that was read wrong, found after the next seating."""

import uuid
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from tournaments.models import Rehearsal, Round, Tournament
from tournaments.queries.facts import facts_of
from tournaments.queries.overall import overall
from tournaments.queries.tables import table_states
from tournaments.refusals import Refused
from tournaments.rehearsal_course import chance_of
from tournaments.rehearsal_hands import misread
from tournaments.results import NotPlausible, report_table


def correct(*, rehearsal: Rehearsal, round: Round, by: str, at: datetime) -> str:
    """Correct one number of a closed round; returns what it was and what it moved.

    What the desk is asked first (somebody else would be through) is answered with yes and told. Refused where no number
    can be another one.
    """
    tournament = rehearsal.tournament
    rules = engine.read_rules(tournament.rules)
    states = [state for state in table_states(round) if not state.is_of_bots]
    chance_of(rehearsal.seed, "correction", round.number).shuffle(states)
    found = next(((state, *one) for state in states for one in misread(state, rules)), None)
    if found is None:
        raise Refused(_("No number of round {number} could be another one.").format(number=round.number))
    state, handed, place, was, now = found
    why = _("Misread: {was} is {now}.").format(was=was, now=now)
    before = _places(tournament)
    asked = ""
    key = uuid.uuid4()
    try:
        report_table(table=state.table, handed=[handed], key=key, by=by, at=at, why=why)
    except NotPlausible as odd:
        asked = " ".join(finding.sentence for finding in odd.findings)
        report_table(table=state.table, handed=[handed], key=key, by=by, at=at, why=why, confirmed=True)
    after = _places(tournament)
    moved = sum(1 for entry, place in after.items() if before.get(entry) != place)
    name = next(seat.player for seat in state.seats if seat.place == place)
    told = _("Round {round}, table {table}, hand {hand}, {name}: {was} is {now}.").format(
        round=round.number, table=state.number, hand=handed.number, name=name, was=was, now=now
    )
    moves = ngettext("{count} person has another place.", "{count} people have another place.", moved)
    return " ".join(part for part in (told, moves.format(count=moved), asked) if part)


def _places(tournament: Tournament) -> dict[int, int | None]:
    """The place of each entry (by id) now."""
    tournament = Tournament.with_rehearsals.get(pk=tournament.pk)
    return {row.entry: row.place for row in overall(facts_of(tournament)).standings.rows}

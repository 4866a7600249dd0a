"""How the desk does each thing in a rehearsal: by the commands that its own pages use. Each returns what is to be told.

A step that cannot be done raises Refused (or NoSplit, NoPlan), as it would on the day.
"""

import uuid
from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext as _

import engine
from tournaments import cuts, drafts, entries, knockouts, programme, results, rounds, seats, settling
from tournaments.drawing import Clash, Terms
from tournaments.models import Entry, Rehearsal, Round, Table
from tournaments.queries.coming_round import coming_round
from tournaments.queries.stages import sizes_in
from tournaments.queries.tables import table_state
from tournaments.queries.wishes import Asked
from tournaments.refusals import Refused
from tournaments.rehearsal_corrections import correct
from tournaments.rehearsal_course import Act, Step, chance_of
from tournaments.rehearsal_hands import play_on_screen, sheet_of, with_a_slip
from tournaments.rehearsal_scene import stage_to_come, to_settle
from tournaments.rehearsals import HIGHEST_SEED
from tournaments.seating.knockout_round import KnockoutDraw
from tournaments.seating.sizes import Split, splits
from tournaments.wishes import in_one_sentence


def _by() -> str:
    return _("the rehearsal")


def _arrive(rehearsal: Rehearsal, step: Step, at: datetime) -> str:
    return _set_status(rehearsal, step, Entry.Status.HERE, at)


def _not_coming(rehearsal: Rehearsal, step: Step, at: datetime) -> str:
    return _set_status(rehearsal, step, Entry.Status.WITHDRAWN, at)


def _set_status(rehearsal: Rehearsal, step: Step, status: Entry.Status, at: datetime) -> str:
    tournament = rehearsal.tournament
    entries.set_status(tournament=tournament, entries=step.entries, status=status, by=_by(), at=at)
    rows = tournament.entries.filter(number__in=step.entries).order_by("number")
    return ", ".join(rows.values_list("player__name", flat=True))


def _settle(rehearsal: Rehearsal, step: Step, at: datetime) -> str:
    found, span = stage_to_come(rehearsal.tournament)
    tie = to_settle(found, span)[0]
    tied = cuts.numbers(found.facts, tie.entries)
    lot = chance_of(rehearsal.seed, "lot", step.round, *tied).randrange(HIGHEST_SEED)
    settling.draw_lot(stage=span.stage, tied=tied, seed=lot, by=_by(), at=at)
    return cuts.names(found.facts, tie.entries)


def _cut(rehearsal: Rehearsal, _step: Step, at: datetime) -> str:
    found, span = stage_to_come(rehearsal.tournament)
    rows = cuts.make_cut(stage=span.stage, by=_by(), at=at)
    return cuts.names(found.facts, [row.entry_id for row in rows])


def _plan(rehearsal: Rehearsal, step: Step, at: datetime) -> str:
    found, span = stage_to_come(rehearsal.tournament)
    plans = knockouts.plans_for(found, span)
    lot = chance_of(rehearsal.seed, "plan", step.round).randrange(HIGHEST_SEED)
    knockouts.choose_plan(stage=span.stage, plan=plans[0], seed=lot, by=_by(), at=at)
    return plans[0].text


def _seat(rehearsal: Rehearsal, step: Step, at: datetime) -> str:
    split, seed = _drawing(rehearsal, step)

    def draw(terms: Terms) -> None:
        tournament = rehearsal.tournament
        drafts.draft_round(tournament=tournament, split=split, seed=seed, terms=terms, by=_by(), at=at)

    return _leaving_out(draw)


def _redraw(rehearsal: Rehearsal, step: Step, at: datetime) -> str:
    split, seed = _drawing(rehearsal, step)
    draft = _round(rehearsal, step)

    def draw(terms: Terms) -> None:
        drafts.redraw_round(draft=draft, split=split, seed=seed, terms=terms, by=_by(), at=at)

    return _leaving_out(draw)


def _leaving_out(draw: Callable[[Terms], None]) -> str:
    """Draw; where wishes cannot all be kept, leave out the first of them, and tell."""
    clashing: dict[int, Asked] = {}
    left_out: list[Asked] = []
    while True:
        try:
            draw(Terms(ignored=frozenset(one.pk for one in left_out)))
        except Clash as clash:
            clashing |= {one.pk: one for one in clash.wishes}
            left_out.append(clash.wishes[0])
        else:
            break
    if not left_out:
        return ""
    all_of_them, without = (" ".join(map(in_one_sentence, some)) for some in (clashing.values(), left_out))
    return _("These wishes cannot all be kept: {wishes} Drawn without: {without}").format(
        wishes=all_of_them, without=without
    )


def _drawing(rehearsal: Rehearsal, step: Step) -> tuple[Split, int]:
    """The tables that are recommended, and the seed of the draw."""
    tournament = rehearsal.tournament
    seed = chance_of(rehearsal.seed, "seating", step.round).randrange(HIGHEST_SEED)
    coming = coming_round(tournament, step.round)
    if isinstance(coming.way, KnockoutDraw):
        return coming.way.split, seed
    sizes = sizes_in(tournament, coming.span.stage)
    return splits(len(coming.here), sizes.allowed, sizes.preferred)[0], seed


def _publish(rehearsal: Rehearsal, step: Step, at: datetime) -> str:
    drafts.publish_round(draft=_round(rehearsal, step), by=_by(), at=at)
    return ""


def _late(rehearsal: Rehearsal, step: Step, at: datetime) -> str:
    """Seat a late comer at the smallest table that has room, or let them wait for the next round."""
    tournament = rehearsal.tournament
    entry = tournament.entries.select_related("player", "tournament").get(number__in=step.entries)
    laid = _round(rehearsal, step).tables.select_related("round").prefetch_related("seats__player").order_by("number")
    people = [table for table in laid if not all(seat.player.bot for seat in table.seats.all())]
    allowed = rounds.allowed_sizes(tournament)
    for table in sorted(people, key=lambda one: (len(one.seats.all()), one.number)):
        if len(table.seats.all()) + 1 not in allowed:
            continue
        try:
            seat = seats.add_to_table(table=table, entry=entry, by=_by(), at=at)
        except Refused:
            continue
        return _("{name} comes late and sits at table {table} from hand {hand} on.").format(
            name=entry.player, table=table.number, hand=seat.first_hand
        )
    status = Entry.Status.HERE
    entries.set_status(tournament=tournament, entries=step.entries, status=status, by=_by(), at=at)
    return _("{name} comes late, every table is full, and plays from the next round on.").format(name=entry.player)


def _correct(rehearsal: Rehearsal, step: Step, at: datetime) -> str:
    return correct(rehearsal=rehearsal, round=_round(rehearsal, step), by=_by(), at=at)


def _slip(rehearsal: Rehearsal, step: Step, at: datetime) -> str:
    """Hand in a sheet with a slip: refused with what the checks find, and nothing is stored."""
    table, rules = _table(rehearsal, step), engine.read_rules(rehearsal.tournament.rules)
    state = table_state(table)
    right = sheet_of(state, rules, seed=rehearsal.seed, round=step.round)
    wrong = with_a_slip(state, rules, right, seed=rehearsal.seed, round=step.round)
    if wrong == right:
        return ""
    try:
        results.report_table(table=table, handed=wrong.handed, sheet=wrong.totals, key=uuid.uuid4(), by=_by(), at=at)
    except results.NotPlausible as found:
        raise Refused(_in_words(found)) from found
    return ""


def _missing(rehearsal: Rehearsal, step: Step, at: datetime) -> str:
    """Try to close the round: the command names whose sheet is not there."""
    rounds.close_round(round=_round(rehearsal, step), by=_by(), at=at)
    return ""


def _hand_in(rehearsal: Rehearsal, step: Step, at: datetime) -> str:
    """Hand in the right sheet; what the checks ask about it is answered with yes, and kept to be told."""
    table, rules = _table(rehearsal, step), engine.read_rules(rehearsal.tournament.rules)
    sheet = sheet_of(table_state(table), rules, seed=rehearsal.seed, round=step.round)
    try:
        results.report_table(table=table, handed=sheet.handed, sheet=sheet.totals, key=uuid.uuid4(), by=_by(), at=at)
    except results.NotPlausible as odd:
        results.report_table(
            table=table, handed=sheet.handed, key=uuid.uuid4(), by=_by(), at=at, confirmed=True, sheet=sheet.totals
        )
        return _in_words(odd)
    return ""


def _on_screen(rehearsal: Rehearsal, step: Step, at: datetime) -> str:
    """Play the next hand of a table on screen, which hands it in by itself."""
    return play_on_screen(_table(rehearsal, step), at)


def _in_words(found: results.NotPlausible) -> str:
    """Each thing that the checks found, once."""
    return " ".join(dict.fromkeys(finding.sentence for finding in found.findings))


def _void(rehearsal: Rehearsal, step: Step, at: datetime) -> str:
    why = _("Fewer than two people are left at the table.")
    results.void_missing(table=_table(rehearsal, step), why=why, key=uuid.uuid4(), by=_by(), at=at)
    return why


def _close(rehearsal: Rehearsal, step: Step, at: datetime) -> str:
    round = _round(rehearsal, step)
    numbers = list(round.tables.order_by("number").values_list("number", flat=True))
    results.accept_and_close(round=round, tables=numbers, by=_by(), at=at)
    return ""


def _finish(rehearsal: Rehearsal, _step: Step, at: datetime) -> str:
    programme.finish(tournament=rehearsal.tournament, by=_by(), at=at)
    return ""


def _round(rehearsal: Rehearsal, step: Step) -> Round:
    return rehearsal.tournament.rounds.select_related("tournament").get(number=step.round)


def _table(rehearsal: Rehearsal, step: Step) -> Table:
    rows = Table.objects.select_related("round__tournament", "game")
    return rows.get(round__tournament=rehearsal.pk, round__number=step.round, number=step.table)


DO: dict[Act, Callable[[Rehearsal, Step, datetime], str]] = {
    Act.ARRIVE: _arrive,
    Act.NOT_COMING: _not_coming,
    Act.SETTLE: _settle,
    Act.CUT: _cut,
    Act.PLAN: _plan,
    Act.SEAT: _seat,
    Act.REDRAW: _redraw,
    Act.PUBLISH: _publish,
    Act.LATE: _late,
    Act.CORRECT: _correct,
    Act.SLIP: _slip,
    Act.MISSING: _missing,
    Act.HAND_IN: _hand_in,
    Act.ON_SCREEN: _on_screen,
    Act.VOID: _void,
    Act.CLOSE: _close,
    Act.FINISH: _finish,
}
"""How the desk does each act: returns what is worth telling of it."""

"""A draft changed by hand: two people change places, a table is locked, and each change is taken back in order."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import history
from tournaments.draft_bots import refuse_bots_off_screen
from tournaments.draft_steps import Layout, as_draft, keep, layout_of, remember
from tournaments.models import Change, DraftStep, Entry, Round
from tournaments.refusals import Refused
from tournaments.stage_members import check_knockout


@transaction.atomic
def swap(*, draft: Round, first: Entry, second: Entry, by: str, at: datetime) -> Round:
    """Let two people of a draft change places, at tables or sitting out; counts as a change by hand.

    Refused where one of them sits at a locked table, or where a bot would come to a table with real tiles.
    """
    tournament = history.lock_unfinished(draft.tournament)
    draft = as_draft(draft)
    if first.pk == second.pk:
        raise Refused(_("Choose two different people: {name} is named twice.").format(name=first.player))
    before = layout_of(draft)
    seated = {number: table for table, people in enumerate(before.tables, 1) for number in people}
    for entry in (first, second):
        if entry.number not in seated and entry.number not in before.sit_outs:
            raise Refused(_("{name} is not in this draft. Draw it again.").format(name=entry.player))
        if seated.get(entry.number) in before.locked:
            raise Refused(
                _("Table {table} is locked, and {name} sits there. Unlock it first.").format(
                    table=seated[entry.number], name=entry.player
                )
            )
    places = {first.number: second.number, second.number: first.number}
    after = replace(
        before,
        tables=tuple(tuple(places.get(number, number) for number in table) for table in before.tables),
        sit_outs=tuple(sorted(places.get(number, number) for number in before.sit_outs)),
        hand_changes=before.hand_changes + 1,
    )
    refuse_bots_off_screen(draft, after)
    if (first.number in before.sit_outs) != (second.number in before.sit_outs):
        check_knockout(tournament, draft.number, after.tables, after.sit_outs)
    keep(draft, after)
    facts = {"round": draft.number, "players": [first.player_id, second.player_id]}
    remember(draft, before, history.write_down(tournament, "round.swap", by=by, at=at, facts=facts, visible=False))
    return draft


@transaction.atomic
def lock_table(*, draft: Round, table: int, locked: bool, by: str, at: datetime) -> Round:
    """Lock a table of a draft, so that drawing again leaves it as it is, or unlock it."""
    tournament = history.lock_unfinished(draft.tournament)
    draft = as_draft(draft)
    row = draft.tables.filter(number=table).first()
    if row is None:
        raise Refused(_("There is no table {table} in this draft.").format(table=table))
    if row.locked == locked:
        return draft
    before = layout_of(draft)
    row.locked = locked
    row.save(update_fields=["locked"])
    draft.step += 1
    draft.save(update_fields=["step"])
    verb = "round.lock" if locked else "round.unlock"
    facts = {"round": draft.number, "table": table}
    remember(draft, before, history.write_down(tournament, verb, by=by, at=at, facts=facts, visible=False))
    return draft


@transaction.atomic
def step_back(*, draft: Round, by: str, at: datetime) -> Change:
    """Take the last change of a draft back, whatever it was. Returns that change.

    What was drawn stays counted: a draft that was drawn again and taken back has been drawn again once.
    """
    tournament = history.lock_unfinished(draft.tournament)
    draft = as_draft(draft)
    step = DraftStep.objects.select_related("change").filter(round=draft).order_by("-pk").first()
    if step is None:
        raise Refused(_("Nothing has been changed in this draft yet."))
    change = step.change
    keep(draft, Layout.from_json(step.before))
    step.delete()
    history.mark_undone(change, by=by, at=at)
    facts = {"round": draft.number, "change": change.pk}
    history.write_down(tournament, "round.step_back", by=by, at=at, facts=facts, visible=False)
    return change

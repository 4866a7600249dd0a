"""What a tournament file holds of stages, where there are any: settings, who is in them, how ties were settled."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.exchange.tournament_file.fields import STAGE, STAGE_LISTS, STAGE_MORE
from tournaments.exchange.tournament_file.times import moment, moment_or_none, time_text
from tournaments.models import Entry, Qualifier, Settled, Stage, Table, Tournament
from tournaments.refusals import Refused, in_words
from tournaments.seating.knockout import NoPlan, from_rows
from tournaments.stages import StagePlan, check_plans


def stages_out(tournament: Tournament) -> dict[str, Any]:
    """The stages of a tournament. Three queries, one where it has none."""
    stages = list(tournament.stages.order_by("number"))
    if not stages:
        return {}
    qualifiers = Qualifier.objects.filter(stage__in=stages).select_related("entry", "replaced_by__entry")
    settled = Settled.objects.filter(stage__in=stages).select_related("table__round").order_by("pk")
    people = sorted(qualifiers, key=lambda one: (one.seed, one.replaced_by_id is not None, one.entry.number))
    return {
        "stages": [
            {
                **{name: getattr(stage, name) for name in STAGE},
                **{name: getattr(stage, name) for name in STAGE_MORE if getattr(stage, name)},
                "knockout_plan": json.loads(stage.knockout_plan or "[]"),
                "qualifiers": [_qualifier_out(one) for one in people if one.stage_id == stage.pk],
                "settled": [_settled_out(one) for one in settled if one.stage_id == stage.pk],
            }
            for stage in stages
        ]
    }


def named_in_stages(content: Mapping[str, Any]) -> set[int]:
    """The numbers of entries that the stages of a file name."""
    found: set[int] = set()
    for stage in content.get("stages", ()):
        for one in stage["qualifiers"]:
            found.add(one["entry"])
            found |= {one["replaced_by"]} - {None}
        for one in stage["settled"]:
            found.update(one["order"], one.get("between", ()))
    return found


def check_stages(content: Mapping[str, Any]) -> None:
    """Refuse a file whose stages do not share out its plan, or could not be set at the desk."""
    stages = content.get("stages", ())
    if not stages:
        return
    plan = content["tournament"]["plan"]
    if sum(stage["rounds"] for stage in stages) != len(plan) or [one["number"] for one in stages] != [
        *range(1, len(stages) + 1)
    ]:
        raise Refused(_("The stages of the file do not share out its {count} planned rounds.").format(count=len(plan)))
    first, plans = 0, []
    for stage in stages:
        rounds = plan[first : first + stage["rounds"]]
        first += stage["rounds"]
        said = {**dict.fromkeys(STAGE_MORE, ""), **stage}
        values = {name: said[name] for name in StagePlan.__dataclass_fields__ if name != "plan"}
        lists = {name: None if stage[name] is None else tuple(stage[name]) for name in STAGE_LISTS}
        plans.append(StagePlan(**{**values, **lists}, plan=tuple(map(tuple, rounds))))
        if stage["knockout_plan"]:
            _check_knockout(stage)
    check_plans(content["tournament"]["rules"], plans)
    laid = {(one["number"], table["number"]) for one in content["rounds"] for table in one["tables"]}
    tables = {(one["round"], one["table"]) for stage in stages for one in stage["settled"] if one["table"]}
    if tables - laid:
        raise Refused(_("The file settles a tie at a table that is not in it."))


def stages_in(tournament: Tournament, content: Mapping[str, Any], entries: Mapping[int, Entry]) -> None:
    """Store the stages of a file, once its rounds are stored."""
    tables = {
        (table.round.number, table.number): table
        for table in Table.objects.filter(round__tournament=tournament).select_related("round")
    }
    for one in content.get("stages", ()):
        plan = json.dumps(one["knockout_plan"]) if one["knockout_plan"] else ""
        values = {name: one[name] for name in (*STAGE, *(name for name in STAGE_MORE if name in one))}
        stage = Stage.objects.create(tournament=tournament, knockout_plan=plan, **values)
        _qualifiers_in(stage, one, entries)
        for row in one["settled"]:
            Settled.objects.create(
                stage=stage,
                table=None if row["table"] is None else tables[row["round"], row["table"]],
                at=moment(row["at"]),
                taken_back_at=moment_or_none(row["taken_back_at"]),
                **{name: row[name] for name in ("where", "how", "order", "points", "seed", "reason", "by")},
                taken_back_by=row["taken_back_by"],
                between=row.get("between", []),
            )


def _check_knockout(stage: Mapping[str, Any]) -> None:
    try:
        plan = from_rows(stage["knockout_plan"])
    except NoPlan as none:
        raise Refused(in_words(none.sentence)) from none
    people = sum(one["replaced_by"] is None for one in stage["qualifiers"])
    if plan.rounds != stage["rounds"] or plan.people != people:
        raise Refused(
            _("Stage {number}: the plan of its knockout is for other people or rounds than the file has.").format(
                number=stage["number"]
            )
        )


def _qualifiers_in(stage: Stage, given: Mapping[str, Any], entries: Mapping[int, Entry]) -> None:
    """Store who is in a stage; those who were replaced after those who took their places."""
    rows: dict[int, Qualifier] = {}
    left = list(given["qualifiers"])
    while left:
        ready = [one for one in left if one["replaced_by"] is None or one["replaced_by"] in rows]
        if not ready:
            raise Refused(_("The file says of people that they replaced each other."))
        for one in ready:
            rows[one["entry"]] = Qualifier.objects.create(
                stage=stage,
                entry=entries[one["entry"]],
                replaced_by=None if one["replaced_by"] is None else rows[one["replaced_by"]],
                at=moment(one["at"]),
                **{name: one[name] for name in ("seed", "how", "reason", "by")},
            )
        left = [one for one in left if one not in ready]


def _qualifier_out(one: Qualifier) -> dict[str, Any]:
    return {
        "entry": one.entry.number,
        "seed": one.seed,
        "how": one.how,
        "replaced_by": one.replaced_by.entry.number if one.replaced_by else None,
        "reason": one.reason,
        "by": one.by,
        "at": time_text(one.at),
    }


def _settled_out(one: Settled) -> dict[str, Any]:
    return {
        "where": one.where,
        "round": one.table.round.number if one.table else None,
        "table": one.table.number if one.table else None,
        "how": one.how,
        "order": one.order,
        "between": one.between,
        "points": one.points,
        "seed": one.seed,
        "reason": one.reason,
        "by": one.by,
        "at": time_text(one.at),
        "taken_back_by": one.taken_back_by,
        "taken_back_at": time_text(one.taken_back_at),
    }

"""Taking in results: hands or totals of one table, checked by the engine, accepted, voided, corrected."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games.checks import how_far
from games.models import Game, Report, Score
from games.reports import Current, Handed, Line, OutOfDate, accept, store
from tournaments import history
from tournaments.bot_tables import refuse_while_bots_play
from tournaments.downstream import NOTHING, Downstream, downstream, moved
from tournaments.findings import Finding, Weight, check_anew, hand_in_words
from tournaments.models import Round, Table
from tournaments.on_screen import refuse_while_on_screen
from tournaments.queries.tables import TableState, states_of, table_state
from tournaments.reasons import reason
from tournaments.refusals import Refused, Stale
from tournaments.rounds import close_round


class NotPlausible(Refused):
    """The checks refuse or ask. `findings` says what about; nothing was stored."""

    def __init__(self, table: int, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__(
            _("Table {table} is not saved yet: {findings}").format(
                table=table, findings=" ".join(finding.sentence for finding in findings)
            )
        )

    @property
    def refuses(self) -> bool:
        """Whether anything is impossible, not only odd."""
        return any(finding.weight is Weight.REFUSE for finding in self.findings)

    @property
    def has_way_round(self) -> bool:
        """Whether an organiser may take it in with a reason."""
        return all(finding.has_way_round for finding in self.findings)


class Conflict(Stale):
    """Somebody else reported a hand first, and differently: `current` is what is stored, `handed` what came now."""

    def __init__(self, table: int, handed: Handed, current: Current) -> None:
        self.handed = handed
        self.current = current
        super().__init__(
            _(
                "Table {table}, {hand}: {by} has handed in something else meanwhile. Both are shown side by side; "
                "choose which one is right."
            ).format(table=table, hand=hand_in_words(handed.number), by=current.report.by)
        )


def lines_for(state: TableState, hand: int, points: Mapping[int, int | None]) -> tuple[Line, ...]:
    """The lines of one hand: points by place where played; None for somebody who missed it though seated.

    Whoever comes later is absent, whoever has gone has left; nobody's points are needed for them.
    """
    lines = []
    for seat in state.seats:
        place = seat.place or 0
        if hand < seat.first_hand:
            lines.append(Line(place, Score.State.ABSENT, None))
        elif not seat.is_there_for(hand):
            lines.append(Line(place, Score.State.LEFT, None))
        elif points.get(place) is None:
            lines.append(Line(place, Score.State.ABSENT, None))
        else:
            lines.append(Line(place, Score.State.PLAYED, points[place]))
    return tuple(sorted(lines, key=lambda line: line.place))


def void_lines(state: TableState) -> tuple[Line, ...]:
    """The lines of a hand that was stopped or spoilt and is not scored (A46)."""
    return tuple(Line(seat.place or 0, Score.State.VOID, None) for seat in state.seats)


@transaction.atomic
def report_table(
    *,
    table: Table,
    handed: Sequence[Handed],
    key: uuid.UUID,
    by: str,
    at: datetime,
    sheet: Mapping[int, int] | None = None,
    why: str = "",
    confirmed: bool | frozenset[str] = False,
    accepted: bool = False,
    may_correct_closed: bool = True,
) -> list[Report]:
    """Take in hands (or a sheet with totals) of one table, all or none of them; returns the reports made.

    What is stored already is not stored again, so the same sending twice is harmless. A correction in a closed round is
    accepted with it, and needs somebody who may (`may_correct_closed`). `confirmed` holds the questions that somebody
    has answered with yes, True answers all of them.

    Raises NotPlausible where the engine refuses (a `Handed.although` goes past that, and stays on no other hand) or
    asks what is not answered, Conflict where somebody else reported a hand differently meanwhile, Refused where the
    tournament is finished, the table is not playing, a line is missing or a correction has no reason.
    """
    tournament = history.lock_unfinished(table.round.tournament)
    table, game = _playing(table)
    is_closed = table.round.state == Round.State.CLOSED
    if is_closed and not may_correct_closed:
        raise Refused(
            _("Round {number} is closed: only an organiser can correct it.").format(number=table.round.number)
        )
    state = states_of([table])[0]
    handed = [one for one in map(_with_out_place, handed) if not _said(state, one)]
    if not handed:
        return []
    if state.is_of_bots:
        refuse_while_bots_play(table)
    refuse_while_on_screen(table)
    why = reason(why)
    _check_shape(state, handed)
    _check_reason(state, handed, why)
    rules = engine.read_rules(tournament.rules)
    findings, handed = _let_through(check_anew(state, rules, handed, sheet), handed)
    if not all(_is_answered(finding, confirmed) for finding in findings):
        raise NotPlausible(table.number, findings)
    before = downstream(tournament) if is_closed else NOTHING
    try:
        reports = store(
            game=game,
            hands=state.hands,
            current=state.reports,
            handed=[replace(one, checked=how_far(rules, one)) for one in handed],
            key=key,
            by=by,
            at=at,
            why=why or _("more is known about it now"),
            accepted=accepted or is_closed,
        )
    except OutOfDate as clash:
        theirs = next(one for one in handed if one.number == clash.number)
        raise Conflict(table.number, theirs, clash.current) from clash
    _ask_downstream(table, before, confirmed)
    if reports:
        facts = {
            "round": table.round.number,
            "table": table.number,
            "hands": [one.number for one in handed],
            "correction": any(report.revision > 1 for report in reports),
        }
        history.write_down(tournament, "result.report", by=by, at=at, facts=facts)
    return reports


def _ask_downstream(table: Table, before: Downstream, confirmed: bool | frozenset[str]) -> None:  # noqa: FBT001 - as handed in
    """Ask before a correction is kept that moves something: nobody is put through by it, and a bonus follows it."""
    if table.round.state != Round.State.CLOSED:
        return
    new = [Finding(Weight.ASK, None, None, one) for one in moved(table.round.tournament, before)]
    if not all(_is_answered(finding, confirmed) for finding in new):
        raise NotPlausible(table.number, new)


def _is_answered(finding: Finding, confirmed: bool | frozenset[str]) -> bool:  # noqa: FBT001 - as handed in
    if finding.weight is Weight.REFUSE:
        return False
    return confirmed if isinstance(confirmed, bool) else finding.sentence in confirmed


@transaction.atomic
def accept_tables(*, round: Round, tables: Sequence[int], by: str, at: datetime) -> int:
    """Accept what these tables (by number) have handed in; returns how many reports were not accepted before."""
    tournament = history.lock_unfinished(round.tournament)
    games = list(round.tables.filter(number__in=tables, game__isnull=False).values_list("game", flat=True))
    count = accept(games=games, by=by, at=at)
    if count:
        facts = {"round": round.number, "tables": list(tables)}
        history.write_down(tournament, "result.accept", by=by, at=at, facts=facts)
    return count


@transaction.atomic
def accept_and_close(*, round: Round, tables: Sequence[int], by: str, at: datetime) -> Round:
    """Accept what these tables (by number) have handed in, and close the round: both or neither."""
    accept_tables(round=round, tables=tables, by=by, at=at)
    return close_round(round=round, by=by, at=at)


@transaction.atomic
def void_missing(*, table: Table, why: str, key: uuid.UUID, by: str, at: datetime) -> list[Report]:
    """Declare the hands void that a table has not handed in (a lost sheet, time ran out), with a reason."""
    why = reason(why)
    if not why:
        raise Refused(_("Say why the missing hands of table {table} are void.").format(table=table.number))
    state = table_state(table)
    handed = [Handed(number, Report.Ended.VOID, void_lines(state), although=why) for number in state.missing]
    return report_table(table=table, handed=handed, key=key, by=by, at=at, accepted=True)


def _playing(table: Table) -> tuple[Table, Game]:
    now = Table.objects.select_related("round__tournament", "game").filter(pk=table.pk).first()
    if now is None or now.game is None or now.round.state == Round.State.DRAFT:
        raise Refused(
            _("Table {table} is not playing: the round was taken back. Nothing was saved.").format(table=table.number)
        )
    return now, now.game


def _with_out_place(one: Handed) -> Handed:
    """The hand with the seat that went out, where the points or the tiles leave no choice."""
    zeros = [line.place for line in one.lines if line.rack == ""] or [
        line.place for line in one.lines if line.points == 0
    ]
    if one.ended != Report.Ended.OUT or one.out_place is not None or len(zeros) != 1 or one.number is None:
        return one
    return replace(one, out_place=zeros[0])


def _let_through(findings: list[Finding], handed: Sequence[Handed]) -> tuple[list[Finding], list[Handed]]:
    """What still stands in the way, and the hands; a reason to let a hand through stays where it was needed."""
    refused = {finding.hand for finding in findings if finding.weight is Weight.REFUSE}
    stuck = {finding.hand for finding in findings if not finding.has_way_round}
    passing = {one.number for one in handed if one.although.strip() and one.number in refused - stuck}
    return [finding for finding in findings if finding.hand not in passing], [
        replace(one, although=reason(one.although) if one.number in passing or one.ended == Report.Ended.VOID else "")
        for one in handed
    ]


def _said(state: TableState, one: Handed) -> bool:
    """Whether the current report of the way the table is counted already says this."""
    now = state.reports.get(one.number)
    return now is not None and now.says(one) and state.by_totals == (one.number is None)


def _only_adds(state: TableState, one: Handed) -> bool:
    """Whether what is stored stays as it is, and only the tiles left or the record come to it."""
    return _said(state, replace(one, record="", lines=tuple(replace(line, rack=None) for line in one.lines)))


def _check_shape(state: TableState, handed: Sequence[Handed]) -> None:
    """Every line belongs to a seat of the table, every hand to the round; totals and hands are not mixed."""
    places = {seat.place for seat in state.seats}
    numbers = {hand.number for hand in state.hands}
    for one in handed:
        if one.number is not None and one.number not in numbers:
            raise Refused(
                _("Table {table} plays no hand {hand} in this round.").format(table=state.number, hand=one.number)
            )
        if {line.place for line in one.lines} != places or len(one.lines) != len(places):
            raise Refused(
                _(
                    "Table {table}, {hand}: one line is needed for each of the {count} seats. Look at the table again."
                ).format(table=state.number, hand=hand_in_words(one.number), count=len(places))
            )
    if len({one.number for one in handed}) != len(handed) or (
        None in {one.number for one in handed} and len(handed) > 1
    ):
        raise Refused(_("Table {table}: hands and totals cannot be handed in together.").format(table=state.number))


def _check_reason(state: TableState, handed: Sequence[Handed], why: str) -> None:
    """A correction has a reason, and so has going from hands to totals or back; adding tiles or a record needs none."""
    if why:
        return
    for one in handed:
        if one.number in state.reports and not _only_adds(state, one):
            raise Refused(
                _("Table {table}, {hand} is handed in already. Say why it is corrected.").format(
                    table=state.number, hand=hand_in_words(one.number)
                )
            )
    if state.reports and (None in state.reports) != (handed[0].number is None):
        raise Refused(
            _("Table {table} was handed in another way before (hands or totals). Say why that changes.").format(
                table=state.number
            )
        )

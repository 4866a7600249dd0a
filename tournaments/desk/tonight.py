"""What the console shows of a tournament: where it stands, its tables, and what comes next."""

from dataclasses import dataclass

import engine
from tournaments.desk.step_words import Step, in_words
from tournaments.desk.tonight_stage import stage_now
from tournaments.findings import findings_of_typed
from tournaments.models import Entry, Role, Round, Tournament
from tournaments.next_step import Do, Evening, Heads, RoundNow, TableNow, next_step
from tournaments.queries import evening
from tournaments.queries.bots import resting
from tournaments.queries.screens import ScreenTable, screens_of
from tournaments.queries.seating import presence_changed
from tournaments.queries.tables import TableState, table_states
from tournaments.rounds import allowed_sizes


@dataclass(frozen=True, slots=True)
class Tonight:
    """Everything that the console shows of a tournament. `can_reopen` is the number of a round, 0 for none.

    `version` is that of what was decided, `live` differs after every move on screen too; `lines` are the tables, each
    with where it stands on screen.
    """

    version: str
    live: str
    heads: Heads
    rounds: tuple[Round, ...]
    now: Round | None
    tables: tuple[TableState, ...]
    asked: frozenset[int]
    step: Step
    can_take_back: bool
    can_reopen: int
    can_finish_early: bool
    screens: tuple[ScreenTable, ...] = ()
    rest: frozenset[int] = frozenset()

    @property
    def lines(self) -> tuple[tuple[TableState, ScreenTable | None], ...]:
        """The tables, each with where it stands on screen; None where it has real tiles."""
        on_screen = {screen.number: screen for screen in self.screens}
        return tuple((state, on_screen.get(state.number)) for state in self.tables)


def tonight(tournament: Tournament, role: Role) -> Tonight:
    """Where a tournament stands, with a constant number of queries: at most twelve for an open evening.

    Tables of bots take one more; tables on screen three, and one for each hand that is played there now.
    """
    live = evening.live_version(tournament)
    counts = evening.heads(tournament)
    heads = Heads(
        counts[Entry.Status.EXPECTED],
        counts[Entry.Status.HERE],
        counts[Entry.Status.STANDBY],
        counts[Entry.Status.WITHDRAWN],
    )
    rounds = tuple(evening.rounds(tournament))
    now = next((one for one in rounds if one.state != Round.State.CLOSED), None)
    tables = tuple(table_states(now)) if now is not None else ()
    screens = screens_of(now) if now is not None and any(state.table.on_screen for state in tables) else ()
    rest = resting(now) if now is not None and any(state.is_of_bots for state in tables) else frozenset()
    round_now = None if now is None else _round_now(tournament, now, tables, screens, rest)
    step = next_step(
        Evening(
            heads=heads,
            planned=len(tournament.plan),
            smallest=min(allowed_sizes(tournament), default=2),
            closed=sum(one.state == Round.State.CLOSED for one in rounds),
            now=round_now,
            is_public=tournament.is_public,
            is_finished=tournament.state == Tournament.State.FINISHED,
            stage=stage_now(tournament) if now is None else None,
        )
    )
    is_open = now is not None and now.state == Round.State.OPEN
    return Tonight(
        version=live.rpartition("-")[0],
        live=live,
        heads=heads,
        rounds=rounds,
        now=now,
        tables=tables,
        asked=frozenset(table.number for table in (round_now.tables if round_now else ()) if table.asked),
        step=in_words(step, tournament, role),
        can_take_back=is_open
        and not any(state.reports and not state.is_of_bots for state in tables)
        and not any(screen.has_begun for screen in screens),
        can_reopen=rounds[-1].number if rounds and now is None else 0,
        can_finish_early=bool(rounds) and now is None and step.do is not Do.FINISH,
        screens=screens,
        rest=rest,
    )


def _round_now(
    tournament: Tournament,
    now: Round,
    tables: tuple[TableState, ...],
    screens: tuple[ScreenTable, ...],
    rest: frozenset[int],
) -> RoundNow:
    if now.state == Round.State.DRAFT:
        came, went = presence_changed(now)
        return RoundNow(
            now.number,
            is_draft=True,
            came=tuple(str(entry.player) for entry in came),
            went=tuple(str(entry.player) for entry in went),
        )
    rules = engine.read_rules(tournament.rules)
    on_screen = {screen.number for screen in screens if not screen.is_over}
    return RoundNow(
        now.number,
        is_draft=False,
        tables=tuple(
            TableNow(
                state.number,
                len(state.hands),
                len(state.missing),
                len(state.not_accepted),
                tuple(dict.fromkeys(finding.sentence for finding in findings_of_typed(state, rules))),
                sum(1 for seat in state.seats if seat.last_hand is None),
                state.is_of_bots,
                state.number in on_screen,
                state.number in rest,
            )
            for state in tables
        ),
    )

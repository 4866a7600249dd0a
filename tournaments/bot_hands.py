"""The hands of bot tables, as workers play and show them. Done twice or cut off anywhere, it comes to the same."""

import uuid
from collections.abc import Callable, Sequence
from datetime import datetime
from time import monotonic

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games import bots as plays
from games.models import BotPlay, Hand
from games.reports import Handed, current_reports, store
from tournaments import history
from tournaments.bot_tables import BY, GOING_ON, pause_table
from tournaments.models import Table, Tournament

SLICE_SECONDS = 4.0
"""A worker leaves a table after so long to whoever is free, so that nothing waits behind a slow one."""


def play_table(*, play: int, now: Callable[[], datetime]) -> bool:
    """Play a table, if nobody else does, to its end or for SLICE_SECONDS; whether hands are left to go on with.

    Plays without holding anything, and stores in short transactions. Whatever stops it, the next one goes on behind the
    last hand that was stored.
    """
    claimed = plays.claim(play=play, at=now())
    if claimed is None:
        return False
    hands = list(claimed.game.hands.order_by("number"))
    if claimed.hands_done >= len(hands):
        plays.release(play=claimed)
        return False
    if claimed.engine != engine.VERSION and claimed.hands_done:
        _stop_for_other_engine(claimed, now())
        return False
    until = monotonic() + SLICE_SECONDS
    for batch in plays.play_on(claimed, hands):
        is_over = monotonic() >= until
        if not _store(claimed, hands, batch, now(), keeps=not is_over):
            return False
        if is_over:
            return claimed.hands_done < len(hands)
    return False


def _stop_for_other_engine(play: BotPlay, at: datetime) -> None:
    """A table that another engine began is not its secret's function any more: an organiser lets it be played again."""
    table = Table.objects.select_related("round__tournament").get(game=play.game_id)
    why = _("This release of Henhouse plays otherwise than the one that began the table. Let it be played again.")
    pause_table(table=table, why=why, by=BY, at=at)


@transaction.atomic
def _store(
    claimed: BotPlay, hands: Sequence[Hand], batch: Sequence[engine.BotHand], at: datetime, *, keeps: bool
) -> bool:
    """Store hands if they are the next ones; whether they were. Updates `claimed`, which is kept or let go."""
    table = Table.objects.select_related("round__tournament").filter(game=claimed.game_id).first()
    if table is None:
        return False
    tournament = history.lock(table.round.tournament)
    now = BotPlay.objects.filter(pk=claimed.pk).first()
    if now is None or not _is_next(now, claimed) or not _is_played(tournament):
        return False
    now.begun_at = now.begun_at or max(at, now.start_at or at)
    now.state, now.engine = BotPlay.State.PLAYING, engine.VERSION
    now.hands_done, now.last_first = now.hands_done + len(batch), batch[-1].first
    if now.pace:
        plays.seal(play=now, batch=batch)
    else:
        records = [played.record for played in batch]
        _hand_in(table, now, hands, records, at=at)
    is_done = now.hands_done >= len(hands)
    if is_done and not now.pace:
        now.state = BotPlay.State.FINISHED
    keeps = keeps and not is_done
    now.claim, now.claimed_until = (claimed.claim, at + plays.LEASE) if keeps else (None, None)
    now.save(update_fields=_MOVING)
    for name in _MOVING:
        setattr(claimed, name, getattr(now, name))
    return True


_MOVING = ["state", "engine", "begun_at", "hands_done", "last_first", "steps", "claim", "claimed_until"]


def _is_next(now: BotPlay, claimed: BotPlay) -> bool:
    """Whether what was played from `claimed` comes next: of two who play one table, the first to store it has it."""
    return now.state in GOING_ON and (now.attempt, now.hands_done) == (claimed.attempt, claimed.hands_done)


def _is_played(tournament: Tournament) -> bool:
    return tournament.removed_at is None and tournament.state != Tournament.State.FINISHED


def _hand_in(
    table: Table, play: BotPlay, hands: Sequence[Hand], records: Sequence[engine.Record], *, at: datetime
) -> None:
    """Turn hands that may be seen into reports, and raise the version."""
    current = {}
    if play.attempt > 1:
        current = {number: one for (_game, number), one in current_reports([play.game_id]).items()}
    handed: list[Handed] = []
    for record in records:
        before = current.get(record.hand)
        handed.append(plays.as_handed(record, based_on=before.report.revision if before else 0))
    key = uuid.uuid5(uuid.NAMESPACE_OID, f"bot play {play.pk} {play.attempt}")
    store(
        game=play.game,
        hands=hands,
        current=current,
        handed=handed,
        key=key,
        by=BY,
        at=at,
        why=play.why,
        accepted=True,
    )
    tournament = table.round.tournament
    facts = {"round": table.round.number, "table": table.number, "hands": [one.number for one in handed]}
    history.write_down(tournament, "bots.report", by=BY, at=at, facts=facts)


def show_due(*, game: int, at: datetime) -> int:
    """Turn the sealed hands of a game whose last turn is shown by now into reports; returns how many."""
    table = Table.objects.select_related("round__tournament").filter(game=game).first()
    if table is None:
        return 0
    with transaction.atomic():
        tournament = history.lock(table.round.tournament)
        play = BotPlay.objects.select_related("game").filter(game=game).first()
        if play is None or not _is_played(tournament):
            return 0
        due = list(plays.to_be_shown(at=at).filter(play=play).order_by("number"))
        if not due:
            return 0
        hands = list(play.game.hands.order_by("number"))
        _hand_in(table, play, hands, [engine.read_record(one.record) for one in due], at=at)
        play.sealed.filter(pk__in=[one.pk for one in due]).delete()
        if play.hands_done >= len(hands) and not play.sealed.exists():
            play.state = BotPlay.State.FINISHED
            play.save(update_fields=["state"])
        return len(due)

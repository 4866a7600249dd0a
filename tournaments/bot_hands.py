"""The hands of bot tables, as workers play and show them. Done twice or cut off anywhere, it comes to the same."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games import bots as games
from games.models import BotPlay
from games.reports import Handed, current_reports, store
from tournaments import history
from tournaments.bot_tables import BY, GOING_ON, pause_table
from tournaments.models import Table, Tournament

BATCH_SECONDS = 1.0
"""What was played for so long is stored: a kill costs no more, and quick tables are stored many at once."""
SLICE_SECONDS = 4.0
"""A worker leaves its tables after so long to whoever is free, so that nothing waits behind slow ones."""


@dataclass(slots=True)
class Batch:
    """Hands that are played and not stored yet, by table."""

    tables: dict[int, tuple[BotPlay, list[engine.BotHand]]] = field(default_factory=dict)
    began: float = field(default_factory=monotonic)

    def add(self, play: BotPlay, hand: engine.BotHand) -> None:
        self.tables.setdefault(play.pk, (play, []))[1].append(hand)

    @property
    def is_full(self) -> bool:
        return monotonic() - self.began >= BATCH_SECONDS


def play_tables(*, plays: Sequence[int], now: Callable[[], datetime]) -> list[int]:
    """Play these tables (ids of plays) that nobody else plays, for SLICE_SECONDS; the ids of those to go on with.

    Plays without holding anything, and stores in short transactions. Whatever stops it, the next one goes on behind the
    last hand that was stored.
    """
    claimed = [play for play in games.claim(plays=plays, at=now()) if _can_go_on(play, now())]
    until = monotonic() + SLICE_SECONDS
    batch = Batch()
    for number, play in enumerate(claimed):
        for hand in games.play_on(play):
            batch.add(play, hand)
            is_over = monotonic() >= until
            if not (batch.is_full or is_over):
                continue
            stored = _store(batch, now())
            batch = Batch()
            if is_over:
                left = [one for one in claimed[number:] if one.pk not in stored or not _is_played_out(one)]
                games.release(plays=left)
                return [one.pk for one in left]
            if play.pk not in stored:
                break
    _store(batch, now())
    return []


def _can_go_on(play: BotPlay, at: datetime) -> bool:
    """Whether hands are left that this engine may play; lets the table go where not."""
    if _is_played_out(play):
        games.release(plays=[play])
        return False
    if play.engine != engine.VERSION and play.hands_done:
        _stop_for_other_engine(play, at)
        return False
    return True


def _is_played_out(play: BotPlay) -> bool:
    return play.hands_done >= len(games.hands_of(play))


def _stop_for_other_engine(play: BotPlay, at: datetime) -> None:
    """A table that another engine began is not its secret's function any more: an organiser lets it be played again."""
    table = Table.objects.select_related("round__tournament").get(game=play.game_id)
    why = _("This release of Henhouse plays otherwise than the one that began the table. Let it be played again.")
    pause_table(table=table, why=why, by=BY, at=at)


def _store(batch: Batch, at: datetime) -> set[int]:
    """Store what is the next of each table; the ids of those. Their plays are then what is stored."""
    of_games = [play.game_id for play, _hands in batch.tables.values()]
    tables = {
        table.game_id: table
        for table in Table.objects.select_related("round__tournament").filter(game__in=of_games).order_by("pk")
    }
    by_tournament: dict[int, list[tuple[Table, BotPlay, list[engine.BotHand]]]] = {}
    for play, hands in batch.tables.values():
        table = tables.get(play.game_id)
        if table is not None:
            by_tournament.setdefault(table.round.tournament_id, []).append((table, play, hands))
    return {pk for group in by_tournament.values() for pk in _store_in_one(group, at)}


@transaction.atomic
def _store_in_one(group: Sequence[tuple[Table, BotPlay, list[engine.BotHand]]], at: datetime) -> list[int]:
    """As `_store`, for tables of one tournament."""
    tournament = history.lock(group[0][0].round.tournament)
    if not _is_played(tournament):
        return []
    stored = {now.pk: now for now in BotPlay.objects.filter(pk__in=[play.pk for _table, play, _hands in group])}
    fresh = [
        (table, play, hands) for table, play, hands in group if play.pk in stored and _is_next(stored[play.pk], play)
    ]
    for _table, play, hands in fresh:
        _move_on(play, stored[play.pk], hands, at)
    at_once = [one for one in fresh if not one[1].pace]
    if at_once:
        _hand_in(tournament, [(table, play, [hand.record for hand in hands]) for table, play, hands in at_once], at=at)
    games.keep(plays=[play for _table, play, _hands in fresh])
    return [play.pk for _table, play, _hands in fresh]


def _move_on(play: BotPlay, now: BotPlay, hands: Sequence[engine.BotHand], at: datetime) -> None:
    """Bring a claimed play to what it is with these hands; seals them where the table is watched."""
    play.state, play.engine = BotPlay.State.PLAYING, engine.VERSION
    play.pace, play.begun_at = now.pace, now.begun_at or max(at, now.start_at or at)
    play.hands_done, play.last_first = now.hands_done + len(hands), hands[-1].first
    if play.pace:
        games.seal(play=play, batch=hands)
    play.claimed_until = at + games.LEASE
    if _is_played_out(play):
        play.claim, play.claimed_until = None, None
        if not play.pace:
            play.state = BotPlay.State.FINISHED


def _is_next(now: BotPlay, claimed: BotPlay) -> bool:
    """Whether what was played from `claimed` comes next: of two who play one table, the first to store it has it."""
    return now.state in GOING_ON and (now.attempt, now.hands_done) == (claimed.attempt, claimed.hands_done)


def _is_played(tournament: Tournament) -> bool:
    return tournament.removed_at is None and tournament.state != Tournament.State.FINISHED


def _hand_in(
    tournament: Tournament, played: Sequence[tuple[Table, BotPlay, Sequence[engine.Record]]], *, at: datetime
) -> None:
    """Turn hands that may be seen into reports, tell it once for each round, and raise the version."""
    first = [one for one in played if one[1].attempt == 1]
    handed = [[games.as_handed(record) for record in records] for _table, _play, records in first]
    games.report_first(games=[play.game for _table, play, _records in first], handed=handed, by=BY, at=at)
    for _table, play, records in played:
        if play.attempt > 1:
            _correct(play, records, at)
    told: dict[int, list[int]] = {}
    for table, _play, _records in played:
        told.setdefault(table.round.number, []).append(table.number)
    for number, tables in sorted(told.items()):
        facts = {"round": number, "tables": sorted(tables)}
        history.write_down(tournament, "bots.report", by=BY, at=at, facts=facts)


def _correct(play: BotPlay, records: Sequence[engine.Record], at: datetime) -> None:
    """Hand in hands of a table that is played once more: where there is a report already they correct it."""
    current = {number: one for (_game, number), one in current_reports([play.game_id]).items()}
    handed: list[Handed] = []
    for record in records:
        before = current.get(record.hand)
        handed.append(games.as_handed(record, based_on=before.report.revision if before else 0))
    store(
        game=play.game,
        hands=games.hands_of(play),
        current=current,
        handed=handed,
        key=uuid.uuid5(uuid.NAMESPACE_OID, f"bot play {play.pk} {play.attempt}"),
        by=BY,
        at=at,
        why=play.why,
        accepted=True,
    )


def show_due(*, game: int, at: datetime) -> int:
    """Turn the sealed hands of a game whose last turn is shown by now into reports; returns how many."""
    table = Table.objects.select_related("round__tournament").filter(game=game).first()
    if table is None:
        return 0
    with transaction.atomic():
        tournament = history.lock(table.round.tournament)
        play = BotPlay.objects.select_related("game").prefetch_related("game__hands").filter(game=game).first()
        if play is None or not _is_played(tournament):
            return 0
        due = list(games.to_be_shown(at=at).filter(play=play).order_by("number"))
        if not due:
            return 0
        _hand_in(tournament, [(table, play, [engine.read_record(one.record) for one in due])], at=at)
        play.sealed.filter(pk__in=[one.pk for one in due]).delete()
        if _is_played_out(play) and not play.sealed.exists():
            play.state = BotPlay.State.FINISHED
            play.save(update_fields=["state"])
        return len(due)

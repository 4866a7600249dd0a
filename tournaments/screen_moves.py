"""What is done at a table on screen: hands are dealt, tiles are laid, clocks run out. Each change is done once.

A move is computed while nothing is held and stored by one statement, on the condition that nobody was faster. A hand
begins and ends under the tournament's lock, taken before anything of the table.
"""

import uuid
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games import screens
from games.checks import rack_text
from games.models import Hand, Report, ScreenPlay
from games.reports import Handed, current_reports, store
from games.screen import Sitting, Step
from games.screens import OnScreen
from tournaments import history
from tournaments.bot_tables import BY
from tournaments.models import Seat, Table, Tournament
from tournaments.queries.screens import screen_play, table_of
from tournaments.queries.tables import table_state
from tournaments.refusals import Refused
from tournaments.results import lines_for


@dataclass(frozen=True, slots=True)
class Moved:
    """A table after something was sent. `is_old`: it was meant for an earlier moment, and nothing was done."""

    now: OnScreen
    is_old: bool = False


def move(*, play_id: int, place: int, counter: int, sent: str, step: Step, at: datetime) -> Moved:
    """Make a move for a place (from 1 on); the bots answer. Raises IllegalMove with a sentence for the player.

    `counter` is that of the table which the person saw: of several taps for one moment only the first is done. `sent`
    is what was sent, as text: the same tap a second time is not called old. Refused where another place is in turn, or
    nothing is played on screen.
    """
    now = _found(play_id)
    if counter != now.play.counter:
        return _other_moment(now, place, counter, sent)
    sitting = _sitting(now)
    if now.in_turn not in {None, place}:
        raise Refused(_("It is not your turn yet. Wait for the others."))
    after = sitting.after(step).answered()
    moved = screens.moved(now, after, at=at, place=place, sent=sent)
    if _put(moved, at):
        return Moved(moved)
    return _other_moment(_found(play_id), place, counter, sent)


@transaction.atomic
def deal_next(*, play_id: int, counter: int, at: datetime) -> OnScreen:
    """Deal the first hand, or the next one after a hand that is over; whoever asks a second time changes nothing.

    Those play who are there for the hand. Refused where the rules cannot deal to so many.
    """
    table, _tournament = _held(play_id)
    now = _found(play_id)
    if counter != now.play.counter or now.state not in {ScreenPlay.State.WAITING, ScreenPlay.State.BETWEEN}:
        return now
    return _deal(table, now, hand=(now.play.hand or 0) + 1, at=at)


def settle_clock(*, play_id: int, at: datetime) -> OnScreen:
    """Let a bot move for whoever's time is over by now, if anybody's is.

    The time of whoever is next begins now: if nobody could look for a while, nobody loses more than one move.
    """
    now = _found(play_id)
    if now.runs_out_at is None or at < now.runs_out_at:
        return now
    after = _sitting(now).moved_by(screens.CLOCK_BOT).answered()
    moved = screens.moved(now, after, at=at)
    return moved if _put(moved, at) else _found(play_id)


def deal_anew(*, table: Table, at: datetime) -> OnScreen:
    """Deal the hand that is played once more, from other keys. The caller holds the tournament and has looked."""
    play = ScreenPlay.objects.select_related("game").get(game__table=table.pk)
    return _deal(table, screens.at_now(play), hand=play.hand or 1, at=at)


def _deal(table: Table, now: OnScreen, *, hand: int, at: datetime) -> OnScreen:
    """Deal a hand to those who are there for it, and store it. The caller holds the tournament."""
    seats = Seat.objects.filter(table=table).order_by("place")
    places = [seat.place for seat in seats if seat.place is not None and seat.is_there_for(hand)]
    try:
        dealt = screens.dealt(now.play, hand=hand, places=places, at=at)
    except engine.ImpossibleDeal as impossible:
        raise Refused(
            _(
                "Table {table} has {count} people for hand {hand}, and the rules cannot deal to so many. Ask an "
                "organiser."
            ).format(table=table.number, count=len(places), hand=hand)
        ) from impossible
    return dealt if _put(dealt, at) else _found(now.play.pk)


def _put(now: OnScreen, at: datetime) -> bool:
    """Store a table that was moved on, and hand its hand in if it is over; False where somebody was faster."""
    if now.sitting is None or not now.sitting.is_over:
        return screens.put(now.play)
    with transaction.atomic():
        table, tournament = _held(now.play.pk)
        last = Hand.objects.filter(game=now.play.game_id).order_by("number").last()
        is_last = last is None or last.number == now.play.hand
        now.play.state = ScreenPlay.State.FINISHED if is_last else ScreenPlay.State.BETWEEN
        if not screens.put(now.play):
            return False
        _hand_in(table, tournament, now, at)
    return True


def _hand_in(table: Table, tournament: Tournament, now: OnScreen, at: datetime) -> None:
    """The hand that is over as a report: its record with the key of the deal, the tiles left, accepted."""
    number = now.play.hand or 0
    handed = _as_handed(table, now)
    store(
        game=now.play.game,
        hands=list(Hand.objects.filter(game=now.play.game_id, number=number)),
        current={hand: one for (_game, hand), one in current_reports([now.play.game_id]).items()},
        handed=[handed],
        key=uuid.uuid5(uuid.NAMESPACE_OID, f"screen play {now.play.pk} {number} {now.play.deals}"),
        by=BY,
        at=at,
        accepted=True,
    )
    history.write_down_at_table(tournament, "screen.report", table, by=BY, at=at, hand=number)


def _as_handed(table: Table, now: OnScreen) -> Handed:
    sitting, places = _sitting(now), tuple(now.play.places)
    outcome = sitting.hand.outcome()
    if outcome is None:
        raise ValueError("the hand is not over")
    record = sitting.record(tuple(map(str, places)))
    points: dict[int, int | None] = dict(zip(places, outcome.points, strict=True))
    racks = {place: rack_text(left) for place, left in zip(places, record.left, strict=True)}
    lines = lines_for(table_state(table), now.play.hand or 0, points)
    return Handed(
        now.play.hand,
        Report.Ended(outcome.ended.value),
        tuple(replace(line, rack=racks.get(line.place)) for line in lines),
        out_place=None if outcome.out is None else places[outcome.out],
        starter_place=now.play.first,
        record=record.text(),
        checked=Report.Checked.RECORD,
    )


def _sitting(now: OnScreen) -> Sitting:
    """The hand that is played, or was played last. Refused where nothing is played on screen."""
    if now.is_of_other_engine:
        raise Refused(
            _("Henhouse was renewed during this hand and would deal it otherwise. Ask an organiser to deal it again.")
        )
    if now.state is ScreenPlay.State.STOPPED:
        raise Refused(_("This table is not played on screen any more. Go on with real tiles."))
    if now.sitting is None:
        raise Refused(_("The first hand is not dealt yet."))
    return now.sitting


def _found(play_id: int) -> OnScreen:
    """What is played at a table now. Refused where it is gone, or its tournament is over or removed."""
    _going_on(play_id)
    now = screen_play(play_id)
    if now is None:
        raise _gone()
    return now


def _held(play_id: int) -> tuple[Table, Tournament]:
    """The table of a play, and its tournament, held. Refused as `_found` is."""
    table = _going_on(play_id)
    return table, history.lock_unfinished(table.round.tournament)


def _going_on(play_id: int) -> Table:
    table = table_of(play_id)
    if table is None:
        raise _gone()
    tournament = table.round.tournament
    if tournament.removed_at is not None or tournament.state == Tournament.State.FINISHED:
        raise Refused(_("{tournament} is over: nothing more is played.").format(tournament=tournament))
    return table


def _gone() -> Refused:
    return Refused(_("This table is not there any more: the seating was taken back. Look for your seat again."))


def _other_moment(now: OnScreen, place: int, counter: int, sent: str) -> Moved:
    return Moved(now, is_old=not now.was_sent(place, counter, sent))

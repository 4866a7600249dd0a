"""Work beside the requests. A task loads, calls one command, and may be done twice without harm.

No request talks to the broker, so a dead one hangs no page: the clock lets a worker look every two seconds for what is
due, and the rows in the database say what that is.
"""

import contextlib
import datetime as dt
from typing import Any

from celery import Task, current_app, shared_task
from django.conf import settings
from django.utils import timezone

from games import bots as plays
from tournaments import bot_hands, heartbeats, rehearsing, screen_moves
from tournaments.queries import bots, screens
from tournaments.queries.rehearsals import due_rehearsals
from tournaments.refusals import Refused

REHEARSED_AT_ONCE = dt.timedelta(seconds=1.5)
"""How long one look begins steps of rehearsals, however many there are: heart beats wait behind it."""
MOST_TOGETHER, SHARES = 16, 8
"""Tables that one worker is told of at once at most; and into how many groups those that wait are shared out."""


@shared_task(bind=True)
def beat_heart(self: "Task[Any, Any]") -> None:
    """Show that this worker is alive."""
    heartbeats.beat(worker=self.request.hostname or "unnamed", at=timezone.now())


@shared_task
def measure_queues() -> None:
    """Note how many messages wait in the queues, for pages that must not ask the broker."""
    heartbeats.note_queues(lengths=queue_lengths(), at=timezone.now())


@shared_task
def look_for_bot_tables() -> None:
    """Turn what is shown by now into reports, and tell the workers of tables that wait for one."""
    now = timezone.now()
    for game in bots.games_to_show(at=now):
        bot_hands.show_due(game=game, at=timezone.now())
    waiting = bots.to_be_hinted(at=now)
    plays.note_hints(plays=waiting, at=now)
    for some in shared_out(waiting):
        hint(some)


@shared_task
def look_for_clocks() -> None:
    """Let bots move for people at tables on screen whose time is over, whether anybody looks or not."""
    for play in screens.clocks_to_look_at(at=timezone.now()):
        # a table that was stopped or taken back meanwhile needs nobody
        with contextlib.suppress(Refused):
            screen_moves.settle_clock(play_id=play, at=timezone.now())


@shared_task
def look_for_rehearsals() -> None:
    """Take the steps of rehearsals that are due by now for a short while, in turn; the next look goes on."""
    rehearsing.go_on(rehearsals=due_rehearsals(), now=timezone.now, until=timezone.now() + REHEARSED_AT_ONCE)


@shared_task
def play_bot_tables(plays: list[int]) -> None:
    """Play these tables for a while; what is left goes to whoever is free, one by one."""
    for play in bot_hands.play_tables(plays=plays, now=timezone.now):
        hint([play])


def shared_out(waiting: list[int]) -> list[list[int]]:
    """Tables in groups: large ones where many wait, for they are stored together; single ones where few do."""
    size = max(1, min(MOST_TOGETHER, len(waiting) // SHARES))
    return [waiting[start : start + size] for start in range(0, len(waiting), size)]


def hint(some: list[int]) -> None:
    """Tell the workers of tables. A hint that gets lost is given again, so it need not live longer than that."""
    play_bot_tables.apply_async((some,), expires=plays.HINTED_AGAIN.total_seconds())


def queue_lengths() -> dict[str, int]:
    """How many messages wait in each queue, as the broker says. To declare a queue again is how one asks.

    Only to look (`passive`) would fail on Redis, which knows no empty queues.
    """
    with current_app.connection_for_read() as connection:
        channel: Any = connection.default_channel
        return {
            queue.name: channel.queue_declare(queue=queue.name, durable=True, auto_delete=False).message_count
            for queue in settings.CELERY_TASK_QUEUES
        }

"""Bot tables: which are to be played or shown now, how many wait, who plays them."""

import datetime as dt
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, Q, QuerySet

from games import bots as plays
from games.models import BotPlay
from tournaments.models import Entry, Heartbeat, QueueLength, Round, Seat, Tournament

MOST_HINTS = 200
"""Tables that are announced in one go; the others follow with the next one."""

_GOES_ON = Q(game__table__round__tournament__removed_at=None) & ~Q(
    game__table__round__tournament__state=Tournament.State.FINISHED
)


def to_be_hinted(*, at: datetime) -> list[int]:
    """The ids of plays that a worker should be told of now, those that wait longest first. One query."""
    return list(plays.to_be_hinted(at=at).filter(_GOES_ON).values_list("pk", flat=True)[:MOST_HINTS])


def games_to_show(*, at: datetime) -> list[int]:
    """The ids of games of which a sealed hand is over by now. One query."""
    return sorted(set(plays.to_be_shown(at=at).values_list("play__game", flat=True)))


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker that was heard of lately, and when."""

    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Machine:
    """What runs the bot tables: workers heard of within the last minutes, messages in each queue, tables that wait.

    `waits_since` is when the table that waits longest was to begin; None where none waits.
    """

    workers: tuple[Worker, ...]
    queues: tuple[QueueLength, ...]
    waiting: int
    waits_since: datetime | None

    def is_alive(self, at: datetime, fresh: dt.timedelta) -> bool:
        """Whether a worker was heard of within `fresh`."""
        return any(worker.at >= at - fresh for worker in self.workers)


@dataclass(frozen=True, slots=True)
class BotTable:
    """A table of bots as organisers see it. `shown` are the hands that everybody can see, of those `asked`."""

    round: int
    number: int
    names: tuple[str, ...]
    play: BotPlay
    shown: int
    asked: int

    @property
    def state(self) -> BotPlay.State:
        return BotPlay.State(self.play.state)


def bot_tables(round: Round) -> tuple[BotTable, ...]:
    """The tables of bots of a round, in order. Three queries."""
    played = (
        BotPlay.objects.filter(game__table__round=round)
        .select_related("game__table")
        .annotate(asked=Count("game__hands", distinct=True), shown=Count("game__reports__hand", distinct=True))
        .order_by("game__table__number")
    )
    names: dict[int | None, list[str]] = {}
    seats = Seat.objects.filter(table__game__bot_play__in=played.values("pk")).order_by("place")
    for table, name in seats.values_list("table", "player__name"):
        names.setdefault(table, []).append(name)
    return tuple(
        BotTable(
            round.number,
            play.game.table.number,
            tuple(names.get(play.game.table.pk, ())),
            play,
            play.shown,
            play.asked,
        )
        for play in played
    )


def resting(round: Round) -> frozenset[int]:
    """The numbers of the tables of bots at which nothing goes on until somebody says so. One query."""
    on_their_way = Q(state=BotPlay.State.PLAYING) | Q(state=BotPlay.State.WAITING, start_at__isnull=False)
    played = BotPlay.objects.filter(game__table__round=round).exclude(state=BotPlay.State.FINISHED)
    return frozenset(played.exclude(on_their_way).values_list("game__table__number", flat=True))


def bot_entries(tournament: Tournament) -> QuerySet[Entry]:
    """The bots of a tournament in the order of their numbers. One query."""
    return tournament.entries.exclude(player__bot="").select_related("player").order_by("number")


def has_bots(tournament: Tournament) -> bool:
    """Whether a tournament has bots that play, or will play, at tables of their own: there a worker plays. One query.

    At tables on screen the server itself plays for them, so those that sit there in the newest round, drafts too, ask
    for no worker.
    """
    bots = tournament.entries.exclude(player__bot="")
    newest = tournament.rounds.order_by("-number").values("pk")[:1]
    on_screen = Seat.objects.filter(round__in=newest, table__on_screen=True)
    return bots.exclude(pk__in=on_screen.exclude(entry=None).values("entry")).exists()


HEARD_OF_WITHIN = dt.timedelta(minutes=10)


def machine(*, at: datetime) -> Machine:
    """What runs the bot tables of the whole installation. Four queries, and none of them to the broker."""
    beats = Heartbeat.objects.filter(at__gte=at - HEARD_OF_WITHIN).order_by("worker")
    waiting = plays.unclaimed(plays.to_be_played(at=at), at=at).filter(_GOES_ON)
    # the aggregate goes over the plays as a subquery, for they are counted with their hands
    ids = waiting.values("pk")
    found = BotPlay.objects.filter(pk__in=ids).aggregate(since=Min("start_at"))
    return Machine(
        workers=tuple(Worker(beat.worker, beat.at) for beat in beats),
        queues=tuple(QueueLength.objects.order_by("queue")),
        waiting=waiting.count(),
        waits_since=found["since"],
    )

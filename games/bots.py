"""Bot tables: claimed, played hand by hand, stored. Whoever stores a hand first has it, and all would store the same.

The caller holds the transaction and the tournament; nothing here knows it. `claim` alone stands for itself.
"""

import datetime as dt
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, F, Q, QuerySet

import engine
from games import rows
from games.models import BotPlay, Game, Hand, Report, Score, SealedHand
from games.reports import Handed, Line

LEASE = dt.timedelta(seconds=20)
"""How long a claim holds; whoever plays renews it with every batch."""
HINTED_AGAIN = dt.timedelta(seconds=30)
"""After so long a hint that brought nobody is taken for lost."""
STEPS_BETWEEN_HANDS = 5
"""How many turns' time passes before the first turn of a watched hand, so that one can look at the hand before."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A table of bots to be: its game, its bots by place, and its secret."""

    game: Game
    bots: tuple[str, ...]
    secret: bytes = field(repr=False)


def open_plays(*, placed: Sequence[Placed], start_at: datetime | None, pace: int) -> list[BotPlay]:
    """Make the bot plays of games that have just been opened. `start_at` None: somebody says later when."""
    return BotPlay.objects.bulk_create(
        BotPlay(
            game=one.game,
            bots=list(one.bots),
            secret=one.secret,
            engine=engine.VERSION,
            start_at=start_at,
            pace=pace,
        )
        for one in placed
    )


def to_be_played(*, at: datetime) -> QuerySet[BotPlay]:
    """Plays that are due and have hands left, whether somebody plays them or not."""
    asked = BotPlay.objects.annotate(asked=Count("game__hands"))
    begun = Q(state=BotPlay.State.PLAYING) | Q(state=BotPlay.State.WAITING, start_at__lte=at)
    return asked.filter(begun, hands_done__lt=F("asked"))


def unclaimed(plays: QuerySet[BotPlay], *, at: datetime) -> QuerySet[BotPlay]:
    """Those that nobody plays, or whose player has not been heard of for too long."""
    return plays.filter(Q(claimed_until__isnull=True) | Q(claimed_until__lt=at))


def claim(*, plays: Sequence[int], at: datetime) -> list[BotPlay]:
    """Take these tables to play them, with their games and hands, in the order given.

    Those that somebody has, or that are not to be played now, are left out. One statement decides.
    """
    mine = uuid.uuid4()
    free = unclaimed(BotPlay.objects.filter(pk__in=plays), at=at)
    begun = Q(state=BotPlay.State.PLAYING) | Q(state=BotPlay.State.WAITING, start_at__lte=at)
    if not free.filter(begun).update(claim=mine, claimed_until=at + LEASE, hinted_at=None):
        return []
    in_order = {pk: number for number, pk in enumerate(plays)}
    taken = BotPlay.objects.filter(claim=mine).select_related("game").prefetch_related("game__hands")
    return sorted(taken, key=lambda play: in_order[play.pk])


def release(*, plays: Sequence[BotPlay]) -> None:
    """Let go of tables that were claimed, if nobody else has them by now."""
    claims = {play.claim for play in plays}
    BotPlay.objects.filter(pk__in=[play.pk for play in plays], claim__in=claims).update(claim=None, claimed_until=None)


def to_be_hinted(*, at: datetime) -> QuerySet[BotPlay]:
    """Tables that wait for somebody to play them and have not been announced, or so long ago that it was lost."""
    waiting = unclaimed(to_be_played(at=at), at=at)
    lost = Q(hinted_at__isnull=True) | Q(hinted_at__lt=at - HINTED_AGAIN)
    return waiting.filter(lost).order_by("start_at", "pk")


def note_hints(*, plays: Sequence[int], at: datetime) -> None:
    """Note that these tables were announced just now."""
    BotPlay.objects.filter(pk__in=plays).update(hinted_at=at)


_MOVING = ("state", "engine", "begun_at", "hands_done", "last_first", "steps", "claim", "claimed_until")


def keep(*, plays: Sequence[BotPlay]) -> None:
    """Store where these tables stand, in one statement."""
    rows.update(BotPlay, _MOVING, ((play.pk, *(getattr(play, name) for name in _MOVING)) for play in plays))


def hands_of(play: BotPlay) -> list[Hand]:
    """The hands of a claimed table in order. No query."""
    return sorted(play.game.hands.all(), key=lambda hand: hand.number)


def play_on(play: BotPlay) -> Iterator[engine.BotHand]:
    """The hands that are left of a claimed table, one after the other. Changes nothing, no query."""
    rules = engine.Rules.read(play.game.rules)
    secret, before = bytes(play.secret), play.last_first
    for hand in hands_of(play)[play.hands_done :]:
        played = engine.play_bots(
            rules, play.bots, centre=hand.centre or 0, hand=hand.number, before=before, secret=secret
        )
        before = played.first
        yield played


def seal(*, play: BotPlay, batch: Sequence[engine.BotHand]) -> None:
    """Store hands of a watched table, to be shown when their time has come."""
    begun = play.begun_at
    if begun is None:
        raise ValueError("a table that has not begun has no hands")
    sealed = []
    for played in batch:
        turns = len(played.record.turns)
        play.steps += STEPS_BETWEEN_HANDS + turns
        shown_at = begun + dt.timedelta(seconds=play.pace * play.steps)
        number = played.record.hand
        sealed.append(SealedHand(play=play, number=number, record=played.record.text(), shown_at=shown_at, turns=turns))
    SealedHand.objects.bulk_create(sealed)


def as_handed(record: engine.Record, *, based_on: int = 0) -> Handed:
    """A hand of bots as it is handed in: its record with its keys, the tiles left, the points."""
    lines = tuple(
        Line(seat + 1, Score.State.PLAYED, points, rack=" ".join(tile.text() for tile in reversed(left)))
        for seat, (points, left) in enumerate(zip(record.score, record.left, strict=True))
    )
    ended = record.ended or engine.Ended.STOPPED
    out = next((line.place for line in lines if line.rack == ""), None) if ended is engine.Ended.OUT else None
    return Handed(
        record.hand,
        Report.Ended(ended.value),
        lines,
        based_on,
        out_place=out,
        starter_place=record.first + 1,
        record=record.text(),
        checked=Report.Checked.RECORD,
    )


def report_first(*, games: Sequence[Game], handed: Sequence[Sequence[Handed]], by: str, at: datetime) -> None:
    """Store the first reports of hands of several games, accepted, in two statements; the games have their hands.

    For what nobody can have handed in before: else the database refuses it.
    """
    fresh = [
        (game.pk, hand.pk, of_game[hand.number])
        for game, of_game in zip(games, ({one.number: one for one in each} for each in handed), strict=True)
        for hand in game.hands.all()
        if hand.number in of_game
    ]
    made = rows.insert(Report, _REPORT, (_report(*one, by, at) for one in fresh), by="hand")
    lines = ((made[hand], line) for _game, hand, one in fresh for line in one.lines)
    scores = ((report, *(getattr(line, name) for name in _SCORE[1:])) for report, line in lines)
    rows.insert(Score, _SCORE, scores, by="report")


_REPORT = (
    *("game", "hand", "revision", "ended", "out_place", "starter_place", "by", "at", "why", "although", "key"),
    *("checked", "record", "accepted_by", "accepted_at"),
)
_SCORE = ("report", "place", "state", "points", "hands", "zeros", "lowest_other", "rack")


def _report(game: int, hand: int, one: Handed, by: str, at: datetime) -> tuple[object, ...]:
    """The row of a first report, accepted by whoever hands it in, in the order of _REPORT."""
    told = (game, hand, 1, one.ended, one.out_place, one.starter_place, by, at, "", one.although, uuid.uuid4())
    return (*told, one.checked, one.record, by, at)


def to_be_shown(*, at: datetime) -> QuerySet[SealedHand]:
    """Sealed hands of which the last turn is shown by now; a paused table shows nothing more."""
    return SealedHand.objects.filter(play__state=BotPlay.State.PLAYING, shown_at__lte=at)


def turns_seen(hand: SealedHand, *, at: datetime) -> int:
    """How many turns of a sealed hand may be seen; while its table is paused, those from before the pause."""
    left = hand.shown_at - (hand.play.paused_at or at)
    if left <= dt.timedelta(0):
        return hand.turns
    hidden = -(-left // dt.timedelta(seconds=hand.play.pace))
    return max(0, hand.turns - hidden)


def seen_part(record: engine.Record, turns: int) -> engine.Record:
    """A record as a table sees it after so many turns: no racks, no yard, no keys, not how it ends."""
    return engine.Record(
        rules=record.rules,
        names=record.names,
        centre=record.centre,
        first=record.first,
        due=record.due,
        placed=record.placed,
        lead=record.lead,
        search=record.search,
        turns=record.turns[:turns],
        hand=record.hand,
        bots=record.bots,
        seal=record.seal,
    )


def shift(*, play: BotPlay, by: dt.timedelta) -> None:
    """Show what is sealed, and what is still to be played, so much later: the table was paused for so long."""
    if play.begun_at is not None:
        play.begun_at += by
    for hand in play.sealed.all():
        SealedHand.objects.filter(pk=hand.pk).update(shown_at=hand.shown_at + by)


def begin_again(*, play: BotPlay, secret: bytes, why: str, at: datetime) -> None:
    """Set a table to its beginning, with another secret; what it has sealed is thrown away, its reports stay."""
    play.sealed.all().delete()
    play.secret, play.engine, play.attempt, play.why = secret, engine.VERSION, play.attempt + 1, why
    play.state, play.start_at, play.begun_at, play.paused_at = BotPlay.State.WAITING, at, None, None
    play.hands_done, play.steps, play.last_first = 0, 0, None
    play.claim, play.claimed_until, play.hinted_at = None, None, None
    play.save()

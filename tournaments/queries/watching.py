"""A table that can be watched, at one moment: the hand that is being shown, as far as everybody may see it."""

from dataclasses import dataclass
from datetime import datetime

import engine
from games.bots import seen_part, turns_seen
from games.models import BotPlay, ScreenPlay, SealedHand
from games.screens import at_now, stamp_of
from tournaments.models import Table


@dataclass(frozen=True, slots=True)
class Watched:
    """What may be seen of a table of bots now.

    `hand` is the sealed hand that is shown now or next (None: nothing is sealed), `seen` its turns so far.
    """

    play: BotPlay
    hand: SealedHand | None
    seen: int

    @property
    def stamp(self) -> str:
        """Another text whenever something else may be seen."""
        number = self.hand.number if self.hand else 0
        return f"{self.play.pk}-{self.play.attempt}-{self.play.state}-{number}-{self.seen}"

    @property
    def number(self) -> int:
        """The hand that is shown; 0 where none is."""
        return self.hand.number if self.hand else 0

    @property
    def goes_on(self) -> bool:
        """Whether more is to come."""
        return self.play.state in {BotPlay.State.WAITING, BotPlay.State.PLAYING, BotPlay.State.PAUSED}

    def looked_at(self) -> "Look":
        """What lies on the table. One query."""
        if self.hand is None:
            return Look()
        record = seen_part(engine.read_record(self.hand.record), self.seen)
        return Look(record, tuple(range(1, record.players + 1)), is_over=self.seen == self.hand.turns)


@dataclass(frozen=True, slots=True)
class OnScreenWatched:
    """What may be seen of a table that people play on screen."""

    play: ScreenPlay

    @property
    def stamp(self) -> str:
        """Another text whenever something else may be seen."""
        return stamp_of(self.play)

    @property
    def number(self) -> int:
        """The hand that is played or was played last; 0 before the first."""
        return self.play.hand or 0

    @property
    def goes_on(self) -> bool:
        """Whether more is to come."""
        return not self.play.is_over

    def looked_at(self) -> "Look":
        """What lies on the table; nothing of the racks, also when the hand is over. One query."""
        now = at_now(self.play)
        if now.is_of_other_engine:
            return Look(needs_dealing=True)
        if now.sitting is None:
            return Look()
        if now.sitting.hand.phase is engine.Phase.SEARCH:
            return Look(in_turn=now.in_turn, looked_for=str(engine.Tile.double(now.sitting.hand.need)))
        places = tuple(self.play.places)
        record = now.sitting.record(tuple(map(str, places)))
        return Look(seen_part(record, len(record.turns)), places, now.in_turn, is_over=now.sitting.is_over)


@dataclass(frozen=True, slots=True)
class Look:
    """What lies on a watched table: the record so far, the places that play it, whose turn it is if people play.

    `looked_for` is the double that is drawn for before the first tile lies there; `needs_dealing` says that the hand
    cannot go on and is dealt again.
    """

    record: engine.Record | None = None
    places: tuple[int, ...] = ()
    in_turn: int | None = None
    is_over: bool = False
    looked_for: str = ""
    needs_dealing: bool = False


def watched(table: Table, *, at: datetime) -> Watched | OnScreenWatched | None:
    """What may be seen of a table; None where there is nothing to watch. One or two queries."""
    if table.on_screen:
        on_screen = ScreenPlay.objects.select_related("game").filter(game=table.game_id).first()
        if on_screen is not None:
            return OnScreenWatched(on_screen)
    return watched_bots(table, at=at)


def watched_bots(table: Table, *, at: datetime) -> Watched | None:
    """What may be seen of a table of bots; None where none play or nobody watches them. Two queries."""
    play = BotPlay.objects.filter(game=table.game_id).first()
    if play is None or not play.pace:
        return None
    sealed = list(SealedHand.objects.filter(play=play).defer("record").order_by("number"))
    for hand in sealed:
        hand.play = play
    if not sealed:
        return Watched(play, None, 0)
    shown = next((one for one in sealed if turns_seen(one, at=at) < one.turns), sealed[-1])
    return Watched(play, shown, turns_seen(shown, at=at))

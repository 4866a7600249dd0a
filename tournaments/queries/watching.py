"""A watched table of bots at one moment: the hand that is being shown, as far as it may be seen."""

from dataclasses import dataclass
from datetime import datetime

import engine
from games.bots import seen_part, turns_seen
from games.models import BotPlay, SealedHand
from tournaments.models import Table


@dataclass(frozen=True, slots=True)
class Watched:
    """What may be seen of a table now: `hand` is the sealed hand that is shown now or next, `seen` its turns so far.

    `hand` is None where nothing is sealed.
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
    def record(self) -> engine.Record | None:
        """The record as far as it may be seen. One query."""
        if self.hand is None:
            return None
        return seen_part(engine.read_record(self.hand.record), self.seen)


def watched(table: Table, *, at: datetime) -> Watched | None:
    """What may be seen of a table; None where no bots play or nobody watches them. Two queries."""
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

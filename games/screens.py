"""Tables on screen as stored: laid, dealt hand by hand, and changed only by whoever saw the newest moment.

The caller holds the transaction and the tournament where a hand begins or ends; nothing here knows it.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import engine
from games.models import Game, ScreenPlay
from games.screen import Dealing, Sitting, resumed

CLOCK_BOT = "heaviest"
"""Who moves for somebody whose time has run out: the heaviest tile that fits is what a neighbour would lay for them."""
LONGEST_SENT = 40


@dataclass(frozen=True, slots=True)
class Laid:
    """A table on screen to be: its game, its bots by place ("" where somebody sits), and its secret."""

    game: Game
    bots: tuple[str, ...]
    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class OnScreen:
    """A table on screen at one moment. It holds what is hidden, so no page is given it whole.

    `sitting` is the hand that is played or was played last; None before the first one, when play on screen was stopped,
    and where another engine has dealt it.
    """

    play: ScreenPlay
    sitting: Sitting | None = field(repr=False)

    @property
    def state(self) -> ScreenPlay.State:
        return ScreenPlay.State(self.play.state)

    @property
    def is_of_other_engine(self) -> bool:
        """Whether a hand lies there that this release of Henhouse would deal otherwise, so nobody can play it on."""
        return self.state is ScreenPlay.State.PLAYING and self.play.engine != engine.VERSION

    @property
    def in_turn(self) -> int | None:
        """The place of whoever is in turn; None where no hand is played."""
        if self.sitting is None or self.sitting.is_over or self.state is not ScreenPlay.State.PLAYING:
            return None
        return int(self.play.places[self.sitting.turn])

    @property
    def runs_out_at(self) -> datetime | None:
        """When the time of whoever is in turn is over; None where no clock runs."""
        if not self.play.clock or self.play.moved_at is None or self.in_turn is None:
            return None
        return self.play.moved_at + dt.timedelta(seconds=self.play.clock)

    @property
    def stamp(self) -> str:
        """Another text whenever anybody may see something else."""
        return stamp_of(self.play)

    def seat_of(self, place: int) -> int | None:
        """The seat, from 0, that a place has in this hand; None where it does not play it."""
        return self.play.places.index(place) if place in self.play.places else None

    def was_tapped(self, place: int, counter: str) -> bool:
        """Whether the last tap that was done for a place was meant for this moment."""
        return str(self.play.sent.get(str(place), "")).startswith(f"{counter} ")

    def was_sent(self, place: int, counter: int, sent: str) -> bool:
        """Whether this very tap is the last one that was done for a place."""
        return bool(self.play.sent.get(str(place)) == _tap(counter, sent))


def lay(*, laid: Sequence[Laid]) -> list[ScreenPlay]:
    """Make the plays of games that have just been opened. Nothing is dealt yet."""
    return ScreenPlay.objects.bulk_create(
        ScreenPlay(game=one.game, bots=list(one.bots), secret=one.secret) for one in laid
    )


def at_now(play: ScreenPlay) -> OnScreen:
    """A table as its row has it, its game loaded. One query for the centre of the hand; none where hands are loaded."""
    if play.hand is None or play.engine != engine.VERSION or play.state == ScreenPlay.State.STOPPED:
        return OnScreen(play, None)
    return OnScreen(play, resumed(_dealing(play, _centre(play)), play.moves))


def stamp_of(play: ScreenPlay) -> str:
    """Another text whenever something else may be seen of a table."""
    return f"screen-{play.pk}-{play.counter}-{play.clock}"


def keys_of(play: ScreenPlay, hand: int) -> engine.HandKeys:
    """The keys of a hand of a table. One that was dealt again has others than those before."""
    secret = bytes(play.secret)
    if hand == play.hand and play.deals > 1:
        secret = engine.table_secret(secret, f"hand {hand} deal {play.deals}")
    return engine.hand_keys(secret, hand)


def dealt(play: ScreenPlay, *, hand: int, places: Sequence[int], at: datetime) -> OnScreen:
    """The table with this hand dealt to these places; bots that are first have moved. Nothing is stored.

    The same hand once more is dealt from other keys. Raises ImpossibleDeal where the rules cannot deal to so many.
    """
    again = play.state == ScreenPlay.State.PLAYING and play.hand == hand
    play.before = play.before if again else play.first
    play.deals = play.deals + 1 if again else 1
    play.hand, play.places, play.rules, play.engine = hand, list(places), play.game.rules, engine.VERSION
    play.state, play.sent = ScreenPlay.State.PLAYING, {}
    sitting = Sitting.begin(_dealing(play, _centre(play)))
    play.first = places[sitting.dealt.start.first]
    play.moves, play.moved_at = sitting.moves, at
    return OnScreen(play, sitting)


def moved(now: OnScreen, sitting: Sitting, *, at: datetime, place: int | None = None, sent: str = "") -> OnScreen:
    """The table with its hand moved on to `sitting`, by a tap from `place` if one did it. Nothing is stored."""
    play = now.play
    play.moves, play.moved_at = sitting.moves, at
    if place is not None:
        play.sent = {**play.sent, str(place): _tap(play.counter, sent)}
    return OnScreen(play, sitting)


def put(play: ScreenPlay) -> bool:
    """Store a changed play if its row is still the one that was read; whether it was. One statement decides."""
    found = ScreenPlay.objects.filter(pk=play.pk, counter=play.counter).exclude(state__in=ScreenPlay.OVER)
    values = {name: getattr(play, name) for name in _MOVING}
    if not found.update(**values, counter=play.counter + 1):
        return False
    play.counter += 1
    return True


_MOVING = ("state", "hand", "rules", "engine", "deals", "places", "first", "before", "moves", "sent", "moved_at")


def _dealing(play: ScreenPlay, centre: int) -> Dealing:
    places = play.places
    before = None if play.before is None else sum(place <= play.before for place in places) - 1
    return Dealing(
        play.rules,
        tuple(play.bots[place - 1] for place in places),
        centre=centre,
        hand=play.hand or 1,
        before=before,
        keys=keys_of(play, play.hand or 1),
    )


def _centre(play: ScreenPlay) -> int:
    """The centre that is due in the hand; 0 where a game has none."""
    return next(hand.centre for hand in play.game.hands.all() if hand.number == (play.hand or 1)) or 0


def _tap(counter: int, sent: str) -> str:
    return f"{counter} {sent[:LONGEST_SENT]}"

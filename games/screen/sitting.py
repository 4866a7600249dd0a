"""A hand on screen as it stands: dealt, moved, answered by its bots, and written down."""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Self

import engine
from engine import N_, Hand, IllegalMove, Layout, Play, Record, say
from games.screen.dealing import PERSON, Dealing, Step


@dataclass(frozen=True, slots=True)
class Sitting:
    """A hand at a moment. It holds what is hidden, so no page is given it: see `shown_to`."""

    dealing: Dealing
    dealt: Hand = field(repr=False)
    hand: Hand = field(repr=False)
    layout: Layout
    steps: tuple[Step, ...] = ()

    @classmethod
    def begin(cls, dealing: Dealing) -> Self:
        """Deal, and let bots move that are first. Raises ImpossibleDeal if so many cannot play by the rules."""
        rules = engine.Rules.read(dealing.rules)
        hand = engine.deal_from_key(
            rules,
            players=len(dealing.bots),
            centre=dealing.centre,
            hand=dealing.hand,
            before=dealing.before,
            key=dealing.keys.deal,
        )
        return cls(dealing, hand, hand, Layout(rules, len(dealing.bots), hand.centre)).answered()

    @property
    def is_over(self) -> bool:
        return self.hand.ended is not None

    @property
    def turn(self) -> int:
        """The seat in turn."""
        return self.hand.turn

    @property
    def moves(self) -> str:
        """All moves so far as text."""
        return " ".join(step.text() for step in self.steps)

    def after(self, step: Step) -> Self:
        """The hand after a move of the seat in turn. Raises IllegalMove with a sentence for the player."""
        hand = self.hand.play(step.move)
        if not isinstance(step.move, Play):
            layout = self.layout if self.layout.pieces else replace(self.layout, centre=hand.centre)
            return replace(self, hand=hand, layout=layout, steps=(*self.steps, replace(step, branch="")))
        places = self.layout.places(step.move.joins)
        if step.branch and step.branch not in places:
            closed = N_("{tile} cannot go there: that end is not open.")
            raise IllegalMove(say("screen.closed_end", closed, tile=str(step.move.tile)))
        branch = "" if step.branch == places[0] else step.branch
        layout = self.layout.with_play(step.move, branch)
        return replace(self, hand=hand, layout=layout, steps=(*self.steps, replace(step, branch=branch)))

    def answered(self) -> Self:
        """The hand after everything that its bots do until a person is in turn, or it is over."""
        sitting = self
        while not sitting.is_over and sitting.dealing.bots[sitting.turn] != PERSON:
            sitting = sitting.after(sitting.choice(sitting.dealing.bots[sitting.turn]))
        return sitting

    def moved_by(self, bot: str) -> Self:
        """The hand after the whole turn of the seat in turn, as a bot of this kind takes it for whoever sits there."""
        sitting, seat = self, self.turn
        while not sitting.is_over and sitting.turn == seat:
            sitting = sitting.after(sitting.choice(bot))
        return sitting

    def choice(self, bot: str) -> Step:
        """What a bot does in turn: it sees what its seat sees, and has a source of chance of its own for each move."""
        chance = Random(int.from_bytes(engine.table_secret(self.dealing.keys.bots, f"move {len(self.steps)}")))
        return Step(engine.BOTS[bot](self.hand.view_for(self.turn), chance))

    def record(self, names: tuple[str, ...]) -> Record:
        """The record so far. Of a hand that is over it has the tiles and the key of the deal; before that, neither."""
        moves = [step.move for step in self.steps]
        written = engine.record_of(self.dealt, moves, names)
        branches = iter(step.branch for step in self.steps if isinstance(step.move, Play))
        turns = tuple(replace(turn, branch=next(branches)) if turn.play else turn for turn in written.turns)
        written = replace(written, turns=turns, hand=self.dealing.hand, seal=self.dealing.keys.seal)
        if not self.is_over:
            return replace(written, deal=(), yard=())
        return replace(written, deal_key=self.dealing.keys.deal.hex())


@lru_cache(256)
def resumed(dealing: Dealing, moves: str) -> Sitting:
    """The hand of these moves, the bots' among them. Raises what `Sitting.begin` and `Sitting.after` raise.

    The moves of the bots are replayed as they are stored, so another release that plays otherwise changes nothing.
    """
    sitting = replace(Sitting.begin(replace(dealing, bots=("",) * len(dealing.bots))), dealing=dealing)
    for text in moves.split():
        sitting = sitting.after(Step.read(text))
    return sitting

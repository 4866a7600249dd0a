"""Hands of random moves, as they lie on the table at the end."""

import random
from functools import cache

from engine import Game, Layout, Phase, Play, Rules


@cache
def laid(rules: str, players: int, seed: int) -> Layout:
    """What lies on the table after a hand of random moves."""
    chance = random.Random(seed)
    hand = Game(Rules.read(rules), players).shuffle(chance)
    while hand.phase is Phase.SEARCH:
        hand = hand.play(hand.legal_moves()[0])
    plays = []
    while hand.ended is None:
        move = chance.choice(hand.legal_moves())
        if isinstance(move, Play):
            plays.append(move)
        hand = hand.play(move)
    return Layout.of(hand.rules, players, hand.centre, plays)

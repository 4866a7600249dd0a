"""Hands played out by the engine, so that the points look like points. The same chance, the same hand."""

import random
from dataclasses import dataclass, replace

import engine

HEAVY = 0.7
"""How often somebody gets rid of the heaviest tile that fits; else any legal move will do."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """One hand that was played: seats count from 0."""

    ended: engine.Ended
    out: int | None
    starter: int
    points: tuple[int, ...]
    record: engine.Record
    """As a table writes it down: without the deal, which nobody saw."""


def play_out(rules: engine.Rules, *, players: int, centre: int, chance: random.Random) -> Dealt:
    """Deal a hand from this starting double and play it to its end."""
    tiles = [tile for tile in rules.tiles.tiles if tile != engine.Tile.double(centre)]
    chance.shuffle(tiles)
    starter = chance.randrange(players)
    hand = dealt = engine.Hand.deal(rules, players=players, centres=(centre,), tiles=tiles, first=starter)
    played = []
    while (outcome := hand.outcome()) is None:
        moves = hand.legal_moves()
        played.append(moves[-1] if chance.random() < HEAVY else chance.choice(moves))
        hand = hand.play(played[-1])
    record = engine.record_of(dealt, played, [str(seat) for seat in range(1, players + 1)])
    return Dealt(outcome.ended, outcome.out, starter, outcome.points, replace(record, deal=(), yard=()))

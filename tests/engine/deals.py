"""Random deals of any preset, set, table size and house options, the same for the engine and the oracle."""

import random
from dataclasses import dataclass

from hypothesis import strategies as st

from engine import SETS, CentreFrom, Hand, Phase, Rules, Tile
from tests.engine import oracle

PRESETS = ("gamerules", "spruce", "classic4", "coop6", "chickie6")

OPTIONS = {
    "hand": ("1", "2", "3", "5", "8", "share"),
    "centre": ("aside", "search", "next"),
    "starter": ("finder", "rotates"),
    "plays_on": ("yes", "no"),
    "arms": ("1", "2", "4", "5", "6", "players"),
    "draw": ("one", "until"),
    "drawn": ("must", "may"),
    "free_draw": ("no", "yes"),
    "toes": ("1", "2", "3", "4"),
    "dead_foot": ("play_out", "end_when_stuck", "end_when_hopeless", "release"),
    "reserve": ("0", "1", "2/1", "5"),
    "double_out": ("allowed", "50", "draw"),
    "zero_blank": ("0", "25", "50"),
    "other_blanks": ("0", "25"),
    "call": ("off", "draw"),
    "knock": ("off", "draw"),
}


@dataclass(frozen=True)
class Deal:
    """The same deal for both: seats from 0, the doubles that may begin in order, the tiles as they are dealt."""

    rules: Rules
    players: int
    centres: tuple[int, ...]
    tiles: tuple[Tile, ...]
    first: int

    def hand(self) -> Hand:
        return Hand.deal(self.rules, players=self.players, centres=self.centres, tiles=self.tiles, first=self.first)

    def oracle(self) -> oracle.State:
        aside = [(self.centres[0],) * 2] if self.rules.centre is CentreFrom.ASIDE else []
        tiles = [*aside, *((tile.high, tile.low) for tile in self.tiles)]
        return oracle.deal(self.rules, self.centres, tiles, self.players, self.first)


def random_deal(preset: str, chance: random.Random) -> Deal:
    """Any set and table size that can be dealt; in half of the hands up to five options differ from the preset."""
    while True:
        changed = chance.sample(sorted(OPTIONS), chance.choice((0, 0, 0, 1, 2, 5)))
        options = [f"{name}={chance.choice(OPTIONS[name])}" for name in changed]
        top = chance.choices(SETS, (4, 6, 2, 1, 1))[0]
        rules = Rules.read(" ".join([preset, f"set={top}", "players=8", *options]))
        if rules.player_counts():
            return dealt(rules, chance.choice(rules.player_counts()), chance)


def dealt(rules: Rules, players: int, chance: random.Random) -> Deal:
    centres = tuple(chance.sample(range(rules.set + 1), chance.randint(1, rules.set + 1)))
    aside = {Tile.double(centres[0])} if rules.centre is CentreFrom.ASIDE else set()
    tiles = [tile for tile in rules.tiles.tiles if tile not in aside]
    chance.shuffle(tiles)
    return Deal(rules, players, centres, tuple(tiles), chance.randrange(players))


@st.composite
def placed_hands(draw: st.DrawFn) -> tuple[Hand, random.Random]:
    """A hand whose centre lies, by any rules, and a source of chance to play it with."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    hand = random_deal(draw(st.sampled_from(PRESETS)), chance).hand()
    while hand.phase is Phase.SEARCH:
        hand = hand.play(hand.legal_moves()[0])
    return hand, chance

"""What always holds of a hand, whatever the rules: several house options at once, things forgotten, every phase."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    DRAW,
    PASS,
    CentreFrom,
    Checked,
    DeadFoot,
    Draw,
    Hand,
    IllegalMove,
    Layout,
    Move,
    Phase,
    PlaceCentre,
    Play,
    Rules,
    Tile,
    check_full,
    check_public,
    position_text,
    read_move,
    read_position,
    read_record,
    read_rules,
    record_of,
    replay,
)
from tests.engine import oracle
from tests.engine.deals import PRESETS, Deal, random_deal

NAMES = ("Wren", "Finch", "Robin", "Dove", "Crow", "Heron", "Stork", "Swift")


class Story:
    """A random hand from its deal to its end: the states, and the move that leads from each to the next."""

    def __init__(self, preset: str, seed: int) -> None:
        chance = random.Random(seed)
        self.deal = random_deal(preset, chance)
        self.states = [self.deal.hand()]
        self.moves: list[Move] = []
        while self.states[-1].ended is None:
            self.moves.append(self._move(chance))
            self.states.append(self.states[-1].play(self.moves[-1]))
        self.chance = chance

    def _move(self, chance: random.Random) -> Move:
        legal = self.states[-1].legal_moves()
        doubles = [move for move in legal if isinstance(move, Play) and move.tile.is_double]
        move = chance.choice(doubles if doubles and chance.random() < 0.5 else legal)
        if isinstance(move, Play) and chance.random() < 0.2:
            return Play(move.tile, move.joins, silent=True)
        return move

    @property
    def steps(self) -> Iterator[tuple[Hand, Move, Hand]]:
        return zip(self.states, self.moves, self.states[1:], strict=False)

    @property
    def plays(self) -> list[Play]:
        return [move for move in self.moves if isinstance(move, Play)]


stories = st.builds(Story, st.sampled_from(PRESETS), st.integers(0, 2**32))


@given(story=stories)
def test_racks_layout_yard_and_centre_are_the_set(story: Story) -> None:
    layout: list[Tile] = []
    if story.deal.rules.centre is CentreFrom.ASIDE:
        layout.append(Tile.double(story.deal.centres[0]))
    for _, move, hand in story.steps:
        if isinstance(move, Play):
            layout.append(move.tile)
        elif isinstance(move, PlaceCentre):
            layout.append(Tile.double(move.number))
        yard = [tile for bit in hand.yard for tile in hand.masks.tiles_of(bit)]
        racks = [tile for seat in range(story.deal.players) for tile in hand.rack(seat)]
        assert Counter([*racks, *yard, *layout]) == Counter(story.deal.rules.tiles.tiles)


@given(story=stories)
def test_what_lies_is_what_was_played_and_its_ends_are_the_open_ends(story: Story) -> None:
    """The layout for drawing keeps no masks: it is an independent count (T37)."""
    rules, players, end = story.deal.rules, story.deal.players, story.states[-1]
    layout = Layout(rules, players, end.centre)
    for before, move, after in story.steps:
        if not isinstance(move, Play):
            assert after.open_ends == before.open_ends
            continue
        layout = layout.with_play(move)
        assert tuple(sorted(layout.ends.values())) == after.open_ends
        assert after.shown == sum(1 << number for number in set(after.open_ends))
        owed = [foot for foot in layout.feet if foot.owed]
        pending = after.phase is Phase.FOOT
        assert [(foot.number, foot.owed) for foot in owed] == ([(after.need, after.owed)] if pending else [])
    assert [piece.tile for piece in layout.pieces] == [play.tile for play in story.plays]


@given(story=stories)
def test_open_ends_are_trains_and_toes_less_one_for_each_foot(story: Story) -> None:  # 4.1, T37
    rules, doubles = story.deal.rules, 0
    arms = rules.arms_for(story.deal.players)
    for _, move, hand in story.steps:
        doubles += isinstance(move, Play) and move.tile.is_double
        if rules.dead_foot is DeadFoot.RELEASE:
            assert len(hand.open_ends) <= arms + (rules.toes - 1) * doubles
        elif hand.phase is not Phase.SEARCH:
            assert len(hand.open_ends) == arms + (rules.toes - 1) * doubles - hand.owed


@given(story=stories)
def test_legal_moves_play_and_every_other_raises(story: Story) -> None:
    top = story.deal.rules.set
    every: list[Move] = [DRAW, PASS, *map(PlaceCentre, range(top + 1))]
    every += [Play(tile, end) for tile in story.deal.rules.tiles.tiles for end in {tile.high, tile.low}]
    for hand in story.chance.sample(story.states, min(4, len(story.states))):
        legal = hand.legal_moves()
        assert len(set(legal)) == len(legal)
        assert bool(legal) == (hand.outcome() is None)
        for move in every:
            if move in legal:
                hand.play(move)
            else:
                with pytest.raises(IllegalMove) as refused:
                    hand.play(move)
                assert str(refused.value.sentence) == str(refused.value) != ""


@given(story=stories)
def test_a_hand_stays_as_it_is_whatever_is_played_on_it(story: Story) -> None:
    texts = [position_text(hand) for hand in story.states]
    again = story.deal.hand()
    for move, hand in zip(story.moves, story.states, strict=False):
        assert again == hand
        again = again.play(move)
    assert again == story.states[-1]
    assert [position_text(hand) for hand in story.states] == texts


@given(story=stories)
def test_every_text_reads_back(story: Story) -> None:
    assert read_rules(story.deal.rules.text()) == story.deal.rules
    for hand in story.chance.sample(story.states, min(8, len(story.states))):
        assert read_position(position_text(hand)) == hand
        for move in hand.legal_moves():
            assert read_move(move.text()) == move
    assert [read_move(move.text()) for move in story.moves] == story.moves


@given(story=stories)
def test_the_record_of_a_hand_is_right_and_leads_back_to_it(story: Story) -> None:
    record = record_of(story.states[0], story.moves, NAMES[: story.deal.players])
    assert read_record(record.text()) == record
    # Who would have drawn first for a centre that was held is the one thing that no record keeps.
    states = [hand._replace(start=story.states[0].start) for hand in replay(record)]
    assert states[-1] == story.states[-1]
    assert set(states) <= set(story.states)
    assert check_full(record) == check_public(record) == Checked((), story.states[-1].outcome())


@given(story=stories)
def test_every_hand_ends(story: Story) -> None:
    """A turn without a tile played or drawn changes nothing, so there are fewer of them in a row than players."""
    idle = 0
    for before, move, _ in story.steps:
        idle = idle + 1 if move == PASS and not before.fresh else 0
        assert idle < story.deal.players
    draws = sum(isinstance(move, Draw) for move in story.moves)
    assert len(story.plays) + draws <= 2 * story.deal.rules.tiles.size


# How many ways there are to go on


def strided(rules: str, players: int, stride: int, centres: tuple[int, ...]) -> Deal:
    """A deal without chance: the set in steps of so many tiles, round and round."""
    read = Rules.read(rules)
    aside = {Tile.double(centres[0])} if read.centre is CentreFrom.ASIDE else set()
    tiles = [tile for tile in read.tiles.tiles if tile not in aside]
    return Deal(read, players, centres, tuple(tiles[n * stride % len(tiles)] for n in range(len(tiles))), first=0)


def ways(hand: Hand, depth: int) -> int:
    """How many sequences of so many moves there are."""
    if depth == 0:
        return 1
    return sum(ways(hand.play(move), depth - 1) for move in hand.legal_moves())


def ways_of_oracle(state: oracle.State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(ways_of_oracle(state.play(move), depth - 1) for move in state.legal())


@pytest.mark.parametrize(
    ("rules", "players", "stride", "centres", "counts"),
    [
        ("gamerules set=6", 2, 11, (6,), [2, 4, 18, 64, 209, 685, 1915]),
        ("gamerules", 4, 7, (9,), [1, 1, 1, 3, 6, 54, 355, 1636]),
        ("gamerules arms=2 free_draw=yes", 3, 7, (8,), [4, 7, 19, 97, 426, 1786]),
        (
            "gamerules set=6 hand=4 arms=1 toes=2 dead_foot=release",
            2,
            19,
            (5,),
            [1, 1, 1, 2, 3, 3, 3, 5, 5, 5, 7, 10, 10, 19, 20, 19],
        ),
        (
            "gamerules set=6 hand=5 arms=2 reserve=5 toes=2 dead_foot=end_when_stuck drawn=may free_draw=yes",
            2,
            23,
            (3,),
            [3, 7, 13, 24, 42, 76, 148, 252, 416, 751, 1272, 2113],
        ),
        (
            "gamerules set=6 hand=2 arms=2 double_out=draw toes=1",
            3,
            22,
            (0,),
            [1, 1, 1, 2, 2, 2, 5, 5, 3, 3, 3, 3, 5, 1, 1, 2],
        ),
        ("spruce set=6", 3, 11, (6,), [1, 3, 3, 3, 3, 6, 6, 12, 56, 220, 1054]),
        ("spruce arms=1 draw=until", 4, 41, (9,), [1, 3, 5, 7, 8, 8, 10, 16, 20, 22, 29, 39, 57, 105, 302, 548]),
        ("classic4 arms=2", 5, 5, (9,), [1, 1, 2, 2, 2, 2, 2, 4, 12, 25, 70, 173, 329, 618, 968, 1720]),
        ("coop6 arms=2", 6, 17, (9,), [1, 1, 1, 1, 1, 2, 10, 24, 62, 108, 261, 591, 1074, 2243]),
        ("chickie6", 2, 25, (6, 5, 4, 3, 2, 1, 0), [1, 2, 6, 6, 12, 56, 56, 64, 104, 124, 140, 44, 48, 48, 56, 56]),
        ("chickie6 arms=1", 3, 27, (3, 2, 1, 0), [1, 1, 1, 1, 3, 7, 8, 11, 24, 52, 67, 104, 169, 178, 119, 189]),
    ],
)
def test_ways_to_go_on(rules: str, players: int, stride: int, centres: tuple[int, ...], counts: list[int]) -> None:
    """Counted from the deal on: sequences of one move, of two, and so on."""
    deal = strided(rules, players, stride, centres)
    lengths = range(1, len(counts) + 1)
    assert [ways(deal.hand(), length) for length in lengths] == counts
    assert [ways_of_oracle(deal.oracle(), length) for length in lengths] == counts

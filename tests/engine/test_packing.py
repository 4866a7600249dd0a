"""The exact search: known cases, true hands, and agreement with a slow solver that takes the tiles one by one."""

import random
from collections.abc import Iterator, Sequence

import pytest

from engine import Ended, Game, Kind, Rules, Tile, check_hand, preset
from engine.bounds import most_of_one
from engine.packing import Packing, most_left_tiles, pack

PRESETS = ("gamerules", "spruce", "classic4", "coop6", "chickie6")


def packing(text: str, centre: int, ended: Ended, *points: int, players: int = 4) -> Packing:
    return pack(Rules.read(text), players=players, centre=centre, ended=ended, points=points)


def test_there_is_one_tile_of_one_pip() -> None:
    assert packing("gamerules", 9, Ended.OUT, 1, 7, 30) is Packing.POSSIBLE
    assert packing("gamerules", 9, Ended.OUT, 1, 1, 30) is Packing.IMPOSSIBLE


def test_small_points_need_small_tiles() -> None:
    assert packing("gamerules", 9, Ended.OUT, 2, 2, 3) is Packing.POSSIBLE  # 1-1, 2-0, and 2-1 or 3-0
    assert packing("gamerules", 9, Ended.OUT, 2, 2, 2) is Packing.IMPOSSIBLE
    assert packing("gamerules", 1, Ended.OUT, 2, 2, 30) is Packing.IMPOSSIBLE  # 1-1 is the centre


def test_blocked_players_all_lack_some_number() -> None:
    assert packing("gamerules", 9, Ended.BLOCKED, 1, 2, 3, 30) is Packing.POSSIBLE
    assert packing("gamerules", 9, Ended.BLOCKED, 1, 2, 2, 400) is Packing.IMPOSSIBLE
    assert packing("gamerules", 9, Ended.STOPPED, 1, 2, 2, 400) is Packing.POSSIBLE


def test_double_blank_alone_is_a_zero() -> None:
    assert packing("gamerules", 9, Ended.OUT, 0, 7, 30) is Packing.POSSIBLE
    assert packing("gamerules", 9, Ended.OUT, 0, 0, 30) is Packing.IMPOSSIBLE
    assert packing("gamerules", 9, Ended.BLOCKED, 0, 1, 2, 3) is Packing.POSSIBLE
    assert packing("spruce", 9, Ended.OUT, 0, 7, 30) is Packing.IMPOSSIBLE


def test_no_more_tiles_are_left_than_can_be() -> None:
    assert most_left_tiles(Rules(), 2, Ended.OUT) == 55 - 1 - 2 - 21
    assert most_left_tiles(Rules(), 2, Ended.BLOCKED) == 55 - 1 - 2 - 2
    assert most_left_tiles(Rules(), 2, Ended.STOPPED) == 54
    heaviest = most_of_one(Rules(), 9, 31)
    assert packing("gamerules", 9, Ended.OUT, heaviest, players=2) is Packing.POSSIBLE
    assert packing("gamerules", 9, Ended.OUT, heaviest + 1, players=2) is Packing.IMPOSSIBLE


def test_check_hand_refuses_what_cannot_be_packed() -> None:
    verdict = check_hand(Rules(), players=4, centre=9, ended=Ended.OUT, points=(0, 1, 1, 30))
    assert [(finding.kind, finding.seat, finding.sentence.code) for finding in verdict.findings] == [
        (Kind.REFUSE, None, "hand.no_such_tiles")
    ]
    any_centre = check_hand(Rules(), players=4, centre=None, ended=Ended.OUT, points=(0, 1, 1, 30))
    assert any_centre == verdict
    fifty = Rules.read("gamerules double_out=50")
    assert check_hand(fifty, players=3, centre=9, ended=Ended.OUT, points=(50, 1, 2)).kind is Kind.ACCEPT
    assert check_hand(fifty, players=3, centre=9, ended=Ended.OUT, points=(50, 1, 1)).kind is Kind.REFUSE


@pytest.mark.parametrize("name", PRESETS)
def test_true_hands_are_never_impossible(name: str) -> None:
    for seed in range(400):
        chance = random.Random(seed)
        rules = preset(name)
        players = chance.choice(rules.player_counts())
        hand = Game(rules, players).shuffle(chance)
        while hand.ended is None:
            hand = hand.play(chance.choice(hand.legal_moves()))
        outcome = hand.outcome()
        assert outcome is not None
        holding = [number for seat, number in enumerate(outcome.points) if seat != outcome.out]
        found = pack(rules, players=players, centre=hand.centre, ended=outcome.ended, points=holding)
        assert found is Packing.POSSIBLE


def fewest_tiles(rules: Rules, tiles: Sequence[Tile], points: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """The fewest tiles that leave each remainder of the points, going through the tiles one by one."""
    fewest = {points: 0}
    for tile in tiles:
        value = rules.value(tile)
        for rest, count in list(fewest.items()):
            for player, number in enumerate(rest):
                if 0 < value <= number:
                    after = (*rest[:player], number - value, *rest[player + 1 :])
                    fewest[after] = min(fewest.get(after, count + 1), count + 1)
    return fewest


def solved(rules: Rules, players: int, centre: int, ended: Ended, points: tuple[int, ...]) -> bool:
    """The same question, answered slowly."""
    tiles = [tile for tile in rules.tiles.tiles if tile != Tile.double(centre)]
    ways = [tiles]
    if ended is Ended.BLOCKED and rules.dead_foot.value != "end_when_hopeless":
        ways = [[tile for tile in tiles if not tile.carries(number)] for number in range(rules.set + 1)]
    zeros = points.count(0)
    positive = tuple(number for number in points if number)
    done = (0,) * len(positive)
    limit = most_left_tiles(rules, players, ended) - zeros
    return any(
        zeros <= sum(rules.value(tile) == 0 for tile in way)
        and fewest_tiles(rules, way, positive).get(done, limit + 1) <= limit
        for way in ways
    )


def vectors(count: int) -> Iterator[tuple[Rules, int, int, Ended, tuple[int, ...]]]:
    for seed in range(count):
        chance = random.Random(seed)
        rules = Rules.read(f"{chance.choice(PRESETS)} set=6 players=8")
        players = chance.choice([count for count in rules.player_counts() if count <= 4])
        ended = chance.choice(list(Ended))
        holding = players - (ended is Ended.OUT)
        most = chance.choice([4, 12, 30 if holding < 4 else 12, 160 if holding < 2 else 20])
        points = tuple(chance.randint(0 if chance.random() < 0.1 else 1, most) for _ in range(holding))
        yield rules, players, chance.randint(0, 6), ended, points


def disagreements(count: int) -> tuple[list[tuple[str, int, tuple[int, ...], Packing]], set[Packing]]:
    differ, seen = [], set[Packing]()
    for rules, players, centre, ended, points in vectors(count):
        found = pack(rules, players=players, centre=centre, ended=ended, points=points)
        seen.add(found)
        right = Packing.POSSIBLE if solved(rules, players, centre, ended, points) else Packing.IMPOSSIBLE
        if found is not right:
            differ.append((f"{rules}, {players} players, {ended.value}", centre, points, found))
    return differ, seen


def test_a_slow_solver_agrees() -> None:
    assert disagreements(120) == ([], {Packing.POSSIBLE, Packing.IMPOSSIBLE})


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_slow_solver_agrees_on_three_thousand() -> None:
    assert disagreements(3000) == ([], {Packing.POSSIBLE, Packing.IMPOSSIBLE})

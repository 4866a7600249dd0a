"""The published bounds (4.4, 4.5), computed again: most points of one player, of one game, of a table."""

import pytest

from engine import Rules
from engine.bounds import can_be_made, most_left, most_left_after, most_of_one, most_tiles, trains_laid


def deal_only(text: str) -> list[int]:
    rules = Rules.read(text)
    return [most_of_one(rules, None, rules.hand_size(players)) for players in rules.player_counts()]


def with_draws(text: str) -> list[int]:
    rules = Rules.read(text)
    held = [most_tiles(rules, players) for players in rules.player_counts()]
    return [most_of_one(rules, None, tiles) for tiles in held if tiles is not None]


def of_ten_hands(text: str) -> list[int]:
    rules = Rules.read(text)
    held = [most_tiles(rules, players) for players in rules.player_counts()]
    return [sum(most_of_one(rules, centre, tiles) for centre in rules.centres()) for tiles in held if tiles is not None]


@pytest.mark.parametrize(
    ("rules", "bounds"),
    [
        ("gamerules", [280, 202, 165, 125, 111, 97, 82]),
        ("gamerules zero_blank=50", [320, 240, 202, 161, 147, 132, 117]),
        ("spruce", [147] * 6),
    ],
)
def test_the_heaviest_deal(rules: str, bounds: list[int]) -> None:  # B0
    assert deal_only(rules) == bounds


def test_the_heaviest_deal_by_hand() -> None:  # T36
    assert most_of_one(Rules(), 0, 11) == 18 + 17 + 16 + 16 + 15 + 15 + 14 + 14 + 14 + 13 + 13 == 165


@pytest.mark.parametrize(
    ("rules", "bounds"),
    [
        ("gamerules", [373, 320, 270, 237, 202, 178, 165]),
        ("gamerules zero_blank=50", [415, 360, 309, 276, 240, 215, 202]),
        ("spruce", [455, 379, 320, 287, 252, 228]),
        ("gamerules set=6", [118, 106, 92, 77, 61]),
        ("spruce set=6", [185, 156, 111]),
        ("gamerules set=12", [835, 719, 615, 530, 454, 422, 373]),
        ("spruce set=12", [947, 781, 665, 580, 504, 456, 423]),
        ("gamerules set=15", [1564, 1332, 1153, 995, 883, 765, 704]),
        ("spruce set=15", [1729, 1412, 1203, 1027, 914, 815, 754]),
        ("gamerules set=18", [2632, 2235, 1924, 1672, 1471, 1307, 1186]),
        ("spruce set=18", [2867, 2339, 1974, 1700, 1521, 1333, 1236]),
    ],
)
def test_the_most_with_draws(rules: str, bounds: list[int]) -> None:  # B1
    assert with_draws(rules) == bounds


@pytest.mark.parametrize(
    ("rules", "bounds"),
    [
        ("gamerules", [3700, 3175, 2680, 2354, 2008, 1768, 1641]),
        ("gamerules zero_blank=50", [4078, 3540, 3035, 2705, 2350, 2104, 1974]),
        ("spruce", [4471, 3724, 3140, 2815, 2470, 2230]),
    ],
)
def test_the_most_in_ten_hands(rules: str, bounds: list[int]) -> None:
    assert of_ten_hands(rules) == bounds


@pytest.mark.parametrize(
    "rules", ["gamerules hand=10", "gamerules drawn=may", "spruce reserve=1", "classic4", "coop6", "chickie6"]
)
def test_no_figure_where_the_deal_or_the_drawing_differs(rules: str) -> None:
    read = Rules.read(rules)
    assert [most_tiles(read, players) for players in read.player_counts()] == [None] * len(read.player_counts())


def test_the_figure_does_not_depend_on_how_blanks_count() -> None:
    assert most_tiles(Rules.read("spruce zero_blank=0 zero_needs_out=yes hands=9-5"), 4) == 21


@pytest.mark.parametrize(
    ("rules", "bounds"),
    [
        ("gamerules", [495, 493, 491, 489, 487, 485, 483, 481, 479, 477]),
        ("spruce", [495, 543, 541, 539, 537, 535, 533, 531, 529, 527]),
        ("coop6", [720, 768, 766, 764, 762, 760, 758, 756, 754, 752]),
    ],
)
def test_what_no_rule_can_exceed(rules: str, bounds: list[int]) -> None:  # B2
    read = Rules.read(rules)
    assert [most_left(read, centre) for centre in range(10)] == bounds
    assert most_left(read, None) == max(bounds)


@pytest.mark.parametrize(
    ("rules", "centre", "trains", "most"),
    [
        ("spruce", 9, 4, 485),
        ("spruce", 0, 4, 485),
        ("gamerules", 9, 4, 435),
        ("coop6", 9, 6, 752 - (10 + 11 + 12 + 13 + 14 + 15)),
    ],
)
def test_what_a_table_can_have_left_after_the_opening(rules: str, centre: int, trains: int, most: int) -> None:  # 4.5
    assert most_left_after(Rules.read(rules), centre, trains) == most


@pytest.mark.parametrize(
    ("rules", "players", "out", "blocked"),
    [
        ("gamerules", 4, 4, 4),
        ("gamerules", 8, 5, 8),  # who is out played at least five tiles
        ("spruce", 4, 4, 4),
        ("spruce hand=3", 4, 2, 4),  # the centre may be one of the three
        ("gamerules arms=8", 2, 8, 7),  # two tiles stay in the yard
        ("gamerules set=6", 6, 4, 5),
    ],
)
def test_how_many_trains_must_lie(rules: str, players: int, out: int, blocked: int) -> None:
    read = Rules.read(rules)
    assert trains_laid(read, players, somebody_out=True) == out
    assert trains_laid(read, players, somebody_out=False) == blocked


def test_which_points_some_tiles_make() -> None:
    coop6 = Rules.read("coop6")
    assert [points for points in range(30) if not can_be_made(coop6, 9, points)] == [1]
    assert all(can_be_made(Rules(), centre, points) for centre in (1, 9) for points in range(478))
    assert not can_be_made(Rules(), 9, 478)


def test_a_double_that_the_set_lacks_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="double-nine set has no 12-12"):
        most_left(Rules(), 12)

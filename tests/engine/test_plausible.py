"""Refuse what cannot be, ask about what is odd, accept the rest (A32 to A34, 4.4, 4.5; T16, T17)."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    Ended,
    FreeRules,
    Game,
    Kind,
    Play,
    Rules,
    Tile,
    Verdict,
    can_be_ended,
    check_hand,
    check_racks,
    check_tiles,
    preset,
)
from engine.playout import Greedy, playout
from engine.simulate import dealt


def found(text: str, centre: int | None, ended: Ended, *points: int, players: int = 0) -> list[tuple[str, int | None]]:
    """The codes and seats of what is found, with the verdict in front."""
    verdict = check_hand(Rules.read(text), players=players or len(points), centre=centre, ended=ended, points=points)
    return [(verdict.kind.value, None), *[(one.sentence.code, one.seat) for one in verdict.findings]]


ACCEPTED: list[tuple[str, int | None]] = [("accept", None)]


def refused(code: str, seat: int | None = None) -> list[tuple[str, int | None]]:
    return [("refuse", None), (code, seat)]


def asked(code: str, seat: int | None = None) -> list[tuple[str, int | None]]:
    return [("ask", None), (code, seat)]


# What usually happens


def test_an_ordinary_hand_is_accepted() -> None:
    assert found("gamerules", 9, Ended.OUT, 0, 12, 31, 8) == ACCEPTED
    assert found("spruce", 3, Ended.OUT, 50, 12, 0, 8) == ACCEPTED


def test_a_blocked_hand_needs_no_zero() -> None:  # T17
    assert found("gamerules", 5, Ended.BLOCKED, 6, 6, 14) == ACCEPTED


def test_a_hand_stopped_by_time_is_scored_as_it_stands() -> None:  # A46
    assert found("gamerules", 5, Ended.STOPPED, 60, 60, 74) == ACCEPTED


def test_other_games_are_always_accepted() -> None:
    for points in ((-5, 0, 0, 1000), (1, 1)):
        verdict = check_hand(FreeRules(), players=4, centre=None, ended=Ended.OUT, points=points)
        assert (verdict, verdict.kind) == (Verdict(), Kind.ACCEPT)


# Zeros


def test_somebody_who_went_out_has_zero() -> None:
    assert found("gamerules", 9, Ended.OUT, 99, 99, 99, 99) == refused("hand.nobody_on_zero")
    assert found("gamerules", 9, Ended.BLOCKED, 99, 99, 99, 99) == ACCEPTED


def test_a_second_zero_is_asked_about_where_double_blank_is_free() -> None:  # A33
    assert found("gamerules", 9, Ended.OUT, 0, 0, 7) == asked("hand.two_zeros")
    assert found("chickie6", 6, Ended.OUT, 0, 0, 7) == asked("hand.two_zeros")


def test_a_second_zero_is_refused_where_double_blank_costs() -> None:  # A33
    assert found("spruce", 9, Ended.OUT, 0, 0, 7) == refused("hand.more_than_one_zero")
    assert found("gamerules zero_blank=50", 9, Ended.OUT, 0, 0, 7) == refused("hand.more_than_one_zero")


def test_a_second_zero_is_refused_where_double_blank_is_on_the_table() -> None:  # A34
    assert found("gamerules", 0, Ended.OUT, 0, 0, 7) == refused("hand.more_than_one_zero")
    assert found("gamerules", 0, Ended.OUT, 0, 3, 7) == ACCEPTED


def test_three_zeros_are_impossible() -> None:
    assert found("gamerules", 9, Ended.OUT, 0, 0, 0, 7) == refused("hand.too_many_zeros")


def test_a_zero_in_a_blocked_hand() -> None:  # A32
    assert found("gamerules", 9, Ended.BLOCKED, 0, 12, 7) == asked("hand.zero_without_out")
    assert found("gamerules", None, Ended.STOPPED, 0, 12, 7) == asked("hand.zero_without_out")
    assert found("gamerules", 0, Ended.BLOCKED, 0, 12, 7) == refused("hand.zero_in_blocked")
    assert found("spruce", 9, Ended.BLOCKED, 0, 12, 7) == refused("hand.zero_in_blocked")
    assert found("spruce", 9, Ended.STOPPED, 0, 12, 7) == refused("hand.zero_in_stopped")
    assert found("gamerules", 9, Ended.BLOCKED, 0, 0, 7) == refused("hand.zero_in_blocked")


def test_the_one_who_went_out_may_be_a_seat_that_does_not_count() -> None:
    assert found("gamerules", 9, Ended.OUT, 5, 12, 7, players=4) == ACCEPTED


def test_going_out_on_a_double_for_fifty_leaves_no_zero() -> None:  # A29
    assert found("gamerules double_out=50", 9, Ended.OUT, 50, 12, 7) == ACCEPTED
    assert found("gamerules double_out=50", 9, Ended.OUT, 49, 12, 7) == refused("hand.nobody_on_zero")


@pytest.mark.parametrize(
    ("rules", "centre", "points", "ended"),
    [
        ("gamerules", 9, (3, 12, 7), (Ended.BLOCKED,)),
        ("gamerules", 9, (0, 12, 7), (Ended.OUT, Ended.BLOCKED)),
        ("gamerules", 0, (0, 12, 7), (Ended.OUT,)),
        ("gamerules", 9, (0, 0, 7), (Ended.OUT,)),
        ("gamerules", 9, (0, 0, 0), ()),
        ("spruce", 9, (0, 12, 7), (Ended.OUT,)),
        ("spruce", 9, (0, 0, 7), ()),
    ],
)
def test_how_a_hand_ended_follows_from_the_zeros(
    rules: str, centre: int, points: tuple[int, ...], ended: tuple[Ended, ...]
) -> None:
    assert can_be_ended(Rules.read(rules), centre, points) == ended


def test_a_missing_seat_may_be_the_one_who_went_out() -> None:
    assert can_be_ended(Rules(), 9, (3, 12, 7), missing=1) == (Ended.OUT, Ended.BLOCKED)
    assert can_be_ended(FreeRules(), None, (3, 12, 7)) == ()


# One number


def test_more_than_the_whole_set_is_refused() -> None:
    beside = found("gamerules", 9, Ended.BLOCKED, 478, 1)
    assert beside == [*refused("hand.too_many_points_beside", 0), ("hand.sum_beside_centre", None)]
    whole = found("gamerules", None, Ended.OUT, 496, 0)
    assert whole == [*refused("hand.too_many_points", 0), ("hand.sum_of_set", None)]


def test_points_below_zero_are_refused() -> None:
    assert found("gamerules", 9, Ended.OUT, 0, -3) == refused("hand.negative", 1)


def test_points_that_no_tiles_make_are_refused() -> None:
    assert found("coop6", 9, Ended.OUT, 0, 1) == refused("hand.no_such_points", 1)


def test_more_than_one_player_can_come_to_hold_is_asked_about() -> None:
    heaviest = 270 - 18 + 10  # twenty tiles, the next one in place of 9-9
    assert found("gamerules", 9, Ended.OUT, 0, heaviest, 10, 10) == asked("hand.rare_points", 1)
    assert found("gamerules", 9, Ended.OUT, 0, heaviest + 1, 10, 10) == asked("hand.unlikely_points", 1)
    assert found("gamerules", 0, Ended.OUT, 0, 270, 10, 10) == asked("hand.rare_points", 1)
    assert found("gamerules", 0, Ended.OUT, 0, 271, 10, 10) == asked("hand.unlikely_points", 1)
    assert found("gamerules hand=12", 9, Ended.OUT, 0, 300, 10, 10) == ACCEPTED


def test_what_one_hand_in_a_thousand_exceeds_is_asked_about() -> None:
    assert found("gamerules", 9, Ended.OUT, 0, 113, 10, 10) == ACCEPTED
    assert found("gamerules", 9, Ended.OUT, 0, 114, 10, 10) == asked("hand.rare_points", 1)
    assert found("gamerules zero_needs_out=yes hands=9-5", 9, Ended.OUT, 0, 114, 10, 10) == asked("hand.rare_points", 1)
    assert found("gamerules reserve=0", 9, Ended.OUT, 0, 114, 10, 10) == ACCEPTED
    assert found("gamerules", 9, Ended.STOPPED, 9, 114, 10, 10) == ACCEPTED


# The table


def test_more_than_the_tiles_left_over_is_refused() -> None:
    rare = [("hand.rare_points", seat) for seat in range(4)]
    for centre, code in ((9, "hand.sum_beside_centre"), (None, "hand.sum_of_set")):
        all_found = found("gamerules", centre, Ended.BLOCKED, 150, 150, 150, 150)
        assert all_found == [("refuse", None), (code, None), *rare]


def test_the_opening_lies_on_the_table() -> None:
    assert found("gamerules", 9, Ended.BLOCKED, 109, 109, 109, 108) == refused("hand.no_such_tiles")
    assert found("gamerules", 9, Ended.BLOCKED, 109, 109, 109, 109) == refused("hand.sum_beside_trains")
    assert found("gamerules", 9, Ended.STOPPED, 109, 109, 109, 109) == ACCEPTED
    assert found("spruce toes=2", 9, Ended.OUT, 0, 242, 243) == ACCEPTED
    assert found("spruce toes=2", 9, Ended.OUT, 0, 243, 243) == refused("hand.sum_beside_trains")


def test_the_sentences_name_the_numbers() -> None:
    verdict = check_hand(Rules(), players=4, centre=9, ended=Ended.OUT, points=(150, 150, 150, 150))
    assert {str(finding.sentence) for finding in verdict.findings[2:]} == {
        "150 points are rare: with 4 players about one hand in a thousand has more than 113. Is this number right?"
    }
    assert [str(finding.sentence) for finding in verdict.findings[:2]] == [
        (
            "Nobody has 0 points, so nobody went out. Was the hand blocked? If not, look for the player who went out:"
            " they have 0."
        ),
        "Together these are 600 points, but all tiles beside the 9-9 make 477. Please look at the numbers again.",
    ]


def test_more_points_than_players_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="3 points for 2 players"):
        check_hand(Rules(), players=2, centre=9, ended=Ended.OUT, points=(0, 1, 2))


# Laws


@given(
    name=st.sampled_from(["gamerules", "spruce", "classic4", "coop6", "chickie6"]),
    players=st.integers(2, 8),
    centre=st.integers(0, 9),
    seed=st.integers(0, 10**6),
    dealt=st.integers(1, 6),
)
def test_real_racks_are_never_refused(name: str, players: int, centre: int, seed: int, dealt: int) -> None:
    rules = preset(name)
    players = min(players, max(rules.player_counts()))
    centre = min(centre, rules.set)
    tiles = [tile for tile in rules.tiles.tiles if tile != Tile.double(centre) and not tile.carries(centre)]
    random.Random(seed).shuffle(tiles)
    each = min(dealt, len(tiles) // players)
    racks = [tiles[seat * each : (seat + 1) * each] for seat in range(players)]
    blocked = [rules.points(rack) for rack in racks]
    out = [0, *blocked[1:]]
    assert check_racks(rules, centre=centre, racks=racks) == Verdict()
    for ended, points in ((Ended.BLOCKED, blocked), (Ended.STOPPED, blocked), (Ended.OUT, out)):
        verdict = check_hand(rules, players=players, centre=centre, ended=ended, points=points)
        assert verdict.kind is not Kind.REFUSE
        assert ended is Ended.STOPPED or ended in can_be_ended(rules, centre, points)


@given(
    points=st.lists(st.integers(-5, 700), min_size=2, max_size=8),
    centre=st.one_of(st.none(), st.integers(0, 9)),
    ended=st.sampled_from(Ended),
    seed=st.integers(0, 99),
)
def test_the_order_of_seats_does_not_matter(points: list[int], centre: int | None, ended: Ended, seed: int) -> None:
    def by_points(order: list[int]) -> list[tuple[str, int | None]]:
        verdict = check_hand(Rules(), players=len(order), centre=centre, ended=ended, points=order)
        seats = [(one.sentence.code, None if one.seat is None else order[one.seat]) for one in verdict.findings]
        return sorted(seats, key=str)

    mixed = random.Random(seed).sample(points, len(points))
    assert by_points(mixed) == by_points(points)


# Tiles


def test_the_starting_double_is_on_no_rack() -> None:  # T16, A34
    rack = [Tile.read("0-9"), Tile.read("0-1")]
    for name in ("gamerules", "spruce", "coop6"):
        rules = preset(name)
        assert check_racks(rules, centre=0, racks=[rack, []]) == Verdict()
        verdict = check_racks(rules, centre=0, racks=[[], [*rack, Tile.double(0)]])
        assert [(finding.seat, str(finding.sentence)) for finding in verdict.findings] == [
            (1, "0-0 is the starting double and lies on the table. Please look at the tiles again.")
        ]
    assert preset("spruce").points(rack) == 10


def test_foreign_and_repeated_tiles_are_refused() -> None:  # A48
    racks = [[Tile.read("9-1"), Tile.read("12-3")], [Tile.read("1-9")]]
    verdict = check_racks(Rules(), centre=5, racks=racks)
    assert [(finding.seat, str(finding.sentence)) for finding in verdict.findings] == [
        (0, "12-3 is not in the double-nine set. Please look at this tile again."),
        (1, "9-1 is there twice, and the set has it once. Please look at the tiles again."),
    ]


def whole_set() -> tuple[list[list[Tile]], list[Tile], list[Tile]]:
    """Racks, table and yard of a hand that started from the 5-5."""
    tiles = [tile for tile in Rules().tiles.tiles if tile != Tile.double(5)]
    return [tiles[:3], tiles[3:10]], tiles[10:40], tiles[40:]


def test_all_tiles_of_the_set_are_there_once() -> None:  # A48
    racks, table, yard = whole_set()
    for laid in (table, [Tile.double(5), *table]):
        assert check_tiles(Rules(), centre=5, racks=racks, table=laid, yard=yard) == Verdict()


def test_missing_repeated_and_foreign_tiles_are_named() -> None:  # A48
    racks, table, yard = whole_set()
    lost, twice = yard.pop(), racks[1][0]
    verdict = check_tiles(
        Rules(), centre=5, racks=racks, table=[*table, twice], yard=[*yard, Tile(12, 3), Tile.double(5)]
    )
    assert [(finding.seat, str(finding.sentence)) for finding in verdict.findings] == [
        (None, f"{twice} is there twice, and the set has it once. Please look at the tiles again."),
        (None, "12-3 is not in the double-nine set. Please look at this tile again."),
        (None, "5-5 is the starting double and lies on the table. Please look at the tiles again."),
        (None, f"{lost} is missing: it is on no rack, not on the table and not in the yard."),
    ]


@given(seed=st.integers(0, 10**9), name=st.sampled_from(["gamerules", "spruce", "classic4", "coop6", "chickie6"]))
def test_the_tiles_of_a_hand_that_was_played_are_right(seed: int, name: str) -> None:
    chance = random.Random(seed)
    rules = preset(name)
    hand = Game(rules, chance.choice(rules.player_counts())).shuffle(chance)
    moves = []
    while hand.ended is None:
        moves.append(chance.choice(hand.legal_moves()))
        hand = hand.play(moves[-1])
    racks = [hand.rack(seat) for seat in range(hand.start.players)]
    table = [move.tile for move in moves if isinstance(move, Play)]
    yard = [hand.masks.tiles_of(bit)[0] for bit in hand.yard]
    assert check_tiles(rules, centre=hand.centre, racks=racks, table=table, yard=yard) == Verdict()
    outcome = hand.outcome()
    assert outcome is not None
    assert tuple(map(rules.points, racks)) == outcome.points


# True hands


@pytest.mark.parametrize("name", ["gamerules", "spruce", "classic4", "coop6", "chickie6"])
def test_true_hands_are_never_refused(name: str) -> None:
    assert refusals_of_true_hands(name, 300) == []


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", ["gamerules", "spruce", "classic4", "coop6", "chickie6"])
def test_true_hands_are_never_refused_at_length(name: str, how_many: Callable[[int, int], int]) -> None:
    assert refusals_of_true_hands(name, how_many(300, 20000)) == []


def refusals_of_true_hands(name: str, hands: int) -> list[str]:
    """What is refused of the points of hands that were played, all table sizes and kinds of bot in turn."""
    rules, refused = preset(name), []
    counts, kinds, chance = rules.player_counts(), tuple(Greedy), random.Random(name)
    for number in range(hands):
        players = counts[number % len(counts)]
        hand = dealt(rules, players, number, chance)
        seats = [kinds[(number + seat) % 3] if number % 2 else kinds[number // 2 % 3] for seat in range(players)]
        outcome = hand.outcome() or playout(hand, seats, chance).outcome
        verdict = check_hand(rules, players=players, centre=hand.centre, ended=outcome.ended, points=outcome.points)
        if verdict.kind is Kind.REFUSE:
            refused.append(f"{hand.centre} {outcome}")
    return refused

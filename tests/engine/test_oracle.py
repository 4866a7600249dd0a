"""The worked cases of the rules, T1 to T38, on the oracle alone.

Cases about a whole evening (T19 to T24) belong to the standings; those about what a report may say, to the checks.
"""

from collections.abc import Iterable

import pytest

from engine import Rules, preset, read_rules
from tests.engine.oracle import (
    Bone,
    CannotStart,
    Foot,
    Move,
    NotAllowed,
    Result,
    State,
    bone,
    bones,
    deal,
    is_double,
    points,
    start,
    value,
    whole_set,
)

NOBODY: frozenset[int] = frozenset()


def rules_of(text: str) -> Rules:
    rules = read_rules(text)
    assert isinstance(rules, Rules)
    return rules


def free(rules: str, ends: str, racks: Iterable[str], *, yard: str = "", seat: int = 1) -> State:
    """A table after its opening, with these open ends; seats are counted from one, as in the cases."""
    return after_opening(rules, ends, racks, yard=yard, seat=seat, foot=None)


def footed(rules: str, ends: str, foot: str, racks: Iterable[str], *, yard: str = "", seat: int = 1) -> State:
    """A table with a pending foot: '5:2' is 5-5 with two toes owed."""
    number, owed = map(int, foot.split(":"))
    return after_opening(rules, ends, racks, yard=yard, seat=seat, foot=Foot(number, owed))


def after_opening(rules: str, ends: str, racks: Iterable[str], *, yard: str, seat: int, foot: Foot | None) -> State:
    hands = tuple(map(bones, racks))
    read = rules_of(rules)
    return State(
        read,
        centre=9,
        racks=hands,
        yard=pile(yard),
        seat=seat - 1,
        arms=read.arms_for(len(hands)),
        ends=numbers(ends),
        foot=foot,
    )


def opening(rules: str, arms: int, ends: str, racks: Iterable[str], *, yard: str = "", seat: int = 1) -> State:
    """A table in its opening round 9-9, so many trains begun."""
    return State(
        rules_of(rules),
        centre=9,
        racks=tuple(map(bones, racks)),
        yard=pile(yard),
        seat=seat - 1,
        arms=arms,
        ends=numbers(ends),
    )


def pile(text: str) -> tuple[Bone, ...]:
    return tuple(map(bone, text.split()))


def numbers(text: str) -> tuple[int, ...]:
    return tuple(sorted(map(int, text.split())))


def move(text: str) -> Move:
    """'7-3@3', 'draw', 'pass', 'centre'."""
    tile, at, number = text.partition("@")
    return (bone(tile), int(number)) if at else text


def moves(text: str) -> set[Move]:
    return set(map(move, text.split()))


def played(state: State, text: str) -> State:
    """The state after these moves, each checked."""
    for each in text.split():
        state = state.play(move(each))
    return state


def blocked(*scores: int, winners: set[int]) -> Result:
    return Result(scores, NOBODY, blocked=True, winners=frozenset(seat - 1 for seat in winners))


def out(seat: int, *scores: int) -> Result:
    return Result(scores, frozenset({seat - 1}), blocked=False, winners=frozenset({seat - 1}))


P2_OF_T1 = "7-7 5-3 6-6 0-0 4-2 6-4 8-8 2-2 6-1 4-1 2-1"


def test_t1_the_example_of_the_seeds() -> None:
    nines = {1: "9-7 9-5", 3: "9-3"}
    others = iter(sorted(tile for tile in whole_set(9) - bones(P2_OF_T1 + " 8-2") if 9 not in tile))
    racks = {2: bones(P2_OF_T1)} | {
        seat: bones(nines.get(seat, "")) | {next(others) for _ in range(11 - len(nines.get(seat, "").split()))}
        for seat in (1, 3, 4)
    }
    yard = [bone("8-2"), bone("9-0"), *bones("9-1 9-2 9-4 9-6 9-8"), *others]
    assert len(yard) == 10
    table = start(preset("gamerules"), (9,), [racks[seat] for seat in (1, 2, 3, 4)], yard, lead=0)
    table = played(table, "9-7@9 draw")
    assert table.legal() == {"pass"}
    table = played(table, "pass 9-3@9 draw")
    assert table.legal() == moves("9-0@9")
    table = played(table, "9-0@9 9-5@9")
    assert (table.opening, table.seat, table.ends) == (False, 1, (0, 3, 5, 7))
    assert ([len(rack) for rack in table.racks], len(table.yard), table.drawable) == ([9, 12, 10, 11], 8, 7)
    assert table.legal() == moves("7-7@7 5-3@5 5-3@3 0-0@0")


def test_t2_trains_are_closed_during_the_opening() -> None:
    table = opening("gamerules", 2, "7 3", ["7-3 9-1 3-3", "0-0", "0-1", "0-2"], yard="2-2 4-4")
    assert table.legal() == moves("9-1@9")


@pytest.mark.parametrize(("rules", "then"), [("gamerules", "9-2@9"), ("spruce", "9-2@9 pass")])
def test_t3_a_drawn_tile_that_fits_must_or_may_be_played(rules: str, then: str) -> None:
    table = opening(rules, 1, "7", ["0-0", "0-1", "0-2"], yard="9-2 4-4 5-5").play("draw")
    assert table.legal() == moves(then)


def test_t5_a_tile_may_go_to_any_end_and_a_double_begins_a_foot() -> None:
    table = free("gamerules", "2 5 5 8", ["2-5 5-5 8-8 3-1", "0-0", "0-1", "0-2"])
    assert table.legal() == moves("2-5@2 2-5@5 5-5@5 8-8@8")
    assert played(table, "2-5@2").ends == (5, 5, 5, 8)
    assert played(table, "2-5@5").ends == (2, 2, 5, 8)
    doubled = played(table, "5-5@5")
    assert (doubled.ends, doubled.foot) == ((2, 5, 8), Foot(5, 3))


def test_t6_only_toes_while_a_foot_is_pending() -> None:
    table = footed("gamerules", "2 5 8", "5:2", ["2-8 8-8 5-1 5-2", "0-0", "0-1", "0-2"])
    assert table.legal() == moves("5-1@5 5-2@5")
    toed = played(table, "5-2@5")
    assert (toed.ends, toed.foot) == ((2, 2, 5, 8), Foot(5, 1))


def test_t7_a_foot_from_its_double_to_its_last_toe() -> None:
    table = free("gamerules", "4 4 0", ["4-4 4-6 9-8", "4-1 4-0 6-6 3-3", "4-9 9-7"])
    table = played(table, "4-4@4")
    assert (table.ends, table.foot) == ((0, 4), Foot(4, 3))
    table = played(table, "4-1@4")
    assert (table.ends, table.foot) == ((0, 1, 4), Foot(4, 2))
    table = played(table, "4-9@4")
    assert (table.ends, table.foot) == ((0, 1, 4, 9), Foot(4, 1))
    table = played(table, "4-6@4")
    assert (table.ends, table.foot) == ((0, 1, 4, 6, 9), None)
    assert table.legal() == moves("4-0@4 4-0@0 6-6@6")


@pytest.mark.parametrize(
    ("rules", "players", "yard", "legal"),
    [
        ("gamerules", 2, "0-1 0-2", "pass"),
        ("gamerules", 3, "0-1 0-2", "draw"),
        ("spruce", 2, "0-1 0-2", "draw"),
        ("gamerules", 3, "0-1", "pass"),
    ],
)
def test_t9_who_cannot_play_draws_while_the_yard_allows_it(rules: str, players: int, yard: str, legal: str) -> None:
    racks = ["7-7", "3-1", "3-2"][:players]
    assert free(rules, "3 6 8", racks, yard=yard).legal() == moves(legal)


@pytest.mark.parametrize(
    ("rules", "ends", "result"),
    [("gamerules", "3 6 8", out(1, 0, 9, 0)), ("spruce", "3 6 8 8", out(1, 0, 9, 50))],
)
def test_t10_out_on_a_double_with_its_foot_unfilled(rules: str, ends: str, result: Result) -> None:
    over = played(free(rules, ends, ["3-3", "3-1 3-2", "0-0"], yard="7-1 7-2"), "3-3@3")
    assert over.foot == Foot(3, 3)
    assert over.result() == result
    assert over.legal() == set()


def test_t12_a_dead_foot_does_not_stop_a_win() -> None:
    table = footed("gamerules", "2 4 4 7 7 7 7 7 8 8", "6:3", ["5-3", "6-0", "6-4 8-1"], yard="7-1 7-2 7-4", seat=2)
    assert played(table, "6-0@6").result() == out(2, 8, 0, 19)


@pytest.mark.parametrize(
    ("rules", "worth"),
    [("gamerules", 19), ("gamerules zero_blank=50", 69), ("spruce", 69), ("coop6", 50 + 25 + 1 + 18)],
)
def test_t15_what_blanks_cost(rules: str, worth: int) -> None:
    assert points(rules_of(rules), bones("0-0 0-1 9-9")) == worth


def test_t16_blanks_in_the_last_hand() -> None:
    assert points(preset("spruce"), bones("0-9 0-1")) == 10


def test_t17_lowest_equal_scores_share_a_blocked_hand() -> None:
    table = free("gamerules", "9 9 9", ["5-1", "6-0", "7-7"], yard="8-8")
    assert table.result() == blocked(6, 6, 14, winners={1, 2})
    assert table.legal() == set()


def test_t26_more_tiles_than_the_set_has() -> None:
    double_nine = sorted(whole_set(9))
    with pytest.raises(CannotStart):
        deal(preset("spruce"), (9,), double_nine, 8, 0)
    eight = deal(preset("gamerules"), (9,), double_nine, 8, 0)
    assert ([len(rack) for rack in eight.racks], len(eight.yard), eight.drawable) == ([5] * 8, 14, 13)


def test_t26_a_set_without_a_yard() -> None:
    table = deal(rules_of("spruce set=6"), (6,), sorted(whole_set(6), reverse=True), 4, 0)
    assert (table.yard, table.seat, table.legal()) == ((), 0, {"centre"})
    table = played(table, "centre pass pass pass 6-5@6 pass pass pass 6-4@6")
    assert (table.seat, table.legal()) == (1, {"pass"})


def test_t27_a_blank_is_a_number_like_any_other() -> None:
    def legal(rack: str) -> set[Move]:
        return free("gamerules", "0 3", [rack, "3-1 0-2"]).legal()

    assert legal("0-5 7-7") == moves("0-5@0")
    assert legal("5-7") == moves("pass")
    assert legal("0-0") == moves("0-0@0")
    blank = free("gamerules", "0 3", ["0-0 9-9", "3-1 0-2"]).play(move("0-0@0"))
    assert (blank.ends, blank.foot) == ((3,), Foot(0, 3))


@pytest.mark.parametrize("rules", ["gamerules", "spruce", "classic4", "coop6", "chickie6"])
def test_t29_a_double_does_not_give_another_turn(rules: str) -> None:
    table = played(free(rules, "6 3", ["6-6 6-1", "6-2 6-3"], yard="0-0 0-1 0-2"), "6-6@6")
    assert table.seat == 1


@pytest.mark.parametrize(("option", "legal"), [("no", "7-1@7"), ("yes", "7-1@7 draw")])
def test_t30_no_drawing_while_one_can_play(option: str, legal: str) -> None:
    table = free(f"gamerules free_draw={option}", "7 3", ["7-1 5-5", "6-6"], yard="0-0 0-1 0-2")
    assert table.legal() == moves(legal)


def test_t30_after_drawing_by_choice_only_the_drawn_tile_can_be_played() -> None:
    drawn = free("gamerules free_draw=yes", "7 3", ["7-1 5-5", "6-6"], yard="3-7 0-1 0-2").play("draw")
    assert drawn.legal() == moves("3-7@7 3-7@3")
    other = free("gamerules free_draw=yes", "7 3", ["7-1 5-5", "6-6"], yard="0-0 0-1 0-2").play("draw")
    assert other.legal() == moves("pass")


def test_t31_blocked_without_a_foot() -> None:
    table = free("gamerules set=6", "0 0 0 1 1 2 2 3", ["5-5", "4-4"], yard="3-0 0-0")
    assert table.result() == blocked(10, 8, winners={2})


def test_t33_six_trains_and_the_placer_goes_again() -> None:
    racks = [bones("9-9 9-4 1-1"), bones("9-3 2-2")]
    table = start(preset("coop6"), (9,), racks, pile("0-0 0-1"), lead=1)
    assert (table.seat, table.legal()) == (0, {"centre"})
    table = table.play("centre")
    assert (table.seat, table.legal()) == (0, moves("9-4@9"))
    table = played(table, "9-4@9")
    assert (table.arms, table.opening, table.seat) == (1, True, 1)


@pytest.mark.parametrize(
    ("rules", "yard", "held"),
    [("classic4", "0-0", 2), ("classic4", "", 1), ("gamerules", "0-0 0-1", 1), ("spruce", "0-0", 1)],
)
def test_t34_who_does_not_tap_the_last_tile_draws_one(rules: str, yard: str, held: int) -> None:
    table = free(rules, "3 6 8", ["3-1 2-2", "6-1 4-4", "8-7 8-2"], yard=yard)
    untapped = table.play(move("3-1@3"), silent=True)
    assert len(untapped.racks[0]) == 1
    assert len(untapped.play(move("6-1@6")).racks[0]) == held
    tapped = table.play(move("3-1@3"))
    assert len(tapped.play(move("6-1@6")).racks[0]) == 1


def test_t36_the_heaviest_eleven_tiles() -> None:
    rules = preset("gamerules")
    heaviest = sorted((value(rules, tile) for tile in whole_set(9)), reverse=True)
    assert sum(heaviest[:11]) == 165


def test_t37_open_ends_are_counted() -> None:
    """4 trains + 2 for each of 3 finished feet + 2 − 2 for the pending one."""
    fours, fives, sixes = "4-4@4 4-0@4 4-2@4 4-3@4", "5-5@5 5-0@5 5-2@5 5-3@5", "6-6@6 6-0@6 6-2@6 6-3@6"
    feet = f"{fours} {fives} {sixes} 7-7@7 7-0@7".split()
    tiles = [play.partition("@")[0] for play in feet]
    racks = [" ".join([*tiles[seat::4], "8-8", "7-1"]) for seat in range(4)]
    table = played(free("gamerules", "4 5 6 7", racks), " ".join(feet))
    assert (len(table.ends), table.foot) == (4 + 2 * 3 + 2 - 2, Foot(7, 2))
    assert table.legal() == moves("7-1@7")


def test_t38_out_during_the_opening() -> None:
    table = opening("spruce hand=2", 3, "4 6 2", ["9-8", "1-1", "2-2", "3-3"], yard="0-0")
    over = played(table, "9-8@9")
    assert (over.arms, over.result()) == (4, out(1, 0, 2, 4, 6))


def test_a43_nobody_is_called_after_their_next_turn_has_come() -> None:
    table = free("classic4", "3 6 8", ["3-1 2-2", "9-9 4-4", "8-7 8-2"], yard="9-4 5-5 0-0 7-7")
    table = table.play(move("3-1@3"), silent=True)
    assert len(played(table, "draw pass 8-7@8").racks[0]) == 2
    table = free("classic4", "3 6", ["3-1 2-2", "9-9 4-4"], yard="9-4 5-5 0-0")
    table = table.play(move("3-1@3"), silent=True)
    table = played(table, "draw pass draw pass draw")
    assert (table.seat, table.silent) == (1, None)


def test_a43_who_does_not_announce_a_foot_draws_one_if_the_house_says_so() -> None:
    table = free("gamerules call=draw", "3 6 8", ["3-3 2-2 2-1", "3-1 4-4", "8-7 8-2"], yard="9-4 5-5 0-0")
    assert len(table.play(move("3-3@3"), silent=True).play(move("3-1@3")).racks[0]) == 3
    assert len(table.play(move("3-3@3")).play(move("3-1@3")).racks[0]) == 2


# Decisions that the worked cases do not reach


def test_a5_the_search_goes_round_one_tile_each_and_the_finder_places_it() -> None:
    racks = [bones("1-1 9-2"), bones("2-2 3-3"), bones("4-4 5-5")]
    table = start(preset("spruce"), (9,), racks, pile("0-0 0-1 9-9 0-2"), lead=1)
    table = played(table, "draw draw draw")
    assert (table.seat, table.legal()) == (0, {"centre"})
    table = table.play("centre")
    assert (table.seat, [len(rack) for rack in table.racks]) == (1, [2, 3, 3])
    with pytest.raises(NotAllowed):
        table.play(move("1-1@1"))


def test_a6_a_search_may_draw_the_reserve() -> None:
    racks = [bones("1-1 9-2"), bones("2-2 3-3")]
    table = start(rules_of("spruce reserve=2"), (9,), racks, pile("0-0 9-9 0-2"), lead=0)
    assert table.drawable == 1
    table = played(table, "draw draw centre")
    assert (table.seat, table.drawable, table.legal()) == (0, 0, moves("9-2@9"))


def test_a7_the_next_highest_double_that_is_held() -> None:
    racks = [bones("1-1 6-2"), bones("2-2 5-3"), bones("4-4 5-5")]
    assert start(preset("chickie6"), (6, 5, 4, 3, 2, 1, 0), racks, (), 0).seat == 2
    later = start(preset("chickie6"), (6, 3, 2, 1, 0), racks, (), 0)
    assert (later.seat, later.centre, later.legal()) == (1, 2, {"centre"})


def test_a7_if_nobody_holds_any_the_first_one_drawn() -> None:
    racks = [bones("1-1 6-2"), bones("2-2 5-3"), bones("4-4 5-5")]
    table = start(preset("chickie6"), (6, 3, 0), racks, pile("6-5 5-1 3-3 6-6"), lead=1)
    table = played(table, "draw draw draw")
    assert (table.seat, table.centre, table.legal()) == (0, 3, {"centre"})


def test_a10_a_declined_tile_must_be_played_later_if_it_fits() -> None:
    table = free("spruce", "3 6", ["1-1", "6-1 6-2"], yard="3-7 0-0")
    table = played(table, "draw pass 6-1@6")
    assert table.legal() == moves("1-1@1 3-7@3")


@pytest.mark.parametrize(
    ("policy", "other", "result"),
    [
        ("play_out", "8-7", None),
        ("end_when_stuck", "8-7", blocked(4, 15, 2, winners={3})),
        ("end_when_stuck", "9-6", None),
        ("end_when_hopeless", "9-6", blocked(4, 15, 2, winners={3})),
    ],
)
def test_a24_a_foot_that_cannot_be_finished(policy: str, other: str, result: Result | None) -> None:
    table = free(f"gamerules dead_foot={policy}", "6 3", ["6-6 2-2", other, "1-1"], yard="0-0 0-1 0-2")
    assert played(table, "6-6@6").result() == result


def test_a24_a_released_foot_counts_as_done() -> None:
    table = free("gamerules dead_foot=release", "6 3", ["6-6 3-2", "6-1 9-9", "3-1"], yard="0-0 0-1 0-2")
    table = played(table, "6-6@6")
    assert table.foot == Foot(6, 3)
    table = played(table, "6-1@6")
    assert (table.foot, table.ends, table.legal()) == (None, (1, 3), moves("3-1@1 3-1@3"))


def test_a26_blocked_at_the_moment_of_the_last_draw() -> None:
    table = free("gamerules", "3 6", ["1-1", "2-2", "4-4"], yard="0-0 0-1")
    assert table.play("draw").result() == blocked(2, 4, 8, winners={1})


@pytest.mark.parametrize(
    ("option", "result"), [("allowed", out(1, 0, 8, 10)), ("50", out(1, 50, 8, 10)), ("draw", None)]
)
def test_a29_a_double_as_the_last_tile(option: str, result: Result | None) -> None:
    over = played(free(f"gamerules double_out={option}", "6 3", ["6-6", "4-4", "5-5"], yard="0-1 0-2 1-2"), "6-6@6")
    assert over.result() == result
    assert over.racks[0] == (frozenset() if result else bones("0-1"))


def test_a29_with_nothing_to_draw_the_double_ends_the_hand() -> None:
    over = played(free("gamerules double_out=draw", "6 3", ["6-6", "4-4", "5-5"], yard="0-1"), "6-6@6")
    assert over.result() == out(1, 0, 8, 10)


@pytest.mark.parametrize("option", ["allowed", "50", "draw"])
def test_a29_the_starting_double_as_the_last_tile_leaves_no_foot_open(option: str) -> None:
    rules = rules_of(f"spruce hand=1 double_out={option}")
    table = start(rules, (9,), [bones("9-9"), bones("4-4")], pile("0-1 0-2"), lead=0)
    assert played(table, "centre").result() == out(1, 0, 8)


def test_a43_nobody_is_called_once_the_hand_is_over() -> None:
    rules = "classic4 dead_foot=end_when_stuck"
    table = free(rules, "6 8", ["8-1 2-2", "6-6 9-9"], yard="0-0 0-1")
    over = table.play(move("8-1@8"), silent=True).play(move("6-6@6"))
    assert over.result() == blocked(4, 18, winners={1})


def test_drawing_until_a_tile_fits() -> None:
    table = free("gamerules draw=until", "6 3", ["1-1", "2-2 6-2", "4-4"], yard="0-0 0-1 3-1 0-2")
    table = table.play("draw")
    assert table.legal() == {"draw"}
    table = played(table, "draw draw")
    assert table.legal() == moves("3-1@3")
    assert free("gamerules draw=until", "6 3", ["1-1", "6-2", "4-4"], yard="0-0 0-2").play("draw").legal() == {"pass"}


@pytest.mark.parametrize("double", range(10))
def test_doubles_can_never_be_toes(double: int) -> None:
    """Key fact 2: the only double that carries a number is the one that already lies."""
    assert [tile for tile in whole_set(9) if double in tile and is_double(tile)] == [(double, double)]

"""The worked cases of the rules (T1 to T38): each a position, the moves, and what follows."""

import pytest

from engine import DRAW, PASS, Ended, Hand, IllegalMove, Outcome, position_text, read_move, read_position


def legal(hand: Hand) -> set[str]:
    return {move.text() for move in hand.legal_moves()}


def after(hand: Hand, moves: str) -> Hand:
    for word in moves.split():
        hand = hand.play(read_move(word))
    return hand


def refused(hand: Hand, move: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        hand.play(read_move(move))
    return str(caught.value.sentence)


def ends(hand: Hand) -> str:
    return " ".join(map(str, hand.open_ends))


# The opening


def test_t1_the_example_of_the_seeds() -> None:
    start = read_position(
        "gamerules; centre 9; opening 0/4; turn 1;"
        "racks 97 95 91 92 94 51 52 54 55 60 62 / 77 53 66 00 42 64 88 22 61 41 21"
        "/ 93 96 98 63 65 70 71 72 73 74 75 / 10 11 20 30 31 32 33 40 43 44 50;"
        "yard 82 90 76 80 81 83 84 85 86 87"
    )
    hand = after(start, "97")
    assert legal(hand) == {"+"}
    hand = after(hand, "+")
    assert legal(hand) == {"-"}
    hand = after(hand, "- 93 +")
    assert legal(hand) == {"90"}
    hand = after(hand, "90 95")
    assert (hand.phase.value, hand.turn, ends(hand)) == ("free", 1, "0 3 5 7")
    assert [rack.bit_count() for rack in hand.racks] == [9, 12, 10, 11]
    assert (len(hand.yard), hand.drawable) == (8, 7)
    assert legal(hand) == {"77", "53", "35", "00"}


def test_t2_trains_are_closed_during_the_opening() -> None:
    hand = read_position("gamerules; centre 9; opening 2/4; ends 3 7; racks 73 91 33 / 50 / 22 / 66; yard 80 41")
    assert legal(hand) == {"91"}
    assert refused(hand, "73") == "7-3 cannot go there: 2 more trains must be laid on the 9-9 first."


def test_t3_a_drawn_tile_that_fits() -> None:
    must = after(read_position("gamerules; centre 9; opening 1/3; ends 4; racks 73 / 50 / 22; yard 92 41 10"), "+")
    assert legal(must) == {"92"}
    assert refused(must, "-") == "9-2 was drawn and fits, so it must be played."
    may = after(read_position("spruce; centre 9; opening 1/4; ends 4; racks 73 / 50 / 22; yard 92 41 10"), "+")
    assert legal(may) == {"92", "-"}
    kept = after(may, "- + - + -")
    assert (kept.turn, legal(kept)) == (0, {"92"})  # A10: an ordinary tile that fits must be played
    assert refused(kept, "+") == "There is a tile on the rack that fits, so it must be played."


def test_t33_the_holder_of_the_centre_goes_on() -> None:
    hand = read_position("coop6; centre 9; search; racks 99 94 11 / 50 55 / 22 21; yard 80 41")
    assert legal(hand) == {"*99"}
    hand = after(hand, "*99")
    assert (hand.turn, legal(hand)) == (0, {"94"})
    hand = after(hand, "94")
    assert position_text(hand) == ("coop6; centre 9; opening 1/6; ends 4; turn 2; racks 11 / 50 55 / 21 22; yard 80 41")


def test_placing_the_centre_is_the_turn_under_spruce() -> None:  # A2
    hand = after(read_position("spruce; centre 9; search; racks 99 94 11 / 50 55; yard 80 41"), "*99")
    assert hand.turn == 1


def test_t38_out_during_the_opening() -> None:
    hand = after(
        read_position("spruce hand=2; centre 9; opening 3/4; ends 2 4 6; racks 98 / 50 / 22 / 66; yard 80 41"), "98"
    )
    assert hand.outcome() == Outcome(Ended.OUT, 0, (0, 5, 4, 12))
    assert ends(hand) == "2 4 6 8"


# Ends and feet


def test_t5_playing_on_one_of_equal_or_different_ends() -> None:
    hand = read_position("gamerules; centre 9; ends 2 5 5 8; racks 52 55 88 31 / 50 / 22 / 66; yard 80 41")
    assert legal(hand) == {"25", "52", "55", "88"}
    assert ends(after(hand, "25")) == "5 5 5 8"
    assert ends(after(hand, "52")) == "2 2 5 8"
    foot = after(hand, "55")
    assert (ends(foot), foot.phase.value, foot.need, foot.owed) == ("2 5 8", "foot", 5, 3)


def test_t6_other_ends_of_the_same_number_are_closed_too() -> None:
    hand = read_position("gamerules; centre 9; ends 2 5 8; foot 5:2; racks 82 88 51 52 / 50 / 21 / 66; yard 80 41")
    assert legal(hand) == {"51", "52"}
    assert refused(hand, "88") == "8-8 cannot go there: the foot on 5-5 still needs 2 toes."
    hand = after(hand, "52")
    assert (ends(hand), hand.owed) == ("2 2 5 8", 1)


def test_t7_a_whole_foot() -> None:
    hand = read_position("gamerules; centre 8; ends 0 4 4; racks 44 64 11 / 41 40 66 33 / 94 22; yard 80 51")
    stages = []
    for move in ("44", "41", "49", "46"):
        hand = after(hand, move)
        stages.append((ends(hand), hand.phase.value, hand.owed))
    assert stages == [
        ("0 4", "foot", 3),
        ("0 1 4", "foot", 2),
        ("0 1 4 9", "foot", 1),
        ("0 1 4 6 9", "free", 0),
    ]
    assert legal(hand) == {"40", "04", "66"}


def test_t29_the_first_toe_is_the_next_players() -> None:
    hand = after(read_position("gamerules; centre 9; ends 7 3; racks 77 71 / 72 20; yard 80 41"), "77")
    assert (hand.turn, legal(hand)) == (1, {"72"})


def test_t27_a_blank_is_a_number() -> None:
    others = "/ 11 22; yard 80 41 42"
    assert legal(read_position(f"gamerules; centre 9; ends 0 3; racks 50 77 {others}")) == {"05"}
    assert legal(read_position(f"gamerules; centre 9; ends 0 3; racks 75 {others}")) == {"+"}
    assert legal(read_position(f"gamerules; centre 9; ends 0 3; racks 00 66 {others}")) == {"00"}


# Drawing and passing


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        ("gamerules; centre 9; ends 7; racks 10 / 74; yard 80 41", {"-"}),
        ("gamerules; centre 9; ends 7; racks 10 / 74 / 73; yard 80 41", {"+"}),
        ("spruce; centre 9; ends 7; racks 10 / 74; yard 80 41", {"+"}),
        ("gamerules; centre 9; ends 7; racks 10 / 74 / 73; yard 80", {"-"}),
    ],
)
def test_t9_who_cannot_play(position: str, moves: set[str]) -> None:
    assert legal(read_position(position)) == moves


def test_t9_sentences() -> None:
    reserved = read_position("gamerules; centre 9; ends 7; racks 10 / 74; yard 80 41")
    assert refused(reserved, "+") == "Nothing can be drawn any more."
    drawable = read_position("spruce; centre 9; ends 7; racks 10 / 74; yard 80 41")
    assert refused(drawable, "-") == "Without a tile that fits, one must be drawn before passing."
    assert refused(after(drawable, "+"), "+") == "A tile has been drawn already in this turn."


def test_t30_nobody_draws_who_can_play() -> None:
    text = "; centre 9; ends 7; racks 71 22 / 74 33 / 50; yard 80 41 42"
    for rules in ("gamerules", "spruce"):
        hand = read_position(rules + text)
        assert legal(hand) == {"71"}
        assert refused(hand, "+") == "There is a tile on the rack that fits, so it must be played."
    free = read_position("gamerules free_draw=yes" + text)
    assert legal(free) == {"71", "+"}
    assert legal(after(free, "+")) == {"-"}


def test_drawing_until_a_tile_fits() -> None:
    hand = read_position("gamerules draw=until; centre 9; ends 7; racks 10 22 / 74 33; yard 80 41 71 50 60")
    assert legal(after(hand, "+")) == {"+"}
    assert legal(after(hand, "+ + +")) == {"71"}
    dry = read_position("gamerules draw=until; centre 9; ends 7; racks 10 22 / 74 33; yard 80 50 60")
    assert legal(after(dry, "+")) == {"-"}


# The end


def test_t10_out_on_a_double() -> None:
    first = after(read_position("gamerules; centre 9; ends 3 6 8; racks 33 / 31 32 / 00; yard 80"), "33")
    assert first.outcome() == Outcome(Ended.OUT, 0, (0, 9, 0))
    second = after(read_position("spruce; centre 9; ends 3 6 8 8; racks 33 / 31 32 / 00; yard 80"), "33")
    assert second.outcome() == Outcome(Ended.OUT, 0, (0, 9, 50))
    assert refused(second, "31") == "This hand is over."
    assert legal(second) == set()


def test_out_on_a_double_by_house_rule() -> None:  # A29
    text = "; centre 9; ends 3 6 8; racks 33 / 31 32 / 00; yard 80 81"
    costly = after(read_position("gamerules double_out=50" + text), "33")
    assert costly.outcome() == Outcome(Ended.OUT, 0, (50, 9, 0))
    drawing = after(read_position("gamerules double_out=draw" + text), "33")
    assert position_text(drawing) == (
        "gamerules double_out=draw; centre 9; foot 3:3; ends 6 8; turn 2; racks 80 / 31 32 / 00; yard 81"
    )


def test_t12_a_dead_foot_does_not_stop_a_win() -> None:
    hand = read_position(
        "gamerules; centre 9; ends 2 4 4 7 7 7 7 7 8 8; foot 6:3; turn 2; racks 53 / 60 / 64 81; yard 10 20 21"
    )
    assert after(hand, "60").outcome() == Outcome(Ended.OUT, 1, (8, 0, 19))


def test_t17_a_shared_blocked_hand() -> None:
    hand = read_position("gamerules; centre 9; ends 7 7 8; racks 51 / 60 / 53 33; yard 10")
    outcome = hand.outcome()
    assert outcome == Outcome(Ended.BLOCKED, None, (6, 6, 14))
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_t31_blocked_without_a_foot() -> None:
    hand = read_position("gamerules set=6; centre 1; ends 0 0 0 1 1 2 2 3; racks 55 / 44; yard 30 00")
    outcome = hand.outcome()
    assert outcome == Outcome(Ended.BLOCKED, None, (10, 8))
    assert outcome is not None
    assert outcome.winners == (1,)


def test_a_hand_is_blocked_by_the_last_draw() -> None:  # A26
    hand = read_position("gamerules; centre 9; ends 7 7; racks 10 / 20 / 30; yard 40 50")
    hand = after(hand, "+")
    assert hand.outcome() == Outcome(Ended.BLOCKED, None, (5, 2, 3))


def test_one_stuck_player_and_an_empty_yard_do_not_end_a_hand() -> None:
    hand = read_position("spruce; centre 9; ends 7 7; racks 10 / 20 / 73")
    assert (hand.outcome(), legal(hand)) == (None, {"-"})
    assert legal(after(hand, "- -")) == {"73"}


# Dead feet (A24)


@pytest.mark.parametrize(
    ("policy", "ended"),
    [("play_out", None), ("end_when_stuck", None), ("end_when_hopeless", Ended.BLOCKED), ("release", None)],
)
def test_a_foot_with_too_few_tiles_left(policy: str, ended: Ended | None) -> None:
    text = f"gamerules dead_foot={policy}; centre 9; ends 6 4; racks 66 11 / 60 22 / 33 31; yard 10 20 21"
    hand = after(read_position(text), "66")
    assert (hand.ended, hand.phase.value, hand.owed) == (ended, "foot", 3)


@pytest.mark.parametrize(
    ("policy", "ended", "phase", "moves"),
    [
        ("play_out", None, "foot", {"+"}),
        ("end_when_stuck", Ended.BLOCKED, "foot", set()),
        ("release", None, "free", {"44"}),
    ],
)
def test_a_foot_with_no_tile_left(policy: str, ended: Ended | None, phase: str, moves: set[str]) -> None:
    text = f"gamerules dead_foot={policy}; centre 9; ends 6 4; racks 66 11 / 60 22 / 44 31; yard 10 20 21"
    hand = after(read_position(text), "66 60")
    assert (hand.ended, hand.phase.value, legal(hand)) == (ended, phase, moves)


def test_a_tile_in_the_reserve_counts_as_not_played() -> None:  # A25
    text = "gamerules dead_foot=end_when_stuck; centre 9; ends 6 4; racks 66 11 / 44 22 / 33 31; yard 10 60"
    assert after(read_position(text), "66").ended is None


# The search


def test_a_search_in_turn() -> None:  # A5: whoever draws it places it, and the others keep what they drew
    hand = read_position("spruce; centre 9; search; turn 2; first 2; racks 10 / 20 / 30; yard 40 50 99 60")
    assert refused(hand, "-") == "Nobody has the 9-9: draw a tile for it."
    hand = after(hand, "+ + +")
    assert refused(hand, "+") == "The 9-9 has to be placed first."
    hand = after(hand, "*99")
    assert position_text(hand) == ("spruce; centre 9; opening 0/4; first 2; turn 2; racks 10 / 20 40 / 30 50; yard 60")


def test_a_search_may_draw_the_reserve() -> None:  # A6
    hand = read_position("gamerules centre=search; centre 9; search; racks 92 10 / 20 93; yard 99")
    hand = after(hand, "+ *99")
    assert (hand.drawable, legal(hand)) == (0, {"92"})


def test_the_next_highest_double_held() -> None:  # A7
    hand = read_position("chickie6; centre 4; search; due 6 4 3; turn 2; racks 10 33 / 20 44; yard 66 50")
    assert legal(hand) == {"*44"}
    assert after(hand, "*44").centre == 4


def test_nobody_holds_a_double_that_is_due() -> None:  # A7: then all draw in turn until one of them shows
    hand = read_position("chickie6; centre 6; search; due 6 3; racks 10 / 20; yard 50 33 66")
    hand = after(hand, "+ +")
    assert (hand.turn, legal(hand)) == (1, {"*33"})


# At the table (A43)


def test_t34_the_tap_on_the_last_tile() -> None:
    text = "; centre 9; ends 7 3; racks 71 55 / 32 20 / 41 21; yard 80 42"
    forgot = after(read_position("classic4" + text), "71! 32")
    assert [tile.text() for tile in forgot.rack(0)] == ["80", "55"]
    assert [rack.bit_count() for rack in forgot.racks] == [2, 1, 2]
    assert len(forgot.yard) == 1
    for rules in ("gamerules", "spruce"):
        assert [rack.bit_count() for rack in after(read_position(rules + text), "71! 32").racks] == [1, 1, 2]
    assert [rack.bit_count() for rack in after(read_position("classic4" + text), "71 32").racks] == [1, 1, 2]


def test_who_forgot_is_safe_once_it_is_their_turn() -> None:
    hand = read_position("classic4; centre 9; ends 7 3; racks 71 55 / 42 40; yard 80 82 84 86")
    hand = after(hand, "71! + - + - +")
    assert [rack.bit_count() for rack in hand.racks] == [2, 4]
    assert hand.silent == 0


def test_a_foot_that_was_not_announced() -> None:
    hand = read_position("spruce call=draw; centre 9; ends 7 3; racks 77 55 11 / 72 40 / 71 30; yard 80 82 84 86")
    hand = after(hand, "77! 72")
    assert [rack.bit_count() for rack in hand.racks] == [3, 1, 2]


# Other refusals


def test_tiles_that_cannot_be_played() -> None:
    hand = read_position("gamerules; centre 9; ends 7 3; racks 71 55 / 42 40; yard 80 82 84 86")
    assert refused(hand, "72") == "7-2 is not on the rack."
    assert refused(hand, "7a") == "10-7 is not on the rack."
    assert refused(hand, "17") == "7-1 cannot go there: no end shows a 1."
    assert refused(hand, "*99") == "The 9-9 already lies in the centre."
    drawn = after(read_position("spruce; centre 9; ends 7 3; racks 55 51 / 42 40; yard 70 82 84 86"), "+")
    assert refused(drawn, "55") == "After a draw only the drawn tile may be played, and that is 7-0."
    assert drawn.play(PASS).turn == 1
    assert DRAW not in drawn.legal_moves()

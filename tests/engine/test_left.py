"""Tiles left: what cannot be is refused, a blocked hand with nothing closed is asked about, true hands pass."""

import random

import pytest

from engine import Ended, Game, Kind, Rules, Tile, check_left, check_public, read_record, spans_of_turns
from engine.record import UnreadableRecord
from tests.engine.test_record import ANN, EXAMPLES


def codes(text: str, ended: Ended, *, players: int = 3, rules: str = "gamerules", centre: int = 9) -> list[str]:
    racks = [[Tile.read(word) for word in rack.split()] for rack in text.split(";")]
    verdict = check_left(Rules.read(rules), players=players, centre=centre, ended=ended, racks=racks)
    return [f"{finding.seat}:{finding.sentence.code}" for finding in verdict.findings]


def test_one_player_went_out_and_only_one() -> None:
    assert codes("97 64; ; 00", Ended.OUT) == []
    assert codes("97 64; 12; 00", Ended.OUT) == ["None:left.nobody_out"]
    assert codes("97 64; ; ", Ended.OUT) == ["None:left.several_out"]
    assert codes("97 64; ; 00", Ended.BLOCKED) == ["1:left.went_out"]
    assert codes("97 64; 12", Ended.OUT) == []


def test_a_tile_is_seen_once_at_the_table() -> None:
    assert codes("97 64; ; 00 79", Ended.OUT) == ["2:rack.tile_twice"]
    assert codes("97 64 64; ; 00", Ended.OUT) == ["0:rack.tile_twice"]
    assert codes("99 64; ; 00", Ended.OUT) == ["0:rack.centre"]
    assert codes("97 a4; ; 00", Ended.OUT) == ["0:rack.foreign_tile"]


def test_a_blocked_hand_has_a_number_that_nobody_holds() -> None:
    assert codes("97 64 22; 81 30; 55", Ended.BLOCKED) == ["None:left.no_number_closed"]
    assert codes("97 64 22; 81 30; 66", Ended.BLOCKED) == []
    assert codes("97 64 22; 81 30; 55", Ended.BLOCKED, rules="gamerules dead_foot=end_when_hopeless") == []


def test_no_more_tiles_than_there_can_be() -> None:
    every = " ".join(tile.text() for tile in Rules().tiles.tiles if tile != Tile(9, 9))
    assert codes(f"{every}; ; ", Ended.OUT) == [
        "None:left.several_out",
        "None:left.too_many_together",
        "0:left.too_many",
    ]


@pytest.mark.parametrize("name", ["gamerules", "spruce", "classic4", "coop6", "chickie6"])
def test_true_hands_pass_without_a_question(name: str) -> None:
    rules, chance = Rules.read(name), random.Random(5)
    for number in range(60):
        players = rules.player_counts()[number % len(rules.player_counts())]
        hand = Game(rules, players).shuffle(chance)
        while hand.ended is None:
            hand = hand.play(chance.choice(hand.legal_moves()))
        racks = [hand.rack(seat) for seat in range(players)]
        assert check_left(rules, players=players, centre=hand.centre, ended=hand.ended, racks=racks).kind is Kind.ACCEPT


# Where in a record something is wrong


def test_every_turn_of_a_text_is_found_in_its_place() -> None:
    text = EXAMPLES[0]
    assert [text[start:end] for start, end in spans_of_turns(text)] == [turn.text() for turn in ANN.turns]


def test_what_cannot_be_read_is_found_in_its_place() -> None:
    text = EXAMPLES[0].replace(" 65 ", " 6x ")
    with pytest.raises(UnreadableRecord) as unreadable:
        read_record(text)
    start, end = unreadable.value.span or (0, 0)
    assert text[start:end] == "6x"


def test_the_first_wrong_turn_says_what_could_have_been() -> None:
    (fault,) = check_public(read_record(EXAMPLES[0].replace("1. 80 84 85 87", "1. 80 84 85 97"))).faults
    assert (fault.turn, fault.legal) == (3, ("81", "83", "87", "+"))

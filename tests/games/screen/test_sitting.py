"""A hand on screen: dealt from a key, told move by move, and nothing hidden in what a seat is shown."""

import random
import re
from dataclasses import replace
from functools import cache

import pytest

import engine
from games.screen import PERSON, Dealing, Shown, Sitting, Step, places_for, refusal_of, resumed, shown_to, tapped

KEYS = engine.hand_keys(bytes(range(32)), 1)
NAMES = ("Your seat", "Robin", "Wren", "Heron")
PRESETS = ("gamerules", "spruce", "classic4", "coop6")


@cache
def moments(rules: str = "gamerules") -> tuple[Sitting, ...]:
    """A whole hand, the person moving as chance has it."""
    bots = (PERSON, "heaviest", "heaviest", "heaviest")
    chance = random.Random(3)
    sitting = Sitting.begin(Dealing(rules, bots, centre=9, hand=1, before=None, keys=KEYS))
    found = [sitting]
    while not sitting.is_over:
        step = Step(chance.choice(sitting.hand.view_for(sitting.turn).legal))
        sitting = sitting.after(step).answered()
        found.append(sitting)
    return tuple(found)


@pytest.mark.parametrize("rules", PRESETS)
def test_moves_as_text_give_the_hand_back(rules: str) -> None:
    for sitting in moments(rules):
        assert resumed(sitting.dealing, sitting.moves) == sitting


def test_bots_wait_for_people_only() -> None:
    assert {sitting.turn for sitting in moments()[:-1]} == {0}
    assert moments()[-1].is_over


@pytest.mark.parametrize("rules", PRESETS)
def test_the_record_is_right_and_follows_from_its_key(rules: str) -> None:
    record = engine.read_record(moments(rules)[-1].record(("Ann", "Bob", "Cy", "Dee")).text())
    assert engine.check_full(record).faults == ()
    assert engine.check_keys(record).faults == ()
    assert record.deal_key == KEYS.deal.hex()


def test_a_record_of_a_hand_that_goes_on_has_nothing_hidden() -> None:
    for sitting in moments()[:-1]:
        record = sitting.record(("1", "2", "3", "4"))
        assert (record.deal, record.yard, record.left, record.deal_key, record.bots_key) == ((), (), (), "", "")


def told(shown: Shown) -> str:
    """Everything in what is shown, but the bare list of tiles not seen yet, which the seat can count itself."""
    return repr(replace(shown, view=replace(shown.view, unseen=())))


@pytest.mark.parametrize("rules", PRESETS)
def test_a_seat_is_shown_no_tile_of_another_rack_or_of_the_yard(rules: str) -> None:
    for sitting in moments(rules)[:-1]:
        shown = told(shown_to(sitting, 0, NAMES))
        seen = {(int(high), int(low)) for high, low in re.findall(r"Tile\(high=(\d+), low=(\d+)\)", shown)}
        hand = sitting.hand
        hidden = {tile for seat in (1, 2, 3) for tile in hand.rack(seat)}
        hidden |= {hand.masks.tiles_of(bit)[0] for bit in hand.yard}
        assert seen & {(tile.high, tile.low) for tile in hidden} == set()


def test_its_text_for_programmers_tells_nothing_hidden() -> None:
    assert not re.search("racks|yard|HandKeys", repr(moments()[0]))


def test_every_place_of_a_tile_is_a_legal_move_and_other_tiles_have_a_reason() -> None:
    reasons = set()
    for sitting in moments()[:-1]:
        shown = shown_to(sitting, 0, NAMES)
        legal = {move.tile for move in shown.view.legal if isinstance(move, engine.Play)}
        for tile in shown.view.rack:
            places = places_for(shown, tile)
            assert bool(places) == (tile in legal)
            for place in places:
                after = sitting.after(Step.read(place.move))
                assert tile not in after.hand.rack(0)
                assert after.layout.pieces[-1].branch == place.branch
            if not places:
                reasons.add(refusal_of(sitting, tile).code)
    assert {"screen.fits_nowhere", "move.opening", "move.foot"} <= reasons


def test_an_end_that_is_not_open_is_refused_in_words() -> None:
    sitting = next(one for one in moments() if one.hand.phase is engine.Phase.FREE and places_now(one))
    with pytest.raises(engine.IllegalMove, match="that end is not open"):
        sitting.after(Step(places_now(sitting)[0], "Q"))


def places_now(sitting: Sitting) -> list[engine.Play]:
    return [move for move in sitting.hand.legal_moves() if isinstance(move, engine.Play)]


@pytest.mark.parametrize("text", ["96", "69@B2", "+", "-", "*99"])
def test_steps_as_text(text: str) -> None:
    assert Step.read(text).text() == text


# --- what a tap means


def test_a_tap_is_a_move_where_there_is_one_place_and_a_tile_where_there_are_several() -> None:
    meant = set()
    for sitting in moments()[:-1]:
        shown = shown_to(sitting, 0, NAMES)
        for tile in shown.view.rack:
            places = places_for(shown, tile)
            if places:
                got = tapped(sitting, shown, tile=tile.text(), move="", is_old=False)
                assert got == (Step.read(places[0].move) if len(places) == 1 else tile)
                meant.add(type(got))
            else:
                with pytest.raises(engine.IllegalMove):
                    tapped(sitting, shown, tile=tile.text(), move="", is_old=False)
    assert meant == {Step, engine.Tile}


def test_nothing_is_said_to_whoever_is_not_in_turn_nor_of_an_earlier_moment() -> None:
    """Why a tile fits nowhere tells something of the rack that is in turn."""
    sitting = moments()[4]
    for seat, is_old in ((1, False), (0, True)):
        shown = shown_to(sitting, seat, NAMES)
        for tile in sitting.hand.rules.tiles.tiles:
            step = Step(engine.Play(tile, tile.high))
            assert tapped(sitting, shown, tile=tile.text(), move="", is_old=is_old) == step


def test_a_move_is_read_as_it_is_sent() -> None:
    sitting = moments()[1]
    assert tapped(sitting, shown_to(sitting, 0, NAMES), tile="", move="96@B2", is_old=False) == Step.read("96@B2")


@pytest.mark.parametrize("rules", PRESETS)
def test_a_turn_that_is_taken_for_somebody_is_a_whole_one(rules: str) -> None:
    """The centre placed, a tile drawn, laid or not: afterwards it is the turn of another seat."""
    for before in moments(rules)[:-1]:
        after = before.moved_by("heaviest")
        assert after.steps[: len(before.steps)] == before.steps
        mine = after.steps[len(before.steps) :]
        assert after.is_over or after.turn != before.turn
        assert sum(isinstance(step.move, engine.Play) for step in mine) <= 1
        assert 1 <= len(mine) <= 3

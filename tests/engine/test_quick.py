"""The quick checks of records against the slow ones that explain, and both against a deal that could have been."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.slips import SLIPS, played
from engine import (
    BOTS,
    Checked,
    Ended,
    Play,
    Record,
    Rules,
    Tile,
    Turn,
    check_full,
    check_public,
    preset,
    record_of,
)
from engine.public import explained_public, held_at_first, yard_at_first
from engine.quick import quick_full, quick_public
from engine.replay import dealt_hand, explained_full
from engine.start import Start
from tests.engine.deals import PRESETS, random_deal

NAMES = ("Wren", "Finch", "Robin", "Dove", "Crow", "Heron", "Stork", "Swift")


def by_any_rules(chance: random.Random) -> Record:
    """A random hand, things forgotten now and then."""
    deal = random_deal(chance.choice(PRESETS), chance)
    hand, moves = deal.hand(), []
    while hand.ended is None:
        move = chance.choice(hand.legal_moves())
        if isinstance(move, Play) and chance.random() < 0.05:
            move = replace(move, silent=True)
        moves.append(move)
        hand = hand.play(move)
    return record_of(deal.hand(), moves, NAMES[: deal.players])


def slow_full(record: Record) -> Checked:
    """As check_full, without its quick part; for records whose deal and beginning are right."""
    return explained_full(record, dealt_hand(record))


def quickly_public(record: Record) -> Checked | None:
    start = Start(record.rules, record.players, (record.centre,), record.first)
    outcome = quick_public(record, start, list(held_at_first(record)), yard_at_first(record))
    return None if outcome is None else Checked((), outcome)


def slow_and_quick_agree(record: Record) -> None:
    """A quick check that is sure is as the slow one; what is left to the slow one is wrong, or of a rare kind."""
    rules = record.rules
    rare = rules.draw.value == "until" or rules.free_draw or rules.double_out.value != "allowed"
    forgotten = any(turn.play is not None and turn.play.silent for turn in record.turns)
    unsure = rare or (forgotten and "draw" in {rules.call.value, rules.knock.value})
    unsure |= record.ended in {None, Ended.STOPPED} or not record.left
    outcome = quick_full(record, dealt_hand(record))
    quick_ones = (None if outcome is None else Checked((), outcome), quickly_public(record))
    for quick, slow in zip(quick_ones, (slow_full(record), explained_public(record)), strict=True):
        if quick is not None:
            assert quick == slow, record.text()
        else:
            assert unsure or not slow.is_right, record.text()
    assert (check_full(record), check_public(record)) == (slow_full(record), explained_public(record))


@given(seed=st.integers(0, 2**32))
def test_true_hands_of_any_rules(seed: int) -> None:
    slow_and_quick_agree(by_any_rules(random.Random(seed)))


@given(seed=st.integers(0, 2**32), kind=st.sampled_from(list(SLIPS)))
def test_hands_of_any_rules_with_a_slip(seed: int, kind: str) -> None:
    chance = random.Random(seed)
    record = by_any_rules(chance)
    if len(record.turns) > record.players:
        slow_and_quick_agree(SLIPS[kind](record, chance))


def written_wildly(record: Record, chance: random.Random) -> Record:
    """Turns dropped, repeated, moved; the hand ended otherwise; trailing passes; racks exchanged."""
    turns, left = list(record.turns), record.left or ((),) * record.players
    if turns:
        turns.insert(chance.randrange(len(turns) + 1), turns.pop(chance.randrange(len(turns))))
    first, others, tiles = left[0], left[1:], record.rules.tiles.tiles
    changes = [
        replace(record, turns=tuple(turns)),
        replace(record, turns=record.turns[: chance.randrange(len(record.turns) + 1)]),
        replace(record, turns=(*record.turns, *(Turn(),) * chance.randint(1, 4))),
        replace(record, turns=(*record.turns, chance.choice((Turn(1), Turn(0, Play(Tile(0, 0), 0)))))),
        replace(record, ended=chance.choice((*Ended, None))),
        replace(record, left=tuple(chance.sample(left, len(left)))),
        replace(record, left=((*first, chance.choice(tiles)), *others)),
        replace(record, left=((*first, Tile(18, 18)), *others)),
        replace(record, left=((*first, *first[:1]), *others)),
        replace(record, left=()),
        replace(record, score=()),
        replace(record, score=tuple(chance.sample(record.score, len(record.score)))),
    ]
    return chance.choice(changes)


@given(seed=st.integers(0, 2**32), times=st.integers(1, 2))
def test_hands_of_any_rules_written_wildly(seed: int, times: int) -> None:
    chance = random.Random(seed)
    record = by_any_rules(chance)
    for _ in range(times):
        record = written_wildly(record, chance)
    slow_and_quick_agree(record)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", PRESETS)
def test_quick_and_slow_agree_at_length(name: str, how_many: Callable[[int, int], int]) -> None:
    """Each kind of slip in turn, and every eleventh hand as it was played."""
    rules, kinds = preset(name), [None, *SLIPS]
    counts = rules.player_counts()
    for number in range(how_many(60, 4000)):
        chance = random.Random(f"{name} {number}")
        record, kind = played(rules, counts[number % len(counts)], chance), kinds[number % len(kinds)]
        slow_and_quick_agree(SLIPS[kind](record, chance) if kind is not None else record)


# What the public check lets pass is a hand that can be


def could_have_been(record: Record) -> Record | None:
    """The record with a deal that makes every turn true, found by trying; None if there is none.

    For rules with a centre set aside and one draw that must be played if it fits. Each draw that a player kept is tried
    as each tile that the player showed and that did not fit.
    """
    at_seat = [list(record.turns[seat :: record.players]) for seat in range(record.players)]
    turn_seats = [record.seat_of(number) for number in range(record.players)]
    fitting = fitting_before(record)
    deal: list[tuple[Tile, ...]] = [()] * record.players
    drawn: dict[int, Tile] = {}
    for place, turns in enumerate(at_seat):
        seat = turn_seats[place]
        numbers = [place + step * record.players for step in range(len(turns))]
        shown = [turn.play.tile for turn in turns if turn.play is not None and not turn.drawn]
        shown += record.left[seat]
        kept = [number for number, turn in zip(numbers, turns, strict=True) if turn.drawn and turn.play is None]
        choices = [[tile for tile in shown if tile not in fitting[number]] for number in kept]
        for choice in product(*choices):
            came = dict(zip(kept, choice, strict=True))
            rack = set(shown) - set(choice)
            if len(set(choice)) == len(kept) and is_true(turns, numbers, rack, came, fitting):
                break
        else:
            return None
        deal[seat] = tuple(set(shown) - set(choice))
        drawn |= came
    for number, turn in enumerate(record.turns):
        if turn.drawn and turn.play is not None:
            drawn[number] = turn.play.tile
    yard = [drawn[number] for number in sorted(drawn)]
    seen = {*yard, Tile.double(record.centre)}.union(*deal)
    return replace(record, deal=tuple(deal), yard=(*yard, *(set(record.rules.tiles.tiles) - seen)))


def is_true(
    turns: list[Turn], numbers: list[int], rack: set[Tile], came: dict[int, Tile], fitting: list[frozenset[Tile]]
) -> bool:
    """Whether one player can have played like this from these tiles, with these draws."""
    for number, turn in zip(numbers, turns, strict=True):
        if (turn.drawn or turn.play is None) and rack & fitting[number]:
            return False
        if number in came:
            if came[number] in fitting[number]:
                return False
            rack.add(came[number])
        if turn.play is not None and not turn.drawn:
            if turn.play.tile not in rack:
                return False
            rack.remove(turn.play.tile)
    return True


def fitting_before(record: Record) -> list[frozenset[Tile]]:
    """The tiles that would have fitted before each turn, from the layout alone."""
    return [frozenset(tiles) for tiles in _fitting(record)]


def _fitting(record: Record) -> Iterator[list[Tile]]:
    ends: list[int] = []
    need, owed = record.centre, record.rules.arms_for(record.players)
    for turn in record.turns:
        numbers = {need} if owed else set(ends)
        yield [tile for tile in record.rules.tiles.tiles if numbers & {tile.high, tile.low}]
        if turn.play is None:
            continue
        if owed:
            owed -= 1
        else:
            ends.remove(turn.play.joins)
        if turn.play.tile.is_double:
            need, owed = turn.play.joins, record.rules.toes
        else:
            ends.append(turn.play.leaves)


def public_is_exact(record: Record) -> None:
    """What the public check finds right has a deal by which the full check finds it right, and what it says about false
    draws and passes alone has none."""
    known = replace(record, deal=(), yard=())
    kept = Counter(record.seat_of(number) for number, turn in enumerate(record.turns) if turn == Turn(1))
    if max(kept.values(), default=0) > 4:
        return  # too many ways to try
    checked = check_public(known)
    about_passes = {fault.sentence.code for fault in checked.faults} == {"record.false_pass"}
    if checked.is_right:
        possible = could_have_been(known)
        assert possible is not None
        assert check_full(possible) == checked
    elif about_passes:
        assert could_have_been(known) is None


RULES = [Rules(), preset("gamerules"), Rules.read("gamerules hand=6"), Rules.read("gamerules set=6 hand=4 arms=2")]


@given(seed=st.integers(0, 2**32), kind=st.sampled_from(["two turns are exchanged", *SLIPS]))
def test_a_slip_that_passes_in_public_is_a_hand_that_can_be(seed: int, kind: str) -> None:
    chance = random.Random(seed)
    rules = chance.choice(RULES)
    players = chance.choice([count for count in rules.player_counts() if count > 2])  # two draw too often
    record = played(rules, players, chance)
    if len(record.turns) > players:
        public_is_exact(SLIPS[kind](record, chance))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_what_passes_in_public_can_be_at_length(how_many: Callable[[int, int], int]) -> None:
    for number in range(how_many(40, 4000)):
        chance = random.Random(f"exchanged {number}")
        public_is_exact(
            SLIPS["two turns are exchanged"](played(Rules(), 3 + number % 6, chance, BOTS["random"]), chance)
        )

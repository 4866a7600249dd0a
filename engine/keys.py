"""Hands that nobody could choose: the tiles follow from a key whose seal was shown before the hand (docs/record.md).

A table has one secret. Each of its hands has a key for the deal and another one for what its bots leave to chance, so
that showing one key tells nothing about another hand. Whoever has the keys of a hand can deal it and play it again.
"""

import hmac
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from engine.bots import BOTS
from engine.game import first_seat
from engine.hand import Hand
from engine.moves import Move
from engine.options import CentreFrom, Starter
from engine.outcome import Outcome
from engine.record import Record, record_of
from engine.replay import Checked, Fault
from engine.rules import Rules
from engine.start import ImpossibleDeal
from engine.tiles import Tile
from engine.words import N_, Sentence, say

VERSION = "1"
"""What bots and deals are a function of beside their keys. A change that makes any hand another one raises it."""

KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class HandKeys:
    """The keys of one hand, 32 bytes each: what is dealt, and what its bots leave to chance. Never shown by chance."""

    deal: bytes = field(repr=False)
    bots: bytes = field(repr=False)

    @property
    def seal(self) -> str:
        """What may be shown before the hand: it holds the deal to its key and gives nothing of it away."""
        return sha256(self.deal).hexdigest()


def hand_keys(secret: bytes, hand: int) -> HandKeys:
    """The keys of hand number `hand`, counted from 1, of the table with this secret."""
    return HandKeys(_derived(secret, f"deal {hand}"), _derived(secret, f"bots {hand}"))


def table_secret(secret: bytes, table: str) -> bytes:
    """The secret of one of many tables, out of one for all of them. `table` names it, as nothing else is named."""
    return _derived(secret, f"table {table}")


def _derived(key: bytes, words: str) -> bytes:
    return hmac.digest(key, words.encode(), "sha256")


def shuffled(tiles: Sequence[Tile], key: bytes, what: str) -> tuple[Tile, ...]:
    """The tiles in the order that a key gives them; `what` parts one shuffle from another with the same key.

    From the last place down to the second, each tile changes places with one at or before it. Numbers are read from
    HMAC-SHA256(key, "`what` 0"), "`what` 1", …, four bytes each, the highest first; a number too high to be fair is
    left out.
    """
    order, numbers, block = list(tiles), list[int](), 0
    for last in range(len(order) - 1, 0, -1):
        count = last + 1
        while True:
            if not numbers:
                numbers = _numbers(key, f"{what} {block}")
                block += 1
            number = numbers.pop()
            if number < 2**32 - 2**32 % count:
                break
        order[last], order[number % count] = order[number % count], order[last]
    return tuple(order)


def _numbers(key: bytes, words: str) -> list[int]:
    """Eight numbers of 32 bits, the first one last."""
    block = _derived(key, words)
    return [int.from_bytes(block[at : at + 4]) for at in range(28, -1, -4)]


def deal(rules: Rules, *, players: int, centre: int, hand: int, before: int | None, key: bytes) -> Hand:
    """The tiles of hand number `hand`, dealt from its key. `before` is the seat that began the hand before, if any did.

    Raises ImpossibleDeal if a table of this size cannot play by these rules.
    """
    tiles = rules.tiles.tiles
    search = shuffled(tiles, key, "search")
    first = first_seat(rules, players, hand=hand, centre=centre, before=before, search=search)
    aside = Tile.double(centre) if rules.centre is CentreFrom.ASIDE else None
    order = [tile for tile in shuffled(tiles, key, "deal") if tile != aside]
    return Hand.deal(rules, players=players, centres=(centre,), tiles=order, first=first)


@dataclass(frozen=True, slots=True)
class BotHand:
    """A hand that bots have played: its record, keys included, how it ended, and the seat that began it."""

    record: Record
    outcome: Outcome
    first: int


def play_bots(
    rules: Rules, bots: Sequence[str], *, centre: int, hand: int, before: int | None, secret: bytes
) -> BotHand:
    """Hand number `hand` of a table of bots (names of `engine.BOTS` by seat), to its end: a function of what is given.

    Its record names the seats by their places, 1, 2, 3, … Raises ImpossibleDeal as `deal` does.
    """
    keys = hand_keys(secret, hand)
    dealt = deal(rules, players=len(bots), centre=centre, hand=hand, before=before, key=keys.deal)
    over, moves = _played(dealt, bots, keys.bots)
    outcome = over.outcome()
    if outcome is None:
        raise ValueError("the hand is not over")
    record = replace(
        record_of(dealt, moves, [str(place) for place in range(1, len(bots) + 1)]),
        hand=hand,
        bots=tuple(bots),
        seal=keys.seal,
        deal_key=keys.deal.hex(),
        bots_key=keys.bots.hex(),
    )
    return BotHand(record, outcome, dealt.start.first)


def _played(hand: Hand, bots: Sequence[str], key: bytes) -> tuple[Hand, list[Move]]:
    """The hand played to its end, each bot with a source of chance of its own: Python's, seeded with a derived key."""
    chances = [random.Random(int.from_bytes(_derived(key, f"seat {seat}"))) for seat in range(1, len(bots) + 1)]
    choose = [BOTS[name] for name in bots]
    moves: list[Move] = []
    while hand.ended is None:
        seat = hand.turn
        move = choose[seat](hand.view_for(seat), chances[seat])
        hand = hand.play(move)
        moves.append(move)
    return hand, moves


def check_keys(record: Record) -> Checked:
    """Whether deal and moves of a record follow from the keys that stand in it, and the deal's key from its seal.

    What the record does not say is not checked.
    """
    if not record.deal_key:
        return Checked((), None)
    key, hand = bytes.fromhex(record.deal_key), max(record.hand, 1)
    centre, before = record.due[0] if record.due else record.centre, _before(record)
    try:
        dealt = deal(record.rules, players=record.players, centre=centre, hand=hand, before=before, key=key)
    except ImpossibleDeal:
        return _fault(say("keys.no_deal", N_("No deal of these rules follows from the key.")))
    wrong = _wrong_deal(record, dealt, key)
    if wrong is not None:
        return _fault(wrong)
    if not record.bots or not record.bots_key or record.ended is None:
        return Checked((), None)
    return _check_moves(record, dealt)


def _wrong_deal(record: Record, dealt: Hand, key: bytes) -> Sentence | None:
    """What does not follow from the key of the deal."""
    if record.seal and sha256(key).hexdigest() != record.seal:
        return say("keys.seal", N_("The key of the deal does not fit the seal that was shown before the hand."))
    right = record_of(dealt, (), record.names)
    if record.deal and (record.deal, record.yard) != (right.deal, right.yard):
        return say("keys.deal", N_("Other tiles were dealt than those that follow from the key."))
    if record.rules.centre is CentreFrom.ASIDE and record.first != right.first:
        return say("keys.first", N_("By the key another player has the first turn."))
    return None


def _check_moves(record: Record, dealt: Hand) -> Checked:
    """The first turn that the bots would have played otherwise."""
    over, moves = _played(dealt, record.bots, bytes.fromhex(record.bots_key))
    right = record_of(dealt, moves, record.names)
    for number, (turn, theirs) in enumerate(zip(record.turns, right.turns, strict=False)):
        if turn.text() != theirs.text():
            other = say("keys.other_move", N_("The bot would have played otherwise."))
            return Checked((Fault(number, record.seat_of(number), other, (theirs.text(),)),), None)
    if len(record.turns) != len(right.turns) or record.ended is not right.ended:
        return _fault(say("keys.other_end", N_("Played by the bots, the hand ends elsewhere.")))
    return Checked((), over.outcome())


def _fault(sentence: Sentence) -> Checked:
    return Checked((Fault(None, None, sentence),), None)


def _before(record: Record) -> int | None:
    """Where the start moves round, a later hand says itself who began it; the hand before is another record."""
    if record.rules.starter is Starter.ROTATES and record.hand > 1:
        return (record.first - 1) % record.players
    return None

"""A record whose deal is known, played again turn by turn on Hand with every check."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.hand import Hand
from engine.moves import DRAW, PASS, IllegalMove
from engine.options import CentreFrom, Starter
from engine.outcome import Ended, Outcome
from engine.quick import quick_full
from engine.record import Record, Turn
from engine.start import ImpossibleDeal, Phase
from engine.words import N_, Sentence, say


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a record.

    `turn` counts from 0; it is None where the fault is in what stands before or after the turns. `seat` is whose turn
    it is, or the seat that the fault is about, or None. `legal` are the tokens that would have been right.
    """

    turn: int | None
    seat: int | None
    sentence: Sentence
    legal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of checking a record: its faults, and the outcome as far as the turns show it."""

    faults: tuple[Fault, ...]
    outcome: Outcome | None

    @property
    def is_right(self) -> bool:
        return not self.faults


def dealt_hand(record: Record) -> Hand:
    """The hand before the first turn, the centre placed. Raises ImpossibleDeal if deal and yard are no deal."""
    rules = record.rules
    first_of_hand = rules.centre is CentreFrom.ASIDE or rules.starter is Starter.ROTATES
    hand = Hand.deal(
        rules,
        players=record.players,
        centres=record.due or (record.centre,),
        tiles=[tile for tiles in (*record.deal, record.yard) for tile in tiles],
        first=record.first if first_of_hand else record.lead,
    )
    if tuple(map(len, record.deal)) != (rules.hand_size(record.players),) * record.players:
        raise ImpossibleDeal("not everybody was dealt the same number of tiles")
    return _searched(hand)[0]


def _searched(hand: Hand) -> tuple[Hand, int | None]:
    """The hand with its centre placed, and the seat that placed it."""
    seat = None
    while hand.phase is Phase.SEARCH:
        seat = hand.turn
        hand = hand.play(hand.legal_moves()[0])
    return hand, seat


def after_turn(hand: Hand, turn: Turn) -> Hand:
    """The hand after a whole turn. Raises IllegalMove."""
    for _ in range(turn.drawn):
        hand = hand.play(DRAW)
    if turn.play is not None:
        return hand.play(turn.play)
    if turn.drawn and hand.ended is not None:
        return hand  # the draw was the end, so that no pass follows (A26)
    return hand.play(PASS)


def replay(record: Record) -> Iterator[Hand]:
    """The hand before the first turn and after each. Raises ImpossibleDeal, IllegalMove."""
    hand = dealt_hand(record)
    yield hand
    for turn in record.turns:
        hand = after_turn(hand, turn)
        yield hand


def check_full(record: Record) -> Checked:
    """Check a record whose deal is known: every turn, the end, the tiles left and the score."""
    try:
        hand = dealt_hand(record)
    except ImpossibleDeal:
        wrong = N_("The deal and the yard are not the tiles of this game, each once.")
        return Checked((Fault(None, None, say("record.impossible_deal", wrong)),), None)
    before = tuple(_before_the_turns(record, hand))
    if before:
        return Checked(before, None)
    outcome = quick_full(record, hand)
    return explained_full(record, hand) if outcome is None else Checked((), outcome)


def explained_full(record: Record, hand: Hand) -> Checked:
    """The turns of a record played from its hand one by one, with a sentence for the first fault."""
    for number, turn in enumerate(record.turns):
        if hand.ended is not None:
            if all(later == Turn() for later in record.turns[number:]):
                break  # trailing passes (A26)
            over = say("record.turn_after_end", N_("The hand was over before this turn."))
            return Checked((Fault(number, record.seat_of(number), over),), hand.outcome())
        try:
            hand = after_turn(hand, turn)
        except IllegalMove as illegal:
            fault = Fault(number, record.seat_of(number), illegal.sentence, legal_tokens(hand))
            return Checked((fault,), None)
    outcome = _outcome(record, hand)
    if outcome is None:
        return Checked(tuple(_not_over(record, hand)), None)
    return Checked(tuple(_after_the_turns(record, hand, outcome)), outcome)


def _outcome(record: Record, hand: Hand) -> Outcome | None:
    """How the hand ended, or what everybody has where it was stopped (A46)."""
    if hand.ended is None and record.ended is Ended.STOPPED:
        racks = map(hand.rack, range(record.players))
        return Outcome(Ended.STOPPED, None, tuple(map(record.rules.points, racks)))
    return hand.outcome()


def legal_tokens(hand: Hand) -> tuple[str, ...]:
    """What the player in turn may write: a play, a draw with what can follow it, or a pass."""
    tokens = []
    for move in hand.legal_moves():
        if move != DRAW:
            tokens.append(move.text())
            continue
        drawn = hand.play(DRAW)
        tokens += ["+"] if drawn.ended is not None else ["+" + token.replace("-", "") for token in legal_tokens(drawn)]
    return tuple(tokens)


def _before_the_turns(record: Record, hand: Hand) -> Iterator[Fault]:
    if hand.centre != record.centre:
        centre = N_("By the deal this hand starts from another double.")
        yield Fault(None, None, say("record.other_centre", centre))
    if hand.turn != record.first:
        first = N_("By the deal another player has the first turn.")
        yield Fault(None, record.first, say("record.other_first", first))
    if record.rules.centre is not CentreFrom.ASIDE:
        drawn = len(record.yard) - len(hand.yard)
        if drawn != record.search:
            search = N_("By the deal {count} tiles were drawn for the centre.")
            yield Fault(None, None, say("record.other_search", search, count=drawn))


def _not_over(record: Record, hand: Hand) -> Iterator[Fault]:
    if record.ended is not None:
        yield Fault(None, hand.turn, say("record.not_over", N_("The hand is not over yet.")), legal_tokens(hand))


def _after_the_turns(record: Record, hand: Hand, outcome: Outcome) -> Iterator[Fault]:
    if record.ended is not outcome.ended:
        end = N_("The hand ended here, and the record does not say so with the right mark: {mark}.")
        yield Fault(None, None, say("record.wrong_end", end, mark="#" if outcome.out is not None else "="))
    for seat, left in enumerate(record.left):
        if sorted(left) != sorted(hand.rack(seat)):
            tiles = ", ".join(map(str, hand.rack(seat))) or "–"
            wrong = N_("These are not the tiles that were left, which are: {tiles}.")
            yield Fault(None, seat, say("record.wrong_left", wrong, tiles=tiles))
    for seat, points in enumerate(record.score):
        if points != outcome.points[seat]:
            score = N_("{points} points are written down, and the tiles left make {right}.")
            yield Fault(None, seat, say("record.wrong_score", score, points=points, right=outcome.points[seat]))

"""Why a move is not allowed: a sentence for the player who tried it."""

from typing import TYPE_CHECKING

from engine.moves import Draw, Move, Pass, PlaceCentre, Play
from engine.tiles import Tile
from engine.words import N_, Sentence, say

if TYPE_CHECKING:
    from engine.hand import Hand


def why_not(hand: "Hand", move: Move) -> Sentence:
    """What stands against this move. Expects a move that the hand refuses."""
    if hand.ended is not None:
        return say("move.hand_over", N_("This hand is over."))
    if hand.phase.value == "search":
        return _while_searching(hand)
    match move:
        case Play():
            return _why_not_play(hand, move)
        case Draw():
            return _why_not_draw(hand)
        case Pass():
            return _why_not_pass(hand)
        case PlaceCentre():
            lies = N_("The {centre} already lies in the centre.")
            return say("move.centre_lies", lies, centre=str(Tile.double(hand.centre)))


def _while_searching(hand: "Hand") -> Sentence:
    centre = str(Tile.double(hand.centre))
    if hand.racks[hand.turn] & hand.masks.double[hand.centre]:
        return say("move.place_centre", N_("The {centre} has to be placed first."), centre=centre)
    return say("move.draw_for_centre", N_("Nobody has the {centre}: draw a tile for it."), centre=centre)


def _why_not_play(hand: "Hand", move: Play) -> Sentence:
    tile, bit = str(move.tile), hand.masks.at[move.tile.high][move.tile.low]
    if not bit & hand.racks[hand.turn]:
        return say("move.not_held", N_("{tile} is not on the rack."), tile=tile)
    if hand.fresh and bit != hand.fresh:
        drawn = str(hand.masks.tiles_of(hand.fresh)[0])
        only = N_("After a draw only the drawn tile may be played, and that is {drawn}.")
        return say("move.only_the_drawn_tile", only, drawn=drawn)
    if hand.phase.value == "free":
        return say(
            "move.no_such_end", N_("{tile} cannot go there: no end shows a {number}."), tile=tile, number=move.joins
        )
    needed = str(Tile.double(hand.need))
    if hand.phase.value == "opening":
        opening = (
            N_("{tile} cannot go there: one more train must be laid on the {centre} first."),
            N_("{tile} cannot go there: {count} more trains must be laid on the {centre} first."),
        )
        return say("move.opening", *opening, tile=tile, count=hand.owed, centre=needed)
    foot = (
        N_("{tile} cannot go there: the foot on {double} still needs one toe."),
        N_("{tile} cannot go there: the foot on {double} still needs {count} toes."),
    )
    return say("move.foot", *foot, tile=tile, count=hand.owed, double=needed)


def _why_not_draw(hand: "Hand") -> Sentence:
    if hand.fresh:
        return say("move.drawn_already", N_("A tile has been drawn already in this turn."))
    if hand.racks[hand.turn] & hand.fitting:
        return say("move.can_play", N_("There is a tile on the rack that fits, so it must be played."))
    return say("move.nothing_to_draw", N_("Nothing can be drawn any more."))


def _why_not_pass(hand: "Hand") -> Sentence:
    if hand.fresh & hand.fitting:
        drawn = str(hand.masks.tiles_of(hand.fresh)[0])
        return say("move.must_play_drawn", N_("{drawn} was drawn and fits, so it must be played."), drawn=drawn)
    if not hand.fresh and hand.racks[hand.turn] & hand.fitting:
        return say("move.can_play", N_("There is a tile on the rack that fits, so it must be played."))
    return say("move.must_draw", N_("Without a tile that fits, one must be drawn before passing."))

"""The rules of Chicken Foot: tile sets, house rules, and what a reported hand can and cannot be.

Standard library only; no clock, no hidden randomness. Everything public is imported from here.
"""

from engine.bots import BOTS
from engine.free import FreeRules, Wins
from engine.game import Game, Played
from engine.hand import Hand
from engine.keys import KEY_BYTES, VERSION, BotHand, HandKeys, check_keys, hand_keys, play_bots, table_secret
from engine.keys import deal as deal_from_key
from engine.layout import Foot, Layout, Piece
from engine.left import check_left
from engine.moves import DRAW, PASS, Draw, IllegalMove, Move, Pass, PlaceCentre, Play, UnreadableMove, read_move
from engine.options import (
    MOST_PLAYERS,
    ByPlayers,
    CentreFrom,
    Choice,
    DeadFoot,
    DoubleOut,
    DrawnTile,
    Draws,
    Forgotten,
    Hands,
    Option,
    Share,
    Starter,
    Trains,
)
from engine.outcome import Ended, Outcome
from engine.plausible import Finding, Kind, Verdict, can_be_ended, check_hand
from engine.position import UnreadablePosition, position_text, read_position
from engine.possible import can_be_handed_in, most_points, most_zeros
from engine.public import check_public, held_at_first
from engine.reading import read_record, read_records, spans_of_turns
from engine.record import Record, Turn, UnreadableRecord, record_of
from engine.replay import Checked, Fault, check_full, replay
from engine.rules import PRESETS, TITLES, AnyRules, Rules, UnreadableRules, preset, read_rules
from engine.start import ImpossibleDeal, Phase
from engine.tiles import DIGITS, SETS, Tile, TileSet, UnreadableTile
from engine.totals import check_totals
from engine.usual import Usual, usual_points
from engine.verify import check_racks, check_tiles
from engine.view import View
from engine.words import N_, Sentence, Unreadable, say

__all__ = [
    "BOTS",
    "DIGITS",
    "DRAW",
    "KEY_BYTES",
    "MOST_PLAYERS",
    "N_",
    "PASS",
    "PRESETS",
    "SETS",
    "TITLES",
    "VERSION",
    "AnyRules",
    "BotHand",
    "ByPlayers",
    "CentreFrom",
    "Checked",
    "Choice",
    "DeadFoot",
    "DoubleOut",
    "Draw",
    "DrawnTile",
    "Draws",
    "Ended",
    "Fault",
    "Finding",
    "Foot",
    "Forgotten",
    "FreeRules",
    "Game",
    "Hand",
    "HandKeys",
    "Hands",
    "IllegalMove",
    "ImpossibleDeal",
    "Kind",
    "Layout",
    "Move",
    "Option",
    "Outcome",
    "Pass",
    "Phase",
    "Piece",
    "PlaceCentre",
    "Play",
    "Played",
    "Record",
    "Rules",
    "Sentence",
    "Share",
    "Starter",
    "Tile",
    "TileSet",
    "Trains",
    "Turn",
    "Unreadable",
    "UnreadableMove",
    "UnreadablePosition",
    "UnreadableRecord",
    "UnreadableRules",
    "UnreadableTile",
    "Usual",
    "Verdict",
    "View",
    "Wins",
    "can_be_ended",
    "can_be_handed_in",
    "check_full",
    "check_hand",
    "check_keys",
    "check_left",
    "check_public",
    "check_racks",
    "check_tiles",
    "check_totals",
    "deal_from_key",
    "hand_keys",
    "held_at_first",
    "most_points",
    "most_zeros",
    "play_bots",
    "position_text",
    "preset",
    "read_move",
    "read_position",
    "read_record",
    "read_records",
    "read_rules",
    "record_of",
    "replay",
    "say",
    "spans_of_turns",
    "table_secret",
    "usual_points",
]

"""The rules of Chicken Foot: tile sets, house rules, and what a reported hand can and cannot be.

Standard library only; no clock, no hidden randomness. Everything public is imported from here.
"""

from engine.free import FreeRules, Wins
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
from engine.plausible import Ended, Finding, Kind, Verdict, can_be_ended, check_hand
from engine.rules import PRESETS, TITLES, AnyRules, Rules, UnreadableRules, preset, read_rules
from engine.tiles import SETS, Tile, TileSet, UnreadableTile
from engine.verify import check_racks
from engine.words import N_, Sentence, Unreadable, say

__all__ = [
    "MOST_PLAYERS",
    "N_",
    "PRESETS",
    "SETS",
    "TITLES",
    "AnyRules",
    "ByPlayers",
    "CentreFrom",
    "Choice",
    "DeadFoot",
    "DoubleOut",
    "DrawnTile",
    "Draws",
    "Ended",
    "Finding",
    "Forgotten",
    "FreeRules",
    "Hands",
    "Kind",
    "Option",
    "Rules",
    "Sentence",
    "Share",
    "Starter",
    "Tile",
    "TileSet",
    "Trains",
    "Unreadable",
    "UnreadableRules",
    "UnreadableTile",
    "Verdict",
    "Wins",
    "can_be_ended",
    "check_hand",
    "check_racks",
    "preset",
    "read_rules",
    "say",
]

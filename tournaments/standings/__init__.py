"""Ledger of scores to ranking. Pure: plain values in, plain values out, no Django.

from tournaments.standings import Ledger, Policy, rank
"""

from tournaments.standings.chances import Chance, chances
from tournaments.standings.cut import (
    Contender,
    Cut,
    CutGroup,
    DrawnLot,
    ExtraHand,
    HandPicked,
    HowMany,
    Settled,
    contenders,
    cut,
    cut_groups,
    places_of,
)
from tournaments.standings.ledger import (
    Adjustment,
    EntryLedger,
    HandScore,
    Ledger,
    RoundAsked,
    SheetTotal,
    State,
    TableAsked,
    after,
    part_of,
)
from tournaments.standings.policy import (
    DEFAULT_TIE_BREAKS,
    Imputation,
    ImputationKind,
    Measure,
    Policy,
    PolicyRefused,
    TieBreak,
    Wins,
)
from tournaments.standings.rank import rank
from tournaments.standings.rows import Decision, RoundResult, Row, Section, Share, Skipped, Standings, value_text
from tournaments.standings.to_come import HandBounds, HandToCome, RuledHand, ToCome, TotalledHands

__all__ = [
    "DEFAULT_TIE_BREAKS",
    "Adjustment",
    "Chance",
    "Contender",
    "Cut",
    "CutGroup",
    "Decision",
    "DrawnLot",
    "EntryLedger",
    "ExtraHand",
    "HandBounds",
    "HandPicked",
    "HandScore",
    "HandToCome",
    "HowMany",
    "Imputation",
    "ImputationKind",
    "Ledger",
    "Measure",
    "Policy",
    "PolicyRefused",
    "RoundAsked",
    "RoundResult",
    "Row",
    "RuledHand",
    "Section",
    "Settled",
    "Share",
    "SheetTotal",
    "Skipped",
    "Standings",
    "State",
    "TableAsked",
    "TieBreak",
    "ToCome",
    "TotalledHands",
    "Wins",
    "after",
    "chances",
    "contenders",
    "cut",
    "cut_groups",
    "part_of",
    "places_of",
    "rank",
    "value_text",
]

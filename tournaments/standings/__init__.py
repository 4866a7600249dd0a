"""Ledger of scores to ranking. Pure: plain values in, plain values out, no Django.

from tournaments.standings import Ledger, Policy, rank
"""

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

__all__ = [
    "DEFAULT_TIE_BREAKS",
    "Adjustment",
    "Decision",
    "EntryLedger",
    "HandScore",
    "Imputation",
    "ImputationKind",
    "Ledger",
    "Measure",
    "Policy",
    "PolicyRefused",
    "RoundAsked",
    "RoundResult",
    "Row",
    "Section",
    "Share",
    "SheetTotal",
    "Skipped",
    "Standings",
    "State",
    "TableAsked",
    "TieBreak",
    "Wins",
    "after",
    "rank",
    "value_text",
]

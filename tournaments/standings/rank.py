"""From a ledger and a policy to the list that everybody looks at."""

from tournaments.standings.ledger import Ledger, after
from tournaments.standings.policy import Policy
from tournaments.standings.rows import Decision, RoundResult, Row, Section, Share, Skipped, Standings

__all__ = ["Decision", "RoundResult", "Row", "Section", "Share", "Skipped", "Standings", "after", "rank"]


def rank(ledger: Ledger, policy: Policy) -> Standings:
    """Rank a ledger. The order of its entries, hands and rounds does not matter."""
    raise NotImplementedError

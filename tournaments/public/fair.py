"""What is compared where tables have different sizes, in words: the rule in force, a worked line, the averages."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

import engine
from tournaments.models import Tournament
from tournaments.public.frame import People
from tournaments.queries.facts import Facts
from tournaments.queries.standings import policy_of
from tournaments.refusals import in_words
from tournaments.standings import Comparison, Policy, Row, SizeAverage, Standings, decimals, worked_line


@dataclass(frozen=True, slots=True)
class SizeLine:
    """One size of table, as it is shown; `simulated` is empty where nothing is known."""

    size: int
    scores: int
    own: str
    used: str
    simulated: str


@dataclass(frozen=True, slots=True)
class FairComparison:
    """The rule in force, worked for whoever stands first, and with adjusted points the averages."""

    label: str
    rule: str
    worked: tuple[str, ...]
    overall: str
    sizes: tuple[SizeLine, ...]

    @property
    def simulated(self) -> bool:
        """Whether there is anything to compare the averages with."""
        return any(size.simulated for size in self.sizes)


def comparison_of(standings: Standings, policy: Policy, facts: Facts, people: People) -> FairComparison | None:
    """What stands beside the list; None where totals are compared."""
    if policy.comparison is Comparison.TOTALS:
        return None
    first = next((row for row in standings.rows if row.compared is not None), None)
    worked = "" if first is None else worked_words(first, people.name(first.entry), facts.tournament)
    rules = engine.read_rules(facts.tournament.rules)
    return FairComparison(
        label=in_words(policy.comparison.label()),
        rule=in_words(policy.comparison.explanation()),
        worked=(worked,) if worked else (),
        overall=decimals(standings.fair.overall),
        sizes=tuple(_size_line(size, rules) for size in standings.fair.sizes),
    )


def worked_words(row: Row, name: str, tournament: Tournament) -> str:
    """How what a row is ranked by comes about; empty where that is its total."""
    if row.compared is None:
        return ""
    return in_words(worked_line(name, row.compared, policy_of(tournament).measure))


def _size_line(size: SizeAverage, rules: engine.AnyRules) -> SizeLine:
    usual = engine.usual_points(rules, size.size)
    simulated = (
        ""
        if usual is None
        else _("{least} to {most}").format(
            least=decimals(Fraction(min(usual.heaviest, usual.random), 10)),
            most=decimals(Fraction(max(usual.heaviest, usual.random), 10)),
        )
    )
    return SizeLine(size.size, size.scores, decimals(size.own), decimals(size.used), simulated)

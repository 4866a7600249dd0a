"""The rules of a tournament in words: the game, the evening, and how it is ranked."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

import engine
from tournaments.models import Tournament
from tournaments.public.frame import frame
from tournaments.public.shelf import for_everybody
from tournaments.queries.standings import policy_of
from tournaments.refusals import in_words
from tournaments.standings import Comparison, Measure, Policy, Wins


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: what it is about, and what holds."""

    about: str
    holds: str


@for_everybody()
def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All rules of a tournament."""
    game = engine.read_rules(tournament.rules)
    policy = policy_of(tournament)
    context = {
        **frame(tournament, "rules"),
        "game": [Rule(in_words(option.label), in_words(option.value)) for option in game.options()],
        "plan": list(enumerate(tournament.plan, 1)),
        "evening": _evening(tournament),
        "first": _first(policy),
        "comparison": "" if policy.comparison is Comparison.TOTALS else in_words(policy.comparison.explanation()),
        "tie_breaks": [
            Rule(in_words(one.label(policy.wins)), in_words(one.explanation(policy.wins))) for one in policy.tie_breaks
        ],
        "imputation": in_words(policy.imputation.kind.explanation()),
        "imputed_points": policy.imputation.value,
    }
    return render(request, "public/rules.html", context)


def _first(policy: Policy) -> str:
    if policy.comparison is Comparison.PLACING:
        return _("Whoever has the most placing points stands first.")
    if policy.comparison is Comparison.ADJUSTED:
        return (
            _("The lowest adjusted points stand first.")
            if policy.wins is Wins.LOWEST
            else _("The highest adjusted points stand first.")
        )
    if policy.measure is Measure.AVERAGE:
        return (
            _("The lowest average per hand stands first.")
            if policy.wins is Wins.LOWEST
            else _("The highest average per hand stands first.")
        )
    if policy.wins is Wins.LOWEST:
        return _("The lowest total of all hands stands first.")
    return _("The highest total of all hands stands first.")


def _evening(tournament: Tournament) -> list[Rule]:
    sizes = ", ".join(str(size) for size in sorted(tournament.sizes))
    fill_in = (
        _("The hands count for whoever fills in.")
        if tournament.fill_in_counts
        else _("The hands count for the table, and not for whoever fills in.")
    )
    found = [
        Rule(
            _("People at a table"), _("%(sizes)s; best %(best)d") % {"sizes": sizes, "best": tournament.preferred_size}
        ),
        Rule(_("Filling in at a second table"), fill_in),
    ]
    if tournament.hands_asked is not None:
        found.append(Rule(_("Hands needed for a place"), str(tournament.hands_asked)))
    return found

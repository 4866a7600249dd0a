"""What makes results from tables of different size comparable: the choice, and which one fits a plan."""

from collections.abc import Iterable
from enum import Enum

from engine import N_, Sentence, say


class Comparison(Enum):
    """What of a hand or table is added up."""

    TOTALS = "totals"
    """The points as they are."""
    ADJUSTED = "adjusted"
    """Points less what is usual in this tournament at tables of that size."""
    PLACING = "placing"
    """Points for the place at each table; every size brings six a head."""

    def label(self) -> Sentence:
        """A few words for a form or a column."""
        return _LABELS[self]

    def explanation(self) -> Sentence:
        """How it is worked out."""
        return _EXPLANATIONS[self]


def default_comparison(sizes: Iterable[int], short_tables: Iterable[int] = ()) -> tuple[Comparison, Sentence]:
    """What to choose for planned tables of these sizes, and why.

    `short_tables` says for each person at how many of the smaller tables the plan seats it; leave it out where nothing
    is planned yet: then they are taken to be shared fairly.
    """
    planned = sorted(set(sizes))
    if not planned or planned[-1] == planned[0]:
        return Comparison.TOTALS, say("comparison.equal", N_("All tables have the same size."))
    if planned[-1] - planned[0] > 1:
        wide = N_("The tables have from {smallest} to {largest} seats, and points are not the same at all of them.")
        return Comparison.ADJUSTED, say("comparison.wide", wide, smallest=planned[0], largest=planned[-1])
    counts = sorted(short_tables)
    if counts and counts[-1] - counts[0] > 1:
        unfair = N_("Somebody sits at {most} of the smaller tables, somebody else at {fewest}.")
        return Comparison.ADJUSTED, say("comparison.unshared", unfair, most=counts[-1], fewest=counts[0])
    near = N_("The tables have {smallest} or {largest} seats, and the smaller ones are shared out.")
    return Comparison.TOTALS, say("comparison.near", near, smallest=planned[0], largest=planned[-1])


_LABELS = {
    Comparison.TOTALS: say("comparison.totals", N_("Total points")),
    Comparison.ADJUSTED: say("comparison.adjusted", N_("Adjusted points")),
    Comparison.PLACING: say("comparison.placing", N_("Placing points")),
}
_EXPLANATIONS = {
    Comparison.TOTALS: say("comparison.totals.why", N_("Points are added up as they are, whatever the table's size.")),
    Comparison.ADJUSTED: say(
        "comparison.adjusted.why",
        N_("From each hand the average of this tournament's hands at tables of that size is taken off."),
    ),
    Comparison.PLACING: say(
        "comparison.placing.why",
        N_("The places at each table bring points, and every size of table brings the same for each head: 6."),
    ),
}

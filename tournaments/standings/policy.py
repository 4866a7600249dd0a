"""How a tournament ranks: which end wins, what is compared, how ties are broken, what a missed hand is worth."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Self

from engine import N_, Sentence, say
from tournaments.standings.comparison import Comparison


class PolicyRefused(ValueError):
    """A policy that cannot be; `sentence` says to a person why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


class Wins(Enum):
    """Which end of the list stands first."""

    LOWEST = "lowest"
    HIGHEST = "highest"


class Measure(Enum):
    """What is compared first."""

    TOTAL = "total"
    AVERAGE = "average"
    """Total divided by counted hands, an exact fraction."""

    def label(self) -> Sentence:
        """A few words for a form or a column."""
        return _MEASURES[self]


class TieBreak(Enum):
    """One way to part entries that are level. The value is its text code: TieBreak("most_zeros")."""

    MOST_ZEROS = "most_zeros"
    LOWEST_OTHER = "lowest_other"
    COUNTBACK = "countback"
    HEAD_TO_HEAD = "head_to_head"
    LOT = "lot"

    def label(self, wins: Wins = Wins.LOWEST) -> Sentence:
        """Its name. Where the highest wins, the tie-breaks that compare points are turned round."""
        return _LABELS[self, wins]

    def explanation(self, wins: Wins = Wins.LOWEST) -> Sentence:
        """What it compares, in one sentence."""
        return _EXPLANATIONS[self, wins]


class ImputationKind(Enum):
    """Where the value for a missed hand comes from."""

    NONE = "none"
    TABLE_HIGHEST = "table_highest"
    ROUND_AVERAGE = "round_average"
    OWN_AVERAGE = "own_average"
    FIXED = "fixed"

    def label(self) -> Sentence:
        """A few words for a form."""
        return _IMPUTATIONS[self]

    def explanation(self) -> Sentence:
        """What a missed hand is given, in one sentence."""
        return _IMPUTATION_EXPLANATIONS[self]


@dataclass(frozen=True, slots=True)
class Imputation:
    """What a missed hand is worth: Imputation.NONE, .TABLE_HIGHEST, .ROUND_AVERAGE, .OWN_AVERAGE or .FIXED(30).

    An imputed hand counts as a hand and adds to the total; it is never a zero nor a lowest hand (A36).
    `value` is there for FIXED only. Raises PolicyRefused otherwise.
    """

    kind: ImputationKind
    value: int | None = None

    NONE: ClassVar["Imputation"]
    TABLE_HIGHEST: ClassVar["Imputation"]
    ROUND_AVERAGE: ClassVar["Imputation"]
    OWN_AVERAGE: ClassVar["Imputation"]

    def __post_init__(self) -> None:
        """A fixed value needs its number, nothing else has one."""
        if (self.value is None) == (self.kind is ImputationKind.FIXED):
            raise PolicyRefused(
                say(
                    "policy.fixed_value",
                    N_("A fixed value for missed hands needs a whole number, and only it has one."),
                )
            )

    @classmethod
    def FIXED(cls, value: int) -> Self:  # noqa: N802 - reads like its siblings
        """Every missed hand is worth `value` points."""
        return cls(ImputationKind.FIXED, value)


Imputation.NONE = Imputation(ImputationKind.NONE)
Imputation.TABLE_HIGHEST = Imputation(ImputationKind.TABLE_HIGHEST)
Imputation.ROUND_AVERAGE = Imputation(ImputationKind.ROUND_AVERAGE)
Imputation.OWN_AVERAGE = Imputation(ImputationKind.OWN_AVERAGE)

DEFAULT_TIE_BREAKS = (TieBreak.MOST_ZEROS, TieBreak.LOWEST_OTHER)
"""The order of seed 004 (S21), also where gamerules is silent (A41)."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How one tournament ranks. Raises PolicyRefused for a combination that cannot be fair.

    `hands_asked` None: an entry is ranked when it has every hand asked so far. A smaller number is allowed with
    averages only: a total with fewer hands in it would gain from every hand not played. With another `comparison` than
    totals the measure is of its points: their sum or their average.
    """

    wins: Wins = Wins.LOWEST
    measure: Measure = Measure.TOTAL
    tie_breaks: tuple[TieBreak, ...] = DEFAULT_TIE_BREAKS
    imputation: Imputation = Imputation.NONE
    hands_asked: int | None = None
    comparison: Comparison = Comparison.TOTALS

    @property
    def first(self) -> Measure | Comparison:
        """What is compared first."""
        return self.measure if self.comparison is Comparison.TOTALS else self.comparison

    def __post_init__(self) -> None:
        """Each tie-break once; a number of hands that makes sense."""
        if len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise PolicyRefused(
                say("policy.tie_break_twice", N_("A tie-break stands in the list twice; take one out."))
            )
        if self.hands_asked is not None and self.hands_asked < 1:
            raise PolicyRefused(say("policy.no_hands", N_("At least one hand must be asked of everybody.")))
        if self.hands_asked is not None and self.measure is Measure.TOTAL:
            raise PolicyRefused(
                say(
                    "policy.hands_need_average",
                    N_("Totals can only be compared when everybody has all hands; rank by average to ask for fewer."),
                )
            )


_MEASURES = {
    Measure.TOTAL: say("measure.total", N_("Total")),
    Measure.AVERAGE: say("measure.average", N_("Average per hand")),
}
_LABELS = {
    (TieBreak.MOST_ZEROS, Wins.LOWEST): say("tie_break.most_zeros", N_("Most zeros")),
    (TieBreak.MOST_ZEROS, Wins.HIGHEST): say("tie_break.fewest_zeros", N_("Fewest zeros")),
    (TieBreak.LOWEST_OTHER, Wins.LOWEST): say("tie_break.lowest_other", N_("Lowest other hand")),
    (TieBreak.LOWEST_OTHER, Wins.HIGHEST): say("tie_break.highest_worst", N_("Best lowest other hand")),
    (TieBreak.COUNTBACK, Wins.LOWEST): say("tie_break.countback", N_("Countback")),
    (TieBreak.COUNTBACK, Wins.HIGHEST): say("tie_break.countback", N_("Countback")),
    (TieBreak.HEAD_TO_HEAD, Wins.LOWEST): say("tie_break.head_to_head", N_("Head-to-head")),
    (TieBreak.HEAD_TO_HEAD, Wins.HIGHEST): say("tie_break.head_to_head", N_("Head-to-head")),
    (TieBreak.LOT, Wins.LOWEST): say("tie_break.lot", N_("Drawn lot")),
    (TieBreak.LOT, Wins.HIGHEST): say("tie_break.lot", N_("Drawn lot")),
}
_LOT = say("tie_break.lot.why", N_("A lot is drawn once for each of the tied; the lower number stands first."))
_EXPLANATIONS = {
    (TieBreak.MOST_ZEROS, Wins.LOWEST): say(
        "tie_break.most_zeros.why", N_("Whoever ended more hands with 0 points stands first.")
    ),
    (TieBreak.MOST_ZEROS, Wins.HIGHEST): say(
        "tie_break.fewest_zeros.why", N_("Whoever ended fewer hands with 0 points stands first.")
    ),
    (TieBreak.LOWEST_OTHER, Wins.LOWEST): say(
        "tie_break.lowest_other.why", N_("The lowest single hand other than zero is compared; the lower stands first.")
    ),
    (TieBreak.LOWEST_OTHER, Wins.HIGHEST): say(
        "tie_break.highest_worst.why",
        N_("The lowest single hand other than zero is compared; the higher stands first."),
    ),
    (TieBreak.COUNTBACK, Wins.LOWEST): say(
        "tie_break.countback.why",
        N_("The hands other than zero are compared one by one from the lowest up; the first lower one decides."),
    ),
    (TieBreak.COUNTBACK, Wins.HIGHEST): say(
        "tie_break.countback_down.why",
        N_("The hands other than zero are compared one by one from the highest down; the first higher one decides."),
    ),
    (TieBreak.HEAD_TO_HEAD, Wins.LOWEST): say(
        "tie_break.head_to_head.why",
        N_("Only the hands in which all the tied sat at one table are added up; the lower sum stands first."),
    ),
    (TieBreak.HEAD_TO_HEAD, Wins.HIGHEST): say(
        "tie_break.head_to_head_high.why",
        N_("Only the hands in which all the tied sat at one table are added up; the higher sum stands first."),
    ),
    (TieBreak.LOT, Wins.LOWEST): _LOT,
    (TieBreak.LOT, Wins.HIGHEST): _LOT,
}
_IMPUTATIONS = {
    ImputationKind.NONE: say("imputation.none", N_("Nothing")),
    ImputationKind.TABLE_HIGHEST: say("imputation.table_highest", N_("The table's highest")),
    ImputationKind.ROUND_AVERAGE: say("imputation.round_average", N_("The round's average")),
    ImputationKind.OWN_AVERAGE: say("imputation.own_average", N_("The person's own average")),
    ImputationKind.FIXED: say("imputation.fixed", N_("A fixed number of points")),
}
_IMPUTATION_EXPLANATIONS = {
    ImputationKind.NONE: say(
        "imputation.none.why", N_("A missed hand stays empty, and whoever has fewer hands than asked is not ranked.")
    ),
    ImputationKind.TABLE_HIGHEST: say(
        "imputation.table_highest.why",
        N_("A missed hand is given the worst points that were scored at that table in that hand."),
    ),
    ImputationKind.ROUND_AVERAGE: say(
        "imputation.round_average.why",
        N_("Missed hands are given the average of all hands played in that round, rounded to whole points."),
    ),
    ImputationKind.OWN_AVERAGE: say(
        "imputation.own_average.why",
        N_("Missed hands are given the average of the same person's hands in the other closed rounds."),
    ),
    ImputationKind.FIXED: say("imputation.fixed.why", N_("Each missed hand is given the same number of points.")),
}

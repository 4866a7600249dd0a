"""What standings are made of once they are ranked: rows, and why each stands where it stands."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from engine import N_, Sentence, say
from tournaments.standings.compared import NO_AVERAGES, Compared, Fair, told_apart
from tournaments.standings.comparison import Comparison
from tournaments.standings.ledger import State
from tournaments.standings.policy import Measure, TieBreak, Wins

Value = int | Fraction | tuple[int, ...]
"""What a measure or tie-break compares: points, an average, or for countback the hands in the order compared."""


class Section(Enum):
    """The parts of the list, from the top. Bots beside people stand apart, ranked among themselves."""

    RANKED = "ranked"
    STILL_PLAYING = "still_playing"
    UNRANKED = "unranked"
    BOTS = "bots"


class Share(Enum):
    """What parts two rows when nothing does."""

    PLACE = "shared_place"


@dataclass(frozen=True, slots=True)
class Decision:
    """Why a row stands above the next one: what decided, this row's value and the next row's.

    `by` is Share.PLACE when the two share a place; both values are then those of the measure.
    """

    by: Measure | Comparison | TieBreak | Share
    own: Value
    other: Value
    wins: Wins

    @property
    def sentence(self) -> Sentence:
        """In words, without names: "More zeros: 3 against 2."."""
        own, other = self.own, self.other
        if isinstance(own, tuple) and isinstance(other, tuple):
            index = next(i for i, pair in enumerate(zip(own, other, strict=False)) if pair[0] != pair[1])
            return _countback(self.wins, index + 1, own[index], other[index])
        if isinstance(self.by, Share):
            return say("why.shared", N_("Nothing parts them: they share the place."))
        code, template = _WHY[self.by, self.wins]
        if isinstance(self.by, Comparison) and not isinstance(own, tuple) and not isinstance(other, tuple):
            told, beside = told_apart(Fraction(own), Fraction(other))
            return say(code, template, own=told, other=beside)
        return say(code, template, own=value_text(own), other=value_text(other))


@dataclass(frozen=True, slots=True)
class RoundResult:
    """One entry's round: `points` of its counted hands, None while there are none or while its table is out.

    `states` are the states seen in the round, in the order of State; `hands` how many hands count, `imputed_hands` and
    `imputed_points` how much of that was given and not played; `handed_in` whether the round's result is in for this
    entry.
    """

    round: int
    points: int | None
    states: tuple[State, ...]
    hands: int
    imputed_hands: int
    imputed_points: int
    handed_in: bool

    @property
    def imputed(self) -> bool:
        """Whether anything in it was given and not played: such a number is marked wherever it is shown."""
        return self.imputed_hands > 0


@dataclass(frozen=True, slots=True)
class Row:
    """One entry in the list. Totals are those of the rounds that count: an open round only once it is handed in.

    `place` is None outside RANKED and BOTS. `total` is all counted points with adjustments, `average` the total per
    counted hand; both None while no hand counts. `zeros` is None where a sheet does not say; `lowest_other` is None
    where a sheet does not say or no hand was other than zero. `hands` counts played and imputed hands, `played` only
    played.
    `lacks` names the tie-breaks that this entry's sheets leave open. `decision` says why the row stands above the next
    one of its section, None for the last and outside RANKED. `compared` is what it is ranked by where that is not the
    total, and None with totals and while no hand counts.
    """

    section: Section
    place: int | None
    entry: int
    total: int | None
    average: Fraction | None
    zeros: int | None
    lowest_other: int | None
    hands: int
    played: int
    rounds: tuple[RoundResult, ...]
    adjustments: int
    provisional: bool
    withdrawn: bool
    lot: int | None
    lacks: tuple[TieBreak, ...]
    decision: Decision | None
    compared: Compared | None = None

    @property
    def order_reason(self) -> Sentence | None:
        """The decision in words."""
        return self.decision.sentence if self.decision else None

    @property
    def taken_part(self) -> bool:
        """Whether there is any line of it in the rounds shown; an entry that never came has none."""
        return any(one.states for one in self.rounds)

    @property
    def imputed(self) -> bool:
        """Whether any of its hands was given and not played."""
        return self.hands > self.played


@dataclass(frozen=True, slots=True)
class Skipped:
    """A tie-break that was passed over for a whole group, because somebody in it lacks what it compares."""

    tie_break: TieBreak
    place: int
    entries: tuple[int, ...]
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Standings:
    """The whole list in order, and how far the round is.

    `open_round` is the number of the round being played, None between rounds; `tables_in` of its `tables` have handed
    in. `last_closed` is the number of the last closed round, None before there is one. `fair` are the averages that
    adjusted points rest on.
    """

    rows: tuple[Row, ...]
    provisional: bool
    open_round: int | None
    tables_in: int
    tables: int
    last_closed: int | None
    skipped: tuple[Skipped, ...]
    fair: Fair = NO_AVERAGES

    def section(self, section: Section) -> tuple[Row, ...]:
        """The rows of one part of the list."""
        return tuple(row for row in self.rows if row.section is section)

    @property
    def ranked(self) -> tuple[Row, ...]:
        """Rows with a place."""
        return self.section(Section.RANKED)

    @property
    def still_playing(self) -> tuple[Row, ...]:
        """Rows whose open round is not handed in, in the order of the last closed round."""
        return self.section(Section.STILL_PLAYING)

    @property
    def unranked(self) -> tuple[Row, ...]:
        """Rows with fewer counted hands than asked."""
        return self.section(Section.UNRANKED)


def value_text(value: Value) -> str:
    """A value for people, exact: 12, 15 1/3, −2/3."""
    if isinstance(value, tuple):
        return ", ".join(value_text(part) for part in value)
    whole, rest = divmod(abs(value.numerator), value.denominator)
    fraction = f"{rest}/{value.denominator}" if rest else ""
    return ("−" if value < 0 else "") + (f"{whole} {fraction}".strip() if whole or not rest else fraction)


def _countback(wins: Wins, number: int, own: int, other: int) -> Sentence:
    if wins is Wins.LOWEST:
        return say(
            "why.countback",
            N_("Countback, number {number} from the lowest: {own} against {other}."),
            number=number,
            own=value_text(own),
            other=value_text(other),
        )
    return say(
        "why.countback_down",
        N_("Countback, number {number} from the highest: {own} against {other}."),
        number=number,
        own=value_text(own),
        other=value_text(other),
    )


_PLACING = ("why.placing", N_("More placing points: {own} against {other}."))
_LOT = ("why.lot", N_("Drawn lot: number {own} before number {other}."))
_WHY: dict[tuple[Measure | Comparison | TieBreak, Wins], tuple[str, str]] = {
    (Measure.TOTAL, Wins.LOWEST): ("why.total", N_("Lower total: {own} against {other}.")),
    (Measure.TOTAL, Wins.HIGHEST): ("why.total_high", N_("Higher total: {own} against {other}.")),
    (Measure.AVERAGE, Wins.LOWEST): ("why.average", N_("Lower average per hand: {own} against {other}.")),
    (Measure.AVERAGE, Wins.HIGHEST): ("why.average_high", N_("Higher average per hand: {own} against {other}.")),
    (Comparison.ADJUSTED, Wins.LOWEST): ("why.adjusted", N_("Fewer adjusted points: {own} against {other}.")),
    (Comparison.ADJUSTED, Wins.HIGHEST): ("why.adjusted_high", N_("More adjusted points: {own} against {other}.")),
    (Comparison.PLACING, Wins.LOWEST): _PLACING,
    (Comparison.PLACING, Wins.HIGHEST): _PLACING,
    (TieBreak.MOST_ZEROS, Wins.LOWEST): ("why.most_zeros", N_("More zeros: {own} against {other}.")),
    (TieBreak.MOST_ZEROS, Wins.HIGHEST): ("why.fewest_zeros", N_("Fewer zeros: {own} against {other}.")),
    (TieBreak.LOWEST_OTHER, Wins.LOWEST): ("why.lowest_other", N_("Lower lowest other hand: {own} against {other}.")),
    (TieBreak.LOWEST_OTHER, Wins.HIGHEST): (
        "why.highest_worst",
        N_("Higher lowest other hand: {own} against {other}."),
    ),
    (TieBreak.HEAD_TO_HEAD, Wins.LOWEST): (
        "why.head_to_head",
        N_("Fewer points in the hands that the tied played together: {own} against {other}."),
    ),
    (TieBreak.HEAD_TO_HEAD, Wins.HIGHEST): (
        "why.head_to_head_high",
        N_("More points in the hands that the tied played together: {own} against {other}."),
    ),
    (TieBreak.LOT, Wins.LOWEST): _LOT,
    (TieBreak.LOT, Wins.HIGHEST): _LOT,
}

"""What a policy refuses, and its words."""

import pytest

from tests.tournaments.standings.typed import typed
from tournaments.standings import (
    EntryLedger,
    HandScore,
    Imputation,
    ImputationKind,
    Ledger,
    Measure,
    Policy,
    PolicyRefused,
    RoundAsked,
    SheetTotal,
    State,
    TieBreak,
    Wins,
    rank,
    value_text,
)


@pytest.mark.parametrize(("kind", "value"), [(ImputationKind.FIXED, None), (ImputationKind.NONE, 3)])
def test_only_a_fixed_value_has_a_number(kind: ImputationKind, value: int | None) -> None:
    with pytest.raises(PolicyRefused, match="A fixed value for missed hands needs a whole number"):
        Imputation(kind, value)


def test_a_tie_break_stands_in_the_list_once() -> None:
    with pytest.raises(PolicyRefused, match="A tie-break stands in the list twice"):
        Policy(tie_breaks=(TieBreak.LOT, TieBreak.LOT))


def test_fewer_hands_are_for_averages_only() -> None:
    with pytest.raises(PolicyRefused, match="Totals can only be compared when everybody has all hands"):
        Policy(hands_asked=8)
    with pytest.raises(PolicyRefused, match="At least one hand"):
        Policy(measure=Measure.AVERAGE, hands_asked=0)
    assert Policy(measure=Measure.AVERAGE, hands_asked=8).hands_asked == 8


def test_everything_has_words() -> None:
    sentences = [
        *[tie_break.label(wins) for tie_break in TieBreak for wins in Wins],
        *[tie_break.explanation(wins) for tie_break in TieBreak for wins in Wins],
        *[kind.label() for kind in ImputationKind],
        *[kind.explanation() for kind in ImputationKind],
        *[measure.label() for measure in Measure],
    ]
    by_code: dict[str, set[str]] = {}
    for sentence in sentences:
        by_code.setdefault(sentence.code, set()).add(str(sentence))
    assert {code: len(texts) for code, texts in by_code.items()} == dict.fromkeys(by_code, 1)
    assert "" not in set().union(*by_code.values())


def test_nothing_unplayed_has_points() -> None:
    for state in State:
        if state is State.PLAYED:
            with pytest.raises(ValueError, match="round 1, hand 2: a played hand has points"):
                HandScore(1, 2, 1, state)
        elif state is not State.IMPUTED:
            with pytest.raises(ValueError, match=f"round 1, hand 2: a hand that is {state.value} has no points"):
                HandScore(1, 2, 1, state, 0)


@pytest.mark.parametrize(
    ("hands", "zeros", "lowest_other"), [(0, None, None), (2, 3, None), (None, -1, None), (2, 1, 0)]
)
def test_a_sheet_that_contradicts_itself_is_refused(
    hands: int | None, zeros: int | None, lowest_other: int | None
) -> None:
    with pytest.raises(ValueError, match="round 1, table 2"):
        SheetTotal(1, 2, 10, hands, zeros, lowest_other)


def test_nobody_and_nothing_is_in_a_ledger_twice() -> None:
    with pytest.raises(ValueError, match="an entry is in the ledger twice"):
        Ledger((), (EntryLedger(1), EntryLedger(1)))
    with pytest.raises(ValueError, match="a round is in the ledger twice"):
        Ledger((RoundAsked(1, 2, closed=True), RoundAsked(1, 2, closed=False)))
    with pytest.raises(ValueError, match="two sheets of one table and round"):
        EntryLedger(1, sheets=(SheetTotal(1, 2, 3), SheetTotal(1, 2, 4)))


def test_a_line_of_a_round_that_is_not_asked_is_never_lost_silently() -> None:
    ledger = Ledger(typed({1: "5"}).rounds, typed({1: "5 | 6"}).entries)
    with pytest.raises(ValueError, match="entry 1 has a line in round 2, which is not asked"):
        rank(ledger, Policy())


def test_values_for_people_are_exact() -> None:
    fractions = [
        value_text(row.average)
        for row in rank(typed({1: "0 0", 2: "5 2", 3: "-1 0"}), Policy()).rows
        if row.average is not None
    ]
    assert fractions == ["−1/2", "0", "3 1/2"]
    assert [value_text(12), value_text(-3), value_text((1, 2))] == ["12", "−3", "1, 2"]

"""Through and out are never wrong: every way that small stages can end is tried."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import AnyRules, Rules, read_rules
from tournaments.standings import (
    Adjustment,
    Chance,
    Comparison,
    Cut,
    DrawnLot,
    EntryLedger,
    HandScore,
    HandToCome,
    Imputation,
    Ledger,
    Measure,
    Policy,
    RoundAsked,
    RuledHand,
    State,
    TableAsked,
    TieBreak,
    ToCome,
    TotalledHands,
    Wins,
    chances,
    contenders,
    cut,
    rank,
)

THROUGH, OUT, MAY_STILL = Chance.THROUGH, Chance.OUT, Chance.MAY_STILL


@dataclass(frozen=True, slots=True)
class SmallHand:
    """0 to `most` points for all together; one zero at most; no two seats can both have 1, as with real tiles."""

    players: int
    most: int = 5
    hands: int = 1
    tells_zeros: bool = True

    def allows(self, points: Sequence[int]) -> bool:
        few = points.count(0) <= 1 and points.count(1) <= 1
        return few and min(points, default=0) >= 0 and sum(points) <= self.most


def ended(ledger: Ledger, to_come: ToCome) -> Iterator[Ledger]:
    """The ledger after every way that the hands of seated tables can end."""
    ways = [
        [
            points
            for points in product(range(hand.bounds.most + 1), repeat=len(hand.seats))
            if hand.bounds.allows(points)
        ]
        for hand in to_come.hands
    ]
    count: Counter[tuple[int, int]] = Counter()
    at = []
    for hand in to_come.hands:
        count[hand.round, hand.table] += 1
        at.append((hand.round, hand.table, count[hand.round, hand.table]))
    for way in product(*ways):
        scored = {
            (where, entry): points
            for where, hand, vector in zip(at, to_come.hands, way, strict=True)
            for entry, points in zip(hand.seats, vector, strict=True)
        }
        yield Ledger(
            tuple(replace(asked, closed=True) for asked in ledger.rounds),
            tuple(
                replace(
                    entry,
                    hands=tuple(
                        replace(line, state=State.PLAYED, points=scored[place])
                        if (place := ((line.round, line.table or 0, line.hand), entry.entry)) in scored
                        else line
                        for line in entry.hands
                    ),
                )
                for entry in ledger.entries
            ),
        )


def truth(ledger: Ledger, policy: Policy, to_come: ToCome, wanted: int | Fraction) -> dict[int, Chance]:
    """What every way to end says together."""
    seen: dict[int, set[Chance]] = {entry.entry: set() for entry in ledger.entries}
    for way in ended(ledger, to_come):
        made: Cut = cut(contenders(rank(way, policy)), wanted)
        for entry, found in seen.items():
            found.add(THROUGH if entry in made.through else MAY_STILL if entry in made.on_the_line else OUT)
    return {entry: found.pop() if len(found) == 1 else MAY_STILL for entry, found in seen.items()}


SCORES = st.integers(0, 5)


@st.composite
def stages(draw: st.DrawFn, tables: int = 1, hands: int = 1) -> tuple[Ledger, ToCome, int]:
    """Two hands played, `hands` more to come at the last tables; some entries have finished."""
    seated = [draw(st.integers(2, 3)) for _ in range(tables)]
    finished = draw(st.integers(1, 3))
    entries, to_come, number = [], [], 0
    for table, seats in enumerate(seated, start=1):
        own = tuple(range(number + 1, number + seats + 1))
        for entry in own:
            lines = [HandScore(1, hand, table, State.PLAYED, draw(SCORES)) for hand in (1, 2)]
            lines += [HandScore(2, hand, table, State.NOT_YET) for hand in range(1, hands + 1)]
            entries.append(EntryLedger(entry, hands=tuple(lines)))
        to_come += [HandToCome(2, table, own, SmallHand(seats)) for _ in range(hands)]
        number += seats
    for entry in range(number + 1, number + finished + 1):
        lines = [HandScore(1, hand, 9, State.PLAYED, draw(SCORES)) for hand in (1, 2)]
        lines += [HandScore(2, hand, 9, State.PLAYED, draw(SCORES)) for hand in range(1, hands + 1)]
        entries.append(EntryLedger(entry, hands=tuple(lines)))
    asked = (
        RoundAsked(1, 2, closed=True),
        RoundAsked(
            2,
            hands,
            closed=False,
            tables=(
                *(TableAsked(table, handed_in=False) for table in range(1, tables + 1)),
                TableAsked(9, handed_in=True),
            ),
        ),
    )
    return Ledger(asked, tuple(entries)), ToCome(tuple(to_come)), draw(st.integers(1, number + finished))


@pytest.mark.parametrize("measure", Measure)
@given(stages())
@settings(max_examples=60, deadline=None)
def test_exact_with_one_table_left(measure: Measure, stage: tuple[Ledger, ToCome, int]) -> None:
    ledger, to_come, wanted = stage
    policy = Policy(measure=measure)
    assert chances(ledger, policy, to_come, wanted) == truth(ledger, policy, to_come, wanted)


@given(stages(hands=2))
@settings(max_examples=20, deadline=None)
def test_exact_with_two_hands_of_one_table_left(stage: tuple[Ledger, ToCome, int]) -> None:
    ledger, to_come, wanted = stage
    policy = Policy(tie_breaks=())
    assert chances(ledger, policy, to_come, wanted) == truth(ledger, policy, to_come, wanted)


def never_wrong(ledger: Ledger, policy: Policy, to_come: ToCome, wanted: int) -> None:
    said = chances(ledger, policy, to_come, wanted)
    right = truth(ledger, policy, to_come, wanted)
    wrong = {entry: (said[entry], right[entry]) for entry in said if said[entry] not in (right[entry], MAY_STILL)}
    assert wrong == {}


@pytest.mark.parametrize(
    "tie_breaks",
    [
        (TieBreak.MOST_ZEROS, TieBreak.LOWEST_OTHER, TieBreak.COUNTBACK),
        (TieBreak.HEAD_TO_HEAD, TieBreak.MOST_ZEROS),
        (TieBreak.LOWEST_OTHER,),
        (TieBreak.LOT,),
    ],
)
@given(stages(hands=2))
@settings(max_examples=10, deadline=None)
def test_never_wrong_with_any_tie_break(tie_breaks: tuple[TieBreak, ...], stage: tuple[Ledger, ToCome, int]) -> None:
    ledger, to_come, wanted = stage
    lots = tuple(replace(entry, lot=9 - entry.entry) for entry in ledger.entries)
    never_wrong(replace(ledger, entries=lots), Policy(tie_breaks=tie_breaks), to_come, wanted)


@given(stages(tables=2))
@settings(max_examples=25, deadline=None)
def test_never_wrong_with_two_tables_left(stage: tuple[Ledger, ToCome, int]) -> None:
    ledger, to_come, wanted = stage
    never_wrong(ledger, Policy(), to_come, wanted)


@given(
    stages(),
    st.sampled_from([Imputation.NONE, Imputation.TABLE_HIGHEST, Imputation.ROUND_AVERAGE, Imputation.FIXED(2)]),
    st.lists(st.sampled_from([State.ABSENT, State.LEFT, State.PLAYED]), min_size=9, max_size=9),
    st.integers(-2, 2),
)
@settings(max_examples=80, deadline=None)
def test_never_wrong_with_missed_hands_and_penalties(
    stage: tuple[Ledger, ToCome, int], imputation: Imputation, states: list[State], penalty: int
) -> None:
    ledger, to_come, wanted = stage
    entries = []
    for entry, state in zip(ledger.entries, states, strict=False):
        first = entry.hands[0] if state is State.PLAYED else replace(entry.hands[0], state=state, points=None)
        lines = (Adjustment(2, penalty),) if state is State.LEFT else ()
        entries.append(replace(entry, hands=(first, *entry.hands[1:]), adjustments=lines))
    never_wrong(replace(ledger, entries=tuple(entries)), Policy(imputation=imputation), to_come, wanted)


# Cases written out

SPRUCE, GAMERULES = read_rules("spruce"), read_rules("gamerules")


def a_stage(*totals: int, seated: int = 0, hands: int = 1) -> Ledger:
    """One hand played with these points; the first `seated` entries have `hands` more to play at table 1."""
    entries = []
    for entry, total in enumerate(totals, start=1):
        lines = [HandScore(1, 1, 1, State.PLAYED, total)]
        for hand in range(1, hands + 1):
            state, points = (State.NOT_YET, None) if entry <= seated else (State.PLAYED, 20)
            lines.append(HandScore(2, hand, 1 if entry <= seated else 2, state, points))
        entries.append(EntryLedger(entry, hands=tuple(lines)))
    tables = (TableAsked(1, handed_in=not seated), TableAsked(2, handed_in=True))
    return Ledger(
        (RoundAsked(1, 1, closed=True), RoundAsked(2, hands, closed=not seated, tables=tables)), tuple(entries)
    )


def one_table(rules: AnyRules, seats: int, centres: Sequence[int] = (8,)) -> ToCome:
    assert isinstance(rules, Rules)
    own = tuple(range(1, seats + 1))
    return ToCome(tuple(HandToCome(2, 1, own, RuledHand(rules, seats, centre)) for centre in centres))


def test_while_its_own_table_plays_nobody_is_out() -> None:
    """Row 33: one table still playing, the others have handed in: its people may still qualify."""
    ledger = a_stage(90, 30, 30, 10, 50, 60, seated=4)
    found = chances(ledger, Policy(), one_table(GAMERULES, 4), 3)
    assert {entry: found[entry] for entry in (1, 2, 3)} == dict.fromkeys((1, 2, 3), MAY_STILL)
    assert [str(found[1].label()), str(THROUGH.label()), str(OUT.label())] == ["may still qualify", "through", "out"]


def test_far_behind_is_out_even_with_a_hand_to_play() -> None:
    found = chances(a_stage(300, 10, 12, 14, seated=2), Policy(), one_table(GAMERULES, 2), 2)
    assert (found[1], found[2]) == (OUT, MAY_STILL)


def test_only_one_can_go_out() -> None:
    """Two at the last table need a zero each to pass entry 3; with the 0-0 worth 50 only one of them can have it."""
    ledger = a_stage(30, 30, 10, 90, seated=2)
    assert chances(ledger, Policy(), one_table(SPRUCE, 2), 2)[3] is THROUGH
    assert chances(ledger, Policy(), one_table(GAMERULES, 2), 2)[3] is MAY_STILL
    assert chances(ledger, Policy(), one_table(GAMERULES, 2, centres=(0,)), 2)[3] is THROUGH


def test_the_tiles_of_a_set_bound_a_table_together() -> None:
    """Both at the last table would need 260 points for entry 3 to go on; the tiles beside the 8-8 make 479."""
    ledger = a_stage(0, 0, 240, seated=2)
    assert chances(ledger, Policy(), one_table(GAMERULES, 2), 1)[3] is OUT
    assert chances(replace(ledger), Policy(), one_table(GAMERULES, 2), 2)[3] is MAY_STILL


def test_tables_of_a_knockout_are_looked_at_alone() -> None:
    """Two of four go on from each table: a field of four, one hand left."""
    found = chances(a_stage(10, 20, 600, 700, seated=4), Policy(), one_table(GAMERULES, 4), 2)
    assert found == {1: THROUGH, 2: THROUGH, 3: OUT, 4: OUT}


def test_without_bounds_everybody_may_still() -> None:
    ledger = a_stage(10, 20, 900, seated=2)
    to_come = replace(one_table(GAMERULES, 2), bounded=False)
    assert set(chances(ledger, Policy(), to_come, 1).values()) == {MAY_STILL}
    assert set(chances(ledger, Policy(wins=Wins.HIGHEST), one_table(GAMERULES, 2), 1).values()) == {MAY_STILL}


def test_when_all_is_played_the_cut_says_it() -> None:
    ledger = a_stage(10, 20, 20, 40)
    assert chances(ledger, Policy(), ToCome(), 2) == {1: THROUGH, 2: MAY_STILL, 3: MAY_STILL, 4: OUT}


def test_rounds_without_a_seating_bring_up_to_their_most() -> None:
    ledger = a_stage(0, 10, 95, 205)
    found = chances(ledger, Policy(), ToCome(unseated=(100,)), 2)
    assert found == {1: MAY_STILL, 2: MAY_STILL, 3: MAY_STILL, 4: OUT}
    assert chances(ledger, Policy(), ToCome(unseated=(50,)), 2) == {1: THROUGH, 2: THROUGH, 3: OUT, 4: OUT}


def test_who_never_came_is_out_unless_missed_hands_are_given_points() -> None:
    ledger = a_stage(0, 10)
    ledger = replace(ledger, entries=(*ledger.entries, EntryLedger(3)))
    assert chances(ledger, Policy(), ToCome(unseated=(5,)), 2) == {1: THROUGH, 2: THROUGH, 3: OUT}
    given = Policy(imputation=Imputation.FIXED(0))
    assert chances(ledger, given, ToCome(unseated=(5,)), 2) == {1: THROUGH, 2: MAY_STILL, 3: MAY_STILL}


def test_a_share_counts_all_who_may_yet_take_part() -> None:
    """Half of two is one; if the third comes it is one as well, if a fourth comes too it is two."""
    ledger = a_stage(0, 10)
    ledger = replace(ledger, entries=(*ledger.entries, EntryLedger(3), EntryLedger(4)))
    assert chances(ledger, Policy(), ToCome(unseated=(5,)), Fraction(1, 2)) == {
        1: THROUGH,
        2: MAY_STILL,
        3: OUT,
        4: OUT,
    }


def test_a_hand_that_nobody_handed_in_leaves_it_open() -> None:
    """The round was closed without it, and it may come in yet."""
    ledger = a_stage(10, 20, 30, seated=1)
    closed = replace(ledger, rounds=tuple(replace(asked, closed=True) for asked in ledger.rounds))
    found = chances(closed, Policy(), ToCome(unseated=(5,)), 2)
    assert found == {1: MAY_STILL, 2: THROUGH, 3: MAY_STILL}


def test_a_table_with_totals_is_bounded_by_its_tiles_and_tells_no_zeros() -> None:
    ledger = a_stage(0, 20, 30, seated=1)
    totals = ToCome((HandToCome(2, 1, (1, None), TotalledHands(players=2, most=45, hands=1)),))
    assert chances(ledger, Policy(), totals, 2) == {1: THROUGH, 2: THROUGH, 3: OUT}
    level = a_stage(40, 20, 30, seated=1)
    assert chances(level, Policy(), totals, 1) == {1: MAY_STILL, 2: MAY_STILL, 3: OUT}


def test_whoever_is_away_takes_no_place_but_took_part() -> None:
    ledger = a_stage(10, 20, 30, 400, seated=2)
    found = chances(ledger, Policy(), one_table(GAMERULES, 2), Fraction(1, 2), away={1})
    assert found == {1: OUT, 2: MAY_STILL, 3: THROUGH, 4: MAY_STILL}
    assert chances(a_stage(10, 20, 30), Policy(), ToCome(), 1, away={1}) == {1: OUT, 2: THROUGH, 3: OUT}


def test_at_the_end_a_settled_tie_counts() -> None:
    assert chances(a_stage(10, 10, 30), Policy(), ToCome(), 1, settled=[DrawnLot((2, 1))]) == {
        1: OUT,
        2: THROUGH,
        3: OUT,
    }


def test_other_comparisons_say_nothing_before_the_end() -> None:
    ledger = a_stage(300, 10, 12, 14, seated=2)
    policy = Policy(comparison=Comparison.PLACING)
    assert set(chances(ledger, policy, one_table(GAMERULES, 2), 2).values()) == {MAY_STILL}

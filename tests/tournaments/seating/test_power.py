"""Power seating: close tables, few rematches, turns at small tables, and everything the rules allow."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from benchmarks.stages import event, in_order, report
from tournaments.seating.draw import CannotSeat, Past, Place, Round, Wishes
from tournaments.seating.power import (
    ALGORITHM,
    Order,
    PowerRules,
    Rematch,
    Rematches,
    Standing,
    TopTable,
    draw_power_round,
)
from tournaments.seating.power_record import PowerDraw
from tournaments.seating.power_report import Closeness, closeness
from tournaments.seating.power_rules import WHAT_IT_BUYS
from tournaments.seating.quality import quality
from tournaments.seating.record import Draw, UnreadableDraw, again, from_text, to_text, verdict
from tournaments.seating.sizes import Split, splits

FOURS = Split((4,) * 4)
SNAKE = ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))
SLICES = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))


def standings(people: int = 16, step: int = 10) -> list[Standing]:
    """Entries 1 to n in their order, no two of them level."""
    return [Standing(entry, entry, entry * step) for entry in range(1, people + 1)]


def groups(tables: Round) -> tuple[tuple[int, ...], ...]:
    """The tables without regard to seats."""
    return tuple(tuple(sorted(table)) for table in tables)


def met_twice(past: Past, tables: Round) -> list[tuple[int, int]]:
    before = {pair for round_ in past.rounds for table in round_ for pair in combinations(sorted(table), 2)}
    return [pair for table in tables for pair in combinations(sorted(table), 2) if pair in before]


@pytest.mark.parametrize(("order", "tables"), [(Order.SLICES, SLICES), (Order.SNAKE, SNAKE)])
def test_round_two_after_clear_results_is_seated_by_them(order: Order, tables: Round) -> None:
    """The top four together, or the snake; nobody of them met in round one."""
    first = SNAKE if order is Order.SLICES else SLICES
    drawn = draw_power_round(standings(), FOURS, Past((first,)), seed=1, rules=PowerRules(order=order))
    assert groups(drawn.tables) == tables


def test_whoever_met_is_parted_at_a_small_price() -> None:
    first = ((1, 2, 9, 13), (3, 6, 10, 14), (4, 7, 11, 15), (5, 8, 12, 16))
    past = Past((first,))
    drawn = draw_power_round(standings(), FOURS, past, seed=1)
    assert met_twice(past, drawn.tables) == []
    assert 1 in drawn.tables[0]
    snake = draw_power_round(standings(), FOURS, Past((SNAKE,)), seed=1, rules=PowerRules(order=Order.SNAKE))
    assert met_twice(Past((SNAKE,)), snake.tables) == []
    assert [{table[row] for table in map(sorted, snake.tables)} for row in (0, 3)] == [{1, 2, 3, 4}, {13, 14, 15, 16}]


PLAYED = Past((SLICES,))


@pytest.mark.parametrize(
    "rules",
    [
        PowerRules(rematches=Rematches.ALLOW),
        PowerRules(rematches=Rematches.ONLY_IN_LAST_ROUND, last_round=True),
        PowerRules(strict=True, last_round=True),
    ],
)
def test_where_rematches_are_free_the_standings_decide(rules: PowerRules) -> None:
    assert groups(draw_power_round(standings(), FOURS, PLAYED, seed=1, rules=rules).tables) == SLICES


@pytest.mark.parametrize(
    "rules",
    [
        PowerRules(Rematch.CLOSE_GAMES, never_within=1),
        PowerRules(Rematch.CLOSE_GAMES, Rematches.ONLY_IN_LAST_ROUND),
        PowerRules(Rematch.ONLY_IF_FORCED),
    ],
)
def test_where_rematches_are_not_to_be_there_is_none(rules: PowerRules) -> None:
    drawn = draw_power_round(standings(step=1_000), FOURS, PLAYED, seed=1, rules=rules)
    assert met_twice(PLAYED, drawn.tables) == []


def test_a_rematch_may_be_free_again_after_some_rounds() -> None:
    past = Past((SLICES, ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16))))
    rules = PowerRules(rematches=Rematches.ALLOW, never_within=1)
    assert groups(draw_power_round(standings(), FOURS, past, seed=1, rules=rules).tables) == SLICES


@pytest.mark.parametrize(
    ("top_table", "repeats"), [(TopTable.LIKE_ANY, 0), (TopTable.REMATCHES_FREE, 6), (TopTable.AS_RANKED, 6)]
)
def test_the_top_table_may_meet_again(top_table: TopTable, repeats: int) -> None:
    past = Past((((1, 2, 3, 4),),))
    rules = PowerRules(Rematch.ONLY_IF_FORCED, top_table=top_table)
    drawn = draw_power_round(standings(), FOURS, past, seed=1, rules=rules)
    assert len(met_twice(past, drawn.tables)) == repeats
    assert (groups(drawn.tables)[0] == (1, 2, 3, 4)) is (repeats > 0)


def test_prices_grow_with_the_scores() -> None:
    rules = PowerRules(Rematch.CLOSE_RATHER)
    past = Past((((1, 2, 9, 13), (3, 6, 10, 14), (4, 7, 11, 15), (5, 8, 12, 16)),))
    drawn = [draw_power_round(standings(step=step), FOURS, past, seed=1, rules=rules).tables for step in (10, 10_000)]
    assert drawn[0] == drawn[1]


def test_who_is_level_comes_in_the_order_of_a_lot() -> None:
    level = [Standing(entry, 1, 0) for entry in range(1, 17)]
    drawn = [groups(draw_power_round(level, FOURS, Past(), seed=seed).tables) for seed in (1, 2)]
    assert drawn[0] != drawn[1]
    backwards = draw_power_round(level[::-1], FOURS, Past(), seed=1)
    assert groups(backwards.tables) == drawn[0]


def test_whoever_sits_out_is_the_lowest_of_those_who_sat_out_least() -> None:
    past = Past()
    split = splits(13, frozenset({4}), 4)[0]
    for out in (13, 12, 11, 10, 9):
        drawn = draw_power_round(standings(13), split, past, seed=1)
        assert drawn.sit_outs == (out,)
        past = Past((*past.rounds, drawn.tables), (*past.sat_out, drawn.sit_outs))


def test_wishes_come_first_and_those_who_stay_stay() -> None:
    wishes = Wishes(
        apart=frozenset({frozenset({1, 2}), frozenset({5, 6, 7})}),
        together=frozenset({frozenset({3, 16})}),
        fixed={9: Place(1), 12: Place(4, 2)},
    )
    drawn = draw_power_round(standings(), FOURS, Past(), seed=1, wishes=wishes)
    report = quality(range(1, 17), Past(), drawn, wishes)
    assert (report.apart_broken, report.together_broken) == ((), ())
    assert 9 in drawn.tables[0]
    assert drawn.tables[3][1] == 12
    snake = draw_power_round(standings(), FOURS, Past(), seed=1, wishes=wishes, rules=PowerRules(order=Order.SNAKE))
    assert quality(range(1, 17), Past(), snake, wishes).apart_broken == ()
    assert (9 in snake.tables[0], snake.tables[3][1]) == (True, 12)


def test_locked_tables_stay_and_the_rest_is_drawn_again() -> None:
    drawn = draw_power_round(standings(), FOURS, PLAYED, seed=1)
    kept = Wishes().locking({2: drawn.tables[1]})
    redrawn = draw_power_round(standings(), FOURS, PLAYED, seed=2, wishes=kept)
    assert redrawn.tables[1] == drawn.tables[1]


def test_what_cannot_be_seated_is_said() -> None:
    with pytest.raises(CannotSeat) as refused:
        draw_power_round(standings(15), FOURS, Past(), seed=1)
    assert str(refused.value) == "15 people are here, but the tables are for 16. Choose the table sizes again."


def test_rematches_cost_what_is_known_of_them() -> None:
    """Means of twelve events of 32 people and six rounds: about 67 when cut strictly, 20, 5 and 2 repeats otherwise."""
    rows = [PowerRules(strict=True), *map(PowerRules, (Rematch.CLOSE_GAMES, Rematch.VARIETY_RATHER))]
    means = [sum(report(32, event(32, 6, rules, seed)[0]).repeats.value for seed in range(12)) / 12 for rules in rows]
    assert [low < mean < high for mean, low, high in zip(means, (55, 12, 3), (80, 28, 9), strict=True)] == [True] * 3


def test_small_tables_go_round() -> None:
    most = [report(30, event(30, 6, PowerRules(), seed)[0]).short.most for seed in range(12)]
    assert sum(most) / 12 < 3


def test_four_hundred_people_are_seated_within_some_thousand_trades() -> None:
    past, score = event(400, 5, PowerRules(), 1)
    assert draw_power_round(in_order(score), Split((4,) * 100), past, seed=1).moves < 20_000


@pytest.mark.parametrize("people", [*range(4, 40), 66, 101, 150])
def test_everybody_once_at_tables_of_the_announced_sizes(people: int) -> None:
    for size in (3, 4, 5):
        split = splits(people, frozenset({size, size + 1}), size)[0] if people >= size else Split((people,))
        score = [entry % 7 for entry in range(people)]
        order = [Standing(entry, 1 + sum(other > own for other in score), own) for entry, own in enumerate(score)]
        past = Past()
        for seed, rules in enumerate((PowerRules(), PowerRules(order=Order.SNAKE), PowerRules(strict=True))):
            drawn = draw_power_round(order, split, past, seed=seed, rules=rules)
            seated = [entry for table in drawn.tables for entry in table]
            assert sorted([*seated, *drawn.sit_outs]) == list(range(people))
            assert tuple(map(len, drawn.tables)) == split.sizes
            assert drawn == draw_power_round(order, split, past, seed=seed, rules=rules)
            past = Past((*past.rounds, drawn.tables), (*past.sat_out, drawn.sit_outs))


def a_power_draw(wishes: Wishes | None = None) -> Draw:
    rules = PowerRules(Rematch.CLOSE_GAMES, never_within=1, top_table=TopTable.REMATCHES_FREE)
    order, wishes = tuple(standings()), wishes or Wishes()
    drawn = draw_power_round(order, FOURS, PLAYED, seed=4, rules=rules, wishes=wishes, moves=900)
    power = PowerDraw(order, rules)
    entries = tuple(range(1, 17))
    return Draw(entries, FOURS, PLAYED, wishes, 1, 900, drawn, drawn.tables, drawn.sit_outs, power=power)


def test_a_power_round_is_drawn_again_from_its_file() -> None:
    draw = from_text(to_text(a_power_draw(Wishes(apart=frozenset({frozenset({1, 2})})))))
    assert draw.drawn.algorithm == ALGORITHM == "henhouse-power-1"
    assert again(draw) == draw.drawn
    assert str(verdict(draw)[1]) == "Drawn again: the same seating."
    public = from_text(to_text(draw.public()))
    assert public.power == draw.power
    assert str(verdict(public)[1]).startswith("1 private wish was used")


def test_files_of_power_rounds_that_do_not_hold() -> None:
    draw = a_power_draw()
    assert str(verdict(replace(draw, limit=0))[1]).startswith("Drawn again, the seating is another one")
    older = replace(draw, drawn=replace(draw.drawn, algorithm="henhouse-power-0"))
    assert str(verdict(older)[1]).startswith("Drawn by henhouse-power-0; this is henhouse-power-1")
    others = replace(draw, power=PowerDraw(tuple(standings(15)), PowerRules()))
    assert verdict(others)[0] is False
    assert str(verdict(others)[1]) == "The order in the file is not of the people who were seated."
    for wrong in ('"standings":5', '"standings":[[1,2]]'):
        damaged = to_text(draw)
        first, last = damaged.index('"standings"'), damaged.index(',\n"rematch"')
        with pytest.raises(UnreadableDraw) as refused:
            from_text(damaged[:first] + wrong + damaged[last:])
        assert str(refused.value) == "The file of this draw is damaged near standings."


def test_what_power_seating_buys_is_said_honestly() -> None:
    assert WHAT_IT_BUYS.startswith("Power seating buys closer tables, not a truer ranking")


def test_how_close_the_tables_are() -> None:
    report = closeness(standings(), ((1, 2, 3, 9), (4, 5, 6, 7), (8, 10, 11, 12), (13, 14, 15, 16)))
    assert report == Closeness(Fraction(45), Fraction(80), Fraction(150), 4, 3)
    assert [str(words) for words in report.words] == [
        "Points at a table are 45 apart on average and 80 at most; in the whole list 150.",
        "3 of the first 4 of the list share a table.",
    ]
    hundredths = closeness(standings(), ((1, 2, 3, 9, 99), (4, 5, 6, 7)), unit=100)
    assert (hundredths.widest, hundredths.everybody) == (Fraction(80, 100), Fraction(150, 100))

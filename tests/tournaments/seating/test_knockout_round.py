"""A round of a knockout as it is published: wishes, locked tables, and a file that draws it again."""

from dataclasses import replace

import pytest

from tests.tournaments.seating.knockouts import Knockout, result
from tournaments.seating.draw import CannotSeat, Past, Place, Wishes
from tournaments.seating.knockout import KnockoutPlan, Level
from tournaments.seating.knockout_draw import LaterRounds
from tournaments.seating.knockout_next import next_draw
from tournaments.seating.knockout_round import ALGORITHM, KnockoutDraw, draw_knockout_round
from tournaments.seating.record import Draw, UnreadableDraw, again, from_text, to_text, verdict

FOURS = (4, 4, 4, 4)
ORDER = KnockoutDraw(tuple(range(1, 17)), FOURS)
SERPENTINE = ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))
SIXTEEN = KnockoutPlan(16, (Level(FOURS, (2,) * 4), Level((4, 4), (2, 2))), 4)


def test_a_first_round_is_the_serpentine() -> None:
    drawn = draw_knockout_round(ORDER, Past(), seed=1)
    assert (drawn.tables, drawn.sit_outs, drawn.algorithm) == (SERPENTINE, (), "henhouse-knockout-1")


def test_byes_sit_out() -> None:
    drawn = draw_knockout_round(KnockoutDraw((9, 4, 7, 5, 6, 8), (4,), 2), Past(), seed=1)
    assert (drawn.tables, drawn.sit_outs) == (((7, 5, 6, 8),), (4, 9))


def test_whoever_met_in_the_round_before_trades_inside_a_row() -> None:
    past = Past((((1, 8, 3, 5), (2, 15, 7, 6)),))
    drawn = draw_knockout_round(ORDER, past, seed=1)
    met = {(1, 8), (2, 7), (2, 15), (7, 15), (3, 5), (6, 7)}
    assert [pair for table in drawn.tables for pair in met if set(pair) <= set(table)] == []
    assert draw_knockout_round(replace(ORDER, recent=0), past, seed=1).tables == SERPENTINE


def test_people_and_locked_tables_stay() -> None:
    wishes = Wishes(frozenset({frozenset({1, 9})}), fixed={16: Place(4, 1), 7: Place(1)})
    drawn = draw_knockout_round(ORDER, Past(), seed=1, wishes=wishes)
    assert (drawn.tables[3][0], 7 in drawn.tables[0], {1, 9} <= set(drawn.tables[0])) == (16, True, False)
    kept = draw_knockout_round(ORDER, Past(), seed=2, wishes=Wishes().locking({2: drawn.tables[1]}))
    assert kept.tables[1] == drawn.tables[1]


def test_a_clash_is_said() -> None:
    with pytest.raises(CannotSeat) as refused:
        draw_knockout_round(KnockoutDraw((1, 2, 3), (4,)), Past(), seed=1)
    assert str(refused.value) == "3 people are here, but the tables are for 4. Choose the table sizes again."


def test_what_later_rounds_are_drawn_from() -> None:
    event = Knockout(SIXTEEN, range(1, 17))
    assert next_draw(SIXTEEN, [], {}, event.seeds) == ORDER
    event.seat()
    for number, table in enumerate(event.tables[0]):
        event.results[0, number] = result({entry: entry for entry in table})
    by_seed = next_draw(SIXTEEN, event.tables, event.results, event.seeds, later=LaterRounds.BY_SEED)
    assert by_seed == KnockoutDraw((1, 2, 3, 4, 5, 6, 7, 8), (4, 4))
    fixed = next_draw(SIXTEEN, event.tables, event.results, event.seeds, later=LaterRounds.FIXED)
    assert fixed.dealt == ((1, 3, 5, 7), (2, 4, 6, 8))
    assert draw_knockout_round(fixed, Past(), seed=1).tables == fixed.dealt


def a_knockout_draw(what: KnockoutDraw, wishes: Wishes) -> Draw:
    past = Past((((1, 8, 3, 5), (2, 15, 7, 6)),))
    drawn = draw_knockout_round(what, past, seed=3, wishes=wishes)
    return Draw(what.order, what.split, past, wishes, 1, None, drawn, drawn.tables, drawn.sit_outs, knockout=what)


@pytest.mark.parametrize(
    "what",
    [
        ORDER,
        KnockoutDraw(tuple(range(16, 0, -1)), (3, 4, 4, 4), 1, recent=0),
        KnockoutDraw(tuple(range(1, 9)), (4, 4), dealt=((1, 3, 5, 7), (2, 4, 6, 8))),
    ],
)
def test_a_round_is_drawn_again_from_its_file(what: KnockoutDraw) -> None:
    draw = a_knockout_draw(what, Wishes(frozenset({frozenset({1, 9}), frozenset({2, 10, 11})})))
    read = from_text(to_text(draw))
    assert read == draw
    assert again(read) == draw.drawn
    assert str(verdict(read)[1]) == "Drawn again: the same seating."
    assert str(verdict(from_text(to_text(draw.public())))[1]).startswith("2 private wishes were used")


def test_files_that_do_not_hold() -> None:
    draw = a_knockout_draw(ORDER, Wishes())
    assert draw.drawn.algorithm == ALGORITHM
    shuffled = replace(ORDER, order=tuple(range(16, 0, -1)))
    assert verdict(replace(draw, knockout=shuffled))[0] is False
    others = replace(draw, knockout=replace(ORDER, order=tuple(range(2, 18))))
    assert str(verdict(others)[1]) == "The order in the file is not of the people who were seated."
    for field in ("order", "dealt", "recent"):
        lines = to_text(draw).splitlines()
        damaged = [f'"{field}":"hens",' if line.startswith(f'"{field}":') else line for line in lines]
        if field == "recent":
            damaged[-1] = '"recent":"hens"}'
        with pytest.raises(UnreadableDraw) as refused:
            from_text("\n".join(damaged))
        assert str(refused.value) == f"The file of this draw is damaged near {field}."

"""The order of an evening, as a table: where it stands, what the big button does, what is in the way."""

import pytest

from tournaments.next_step import (
    Do,
    Evening,
    Heads,
    InTheWay,
    Need,
    NextStep,
    RoundNow,
    StageNow,
    TableNow,
    Why,
    next_step,
)

NOT_PUBLIC = InTheWay(Why.NOT_PUBLIC)
HERE = Heads(here=9)


def evening(heads: Heads = HERE, **more: object) -> Evening:
    return Evening(**{"heads": heads, "planned": 3, "smallest": 3, **more})  # type: ignore[arg-type]


def playing(*tables: TableNow) -> RoundNow:
    return RoundNow(2, is_draft=False, tables=tables)


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (evening(Heads()), NextStep(Do.ADD_NAMES, 1)),
        (evening(Heads(withdrawn=4)), NextStep(Do.ADD_NAMES, 1)),
        (
            evening(Heads(expected=8, here=2)),
            NextStep(
                Do.TICK_ARRIVALS,
                1,
                8,
                (InTheWay(Why.TOO_FEW_HERE, count=2, of=3), InTheWay(Why.NOT_ARRIVED, count=8)),
            ),
        ),
        (
            evening(Heads(standby=5)),
            NextStep(Do.TICK_ARRIVALS, 1, 0, (InTheWay(Why.TOO_FEW_HERE, count=0, of=3),)),
        ),
        (evening(), NextStep(Do.SEAT, 1, 9)),
        (
            evening(Heads(expected=2, here=9), is_public=False),
            NextStep(Do.SEAT, 1, 9, (InTheWay(Why.NOT_ARRIVED, count=2), NOT_PUBLIC)),
        ),
        (evening(now=RoundNow(1, is_draft=True)), NextStep(Do.PUBLISH_SEATING, 1, 9)),
        (
            evening(now=RoundNow(1, is_draft=True, came=("Wren",), went=("Robin", "Teal"))),
            NextStep(
                Do.DRAW_AGAIN,
                1,
                9,
                (
                    InTheWay(Why.CAME_SINCE, count=1, said=("Wren",)),
                    InTheWay(Why.WENT_SINCE, count=2, said=("Robin", "Teal")),
                ),
            ),
        ),
        (
            evening(
                closed=1,
                now=playing(TableNow(1, 3, missing=1, not_accepted=2), TableNow(2, 3, not_accepted=3), TableNow(3, 3)),
            ),
            NextStep(
                Do.TYPE_RESULTS,
                2,
                1,
                (InTheWay(Why.NOT_HANDED_IN, 1, 1, 3), InTheWay(Why.NOT_ACCEPTED, 2, 3)),
            ),
        ),
        (
            evening(closed=1, now=playing(TableNow(1, 3, missing=2, people=1), TableNow(2, 3, people=1))),
            NextStep(
                Do.TYPE_RESULTS,
                2,
                1,
                (InTheWay(Why.TOO_FEW_AT_TABLE, 1, 1), InTheWay(Why.NOT_HANDED_IN, 1, 2, 3)),
            ),
        ),
        (
            evening(
                closed=1,
                now=playing(
                    TableNow(1, 3, missing=1, is_on_screen=True), TableNow(2, 3, missing=2, people=4, is_of_bots=True)
                ),
            ),
            NextStep(
                Do.WATCH_SCREENS,
                2,
                2,
                (InTheWay(Why.ON_SCREEN, 1, 1, 3), InTheWay(Why.BOTS_PLAY, 2, 2, 3)),
            ),
        ),
        (
            evening(
                closed=1,
                now=playing(
                    TableNow(1, 3, missing=2, people=4, is_of_bots=True),
                    TableNow(2, 3, missing=3, people=4, is_of_bots=True, rests=True),
                ),
            ),
            NextStep(
                Do.WATCH_BOTS,
                2,
                2,
                (InTheWay(Why.BOTS_PLAY, 1, 2, 3), InTheWay(Why.BOTS_REST, 2, 3, 3)),
            ),
        ),
        (
            evening(closed=1, now=playing(TableNow(1, 3, missing=1, is_on_screen=True), TableNow(2, 3, missing=3))),
            NextStep(
                Do.TYPE_RESULTS,
                2,
                2,
                (InTheWay(Why.ON_SCREEN, 1, 1, 3), InTheWay(Why.NOT_HANDED_IN, 2, 3, 3)),
            ),
        ),
        (
            evening(closed=1, now=playing(TableNow(1, 3), TableNow(2, 3, not_accepted=2, asked=("Nobody is on 0.",)))),
            NextStep(
                Do.ACCEPT_AND_CLOSE,
                2,
                1,
                (InTheWay(Why.ASKED_ABOUT, 2, 1, said=("Nobody is on 0.",)), InTheWay(Why.NOT_ACCEPTED, 2, 2)),
            ),
        ),
        (evening(closed=1, now=playing(TableNow(1, 3), TableNow(2, 3))), NextStep(Do.CLOSE, 2)),
        (
            evening(closed=1, is_public=False, now=playing(TableNow(1, 3))),
            NextStep(Do.CLOSE, 2, in_the_way=(NOT_PUBLIC,)),
        ),
        (evening(closed=1), NextStep(Do.SEAT, 2, 9)),
        (
            evening(Heads(here=2, withdrawn=7), closed=1),
            NextStep(Do.TICK_ARRIVALS, 2, 0, (InTheWay(Why.TOO_FEW_HERE, count=2, of=3),)),
        ),
        (evening(closed=3), NextStep(Do.FINISH)),
        (evening(Heads(withdrawn=9), closed=3), NextStep(Do.FINISH)),
        (evening(closed=3, is_finished=True), NextStep(Do.LOOK_BACK)),
        (evening(Heads(), is_finished=True, is_public=False), NextStep(Do.LOOK_BACK, in_the_way=(NOT_PUBLIC,))),
    ],
)
def test_the_next_step(where: Evening, expected: NextStep) -> None:
    assert next_step(where) == expected


def staged(need: Need = Need.NOTHING, people: int = 4, **more: object) -> Evening:
    """Two of three rounds are closed; the third is that of stage 2."""
    stage = StageNow(2, need, people, **more)  # type: ignore[arg-type]
    return evening(closed=2, stage=stage)


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (staged(Need.CUT), NextStep(Do.MAKE_CUT, 3, 4, (), 2)),
        (
            staged(Need.CUT, level=("Wren, Teal",)),
            NextStep(Do.SETTLE, 3, 1, (InTheWay(Why.LEVEL, said=("Wren, Teal",)),), 2),
        ),
        (staged(Need.PLAN), NextStep(Do.CHOOSE_PLAN, 3, 4, (), 2)),
        (staged(), NextStep(Do.SEAT, 3, 4, (), 2)),
        (
            staged(not_here=("Wren",)),
            NextStep(Do.SEAT, 3, 4, (InTheWay(Why.GOES_ON_AND_NOT_HERE, count=1, said=("Wren",)),), 2),
        ),
        (
            staged(corrected="Teal instead of Wren."),
            NextStep(Do.SEAT, 3, 4, (InTheWay(Why.CORRECTED, said=("Teal instead of Wren.",)),), 2),
        ),
        (
            evening(closed=3, stage=StageNow(2, Need.NOTHING, shared=("Wren, Teal",))),
            NextStep(Do.FINISH, in_the_way=(InTheWay(Why.SHARED, said=("Wren, Teal",)),), stage=2),
        ),
        (evening(stage=StageNow(1, Need.PLAN, 9)), NextStep(Do.CHOOSE_PLAN, 1, 9, (), 1)),
        (
            evening(Heads(here=2), stage=StageNow(1, Need.PLAN, 2)),
            NextStep(Do.TICK_ARRIVALS, 1, 0, (InTheWay(Why.TOO_FEW_HERE, count=2, of=3),)),
        ),
    ],
)
def test_a_stage_has_its_own_steps(where: Evening, expected: NextStep) -> None:
    assert next_step(where) == expected

"""Why two people meet again: the nearest reason first, and no word about anybody's wishes."""

import pytest

from tournaments.seating.draw import Past, Place, Wishes, draw_round
from tournaments.seating.quality import Figure, quality, repeats_now
from tournaments.seating.record import Draw
from tournaments.seating.sizes import Split
from tournaments.seating.why import Made, Meeting, made_by, meet_again, why

PAST = Past((((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 2, 5, 6), (3, 4, 7, 8))))
MEETING = Meeting((1, 2), 1, (1, 2))
NAMES = ("Wren", "Robin")
FREE, FORCED = Figure(3, 0), Figure(3, 2)


def test_who_meets_again() -> None:
    assert meet_again(PAST, ((1, 2, 9), (8, 5, 3))) == (
        Meeting((1, 2), 1, (1, 2)),
        Meeting((3, 8), 2, (2,)),
        Meeting((5, 8), 2, (1,)),
    )
    assert meet_again(Past(), ((1, 2, 3),)) == ()


@pytest.mark.parametrize(
    ("made", "repeats", "reason"),
    [
        (Made(), FORCED, "this round was seated by hand."),
        (Made({1: 1, 2: 2}), FORCED, "somebody came or was moved by hand after the draw."),
        (Made({2: 1}), FORCED, "somebody came or was moved by hand after the draw."),
        (Made({1: 4, 2: 4}, locked=(4,)), FORCED, "their table was kept from the draft before."),
        (
            Made({1: 1, 2: 1}, by_standings=True),
            FORCED,
            "this round was seated by the standings, so that close games come about.",
        ),
        (Made({1: 1, 2: 1}, by_seeds=True), FREE, "in a knockout the seeds and who goes on decide who meets."),
        (
            Made({1: 1, 2: 1}, wishes=2),
            FORCED,
            "with these tables at least 2 meetings of this round must be repeats, and there are 3.",
        ),
        (Made({1: 1, 2: 1}, wishes=2), FREE, "the organisers’ wishes came in, which left the draw less choice."),
        (
            Made({1: 1, 2: 1}),
            FREE,
            "the draw found no seating with fewer than 3 repeats, though none is proven to be needed.",
        ),
    ],
)
def test_the_nearest_reason_is_told(made: Made, repeats: Figure, reason: str) -> None:
    told = str(why(MEETING, made, repeats, NAMES))
    assert told == f"Wren and Robin met in rounds 1, 2 and meet again: {reason}"


def test_one_round_before() -> None:
    told = str(why(Meeting((3, 8), 2, (2,)), Made({3: 1, 8: 1}), FREE, NAMES))
    assert told.startswith("Wren and Robin met in round 2 and meet again: ")


def test_how_a_draw_was_made() -> None:
    """Whoever sat at a locked table is no wish; wishes count where the file does not list them, too."""
    split = Split((4, 4))
    wishes = Wishes(frozenset({frozenset({1, 5})}), fixed={6: Place(2)}).locking({1: (1, 2, 3, 4)})
    drawn = draw_round(range(1, 9), split, PAST, seed=1, wishes=wishes)
    draw = Draw(tuple(range(1, 9)), split, PAST, wishes, 1, None, drawn, drawn.tables, drawn.sit_outs, locked=(1,))
    made = made_by(draw)
    assert made == made_by(draw.public())
    assert (made.locked, made.wishes, made.drawn_at[1], made.drawn_at[6]) == ((1,), 2, 1, 2)
    assert made_by(None) == Made()


def test_the_repeats_of_this_round_alone() -> None:
    seating = draw_round(range(1, 9), Split((4, 4)), PAST, seed=1)
    report = quality(range(1, 9), PAST, seating)
    assert (report.repeats, repeats_now(report, PAST)) == (Figure(12, 8), Figure(8, 4))

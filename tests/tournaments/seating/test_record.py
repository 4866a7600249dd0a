from dataclasses import replace

import pytest

from tournaments.seating.draw import ALGORITHM, Past, Place, Wishes, draw_round
from tournaments.seating.record import Draw, UnreadableDraw, again, from_text, to_text, verdict
from tournaments.seating.sizes import Split

SPLIT = Split((4, 3, 3), 1)


def a_draw(wishes: Wishes | None = None) -> Draw:
    wishes = wishes or Wishes()
    first = draw_round(range(1, 12), SPLIT, Past(), seed=3)
    past = Past((first.tables,), (first.sit_outs,))
    drawn = draw_round(range(1, 12), SPLIT, past, seed=4, wishes=wishes, ahead=2, moves=5_000)
    return Draw(tuple(range(1, 12)), SPLIT, past, wishes, 2, 5_000, drawn, drawn.tables, drawn.sit_outs, redraws=1)


def test_a_draw_is_drawn_again_from_its_file() -> None:
    draw = from_text(to_text(a_draw()))
    assert draw == a_draw()
    assert again(draw) == draw.drawn
    assert verdict(draw)[0]
    assert str(verdict(draw)[1]) == "Drawn again: the same seating."


def test_the_organisers_file_draws_again_with_wishes_and_the_public_one_counts_them() -> None:
    wishes = Wishes(frozenset({frozenset({1, 2})}), frozenset({frozenset({4, 5})}), {7: Place(1), 8: Place(2, 1)})
    draw = a_draw(wishes)
    assert from_text(to_text(draw)) == draw
    assert str(verdict(draw)[1]) == "Drawn again: the same seating."
    public = to_text(draw.public())
    assert '"apart":[],\n"together":[],\n"fixed":[],\n"hidden_wishes":4' in public
    assert str(verdict(from_text(public))[1]) == (
        "4 private wishes were used and are not in this file, so only the organiser's file can be drawn again. "
        "Checked: everybody sits exactly once."
    )


def test_a_file_of_another_version_is_checked_instead_and_says_so() -> None:
    draw = a_draw()
    other = replace(draw, drawn=replace(draw.drawn, algorithm="henhouse-0", moves=1))
    assert verdict(other)[0]
    assert str(verdict(other)[1]).startswith(f"Drawn by henhouse-0; this is {ALGORITHM}, which may draw differently.")


def swapped(draw: Draw) -> tuple[tuple[int, ...], ...]:
    first, second, *rest = draw.tables
    return ((second[0], *first[1:]), (first[0], *second[1:]), *rest)


def test_changes_by_hand_are_said_and_unsaid_ones_found() -> None:
    draw = replace(a_draw(), tables=swapped(a_draw()))
    assert verdict(draw)[0] is False
    assert str(verdict(draw)[1]) == "The published tables are not the drawn ones, and no change by hand is noted."
    assert str(verdict(replace(draw, hand_changes=1))[1]) == (
        "Drawn again, the same seating; then 1 change was made by hand before publishing."
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"tables": ((1, 2, 3, 4), (5, 6, 7), (8, 9, 9))}, "The tables do not seat every entry exactly once."),
        ({"split": Split((4, 4, 2), 1)}, "The tables do not have the sizes that the file announces."),
        ({"limit": 0, "ahead": 1}, "Drawn again, the seating is another one: this file is not what was drawn."),
    ],
)
def test_a_file_that_does_not_hold(change: dict[str, object], sentence: str) -> None:
    holds, words = verdict(replace(a_draw(), **change))  # type: ignore[arg-type]
    assert (holds, str(words)) == (False, sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hens", "This is not the file of a draw: it is not JSON."),
        ("[]", "This is not the file of a draw: it does not say henhouse-draw-1."),
        ('{"format": "henhouse-draw-1"}', "The file of this draw is damaged near 'sizes'."),
        (to_text(a_draw()).replace('"seed":4', '"seed":"4"'), "The file of this draw is damaged near seed."),
        (to_text(a_draw()).replace('"fixed":[]', '"fixed":[[7,1]]'), "The file of this draw is damaged near fixed."),
        (
            to_text(a_draw()).replace('"fixed":[]', '"fixed":[[7,"1",null]]'),
            "The file of this draw is damaged near fixed.",
        ),
        (to_text(a_draw()).replace('"fixed":[]', '"fixed":[[7,1,[]]]'), "The file of this draw is damaged near fixed."),
        (
            to_text(a_draw()).replace('"limit":5000', f'"limit":{10**18}'),
            "The file of this draw is damaged near limit.",
        ),
        (to_text(a_draw()).replace('"ahead":2', f'"ahead":{10**9}'), "The file of this draw is damaged near ahead."),
    ],
)
def test_a_text_that_is_not_a_draw(text: str, sentence: str) -> None:
    with pytest.raises(UnreadableDraw) as caught:
        from_text(text)
    assert str(caught.value.sentence) == sentence

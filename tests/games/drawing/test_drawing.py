"""Drawn hands: nothing covers anything, everything touches what it joins, and the whole stays small."""

from dataclasses import replace
from itertools import combinations

import pytest

from engine import SETS, Layout, Rules, read_move
from games.drawing import GAP, HALF, SQUARE, WIDE, Box, Drawing, Picture, draw, draw_live, lying, picture_of
from games.drawing.drawing import EFFORT, _resumed, _searched
from games.drawing.picture import CELL, PHONE
from games.drawing.search import Effort
from games.drawing.strips import board_of, in_strips
from games.drawing.tree import tree_of
from tests.games.drawing.hands import laid

HANDS_OF_A_SET = 1000
HANDS_OF_A_CASE = 5


def grown(box: Box, cells: int) -> Box:
    return Box(box.x - cells, box.y - cells, box.width + 2 * cells, box.height + 2 * cells)


def is_sound(layout: Layout, drawing: Drawing, *, gap: int = GAP) -> bool:
    """Whether each tile touches the one it joins, half against half, and keeps its distance from all others."""
    tree = tree_of(layout)
    spots = (drawing.centre, *drawing.spots)
    assert len(spots) == len(tree)
    for one, other in combinations(range(len(spots)), 2):
        near = grown(spots[one].box, gap) if tree[other].joins != one else spots[one].box
        if near.overlaps(spots[other].box):
            return False
    return all(spots[node.number].joining.touches(spots[node.joins].open) for node in tree[1:])


def the_hand(top: int, number: int) -> Layout:
    """One of the hands of a set, of every size of table in turn."""
    counts = Rules.read(f"gamerules set={top}").player_counts()
    return laid(f"gamerules set={top}", counts[number % len(counts)], number)


def largest(top: int) -> float:
    """The longest side that a drawing of this set may have, in tiles; of the two largest a few are drawn in strips."""
    return {6: 8, 9: 12, 12: 20, 15: 110, 18: 160}[top]


@pytest.mark.long(sample=5)
@pytest.mark.parametrize("case", range(HANDS_OF_A_SET // HANDS_OF_A_CASE))
@pytest.mark.parametrize("top", SETS)
def test_no_two_tiles_of_a_thousand_hands_of_every_set_cover_each_other(top: int, case: int) -> None:
    for number in range(case * HANDS_OF_A_CASE, (case + 1) * HANDS_OF_A_CASE):
        layout = the_hand(top, number)
        drawing = draw(layout)
        assert is_sound(layout, drawing), number
        assert max(drawing.around.width, drawing.around.height) / (2 * HALF) <= largest(top), number


@pytest.mark.parametrize("rules", ["spruce", "classic4", "coop6", "chickie6", "gamerules toes=1", "gamerules toes=5"])
@pytest.mark.parametrize("seed", range(4))
def test_other_rules_are_drawn_as_well(rules: str, seed: int) -> None:
    layout = laid(rules, 3, seed)
    assert is_sound(layout, draw(layout))


@pytest.mark.parametrize("trains", [1, 2, 5, 7, 9])
def test_any_number_of_trains_finds_room_round_the_centre(trains: int) -> None:
    layout = laid(f"gamerules arms={trains} reserve=0", 3, trains)
    assert is_sound(layout, draw(layout))


@pytest.mark.long
def test_a_hand_that_finds_no_room_is_drawn_with_larger_doubles_rather_than_in_strips() -> None:
    layout = the_hand(18, 17)
    drawing = draw(layout)
    assert is_sound(layout, drawing)
    assert max(drawing.around.width, drawing.around.height) <= 130
    assert {spot.box.width * spot.box.height // 8 for spot in drawing.spots if spot.is_double} == {9}


@pytest.mark.long
@pytest.mark.parametrize("number", [105, 112])
def test_the_search_for_a_drawing_is_bounded_by_steps(number: int) -> None:
    """Hands of which the search would lay nearly four thousand tiles find larger doubles instead."""
    effort, layout = Effort(), the_hand(18, number)
    tree = tree_of(layout)
    assert is_sound(layout, _searched(tree, layout, SQUARE, effort))
    assert EFFORT < effort.steps * len(tree) < 2 * EFFORT


@pytest.mark.parametrize("top", SETS)
def test_strips_always_have_room(top: int) -> None:
    for number in range(6):
        layout = the_hand(top, number)
        board = board_of(in_strips(tree_of(layout)))
        count = len(layout.pieces)
        drawing = Drawing(board.laid[0], tuple(board.laid[one] for one in range(1, count + 1)), board.around)
        assert is_sound(layout, drawing), number


def test_the_same_hand_is_drawn_the_same() -> None:
    layout = the_hand(9, 3)
    again = replace(layout, pieces=tuple(layout.pieces))
    draw.cache_clear()
    first = draw(layout)
    draw.cache_clear()
    assert first == draw(again)


def test_a_wide_page_is_filled_from_side_to_side() -> None:
    shapes = [draw(the_hand(12, number), WIDE).around for number in range(4)]
    assert sum(box.width for box in shapes) > 1.2 * sum(box.height for box in shapes)
    assert all(is_sound(the_hand(12, number), draw(the_hand(12, number), WIDE)) for number in range(4))


@pytest.mark.parametrize("number", range(8))
def test_a_growing_hand_stays_where_it_lies_and_is_rarely_laid_anew(number: int) -> None:
    layout = the_hand(9, number)
    before, anew = draw_live(replace(layout, pieces=())), 0
    for count in range(1, len(layout.pieces) + 1):
        now = replace(layout, pieces=layout.pieces[:count])
        drawing = draw_live(now)
        assert is_sound(now, drawing)
        anew += drawing.spots[:-1] != before.spots
        before = drawing
    assert anew <= 6


def test_tiles_are_painted_the_way_round_in_which_they_join() -> None:
    rules = Rules.read("gamerules")
    plays = [read_move(word) for word in ("97", "93", "77", "71", "72", "74")]
    layout = Layout.of(rules, 2, 9, plays)  # type: ignore[arg-type] # they are all plays
    tiles = lying(layout, draw(layout))
    assert [(tile.number, tile.branch, {tile.first, tile.second}) for tile in tiles] == [
        (0, "", {9}),
        (1, "A", {9, 7}),
        (2, "B", {9, 3}),
        (3, "A", {7}),
        (4, "A1", {7, 1}),
        (5, "A2", {7, 2}),
        (6, "A3", {7, 4}),
    ]
    nine_seven = tiles[1]
    seven_first = (nine_seven.open.x, nine_seven.open.y) == (nine_seven.box.x, nine_seven.box.y)
    assert nine_seven.first == (7 if seven_first else 9)
    assert all(tile.is_flat == (tile.box.width > tile.box.height) for tile in tiles)


def test_a_hand_in_strips_goes_on_as_well() -> None:
    layout = the_hand(18, 4)
    before = replace(layout, pieces=layout.pieces[:-1])
    board = board_of(in_strips(tree_of(before)))
    spots = tuple(board.laid[one] for one in range(1, len(before.pieces) + 1))
    strips = Drawing(board.laid[0], spots, board.around)
    search = _resumed(tree_of(layout, growing=True), layout, strips, SQUARE)
    assert tuple(search.board.laid[one] for one in range(1, len(before.pieces) + 1)) == spots
    assert search.board.taken.bit_count() == sum(spot.box.width * spot.box.height for spot in (strips.centre, *spots))


def px(picture: Picture, across: int) -> float:
    """Pixels along a cell where the picture is slid, or has so many pixels from side to side."""
    cells = int(picture.view_box.split()[2]) / CELL
    return max(picture.width, across) / cells


@pytest.mark.long(sample=5)
@pytest.mark.parametrize("case", range(HANDS_OF_A_SET // HANDS_OF_A_CASE))
@pytest.mark.parametrize("top", SETS)
def test_forty_tiles_of_every_set_can_be_read_on_a_phone(top: int, case: int) -> None:
    """Half a tile is never less than 14 pixels wide, and hardly more of the page than is there is needed for it."""
    for number in range(case * HANDS_OF_A_CASE, (case + 1) * HANDS_OF_A_CASE):
        layout = the_hand(top, number)
        forty = replace(layout, pieces=layout.pieces[:40])
        drawing = draw(forty)
        picture = picture_of(drawing.around)
        assert is_sound(forty, drawing), number
        assert HALF * px(picture, PHONE) >= 14, number
        assert picture.width <= 1.35 * PHONE, number


def test_a_picture_shows_what_lies_there_with_a_margin_and_the_first_tile_is_no_giant() -> None:
    assert picture_of(Box(-30, -12, 60, 40)) == Picture("-620 -260 1240 840", 62 * 7, 42 * 7)
    assert picture_of(Box(-1, -2, 2, 4)) == Picture("-200 -200 400 400", 140, 140)
    assert [picture_of(Box(0, 0, cells, 9)).slides for cells in (43, 44)] == [False, True]
    assert [picture_of(Box(0, 0, 9, cells)).slides_in_play for cells in (34, 35)] == [False, True]

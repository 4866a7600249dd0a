"""Tiles, their text, and the sets of A54."""

import pytest

from engine import SETS, Tile, TileSet, UnreadableTile


@pytest.mark.parametrize("text", ["73", "37", "7-3", "3-7", " 7-3 ", "7 - 3"])
def test_a_tile_reads_both_ways_round(text: str) -> None:
    assert Tile.read(text) == Tile(7, 3)


@pytest.mark.parametrize(("text", "tile"), [("c6", Tile(12, 6)), ("12-6", Tile(12, 6)), ("I0", Tile(18, 0))])
def test_numbers_above_nine_are_letters_or_two_figures(text: str, tile: Tile) -> None:
    assert Tile.read(text) == tile


def test_the_text_of_every_tile_reads_back() -> None:
    for tile in TileSet(18).tiles:
        assert Tile.read(tile.text()) == tile
        assert Tile.read(str(tile)) == tile


def test_the_higher_number_stands_first() -> None:
    assert Tile(3, 12).text() == "c3"
    assert str(Tile(3, 12)) == "12-3"


@pytest.mark.parametrize("text", ["", "7", "731", "7-", "7-19", "j0", "7-3-1", "²³", "x-y", "--"])
def test_what_is_no_tile_is_named(text: str) -> None:
    with pytest.raises(UnreadableTile) as caught:
        Tile.read(text)
    assert str(caught.value.sentence) == f"“{text}” is not a tile. Write both numbers, for example 7-3 or 12-0."


def test_the_other_end() -> None:
    assert Tile(7, 3).other(3) == 7
    assert Tile.double(5).other(5) == 5
    with pytest.raises(ValueError, match="7-3 does not carry 4"):
        Tile(7, 3).other(4)


@pytest.mark.parametrize(
    ("top", "tiles", "pips", "carrying"),
    [(6, 28, 168, 7), (9, 55, 495, 10), (12, 91, 1092, 13), (15, 136, 2040, 16), (18, 190, 3420, 19)],
)
def test_the_sets_of_the_table(top: int, tiles: int, pips: int, carrying: int) -> None:
    tile_set = TileSet(top)
    assert tile_set.size == len(tile_set.tiles) == len(set(tile_set.tiles)) == tiles
    assert tile_set.pips == sum(tile.pips for tile in tile_set.tiles) == pips
    assert [len(tile_set.carrying(number)) for number in range(top + 1)] == [carrying] * (top + 1)


def test_there_are_five_sets() -> None:
    assert [str(TileSet(top).name) for top in SETS] == [
        "double-six set",
        "double-nine set",
        "double-twelve set",
        "double-fifteen set",
        "double-eighteen set",
    ]
    with pytest.raises(ValueError, match="no double-7 set"):
        TileSet(7)

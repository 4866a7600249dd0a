"""Tables for a terminal."""

from tournaments.files.text_table import text_table, width


def test_columns_stand_in_line_whatever_the_script() -> None:
    rows: list[tuple[str | int, ...]] = [(1, "Zoë Partridge", 95), (12, "મોર ચકલી", 101), ("", "Coot", "")]
    assert text_table(("place", "name", "total"), rows, left=frozenset({"name"})) == [
        "place  name           total",
        "    1  Zoë Partridge     95",
        "   12  મોર ચકલી         101",
        "       Coot",
    ]


def test_marks_take_no_room_and_wide_letters_take_two() -> None:
    assert [width(text) for text in ("Zoe\u0308", "మయూర", "鶏", "")] == [3, 4, 2, 0]

"""Columns: where the names are is guessed, shown, and can be changed."""

import pytest

from tests.tournaments.files.workbooks import workbook
from tournaments.files.roster import Grid, Layout, guess, read_file, read_pasted, rows, skipped
from tournaments.files.roster.header_words import Heading, heading_of


def grid(*lines: str) -> Grid:
    return read_file("\n".join(lines).encode())


def people(grid: Grid, layout: Layout | None = None) -> list[tuple[int, str]]:
    return [(row.row_number, row.name) for row in rows(grid, layout or guess(grid))]


@pytest.mark.parametrize(
    ("cell", "heading"),
    [
        ("Name", Heading.NAME),
        ("PLAYER NAME:", Heading.NAME),
        ("Name*", Heading.NAME),
        ("Name (as on your badge)", Heading.NAME),
        ("Spieler/in", None),
        ("Name / Nom", Heading.NAME),
        ("Last name, First name", Heading.NAME),
        ("Vorname", Heading.FIRST),
        ("Prénom", Heading.FIRST),
        ("PRENOM", Heading.FIRST),
        ("Surname", Heading.LAST),
        ("Apellidos", Heading.LAST),
        ("નામ", Heading.NAME),
        ("अटक", None),
        ("અટક", Heading.LAST),
        ("आडनाव", Heading.LAST),
        ("खेळाडूचे नाव", Heading.NAME),
        ("নাম", Heading.NAME),
        ("উপাধি", Heading.LAST),
        ("பெயர்", Heading.NAME),
        ("முதல் பெயர்", Heading.FIRST),
        ("పేరు", Heading.NAME),
        ("ఇంటి పేరు", Heading.LAST),
        ("Lfd. Nr.", Heading.OTHER),
        ("E-Mail", Heading.OTHER),
        ("Amber Finch", None),
    ],
)
def test_headings_are_known_in_several_languages(cell: str, heading: Heading | None) -> None:
    assert heading_of(cell) == heading


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("Nr;Name;Town", (1,)),
        ("Name;Nr;Town", (0,)),
        ("Town;Nr;Player", (2,)),
        ("Nr;First name;Last name", (1, 2)),
        ("Nr;Last name;First name", (2, 1)),
        ("Nr;Vorname;Name", (1, 2)),
        ("Nr;Name;Vorname", (2, 1)),
        ("Nr;Nom;Prénom", (2, 1)),
        ("Nr;Nombre;Apellidos", (1, 2)),
        ("Nr;અટક;નામ", (2, 1)),
        ("Nr;पहिले नाव;आडनाव", (1, 2)),
    ],
)
def test_headings_say_where_the_names_are(header: str, columns: tuple[int, ...]) -> None:
    table = grid(header, "1;Amber;Finch", "2;Robin;Swift", "Plume;Dot;Hen")
    assert guess(table) == Layout(1, columns)


def test_the_full_name_is_taken_by_heading_even_where_a_town_looks_more_like_names() -> None:
    table = grid("Town;Player", "Upper Roost;Amber", "Lower Roost;Robin", "High Barn;Dot")
    assert people(table) == [(2, "Amber"), (3, "Robin"), (4, "Dot")]


def test_a_column_of_numbers_under_the_heading_player_is_no_name() -> None:
    table = grid("Player;Name", "17;Amber Finch", "18;Robin Swift")
    assert people(table) == [(2, "Amber Finch"), (3, "Robin Swift")]


def test_titles_above_and_totals_below_are_passed_over_and_shown() -> None:
    table = grid(
        "Barnyard club;;",
        "List of players, spring 2026;;",
        ";;",
        "Nr;Player;Fee",
        "1;Amber Finch;5",
        "2;Robin Swift;5",
        "3;;",
        ";;",
        "Total;;10",
        ";2 players;",
    )
    assert guess(table) == Layout(4, (1,))
    assert people(table) == [(5, "Amber Finch"), (6, "Robin Swift")]
    assert [(row.row_number, row.sentence.code) for row in skipped(table, guess(table))] == [
        (1, "roster.title"),
        (2, "roster.title"),
        (4, "roster.header"),
        (7, "roster.no_name"),
        (9, "roster.total"),
        (10, "roster.total"),
    ]


def test_a_total_whose_sum_stands_in_the_name_column_is_passed_over() -> None:
    assert people(grid("Nr;Player", "1;Amber Finch", "Total;1")) == [(2, "Amber Finch")]


@pytest.mark.parametrize("name", ["Player 17", "Spieler 2", "Dr. Total Eclipse", "Summer Swift"])
def test_people_with_names_like_headings_and_totals_are_people(name: str) -> None:
    assert people(grid("Nr;Name", f"1;{name}", "2;Robin Swift")) == [(2, name), (3, "Robin Swift")]


def test_on_request_every_row_below_the_headings_is_read() -> None:
    table = grid("Barnyard;", "Nr;Name", "1;Total", "2;Robin Swift")
    assert people(table, Layout(2, (1,))) == [(4, "Robin Swift")]
    assert people(table, Layout(2, (1,), every_row=True)) == [(3, "Total"), (4, "Robin Swift")]


def test_without_headings_the_column_with_names_is_found() -> None:
    table = grid("x;1;Amber Finch;a@barn.example;Roost", ";2;Dot Plume;b@barn.example;Roost", "x;3;Wren Hatch;;Roost")
    assert guess(table) == Layout(None, (2,))
    assert people(table) == [(1, "Amber Finch"), (2, "Dot Plume"), (3, "Wren Hatch")]


def test_without_headings_two_columns_of_single_words_are_first_and_last_name() -> None:
    table = grid("1;Amber;Finch;Barnfield", "2;Robin;Swift;Barnfield", "3;Dot;Plume;Barnfield")
    assert people(table) == [(1, "Amber Finch"), (2, "Robin Swift"), (3, "Dot Plume")]


def test_a_single_name_beside_a_town_stays_single() -> None:
    table = grid("Amber;Barnfield", "Robin;Barnfield", "Dot;Roost", "Wren;Roost")
    assert people(table) == [(1, "Amber"), (2, "Robin"), (3, "Dot"), (4, "Wren")]


def test_a_dated_title_above_a_pasted_list_is_passed_over() -> None:
    table = read_pasted("Club evening, 3 May:\n\nAmber Finch\nRobin Swift\nDot Plume")
    assert people(table) == [(3, "Amber Finch"), (4, "Robin Swift"), (5, "Dot Plume")]
    assert [row.text for row in skipped(table, guess(table))] == ["Club evening, 3 May:"]


def test_a_pasted_list_with_a_blank_row_between_all_loses_nobody() -> None:
    assert [name for _row, name in people(read_pasted("R2D2\n\nAmber Finch\n\nRobin Swift"))] == [
        "R2D2",
        "Amber Finch",
        "Robin Swift",
    ]


def test_last_name_first_is_kept_unless_asked_to_turn_around() -> None:
    table = grid("Nr;Name", "1;Finch, Amber", "2;Robin Swift", "3;Plume, Dot, Jr.")
    layout = guess(table)
    assert [name for _row, name in people(table)] == ["Finch, Amber", "Robin Swift", "Plume, Dot, Jr."]
    turned = Layout(layout.header_row, layout.name_columns, turn_around=True)
    assert [name for _row, name in people(table, turned)] == ["Amber Finch", "Robin Swift", "Plume, Dot, Jr."]


def test_any_layout_can_be_chosen() -> None:
    table = grid("Name;Nick", "Amber Finch;Ace", "Robin Swift;")
    assert people(table, Layout(1, (1,))) == [(2, "Ace"), (3, "")]
    assert people(table, Layout(None, (1, 0))) == [(1, "Nick Name"), (2, "Ace Amber Finch"), (3, "Robin Swift")]
    assert people(table, Layout(2, (0,))) == [(3, "Robin Swift")]
    assert people(table, Layout(1, (9,))) == [(2, ""), (3, "")]


def test_columns_in_odd_order_and_extra_columns_read_the_same_from_a_workbook() -> None:
    table: list[list[object]] = [
        ["Paid", "Town", "Last name", "Points", "First name"],
        ["x", "Barnfield", "Finch", 12, "Amber"],
    ]
    assert people(read_file(workbook(table))) == [(2, "Amber Finch")]


def test_an_apostrophe_that_made_a_cell_harmless_is_taken_off_again() -> None:
    assert people(grid("Name", "'=1+1 Bob", "'Ace' Miller")) == [(2, "=1+1 Bob"), (3, "'Ace' Miller")]


def test_a_layout_survives_its_json_form() -> None:
    for layout in (Layout(None, (0,)), Layout(4, (2, 1), turn_around=True, every_row=True)):
        assert Layout.from_json(layout.to_json()) == layout


@pytest.mark.parametrize("columns", [[], [-1], ["first"]])
def test_a_layout_without_proper_columns_is_no_layout(columns: list[object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Layout.from_json({"header_row": None, "name_columns": columns, "turn_around": False, "every_row": False})

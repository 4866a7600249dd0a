"""Downloads: opened right by a spreadsheet, exact for machines."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.files.spreadsheet import as_typed, for_machines, for_spreadsheets, harmless

PEOPLE = [(1, "Zoë Partridge", -5), (2, "Finch, Amber", 0), (3, "=1+1 Bob", 12), (4, "మయూర పిచ్చుక", 7)]


def test_a_download_for_people_has_mark_commas_and_crlf_and_no_formula() -> None:
    assert (
        for_spreadsheets(["rank", "name", "total"], PEOPLE)
        == (
            '\ufeffrank,name,total\r\n1,Zoë Partridge,-5\r\n2,"Finch, Amber",0\r\n3,\'=1+1 Bob,12\r\n4,మయూర పిచ్చుక,7\r\n'
        ).encode()
    )


def test_a_download_for_machines_is_plain_and_exact() -> None:
    assert (
        for_machines(["rank", "name", "total"], PEOPLE)
        == ('rank,name,total\n1,Zoë Partridge,-5\n2,"Finch, Amber",0\n3,=1+1 Bob,12\n4,మయూర పిచ్చుక,7\n').encode()
    )


@pytest.mark.parametrize(
    "cell", ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", "-5 Bob", "+49 30 1", "-"]
)
def test_cells_that_begin_like_a_formula_are_made_harmless(cell: str) -> None:
    assert harmless(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["", "5", "-5", "+5", "-5.25", "-5,25", "Amber", "O'Brien", "1-2", "'Ace' Miller"])
def test_numbers_and_other_text_stay(cell: str) -> None:
    assert harmless(cell) == cell


def test_whole_numbers_stay_numbers() -> None:
    assert [harmless(number) for number in (-5, 0, 61)] == ["-5", "0", "61"]


@given(st.text(max_size=20))
def test_what_was_made_harmless_reads_back(cell: str) -> None:
    assert as_typed(harmless(cell)) == cell or cell.startswith("'")


@given(
    st.lists(
        st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\r\0"), max_size=10),
        min_size=2,
        max_size=3,
    )
)
def test_a_machine_reads_back_every_cell(row: list[str]) -> None:
    written = for_machines(row, [row]).decode()
    assert list(csv.reader(io.StringIO(written, newline=""))) == [row, row]

"""Reading: the same names out of every usual file, a clear refusal for every other."""

import codecs
import io
import itertools
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.files.workbooks import archive, with_part, workbook
from tournaments.files.roster import Grid, GridRow, UnreadableFile, guess, read_file, read_pasted, rows
from tournaments.files.roster.read import sniff_delimiter

CASE = Path(__file__).parents[2] / "cases" / "evening-1"

WESTERN = ("Jay Müller-Huhn", "Robin O’Coop", "Finch, Amber", "Zoë Partridge", "Lark Ñandú", "Ólöf Spói", "Corvin Råk")
CODECS = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "utf-32": "UTF-32",
    "cp1252": "Windows-1252",
}


def names(grid: Grid) -> list[str]:
    return [row.name for row in rows(grid, guess(grid))]


def refusal(data: bytes) -> str:
    with pytest.raises(UnreadableFile) as caught:
        read_file(data)
    assert str(caught.value) == str(caught.value.sentence)
    return caught.value.sentence.code


def quoted(cell: str, delimiter: str) -> str:
    return f'"{cell}"' if delimiter in cell else cell


@pytest.mark.parametrize(("codec", "delimiter", "end"), list(itertools.product(CODECS, ";,\t|", ["\n", "\r\n", "\r"])))
def test_encoding_delimiter_and_line_ends_do_not_change_the_names(codec: str, delimiter: str, end: str) -> None:
    table = [("Nr", "Name", "Town"), *((str(n), name, "Barnfield") for n, name in enumerate(WESTERN, 1))]
    text = "".join(delimiter.join(quoted(cell, delimiter) for cell in row) + end for row in table)
    grid = read_file(text.encode(codec))
    assert names(grid) == list(WESTERN)
    assert (grid.encoding, grid.delimiter) == (CODECS[codec], delimiter)


@pytest.mark.parametrize(("codec", "end"), list(itertools.product(CODECS, ["\n", "\r\n", "\r"])))
def test_a_file_of_one_column_gives_the_same_names(codec: str, end: str) -> None:
    grid = read_file(end.join(WESTERN).encode(codec))
    assert names(grid) == list(WESTERN)
    assert grid.delimiter == ""


@pytest.mark.parametrize(
    ("codec", "label", "people"),
    [
        ("cp1250", "Windows-1250", ["Łucja Kawka", "Žofie Sýkorová", "Gołąb Wróbel", "Jiří Čáp"]),
        ("cp1251", "Windows-1251", ["Иван Воробьёв", "Ольга Синицына", "Пётр Сорокин", "Нина Голубева"]),
        ("cp1253", "Windows-1253", ["Γιώργος Κότσυφας", "Ελένη Καρδερίνα", "Νίκος Σπουργίτης"]),
        ("mac_roman", "Mac Roman", list(WESTERN)),
    ],
)
def test_other_one_byte_encodings_are_told_apart_by_how_they_read(codec: str, label: str, people: list[str]) -> None:
    grid = read_file(("Nr;Name\n" + "".join(f"{n};{name}\n" for n, name in enumerate(people, 1))).encode(codec))
    assert (grid.encoding, names(grid)) == (label, people)


def test_the_roster_of_the_evening_gives_its_thirty_names() -> None:
    grid = read_file((CASE / "roster.csv").read_bytes())
    found = names(grid)
    seated = {line.split(",", 3)[3].strip('"') for line in (CASE / "seating.csv").read_text("utf-8").splitlines()[1:]}
    assert len(found) == 30
    assert found[19] == "Finch, Amber"
    assert set(found) == seated
    assert [row.number for row in grid.rows] == list(range(1, 32))


def test_the_first_sheet_with_something_in_it_is_read() -> None:
    table: list[list[object]] = [["Nr", "Name"], [1, "मोर चिमणी"], [None, None], [2.0, "=1+1 Bob"], [3, "Finch, Amber"]]
    grid = read_file(workbook([], table, [["Somebody else"]]))
    assert grid.rows == (
        GridRow(1, ("Nr", "Name")),
        GridRow(2, ("1", "मोर चिमणी")),
        GridRow(4, ("2",)),
        GridRow(5, ("3", "Finch, Amber")),
    )
    assert grid.sheet == "Sheet1"


def test_formulas_are_not_evaluated() -> None:
    grid = read_file(workbook([["Name", "Fee"], ["Amber Finch", "=1+1"], ['=HYPERLINK("x")', 5]]))
    assert grid.rows == (GridRow(1, ("Name", "Fee")), GridRow(2, ("Amber Finch",)), GridRow(3, ("", "5")))


def test_row_numbers_count_blank_rows_and_take_a_quoted_line_break_as_one_row() -> None:
    grid = read_file(b'Name;Town\n\n"Amber\nFinch";Barnfield\n;\n"Say ""hi"" Swift";Roost\n')
    assert grid.rows == (
        GridRow(1, ("Name", "Town")),
        GridRow(3, ("Amber\nFinch", "Barnfield")),
        GridRow(5, ('Say "hi" Swift', "Roost")),
    )
    assert names(grid) == ["Amber Finch", 'Say "hi" Swift']


def test_a_quote_that_is_never_closed_swallows_no_row() -> None:
    grid = read_file(b'Name;Town\n"Ace" Miller;Barnfield\n"Amber;Roost\nRobin "Red" Swift;Roost\n')
    assert names(grid) == ['"Ace" Miller', '"Amber', 'Robin "Red" Swift']


def test_the_line_that_tells_excel_the_delimiter_is_no_row() -> None:
    grid = read_file(b"sep=|\r\nName|Town\r\nAmber, the Finch|Barnfield\r\n")
    assert grid.rows == (GridRow(1, ("Name", "Town")), GridRow(2, ("Amber, the Finch", "Barnfield")))


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("Amber Finch", ""),
        ("Amber Finch\nRobin Swift", ""),
        ("Finch, Amber\nSwift, Robin", ""),
        ("Finch, Amber\nRobin Swift", ""),
        ("Last name, First name\nFinch, Amber", ","),
        ("Amber Finch, Barnfield\nRobin Swift, Roost", ","),
        ("Finch,Amber\nSwift,Robin", ","),
        ("1;Finch, Amber\n2;Swift, Robin", ";"),
        ("Amber; 3,5\nRobin; 2,5", ";"),
        ("Club evening\n\nNr\tName\n1\tAmber\n2\tRobin\n\nTotal\t2", "\t"),
        ('"Finch, Amber"\n"Swift, Robin"', ""),
    ],
)
def test_the_delimiter_is_what_divides_the_rows_alike(text: str, delimiter: str) -> None:
    assert sniff_delimiter(text) == delimiter


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Amber Finch\r\nRobin Swift\r\n", ["Amber Finch", "Robin Swift"]),
        (
            "1. Amber Finch\n2) Robin Swift\n- Dot Plume\n• Wren Hatcher",
            ["Amber Finch", "Robin Swift", "Dot Plume", "Wren Hatcher"],
        ),
        ("Amber Finch, Robin Swift, Dot Plume", ["Amber Finch", "Robin Swift", "Dot Plume"]),
        ("Amber Finch; Robin Swift", ["Amber Finch", "Robin Swift"]),
        ("Finch, Amber", ["Finch, Amber"]),
        ("Amber Finch <amber@barnyard.example>\nRobin Swift", ["Amber Finch", "Robin Swift"]),
        ("Nr\tName\n1\tAmber Finch\n", ["Amber Finch"]),
        ('O\'Brien <b>"x"', ['O\'Brien <b>"x"']),
    ],
)
def test_a_pasted_list_gives_its_names(text: str, people: list[str]) -> None:
    assert names(read_pasted(text)) == people


def test_a_grid_survives_its_json_form() -> None:
    grid = read_file('Name;Ort\nமயில் குருவி;\n\n"a\nb";c'.encode())
    assert Grid.from_json(grid.to_json()) == grid


# --- refusals


def test_a_file_of_three_megabytes_is_refused_with_the_numbers() -> None:
    with pytest.raises(UnreadableFile) as caught:
        read_file(b"Amber Finch\n" * (3 * 1024 * 1024 // 12))
    assert str(caught.value).startswith("It has 3.0 MB; at most 2 MB are read.")


def test_a_pasted_text_of_three_megabytes_is_refused() -> None:
    with pytest.raises(UnreadableFile) as caught:
        read_pasted("મ" * 1024 * 1024)
    assert caught.value.sentence.code == "file.too_large"


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_six_thousand_rows_are_refused_with_the_numbers(kind: str) -> None:
    people = [f"Amber Finch {n}" for n in range(6000)]
    data = "\n".join(people).encode() if kind == "csv" else workbook([[name] for name in people])
    with pytest.raises(UnreadableFile) as caught:
        read_file(data)
    assert str(caught.value) == "It has 6,000 rows; at most 5,000 are read at once. Split the list."


def test_five_thousand_rows_are_read() -> None:
    assert len(read_file(b"\n\n".join(b"Amber Finch %d" % n for n in range(5000))).rows) == 5000


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "file.empty"),
        (b"\n ; ;\r\n\t\n", "file.blank"),
        (codecs.BOM_UTF8, "file.blank"),
        (b"Amber\0Finch\n", "file.nul"),
        (b"Zo\xeb\0Partridge\n", "file.nul"),
        (b"\x01\x02\x03\x04Amber\x05\x06", "file.binary"),
        (codecs.BOM_UTF16_LE + b"A\0m", "file.broken_encoding"),
        (b"%PDF-1.7\n%\xe2\xe3", "file.pdf"),
        (b"\x89PNG\r\n\x1a\n\0\0", "file.image"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "file.image"),
        (b"\0\0\0\x18ftypheic\0\0", "file.image"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "file.image"),
        (b"BM\x0a\0\0\0\0\0\0\0", "file.image"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1" + "Workbook".encode("utf-16-le"), "file.xls"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1" + "WordDocument".encode("utf-16-le"), "file.old_office"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1" + "EncryptedPackage".encode("utf-16-le"), "file.locked"),
        (b"{\\rtf1\\ansi Amber", "file.rtf"),
        (b"\xef\xbb\xbf \r\n<!DOCTYPE html><table>", "file.html"),
        (b"<HTML><table>", "file.html"),
        (b'<?xml version="1.0"?><Workbook/>', "file.xml"),
        (b"BEGIN:VCARD\r\nFN:Amber", "file.vcard"),
        (b'{"players": []}', "file.json"),
        (b"\x1f\x8b\x08\0", "file.archive"),
        (archive({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}), "file.ods"),
        (archive({"mimetype": b"application/vnd.oasis.opendocument.text"}), "file.opendocument"),
        (archive({"Index/Document.iwa": b""}), "file.numbers"),
        (archive({"word/document.xml": b""}), "file.docx"),
        (archive({"ppt/presentation.xml": b""}), "file.pptx"),
        (archive({"xl/workbook.bin": b""}), "file.xlsb"),
        (archive({"names.csv": b"Amber Finch"}), "file.archive"),
        (archive({"xl/workbook.xml": b"<workbook/>"}), "file.damaged"),
        (b"PK\x03\x04 and then nothing", "file.damaged"),
        (workbook([["Amber Finch"]])[:-30], "file.damaged"),
        (workbook([[None]]), "file.blank"),
    ],
)
def test_what_cannot_be_read_is_named_for_what_it_is(data: bytes, code: str) -> None:
    assert refusal(data) == code


def test_a_refusal_says_how_to_save_the_list() -> None:
    with pytest.raises(UnreadableFile) as caught:
        read_file(b"%PDF-1.7")
    assert str(caught.value) == (
        "This is a PDF, not a list of names. "
        "Open it and save the list as CSV (UTF-8) or XLSX, or copy the names and paste them."
    )


SHEET = "xl/worksheets/sheet1.xml"


def test_a_workbook_that_unpacks_to_too_much_is_refused_unread() -> None:
    assert (
        refusal(with_part(workbook([["Amber Finch"]]), "xl/media/image1.png", b"\0" * 20_000_000))
        == "file.unpacks_too_large"
    )


def test_a_workbook_that_lies_about_its_size_is_refused() -> None:
    data = bytearray(with_part(workbook([["Amber Finch"]]), SHEET, b" " * 20_000_000))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as zipped:
        part = zipped.getinfo(SHEET)
    real, told = struct.pack("<L", part.file_size), struct.pack("<L", 1000)
    assert data.count(real) == 2
    assert refusal(bytes(data.replace(real, told))) == "file.damaged"


def test_a_workbook_of_very_many_parts_is_refused() -> None:
    parts = {f"xl/part{n}.xml": b"" for n in range(1001)}
    assert refusal(archive({"xl/workbook.xml": b"", **parts})) == "file.unpacks_too_large"


@pytest.mark.parametrize("codec", ["utf-8", "utf-16"])
def test_entities_are_refused(codec: str) -> None:
    bomb = (
        '<!DOCTYPE worksheet [<!ENTITY a "Amber"><!ENTITY x SYSTEM "file:///etc/passwd">]>'
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        '<row r="1"><c r="A1" t="inlineStr"><is><t>&x;</t></is></c></row></sheetData></worksheet>'
    )
    assert refusal(with_part(workbook([["Amber Finch"]]), SHEET, bomb.encode(codec))) == "file.entities"


def test_what_a_sheet_says_of_its_size_is_not_believed() -> None:
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/>'
        '<sheetData><row r="7"><c r="A7" t="inlineStr"><is><t>Amber Finch</t></is></c>'
        '<c r="XFD7"><v>1</v></c></row></sheetData></worksheet>'
    )
    assert read_file(with_part(workbook([["x"]]), SHEET, sheet.encode())).rows == (GridRow(7, ("Amber Finch",)),)


@pytest.mark.parametrize("row", ["100001", "999999999"])
def test_a_sheet_that_goes_on_for_ever_is_refused(row: str) -> None:
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        f'<row r="{row}"><c r="A{row}"><v>1</v></c></row></sheetData></worksheet>'
    )
    assert refusal(with_part(workbook([["x"]]), SHEET, sheet.encode())) == "file.sheet_too_long"


BOOK = workbook([["Nr", "Name"], [1, "Amber Finch"], [2, "Robin Swift"]])


def read_or_refused(data: bytes | str) -> Grid | str:
    """The grid, or the code of the refusal; nothing else may happen."""
    try:
        return read_file(data) if isinstance(data, bytes) else read_pasted(data)
    except UnreadableFile as refused:
        return refused.sentence.code


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    found = read_or_refused(data)
    if isinstance(found, Grid):
        assert Grid.from_json(found.to_json()) == found
        assert len(names(found)) <= len(found.rows)
    else:
        assert found.startswith("file.")


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(BOOK) - 1), st.binary(min_size=1, max_size=8), st.booleans())
def test_a_spoilt_workbook_is_read_or_refused(at: int, spoilt: bytes, cut: bool) -> None:  # noqa: FBT001 - drawn
    found = read_or_refused(BOOK[:at] + spoilt + (b"" if cut else BOOK[at + len(spoilt) :]))
    assert len(found.rows) <= 3 if isinstance(found, Grid) else found.startswith("file.")


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='"\n;,ab \t|', max_size=60))
def test_no_letter_is_lost_between_quotes_and_delimiters(text: str) -> None:
    found = read_or_refused(text)
    letters = text.count("a") + text.count("b")
    if isinstance(found, Grid):
        assert sum(cell.count("a") + cell.count("b") for row in found.rows for cell in row.cells) == letters
    else:
        assert (found, letters) == ("file.blank", 0)

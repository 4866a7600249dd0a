"""What a file is, told from its first bytes, so that a refusal names it and says how to save it."""

import io
import zipfile

from engine import N_, Sentence, say

_SAVE = N_("Open it and save the list as CSV (UTF-8) or XLSX, or copy the names and paste them.")
_IS = N_("This is {kind}, not a list of names. {save}")


def _refusal(code: str, kind: str) -> Sentence:
    return say(f"file.{code}", _IS, kind=say(f"file.kind.{code}", kind), save=say("file.save", _SAVE))


PDF = _refusal("pdf", N_("a PDF"))
IMAGE = _refusal("image", N_("a picture"))
OLD_EXCEL = _refusal("xls", N_("an old Excel workbook (.xls)"))
OLD_OFFICE = _refusal("old_office", N_("an old Office document"))
LOCKED = say(
    "file.locked",
    N_("This workbook is protected by a password. Open it, take the password off, and save it as XLSX or CSV (UTF-8)."),
)
ODS = _refusal("ods", N_("an OpenDocument spreadsheet (.ods)"))
OPEN_DOCUMENT = _refusal("opendocument", N_("an OpenDocument file"))
NUMBERS = _refusal("numbers", N_("a Numbers, Pages or Keynote document"))
WORD = _refusal("docx", N_("a Word document"))
SLIDES = _refusal("pptx", N_("a PowerPoint document"))
BINARY_EXCEL = _refusal("xlsb", N_("a binary Excel workbook (.xlsb)"))
ARCHIVE = _refusal("archive", N_("an archive of files"))
WEB_PAGE = _refusal("html", N_("a web page, whatever its file name says"))
XML = _refusal("xml", N_("an XML document"))
RICH_TEXT = _refusal("rtf", N_("a rich text document"))
CONTACTS = _refusal("vcard", N_("a file of contacts (vCard)"))
JSON = _refusal("json", N_("a JSON file"))
DAMAGED = say(
    "file.damaged", N_("The workbook is damaged. Open it in a spreadsheet and save it as a new XLSX or as CSV (UTF-8).")
)

_STARTS = (
    (b"%PDF", PDF),
    (b"\x89PNG", IMAGE),
    (b"\xff\xd8\xff", IMAGE),
    (b"GIF8", IMAGE),
    (b"II*\0", IMAGE),
    (b"MM\0*", IMAGE),
    (b"{\\rtf", RICH_TEXT),
    (b"\x1f\x8b", ARCHIVE),
    (b"7z\xbc\xaf\x27\x1c", ARCHIVE),
    (b"Rar!\x1a\x07", ARCHIVE),
)
_TEXT_STARTS = (
    (b"<!doctype html", WEB_PAGE),
    (b"<html", WEB_PAGE),
    (b"<table", WEB_PAGE),
    (b"<?xml", XML),
    (b"begin:vcard", CONTACTS),
    (b'{"', JSON),
    (b"{\n", JSON),
    (b'["', JSON),
    (b"[{", JSON),
)
_INSIDE = (
    ("xl/workbook.bin", BINARY_EXCEL),
    ("word/document.xml", WORD),
    ("ppt/presentation.xml", SLIDES),
    ("Index/Document.iwa", NUMBERS),
    ("Index.zip", NUMBERS),
)


def is_zip(data: bytes) -> bool:
    """A workbook is a zip archive; so are many other things."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"))


def refusal(data: bytes) -> Sentence | None:
    """Why this cannot be a roster, or None for text and for archives, which `archive_refusal` knows."""
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        return _old_office(data)
    if data[4:8] == b"ftyp" or (data[:4] == b"RIFF" and data[8:12] == b"WEBP") or _is_bitmap(data):
        return IMAGE
    for start, sentence in _STARTS:
        if data.startswith(start):
            return sentence
    text = data[:200].removeprefix(b"\xef\xbb\xbf").lstrip().replace(b"\r\n", b"\n").lower()
    for start, sentence in _TEXT_STARTS:
        if text.startswith(start):
            return sentence
    return None


def archive_refusal(data: bytes) -> Sentence | None:
    """Why this zip archive is no XLSX workbook, or None if it says it is one. Looks at the names of its parts."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            if "xl/workbook.xml" in names:
                return None
            if "mimetype" in names:
                return ODS if b"opendocument.spreadsheet" in _beginning(archive, "mimetype") else OPEN_DOCUMENT
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError):
        return DAMAGED
    for name, sentence in _INSIDE:
        if name in names:
            return sentence
    return ARCHIVE


def _beginning(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as member:
        return member.read(100)


def _old_office(data: bytes) -> Sentence:
    def holds(stream: str) -> bool:
        return stream.encode("utf-16-le") in data

    if holds("EncryptedPackage"):
        return LOCKED
    return OLD_EXCEL if holds("Workbook") or holds("Book") else OLD_OFFICE


def _is_bitmap(data: bytes) -> bool:
    return data.startswith(b"BM") and data[2:6] == len(data).to_bytes(4, "little")

"""Text out of the bytes that people upload, whatever program saved them, and the cells out of that text.

Nothing here knows what the cells mean: rosters and sheets are both read through this module.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import charset_normalizer

from engine import N_, Unreadable, say

DELIMITERS = ("\t", ";", "|", ",")
"""What may stand between cells, in the order in which they are believed."""

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig", "UTF-8"),
    (b"\xff\xfe\x00\x00", "utf-32", "UTF-32"),
    (b"\x00\x00\xfe\xff", "utf-32", "UTF-32"),
    (b"\xff\xfe", "utf-16", "UTF-16"),
    (b"\xfe\xff", "utf-16", "UTF-16"),
)
_ONE_BYTE = {
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "cp1253": "Windows-1253",
    "cp1254": "Windows-1254",
    "cp1257": "Windows-1257",
    "iso8859_15": "ISO-8859-15",
    "mac_roman": "Mac Roman",
}
"""One-byte encodings that spreadsheets save, most usual first."""


_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")


class UnreadableFile(Unreadable):
    """The bytes or the text cannot be read; `sentence` says what they are and what to do."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text with line ends \\n, and the name of the encoding it was in."""

    text: str
    encoding: str


def decode(data: bytes) -> Decoded:
    """The text of a file. Raises `UnreadableFile` when it is no text."""
    text, encoding = _decoded(data)
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\x1a")
    refuse_binary(text)
    return Decoded(text, encoding)


def refuse_binary(text: str) -> None:
    """Raises `UnreadableFile` on a NUL, and on more control characters than a slip of the keyboard explains."""
    if "\0" in text:
        raise UnreadableFile(
            say("file.nul", N_("The file holds NUL characters, so it is no text. Save it as CSV (UTF-8) or XLSX."))
        )
    odd = len(_CONTROL.findall(text))
    if odd > 1 and odd * 50 > len(text):
        raise UnreadableFile(
            say("file.binary", N_("The file is no text and no workbook we know. Save the list as CSV (UTF-8) or XLSX."))
        )


def split_cells(text: str, delimiter: str) -> Iterator[tuple[str, ...]]:
    """The rows of a text with line ends \\n, one cell each if the delimiter is empty.

    A quoted cell may hold delimiters, line ends and doubled quotes.

    The csv module reads a quote that is never closed to the end of the file and drops the quotes of `"Ace" Miller`.
    Here a quote opens a cell only if it is closed right before a delimiter or a line end; otherwise it is a letter like
    any other, and no row is swallowed.
    """
    stop = re.escape(delimiter)
    end = rf"(?=[{stop}\n]|\Z)"
    cell = re.compile(rf'[ ]*+"((?:[^"]++|"")*+)"[ ]*+{end}|([^{stop}\n]*+)')
    row: list[str] = []
    at = 0
    while at <= len(text):
        found = cell.match(text, at)
        if found is None:  # pragma: no cover - the second alternative matches everywhere
            break
        row.append(found[2] if found[1] is None else found[1].replace('""', '"'))
        at = found.end()
        if at == len(text) or text[at] == "\n":
            yield tuple(row)
            row = []
            if at == len(text) - 1:
                return
        at += 1


def _decoded(data: bytes) -> tuple[str, str]:
    for mark, codec, label in _MARKS:
        if data.startswith(mark):
            return _strict(data, codec, label), label
    unmarked = _unmarked_utf16(data)
    if unmarked is not None:
        return _strict(data, unmarked, "UTF-16"), "UTF-16"
    try:
        return data.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError:
        if b"\0" in data:
            return "\0", ""
        return _one_byte(data)


def _strict(data: bytes, codec: str, label: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        raise UnreadableFile(
            say(
                "file.broken_encoding",
                N_("The file says that it is {encoding} but breaks off or is damaged. Save it again as CSV (UTF-8)."),
                encoding=label,
            )
        ) from None


def _unmarked_utf16(data: bytes) -> str | None:
    """UTF-16 without a mark shows itself by its high bytes: zero beside ASCII, and small for every alphabet we know."""
    if not data or len(data) % 2:
        return None
    for high, codec in ((data[1::2], "utf-16-le"), (data[0::2], "utf-16-be")):
        if high.count(0) * 20 >= len(high) and max(high) < 0x30:
            return codec
    return None


def _one_byte(data: bytes) -> tuple[str, str]:
    """Windows-1252 if that reads well, else what charset-normalizer thinks, else what reads least badly."""
    usual = _readings(data, ["cp1252"])
    if usual and usual[0][0] == 0:
        return usual[0][1], _ONE_BYTE["cp1252"]
    guess = charset_normalizer.from_bytes(data, cp_isolation=list(_ONE_BYTE), enable_fallback=False).best()
    order = [*([guess.encoding] if guess and guess.encoding in _ONE_BYTE else []), *_ONE_BYTE]
    readings = _readings(data, order)
    _oddness, text, codec = min(readings, key=lambda reading: (reading[0], order.index(reading[2])))
    return text, _ONE_BYTE[codec]


def _readings(data: bytes, codecs: list[str]) -> list[tuple[int, str, str]]:
    readings = []
    for codec in codecs:
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        readings.append((_oddness(text), text, codec))
    return readings


_LOOKED_AT = 100_000
_SIGNS = "£¥§¶¢¤€†‡ˆ˜‰™©®¬¦µ¸¨¯¹²³¼½¾¿¡×÷±°˛˝˘ˇ√∂∑∏∫≈∆◊ﬁﬂ⁄‹›"
_ODD = re.compile(
    rf"[^\W\d_][{_SIGNS}]|[{_SIGNS}][^\W\d_]"  # a sign inside a word
    r"|[^\W\d_]—[^\W\d_]|[^\W\d_][‘„](?![^\W\d_])|„[a-zà-ÿ]"  # a dash inside a word, an opening quote after it
    r"|[a-zß-öø-ÿ][À-ÖØ-ÞŠŒŽŸ]|[A-Z][ŠŒŽŸŚŹŐ][a-z]"  # a capital where a small letter belongs
    r"|[A-Za-z][Ͱ-ӿ]|[Ͱ-ӿ][A-Za-z]"  # two alphabets in a word
    r"|[À-ÖØ-öø-ÿŠšŒœŽžŸƒ]{3}"  # three accented letters running: no Western name, easily a Cyrillic or Greek one
    r"|Ÿ|[\x80-\x9f]"
)


def _oddness(text: str) -> int:
    """How many places of a text, as far as it is looked at, no person would have written."""
    return len(_ODD.findall(text[:_LOOKED_AT]))

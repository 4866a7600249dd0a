"""A table of plain text for a terminal: columns in line, whatever script the names are in."""

import unicodedata
from collections.abc import Sequence


def text_table(
    header: Sequence[str], rows: Sequence[Sequence[str | int]], *, left: frozenset[str] = frozenset()
) -> list[str]:
    """Lines of text, two blanks between columns; the columns named in `left` begin in line, the others end in line."""
    cells = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        blanks = [" " * (wide - width(cell)) for cell, wide in zip(row, widths, strict=True)]
        padded = [
            cell + blank if name in left else blank + cell
            for cell, blank, name in zip(row, blanks, header, strict=True)
        ]
        lines.append("  ".join(padded).rstrip())
    return lines


def width(text: str) -> int:
    """How many columns of a terminal a text takes: marks above and below letters take none, wide letters two."""
    return sum(
        0
        if unicodedata.category(sign) in {"Mn", "Me", "Cf"}
        else 2
        if unicodedata.east_asian_width(sign) in "WF"
        else 1
        for sign in text
    )

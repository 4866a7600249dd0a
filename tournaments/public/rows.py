"""The rows of a list as HTML. Made without the template engine: at a thousand rows it would take most of the time."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure, or the word that stands where there is none (`is_to_come`: none so far)."""

    text: str
    is_number: bool = True
    imputed: bool = False
    is_to_come: bool = False


@dataclass(frozen=True, slots=True)
class Badge:
    """What is known of somebody at a cut: a few words, and the chip that they stand in (its shape says the same)."""

    chip: str
    words: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """A line that is drawn above a row, with its words: that of the cut, or where those begin who are level on it."""

    words: str
    is_cut: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the list as it is shown. `state` is another text when the entry itself changed, not its place.

    `compared` is what is ranked by where that is not the total, None with totals. `above` is
    drawn above the row.
    """

    number: int
    name: str
    address: str
    place: str
    compared: Cell | None
    total: Cell
    average: Cell
    zeros: Cell
    lowest_other: Cell
    hands: str
    rounds: tuple[Cell, ...]
    why: str
    note: str
    state: str
    badge: Badge | None = None
    above: Ruled | None = None


ROW = (
    '{}<tr role="row" data-key="{}" data-state="{}"><td role="cell" class="n rank">{}</td>'
    '<th role="rowheader" scope="row" class="grow"><a href="{}">{}</a>{}{}</th>{}'
    '<td role="cell" class="whole because">{}</td></tr>\n'
)
CELL = '<td role="cell" class="n{}"{}>{}{}</td>'
ABOVE = '<tr role="row" class="{}-line"><td role="cell" class="whole" colspan="{}">{}</td></tr>\n'
BADGE = ' <span class="chip chip-{}">{}</span>'
NOTE = '<span class="why">{}</span>'


def rows_html(lines: Sequence[Line], rounds: Sequence[int], *, by_average: bool) -> SafeString:
    """The rows of these lines; `rounds` are the numbers of the rounds that have a column."""
    columns = 7 + len(rounds) + (by_average or any(line.compared is not None for line in lines))
    labels = [_label(_("Zeros")), _label(_("Lowest other")), _label(_("Hands"))]
    labels += [_label(pgettext("short for round", "R%(number)d") % {"number": number}) for number in rounds]
    total_label = _label(_("Total"))

    def cells(line: Line) -> SafeString:
        if line.compared is not None:
            heavy = [(line.compared, SafeString(""), " total wide"), (line.total, total_label, "")]
        elif by_average:
            heavy = [(line.average, SafeString(""), " total"), (line.total, total_label, "")]
        else:
            heavy = [(line.total, SafeString(""), " total")]
        figures = (line.zeros, line.lowest_other, Cell(line.hands), *line.rounds)
        light = [(cell, label, "") for cell, label in zip(figures, labels, strict=True)]
        return format_html_join(
            "",
            CELL,
            (
                (style if cell.is_number else " not-a-number", label, cell.text, "*" if cell.imputed else "")
                for cell, label, style in (*heavy, *light)
            ),
        )

    return format_html_join(
        "",
        ROW,
        (
            (
                _ruled(line.above, columns) if line.above else "",
                line.number,
                line.state,
                line.place,
                line.address,
                line.name,
                format_html(BADGE, line.badge.chip, line.badge.words) if line.badge else "",
                format_html(NOTE, line.note) if line.note else "",
                cells(line),
                line.why,
            )
            for line in lines
        ),
    )


def _ruled(line: Ruled, columns: int) -> SafeString:
    return format_html(ABOVE, "cut" if line.is_cut else "level", columns, line.words)


def _label(text: str) -> SafeString:
    return format_html(' data-label="{}"', text)

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
class Line:
    """One row of the list as it is shown. `state` is another text when the entry itself changed, not its place.

    `compared` is what is ranked by where that is not the total, None with totals.
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


ROW = (
    '<tr role="row" data-key="{}" data-state="{}"><td role="cell" class="n rank">{}</td>'
    '<th role="rowheader" scope="row" class="grow"><a href="{}">{}</a>{}</th>{}'
    '<td role="cell" class="whole because">{}</td></tr>\n'
)
CELL = '<td role="cell" class="n{}"{}>{}{}</td>'
NOTE = '<span class="why">{}</span>'


def rows_html(lines: Sequence[Line], rounds: Sequence[int], *, by_average: bool) -> SafeString:
    """The rows of these lines; `rounds` are the numbers of the rounds that have a column."""
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
                line.number,
                line.state,
                line.place,
                line.address,
                line.name,
                format_html(NOTE, line.note) if line.note else "",
                cells(line),
                line.why,
            )
            for line in lines
        ),
    )


def _label(text: str) -> SafeString:
    return format_html(' data-label="{}"', text)

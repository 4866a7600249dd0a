"""Template tags and filters of our own, known to every template."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

import engine
from games.drawing import HALF as CELLS_OF_HALF
from games.drawing import Box, Lies, When
from tournaments.refusals import in_words

register = template.Library()

HALF = 40
"""The side of one half of a drawn tile, in the units of its view box."""
MIDDLE = HALF // 2
CELL = HALF // CELLS_OF_HALF
"""The side of a cell of games.drawing, in the same units."""
STEP = 10
MOST_PIPS = 9
"""Above nine pips are too many to count at a glance: the half shows the number itself."""

# Where the pips of a half lie, in steps from its middle, for an upright tile.
CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1))
SIDES = ((-1, 0), (1, 0))
ENDS = ((0, -1), (0, 1))
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: CORNERS[:2],
    3: (*CORNERS[:2], (0, 0)),
    4: CORNERS,
    5: (*CORNERS, (0, 0)),
    6: (*CORNERS, *SIDES),
    7: (*CORNERS, *SIDES, (0, 0)),
    8: (*CORNERS, *SIDES, *ENDS),
    9: (*CORNERS, *SIDES, *ENDS, (0, 0)),
}


@register.simple_tag
def domino(
    one: int, other: int, *, flat: bool = False, size: str = "", hidden: bool = False, comb: bool = False
) -> SafeString:
    """One tile as SVG: {% domino 9 7 %}, up to double-eighteen.

    Upright unless `flat`; `size` is "small", "large" or nothing. It reads as "domino 9-7"; `hidden` leaves that out,
    for a tile that stands beside its own words. `comb` puts the hen's comb on top: the logo.
    """
    width, height = (2 * HALF, HALF) if flat else (HALF, 2 * HALF)
    top = 20 if comb else 0
    classes = " ".join(["domino", *(["domino-flat"] if flat else []), *([f"domino-{size}"] if size else [])])
    return format_html(
        '<svg class="{}" width="{}" height="{}" viewBox="-2 {} {} {}" {}>{}{}{}</svg>',
        classes,
        width // 2,
        (height + top) // 2,
        -2 - top,
        width + 4,
        height + 4 + top,
        SafeString('aria-hidden="true"' if hidden else 'role="img"'),
        SafeString("") if hidden else format_html("<title>{}</title>", gettext("domino %d-%d") % (one, other)),
        drawn_comb() if comb else "",
        drawn_tile(one, other, flat=flat),
    )


@register.simple_tag
def lying(lies: Lies) -> SafeString:
    """A tile of a layout, where it lies in the drawing: the same tile as {% domino %}, in a larger picture."""
    tile = lies.tile
    return format_html(
        '<g transform="translate({} {}) scale({})"><title>{}-{}</title>{}</g>',
        tile.box.x * CELL,
        tile.box.y * CELL,
        tile.size,
        tile.first,
        tile.second,
        drawn_tile(tile.first, tile.second, flat=tile.is_flat),
    )


@register.simple_tag
def marked(box: Box, margin: int) -> SafeString:
    """The attributes of a rectangle round a box of a layout."""
    return format_html(
        'x="{}" y="{}" width="{}" height="{}"',
        box.x * CELL - margin,
        box.y * CELL - margin,
        box.width * CELL + 2 * margin,
        box.height * CELL + 2 * margin,
    )


@register.simple_tag
def seen(when: When, moment: int) -> SafeString:
    """The attributes of what is seen from one moment to another, hidden unless it is seen at this one."""
    hidden = SafeString("" if when.holds(moment) else " hidden")
    return format_html('data-since="{}" data-until="{}"{}', when.since, when.until, hidden)


@register.filter
def as_words(sentence: engine.Sentence) -> str:
    """A sentence of the engine, translated."""
    return in_words(sentence)


def drawn_tile(one: int, other: int, *, flat: bool) -> SafeString:
    """The face of a tile with its two halves: the one drawing of a domino, wherever there is one."""
    width, height = (2 * HALF, HALF) if flat else (HALF, 2 * HALF)
    return format_html(
        '<rect class="domino-face" width="{}" height="{}" rx="7" fill="#fff" stroke="#000"/>'
        '<path class="domino-bar" d="{}" stroke="#000"/>{}{}',
        width,
        height,
        f"M{HALF} 7V{HALF - 7}" if flat else f"M7 {HALF}H{HALF - 7}",
        drawn_half(one, (MIDDLE, MIDDLE), flat=flat),
        drawn_half(other, (HALF + MIDDLE, MIDDLE) if flat else (MIDDLE, HALF + MIDDLE), flat=flat),
    )


def drawn_half(number: int, middle: tuple[int, int], *, flat: bool) -> SafeString:
    """The pips of one half, or its number where they would be too many."""
    x, y = middle
    if number not in PIPS:
        return format_html('<text class="domino-figure" x="{}" y="{}">{}</text>', x, y + 8, number)
    places = ((y_, -x_) if flat else (x_, y_) for x_, y_ in PIPS[number])
    return format_html_join(
        "",
        '<circle class="domino-pip" cx="{}" cy="{}" r="4"/>',
        ((x + STEP * across, y + STEP * down) for across, down in places),
    )


def drawn_comb() -> SafeString:
    """Three round bumps on top of an upright tile."""
    return format_html_join(
        "", '<circle class="domino-comb" cx="{}" cy="{}" r="{}"/>', [(8, -5, 7), (20, -9, 9), (32, -5, 7)]
    )

"""A drawing as a picture on a page: what it shows, and how large it has to be so that its tiles can be read."""

from dataclasses import dataclass

from games.drawing.shapes import GAP, HALF, Box

CELL = 40 // HALF
"""The side of a cell in the units of a painted tile, whose halves are squares of 40."""
LEAST = 7
"""Pixels of the page along a cell, at least: half a tile is 14 pixels wide, and its number can be read."""
PHONE = 320
"""Pixels that a drawing has on a phone 360 pixels wide. A larger one is slid."""
IN_PLAY = 256
"""Pixels from top to bottom that the table has there while a hand is played, above the rack."""

ROOM = 20
"""Cells along each side, at least, so that the first tiles are no giants."""


@dataclass(frozen=True, slots=True)
class Picture:
    """`view_box` in the units of a painted tile; `width` and `height` in pixels, at least.

    `slides` where a phone is too narrow, `slides_in_play` also where there is no room for it above a rack.
    """

    view_box: str
    width: int
    height: int

    @property
    def slides(self) -> bool:
        return self.width > PHONE

    @property
    def slides_in_play(self) -> bool:
        return self.slides or self.height > IN_PLAY


def picture_of(around: Box) -> Picture:
    """The picture of what lies in this box, with a margin round it, and room about it where little lies there."""
    width, height = (max(side + 2 * GAP, ROOM) for side in (around.width, around.height))
    x, y = around.x - (width - around.width) // 2, around.y - (height - around.height) // 2
    return Picture(" ".join(str(CELL * value) for value in (x, y, width, height)), LEAST * width, LEAST * height)

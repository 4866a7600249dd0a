"""Drawing a hand: from what lies on the table to rectangles that touch where tiles join and never cover each other.

Pure geometry in whole numbers; whoever paints it decides how large a cell is. Everything public is imported from here.
"""

from games.drawing.drawing import SQUARE, WIDE, Drawing, draw, draw_live
from games.drawing.lying import Lying, lying
from games.drawing.picture import Picture, picture_of
from games.drawing.replaying import Held, Lies, Marked, NotReplayable, OnRack, Replay, When, replay_of
from games.drawing.saying import Moment
from games.drawing.shapes import GAP, HALF, Box

__all__ = [
    "GAP",
    "HALF",
    "SQUARE",
    "WIDE",
    "Box",
    "Drawing",
    "Held",
    "Lies",
    "Lying",
    "Marked",
    "Moment",
    "NotReplayable",
    "OnRack",
    "Picture",
    "Replay",
    "When",
    "draw",
    "draw_live",
    "lying",
    "picture_of",
    "replay_of",
]

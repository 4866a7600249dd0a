"""A hand that people play on screen: dealt from a key, moved by taps, answered by bots, never shown whole.

Pure: whoever stores it keeps the dealing and the moves as text. Everything public is imported from here.
"""

from games.screen.dealing import PERSON, Dealing, Step
from games.screen.shown import Place, Shown, places_for, refusal_of, shown_to
from games.screen.sitting import Sitting, resumed
from games.screen.tapped import tapped

__all__ = [
    "PERSON",
    "Dealing",
    "Place",
    "Shown",
    "Sitting",
    "Step",
    "places_for",
    "refusal_of",
    "resumed",
    "shown_to",
    "tapped",
]

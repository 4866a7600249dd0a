"""The house options: the values that each may take."""

from dataclasses import dataclass
from enum import Enum

from engine.words import Sentence

MOST_PLAYERS = 8
"""The largest table that is dealt."""


class CentreFrom(Enum):
    """Where the starting double of a hand comes from (A1, A3, A5, A7)."""

    ASIDE = "aside"
    SEARCH = "search"
    NEXT_HELD = "next"


class Starter(Enum):
    """Who begins a hand (A3, A4)."""

    FINDER = "finder"
    ROTATES = "rotates"


class Share(Enum):
    """The hand as a formula: seven ninths of the tiles beside the centre, shared out and rounded half up."""

    SHARE = "share"


class Trains(Enum):
    """The opening as a formula: as many trains as players (G11)."""

    ONE_EACH = "players"


class Draws(Enum):
    """What a stuck player draws (A8)."""

    ONE = "one"
    UNTIL_PLAYABLE = "until"


class DrawnTile(Enum):
    """Whether a drawn tile that fits must be played at once (G16, S13)."""

    MUST = "must"
    MAY = "may"


class DeadFoot(Enum):
    """What happens when a foot can no longer be finished (A24)."""

    PLAY_OUT = "play_out"
    END_WHEN_STUCK = "end_when_stuck"
    END_WHEN_HOPELESS = "end_when_hopeless"
    RELEASE = "release"


class DoubleOut(Enum):
    """What it costs to play a double as the last tile (A29)."""

    ALLOWED = "allowed"
    COSTS_50 = "50"
    MUST_DRAW = "draw"


class Forgotten(Enum):
    """The price of not announcing a foot, or of not tapping the last tile but one (A43)."""

    NOTHING = "off"
    DRAWS_ONE = "draw"


class Hands(Enum):
    """The hands of a game as a formula: one per double, from the highest down to 0-0 (A47)."""

    EVERY_DOUBLE = "all"


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """A number that depends on how many play: the first is for two players, the last goes on for all larger tables."""

    numbers: tuple[int, ...]

    def at(self, players: int) -> int:
        return self.numbers[min(players - 2, len(self.numbers) - 1)]

    def text(self) -> str:
        return "/".join(map(str, self.numbers))


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that a form can offer."""

    text: str
    label: Sentence


@dataclass(frozen=True, slots=True)
class Option:
    """One house option as it stands: for the page of the rules and for the form that sets it.

    `text` is the value as it is written in the rules' text form; `choices` is empty where any number may be typed.
    """

    name: str
    label: Sentence
    text: str
    value: Sentence
    choices: tuple[Choice, ...]

"""The rules of any other game of the evening: points alone, nothing to check."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.options import MOST_PLAYERS, Choice, Option
from engine.words import N_, Sentence, say


class Wins(Enum):
    """Which total wins."""

    LOWEST = "lowest"
    HIGHEST = "highest"


@dataclass(frozen=True, slots=True)
class FreeRules:
    """Any other game: no tiles, nothing to check, whole numbers, negative ones too."""

    wins: Wins = Wins.LOWEST

    @property
    def name(self) -> str:
        return "free"

    @property
    def has_tiles(self) -> bool:
        """No tiles: hands have no starting double and end as they end."""
        return False

    @property
    def title(self) -> Sentence:
        return say("rules.title.free", N_("Another game: points only, nothing is checked"))

    def text(self) -> str:
        """'free' or 'free wins=highest'."""
        return self.name if self.wins is Wins.LOWEST else f"{self.name} wins={self.wins.value}"

    def __str__(self) -> str:
        return self.text()

    def player_counts(self) -> tuple[int, ...]:
        return tuple(range(2, MOST_PLAYERS + 1))

    def refusals(self, players: int) -> tuple[Sentence, ...]:
        return () if players in self.player_counts() else (wrong_number_of_players(players, MOST_PLAYERS),)

    def warnings(self, players: int) -> tuple[Sentence, ...]:  # noqa: ARG002 - the same question as Rules answers
        return ()

    def centres(self) -> tuple[int, ...]:
        """None: hands of other games have no starting double."""
        return ()

    def refuse_centres(self, centres: Sequence[int]) -> tuple[Sentence, ...]:
        if not centres:
            return ()
        return (say("rules.free_has_no_centres", N_("Hands of a free game have no starting double; leave it empty.")),)

    def counts_as_zero(self, points: int, *, went_out: bool) -> bool:  # noqa: ARG002 - as in Rules
        return points == 0

    def options(self) -> tuple[Option, ...]:
        choices = tuple(Choice(wins.value, words) for wins, words in _WINS.items())
        return (Option("wins", say("rules.wins", N_("Who wins")), self.wins.value, _WINS[self.wins], choices),)


_WINS = {
    Wins.LOWEST: say("rules.wins.lowest", N_("the lowest total")),
    Wins.HIGHEST: say("rules.wins.highest", N_("the highest total")),
}


def wrong_number_of_players(players: int, most: int) -> Sentence:
    """The refusal of a table that is too small or too large."""
    template = N_("These rules seat 2 to {most} players at a table, not {players}.")
    return say("rules.wrong_number_of_players", template, most=most, players=players)

"""The rules of a game as one frozen value: presets, single options over them, and what a table of a size can play.

`read_rules("spruce set=12 hand=8")` reads what `Rules.text()` writes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Self

from engine.fields import FIELDS, deal_words, players_words
from engine.free import FreeRules, Wins, wrong_number_of_players
from engine.options import (
    MOST_PLAYERS,
    ByPlayers,
    CentreFrom,
    DeadFoot,
    DoubleOut,
    DrawnTile,
    Draws,
    Forgotten,
    Hands,
    Option,
    Share,
    Starter,
    Trains,
)
from engine.tiles import Tile, TileSet
from engine.words import N_, Sentence, Unreadable, say


class UnreadableRules(Unreadable):
    """The text does not name rules."""


_RESERVE = ByPlayers((2, 1))


@dataclass(frozen=True, slots=True)
class Rules:
    """Chicken Foot with every house option; the fields stand for the options of engine.fields.FIELDS.

    The defaults are the preset `gamerules` (seeds 000 to 003). `top` is the highest number of the set.
    """

    name: str = "gamerules"
    set: int = 9
    players: int = MOST_PLAYERS
    hand: ByPlayers | Share = Share.SHARE
    centre: CentreFrom = CentreFrom.ASIDE
    starter: Starter = Starter.FINDER
    plays_on: bool = True
    arms: ByPlayers | Trains = Trains.ONE_EACH
    draw: Draws = Draws.ONE
    drawn: DrawnTile = DrawnTile.MUST
    free_draw: bool = False
    toes: int = 3
    dead_foot: DeadFoot = DeadFoot.PLAY_OUT
    reserve: ByPlayers = _RESERVE
    double_out: DoubleOut = DoubleOut.ALLOWED
    zero_blank: int = 0
    other_blanks: int = 0
    call: Forgotten = Forgotten.NOTHING
    knock: Forgotten = Forgotten.NOTHING
    zero_needs_out: bool = False
    hands: tuple[int, ...] | Hands = Hands.EVERY_DOUBLE

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a preset and options over it: 'gamerules', 'spruce set=12 hand=8'. Raises UnreadableRules."""
        rules = read_rules(text)
        if not isinstance(rules, cls):
            raise UnreadableRules(
                say("rules.not_chicken_foot", N_("“{text}” is not a game of Chicken Foot."), text=text.strip())
            )
        return rules

    def text(self) -> str:
        """The preset's name, then each option that differs from it: 'spruce set=12 zero_blank=0'."""
        preset = _CHICKEN_FOOT[self.name]
        changed = [
            f"{field.name}={field.write(getattr(self, field.name))}"
            for field in FIELDS
            if getattr(self, field.name) != getattr(preset, field.name)
        ]
        return " ".join([self.name, *changed])

    def __str__(self) -> str:
        return self.text()

    def __hash__(self) -> int:
        """Of what differs most often: rules are the key of several tables that are asked all the time."""
        return hash((self.name, self.set, self.zero_blank))

    @property
    def wins(self) -> Wins:
        """The lowest total wins (G1, S4)."""
        return Wins.LOWEST

    @property
    def has_tiles(self) -> bool:
        """Whether hands end by going out or blocked and can be checked against a set of tiles."""
        return True

    @property
    def title(self) -> Sentence:
        return TITLES[self.name]

    @property
    def tiles(self) -> TileSet:
        return TileSet(self.set)

    def value(self, tile: Tile) -> int:
        """What a tile left on a rack costs: its pips, but 0-0 and other blanks as the rules say (G25, S19, A51)."""
        if tile.high == 0:
            return self.zero_blank
        return tile.pips + (self.other_blanks if tile.low == 0 else 0)

    def points(self, rack: Iterable[Tile]) -> int:
        """What the tiles left on a rack cost together (G22, S19)."""
        return sum(map(self.value, rack))

    def hand_size(self, players: int) -> int:
        """Tiles dealt to each of so many players; `refusals` says whether there are enough (G7, S5)."""
        if isinstance(self.hand, ByPlayers):
            return self.hand.at(players)
        third = self.set // 3
        shared = 7 * third * (third + 1) // 2
        return (2 * shared + players) // (2 * players)

    def arms_for(self, players: int) -> int:
        """Trains that must lie before anything else may be played (G11, S12)."""
        return self.arms.at(players) if isinstance(self.arms, ByPlayers) else players

    def reserve_for(self, players: int) -> int:
        """Tiles of the yard that nobody may draw (G20)."""
        return self.reserve.at(players)

    @property
    def set_aside(self) -> int:
        """Tiles taken out before the deal: the starting double, or none."""
        return 1 if self.centre is CentreFrom.ASIDE else 0

    def yard_for(self, players: int) -> int:
        """Tiles left after the deal, the reserve among them; negative if there are too few."""
        return self.tiles.size - self.set_aside - players * self.hand_size(players)

    def player_counts(self) -> tuple[int, ...]:
        """The table sizes that these rules can play, from two to eight."""
        return tuple(players for players in range(2, MOST_PLAYERS + 1) if not self.refusals(players))

    def refusals(self, players: int) -> tuple[Sentence, ...]:
        """Why a table of this size cannot play by these rules; empty if it can (A50)."""
        if not 2 <= players <= self.players:
            return (wrong_number_of_players(players, self.players),)
        return (*self._too_few_tiles(players), *self._too_few_matches(players))

    def _too_few_tiles(self, players: int) -> tuple[Sentence, ...]:
        reserve, each = self.reserve_for(players), self.hand_size(players)
        if self.yard_for(players) >= reserve:
            return ()
        template = N_("{players} players × {each} tiles need {needed} tiles, the {set} has {size}.")
        if reserve or self.set_aside:
            template = N_(
                "{players} players × {each} tiles need {needed} tiles, the {set} has {size},"
                " and {kept} of them cannot be dealt."
            )
        return (
            say(
                "rules.too_few_tiles",
                template,
                players=players,
                each=each,
                needed=players * each,
                set=self.tiles.name,
                size=self.tiles.size,
                kept=reserve + self.set_aside,
            ),
        )

    def _too_few_matches(self, players: int) -> tuple[Sentence, ...]:
        refused = []
        if self.arms_for(players) > self.set:
            template = N_(
                "{players} players need {arms} trains, but in the {set} only {tiles} tiles match the starting double."
            )
            refused.append(
                say(
                    "rules.too_many_trains",
                    template,
                    players=players,
                    arms=self.arms_for(players),
                    set=self.tiles.name,
                    tiles=self.set,
                )
            )
        if self.toes >= self.set:
            template = N_("A foot of {toes} tiles cannot be made: in the {set} only {tiles} more tiles match a double.")
            refused.append(
                say("rules.too_many_toes", template, toes=self.toes, set=self.tiles.name, tiles=self.set - 1)
            )
        return tuple(refused)

    def warnings(self, players: int) -> tuple[Sentence, ...]:
        """What may go wrong at a table of this size although it can play (A15)."""
        arms, reserve = self.arms_for(players), self.reserve_for(players)
        if self.refusals(players) or arms <= self.set - reserve:
            return ()
        template = N_(
            "The opening can fail: {arms} trains are needed and {tiles} tiles match the starting double,"
            " but {reserve} of them may lie among the tiles that stay in the yard."
            " The hand is then blocked and everybody scores."
        )
        return (
            say(
                "rules.opening_can_fail",
                template,
                players=players,
                arms=arms,
                tiles=self.set,
                reserve=min(reserve, self.set),
            ),
        )

    def centres(self) -> tuple[int, ...]:
        """The starting doubles of a whole game, in order (G9, S8, A47)."""
        return self.hands if isinstance(self.hands, tuple) else tuple(range(self.set, -1, -1))

    def refuse_centres(self, centres: Sequence[int]) -> tuple[Sentence, ...]:
        """Why hands with these starting doubles cannot be played; empty if they can. The list is data (A47)."""
        if not centres:
            return (say("rules.no_centres", N_("Name at least one starting double.")),)
        template = N_("The {set} has no {double}: its doubles go from {top} down to 0-0.")
        return tuple(
            say(
                "rules.no_such_double",
                template,
                set=self.tiles.name,
                double=f"{number}-{number}",
                top=str(Tile.double(self.set)),
            )
            for number in dict.fromkeys(centres)
            if not 0 <= number <= self.set
        )

    def counts_as_zero(self, points: int, *, went_out: bool) -> bool:
        """Whether a hand is a zero for the tie-break: by points, or only with going out (A32)."""
        return points == 0 and (went_out or not self.zero_needs_out)

    def options(self) -> tuple[Option, ...]:
        """Every option as it stands, in words; the players and a hand given as a formula are worked out."""
        most = max(self.player_counts(), default=self.players)
        worked_out = {"players": players_words(most)}
        if isinstance(self.hand, Share):
            worked_out["hand"] = deal_words(ByPlayers(tuple(map(self.hand_size, range(2, most + 1)))))
        options = (field.option(getattr(self, field.name)) for field in FIELDS)
        return tuple(replace(option, value=worked_out.get(option.name, option.value)) for option in options)


AnyRules = Rules | FreeRules
"""What a game is played by; both answer the same questions."""

_CHICKEN_FOOT: Mapping[str, Rules] = MappingProxyType(
    {
        rules.name: rules
        for rules in (
            Rules(),
            Rules(
                name="spruce",
                hand=ByPlayers((7,)),
                centre=CentreFrom.SEARCH,
                plays_on=False,
                arms=ByPlayers((4,)),
                drawn=DrawnTile.MAY,
                reserve=ByPlayers((0,)),
                zero_blank=50,
            ),
            Rules(
                name="classic4",
                hand=ByPlayers((12, 11, 10, 7, 7, 7, 6)),
                starter=Starter.ROTATES,
                arms=ByPlayers((4,)),
                drawn=DrawnTile.MAY,
                reserve=ByPlayers((0,)),
                zero_blank=50,
                knock=Forgotten.DRAWS_ONE,
            ),
            Rules(
                name="coop6",
                players=6,
                hand=ByPlayers((11, 11, 9, 7)),
                centre=CentreFrom.SEARCH,
                arms=ByPlayers((6,)),
                drawn=DrawnTile.MAY,
                reserve=ByPlayers((0,)),
                zero_blank=50,
                other_blanks=25,
            ),
            Rules(
                name="chickie6",
                set=6,
                players=3,
                hand=ByPlayers((5,)),
                centre=CentreFrom.NEXT_HELD,
                plays_on=False,
                arms=ByPlayers((4,)),
                dead_foot=DeadFoot.END_WHEN_HOPELESS,
                reserve=ByPlayers((0,)),
            ),
        )
    }
)

PRESETS: tuple[str, ...] = (*_CHICKEN_FOOT, "free")
"""The names that a text of rules can begin with."""

TITLES: Mapping[str, Sentence] = MappingProxyType(
    {
        "gamerules": say("rules.title.gamerules", N_("Chicken Foot, one train for each player")),
        "spruce": say("rules.title.spruce", N_("Chicken Foot, seven tiles and four trains")),
        "classic4": say("rules.title.classic4", N_("Chicken Foot, four trains and a tap on the last tile")),
        "coop6": say("rules.title.coop6", N_("Chicken Foot, six trains and costly blanks")),
        "chickie6": say("rules.title.chickie6", N_("Chicken Foot for two or three with a double-six set")),
        "free": FreeRules().title,
    }
)
"""A line about each preset, for a form that offers them."""


def preset(name: str) -> Rules:
    """The preset of Chicken Foot with this name, no option changed. Raises KeyError if there is none."""
    return _CHICKEN_FOOT[name]


def read_rules(text: str) -> AnyRules:
    """Read what Rules.text() or FreeRules.text() wrote, or a person typed. Raises UnreadableRules."""
    name, *settings = text.split() or [""]
    name = name.lower()
    if name not in PRESETS:
        template = N_("“{name}” is not a set of rules. Begin with one of {presets}.")
        raise UnreadableRules(say("rules.unknown_preset", template, name=name, presets=", ".join(PRESETS)))
    values = _split(settings)
    if name == "free":
        return FreeRules(**_read_free(values))
    return replace(_CHICKEN_FOOT[name], **_read_values(values))


def _split(settings: Sequence[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for setting in settings:
        option, equals, value = setting.partition("=")
        option = option.lower()
        if not equals:
            template = N_("“{setting}” is not an option. Write its name, = and its value, for example hand=8.")
            raise UnreadableRules(say("rules.not_an_option", template, setting=setting))
        if option in values:
            raise UnreadableRules(say("rules.option_twice", N_("The option {option} is there twice."), option=option))
        values[option] = value.lower()
    return values


def _read_values(values: Mapping[str, str]) -> dict[str, Any]:
    by_name = {field.name: field for field in FIELDS}
    read = {}
    for option, value in values.items():
        if option not in by_name:
            raise UnreadableRules(_unknown_option(option, tuple(by_name)))
        try:
            read[option] = by_name[option].read(value)
        except (ValueError, KeyError):
            raise UnreadableRules(_unreadable_value(option, value, by_name[option].expected)) from None
    return read


def _read_free(values: Mapping[str, str]) -> dict[str, Wins]:
    read = {}
    for option, value in values.items():
        if option != "wins":
            raise UnreadableRules(_unknown_option(option, ("wins",)))
        if value not in {wins.value for wins in Wins}:
            expected = say("rules.one_of", N_("write one of {choices}"), choices="lowest, highest")
            raise UnreadableRules(_unreadable_value(option, value, expected))
        read[option] = Wins(value)
    return read


def _unknown_option(option: str, known: Sequence[str]) -> Sentence:
    template = N_("There is no option {option}. The options are {options}.")
    return say("rules.unknown_option", template, option=option, options=", ".join(known))


def _unreadable_value(option: str, value: str, expected: Sentence) -> Sentence:
    template = N_("{option}={value} cannot be read: {expected}.")
    return say("rules.unreadable_value", template, option=option, value=value, expected=expected)

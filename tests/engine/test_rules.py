"""Presets, single options, what can be dealt: the tables 4.2 and 4.3, worked case T26, decisions A15, A47, A50."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    PRESETS,
    SETS,
    ByPlayers,
    CentreFrom,
    FreeRules,
    Rules,
    Sentence,
    Share,
    Tile,
    TileSet,
    UnreadableRules,
    Wins,
    read_rules,
)
from engine.fields import FIELDS


def sentences(found: tuple[Sentence, ...]) -> list[str]:
    return [str(one) for one in found]


# The text form


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_its_name(name: str) -> None:
    assert read_rules(name).text() == name
    assert read_rules(f"  {name.upper()} ").name == name


def test_the_text_names_only_what_differs() -> None:
    rules = Rules.read("spruce hand=8 zero_blank=0 set=12")
    assert rules == replace(Rules.read("spruce"), set=12, hand=ByPlayers((8,)), zero_blank=0)
    assert rules.text() == "spruce set=12 hand=8 zero_blank=0"
    assert Rules.read("gamerules set=9").text() == "gamerules"


TYPED = {
    "hand": st.one_of(
        st.just("share"),
        st.lists(st.integers(1, 95), min_size=1, max_size=7).map(lambda numbers: "/".join(map(str, numbers))),
    ),
    "arms": st.one_of(st.just("players"), st.integers(1, 18).map(str)),
    "toes": st.integers(1, 18).map(str),
    "reserve": st.sampled_from(["0", "1", "2", "2/1", "3/2/1"]),
    "zero_blank": st.integers(0, 200).map(str),
    "other_blanks": st.integers(0, 200).map(str),
    "hands": st.sampled_from(["all", "9-0", "0-5", "9,7,5", "3"]),
}
OFFERED = {field.name: st.sampled_from(field.offered) for field in FIELDS if field.offered}


@given(preset=st.sampled_from([name for name in PRESETS if name != "free"]), data=st.data())
def test_every_text_reads_back(preset: str, data: st.DataObject) -> None:
    chosen = data.draw(st.sets(st.sampled_from([field.name for field in FIELDS])))
    values = {**OFFERED, **TYPED}
    settings = [f"{name}={data.draw(values[name])}" for name in sorted(chosen)]
    rules = Rules.read(" ".join([preset, *settings]))
    assert Rules.read(rules.text()) == rules
    assert {option.name: option.text for option in rules.options()} == {
        field.name: field.write(getattr(rules, field.name)) for field in FIELDS
    }


def test_every_offered_value_can_be_read_alone_over_every_preset() -> None:
    for name in PRESETS:
        for option in read_rules(name).options():
            for choice in option.choices:
                changed = read_rules(f"{name} {option.name}={choice.text}")
                assert next(other.text for other in changed.options() if other.name == option.name) == choice.text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "“” is not a set of rules. Begin with one of gamerules, spruce, classic4, coop6, chickie6, free."),
        (
            "chess",
            "“chess” is not a set of rules. Begin with one of gamerules, spruce, classic4, coop6, chickie6, free.",
        ),
        ("spruce 12", "“12” is not an option. Write its name, = and its value, for example hand=8."),
        ("spruce set=12 set=9", "The option set is there twice."),
        ("spruce set=10", "set=10 cannot be read: write one of 6, 9, 12, 15, 18."),
        ("spruce drawn=maybe", "drawn=maybe cannot be read: write one of must, may."),
        ("spruce toes=0", "toes=0 cannot be read: write a whole number from 1 to 18."),
        ("spruce toes=²", "toes=² cannot be read: write a whole number from 1 to 18."),
        (
            "spruce hand=12/",
            (
                "hand=12/ cannot be read: write share, or a number from 1 to 95, or one for each table size from two"
                " players up, like 12/11/10."
            ),
        ),
        ("spruce hands=9-", "hands=9- cannot be read: write all, a run like 9-0, or a list like 9,7,5."),
        ("free wins=most", "wins=most cannot be read: write one of lowest, highest."),
        ("free set=9", "There is no option set. The options are wins."),
    ],
)
def test_unreadable_text_is_explained(text: str, sentence: str) -> None:
    with pytest.raises(UnreadableRules) as caught:
        read_rules(text)
    assert str(caught.value.sentence) == sentence


def test_an_unknown_option_lists_the_known_ones() -> None:
    with pytest.raises(UnreadableRules, match=r"no option handsize\. The options are set, players, hand, centre,"):
        read_rules("spruce handsize=8")


def test_rules_read_alone_are_chicken_foot() -> None:
    with pytest.raises(UnreadableRules, match="“free” is not a game of Chicken Foot"):
        Rules.read("free")


# The words


def test_options_are_said_in_words() -> None:
    said = {option.name: (str(option.label), str(option.value)) for option in Rules.read("classic4").options()}
    assert said["set"] == ("Tiles", "double-nine set")
    assert said["hand"] == (
        "Tiles dealt to each player",
        "by number of players: 2 → 12, 3 → 11, 4 → 10, 5–7 → 7, 8+ → 6",
    )
    assert said["arms"] == ("Trains that must be laid first", "4 trains")
    assert said["knock"] == ("A player who does not tap the last tile", "draws one tile")


def test_a_formula_is_said_worked_out() -> None:
    said = {option.name: str(option.value) for option in Rules().options()}
    assert said["hand"] == "by number of players: 2 → 21, 3 → 14, 4 → 11, 5 → 8, 6 → 7, 7 → 6, 8+ → 5"
    assert said["reserve"] == "by number of players: 2 → 2, 3+ → 1"


def test_what_a_form_offers_contains_the_value() -> None:
    for name in PRESETS:
        for option in read_rules(name).options():
            assert option.text in [choice.text for choice in option.choices] or option.choices == ()


# What can be dealt


@pytest.mark.parametrize(
    ("rules", "sizes"),
    [
        ("gamerules", {2: 21, 3: 14, 4: 11, 5: 8, 6: 7, 7: 6, 8: 5}),
        ("gamerules set=6", {2: 11, 3: 7, 4: 5, 5: 4, 6: 4}),
        ("gamerules set=12", {2: 35, 3: 23, 4: 18, 5: 14, 6: 12, 7: 10, 8: 9}),
        ("gamerules set=15", {2: 53, 3: 35, 4: 26, 5: 21, 6: 18, 7: 15, 8: 13}),
        ("gamerules set=18", {2: 74, 3: 49, 4: 37, 5: 29, 6: 25, 7: 21, 8: 18}),
        ("spruce", dict.fromkeys(range(2, 8), 7)),
        ("spruce set=6", dict.fromkeys(range(2, 5), 7)),
        ("spruce set=12", dict.fromkeys(range(2, 9), 7)),
        ("classic4", {2: 12, 3: 11, 4: 10, 5: 7, 6: 7, 7: 7, 8: 6}),
        ("coop6", {2: 11, 3: 11, 4: 9, 5: 7, 6: 7}),
        ("chickie6", {2: 5, 3: 5}),
    ],
)
def test_the_deals(rules: str, sizes: dict[int, int]) -> None:
    read = Rules.read(rules)
    assert {players: read.hand_size(players) for players in read.player_counts()} == sizes


def test_the_yard_of_the_default_deal() -> None:
    rules = Rules()
    yards = {players: rules.yard_for(players) for players in range(2, 9)}
    assert yards == {2: 12, 3: 12, 4: 10, 5: 14, 6: 12, 7: 12, 8: 14}
    drawable = {players: yard - rules.reserve_for(players) for players, yard in yards.items()}
    assert drawable == {2: 10, 3: 11, 4: 9, 5: 13, 6: 11, 7: 11, 8: 13}


def test_the_share_is_seven_ninths_rounded_half_up() -> None:
    for top in SETS:
        shared = Fraction(7, 9) * (TileSet(top).size - 1)
        for players in range(2, 9):
            assert Rules(set=top).hand_size(players) == int(shared / players + Fraction(1, 2))


LARGEST_DEALS = {
    "gamerules": {
        6: (12, 8, 6, 5, 4, 3, 3),
        9: (26, 17, 13, 10, 8, 7, 6),
        12: (44, 29, 22, 17, 14, 12, 11),
        15: (66, 44, 33, 26, 22, 19, 16),
        18: (93, 62, 47, 37, 31, 26, 23),
    },
    "spruce": {
        6: (14, 9, 7, 5, 4, 4, 3),
        9: (27, 18, 13, 11, 9, 7, 6),
        12: (45, 30, 22, 18, 15, 13, 11),
        15: (68, 45, 34, 27, 22, 19, 17),
        18: (95, 63, 47, 38, 31, 27, 23),
    },
}
"""Table 4.2: tiles each for 2 to 8 players."""


@pytest.mark.parametrize("preset", LARGEST_DEALS)
def test_the_largest_deals_are_played_and_one_tile_more_is_refused(preset: str) -> None:
    rules = replace(Rules.read(preset), arms=ByPlayers((1,)))
    for top, largest in LARGEST_DEALS[preset].items():
        for players, each in enumerate(largest, start=2):
            assert replace(rules, set=top, hand=ByPlayers((each,))).refusals(players) == ()
            assert len(replace(rules, set=top, hand=ByPlayers((each + 1,))).refusals(players)) == 1


def test_seven_each_for_eight_need_more_than_a_double_nine() -> None:  # T26, A50
    assert sentences(Rules.read("spruce").refusals(8)) == [
        "8 players × 7 tiles need 56 tiles, the double-nine set has 55."
    ]
    assert sentences(Rules.read("gamerules hand=7").refusals(8)) == [
        "8 players × 7 tiles need 56 tiles, the double-nine set has 55, and 2 of them cannot be dealt."
    ]


def test_eight_play_gamerules_on_a_double_nine() -> None:  # T26
    assert Rules().refusals(8) == ()
    assert (8 * Rules().hand_size(8), Rules().yard_for(8), Rules().reserve_for(8)) == (40, 14, 1)


def test_seven_trains_need_seven_matches() -> None:  # T26
    assert sentences(Rules(set=6).refusals(7)) == [
        "7 players need 7 trains, but in the double-six set only 6 tiles match the starting double."
    ]


def test_four_may_empty_the_yard_of_a_double_six() -> None:  # T26
    rules = Rules.read("spruce set=6")
    assert (rules.refusals(4), rules.warnings(4), rules.yard_for(4)) == ((), (), 0)


def test_a_foot_that_no_set_can_fill_is_refused() -> None:
    assert sentences(Rules.read("chickie6 toes=6").refusals(2)) == [
        "A foot of 6 tiles cannot be made: in the double-six set only 5 more tiles match a double."
    ]


@pytest.mark.parametrize("players", [1, 7])
def test_the_preset_says_how_many_may_play(players: int) -> None:
    assert sentences(Rules.read("coop6").refusals(players)) == [
        f"These rules seat 2 to 6 players at a table, not {players}."
    ]


def test_an_opening_that_can_fail_is_warned_of() -> None:  # A15
    assert sentences(Rules(set=6).warnings(6)) == [
        (
            "The opening can fail: 6 trains are needed and 6 tiles match the starting double, but 1 of them may lie"
            " among the tiles that stay in the yard. The hand is then blocked and everybody scores."
        )
    ]
    assert len(Rules.read("gamerules arms=8").warnings(2)) == 1
    assert Rules.read("gamerules arms=8").warnings(3) == ()


def test_no_default_deal_needs_a_warning() -> None:
    for name in PRESETS:
        rules = read_rules(name)
        assert [rules.warnings(players) for players in rules.player_counts()] == [()] * len(rules.player_counts())


# The hands


def test_the_hands_go_down_from_the_top_double() -> None:
    assert Rules().centres() == (9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
    assert Rules.read("chickie6").centres() == (6, 5, 4, 3, 2, 1, 0)


def test_the_hands_are_a_list_that_may_be_shorter() -> None:  # A47
    rules = Rules.read("spruce set=12 hands=9-0")
    assert rules.centres() == (9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
    assert Rules.read("spruce hands=5,9").centres() == (5, 9)
    assert Rules.read("spruce hands=0-3").centres() == (0, 1, 2, 3)


def test_centres_outside_the_set_are_refused() -> None:
    assert Rules().refuse_centres((9, 5, 0)) == ()
    assert sentences(Rules().refuse_centres(())) == ["Name at least one starting double."]
    assert sentences(Rules().refuse_centres((12, 9, 12))) == [
        "The double-nine set has no 12-12: its doubles go from 9-9 down to 0-0."
    ]


# What tiles cost


@pytest.mark.parametrize(
    ("rules", "points"), [("gamerules", 19), ("gamerules zero_blank=50", 69), ("spruce", 69), ("coop6", 94)]
)
def test_what_a_rack_costs(rules: str, points: int) -> None:  # T15, A51
    rack = [Tile.read(text) for text in ("0-0", "0-1", "9-9")]
    assert sum(map(Rules.read(rules).value, rack)) == points


def test_a_zero_is_by_points_unless_it_needs_going_out() -> None:  # A32
    assert Rules().counts_as_zero(0, went_out=False)
    assert not Rules().counts_as_zero(1, went_out=False)
    strict = Rules.read("gamerules zero_needs_out=yes")
    assert strict.counts_as_zero(0, went_out=True)
    assert not strict.counts_as_zero(0, went_out=False)


# The presets differ as their sources do (1.4, 2.3)


def test_where_the_two_families_differ() -> None:
    first, second = Rules.read("gamerules"), Rules.read("spruce")
    assert (first.hand, second.hand) == (Share.SHARE, ByPlayers((7,)))
    assert (first.centre, second.centre) == (CentreFrom.ASIDE, CentreFrom.SEARCH)
    assert [first.arms_for(players) for players in (2, 5, 8)] == [2, 5, 8]
    assert [second.arms_for(players) for players in (2, 5, 7)] == [4, 4, 4]
    assert [first.reserve_for(players) for players in (2, 3, 7)] == [2, 1, 1]
    assert [second.reserve_for(players) for players in (2, 3, 7)] == [0, 0, 0]
    assert (first.zero_blank, second.zero_blank) == (0, 50)


# Other games


def test_a_free_game_has_no_tiles() -> None:
    free = read_rules("free")
    assert free == FreeRules(Wins.LOWEST)
    assert read_rules("free wins=highest") == FreeRules(Wins.HIGHEST)
    assert read_rules("free wins=highest").text() == "free wins=highest"
    assert (free.has_tiles, Rules().has_tiles) == (False, True)
    assert free.player_counts() == (2, 3, 4, 5, 6, 7, 8)
    assert (free.centres(), free.refuse_centres(()), free.refusals(4), free.warnings(4)) == ((), (), (), ())
    assert sentences(free.refusals(9)) == ["These rules seat 2 to 8 players at a table, not 9."]
    assert len(free.refuse_centres((9,))) == 1

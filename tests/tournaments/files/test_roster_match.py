"""Matching: who is new, known, here already, twice, alike; and what is still to be asked."""

import pytest

from tournaments.files.roster import (
    Choice,
    Decision,
    Kind,
    KnownPlayer,
    PreviewRow,
    RosterRow,
    decisions_from_json,
    decisions_to_json,
    guess,
    preview,
    proposal,
    read_file,
    rows,
    settle,
)

AMBER = KnownPlayer(1, "Amber Finch")
ROBIN = KnownPlayer(2, "Robin Swift", entered=True)
SAM = KnownPlayer(3, "Sam Lee")
OTHER_SAM = KnownPlayer(4, "Sam Lee")
ZOE = KnownPlayer(5, "Zoë Partridge")
COOP = KnownPlayer(6, "Robin O’Coop")
CLUB = (AMBER, ROBIN, SAM, OTHER_SAM, ZOE, COOP)


def matched(*names: str) -> tuple[PreviewRow, ...]:
    return preview([RosterRow(number, name) for number, name in enumerate(names, 2)], CLUB)


def test_each_row_says_what_it_is() -> None:
    found = matched("Amber Finch", "Robin Swift", "Dot Plume", "Zoe Partridge", "Dot Plume", "")
    assert [(row.row_number, row.kind, str(row.sentence)) for row in found] == [
        (2, Kind.KNOWN, "Amber Finch is known to the club."),
        (3, Kind.ALREADY_ENTERED, "Robin Swift is entered already."),
        (4, Kind.NEW, "Dot Plume is new."),
        (5, Kind.LOOKS_LIKE, "Zoe Partridge looks like Zoë Partridge, whom the club knows. Is it the same person?"),
        (6, Kind.TWICE_IN_FILE, "Dot Plume stands in row 4 already."),
        (7, Kind.NOT_READABLE, "There is no name."),
    ]
    assert [row.known_player for row in found] == [AMBER, ROBIN, None, None, None, None]
    assert [row.first_row for row in found] == [None, None, None, None, 4, None]


def test_a_name_that_two_players_have_is_asked_about() -> None:
    (row,) = matched("Sam Lee")
    assert (row.kind, row.look_alikes) == (Kind.LOOKS_LIKE, (SAM, OTHER_SAM))
    assert str(row.sentence) == "The club knows 2 players called Sam Lee. Which one is it?"
    assert proposal(row) is None


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("AMBER FINCH", AMBER),
        ("AmberFinch", AMBER),
        ("Finch, Amber", AMBER),
        ("finch amber", AMBER),
        ("Amber-Finch", AMBER),
        ("Zoé Partridge", ZOE),
        ("Robin O'Coop", COOP),
        ("Robin OCoop", COOP),
        ("O Coop Robin", COOP),
        ("“Robin” O´Coop", COOP),
        ("Amber. Finch.", AMBER),
    ],
)
def test_other_spellings_of_a_known_name_are_asked_about(name: str, player: KnownPlayer) -> None:
    (row,) = matched(name)
    assert (row.kind, row.look_alikes) == (Kind.LOOKS_LIKE, (player,))


def test_indic_names_that_differ_in_a_vowel_are_different_people() -> None:
    found = preview([RosterRow(1, "મોર ચકલી"), RosterRow(2, "મર ચકલી")], [KnownPlayer(1, "મીર ચકલી")])
    assert [row.kind for row in found] == [Kind.NEW, Kind.NEW]


def test_an_exact_name_is_known_even_if_another_one_looks_alike() -> None:
    (row,) = preview([RosterRow(1, "Zoe Hen")], [KnownPlayer(1, "Zoë Hen"), KnownPlayer(2, "Zoe Hen")])
    assert (row.kind, row.known_player) == (Kind.KNOWN, KnownPlayer(2, "Zoe Hen"))


def test_a_second_spelling_in_the_file_points_to_the_first_row() -> None:
    found = matched("Dot Plume", "Wren Hatcher", "PLUME, Dot", "Dot Plumé")
    assert [(row.kind, row.first_row) for row in found[2:]] == [(Kind.TWICE_IN_FILE, 2), (Kind.TWICE_IN_FILE, 2)]
    assert str(found[2].sentence) == "PLUME, Dot looks like Dot Plume in row 2."


@pytest.mark.parametrize(
    ("name", "code"),
    [("A" * 81, "name.too_long"), ("Amber\x07", "name.control_character"), ("12", "name.no_letter")],
)
def test_what_is_no_name_is_not_readable(name: str, code: str) -> None:
    (row,) = matched(name)
    assert (row.kind, row.sentence.code) == (Kind.NOT_READABLE, code)


def test_names_that_break_scripts_stay_as_they_are() -> None:
    found = matched('O\'Brien <b>"x"', "=1+1 Bob")
    assert [(row.kind, row.name) for row in found] == [(Kind.NEW, 'O\'Brien <b>"x"'), (Kind.NEW, "=1+1 Bob")]


def test_accepting_the_proposals_does_what_the_preview_shows() -> None:
    table = read_file(b"Town;Name;Nr\nRoost;Amber Finch;1\nRoost;Robin Swift;2\nRoost;Dot Plume;3\nRoost;Dot Plume;4\n")
    found = preview(rows(table, guess(table)), CLUB)
    done = settle(found, [], CLUB)
    assert done.new == (found[2],)
    assert done.known == ((found[0], AMBER),)
    assert done.left_out == (found[1], found[3])
    assert done.questions == ()


def test_nothing_is_accepted_over_an_open_question() -> None:
    found = matched("Sam Lee", "Zoe Partridge", "Dot Plume")
    assert [question.row for question in settle(found, [], CLUB).questions] == [found[0], found[1]]
    decided = [Decision(2, Choice.TAKE, 4), Decision(3, Choice.ADD)]
    done = settle(found, decided, CLUB)
    assert (done.new, done.known, done.questions) == ((found[1], found[2]), ((found[0], OTHER_SAM),), ())


def test_two_people_of_one_name_can_both_be_taken() -> None:
    found = matched("Sam Lee", "Sam Lee")
    assert found[1].look_alikes == (SAM, OTHER_SAM)
    done = settle(found, [Decision(2, Choice.TAKE, 3), Decision(3, Choice.TAKE, 4)], CLUB)
    assert done.known == ((found[0], SAM), (found[1], OTHER_SAM))
    assert done.questions == ()


@pytest.mark.parametrize(
    ("decisions", "code"),
    [
        ([Decision(2, Choice.TAKE, 3), Decision(3, Choice.TAKE, 3)], "roster.player_chosen_twice"),
        ([Decision(2, Choice.TAKE, 3), Decision(3, Choice.TAKE, 2)], "roster.player_entered"),
        ([Decision(2, Choice.TAKE, 3), Decision(3, Choice.TAKE, 99)], "roster.player_gone"),
        ([Decision(2, Choice.TAKE, 3), Decision(3, Choice.TAKE)], "roster.player_gone"),
    ],
)
def test_a_choice_that_cannot_be_is_asked_again(decisions: list[Decision], code: str) -> None:
    found = matched("Sam Lee", "Sam Lee")
    questions = settle(found, decisions, CLUB).questions
    assert [(question.row.row_number, question.sentence.code) for question in questions] == [(3, code)]


def test_a_row_that_is_no_name_cannot_be_added() -> None:
    found = matched("---")
    assert settle(found, [], CLUB).left_out == found
    assert settle(found, [Decision(2, Choice.ADD)], CLUB).questions[0].sentence.code == "name.no_letter"


def test_decisions_survive_their_json_form() -> None:
    decisions = (Decision(2, Choice.TAKE, 7), Decision(3, Choice.ADD), Decision(10, Choice.LEAVE_OUT))
    assert decisions_from_json(decisions_to_json(decisions)) == decisions
    assert decisions_from_json({}) == ()

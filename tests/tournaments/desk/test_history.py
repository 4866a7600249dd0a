"""The history at the desk: every verb in words, the people by their names of today, undo where it is possible."""

import re
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

import tournaments as package
from tests.factories import NOW, a_player, a_round, an_entry, some_entries
from tests.played import hand_in
from tournaments import entries, ledger, programme
from tournaments.desk import changes
from tournaments.models import Change, Entry, LedgerLine, Player, Tournament
from tournaments.queries.changes import Told

pytestmark = pytest.mark.django_db
PAGE = "/en/desk/t/friday-evening/history/"


def lines_of(client: Client) -> list[tuple[str, str]]:
    """What was done and by whom, the last thing first."""
    page = client.get(PAGE).content.decode()
    found = re.findall(r'class="whole">(.*?)</th>\s*<td[^>]*>(.*?)</td>', page, re.DOTALL)
    return [(" ".join(re.sub(r"<[^>]+>", " ", what).split()), by) for what, by in found]


def test_an_evening_in_words(tournament: Tournament, as_scorekeeper: Client) -> None:
    club = tournament.club
    entries.enter_new(
        tournament=tournament, names=["Wren", "Heron", "Teal"], status=Entry.Status.EXPECTED, by="Orla", at=NOW
    )
    entries.everybody_is_here(tournament=tournament, by="Skye", at=NOW)
    playing = a_round(tournament, [list(tournament.entries.order_by("number"))])
    hand_in(playing, 1, {1: [0, 7, 9]}, accepted=False)
    hand_in(playing, 1, {1: [0, 7, 8]}, based_on=1, why="Misread")
    line = ledger.add_line(
        entry=tournament.entries.get(number=2),
        kind=LedgerLine.Kind.PENALTY,
        points=5,
        reason="Late",
        by="Orla",
        at=NOW,
    )
    ledger.take_back_line(line=line, by="Orla", at=NOW)
    programme.hide(tournament=tournament, by="Orla", at=NOW)
    assert lines_of(as_scorekeeper) == [
        ("Hidden from the public", "Orla"),
        ("5 points of Heron taken back", "Orla"),
        ("5 points given to Heron", "Orla"),
        ("Round 1, table 1: a correction", "Skye"),
        ("Round 1, table 1: typed", "Skye"),
        ("Wren, Heron, Teal: here", "Skye"),
        ("Entered: Wren, Heron, Teal", "Orla"),
    ]
    Player.objects.filter(club=club, name="Heron").update(name="Somebody forgotten")
    assert lines_of(as_scorekeeper)[1][0] == "5 points of Somebody forgotten taken back"


def test_a_number_that_is_given_again_does_not_change_what_was(tournament: Tournament, as_organiser: Client) -> None:
    entries.enter_new(tournament=tournament, names=["Wren"], status=Entry.Status.EXPECTED, by="Orla", at=NOW)
    as_organiser.post(f"/en/desk/t/friday-evening/undo/{Change.objects.get().pk}/", {"from": "history"})
    entries.enter_new(tournament=tournament, names=["Heron"], status=Entry.Status.EXPECTED, by="Orla", at=NOW)
    assert [what for what, _by in lines_of(as_organiser)] == [
        "Entered: Heron",
        "Taken off the list: Wren",
        "Entered: Wren taken back by Orla Organiser",
    ]


def test_many_people_are_counted(tournament: Tournament, as_scorekeeper: Client) -> None:
    numbers = [entry.number for entry in some_entries(tournament, 6)]
    entries.set_status(tournament=tournament, entries=numbers, status=Entry.Status.WITHDRAWN, by="Skye", at=NOW)
    assert lines_of(as_scorekeeper) == [("6 people: withdrawn", "Skye")]


def test_every_verb_of_a_tournament_has_words() -> None:
    """A command that writes down something new has to say how it is told."""
    sources = [path.read_text() for path in Path(package.__path__[0]).rglob("*.py")]
    written = {
        verb
        for source in sources
        for verb in re.findall(r'write_down(?:_at_table)?\(\s*\w+,\s*"([a-z_]+\.[a-z_]+)"', source)
    }
    others = {verb for verb in written if verb.split(".")[0] in {"club", "link", "member", "player"}}
    assert sorted(written - others - set(changes.VERBS)) == []


def test_a_change_that_cannot_be_told_is_shown_as_it_is_stored(tournament: Tournament) -> None:
    odd = [
        Change(tournament=tournament, verb="round.close", facts={}),
        Change(tournament=tournament, verb="entry.status", facts={"status": "asleep"}),
        Change(tournament=tournament, verb="goose.fly", facts={}),
    ]
    assert [changes.describe(Told(change, ())) for change in odd] == ["round.close", "entry.status", "goose.fly"]


@pytest.mark.parametrize("count", [1, 30])
def test_the_page_takes_as_many_queries_for_thirty_as_for_one(
    tournament: Tournament, as_scorekeeper: Client, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(count):
        entry = an_entry(tournament, a_player(tournament.club))
        entries.set_status(
            tournament=tournament, entries=[entry.number], status=Entry.Status.STANDBY, by="Skye", at=NOW
        )
    with django_assert_num_queries(8):
        as_scorekeeper.get(PAGE)

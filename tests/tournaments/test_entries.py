"""Who is in a tournament: entered, walked in, here or not, and taken back."""

from typing import Any

import pytest

from tests.factories import NOW, a_player, a_round, a_tournament, an_entry, some_entries
from tournaments import entries, wishes
from tournaments.models import Change, Club, Entry, LedgerLine, Player, Tournament, Wish
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db
BY: dict[str, Any] = {"by": "Skye", "at": NOW}
Status = Entry.Status


def statuses(tournament: Tournament) -> list[tuple[str, str]]:
    return list(tournament.entries.order_by("number").values_list("player__name", "status"))


def last_change(tournament: Tournament) -> Change:
    change = tournament.changes.order_by("-pk").first()
    assert change is not None
    return change


def test_entering_numbers_people_and_leaves_those_who_are_in(tournament: Tournament) -> None:
    an_entry(tournament, wren := a_player(tournament.club, "Wren"))
    heron = a_player(tournament.club, "Heron")
    fresh = entries.enter(tournament=tournament, players=[wren, heron, heron], status=Status.EXPECTED, **BY)
    assert [(entry.number, entry.player) for entry in fresh] == [(2, heron)]
    assert statuses(tournament) == [("Wren", "here"), ("Heron", "expected")]
    assert last_change(tournament).facts == {"entries": [2], "players": [heron.pk], "status": "expected"}


def test_nobody_of_another_club_is_entered(tournament: Tournament, other_club: Club) -> None:
    with pytest.raises(Refused) as refused:
        entries.enter(tournament=tournament, players=[a_player(other_club, "Teal")], status=Status.HERE, **BY)
    assert (refused.value.sentence, statuses(tournament)) == ("Teal: not a player of this club.", [])


def test_new_people_become_players_of_the_club(tournament: Tournament) -> None:
    entries.enter_new(tournament=tournament, names=["  Wren   Adair ", "Heron"], status=Status.HERE, **BY)
    assert list(Player.objects.filter(club=tournament.club).values_list("name", flat=True)) == ["Heron", "Wren Adair"]
    assert statuses(tournament) == [("Wren Adair", "here"), ("Heron", "here")]


def test_a_name_that_is_none_makes_nobody(tournament: Tournament) -> None:
    with pytest.raises(Refused) as refused:
        entries.enter_new(tournament=tournament, names=["Heron", " "], status=Status.HERE, **BY)
    assert (refused.value.sentence, Player.objects.count()) == ("There is no name.", 0)


def test_somebody_who_walks_in_is_here(tournament: Tournament) -> None:
    entry = entries.walk_in(tournament=tournament, name="Wren", is_new=False, **BY)
    assert (entry.number, entry.status, entry.player.name) == (1, "here", "Wren")


def test_somebody_who_looks_known_is_asked_about_and_made_only_when_said(tournament: Tournament) -> None:
    known = a_player(tournament.club, "Zoë Wren")
    with pytest.raises(entries.LooksLike) as alike:
        entries.walk_in(tournament=tournament, name="zoe  wren", is_new=False, **BY)
    assert [player.id for player in alike.value.players] == [known.pk]
    assert (statuses(tournament), Player.objects.count()) == ([], 1)
    entries.walk_in(tournament=tournament, name="Zoe Wren", is_new=True, **BY)
    assert (statuses(tournament), Player.objects.count()) == ([("Zoe Wren", "here")], 2)


def test_a_walk_in_sent_twice_is_one_person(tournament: Tournament) -> None:
    """Public fault 61: the same person by two doors at once."""
    entries.walk_in(tournament=tournament, name="Wren", is_new=False, **BY)
    with pytest.raises(entries.LooksLike):
        entries.walk_in(tournament=tournament, name="Wren", is_new=False, **BY)
    assert statuses(tournament) == [("Wren", "here")]


def test_one_undo_takes_back_that_everybody_was_marked(tournament: Tournament) -> None:
    """Public fault 56: everybody marked absent by mistake."""
    wren, heron, teal = some_entries(tournament, 3)
    entries.set_status(tournament=tournament, entries=[teal.number], status=Status.STANDBY, **BY)
    change = entries.set_status(
        tournament=tournament, entries=[wren.number, heron.number, teal.number], status=Status.WITHDRAWN, **BY
    )
    assert change is not None
    entries.undo_status(change=change, **BY)
    assert [status for _name, status in statuses(tournament)] == ["here", "here", "standby"]
    with pytest.raises(Refused) as again:
        entries.undo_status(change=change, **BY)
    assert again.value.sentence == "This has been taken back already."


def test_a_change_is_not_taken_back_over_a_later_one(tournament: Tournament) -> None:
    entry = an_entry(tournament, a_player(tournament.club, "Wren"))
    change = entries.set_status(tournament=tournament, entries=[1], status=Status.WITHDRAWN, **BY)
    entries.set_status(tournament=tournament, entries=[entry.number], status=Status.STANDBY, **BY)
    assert change is not None
    with pytest.raises(Refused) as refused:
        entries.undo_status(change=change, **BY)
    assert refused.value.sentence == "It cannot be taken back in one step: Wren changed again since."


def test_saying_what_is_so_changes_nothing(tournament: Tournament) -> None:
    an_entry(tournament)
    assert entries.set_status(tournament=tournament, entries=[1], status=Status.HERE, **BY) is None
    assert tournament.changes.count() == 0


def test_everybody_is_here_means_those_who_are_expected(tournament: Tournament) -> None:
    some_entries(tournament, 2, status=Status.EXPECTED)
    an_entry(tournament, status=Status.WITHDRAWN)
    entries.everybody_is_here(tournament=tournament, **BY)
    assert [status for _name, status in statuses(tournament)] == ["here", "here", "withdrawn"]


def test_a_list_that_was_entered_can_be_taken_out_again(tournament: Tournament) -> None:
    an_entry(tournament, a_player(tournament.club, "Wren"))
    entries.enter_new(tournament=tournament, names=["Heron", "Teal"], status=Status.EXPECTED, **BY)
    change = last_change(tournament)
    entries.undo_enter(change=change, by="Orla", at=NOW)
    change.refresh_from_db()
    assert (statuses(tournament), change.undone_by) == ([("Wren", "here")], "Orla")
    with pytest.raises(Refused) as again:
        entries.undo_enter(change=change, **BY)
    assert again.value.sentence == "This has been taken back already."


def test_whoever_was_seated_or_given_points_is_not_taken_out(tournament: Tournament) -> None:
    fresh = entries.enter_new(tournament=tournament, names=["Wren", "Heron", "Teal"], status=Status.HERE, **BY)
    change = last_change(tournament)
    a_round(tournament, [[fresh[1]]])
    LedgerLine.objects.create(entry=fresh[0], kind="penalty", points=5, reason="Late", by="Orla", at=NOW)
    wishes.add(tournament=tournament, kind=Wish.Kind.PLACE, entries=[fresh[2].number], table=1, **BY)
    with pytest.raises(Refused) as refused:
        entries.undo_enter(change=change, **BY)
    assert refused.value.sentence == (
        "It cannot be taken back; already seated, given points or named in a wish: Wren, Heron, Teal."
    )
    assert tournament.entries.count() == 3


def test_only_an_entering_is_taken_out(tournament: Tournament) -> None:
    an_entry(tournament)
    change = entries.set_status(tournament=tournament, entries=[1], status=Status.WITHDRAWN, **BY)
    assert change is not None
    with pytest.raises(Refused) as refused:
        entries.undo_enter(change=change, **BY)
    assert refused.value.sentence == "This cannot be taken back."


def test_a_finished_tournament_takes_nobody(club: Club) -> None:
    """Public fault 53: an old page must not change what is closed."""
    finished = a_tournament(club, "Spring cup", state=Tournament.State.FINISHED)
    an_entry(finished)
    refusals = []
    for attempt in (
        lambda: entries.walk_in(tournament=finished, name="Wren", is_new=True, **BY),
        lambda: entries.set_status(tournament=finished, entries=[1], status=Status.WITHDRAWN, **BY),
        lambda: entries.everybody_is_here(tournament=finished, **BY),
    ):
        with pytest.raises(Refused) as refused:
            attempt()
        refusals.append(refused.value.sentence)
    assert refusals == ["Spring cup is finished, so nothing in it can change. Reopen it first."] * 3

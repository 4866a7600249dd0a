import pytest

from games.models import Game, Report
from tests.factories import NOW, a_player, a_round, a_tournament, an_entry, some_entries
from tournaments import entries, history, players
from tournaments.models import Change, Club, Entry, LedgerLine, Player, Round, Seat, Shown, Tournament, Upload
from tournaments.queries.players import namesakes, present
from tournaments.refusals import Refused


def add(club: Club, name: str, *, although_known: bool = False) -> Player:
    return players.add(club=club, name=name, although_known=although_known, by="Orla", at=NOW)


def edit(player: Player, name: str, *, note: str = "", shown: Shown = Shown.NAME) -> Player:
    return players.edit(player=player, name=name, sort_name="", note=note, shown=shown, by="Orla", at=NOW)


def version(tournament: Tournament) -> int:
    tournament.refresh_from_db()
    return tournament.version


def test_a_player_is_added_with_a_tidy_name(club: Club) -> None:
    player = add(club, "  Wren   Adair ")
    assert (player.name, player.sort_name, player.shown) == ("Wren Adair", "Wren Adair", "name")
    assert Change.objects.get().facts == {"players": [player.pk]}


@pytest.mark.parametrize("again", ["Wren Adair", "wren adair", "Wrén  Adair"])
def test_a_known_name_is_asked_about_before_there_are_two(club: Club, again: str) -> None:
    add(club, "Wren Adair")
    with pytest.raises(players.KnownAlready, match="is on the list already"):
        add(club, again)
    assert Player.objects.count() == 1
    add(club, again, although_known=True)
    assert len(namesakes(club, "Wren Adair")) == 2


def test_the_same_name_in_another_club_is_nobodys_business(club: Club, other_club: Club) -> None:
    add(club, "Wren Adair")
    assert add(other_club, "Wren Adair").club == other_club


@pytest.mark.parametrize("name", ["", "  ", "42", "x" * 81])
def test_what_is_no_name_is_refused(club: Club, name: str) -> None:
    with pytest.raises(Refused):
        add(club, name)
    with pytest.raises(Refused):
        players.add_many(club=club, new_names=["Wren", name], by="Orla", at=NOW)
    assert (Player.objects.count(), Change.objects.count()) == (0, 0)


def test_many_are_added_in_their_order(club: Club) -> None:
    made = players.add_many(club=club, new_names=["Robin", "Wren", "Heron"], by="Orla", at=NOW)
    assert [player.name for player in made] == ["Robin", "Wren", "Heron"]
    assert Change.objects.get().facts == {"players": [player.pk for player in made]}


def test_what_the_world_sees_raises_the_version_of_every_tournament_with_the_name(club: Club) -> None:
    entered, filled_in, elsewhere = (a_tournament(club) for _ in range(3))
    player = a_player(club, "Wren Adair")
    an_entry(entered, player)
    table = a_round(filled_in, [some_entries(filled_in, 3)]).tables.get()
    Seat.objects.create(round=table.round, table=table, place=4, role=Seat.Role.FILLS_IN, player=player)
    edit(player, "Wren Adair", note="likes table 1")
    assert [version(each) for each in (entered, filled_in, elsewhere)] == [1, 1, 1]
    edit(player, "Wren Adair", note="likes table 1", shown=Shown.HIDDEN)
    assert [version(each) for each in (entered, filled_in, elsewhere)] == [2, 2, 1]
    edit(player, "Wren Blair", note="likes table 1", shown=Shown.HIDDEN)
    assert [version(each) for each in (entered, filled_in, elsewhere)] == [3, 3, 1]


def test_the_history_of_an_edit_names_no_person(club: Club) -> None:
    player = edit(a_player(club, "Wren Adair"), "Wren Blair")
    assert Change.objects.get().facts == {"player": player.pk, "fields": ["name", "sort_name"]}


def test_an_edit_that_changes_nothing_leaves_no_trace(club: Club) -> None:
    player = a_player(club, "Wren Adair")
    edit(player, "Wren Adair")
    assert Change.objects.count() == 0


# --- merging


def seated(tournament: Tournament, player: Player) -> Round:
    entry = an_entry(tournament, player)
    return a_round(tournament, [[entry, *some_entries(tournament, 3)]])


def owners_of_rows(tournament: Tournament) -> tuple[int, int]:
    """Player of the first entry and of the first seat."""
    return (
        tournament.entries.order_by("pk").values_list("player", flat=True)[0],
        Seat.objects.filter(round__tournament=tournament).order_by("pk").values_list("player", flat=True)[0],
    )


def test_a_merge_moves_everything_and_can_be_taken_back(club: Club) -> None:
    one, two = a_tournament(club), a_tournament(club)
    keep, gone = a_player(club, "Sam Lee"), a_player(club, "Sam Leigh")
    seated(one, keep)
    seated(two, gone)

    players.merge(keep=keep, gone=gone, by="Orla", at=NOW)
    assert (owners_of_rows(one), owners_of_rows(two)) == ((keep.pk, keep.pk), (keep.pk, keep.pk))
    assert (gone in present(club), version(one), version(two)) == (False, 1, 2)

    players.unmerge(player=gone, by="Orla", at=NOW)
    assert (owners_of_rows(one), owners_of_rows(two)) == ((keep.pk, keep.pk), (gone.pk, gone.pk))
    assert (gone in present(club), version(one), version(two)) == (True, 1, 3)


def test_a_merge_is_taken_back_once(club: Club) -> None:
    keep, gone = a_player(club), a_player(club)
    players.merge(keep=keep, gone=gone, by="Orla", at=NOW)
    players.unmerge(player=gone, by="Orla", at=NOW)
    with pytest.raises(Refused, match="no merge"):
        players.unmerge(player=gone, by="Orla", at=NOW)
    merged = Change.objects.get(verb="player.merge")
    assert (merged.undone_by, merged.undone_at) == ("Orla", NOW)


def test_two_players_of_one_tournament_cannot_be_one_person(club: Club) -> None:
    tournament = a_tournament(club, "Friday")
    keep, gone = a_player(club, "Sam Lee"), a_player(club, "Sam Leigh")
    seated(tournament, keep)
    an_entry(tournament, gone)
    with pytest.raises(Refused, match="Sam Lee and Sam Leigh are both in “Friday”"):
        players.merge(keep=keep, gone=gone, by="Orla", at=NOW)
    assert (version(tournament), Change.objects.count(), gone in present(club)) == (1, 0, True)


def test_somebody_who_only_filled_in_counts_as_in_the_tournament(club: Club) -> None:
    tournament = a_tournament(club, "Friday")
    keep, gone = a_player(club), a_player(club)
    table = seated(tournament, keep).tables.get()
    Seat.objects.create(round=table.round, table=table, place=5, role=Seat.Role.FILLS_IN, player=gone)
    with pytest.raises(Refused, match="both in “Friday”"):
        players.merge(keep=keep, gone=gone, by="Orla", at=NOW)


def test_merges_of_merges_come_apart_from_the_last(club: Club) -> None:
    first, second, third = (a_player(club) for _ in range(3))
    tournament = a_tournament(club)
    seated(tournament, first)
    players.merge(keep=second, gone=first, by="Orla", at=NOW)
    players.merge(keep=third, gone=second, by="Orla", at=NOW)
    assert owners_of_rows(tournament) == (third.pk, third.pk)
    with pytest.raises(Refused, match="Take that merge back first"):
        players.unmerge(player=first, by="Orla", at=NOW)
    players.unmerge(player=second, by="Orla", at=NOW)
    assert owners_of_rows(tournament) == (second.pk, second.pk)
    players.unmerge(player=first, by="Orla", at=NOW)
    assert owners_of_rows(tournament) == (first.pk, first.pk)


def test_nobody_is_merged_with_themselves_nor_twice_nor_across_clubs(club: Club, other_club: Club) -> None:
    keep, gone, third, foreign = a_player(club), a_player(club), a_player(club), a_player(other_club)
    for other in (keep, foreign):
        with pytest.raises(Refused, match="two different players"):
            players.merge(keep=keep, gone=other, by="Orla", at=NOW)
    players.merge(keep=keep, gone=gone, by="Orla", at=NOW)
    with pytest.raises(Refused, match="is merged into"):
        players.merge(keep=third, gone=gone, by="Orla", at=NOW)
    with pytest.raises(Refused, match="is merged into"):
        players.merge(keep=gone, gone=third, by="Orla", at=NOW)


@pytest.mark.parametrize("gone", ["merged", "forgotten"])
def test_who_is_gone_from_the_list_cannot_be_entered_from_an_old_page(club: Club, gone: str) -> None:
    player = a_player(club, "Sam Lee")
    if gone == "merged":
        players.merge(keep=a_player(club), gone=player, by="Orla", at=NOW)
    else:
        players.forget(player=player, by="Olive", at=NOW)
    with pytest.raises(Refused, match="no longer on the list"):
        entries.enter(tournament=a_tournament(club), players=[player], status=Entry.Status.HERE, by="Orla", at=NOW)


# --- forgetting


def test_a_forgotten_player_is_named_nowhere_and_the_seats_stay(club: Club) -> None:
    tournament = a_tournament(club)
    player = a_player(club, "Sam Lee", sort_name="Lee, Sam", note="phones late")
    merged = a_player(club, "Sammy Lee")
    players.merge(keep=player, gone=merged, by="Orla", at=NOW)
    round = seated(tournament, player)
    entry = tournament.entries.get(player=player)
    LedgerLine.objects.create(entry=entry, kind="penalty", points=10, reason="sam  LEE came late", by="Orla", at=NOW)
    Report.objects.create(
        game=Game.objects.get(table__round=round),
        revision=1,
        ended="out",
        by="Orla",
        at=NOW,
        why="Lee, Sam misread",
        key="00000000-0000-4000-8000-000000000001",
    )
    history.write_down(tournament, "note", by="Orla", at=NOW, facts={"why": ["asked by Sam Lee"]}, undo={"Sam Lee": 1})
    Upload.objects.create(
        tournament=tournament,
        source="friends of Sam Lee.csv",
        grid={"rows": [[1, "Wren", "Adair"], [2, "SAM", "Lee"], [3, "Lee, Sammy"]]},
        layout={},
        decisions={"2": "Sam Lee"},
        by="Orla",
        at=NOW,
    )
    before = version(tournament)

    players.forget(player=player, by="Olive", at=NOW)

    assert everything_written(club).lower().count("lee") == 0
    assert Upload.objects.get().grid == {"rows": [[1, "Wren", "Adair"], [2, "", ""], [3, ""]]}
    assert LedgerLine.objects.get().reason == "Forgotten player came late"
    player.refresh_from_db()
    assert (player.name, player.note, player.shown, player.forgotten_at) == ("Forgotten player", "", "hidden", NOW)
    assert (entry.seats.count(), version(tournament)) == (1, before + 1)
    assert player not in present(club)


def everything_written(club: Club) -> str:
    tables = (Player, Change, LedgerLine, Report, Upload)
    return str([list(table._default_manager.values()) for table in tables])


def test_other_people_keep_their_names(club: Club, other_club: Club) -> None:
    a_player(club, "Sam Leeward")
    a_player(other_club, "Sam Lee")
    players.forget(player=a_player(club, "Sam Lee"), by="Olive", at=NOW)
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Forgotten player", "Sam Lee", "Sam Leeward"]


def test_a_forgotten_player_stays_forgotten(club: Club) -> None:
    player, merged = a_player(club), a_player(club)
    players.merge(keep=player, gone=merged, by="Orla", at=NOW)
    with pytest.raises(Refused, match="was merged into"):
        players.forget(player=merged, by="Olive", at=NOW)
    players.forget(player=player, by="Olive", at=NOW)
    with pytest.raises(Refused, match="was forgotten"):
        players.forget(player=player, by="Olive", at=NOW)
    with pytest.raises(Refused, match="was forgotten"):
        edit(player, "Wren")
    with pytest.raises(Refused, match="was forgotten"):
        players.merge(keep=player, gone=a_player(club), by="Orla", at=NOW)
    with pytest.raises(Refused, match="no merge"):
        players.unmerge(player=merged, by="Orla", at=NOW)


def test_players_stand_in_the_order_of_their_sort_names(club: Club) -> None:
    for name in ("Zoë", "Ábel", "adam", "Bea"):
        a_player(club, name)
    assert [player.name for player in present(club)] == ["Ábel", "adam", "Bea", "Zoë"]

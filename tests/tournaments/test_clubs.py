import pytest

from games.models import Game, Hand
from tests.factories import NOW, a_member, a_player, a_round, a_tournament, a_user, some_entries
from tournaments import clubs, history
from tournaments.models import Change, Club, Player, Role, Tournament, User
from tournaments.refusals import Refused


def make(name: str, owner: User) -> Club:
    return clubs.make_club(name=name, place="", time_zone="UTC", owner=owner, by=str(owner), at=NOW)


def test_addresses_are_made_from_names_and_never_clash(db: None) -> None:
    owner = a_user()
    names = ["The Old Barn", "The Old Barn", "t", "Clubs", "મરઘી ક્લબ", "મરઘી"]
    assert [make(name, owner).slug for name in names] == [
        "the-old-barn",
        "the-old-barn-2",
        "t-2",
        "clubs-2",
        "club",
        "club-2",
    ]


def test_the_maker_owns_the_club(db: None) -> None:
    owner = a_user("Olive")
    club = make("Barn", owner)
    assert list(club.memberships.values_list("user", "role")) == [(owner.pk, "owner")]


def test_a_new_name_raises_the_version_of_every_tournament(club: Club, tournament: Tournament) -> None:
    clubs.change_club(club=club, name="New Barn", place="Mill Lane", time_zone="UTC", by="Olive", at=NOW)
    tournament.refresh_from_db()
    assert (tournament.version, Club.objects.get().slug) == (2, "barnyard")
    clubs.change_club(club=club, name="New Barn", place="Mill Lane", time_zone="UTC", by="Olive", at=NOW)
    tournament.refresh_from_db()
    assert (tournament.version, Change.objects.count()) == (2, 1)


def test_the_demo_club_goes_with_everything_in_it_and_nothing_else(club: Club, owner: User) -> None:
    kept = a_tournament(club)
    a_round(kept, [some_entries(kept, 4)])
    demo = clubs.make_club(name="Demo", place="", time_zone="UTC", owner=owner, by="demo", at=NOW, is_demo=True)
    a_member(demo, Role.SCOREKEEPER, "Demo Scorekeeper")
    for removed_at in (None, NOW):
        tournament = a_tournament(demo, removed_at=removed_at)
        entries = some_entries(tournament, 5)
        a_round(tournament, [entries[:4]], sits_out=entries[4:])
        history.write_down(tournament, "round.publish", by="demo", at=NOW)
    a_player(demo, merged_into=a_player(demo))

    clubs.remove_demo_club(club=demo)

    assert list(Club.objects.all()) == [club]
    assert list(User.objects.all()) == [owner]
    assert (Player.objects.count(), Game.objects.count(), Hand.objects.count(), Change.objects.count()) == (4, 1, 4, 0)


def test_any_other_club_stays(club: Club) -> None:
    with pytest.raises(Refused, match="not the demo club"):
        clubs.remove_demo_club(club=club)

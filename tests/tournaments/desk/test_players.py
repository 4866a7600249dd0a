"""The desk's pages of players."""

import pytest
from django.test import Client

from tests.factories import a_player, a_tournament, an_entry
from tournaments.models import Club, Player

LIST = "/en/desk/barnyard/players/"


@pytest.fixture
def wren(club: Club) -> Player:
    return a_player(club, "Wren Adair", sort_name="Adair, Wren")


def names_on(page: object) -> list[str]:
    return [line.player.name for line in page.context["page"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("search", "found"),
    [("", ["Wren Adair", "Zoë Adair"]), ("zoe", ["Zoë Adair"]), ("adair wr", ["Wren Adair"]), ("nobody", [])],
)
def test_the_list_is_searched_whatever_accents_and_order(
    as_organiser: Client, club: Club, wren: Player, search: str, found: list[str]
) -> None:
    a_player(club, "Zoë Adair")
    assert names_on(as_organiser.get(LIST, {"q": search})) == found


def test_an_empty_list_says_how_it_fills(as_organiser: Client) -> None:
    assert b"Nobody is on the list yet." in as_organiser.get(LIST).content


def test_adding_a_namesake_asks_first(as_organiser: Client, wren: Player) -> None:
    asked = as_organiser.post(LIST, {"name": "wren adair"}).content.decode()
    assert ("is on the list already" in asked, 'name="although_known"' in asked, 'value="wren adair"' in asked) == (
        True,
        True,
        True,
    )
    assert Player.objects.count() == 1
    assert as_organiser.post(LIST, {"name": "Wren Adair", "although_known": "on"}).status_code == 302
    assert Player.objects.count() == 2


def test_a_name_that_cannot_be_used_is_said_beside_its_field(as_organiser: Client) -> None:
    page = as_organiser.post(LIST, {"name": "42"}).content.decode()
    assert ("has no letter" in page, 'value="42"' in page, Player.objects.count()) == (True, True, 0)


def test_a_name_full_of_signs_is_shown_as_it_is(as_organiser: Client, club: Club) -> None:
    player = a_player(club, 'O\'Brien <b>"x"')
    for address in (LIST, f"{LIST}{player.pk}/"):
        page = as_organiser.get(address).content.decode()
        assert ("O&#x27;Brien &lt;b&gt;&quot;x&quot;" in page, "<b>" in page.split("<main")[1]) == (True, False)


def test_a_player_is_edited(as_organiser: Client, wren: Player) -> None:
    typed = {"name": "Wren Blair", "sort_name": "Blair, Wren", "shown": "initials", "note": "left-handed"}
    assert as_organiser.post(f"{LIST}{wren.pk}/", typed).status_code == 302
    wren.refresh_from_db()
    assert (wren.name, wren.sort_name, wren.shown, wren.note) == tuple(typed.values())


def test_two_players_are_merged_and_the_merge_is_taken_back(as_organiser: Client, club: Club, wren: Player) -> None:
    other = a_player(club, "Wren Adaire")
    entry = an_entry(a_tournament(club), other)
    page = as_organiser.get(f"{LIST}{wren.pk}/").content.decode()
    assert f'name="gone" value="{other.pk}"' in page

    merged = as_organiser.post(f"{LIST}{wren.pk}/merge/", {"gone": other.pk}, follow=True).content.decode()
    entry.refresh_from_db()
    assert (entry.player, "are one person now" in merged) == (wren, True)
    assert as_organiser.get(f"{LIST}{other.pk}/")["Location"] == f"{LIST}{wren.pk}/"

    as_organiser.post(f"{LIST}{other.pk}/unmerge/")
    entry.refresh_from_db()
    assert entry.player == other


def test_a_merge_that_cannot_be_is_said(as_organiser: Client, club: Club, wren: Player) -> None:
    tournament = a_tournament(club, "Friday")
    other = an_entry(tournament).player
    an_entry(tournament, wren)
    answer = as_organiser.post(f"{LIST}{wren.pk}/merge/", {"gone": other.pk}, follow=True)
    assert "are both in “Friday”" in answer.content.decode()
    assert b"Choose who is the same person." in as_organiser.post(f"{LIST}{wren.pk}/merge/", follow=True).content


def test_a_merge_reaches_no_player_of_another_club(as_organiser: Client, other_club: Club, wren: Player) -> None:
    foreign = a_player(other_club)
    assert as_organiser.post(f"{LIST}{wren.pk}/merge/", {"gone": foreign.pk}).status_code == 404


def test_forgetting_asks_for_the_name(as_owner: Client, wren: Player) -> None:
    door = f"{LIST}{wren.pk}/forget/"
    assert b"That is not the name." not in as_owner.get(door).content
    assert b"That is not the name." in as_owner.post(door, {"name": "Robin"}).content
    assert Player.objects.get().name == "Wren Adair"
    answer = as_owner.post(door, {"name": "wren adair"}, follow=True)
    assert (b"The person is forgotten." in answer.content, b"Wren" in answer.content) == (True, False)
    assert b"This person was forgotten" in as_owner.get(f"{LIST}{wren.pk}/").content
    assert as_owner.get(door).status_code == 404

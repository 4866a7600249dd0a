"""The support pages: everything can be found, facts are read-only, changes go through the commands."""

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game, Report
from tests.conftest import browser
from tests.factories import NOW, a_member, a_player, a_round, a_tournament, a_user, an_entry, some_entries
from tournaments import history, links, seat_keys
from tournaments.models import Change, Club, Membership, Player, Role, SeatKey, Tournament, Upload, User

MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label_lower)
# What a browser sends along for the members that are shown below an account or a club.
NO_LINES = {"memberships-TOTAL_FORMS": 0, "memberships-INITIAL_FORMS": 0}
FACTS = [model for model in MODELS if model not in {Club, Membership, Player, User}]


@pytest.fixture
def support(db: None) -> Client:
    return browser(User.objects.create_superuser("sue", name="Sue Support", password="seven grey geese"))


@pytest.fixture
def everything(club: Club, tournament: Tournament) -> None:
    round = a_round(tournament, [some_entries(tournament, 4)])
    game = Game.objects.get(table__round=round)
    key = "00000000-0000-4000-8000-000000000001"
    report = Report.objects.create(game=game, hand=game.hands.first(), revision=1, ended="out", by="O", at=NOW, key=key)
    report.scores.create(place=1, points=0)
    history.write_down(tournament, "round.publish", by="Orla", at=NOW)
    links.invite(club=club, role=Role.OWNER, by="Olive", at=NOW)
    Upload.objects.create(tournament=tournament, source="a.csv", grid={}, layout={}, by="Orla", at=NOW)
    entry = tournament.entries.order_by("pk")[0]
    seat_keys.make_keys(tournament=tournament, entries=[entry], by="Orla", at=NOW)
    entry.ledger_lines.create(kind="penalty", points=5, reason="late", by="Orla", at=NOW)
    a_member(club, Role.OWNER)


def pages(model: type) -> tuple[str, str]:
    """The list of a model and the page of its first row, if there is one."""
    meta = model._meta  # type: ignore[attr-defined]
    stem = f"/en/support/{meta.app_label}/{meta.model_name}/"
    row = model._base_manager.order_by("pk").first()  # type: ignore[attr-defined]
    return stem, f"{stem}{row.pk}/change/" if row else stem


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.model_name)
def test_every_row_can_be_found_and_read(support: Client, everything: None, model: type) -> None:
    listing, row = pages(model)
    assert [support.get(address).status_code for address in (listing, f"{listing}?q=a", row)] == [200, 200, 200]


@pytest.mark.parametrize("model", FACTS, ids=lambda model: model._meta.model_name)
def test_facts_are_not_made_changed_nor_deleted(support: Client, everything: None, model: type) -> None:
    listing, row = pages(model)
    assert (support.get(f"{listing}add/").status_code, b'name="_save"' in support.get(row).content) == (403, False)
    if row != listing:
        assert support.post(row, {}).status_code == 403
        assert support.get(row.removesuffix("change/") + "delete/").status_code == 403


@pytest.mark.parametrize("model", [Tournament, Player, Change], ids=lambda model: model._meta.model_name)
def test_a_list_takes_as_many_queries_for_thirty_rows_as_for_one(support: Client, club: Club, model: type) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert support.get(pages(model)[0]).status_code == 200
        return len(queries)

    def one_more() -> None:
        tournament = a_tournament(club)
        an_entry(tournament)
        a_player(club, merged_into=a_player(club))
        history.write_down(tournament, "note", by="Orla", at=NOW)

    one_more()
    few = count()
    for _ in range(30):
        one_more()
    assert count() == few


def test_nothing_that_opens_a_door_is_shown(support: Client, everything: None) -> None:
    account = a_user("Otto", password="nine white hens")
    listing, _row = pages(User)
    shown = support.get(f"{listing}{account.pk}/change/").content.decode()
    assert (account.password in shown, account.password.split("$")[0] in shown) == (False, False)
    link = Club.objects.get().links.get()
    _listing, row = pages(type(link))
    assert link.secret_hash not in support.get(row).content.decode()
    key = SeatKey.objects.get()
    _listing, row = pages(SeatKey)
    assert str(key.secret_hash) not in support.get(row).content.decode()


def test_a_player_is_changed_by_the_command(support: Client, club: Club) -> None:
    tournament = a_tournament(club)
    player = an_entry(tournament, a_player(club, "Wren Adair")).player
    typed = {"name": " Wren  Blair ", "sort_name": "Blair, Wren", "note": "", "shown": "hidden"}
    assert support.post(pages(Player)[1], typed).status_code == 302
    player.refresh_from_db()
    tournament.refresh_from_db()
    assert (player.name, player.shown, tournament.version) == ("Wren Blair", "hidden", 2)
    assert list(Change.objects.values_list("verb", "by")) == [("player.edit", "Sue Support")]
    assert LogEntry.objects.count() == 0


def test_a_club_is_changed_by_the_command(support: Client, club: Club, tournament: Tournament) -> None:
    typed = {"name": "New Barn", "place": "", "time_zone": "UTC", "slug": "hacked", **NO_LINES}
    assert support.post(pages(Club)[1], typed).status_code == 302
    tournament.refresh_from_db()
    assert (Club.objects.get().name, Club.objects.get().slug, tournament.version) == ("New Barn", "barnyard", 2)


def test_a_refusal_of_the_command_is_said_and_nothing_is_changed(support: Client, owner: User) -> None:
    row = pages(Membership)[1]
    assert "is the last owner" in support.post(row, {"role": "organiser"}, follow=True).content.decode()
    removed = support.post(row.removesuffix("change/") + "delete/", {"post": "yes"}, follow=True)
    assert "is the last owner" in removed.content.decode()
    assert Membership.objects.get().role == "owner"


def test_a_member_is_taken_out_by_the_command(support: Client, owner: User, organiser: User) -> None:
    member = Membership.objects.get(user=organiser)
    support.post(f"/en/support/tournaments/membership/{member.pk}/delete/", {"post": "yes"})
    assert list(Change.objects.values_list("verb", flat=True)) == ["member.remove"]


def test_an_account_is_shut_and_the_last_support_account_is_not(support: Client, organiser: User) -> None:
    sue = User.objects.get(username="sue")
    shut = {"name": "Orla", "is_active": "", **NO_LINES}
    support.post(f"/en/support/tournaments/user/{organiser.pk}/change/", shut)
    answer = support.post(
        f"/en/support/tournaments/user/{sue.pk}/change/", {"name": "Sue", "is_active": "on", **NO_LINES}, follow=True
    )
    assert "the last account for support" in answer.content.decode()
    organiser.refresh_from_db()
    sue.refresh_from_db()
    assert (organiser.is_active, sue.is_active, sue.is_superuser) == (False, True, True)


def test_support_gives_an_account_a_new_password(support: Client, organiser: User) -> None:
    typed = {"password1": "nine white hens", "password2": "nine white hens", "usable_password": "true"}
    support.post(f"/en/support/tournaments/user/{organiser.pk}/password/", typed)
    organiser.refresh_from_db()
    assert organiser.check_password("nine white hens")

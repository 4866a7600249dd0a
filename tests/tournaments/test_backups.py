"""Backups and the way back, on whichever database serves."""

import datetime as dt
import sqlite3
import threading
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from games.models import Report
from tests.factories import NOW, a_club, a_member, a_player, a_round, a_tournament, a_user, some_entries
from tests.played import hand_in
from tests.rehearsed import a_rehearsal, steps
from tests.screen_tables import a_screen_round, deal, now_at, tap
from tournaments import backups, entries, links, seat_keys
from tournaments.backups import rows
from tournaments.backups.restoring import restored_models
from tournaments.models import Club, Membership, OneTimeLink, Player, Role, Round, SeatKey, Tournament, User

pytestmark = pytest.mark.django_db(transaction=True)
LATER = NOW + dt.timedelta(hours=1)


@pytest.fixture(autouse=True)
def data_folder(settings: Settings, tmp_path: Path) -> Path:
    """Copies go into a folder of the test."""
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def open_round() -> Round:
    """A club with an organiser, and a round of one table in which one hand was handed in."""
    club = a_club("Barnyard", slug="barnyard")
    a_member(club, Role.ORGANISER, "Orla")
    tournament = a_tournament(club, "Friday", slug="friday")
    round = a_round(tournament, [some_entries(tournament, 4)])
    hand_in(round, 1, {1: [0, 12, 30, 7]})
    return round


def remove_everything(more: list[type[Model]]) -> None:
    """As if nobody had ever been here."""
    with transaction.atomic():
        rows.empty([*restored_models(), *more], "default")


def facts() -> dict[str, list[rows.Row]]:
    """Every restored row of every table; of tournaments without what a restore raises."""
    unlike = {"version", "changed_at"}
    found = {}
    for model in restored_models():
        wanted = [name for name in rows.names(model) if model is not Tournament or name not in unlike]
        found[model._meta.label] = list(model._base_manager.order_by("pk").values_list(*wanted))
    return found


def test_a_rehearsal_is_in_a_backup_with_its_steps_and_who_walked_in(club: Club, tmp_path: Path) -> None:
    tournament = a_tournament(club)
    some_entries(tournament, 8)
    rehearsal = a_rehearsal(tournament)
    copied = Tournament.with_rehearsals.get(pk=rehearsal.pk)
    entries.walk_in(tournament=copied, name="Greta Goose", is_new=True, by="Orla", at=NOW)
    taken = steps(rehearsal, most=8)
    backups.backup(tmp_path / "evening", at=NOW)
    before = facts()
    remove_everything([])
    backups.restore(tmp_path / "evening", at=LATER)
    assert facts() == before
    assert (len(before["tournaments.RehearsalStep"]), len(taken)) == (8, 8)


def test_a_restore_brings_every_fact_back_and_says_what_it_takes(open_round: Round, tmp_path: Path) -> None:
    backups.backup(tmp_path / "evening", at=NOW)
    before = facts()
    hand_in(open_round, 1, {2: [5, 0, 9, 40]})
    a_player(open_round.tournament.club, "Late Lapwing")
    Player.objects.filter(name__startswith="Wren").update(name="Mistyped")
    assert facts() != before

    said = backups.difference(tmp_path / "evening")
    assert said.made_at == "2026-03-06 19:30:00 UTC"
    assert dict(said.lost) == {"report": 1, "scores": 4, "player": 1, "change": 1}
    assert backups.restore(tmp_path / "evening", at=LATER).difference == said
    assert facts() == before


def test_the_state_before_a_restore_is_kept_and_can_be_restored(open_round: Round, tmp_path: Path) -> None:
    backups.backup(tmp_path / "evening", at=NOW)
    hand_in(open_round, 1, {2: [5, 0, 9, 40]})
    after = facts()
    kept = backups.restore(tmp_path / "evening", at=LATER).kept_in
    assert kept.stat().st_mode & 0o777 == 0o600
    backups.restore(kept, at=LATER)
    assert facts() == after


def test_ids_go_on_behind_the_restored_ones(open_round: Round, tmp_path: Path) -> None:
    backups.backup(tmp_path / "evening", at=NOW)
    backups.restore(tmp_path / "evening", at=LATER)
    hand_in(open_round, 1, {2: [5, 0, 9, 40]})
    assert Report.objects.count() == 2
    assert a_member(open_round.tournament.club, Role.OWNER, "Olive").memberships.get().role == Role.OWNER


def test_a_version_never_comes_to_mean_two_states(open_round: Round, tmp_path: Path) -> None:
    backups.backup(tmp_path / "evening", at=NOW)
    Tournament.objects.update(version=90)
    backups.restore(tmp_path / "evening", at=LATER)
    tournament = Tournament.objects.get()
    assert (tournament.version, tournament.changed_at) == (91, LATER)


def test_whoever_is_signed_in_stays_signed_in(open_round: Round, tmp_path: Path) -> None:
    backups.backup(tmp_path / "evening", at=NOW)
    newcomer = a_member(open_round.tournament.club, Role.ORGANISER, "Nell Newcomer", password="quite-a-long-one")
    organiser = User.objects.get(name="Orla")
    organiser.set_password("changed-since-the-backup")
    organiser.save()
    browsers = [Client(), Client()]
    browsers[0].force_login(organiser)
    browsers[1].force_login(newcomer)
    backups.restore(tmp_path / "evening", at=LATER)
    assert [browser.get(reverse("club-desk", args=["barnyard"])).status_code for browser in browsers] == [200, 200]
    assert User.objects.get(name="Orla").check_password("changed-since-the-backup")


def test_a_role_that_was_taken_away_does_not_come_back(open_round: Round, tmp_path: Path) -> None:
    backups.backup(tmp_path / "evening", at=NOW)
    Membership.objects.filter(user__name="Orla").delete()
    backups.restore(tmp_path / "evening", at=LATER)
    assert list(Membership.objects.all()) == []


def test_a_club_that_was_removed_comes_back_with_its_members(open_round: Round, tmp_path: Path) -> None:
    backups.backup(tmp_path / "evening", at=NOW)
    made_at = Club.objects.get().made_at
    open_round.tournament.club.changes.all().delete()
    remove_everything([Membership])
    User.objects.all().delete()
    # another account has taken the id meanwhile
    stranger = a_user("Sandra Stranger")
    backups.restore(tmp_path / "evening", at=LATER)
    assert Club.objects.get().made_at == made_at
    assert [(row.user.name, row.role) for row in Membership.objects.all()] == [("Orla", Role.ORGANISER)]
    assert {user.name for user in User.objects.all()} == {"Orla", stranger.name}


def test_an_empty_installation_gets_everything(open_round: Round, tmp_path: Path) -> None:
    backups.backup(tmp_path / "evening", at=NOW)
    before = facts()
    users = set(User.objects.values_list("pk", "username", "password"))
    remove_everything([Membership, User])
    backups.restore(tmp_path / "evening", at=LATER)
    assert facts() == before
    assert set(User.objects.values_list("pk", "username", "password")) == users
    assert Membership.objects.get().user.name == "Orla"


def test_another_club_under_the_same_id_gives_nobody_its_roles(open_round: Round, tmp_path: Path) -> None:
    backups.backup(tmp_path / "evening", at=NOW)
    club = open_round.tournament.club
    # a new installation, whose first club happens to have the same id
    Club.objects.filter(pk=club.pk).update(made_at=LATER, slug="another")
    a_member(club, Role.OWNER, "Ivo Intruder")
    backups.restore(tmp_path / "evening", at=LATER)
    assert [row.user.name for row in Membership.objects.all()] == ["Orla"]


def test_a_backup_opens_no_door(open_round: Round, tmp_path: Path) -> None:
    browser = Client()
    browser.force_login(User.objects.get(name="Orla"))
    (key,) = Session.objects.values_list("session_key", flat=True)
    backups.backup(tmp_path / "evening", at=NOW)
    assert key.encode() not in (tmp_path / "evening").read_bytes()
    assert (tmp_path / "evening").stat().st_mode & 0o777 == 0o600


def test_an_invitation_to_a_club_ends_with_a_restore(open_round: Round, tmp_path: Path) -> None:
    backups.backup(tmp_path / "evening", at=NOW)
    links.invite(club=open_round.tournament.club, role=Role.OWNER, by="Orla", at=NOW)
    backups.restore(tmp_path / "evening", at=LATER)
    assert list(OneTimeLink.objects.all()) == []


def test_the_keys_of_seats_end_with_a_restore(open_round: Round, tmp_path: Path) -> None:
    tournament = open_round.tournament
    seat_keys.make_keys(tournament=tournament, entries=list(tournament.entries.all()), by="Orla", at=NOW)
    backups.backup(tmp_path / "evening", at=NOW)
    backups.restore(tmp_path / "evening", at=LATER)
    assert list(SeatKey.objects.all()) == []


def test_a_file_that_is_there_is_not_written_over(open_round: Round, tmp_path: Path) -> None:
    (tmp_path / "evening").write_text("mine")
    with pytest.raises(CommandError, match=r"exists already\. Choose another name"):
        call_command("backup", str(tmp_path / "evening"))
    assert (tmp_path / "evening").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["evening"]


def test_only_the_newest_copies_stay(open_round: Round, tmp_path: Path) -> None:
    made = [backups.copy_beside("before-update", keep=2) for _time in range(4)]
    assert sorted((tmp_path / "copies").iterdir()) == made[2:]


def missing(file: Path) -> None:
    assert not file.exists()


def other_program(file: Path) -> None:
    database = sqlite3.connect(file)
    database.execute("CREATE TABLE recipes (name TEXT)")
    database.close()


def damaged(file: Path) -> None:
    backups.backup(file, at=NOW)
    content = bytearray(file.read_bytes())
    content[4096 : 4096 * 12] = b"\xff" * (4096 * 11)
    file.write_bytes(content)


def from_the_future(file: Path) -> None:
    backups.backup(file, at=NOW)
    database = sqlite3.connect(file)
    with database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_stars', '2031-01-01')"
        )
    database.close()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (missing, "cannot be read: No such file or directory"),
        (lambda file: file.write_text("name,points"), "is not a backup of Henhouse. Backups are made by:"),
        (other_program, "is a database of another program"),
        (damaged, "is damaged"),
        (from_the_future, "was made by a newer release of Henhouse"),
    ],
)
def test_what_is_no_backup_is_refused_by_name_and_changes_nothing(
    make: object, sentence: str, open_round: Round, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    assert callable(make)
    make(file)
    before = facts()
    with pytest.raises(CommandError, match=sentence):
        call_command("restore", str(file), yes=True)
    assert facts() == before
    assert not (tmp_path / "copies").exists()


def test_the_commands_say_what_they_do(open_round: Round, tmp_path: Path) -> None:
    call_command("backup", str(tmp_path / "evening"), stdout=StringIO())
    hand_in(open_round, 1, {2: [5, 0, 9, 40]})
    said = StringIO()
    call_command("restore", str(tmp_path / "evening"), yes=True, stdout=said)
    lines = said.getvalue().splitlines()
    assert lines[0].startswith("Since this backup (")
    assert lines[1] == "1 report, 4 scores, 1 change"
    assert lines[2].startswith(f"Done. As it was a moment ago, everything is in {tmp_path}/copies/before-restore-")
    assert Report.objects.count() == 1


@pytest.mark.threads
def test_a_backup_made_while_others_write_is_whole(open_round: Round, tmp_path: Path) -> None:
    club = open_round.tournament.club
    done = threading.Event()

    def write() -> None:
        try:
            while not done.is_set():
                a_player(club)
        finally:
            connection.close()

    writers = [threading.Thread(target=write) for _number in range(4)]
    for writer in writers:
        writer.start()
    for number in range(2):
        backups.backup(tmp_path / f"evening-{number}", at=NOW)
    done.set()
    for writer in writers:
        writer.join()
    for number in range(2):
        file = sqlite3.connect(tmp_path / f"evening-{number}")
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        file.close()


def test_a_backup_that_is_put_back_goes_on_in_the_middle_of_a_hand(tmp_path: Path) -> None:
    table = a_screen_round()
    deal(table)
    before = tap(table).now
    file = tmp_path / "all.sqlite3"
    backups.backup(file, at=NOW)
    tap(table)
    backups.restore(file, at=LATER)
    after = now_at(table)
    assert (after.sitting, after.play.counter, after.in_turn) == (before.sitting, before.play.counter, before.in_turn)
    assert tap(table).is_old is False

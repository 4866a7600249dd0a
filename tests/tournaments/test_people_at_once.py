"""Several people do the same thing at the same moment: one of them wins, and nothing is there twice."""

import contextlib
import threading
from collections import Counter
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import RequestFactory

from games.models import Game, Report
from tests.factories import NOW, a_club, a_member, a_player, a_round, a_tournament, a_user, some_entries
from tests.played import hand_in
from tournaments import clubs, drafts, entries, links, members, players, results, sign_in, uploads, users
from tournaments.exchange.sheets_import import Making, import_sheets
from tournaments.files.sheets import SheetFile
from tournaments.models import Club, Entry, Membership, Player, Role, Round, Seat, Shown, Table, User
from tournaments.refusals import Refused
from tournaments.seating.sizes import Split

pytestmark = [pytest.mark.threads, pytest.mark.django_db(transaction=True)]
MANY = 8


def all_at_once(act: Callable[[int], object]) -> Counter[str]:
    """Do something in several threads that start together; counts what came of it: "done" or the name of a refusal."""
    start = threading.Barrier(MANY)
    came_of_it: list[str] = []

    def run(number: int) -> None:
        try:
            start.wait()
            act(number)
            came_of_it.append("done")
        except Refused as refused:
            came_of_it.append(type(refused).__name__)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(MANY)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(came_of_it)


def test_a_link_is_used_once() -> None:
    secret = links.terminal_link(at=NOW)

    def enter(number: int) -> User:
        return users.make_first_account(
            secret=secret,
            username=f"olive-{number}",
            name="Olive",
            password="seven grey geese",
            club_name="Barn",
            time_zone="UTC",
            at=NOW,
        )

    assert all_at_once(enter) == {"done": 1, "LinkGone": MANY - 1}
    assert (User.objects.count(), Club.objects.count()) == (1, 1)


def test_an_invitation_makes_one_member() -> None:
    club = a_club()
    secret = links.invite(club=club, role=Role.SCOREKEEPER, by="Olive", at=NOW)
    everybody = [a_user() for _ in range(MANY)]
    came = all_at_once(lambda number: members.join(secret=secret, user=everybody[number], at=NOW))
    assert (came, Membership.objects.count()) == ({"done": 1, "LinkGone": MANY - 1}, 1)


def test_owners_who_all_leave_at_once_leave_one_behind() -> None:
    club = a_club()
    for _ in range(MANY):
        a_member(club, Role.OWNER)
    owners = list(Membership.objects.all())
    came = all_at_once(lambda number: members.remove(member=owners[number], by="Olive", at=NOW))
    assert (came, Membership.objects.count()) == ({"done": MANY - 1, "Refused": 1}, 1)


def test_the_same_person_added_by_many_is_on_the_list_once() -> None:
    club = a_club()
    came = all_at_once(lambda _number: players.add(club=club, name="Sam Lee", by="Orla", at=NOW))
    assert (came, Player.objects.count()) == ({"done": 1, "KnownAlready": MANY - 1}, 1)


def test_the_same_person_entered_by_many_stands_in_the_tournament_once() -> None:
    tournament = a_tournament(a_club())
    player = a_player(tournament.club, "Sam Lee")
    here = Entry.Status.HERE
    came = all_at_once(
        lambda _number: entries.enter(tournament=tournament, players=[player], status=here, by="Orla", at=NOW)
    )
    assert (came, list(Entry.objects.values_list("player", "number"))) == ({"done": MANY}, [(player.pk, 1)])


def test_the_same_person_by_form_and_by_list_at_once_stands_there_once() -> None:
    tournament = a_tournament(a_club())
    held = [uploads.hold_text(tournament=tournament, text="Sam Lee", by=f"Orla {n}", at=NOW) for n in range(MANY)]

    def come(number: int) -> None:
        if number % 2:
            entries.walk_in(tournament=tournament, name="Sam Lee", is_new=False, by="Orla", at=NOW)
        else:
            uploads.accept(upload=held[number], by="Orla", at=NOW)

    all_at_once(come)
    assert list(Entry.objects.values_list("player__name", "number")) == [("Sam Lee", 1)]
    assert Player.objects.count() == 1


def test_the_same_people_by_form_and_by_sheets_at_once_stand_there_once() -> None:
    tournament = a_tournament(a_club("Barnyard"), slug="friday", plan=[[9]])
    seating = SheetFile("seating.csv", b"round,table,seat,name\n1,1,1,Sam Lee\n1,1,2,Kim Roe\n1,1,3,Jo Day\n")
    heads = b"round,table,hand,centre,starter_seat,ended,out_seat,seat_1,seat_2,seat_3\n"
    hands = SheetFile("hands.csv", heads + b"1,1,1,9,,out,3,5,12,0\n")

    def come(number: int) -> None:
        if number % 2:
            name, here = ("Sam Lee", "Kim Roe")[number % 4 // 2], Entry.Status.EXPECTED
            entries.walk_in(tournament=tournament, name=name, is_new=False, status=here, by="Orla", at=NOW)
        else:
            import_sheets(slug="friday", seating=seating, hands=hands, making=Making(), by="import", at=NOW)

    came = all_at_once(come)
    assert came["done"] >= MANY // 2
    assert sorted(Entry.objects.values_list("player__name", flat=True)) == ["Jo Day", "Kim Roe", "Sam Lee"]
    assert (Player.objects.count(), Report.objects.count()) == (3, 1)


def test_a_merge_that_several_press_happens_once() -> None:
    club = a_club()
    keep, gone = a_player(club), a_player(club)
    came = all_at_once(lambda _number: players.merge(keep=keep, gone=gone, by="Orla", at=NOW))
    assert came == {"done": 1, "Refused": MANY - 1}


def test_guesses_that_come_all_at_once_do_not_slip_past_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_in, "PER_NAME", 3)
    User.objects.create_user("olive", name="Olive", password="seven grey geese")

    def guess(_number: int) -> User:
        return sign_in.sign_in(request=RequestFactory().post("/"), username="olive", password="guess", at=NOW)

    came = all_at_once(guess)
    assert came["WrongPassword"] <= 3
    assert came["WrongPassword"] + came["Refused"] == MANY


def test_a_round_that_many_seat_and_publish_at_once_is_one() -> None:
    """Fault 39: the round is there once, and everybody sits in it once."""
    tournament = a_tournament(a_club())
    some_entries(tournament, 16)
    split = Split((4, 4, 4, 4))
    drawn = all_at_once(
        lambda number: drafts.draft_round(tournament=tournament, split=split, seed=number, by="Orla", at=NOW)
    )
    draft = Round.objects.get()
    published = all_at_once(lambda _number: drafts.publish_round(draft=draft, by="Orla", at=NOW))
    assert (drawn, published) == ({"done": MANY}, {"done": 1, "Refused": MANY - 1})
    assert sorted(Seat.objects.values_list("entry__number", flat=True)) == list(range(1, 17))
    assert (Table.objects.count(), Game.objects.count()) == (4, 4)


def test_what_reaches_into_many_tournaments_waits_for_none_that_waits_for_it() -> None:
    """Forgetting, merging and editing players, and the club's settings, beside reports, lists and entries."""
    club = a_club()
    evening, other = a_tournament(club), a_tournament(club)
    round_ = a_round(evening, [some_entries(evening, 4)])
    known = [a_player(club, f"Wren {number}") for number in range(30)]

    def forget(turn: int) -> None:
        players.forget(player=known[turn], by="Orla", at=NOW)

    def merge(turn: int) -> None:
        players.merge(keep=known[-1], gone=known[-2 - turn], by="Orla", at=NOW)
        players.unmerge(player=known[-2 - turn], by="Orla", at=NOW)

    def settle(turn: int) -> None:
        clubs.change_club(club=club, name=f"Barn {turn}", place="", time_zone="UTC", by="Orla", at=NOW)
        players.edit(
            player=known[-1 - turn % 2], name=f"Heron {turn}", sort_name="", note="", shown=Shown.NAME, by="O", at=NOW
        )

    def take_in(turn: int) -> None:
        held = uploads.hold_text(tournament=other, text=f"Teal {turn}\nWren {turn}", by=f"Orla {turn}", at=NOW)
        uploads.accept(upload=held, by="Orla", at=NOW)

    def enter(turn: int) -> None:
        for tournament in (evening, other):
            entries.enter(tournament=tournament, players=[known[-1 - turn]], status=Entry.Status.HERE, by="O", at=NOW)

    def report(turn: int) -> None:
        for number in (1, 2, 3, 4):
            why = f"as Wren {turn} and Wren {turn + 1} said"
            hand_in(round_, 1, {number: [0, 5, 6, 7 + turn]}, why=why, based_on=turn, accepted=False)
        results.accept_tables(round=round_, tables=[1], by="Orla", at=NOW)

    doing = [forget, merge, settle, take_in, enter, report, report, forget]

    def act(number: int) -> None:
        for turn in range(12):
            with contextlib.suppress(Refused):
                doing[number](turn)

    assert all_at_once(act) == {"done": MANY}

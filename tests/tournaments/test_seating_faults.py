"""Faults of seating seen elsewhere, tried here: each leaves everything as it was, says why, and there is a way on."""

from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client

from games.models import Game
from tests.conftest import browser
from tests.factories import NOW, a_club, a_member, a_player, a_round, a_tournament, some_entries
from tests.played import hand_in
from tests.tournaments.test_concurrency import at_once
from tournaments import drafts
from tournaments.models import Change, Club, Entry, Role, Round, Seat, Table, Tournament
from tournaments.queries.standings import standings_of
from tournaments.seating.sizes import Split

BY: dict[str, Any] = {"by": "Orla", "at": NOW}
DESK = "/en/desk/t/friday-evening/"
PUBLIC = "/en/t/friday-evening/seating/"


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def a_draft(tournament: Tournament, *sizes: int) -> Round:
    return drafts.draft_round(tournament=tournament, split=Split(sizes), seed=1, **BY)


def seated_on_paper(people: list[Entry], size: int) -> dict[str, str]:
    """A form with these people at tables of one size, in order."""
    tables = [people[at : at + size] for at in range(0, len(people), size)]
    cells = {
        f"t{number}s{seat}": str(entry.number)
        for number, table in enumerate(tables, 1)
        for seat, entry in enumerate(table, 1)
    }
    return {"tables": str(len(tables)), "seats": str(size), **cells}


def test_with_an_empty_list_every_page_of_seating_says_what_is_missing(
    as_organiser: Client, tournament: Tournament
) -> None:
    """Row 10: nobody entered, nobody to seat, nothing to type."""
    page = as_organiser.get(f"{DESK}seat/")
    assert "Nobody is here yet. At least 3 people are needed." in text_of(page)
    for address, sent in (("seat/draw/", {"tables": "4"}), ("seat/redraw/", {}), ("seat/paper/", {"tables": "1"})):
        answer = as_organiser.post(f"{DESK}{address}", sent)
        assert (answer.status_code, bool(answer.context["refused"])) == (200, True)
    assert "Nobody is entered yet." in text_of(as_organiser.get(f"{DESK}wishes/"))
    assert (Round.objects.count(), Client().get(PUBLIC).status_code) == (0, 200)


def test_somebody_who_fills_in_is_in_no_place_of_the_list(club: Club) -> None:
    """Row 18: twenty people, and a substitute in round 2 only: nobody is 21st of 20."""
    tournament = a_tournament(club, slug="friday-evening", plan=[[9], [8]])
    people = some_entries(tournament, 20)
    guest = a_player(club, "Nightjar")
    for number, absent in ((1, None), (2, people[0])):
        playing = [one for one in people if one != absent]
        tables = [people[at : at + 4] for at in range(0, 20, 4)] if absent is None else None
        round = a_round(tournament, tables or [playing[:3], *(playing[at : at + 4] for at in range(3, 19, 4))])
        if absent is not None:
            Seat.objects.create(round=round, table=round.tables.get(number=1), place=4, role="fills_in", player=guest)
        for table in range(1, 6):
            hand_in(round, table, {1: [0, 10 * number + table, 20 + table, 30 + table]})
        Round.objects.filter(pk=round.pk).update(state=Round.State.CLOSED, closed_at=NOW)
    found = standings_of(tournament)
    assert len(found.rows) == 20
    assert max(row.place or 0 for row in found.rows) <= 20


def test_a_script_for_twenty_is_refused_with_both_numbers_where_twenty_four_are_here(
    as_organiser: Client, tournament: Tournament
) -> None:
    """Row 41: nothing is stored, and ticking that the others sit out is a way on."""
    people = some_entries(tournament, 24)
    before = Change.objects.count()
    form = seated_on_paper(people[:20], 4)
    answer = as_organiser.post(f"{DESK}seat/paper/", form)
    assert answer.context["refused"].startswith("The paper seats 20 people, and 24 are here. Not on the paper: ")
    assert (Round.objects.count(), Change.objects.count()) == (0, before)
    drawn = as_organiser.post(f"{DESK}seat/draw/", {"tables": "4-4-4-4-4"})
    assert (drawn.context["refused"], Round.objects.count()) == ("Choose the tables: 24 people are here now.", 0)
    as_organiser.post(f"{DESK}seat/paper/", {**form, "rest": "on"})
    assert Round.objects.get().seats.filter(role="sits_out").count() == 4


def test_a_draft_goes_stale_twice_and_is_redone(as_organiser: Client, tournament: Tournament) -> None:
    """Row 42: two are absent after the draft, and one of them is back: it asks, and lays real tables only."""
    people = some_entries(tournament, 12)
    draft = a_draft(tournament, 4, 4, 4)
    Entry.objects.filter(pk__in=[people[0].pk, people[1].pk]).update(status=Entry.Status.EXPECTED)
    assert "The draft is out of date. Draw it again?" in text_of(as_organiser.get(f"{DESK}seat/"))
    Entry.objects.filter(pk=people[1].pk).update(status=Entry.Status.HERE)
    page = as_organiser.post(f"{DESK}seat/redraw/", {"tables": "4-4-3", "drawing": draft.drawing}, follow=True)
    assert "out of date" not in text_of(page)
    assert [table.seats.count() for table in Table.objects.order_by("number")] == [4, 4, 3]


def test_preparing_the_next_round_leaves_the_screens_on_this_one(as_organiser: Client, tournament: Tournament) -> None:
    """Row 45: round 4 is a draft; whoever looks at the seats still sees round 3."""
    tournament.plan = [[9], [8], [7], [6]]
    tournament.save()
    people = some_entries(tournament, 8)
    for _number in range(3):
        a_round(tournament, [people[:4], people[4:]], state=Round.State.CLOSED)
    seen = Client().get(PUBLIC).content
    version = Tournament.objects.get().version
    as_organiser.post(f"{DESK}seat/draw/", {"tables": "4-4"})
    assert Round.objects.get(state="draft").number == 4
    assert (Client().get(PUBLIC).content, Tournament.objects.get().version) == (seen, version)
    assert b"Round 3: find your seat" in seen


def test_a_round_is_published_whole_or_not_at_all(tournament: Tournament) -> None:
    """The database refuses the last step (a second open round): games, files and the way back are as before."""
    draft = a_draft(tournament_with(tournament, 8), 4, 4)
    step = drafts.redraw_round(draft=draft, split=Split((4, 4)), seed=2, **BY)
    Round.objects.create(
        tournament=tournament, number=9, state=Round.State.OPEN, centres=[9], made_at=NOW, published_at=NOW
    )
    before = (Tournament.objects.get().version, Change.objects.count(), step.draw_file.text)
    with pytest.raises(IntegrityError):
        drafts.publish_round(draft=step, **BY)
    now = Round.objects.get(pk=draft.pk)
    assert (now.state, now.published_at, now.steps.count()) == ("draft", None, 1)
    assert (Game.objects.count(), now.tables.exclude(game=None).count()) == (0, 0)
    assert (Tournament.objects.get().version, Change.objects.count(), now.draw_file.text) == before


def tournament_with(tournament: Tournament, people: int) -> Tournament:
    """The tournament with so many people here."""
    some_entries(tournament, people)
    return tournament


@pytest.mark.threads
@pytest.mark.django_db(transaction=True)
def test_two_browsers_that_press_seat_at_once_get_one_seating() -> None:
    """Row 39: drawn and published by both, each person sits once, and both see the same round."""
    club = a_club()
    tournament = a_tournament(club, slug="friday-evening")
    some_entries(tournament, 12)
    clients = [browser(a_member(club, Role.ORGANISER)) for _ in range(2)]

    def press(number: int) -> str:
        client = clients[number]
        drawn = client.post(f"{DESK}seat/draw/", {"tables": "4-4-4"})
        drawing = client.get(f"{DESK}seat/").context["round"].drawing
        published = client.post(f"{DESK}seat/publish/", {"drawing": drawing})
        return f"{drawn.status_code in {200, 302}} {published.status_code}"

    assert sorted(map(str, at_once(press, threads=2))) == ["True 200", "True 302"]
    assert (Round.objects.get().state, Table.objects.count(), Game.objects.count()) == ("open", 3, 3)
    assert sorted(Seat.objects.values_list("entry__number", flat=True)) == list(range(1, 13))
    assert Change.objects.filter(verb="round.publish").count() == 1

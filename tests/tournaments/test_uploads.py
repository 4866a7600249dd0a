"""A list of names between being handed in and being taken in: all or nobody, once."""

from pathlib import Path
from typing import Any

import pytest

from tests.factories import NOW, a_player, a_tournament, an_entry
from tournaments import entries, uploads
from tournaments.models import Club, Entry, Player, Tournament, Upload
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db
BY: dict[str, Any] = {"by": "Orla", "at": NOW}
LIST = "Seat,Name\n1,Wren Adair\n2,Heron\n\n3,Teal"


def held(tournament: Tournament, text: str = LIST) -> Upload:
    return uploads.hold_text(tournament=tournament, text=text, **BY)


def entered(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("player__name", flat=True))


def test_a_list_that_waits_has_entered_nobody(tournament: Tournament) -> None:
    upload = held(tournament)
    assert (upload.source, upload.by, upload.layout["name_columns"]) == ("pasted list", "Orla", [1])
    assert (entered(tournament), Player.objects.count(), tournament.changes.count()) == ([], 0, 0)


def test_a_list_is_taken_in_whole_and_in_its_order(tournament: Tournament) -> None:
    heron = a_player(tournament.club, "Heron")
    uploads.accept(upload=held(tournament), **BY)
    assert entered(tournament) == ["Wren Adair", "Heron", "Teal"]
    assert tournament.entries.get(number=2).player == heron
    assert (Player.objects.count(), Upload.objects.count()) == (3, 0)
    assert list(tournament.changes.order_by("pk").values_list("verb", flat=True)) == ["entry.enter", "names.accept"]


def test_accepting_twice_makes_one_import(tournament: Tournament) -> None:
    """Public fault 61."""
    upload = held(tournament)
    uploads.accept(upload=upload, **BY)
    with pytest.raises(Refused) as refused:
        uploads.accept(upload=Upload(pk=upload.pk or 1, tournament=tournament), **BY)
    assert refused.value.sentence == "This list has been taken in or thrown away already."
    assert entered(tournament) == ["Wren Adair", "Heron", "Teal"]


def test_somebody_who_came_in_another_way_meanwhile_is_not_entered_twice(tournament: Tournament) -> None:
    upload = held(tournament)
    entries.walk_in(tournament=tournament, name="Heron", is_new=False, **BY)
    uploads.accept(upload=upload, **BY)
    assert entered(tournament) == ["Heron", "Wren Adair", "Teal"]


def test_an_open_row_keeps_everybody_out(tournament: Tournament) -> None:
    """Public fault 62: somebody who may be known is asked about."""
    known = a_player(tournament.club, "Teal")
    second = a_player(tournament.club, "Teal")
    upload = held(tournament)
    with pytest.raises(uploads.Undecided) as undecided:
        uploads.accept(upload=upload, **BY)
    assert undecided.value.sentence == "Nothing is taken in yet: 1 row is to be decided."
    assert undecided.value.sentences == ("The club knows 2 players called Teal. Which one is it?",)
    assert (entered(tournament), Player.objects.count()) == ([], 2)
    uploads.decide(upload=upload, answers={5: f"take:{second.pk}", 2: "leave_out"})
    uploads.accept(upload=upload, **BY)
    assert entered(tournament) == ["Heron", "Teal"]
    assert tournament.entries.get(number=2).player == second != known


def test_what_cannot_be_read_as_an_answer_is_left_open(tournament: Tournament) -> None:
    upload = uploads.decide(upload=held(tournament), answers={2: "add", 3: "take:", 4: "marry", 5: "add:7"})
    assert upload.decisions == {"2": ["add", None]}


def test_other_columns_are_other_people(tournament: Tournament) -> None:
    """Public fault 67: what is taken in is what is shown."""
    upload = held(tournament, "Wren,Adair,blue\nHeron,Mor,red")
    uploads.decide(upload=upload, answers={1: "leave_out"})
    changed = uploads.change_layout(
        upload=upload, header_row=None, name_columns=[1, 0], turn_around=False, every_row=False
    )
    upload.refresh_from_db()
    assert (changed, upload.decisions) == (True, {})
    uploads.accept(upload=upload, **BY)
    assert entered(tournament) == ["Adair Wren", "Mor Heron"]


def test_the_same_columns_leave_the_decisions(tournament: Tournament) -> None:
    upload = uploads.decide(upload=held(tournament), answers={2: "leave_out"})
    assert not uploads.change_layout(upload=upload, header_row=1, name_columns=[1], turn_around=False, every_row=False)
    upload.refresh_from_db()
    assert upload.decisions == {"2": ["leave_out", None]}


@pytest.mark.parametrize("columns", [[], [7], [-1]])
def test_a_column_that_is_not_there_is_refused(tournament: Tournament, columns: list[int]) -> None:
    with pytest.raises(Refused) as refused:
        uploads.change_layout(
            upload=held(tournament), header_row=1, name_columns=columns, turn_around=False, every_row=False
        )
    assert refused.value.sentence == "Choose the column in which the names stand."


def test_a_list_with_nobody_to_add_says_so(tournament: Tournament) -> None:
    for name in ("Wren Adair", "Heron", "Teal"):
        an_entry(tournament, a_player(tournament.club, name))
    with pytest.raises(Refused) as refused:
        uploads.accept(upload=held(tournament), **BY)
    assert refused.value.sentence == "There is nobody to add in this list."


def test_a_new_list_of_the_same_person_takes_the_place_of_the_old(tournament: Tournament) -> None:
    held(tournament)
    uploads.hold_text(tournament=tournament, text="Osprey", by="Skye", at=NOW)
    newest = held(tournament, "Avocet")
    assert list(tournament.uploads.order_by("pk").values_list("by", flat=True)) == ["Skye", "Orla"]
    assert list(tournament.uploads.filter(by="Orla")) == [newest]


def test_a_list_that_is_thrown_away_is_over(tournament: Tournament, club: Club) -> None:
    upload = held(tournament)
    number = upload.pk
    uploads.drop(upload=upload, **BY)
    assert (Upload.objects.count(), entered(tournament)) == (0, [])
    other = a_tournament(club)
    assert [uploads.is_over(one, number) for one in (tournament, other)] == [True, False]
    assert not uploads.is_over(tournament, number + 1)


def test_a_file_that_cannot_be_read_is_named_for_what_it_is(tournament: Tournament) -> None:
    with pytest.raises(Refused) as refused:
        uploads.hold_file(tournament=tournament, source="names.pdf", data=b"%PDF-1.7 \x00\x01", **BY)
    assert refused.value.sentence.startswith("names.pdf was not taken in. ")
    assert Upload.objects.count() == 0


def test_a_file_is_held_under_its_name(tournament: Tournament, tmp_path: Path) -> None:
    upload = uploads.hold_file(tournament=tournament, source="names.csv", data="Name\nGroß\n".encode("utf-16"), **BY)
    uploads.accept(upload=upload, **BY)
    assert (upload.source, entered(tournament)) == ("names.csv", ["Groß"])


def test_a_finished_tournament_takes_no_list(club: Club) -> None:
    """Public fault 53."""
    tournament = a_tournament(club, "Spring cup")
    upload = held(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    with pytest.raises(Refused) as refused:
        uploads.accept(upload=upload, **BY)
    assert refused.value.sentence == "Spring cup is finished, so nothing in it can change. Reopen it first."
    assert Entry.objects.count() == 0
